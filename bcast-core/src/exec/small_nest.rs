//! Runs a few loops without an odometer: in place if a kernel can read the rows, else on copies of whole arrays.

use core::mem::MaybeUninit;

use crate::exec::aligned::SHORT;
use crate::exec::copy::{Bytes, fill_over, repeat, room_of_copy};
use crate::exec::dispatch::{self, Instructions};
use crate::exec::in_place::{LONG_BYTES, SHORT_ROW, WHOLE, is_wide, long_row};
use crate::exec::kernel::{Character, LEAST_COLUMNS, LEAST_ROWS};
use crate::exec::line::Scratch;
use crate::exec::mask::Mask;
use crate::exec::parallel::is_large;
use crate::exec::tiles::{self, Strides};
use crate::exec::{Block, Kernel, aligned, stage};
use crate::plan::small::{Loops, Row, Run, is_across};

/// At or below this count, a whole kernel call takes less time than preparing long rows.
const FEW: usize = 1024;
/// So few elements are computed one by one, whatever their order.
const WALKED: usize = 32;
/// So many in rows, whose other ways take longer to lay out.
pub(crate) const WALKED_IN_ROWS: usize = 128;
/// Bytes of scratch for the copies.
const SCRATCH: usize = 16 * 1024;

/// Computes every element of one run.
///
/// # Safety
/// The pointers must lead to `count` initialised elements of the run's sizes in each array that `kernel` reads, of its types, and to an
/// output of as many that it may write, which overlaps none of them.
#[inline(always)]
pub(crate) unsafe fn one_run(run: &Run, kernel: &dyn Kernel) {
    let block = Block::row(&run.pointers[1..], run.pointers[0].cast_mut(), run.count);
    let sizes = run.sizes[..run.columns].iter().copied();
    // SAFETY: the caller's promise; one row needs no strides.
    unsafe { aligned::rows(kernel, &block, sizes, Mask::ALL, Instructions::here()) };
}

/// The strides of few rows, of the output and then of each array of a list. They are uninitialised before they are [set](Self::set), since zeros
/// would take as long as the rest of a small call.
pub(crate) struct FewStrides {
    /// Of the first elements, and from sheet to sheet in bytes; unset if there is one sheet.
    pointers: [MaybeUninit<*const u8>; FewStrides::ARRAYS + 1],
    sheet: [MaybeUninit<isize>; FewStrides::ARRAYS + 1],
    /// From row to row, in bytes.
    outer: [MaybeUninit<isize>; FewStrides::ARRAYS + 1],
    /// Within a row, in elements.
    inner: [MaybeUninit<isize>; FewStrides::ARRAYS + 1],
}

impl FewStrides {
    /// The most arrays, the output left out.
    pub(crate) const ARRAYS: usize = 8;

    #[inline(always)]
    pub(crate) fn unset() -> Self {
        let strides = [const { MaybeUninit::uninit() }; Self::ARRAYS + 1];
        let pointers = [const { MaybeUninit::uninit() }; Self::ARRAYS + 1];
        FewStrides { pointers, sheet: strides, outer: strides, inner: strides }
    }

    /// Sets the strides, in elements, of an array with elements of this size; a single row has no outer one.
    #[inline(always)]
    pub(crate) fn set(&mut self, number: usize, size: usize, outer: Option<isize>, inner: isize) {
        if let Some(outer) = outer {
            self.outer[number].write(outer.wrapping_mul(size as isize));
        }
        self.inner[number].write(inner);
    }

    /// True if each array either steps as far from row to row, and from sheet to sheet, as within a row, or has [wide](is_wide) steps. `sizes` are those of
    /// the elements.
    ///
    /// # Safety
    /// The strides of as many arrays must be set, those from sheet to sheet if there `are_sheets`.
    pub(crate) unsafe fn are_along_or_wide(&self, sizes: impl Iterator<Item = usize>, are_sheets: bool) -> bool {
        sizes.enumerate().all(|(number, size)| {
            // SAFETY: the caller's promise.
            let at = |strides: &[MaybeUninit<isize>]| unsafe { strides[number].assume_init() };
            let inner = at(&self.inner);
            let is_along = |strides| !is_across(inner, size, at(strides));
            is_wide(inner, size) || is_along(&self.outer) && (!are_sheets || is_along(&self.sheet))
        })
    }

    /// Sets the first element of an array and its stride from sheet to sheet, in elements.
    #[inline(always)]
    pub(crate) fn set_sheet(&mut self, number: usize, size: usize, pointer: *const u8, sheet: isize) {
        self.pointers[number].write(pointer);
        self.sheet[number].write(sheet.wrapping_mul(size as isize));
    }
}

/// Few rows of the arrays of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FewRows {
    pub(crate) rows: usize,
    pub(crate) length: usize,
    /// The output's stride from row to row, in bytes.
    pub(crate) outer: isize,
    pub(crate) mask: Mask,
}

impl FewRows {
    /// A row of contiguous elements.
    #[inline(always)]
    pub(crate) fn one(length: usize) -> Self {
        FewRows { rows: 1, length, outer: 0, mask: Mask::ALL }
    }
}

/// Few sheets of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FewSheets {
    pub(crate) rows: FewRows,
    pub(crate) sheets: usize,
    /// True if the strides from row to row are those from sheet to sheet, and the other way round.
    pub(crate) is_turned: bool,
}

impl FewSheets {
    #[inline(always)]
    pub(crate) fn one(rows: FewRows) -> Self {
        FewSheets { rows, sheets: 1, is_turned: false }
    }
}

/// Computes few sheets of the output and of this many arrays.
///
/// # Safety
/// As [`few_rows`], for strides that are set with those of the sheets.
#[inline(always)]
pub(crate) unsafe fn few_sheets(
    kernel: &(impl Kernel + ?Sized),
    arrays: usize,
    few: FewSheets,
    strides: &mut FewStrides,
) {
    let (outer, sheet) =
        if few.is_turned { (&strides.sheet, &strides.outer) } else { (&strides.outer, &strides.sheet) };
    let FewRows { rows, length, outer: output_outer, mask } = few.rows;
    for left in (1..=few.sheets).rev() {
        // SAFETY: the caller's promise; the pointers are at the first elements of a sheet.
        unsafe {
            let block = Block {
                operands: strides.pointers[1..].as_ptr().cast(),
                output: strides.pointers[0].assume_init().cast_mut(),
                rows,
                length,
                output_outer,
                outer: outer[1..].as_ptr().cast(),
                inner: strides.inner.as_ptr().cast(),
            };
            kernel.rows(&block, mask, Instructions::here());
            if left > 1 {
                for (pointer, by) in strides.pointers.iter_mut().zip(sheet).take(arrays + 1) {
                    pointer.write(pointer.assume_init().wrapping_offset(by.assume_init()));
                }
            }
        }
    }
}

/// Computes few rows, of which the arrays of the kernel's list have the first ones. At the call the kernel is called without a pointer to it.
///
/// # Safety
/// There must be a kernel for the mask, and strides set for each array of the kernel's list, and of [`Mask::APART`] for the output. They must lead to
/// elements of the arrays, and to an output that it may write, each element at one index only, which overlaps none of them.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn few_rows(kernel: &(impl Kernel + ?Sized), output: *mut u8, few: FewRows, strides: &FewStrides) {
    let block = Block {
        operands: core::ptr::null(),
        output,
        rows: few.rows,
        length: few.length,
        output_outer: few.outer,
        outer: strides.outer[1..].as_ptr().cast(),
        inner: strides.inner.as_ptr().cast(),
    };
    // SAFETY: the caller's promise.
    unsafe { kernel.rows(&block, few.mask, Instructions::here()) };
}

/// How the kernel runs over a few loops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Over the rows where they lie.
    Rows(Mask),
    /// By strides, over loops in another order or parts of them.
    Reordered,
    /// Once, over copies of all arrays in parts.
    Whole,
}

/// The way over loops of [`Few`](crate::plan::small::Few); `None` if they are left to the odometer.
#[inline(always)]
pub(crate) fn way_of_few(loops: &mut Loops, character: &Character) -> Option<Way> {
    let [length, rows, sheets] = loops.lengths;
    let is_walked = rows == 1 || loops.count <= WALKED_IN_ROWS && !character.is_costly;
    if is_walked && !loops.is_apart && loops.standing == 0 {
        return Some(Way::Rows(Mask::ALL));
    }
    if character.takes_apart && loops.count <= WALKED {
        return Some(Way::Rows(Mask::APART));
    }
    let is_long = length >= long_row(character, loops.count, loops.sizes[0], loops.standing != 0, true);
    if sheets == 1 && (is_walked || is_long) {
        let mask = if loops.is_apart { None } else { mask_of(loops.standing, character, Instructions::here()) };
        match mask {
            Some(mask) if is_long => return Some(Way::Rows(mask)),
            _ if character.takes_apart && is_walked => return Some(Way::Rows(Mask::APART)),
            _ => {}
        }
    }
    way_of_others(loops, character)
}

/// [`way_of_few`], for loops that need to be classified.
#[inline(never)]
fn way_of_others(loops: &mut Loops, character: &Character) -> Option<Way> {
    loops.classify();
    way(loops, character)
}

/// The way over a few loops; `None` if they are left to the odometer.
#[inline]
pub(crate) fn way(loops: &Loops, character: &Character) -> Option<Way> {
    let (instructions, count) = (Instructions::here(), loops.count);
    let [length, rows, sheets] = loops.lengths;
    let is_one_row = rows == 1 && sheets == 1;
    let mask = match loops.is_apart {
        true => None,
        false => mask_of(loops.standing, character, instructions),
    };
    let long = long_row(character, count, loops.sizes[0], loops.standing != 0, loops.repeats());
    let least = if count > FEW { usize::MAX } else { SHORT_ROW };
    match mask {
        Some(mask) if is_one_row || length >= long || goes_down(loops, character) => Some(Way::Rows(mask)),
        _ if is_walked(loops, character) => {
            Some(if is_reordered(loops) { Way::Reordered } else { Way::Rows(Mask::APART) })
        }
        _ if can_be_whole(loops, count) => Some(Way::Whole),
        Some(mask) if length >= least => Some(Way::Rows(mask)),
        _ => None,
    }
}

/// Computes every element that a few loops lead to; the loops may lead to copies then.
///
/// # Safety
/// The way must be one for these loops and this kernel. The pointers and strides of the loops must lead to as many arrays as `kernel` reads, of its
/// types, initialised, and to an output that it may write, each element at one index only, which overlaps none of them.
#[inline(always)]
pub(crate) unsafe fn small(loops: &mut Loops, kernel: &dyn Kernel, way: Way) {
    let instructions = Instructions::here();
    // SAFETY: the caller's promise: the inner strides are those of the mask, or there is room for copies of all columns in parts.
    unsafe {
        match way {
            Way::Rows(mask) if loops.lengths[2] == 1 => {
                let rows = (loops.lengths[1], &loops.outer);
                sheet_of_rows(loops, &loops.pointers, rows, kernel, mask, instructions);
            }
            Way::Rows(mask) => all_sheets(loops, kernel, mask, instructions),
            Way::Reordered => reordered(loops, kernel, instructions),
            Way::Whole => whole(loops, kernel, instructions),
        }
    }
}

/// True if the kernel goes down the rows, so that copies of repeated rows would cost more than remainders do.
#[inline(always)]
fn goes_down(loops: &Loops, character: &Character) -> bool {
    let [length, rows, _] = loops.lengths;
    let is_repeated = || loops.standing == 0 && character.shares << 1 & !loops.in_parts == 0;
    character.shares != 0 && length >= LEAST_COLUMNS && rows >= LEAST_ROWS && is_repeated()
}

/// True if elements are computed where they lie, one by one: copies of them, and vectors, take longer.
#[inline(always)]
fn is_walked(loops: &Loops, character: &Character) -> bool {
    let has_wide_steps = || (0..loops.columns).any(|column| is_wide(loops.inner[column], loops.sizes[column]));
    let is_wide = || has_wide_steps() && !is_large(loops.count, loops.sizes[0]);
    let lie_across = || {
        let ([length, rows, _], columns) = (loops.lengths, loops.columns);
        let (inner, outer, sheet) = (&loops.inner[..columns], &loops.outer[..columns], &loops.sheet[..columns]);
        loops.count <= WHOLE
            && tiles::lie_across([length, rows], &loops.sizes[..columns], Strides { inner, outer, sheet })
    };
    character.takes_apart && (loops.count <= WALKED || loops.is_apart && (loops.is_along || is_wide() || lie_across()))
}

/// True if all columns that are not contiguous can be copied as a whole.
#[inline(always)]
fn can_be_whole(loops: &Loops, count: usize) -> bool {
    let mut needed = 0;
    for column in ones(loops.in_parts) {
        let size = loops.sizes[column];
        if count > WHOLE || !matches!(size, 1 | 2 | 4 | 8) {
            return false;
        }
        needed += room_of_copy(count, size);
    }
    needed <= SCRATCH
}

/// The positions of the set bits.
#[inline(always)]
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.checked_sub(1)?;
        Some(lowest as usize)
    })
}

/// The mask under which exactly these arrays stand still, if there is a kernel for it.
#[inline(always)]
pub(crate) fn mask_of(standing: u32, character: &Character, instructions: Instructions) -> Option<Mask> {
    match standing {
        0 => Some(Mask::ALL),
        _ => dispatch::masks(&character.masks, instructions).iter().copied().find(|mask| mask.standing() == standing),
    }
}

/// True if elements by strides are computed in [another order](reordered).
#[inline(always)]
fn is_reordered(loops: &Loops) -> bool {
    let [length, rows, _] = loops.lengths;
    loops.count > WALKED && length < SHORT_ROW && rows > length || loops.count > WHOLE && !loops.is_along
}

/// Runs the kernel by strides, over the loops in another order and in tiles.
///
/// # Safety
/// As [`small`], for rows under [`Mask::APART`].
#[inline(never)]
unsafe fn reordered(loops: &mut Loops, kernel: &dyn Kernel, instructions: Instructions) {
    let (columns, sizes) = (loops.columns, &loops.sizes[..loops.columns]);
    let (inner, outer) = (&mut loops.inner[..columns], &mut loops.outer[..columns]);
    let sheet = &mut loops.sheet[..columns];
    tiles::order(&mut loops.lengths, sizes, Strides { inner, outer, sheet });
    let strides = Strides { inner: &*inner, outer: &*outer, sheet: &*sheet };
    // SAFETY: the caller's promise; the loops lead to elements in any order.
    unsafe { tiles::run(kernel, &loops.pointers[..columns], loops.lengths, sizes, strides, instructions) };
}

/// Runs the kernel over the rows of each sheet.
///
/// # Safety
/// As [`small`], for rows.
#[inline(never)]
unsafe fn all_sheets(loops: &Loops, kernel: &dyn Kernel, mask: Mask, instructions: Instructions) {
    let (mut pointers, [_, rows, sheets]) = (loops.pointers, loops.lengths);
    let (inner, outer) = ((rows, &loops.outer), (sheets, &loops.sheet));
    // Sheets are kernel calls. Results beyond the caches are written in the order of memory.
    let is_turned = sheets > rows && !is_large(loops.count, loops.sizes[0]);
    let (rows, (sheets, by_sheet)) = if is_turned { (outer, inner) } else { (inner, outer) };
    for left in (1..=sheets).rev() {
        // SAFETY: the caller's promise; the pointers are at an index of the outermost loop.
        unsafe { sheet_of_rows(loops, &pointers, rows, kernel, mask, instructions) };
        if left > 1 {
            for (pointer, &by) in pointers.iter_mut().zip(by_sheet) {
                *pointer = pointer.wrapping_offset(by);
            }
        }
    }
}

/// Runs the kernel over so many rows at these strides, of the sheet that begins at these pointers.
///
/// # Safety
/// As [`small`], for rows.
#[inline(always)]
unsafe fn sheet_of_rows(
    loops: &Loops,
    pointers: &Row<*const u8>,
    (rows, outer): (usize, &Row<isize>),
    kernel: &dyn Kernel,
    mask: Mask,
    instructions: Instructions,
) {
    let row = Block::row(&pointers[1..], pointers[0].cast_mut(), loops.lengths[0]);
    let block = Block { inner: loops.inner.as_ptr(), ..row.repeated(rows, outer) };
    // SAFETY: the caller's promise.
    unsafe {
        match mask {
            Mask::APART => kernel.rows(&block, mask, instructions),
            // Never split.
            _ if loops.count <= SHORT => kernel.rows(&block, mask, instructions),
            _ => aligned::rows(kernel, &block, loops.sizes[..loops.columns].iter().copied(), mask, instructions),
        }
    }
}

/// Runs the kernel on copies of the columns that are not contiguous: once, and copies results back, or over the rows of an output whose rows are.
///
/// # Safety
/// As [`small`], if [`can_be_whole`].
#[inline(never)]
unsafe fn whole(loops: &mut Loops, kernel: &dyn Kernel, instructions: Instructions) {
    let ([length, rows, _], count) = (loops.lengths, loops.count);
    let is_in_rows = loops.in_parts & 1 != 0 && loops.inner[0] == 1 && length * loops.sizes[0] >= LONG_BYTES;
    let mut scratch = Scratch::<SCRATCH>::new();
    let mut free = scratch.first();
    let mut pointers = loops.pointers;
    for column in ones(loops.in_parts & !u32::from(is_in_rows)) {
        let size = loops.sizes[column];
        if column > 0 || kernel.character().reads_place {
            // SAFETY: by the caller's promise the loops lead to elements; `can_be_whole` has counted room for all of them and one run more.
            unsafe {
                match size {
                    1 => gather::<1>(loops, column, free, instructions),
                    2 => gather::<2>(loops, column, free, instructions),
                    4 => gather::<4>(loops, column, free, instructions),
                    _ => gather::<8>(loops, column, free, instructions),
                }
            }
        }
        pointers[column] = free;
        free = free.wrapping_add(room_of_copy(count, size));
    }
    if is_in_rows {
        loops.pointers = pointers;
        for column in 1..loops.columns {
            let row = (length * loops.sizes[column]) as isize;
            (loops.inner[column], loops.outer[column], loops.sheet[column]) = (1, row, row * rows as isize);
        }
        // SAFETY: all operands are contiguous now, one row after the other, and the output is contiguous within each row.
        return unsafe { all_sheets(loops, kernel, Mask::ALL, instructions) };
    }
    let block = Block::row(&pointers[1..], pointers[0].cast_mut(), count);
    // SAFETY: every array is contiguous now; one row needs no strides.
    unsafe { kernel.rows(&block, Mask::ALL, instructions) };
    if loops.in_parts & 1 != 0 {
        // SAFETY: the kernel has written all elements, and the loops lead to a different place for each.
        unsafe {
            match loops.sizes[0] {
                1 => scatter::<1>(loops, pointers[0]),
                2 => scatter::<2>(loops, pointers[0]),
                4 => scatter::<4>(loops, pointers[0]),
                _ => scatter::<8>(loops, pointers[0]),
            }
        }
    }
}

/// Copies a column's elements contiguously.
///
/// # Safety
/// The loops must lead to elements of `SIZE` bytes; `target` must have room for all of them and [`RUN`] bytes more.
#[inline(always)]
unsafe fn gather<const SIZE: usize>(loops: &Loops, column: usize, target: *mut u8, instructions: Instructions) {
    let [length, rows, sheets] = loops.lengths;
    let strides = [loops.inner[column], loops.outer[column]];
    // SAFETY: the caller's promise.
    unsafe {
        copy_sheet::<SIZE>(loops.pointers[column], strides, [length, rows], target, instructions);
        if sheets > 1 {
            other_sheets::<SIZE>(loops, column, target, instructions);
        }
    }
}

/// Copies the elements of all sheets but the first.
///
/// # Safety
/// As [`gather`].
#[inline(never)]
unsafe fn other_sheets<const SIZE: usize>(loops: &Loops, column: usize, target: *mut u8, instructions: Instructions) {
    let [length, rows, sheets] = loops.lengths;
    let (strides, sheet) = ([loops.inner[column], loops.outer[column]], loops.sheet[column]);
    let size = length * rows * SIZE;
    // SAFETY: the caller's promise; an overrun is rewritten by the next sheet, or lies in the room behind.
    unsafe {
        if sheet == 0 {
            return repeat(size, sheets * size, target);
        }
        for at in 1..sheets {
            let source = loops.pointers[column].wrapping_offset(at as isize * sheet);
            copy_sheet::<SIZE>(source, strides, [length, rows], target.add(at * size), instructions);
        }
    }
}

/// Copies contiguous results from scratch to the output.
///
/// # Safety
/// `results` must have an initialised element of `SIZE` bytes for each index of the loops, which must lead to a writable output.
#[inline(never)]
unsafe fn scatter<const SIZE: usize>(loops: &Loops, results: *const u8) {
    let [length, rows, sheets] = loops.lengths;
    let (inner, output, mut next) = (loops.inner[0], loops.pointers[0].cast_mut(), results.cast::<Bytes<SIZE>>());
    for sheet in 0..sheets as isize {
        for row in 0..rows as isize {
            let row = output.wrapping_offset(sheet * loops.sheet[0]).wrapping_offset(row * loops.outer[0]);
            let row = row.cast::<Bytes<SIZE>>();
            for index in 0..length as isize {
                // SAFETY: the caller's promise.
                unsafe {
                    row.wrapping_offset(index * inner).write(next.read());
                    next = next.add(1);
                }
            }
        }
    }
}

/// Copies rows contiguously; `inner` is in elements, `outer` in bytes.
///
/// # Safety
/// `source` must lead to elements of `SIZE` bytes; `target` must have room for all of them and [`RUN`] bytes more.
#[inline(never)]
unsafe fn copy_sheet<const SIZE: usize>(
    source: *const u8,
    [inner, outer]: [isize; 2],
    [length, rows]: [usize; 2],
    target: *mut u8,
    instructions: Instructions,
) {
    let elements = target.cast::<Bytes<SIZE>>();
    let first = |row: usize| source.wrapping_offset(row as isize * outer).cast::<Bytes<SIZE>>();
    // SAFETY: the caller's promise; an overrun is rewritten by the next row, or lies in the room behind.
    unsafe {
        match inner {
            0 if outer == 0 => fill_over(first(0).read(), rows * length, elements),
            0 => (0..rows).for_each(|row| fill_over(first(row).read(), length, elements.add(row * length))),
            // All rows are the same one.
            1 if outer == 0 => repeat_row(source, length * SIZE, rows, target),
            1 => {
                (0..rows).for_each(|row| core::ptr::copy_nonoverlapping(first(row), elements.add(row * length), length))
            }
            _ => {
                let rows = stage::Rows { source, rows, outer, length, inner: inner * SIZE as isize };
                dispatch::copy_rows(rows, SIZE, target, instructions);
            }
        }
    }
}

/// Copies a row of `bytes` bytes, at least one, `count` times.
///
/// # Safety
/// `source` must have `bytes` bytes, and `target` room for all copies.
unsafe fn repeat_row(source: *const u8, bytes: usize, count: usize, target: *mut u8) {
    // SAFETY: the caller's promise; a row of at least `PART` bytes contains the two parts at its ends.
    unsafe {
        match bytes {
            8..16 => repeat_ends::<8>(source, bytes, count, target),
            16..32 => repeat_ends::<16>(source, bytes, count, target),
            32..=64 => repeat_ends::<32>(source, bytes, count, target),
            _ => (0..count).for_each(|row| core::ptr::copy_nonoverlapping(source, target.add(row * bytes), bytes)),
        }
    }
}

/// Copies a row as two parts that may overlap. Every copy reads the source, since reading what has just been written would stall.
///
/// # Safety
/// As [`repeat_row`], for rows of `PART` to `2 * PART` bytes.
#[inline(always)]
unsafe fn repeat_ends<const PART: usize>(source: *const u8, bytes: usize, count: usize, mut target: *mut u8) {
    for _ in 0..count {
        // SAFETY: the caller's promise.
        unsafe {
            core::ptr::copy_nonoverlapping(source, target, PART);
            core::ptr::copy_nonoverlapping(source.add(bytes - PART), target.add(bytes - PART), PART);
        }
        target = target.wrapping_add(bytes);
    }
}
