//! Runs a few loops without an odometer: what is ready for a kernel as it lies, and what is so small that it is copied aside as
//! a whole.

use core::mem::MaybeUninit;

use crate::direct::{COLUMNS, Column, Loops, Run};
use crate::exec::dispatch::{self, Instructions};
use crate::exec::mask::Mask;
use crate::exec::odometer::{LONG_MASKED_ROW, LONG_ROW};
use crate::exec::{Block, Kernel, aligned, stage};

/// As [`LONG_ROW`], in a nest of few elements.
const LONG_ROW_OF_FEW: usize = 8;
/// So many elements are few.
const FEW: usize = 1024;
/// What is copied aside as a whole has at most so many elements.
const WHOLE: usize = 2048;
/// Bytes of scratch for the copies.
const SCRATCH: usize = 16 * 1024;
/// Elements are written in runs of so many bytes, the last of which may run over.
const RUN: usize = 32;

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
    /// Copied aside as a whole, but for the columns that are one run of elements: a bit each.
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
        let mask = match standing {
            _ if other => None,
            0 => Some(Mask::All),
            _ => dispatch::masks(arrays, instructions).iter().copied().find(|mask| mask.standing(arrays) == standing),
        };
        let long = match standing {
            _ if loops.count() <= FEW => LONG_ROW_OF_FEW,
            0 => LONG_ROW,
            _ => LONG_MASKED_ROW,
        };
        match mask {
            Some(mask) if loops.length(1) == 1 || loops.length(0) >= long => {
                Some(Few { way: Way::Rows(mask), instructions })
            }
            _ => runs(loops).map(|runs| Few { way: Way::Whole(runs), instructions }),
        }
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
                Way::Whole(runs) => whole(loops, kernel, runs, self.instructions),
            }
        }
    }
}

/// The columns that are one run of elements, a bit each, where all others can be copied aside as a whole: into one run of output, few
/// and small enough.
fn runs(loops: &Loops) -> Option<u32> {
    let lengths = [loops.length(0), loops.length(1), loops.length(2)];
    let count = loops.count();
    if count > WHOLE {
        return None;
    }
    let (mut runs, mut needed) = (0, 0);
    for (index, column) in loops.columns().iter().enumerate() {
        let mut run = loops.stride(column, 0) == 1;
        run &= lengths[1] == 1 || loops.stride(column, 1) == lengths[0] as isize;
        run &= lengths[2] == 1 || loops.stride(column, 2) == (lengths[0] * lengths[1]) as isize;
        if !run && (index == 0 || !matches!(column.size, 1 | 2 | 4 | 8)) {
            return None;
        }
        needed += if run { 0 } else { room(count, column.size) };
        runs |= u32::from(run) << index;
    }
    (needed <= SCRATCH).then_some(runs)
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

/// Copies what is not one run of elements aside and runs the kernel once.
///
/// # Safety
/// As [`Few::run`], with what [`runs`] says.
unsafe fn whole(loops: &Loops, kernel: &dyn Kernel, runs: u32, instructions: Instructions) {
    let mut scratch = Scratch(MaybeUninit::uninit());
    let mut free: *mut u8 = (&raw mut scratch.0).cast();
    let mut pointers = [core::ptr::null(); COLUMNS];
    for (index, column) in loops.columns().iter().enumerate().take(COLUMNS) {
        pointers[index] = column.pointer;
        if runs >> index & 1 != 0 {
            continue;
        }
        let target = free;
        free = free.wrapping_add(room(loops.count(), column.size));
        pointers[index] = target;
        // SAFETY: the loops lead to elements, as the caller says, and `target` has room for all of them and one run more, as
        // `runs` has counted.
        unsafe {
            match column.size {
                1 => copy::<1>(loops, column, target),
                2 => copy::<2>(loops, column, target),
                4 => copy::<4>(loops, column, target),
                _ => copy::<8>(loops, column, target),
            }
        }
    }
    let block = Block::row(&pointers[1..], pointers[0].cast_mut(), loops.count());
    // SAFETY: every array is one run of elements now. One row is not moved on.
    unsafe { kernel.rows(&block, Mask::All, instructions) };
}

/// Bytes that may be padding: they are moved, never looked at.
type Bytes<const SIZE: usize> = [MaybeUninit<u8>; SIZE];

/// Copies a column's elements one after the other.
///
/// # Safety
/// The loops must lead to elements of `SIZE` bytes; `target` must have room for all of them and [`RUN`] bytes more.
unsafe fn copy<const SIZE: usize>(loops: &Loops, column: &Column, target: *mut u8) {
    let (source, target) = (column.pointer.cast::<Bytes<SIZE>>(), target.cast::<Bytes<SIZE>>());
    let (inner, outer, sheet) = (loops.stride(column, 0), loops.stride(column, 1), loops.stride(column, 2));
    let (length, rows, sheets) = (loops.length(0), loops.length(1), loops.length(2));
    // A sheet that is the same as the one before is copied with it, and so is a row.
    let (one_sheet, one_row) = (sheet == 0, outer == 0 && inner == 1);
    // SAFETY: the caller's promise; what runs over is written again by the next row, or lies in the room behind.
    unsafe {
        for at in 0..if one_sheet { 1 } else { sheets } {
            let source = source.wrapping_offset(at as isize * sheet);
            let target = target.add(at * rows * length);
            if one_row {
                repeat_row(source.cast(), length * SIZE, rows, target.cast());
                continue;
            }
            for row in 0..rows {
                let source = source.wrapping_offset(row as isize * outer);
                let target = target.add(row * length);
                match inner {
                    0 => fill(source.read(), length, target),
                    1 => core::ptr::copy_nonoverlapping(source, target, length),
                    _ => {
                        for index in 0..length {
                            target.add(index).write(source.wrapping_offset(index as isize * inner).read());
                        }
                    }
                }
            }
        }
        if one_sheet {
            stage::repeat(rows * length * SIZE, sheets * rows * length * SIZE, target.cast());
        }
    }
}

/// Writes an element `count` times, and some more to the end of a run.
///
/// # Safety
/// `target` must have room for so many elements and [`RUN`] bytes more.
#[inline(always)]
unsafe fn fill<const SIZE: usize>(element: Bytes<SIZE>, count: usize, target: *mut Bytes<SIZE>) {
    let mut at = 0;
    while at < count {
        for index in 0..const { RUN / SIZE } {
            // SAFETY: `at` is within the room, and behind it there is a run more.
            unsafe { target.add(at + index).write(element) };
        }
        at += const { RUN / SIZE };
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
