//! Alignment to cache lines.

#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

/// The bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// Uninitialised memory on the stack, aligned for elements of any type.
#[cfg(feature = "alloc")]
#[repr(align(64))]
pub(crate) struct Scratch<const BYTES: usize>(MaybeUninit<[u8; BYTES]>);

#[cfg(feature = "alloc")]
impl<const BYTES: usize> Scratch<BYTES> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    #[inline(always)]
    pub(crate) fn first(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// These bytes up to the next cache line, where other memory in the same scratch can begin.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn room(bytes: usize) -> usize {
    bytes.next_multiple_of(LINE)
}

/// The number of elements of `size` bytes before the next multiple of `to` bytes; 0 if no element begins there.
#[inline(always)]
pub(crate) fn elements_before<T>(first: *const T, size: usize, to: usize) -> usize {
    let bytes = first.addr().wrapping_neg() % to;
    if size != 0 && bytes.is_multiple_of(size) { bytes / size } else { 0 }
}
