//! Copies strided elements into scratch memory, one after the other.

use core::mem::MaybeUninit;

/// Copies `count` elements of `size` bytes, `stride` bytes apart, to `target`.
///
/// # Safety
/// The elements must be readable, `target` must have room for them, and the two must not overlap.
pub(super) unsafe fn gather(source: *const u8, stride: isize, size: usize, target: *mut u8, count: usize) {
    // SAFETY: the caller's promise, in units of `size` bytes.
    unsafe {
        match size {
            1 => copy::<1>(source, stride, target, count),
            2 => copy::<2>(source, stride, target, count),
            4 => copy::<4>(source, stride, target, count),
            8 => copy::<8>(source, stride, target, count),
            12 => copy::<12>(source, stride, target, count),
            16 => copy::<16>(source, stride, target, count),
            _ => {
                for index in 0..count {
                    let element = source.wrapping_offset(index as isize * stride);
                    core::ptr::copy_nonoverlapping(element, target.add(index * size), size);
                }
            }
        }
    }
}

/// Bytes that may be padding: they are moved, never looked at.
type Bytes<const SIZE: usize> = [MaybeUninit<u8>; SIZE];

/// # Safety
/// As [`gather`], with `size = SIZE`.
unsafe fn copy<const SIZE: usize>(source: *const u8, stride: isize, target: *mut u8, count: usize) {
    let target = target.cast::<Bytes<SIZE>>();
    // SAFETY: the caller's promise; `Bytes` has alignment 1.
    unsafe {
        if stride == 0 {
            let element = source.cast::<Bytes<SIZE>>().read();
            for index in 0..count {
                target.add(index).write(element);
            }
        } else {
            for index in 0..count {
                let element = source.wrapping_offset(index as isize * stride);
                target.add(index).write(element.cast::<Bytes<SIZE>>().read());
            }
        }
    }
}
