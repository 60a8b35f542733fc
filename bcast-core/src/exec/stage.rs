//! Copies rows of elements contiguously into scratch.

use core::mem::MaybeUninit;

use crate::exec::copy::{Bytes, fill, repeat};

/// Rows of elements in an array; strides in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) source: *const u8,
    pub(super) rows: usize,
    /// From row to row.
    pub(super) outer: isize,
    pub(super) length: usize,
    /// From element to element.
    pub(super) inner: isize,
}

/// Copies rows of elements of `size` bytes, compiled for the caller's instruction set.
///
/// # Safety
/// The elements must be readable, `target` must have room for all of them, and the two must not overlap.
#[inline(always)]
pub(super) unsafe fn copy_rows(from: Rows, size: usize, target: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => copy::<1>(from, target),
            2 => copy::<2>(from, target),
            4 => copy::<4>(from, target),
            8 => copy::<8>(from, target),
            16 => copy::<16>(from, target),
            _ => copy_any(from, size, target),
        }
    }
}

/// The rows and the elements of a transposed tile.
pub(super) const TILE: usize = 8;

/// True if the rows lie side by side, one element apart: tiles of them are best read along and written across.
pub(super) fn is_transposed(from: Rows, size: usize) -> bool {
    size <= 8 && from.outer == size as isize && from.rows >= TILE && from.length >= TILE && from.inner != 0
}

/// Rows of fewer elements, and fewer rows, are copied in tiles only if there is nothing else to copy.
const LONG: usize = 16;
/// Fewer elements of such rows are not copied in tiles.
const TILES: usize = 256;

/// True if so many rows of so many elements are copied in tiles where this number of the operands lies across them.
#[inline(always)]
pub(super) fn make_tiles([length, rows]: [usize; 2], across: usize, operands: usize) -> bool {
    match length.min(rows) {
        LONG.. => across > 0,
        TILE.. => across == operands && length.saturating_mul(rows) >= TILES,
        _ => false,
    }
}

/// # Safety
/// As [`copy_rows`], with `size = SIZE`.
#[inline(always)]
pub(super) unsafe fn copy<const SIZE: usize>(from: Rows, target: *mut u8) {
    // SAFETY: the caller's promise; tiles are within the rows.
    unsafe {
        if const { SIZE <= 8 } && is_transposed(from, SIZE) {
            by_tiles::<SIZE>(from, target, |source, target| transpose::<SIZE>(from, source, target));
        } else if from.outer == 0 && from.rows > 1 {
            copy_row::<SIZE>(from, 0, target.cast());
            repeat(from.length * SIZE, from.rows * from.length * SIZE, target);
        } else if from.length <= SHORT && from.rows > from.length {
            by_columns::<SIZE>(from, target.cast());
        } else {
            // A loop, since a closure would not be compiled for the caller's instruction set.
            for row in 0..from.rows {
                copy_row::<SIZE>(from, row, target.cast());
            }
        }
    }
}

/// Rows of at most this many elements are copied column by column.
const SHORT: usize = 8;

/// # Safety
/// As [`copy`].
#[inline(always)]
unsafe fn by_columns<const SIZE: usize>(from: Rows, target: *mut Bytes<SIZE>) {
    for index in 0..from.length {
        let mut source = from.source.wrapping_offset(index as isize * from.inner);
        for row in 0..from.rows {
            // SAFETY: the caller's promise.
            unsafe { target.add(row * from.length + index).write(source.cast::<Bytes<SIZE>>().read()) };
            source = source.wrapping_offset(from.outer);
        }
    }
}

/// Copies rows that [lie side by side](is_transposed) in whole tiles; `tile` gets the first element of a tile in both arrays.
///
/// # Safety
/// As [`copy_rows`], with `size = SIZE`; `tile` may read and write [`TILE`] rows and lanes.
#[inline(always)]
pub(super) unsafe fn by_tiles<const SIZE: usize>(from: Rows, target: *mut u8, tile: impl Fn(*const u8, *mut u8)) {
    // The last tiles may overlap those before: they copy the same elements again.
    let firsts = |count: usize| {
        (0..count / TILE * TILE).step_by(TILE).chain((!count.is_multiple_of(TILE)).then(|| count - TILE))
    };
    for row in firsts(from.rows) {
        for index in firsts(from.length) {
            let source = from.source.wrapping_offset(row as isize * from.outer + index as isize * from.inner);
            tile(source, target.wrapping_add((row * from.length + index) * SIZE));
        }
    }
}

/// Copies one row to its place in the target.
///
/// # Safety
/// As [`copy`].
#[inline(always)]
unsafe fn copy_row<const SIZE: usize>(from: Rows, row: usize, target: *mut Bytes<SIZE>) {
    let source = from.source.wrapping_offset(row as isize * from.outer).cast::<Bytes<SIZE>>();
    // SAFETY: the caller's promise.
    unsafe {
        let target = target.add(row * from.length);
        if from.inner == 0 {
            fill(source.read(), from.length, target);
        } else if from.inner == SIZE as isize {
            core::ptr::copy_nonoverlapping(source, target, from.length);
        } else {
            match from.inner / SIZE as isize {
                2 => every::<SIZE, 2>(source, from.length, target),
                3 => every::<SIZE, 3>(source, from.length, target),
                4 => every::<SIZE, 4>(source, from.length, target),
                _ => {
                    for index in 0..from.length {
                        target.add(index).write(source.wrapping_byte_offset(index as isize * from.inner).read());
                    }
                }
            }
        }
    }
}

/// Copies every `STEP`th element. A constant step lets the compiler read whole vectors, and keep some of their elements.
///
/// # Safety
/// As [`copy`], for a row of `length` elements that are so many apart.
#[inline(always)]
unsafe fn every<const SIZE: usize, const STEP: usize>(
    source: *const Bytes<SIZE>,
    length: usize,
    target: *mut Bytes<SIZE>,
) {
    for index in 0..length {
        // SAFETY: the caller's promise.
        unsafe { target.add(index).write(source.add(index * STEP).read()) };
    }
}

/// Copies a tile of rows that lie side by side.
///
/// # Safety
/// `source` must be the first of [`TILE`] rows and elements of each, and so must `target`.
#[inline(always)]
unsafe fn transpose<const SIZE: usize>(from: Rows, source: *const u8, target: *mut u8) {
    let mut tile = [[[MaybeUninit::uninit(); SIZE]; TILE]; TILE];
    // SAFETY: the caller's promise; `Bytes` has alignment 1.
    unsafe {
        for (lane, elements) in tile.iter_mut().enumerate() {
            *elements = source.wrapping_offset(lane as isize * from.inner).cast::<[Bytes<SIZE>; TILE]>().read();
        }
        for number in 0..TILE {
            let target = target.add(number * from.length * SIZE);
            target.cast::<[Bytes<SIZE>; TILE]>().write(tile.map(|elements| elements[number]));
        }
    }
}

/// # Safety
/// As [`copy_rows`].
unsafe fn copy_any(from: Rows, size: usize, mut target: *mut u8) {
    for row in 0..from.rows {
        let source = from.source.wrapping_offset(row as isize * from.outer);
        for index in 0..from.length {
            // SAFETY: the caller's promise.
            unsafe {
                core::ptr::copy_nonoverlapping(source.wrapping_offset(index as isize * from.inner), target, size);
                target = target.add(size);
            }
        }
    }
}
