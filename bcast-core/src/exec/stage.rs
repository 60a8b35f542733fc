//! Copies strided elements into scratch memory, one after the other.

use core::mem::MaybeUninit;

use crate::exec::dispatch::{self, Instructions};

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

/// Copies so many sheets of rows, `sheet` bytes from one to the next, of elements of `size` bytes to `target`, without gaps.
///
/// # Safety
/// The elements must be readable, `target` must have room for all of them, the two must not overlap, and the processor must have
/// `instructions`.
pub(super) unsafe fn gather(
    mut from: Rows,
    sheets: usize,
    sheet: isize,
    size: usize,
    mut target: *mut u8,
    instructions: Instructions,
) {
    let bytes = from.rows * from.length * size;
    if sheet == 0 && bytes > 0 {
        // SAFETY: the caller's promise; the first sheet has been copied then.
        unsafe {
            dispatch::copy_rows(from, size, target, instructions);
            repeat(bytes, sheets * bytes, target);
        }
        return;
    }
    // Sheets of few elements are copied an element of every sheet after the other.
    if sheets > from.rows * from.length {
        // SAFETY: the caller's promise, in units of `size` bytes.
        let copied = unsafe {
            match size {
                1 => by_sheets::<1>(from, sheets, sheet, target.cast()),
                2 => by_sheets::<2>(from, sheets, sheet, target.cast()),
                4 => by_sheets::<4>(from, sheets, sheet, target.cast()),
                8 => by_sheets::<8>(from, sheets, sheet, target.cast()),
                _ => false,
            }
        };
        if copied {
            return;
        }
    }
    for _ in 0..sheets {
        // SAFETY: the caller's promise, in units of `size` bytes.
        unsafe { dispatch::copy_rows(from, size, target, instructions) };
        target = target.wrapping_add(bytes);
        from.source = from.source.wrapping_offset(sheet);
    }
}

/// Copies sheets, an element of every one after the other. True: it has.
///
/// # Safety
/// As [`gather`], for elements of `SIZE` bytes.
unsafe fn by_sheets<const SIZE: usize>(from: Rows, sheets: usize, sheet: isize, target: *mut Bytes<SIZE>) -> bool {
    let size = from.rows * from.length;
    for row in 0..from.rows {
        for index in 0..from.length {
            let element = row as isize * from.outer + index as isize * from.inner;
            let mut source = from.source.wrapping_offset(element);
            for number in 0..sheets {
                // SAFETY: the caller's promise; `Bytes` has alignment 1.
                unsafe {
                    let target = target.add(number * size + row * from.length + index);
                    target.write(source.cast::<Bytes<SIZE>>().read());
                }
                source = source.wrapping_offset(sheet);
            }
        }
    }
    true
}

/// Copies rows of elements of `size` bytes, for whatever instructions the caller is compiled for.
///
/// # Safety
/// As [`gather`], for one sheet.
#[inline(always)]
pub(super) unsafe fn copy_rows(from: Rows, size: usize, target: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => copy::<1>(from, target),
            2 => copy::<2>(from, target),
            4 => copy::<4>(from, target),
            8 => copy::<8>(from, target),
            12 => copy::<12>(from, target),
            16 => copy::<16>(from, target),
            _ => copy_any(from, size, target),
        }
    }
}

/// Bytes that may be padding: they are moved, never looked at.
type Bytes<const SIZE: usize> = [MaybeUninit<u8>; SIZE];

/// The rows and elements that are transposed at a time.
pub(super) const TILE: usize = 8;

/// Whether the rows lie side by side, so that tiles of them are best read along and written across.
pub(super) fn is_transposed(from: Rows, size: usize) -> bool {
    from.outer == size as isize && from.rows >= TILE && from.length >= TILE && from.inner != 0
}

/// # Safety
/// As [`copy_rows`], with `size = SIZE`.
#[inline(always)]
unsafe fn copy<const SIZE: usize>(from: Rows, target: *mut u8) {
    // SAFETY: the caller's promise; tiles are within the rows.
    unsafe {
        if is_transposed(from, SIZE) {
            by_tiles::<SIZE>(from, target, |source, target| transpose::<SIZE>(from, source, target));
        } else if from.outer == 0 && from.rows > 1 {
            copy_part::<SIZE>(from, 0, 0, target.cast());
            repeat(from.length * SIZE, from.rows * from.length * SIZE, target);
        } else if from.length <= SHORT && from.rows > from.length {
            by_columns::<SIZE>(from, target.cast());
        } else {
            (0..from.rows).for_each(|row| copy_part::<SIZE>(from, row, 0, target.cast()));
        }
    }
}

/// Rows of so few elements are copied an element of every row after the other.
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

/// Copies the first `done` bytes again and again until there are `count`.
///
/// # Safety
/// `target` must have `done` bytes, at least one, and room for `count` of them, at least as many.
pub(super) unsafe fn repeat(mut done: usize, count: usize, target: *mut u8) {
    while done < count {
        let more = done.min(count - done);
        // SAFETY: what is copied has been written, and ends where the copy begins.
        unsafe { core::ptr::copy_nonoverlapping(target, target.add(done), more) };
        done += more;
    }
}

/// Copies rows that [lie side by side](is_transposed), whole tiles by `tile`: from its first element to its first element.
///
/// # Safety
/// As [`copy_rows`], with `size = SIZE`; `tile` may read and write [`TILE`] rows and lanes.
#[inline(always)]
pub(super) unsafe fn by_tiles<const SIZE: usize>(from: Rows, target: *mut u8, tile: impl Fn(*const u8, *mut u8)) {
    let (whole_rows, whole_length) = (from.rows / TILE * TILE, from.length / TILE * TILE);
    for row in (0..whole_rows).step_by(TILE) {
        for index in (0..whole_length).step_by(TILE) {
            let source = from.source.wrapping_offset(row as isize * from.outer + index as isize * from.inner);
            tile(source, target.wrapping_add((row * from.length + index) * SIZE));
        }
        for row in row..row + TILE {
            // SAFETY: the caller's promise.
            unsafe { copy_part::<SIZE>(from, row, whole_length, target.cast()) };
        }
    }
    for row in whole_rows..from.rows {
        // SAFETY: the caller's promise.
        unsafe { copy_part::<SIZE>(from, row, 0, target.cast()) };
    }
}

/// Copies a row's elements from `start` on.
///
/// # Safety
/// As [`copy`], for a row and an element of it or its end.
#[inline(always)]
unsafe fn copy_part<const SIZE: usize>(from: Rows, row: usize, start: usize, target: *mut Bytes<SIZE>) {
    let source = from.source.wrapping_offset(row as isize * from.outer).cast::<Bytes<SIZE>>();
    // SAFETY: the caller's promise.
    unsafe {
        let target = target.add(row * from.length);
        if from.inner == 0 {
            let element = source.read();
            for index in start..from.length {
                target.add(index).write(element);
            }
        } else if from.inner == SIZE as isize {
            core::ptr::copy_nonoverlapping(source.add(start), target.add(start), from.length - start);
        } else {
            for index in start..from.length {
                target.add(index).write(source.wrapping_byte_offset(index as isize * from.inner).read());
            }
        }
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
