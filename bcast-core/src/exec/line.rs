//! Alignment to cache lines.

/// The bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// The number of elements of `size` bytes before the next multiple of `to` bytes; 0 if no element begins there.
#[inline(always)]
pub(crate) fn elements_before<T>(first: *const T, size: usize, to: usize) -> usize {
    let bytes = first.addr().wrapping_neg() % to;
    if size != 0 && bytes.is_multiple_of(size) { bytes / size } else { 0 }
}
