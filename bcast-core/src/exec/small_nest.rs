//! Runs a few loops without an odometer: in place if a kernel can read the rows, else on copies of whole arrays.

use crate::exec::copy::{Bytes, fill_over, repeat, room_of_copy};
use crate::exec::dispatch::{self, Instructions};
use crate::exec::kernel::{Character, LEAST_COLUMNS, LEAST_ROWS};
use crate::exec::line::Scratch;
use crate::exec::mask::Mask;
use crate::exec::odometer::{LONG_MASKED_ROW, LONG_ROW};
use crate::exec::{Block, Kernel, aligned, stage};
use crate::plan::small::{Loops, Rows, Run};

/// In nests of at most [`FEW`] elements, several copies of whole arrays pay off for shorter rows.
const LONG_ROW_OF_FEW: usize = 8;
/// There, a single copy pays off for rows shorter than this.
const LONG_ROW_OF_ONE_COPY: usize = 16;
/// At or below this count, a whole kernel call takes less time than preparing long rows.
const FEW: usize = 1024;
/// So few elements are computed one by one, whatever their order.
const WALKED: usize = 32;
/// So many in rows, whose other ways take longer to lay out.
const WALKED_IN_ROWS: usize = 128;
/// The most elements of an array copied as a whole.
const WHOLE: usize = 2048;
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

/// Computes one row of few elements, of which the arrays of the kernel's list have theirs first. The kernel is called without a pointer to it. With strides, in elements, the output's first, the row has them;
/// else all arrays are contiguous.
///
/// # Safety
/// As [`one_run`], for the arrays of the kernel's list; with strides there must be one for each array, and a kernel for [`Mask::APART`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn few(
    kernel: &(impl Kernel + ?Sized),
    output: *mut u8,
    count: usize,
    strides: Option<*const isize>,
) {
    let (mask, inner) = strides.map_or((Mask::ALL, core::ptr::null()), |strides| (Mask::APART, strides));
    let block = Block { operands: core::ptr::null(), inner, ..Block::row(&[], output, count) };
    // SAFETY: the caller's promise; one row needs no strides from row to row.
    unsafe { kernel.rows(&block, mask, Instructions::here()) };
}

/// False if [`mask_of_rows`] finds no mask for rows of this number and length, whatever arrays they have.
#[inline(always)]
pub(crate) fn takes_rows(laid: &Rows, character: &Character) -> bool {
    !character.is_costly || laid.rows == 1 || laid.length >= LONG_ROW
}

/// The mask with which a kernel computes few rows where they lie; `None` if another way is faster, which copies elements for vectors.
#[inline(always)]
pub(crate) fn mask_of_rows(laid: &Rows, character: &Character) -> Option<Mask> {
    let is_walked = laid.rows == 1 || laid.rows * laid.length <= WALKED_IN_ROWS && !character.is_costly;
    let long = if character.is_costly { LONG_ROW } else { LONG_ROW_OF_FEW };
    let mask = if laid.is_apart { None } else { mask_of(laid.standing, character, Instructions::here()) };
    match mask {
        Some(mask) if laid.length >= long || laid.standing == 0 && is_walked => Some(mask),
        _ => (character.takes_apart && (is_walked || laid.is_apart && laid.is_along)).then_some(Mask::APART),
    }
}

/// Computes every element of few rows.
///
/// # Safety
/// The mask must be that of [`mask_of_rows`]. The pointers and strides must lead to rows of initialised elements in each array that `kernel`
/// reads, of its types, and to an output that it may write, each element at one index only, which overlaps none of them.
#[inline(always)]
pub(crate) unsafe fn few_rows(laid: &Rows, kernel: &dyn Kernel, mask: Mask) {
    let row = Block::row(&laid.pointers[1..], laid.pointers[0].cast_mut(), laid.length);
    let block = Block { inner: laid.inner.as_ptr(), ..row.repeated(laid.rows, &laid.outer) };
    // SAFETY: the caller's promise.
    unsafe { kernel.rows(&block, mask, Instructions::here()) };
}

/// Computes every element that a few loops lead to. False, with nothing computed, if they are left to the odometer.
///
/// # Safety
/// The pointers and strides of the loops must lead to as many arrays as `kernel` reads, of its types, initialised, and to an output that it
/// may write, each element at one index only, which overlaps none of them.
#[inline]
pub(crate) unsafe fn small(loops: &Loops, kernel: &dyn Kernel) -> bool {
    let (instructions, count, character) = (Instructions::here(), loops.count, kernel.character());
    let [length, rows, sheets] = loops.lengths;
    let is_one_row = rows == 1 && sheets == 1;
    let mask = match loops.is_apart {
        true => None,
        false => mask_of(loops.standing, &character, instructions),
    };
    let (long, least) = match loops.in_parts.count_ones() {
        _ if count > FEW => (if loops.standing == 0 { LONG_ROW } else { LONG_MASKED_ROW }, usize::MAX),
        // A costly part of arrays that stand still is computed once for each row.
        _ if character.shares != 0 && loops.standing != 0 => (LONG_MASKED_ROW, LONG_ROW_OF_FEW),
        // A remainder shorter than a vector takes as long as a whole vector.
        _ if character.is_costly => (LONG_ROW, LONG_ROW_OF_FEW),
        0 | 1 => (LONG_ROW_OF_ONE_COPY, LONG_ROW_OF_FEW),
        // Several copies take longer than the remainders of all rows.
        _ => (LONG_ROW_OF_FEW, LONG_ROW_OF_FEW),
    };
    let mask = match mask {
        Some(mask) if is_one_row || length >= long || goes_down(loops, &character) => mask,
        _ if is_walked(loops, &character) => Mask::APART,
        _ if can_be_whole(loops, count) => {
            // SAFETY: the caller's promise; there is room for copies of all columns that are not contiguous.
            unsafe { whole(loops, kernel, instructions) };
            return true;
        }
        Some(mask) if length >= least => mask,
        _ => return false,
    };
    // SAFETY: the caller's promise; the inner strides are those of the mask.
    unsafe { all_rows(loops, kernel, mask, instructions) };
    true
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
    character.takes_apart && (loops.count <= WALKED || loops.is_apart && loops.is_along)
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
fn mask_of(standing: u32, character: &Character, instructions: Instructions) -> Option<Mask> {
    match standing {
        0 => Some(Mask::ALL),
        _ => dispatch::masks(&character.masks, instructions).iter().copied().find(|mask| mask.standing() == standing),
    }
}

/// Runs the kernel over the rows of each sheet.
///
/// # Safety
/// As [`small`]; the inner strides must be those of the mask.
#[inline(never)]
unsafe fn all_rows(loops: &Loops, kernel: &dyn Kernel, mask: Mask, instructions: Instructions) {
    let mut pointers = loops.pointers;
    let [length, rows, sheets] = loops.lengths;
    for left in (1..=sheets).rev() {
        let row = Block::row(&pointers[1..], pointers[0].cast_mut(), length);
        let block = Block { inner: loops.inner.as_ptr(), ..row.repeated(rows, &loops.outer) };
        let sizes = loops.sizes[..loops.columns].iter().copied();
        // SAFETY: the caller's promise; the pointers are at an index of the outermost loop.
        unsafe {
            match mask {
                Mask::APART => kernel.rows(&block, mask, instructions),
                _ => aligned::rows(kernel, &block, sizes, mask, instructions),
            }
        }
        if left > 1 {
            for (pointer, &by) in pointers.iter_mut().zip(&loops.sheet) {
                *pointer = pointer.wrapping_offset(by);
            }
        }
    }
}

/// Runs the kernel once, on copies of the columns that are not contiguous, and copies results back.
///
/// # Safety
/// As [`small`], if [`can_be_whole`].
#[inline(never)]
unsafe fn whole(loops: &Loops, kernel: &dyn Kernel, instructions: Instructions) {
    let count = loops.count;
    let mut scratch = Scratch::<SCRATCH>::new();
    let mut free = scratch.first();
    let mut pointers = loops.pointers;
    for column in ones(loops.in_parts) {
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
