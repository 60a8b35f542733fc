//! Copies strided elements into scratch memory, one after the other.

use core::mem::MaybeUninit;

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
/// The elements must be readable, `target` must have room for all of them, and the two must not overlap.
pub(super) unsafe fn gather(mut from: Rows, sheets: usize, sheet: isize, size: usize, mut target: *mut u8) {
    for _ in 0..sheets {
        // SAFETY: the caller's promise, in units of `size` bytes.
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
        target = target.wrapping_add(from.rows * from.length * size);
        from.source = from.source.wrapping_offset(sheet);
    }
}

/// Bytes that may be padding: they are moved, never looked at.
type Bytes<const SIZE: usize> = [MaybeUninit<u8>; SIZE];

/// # Safety
/// As [`gather`], with `size = SIZE`.
unsafe fn copy<const SIZE: usize>(from: Rows, target: *mut u8) {
    let mut target = target.cast::<Bytes<SIZE>>();
    for row in 0..from.rows {
        let source = from.source.wrapping_offset(row as isize * from.outer).cast::<Bytes<SIZE>>();
        // SAFETY: the caller's promise; `Bytes` has alignment 1.
        unsafe {
            if from.inner == 0 {
                let element = source.read();
                for index in 0..from.length {
                    target.add(index).write(element);
                }
            } else if from.inner == SIZE as isize {
                core::ptr::copy_nonoverlapping(source, target, from.length);
            } else {
                for index in 0..from.length {
                    target.add(index).write(source.wrapping_byte_offset(index as isize * from.inner).read());
                }
            }
            target = target.add(from.length);
        }
    }
}

/// # Safety
/// As [`gather`].
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
