//! Runs a few loops without an odometer: what is ready for a kernel as it lies, and what is so small that it is copied aside as
//! a whole.

use core::mem::MaybeUninit;

use crate::exec::copy::{Bytes, RUN, fill_over, repeat};
use crate::exec::dispatch::{self, Instructions};
use crate::exec::mask::Mask;
use crate::exec::odometer::{LONG_MASKED_ROW, LONG_ROW};
use crate::exec::{Block, Kernel, aligned, stage};
use crate::plan::small::{COLUMNS, Column, Loops, Plane, Run};

/// As [`LONG_ROW`], in a nest of few elements.
const LONG_ROW_OF_FEW: usize = 8;
/// The same in a plane of which one column must be copied else.
const LONG_ROW_OF_PLANE: usize = 16;
/// So many elements are few.
const FEW: usize = 1024;
/// What is copied aside as a whole has at most so many elements.
const WHOLE: usize = 2048;
/// Bytes of scratch for the copies.
const SCRATCH: usize = 16 * 1024;

/// The copies of all operands.
#[repr(align(64))]
struct Scratch(MaybeUninit<[u8; SCRATCH]>);

/// Bytes of scratch for a copy: its elements, and a run that may be written behind them.
fn room(count: usize, size: usize) -> usize {
    (count * size + RUN).next_multiple_of(align_of::<Scratch>())
}

/// Computes every element of one run; `sizes` are those of the elements of all columns, the output's first.
///
/// # Safety
/// The pointers must lead to `count` elements of these sizes of the arrays that `kernel` reads, of its types, initialised, and to an output of so
/// many that it may write, which overlaps none of them.
#[inline]
pub(crate) unsafe fn one_run(run: &Run, sizes: impl Iterator<Item = usize> + Clone, kernel: &dyn Kernel) {
    let block = Block::row(&run.pointers[1..], run.pointers[0].cast_mut(), run.count);
    // SAFETY: the caller's promise. One row is not moved on.
    unsafe { aligned::rows(kernel, &block, sizes, Mask::All, Instructions::here()) };
}

/// How a few loops are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    way: Way,
    instructions: Instructions,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    /// Every array's row is contiguous or one element, as the mask says.
    Rows(Mask),
    /// These columns, a bit each, are copied aside as a whole; the others are one run of elements.
    Whole(u32),
}

impl Few {
    /// How these loops are run; `None` if they are for the odometer.
    #[inline]
    pub(crate) fn new(loops: &Loops) -> Option<Self> {
        let (output, operands) = loops.columns().split_first()?;
        let arrays = operands.len();
        let instructions = Instructions::here();
        if loops.stride(output, 0) != 1 {
            return None;
        }
        let (mut standing, mut other) = (0_u32, false);
        for (array, column) in operands.iter().enumerate() {
            let stride = loops.stride(column, 0);
            standing |= u32::from(stride == 0) << array;
            other |= stride >> 1 != 0;
        }
        let mask = if other { None } else { mask_of(standing, arrays, instructions) };
        let long = match standing {
            _ if loops.count() <= FEW => LONG_ROW_OF_FEW,
            0 => LONG_ROW,
            _ => LONG_MASKED_ROW,
        };
        match mask {
            Some(mask) if loops.length(1) == 1 || loops.length(0) >= long => {
                Some(Few { way: Way::Rows(mask), instructions })
            }
            _ => in_parts(loops).map(|columns| Few { way: Way::Whole(columns), instructions }),
        }
    }

    /// How a plane is computed; `None` if it is for the odometer.
    #[inline(always)]
    pub(crate) fn of_plane(plane: &Plane, kernel: &dyn Kernel) -> Option<Self> {
        let instructions = Instructions::here();
        let long = match plane.in_parts.count_ones() {
            // What no vector holds takes as long as a whole one.
            _ if kernel.character().is_costly => LONG_ROW,
            0 | 1 => LONG_ROW_OF_PLANE,
            // Several copies take longer than what is computed apart in each row.
            _ => LONG_ROW_OF_FEW,
        };
        if !plane.is_apart
            && (plane.rows == 1 || plane.length >= long)
            && let Some(mask) = mask_of(plane.standing, plane.columns - 1, instructions)
        {
            return Some(Few { way: Way::Rows(mask), instructions });
        }
        can_be_whole(plane).then_some(Few { way: Way::Whole(plane.in_parts), instructions })
    }

    /// Computes every element of a plane.
    ///
    /// # Safety
    /// `self` must be of this plane and this kernel. Its rows must be those of as many arrays as `kernel` reads, of its types, initialised, and of
    /// an output that it may write, which overlaps none of them.
    #[inline]
    pub(crate) unsafe fn run_plane(self, plane: &Plane, kernel: &dyn Kernel) {
        let mask = match self.way {
            Way::Rows(mask) => mask,
            // SAFETY: the caller's promise; `of_plane` has counted the room.
            Way::Whole(in_parts) => return unsafe { whole_plane(plane, kernel, in_parts, self.instructions) },
        };
        let block = Block {
            operands: plane.pointers[1..].as_ptr(),
            output: plane.pointers[0].cast_mut(),
            rows: plane.rows,
            length: plane.length,
            output_outer: plane.outer[0],
            outer: plane.outer[1..].as_ptr(),
        };
        // SAFETY: the caller's promise; `of_plane` has seen that the inner strides are those of the mask.
        unsafe { kernel.rows(&block, mask, self.instructions) };
    }

    /// Computes every element that the loops lead to.
    ///
    /// # Safety
    /// `self` must be of these loops and this kernel. Their pointers and strides must lead to as many arrays as `kernel` reads, of its
    /// types, initialised, and to an output that it may write, which overlaps none of them.
    #[inline]
    pub(crate) unsafe fn run(self, loops: &Loops, kernel: &dyn Kernel) {
        // SAFETY: the caller's promise; `new` has seen that the inner strides are those of the mask, or that the whole can be
        // copied.
        unsafe {
            match self.way {
                Way::Rows(mask) => all_rows(loops, kernel, mask, self.instructions),
                Way::Whole(in_parts) => whole(loops, kernel, in_parts, self.instructions),
            }
        }
    }
}

/// Copies the columns `in_parts` aside and runs the kernel once.
///
/// # Safety
/// As [`Few::run_plane`]; they must be the plane's, and have room.
unsafe fn whole_plane(plane: &Plane, kernel: &dyn Kernel, in_parts: u32, instructions: Instructions) {
    let count = plane.rows * plane.length;
    let mut scratch = Scratch(MaybeUninit::uninit());
    let mut free: *mut u8 = (&raw mut scratch.0).cast();
    let mut pointers = plane.pointers;
    for column in ones(in_parts) {
        let (pointer, size) = (&mut pointers[column], plane.sizes[column]);
        let (strides, lengths) = ([plane.inner[column], plane.outer[column]], [plane.length, plane.rows]);
        // SAFETY: the rows are the caller's, and there is room for all of their elements and one run more.
        unsafe {
            match size {
                1 => copy_plane::<1>(*pointer, strides, lengths, free, instructions),
                2 => copy_plane::<2>(*pointer, strides, lengths, free, instructions),
                4 => copy_plane::<4>(*pointer, strides, lengths, free, instructions),
                _ => copy_plane::<8>(*pointer, strides, lengths, free, instructions),
            }
        }
        *pointer = free;
        free = free.wrapping_add(room(count, size));
    }
    let block = Block::row(&pointers[1..], pointers[0].cast_mut(), count);
    // SAFETY: every array is one run of elements now. One row is not moved on.
    unsafe { kernel.rows(&block, Mask::All, instructions) };
}

/// Whether all columns of a plane that are not one run can be copied aside.
#[inline(always)]
fn can_be_whole(plane: &Plane) -> bool {
    let (count, mut needed) = (plane.rows * plane.length, 0);
    for column in ones(plane.in_parts) {
        let size = plane.sizes[column];
        needed += room(count, size);
        if column == 0 || !matches!(size, 1 | 2 | 4 | 8) {
            return false;
        }
    }
    needed <= SCRATCH
}

/// The places of the bits that are set.
#[inline(always)]
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.checked_sub(1)?;
        Some(lowest as usize)
    })
}

/// The mask of arrays of which these stand still along a row and the others step, if there is a kernel for it.
#[inline(always)]
fn mask_of(standing: u32, arrays: usize, instructions: Instructions) -> Option<Mask> {
    match standing {
        0 => Some(Mask::All),
        _ => dispatch::masks(arrays, instructions).iter().copied().find(|mask| mask.standing(arrays) == standing),
    }
}

/// The columns that are not one run of elements, a bit each, where all of them can be copied aside as a whole: into one run of output,
/// few and small enough.
fn in_parts(loops: &Loops) -> Option<u32> {
    let lengths = [loops.length(0), loops.length(1), loops.length(2)];
    let count = loops.count();
    if count > WHOLE {
        return None;
    }
    let (mut in_parts, mut needed) = (0, 0);
    for (index, column) in loops.columns().iter().enumerate() {
        let mut is_run = loops.stride(column, 0) == 1;
        is_run &= lengths[1] == 1 || loops.stride(column, 1) == lengths[0] as isize;
        is_run &= lengths[2] == 1 || loops.stride(column, 2) == (lengths[0] * lengths[1]) as isize;
        if is_run {
            continue;
        }
        if index == 0 || !matches!(column.size, 1 | 2 | 4 | 8) {
            return None;
        }
        needed += room(count, column.size);
        in_parts |= 1 << index;
    }
    (needed <= SCRATCH).then_some(in_parts)
}

/// Runs the kernel over the two inner loops, for each index of the others.
///
/// # Safety
/// As [`Few::run`], with inner strides that are those of the mask.
unsafe fn all_rows(loops: &Loops, kernel: &dyn Kernel, mask: Mask, instructions: Instructions) {
    let columns = loops.columns();
    let mut pointers = [core::ptr::null(); COLUMNS];
    let (mut outer, mut sheet) = ([0_isize; COLUMNS], [0_isize; COLUMNS]);
    for (index, column) in columns.iter().enumerate().take(COLUMNS) {
        pointers[index] = column.pointer;
        outer[index] = loops.stride(column, 1) * column.size as isize;
        sheet[index] = loops.stride(column, 2) * column.size as isize;
    }
    for sheets in (1..=loops.length(2)).rev() {
        let block = Block {
            operands: pointers[1..].as_ptr(),
            output: pointers[0].cast_mut(),
            rows: loops.length(1),
            length: loops.length(0),
            output_outer: outer[0],
            outer: outer[1..].as_ptr(),
        };
        // SAFETY: the pointers are at an index of the outermost loop; the rest is the caller's promise.
        unsafe { aligned::rows(kernel, &block, columns.iter().map(|column| column.size), mask, instructions) };
        if sheets > 1 {
            for (pointer, &by) in pointers[..columns.len()].iter_mut().zip(&sheet) {
                *pointer = pointer.wrapping_offset(by);
            }
        }
    }
}

/// Copies the columns `in_parts` aside and runs the kernel once.
///
/// # Safety
/// As [`Few::run`], with what [`in_parts`] says.
unsafe fn whole(loops: &Loops, kernel: &dyn Kernel, in_parts: u32, instructions: Instructions) {
    let mut scratch = Scratch(MaybeUninit::uninit());
    let mut free: *mut u8 = (&raw mut scratch.0).cast();
    let mut pointers = [core::ptr::null(); COLUMNS];
    for (column, pointer) in loops.columns().iter().zip(&mut pointers) {
        *pointer = column.pointer;
    }
    for index in ones(in_parts) {
        let column = &loops.columns()[index];
        // SAFETY: the loops lead to elements, as the caller says, and there is room for all of them and one run more, as `in_parts` has
        // counted.
        unsafe {
            match column.size {
                1 => copy::<1>(loops, column, free, instructions),
                2 => copy::<2>(loops, column, free, instructions),
                4 => copy::<4>(loops, column, free, instructions),
                _ => copy::<8>(loops, column, free, instructions),
            }
        }
        pointers[index] = free;
        free = free.wrapping_add(room(loops.count(), column.size));
    }
    let block = Block::row(&pointers[1..], pointers[0].cast_mut(), loops.count());
    // SAFETY: every array is one run of elements now. One row is not moved on.
    unsafe { kernel.rows(&block, Mask::All, instructions) };
}

/// Copies a column's elements one after the other.
///
/// # Safety
/// The loops must lead to elements of `SIZE` bytes; `target` must have room for all of them and [`RUN`] bytes more.
unsafe fn copy<const SIZE: usize>(loops: &Loops, column: &Column, target: *mut u8, instructions: Instructions) {
    let bytes = SIZE as isize;
    let strides = [loops.stride(column, 0), loops.stride(column, 1) * bytes];
    let sheet = loops.stride(column, 2) * bytes;
    let (lengths, sheets) = ([loops.length(0), loops.length(1)], loops.length(2));
    let size = lengths[0] * lengths[1] * SIZE;
    // A sheet that is the same as the one before is copied with it.
    let one_sheet = sheet == 0;
    // SAFETY: the caller's promise; what runs over is written again by the next sheet, or lies in the room behind.
    unsafe {
        for at in 0..if one_sheet { 1 } else { sheets } {
            let source = column.pointer.wrapping_offset(at as isize * sheet);
            copy_plane::<SIZE>(source, strides, lengths, target.add(at * size), instructions);
        }
        if one_sheet {
            repeat(size, sheets * size, target);
        }
    }
}

/// Copies rows one after the other: the stride within a row in elements and from row to row in bytes, and both lengths.
///
/// # Safety
/// `source` must lead to elements of `SIZE` bytes; `target` must have room for all of them and [`RUN`] bytes more.
unsafe fn copy_plane<const SIZE: usize>(
    source: *const u8,
    [inner, outer]: [isize; 2],
    [length, rows]: [usize; 2],
    target: *mut u8,
    instructions: Instructions,
) {
    let elements = target.cast::<Bytes<SIZE>>();
    let first = |row: usize| source.wrapping_offset(row as isize * outer).cast::<Bytes<SIZE>>();
    // SAFETY: the caller's promise; what runs over is written again by the next row, or lies in the room behind.
    unsafe {
        match inner {
            0 if outer == 0 => fill_over(first(0).read(), rows * length, elements),
            0 => (0..rows).for_each(|row| fill_over(first(row).read(), length, elements.add(row * length))),
            // A row that is the same as the one before is copied with it.
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

/// Copies `bytes` bytes, at least one, `count` times.
///
/// # Safety
/// `source` must have so many bytes, and `target` room for all copies.
unsafe fn repeat_row(source: *const u8, bytes: usize, count: usize, target: *mut u8) {
    // SAFETY: the caller's promise; two parts of `PART` bytes, at the row's two ends, are in it where it is as long as one.
    unsafe {
        match bytes {
            8..16 => repeat_ends::<8>(source, bytes, count, target),
            16..32 => repeat_ends::<16>(source, bytes, count, target),
            32..=64 => repeat_ends::<32>(source, bytes, count, target),
            _ => (0..count).for_each(|row| core::ptr::copy_nonoverlapping(source, target.add(row * bytes), bytes)),
        }
    }
}

/// Copies a row that is read once, as two parts that may overlap: a copy of what has just been written would wait for it.
///
/// # Safety
/// As [`repeat_row`], for rows of `PART` to twice as many bytes.
#[inline(always)]
unsafe fn repeat_ends<const PART: usize>(source: *const u8, bytes: usize, count: usize, target: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe {
        let first = source.cast::<Bytes<PART>>().read();
        let last = source.add(bytes - PART).cast::<Bytes<PART>>().read();
        for row in 0..count {
            let target = target.add(row * bytes);
            target.cast::<Bytes<PART>>().write(first);
            target.add(bytes - PART).cast::<Bytes<PART>>().write(last);
        }
    }
}
