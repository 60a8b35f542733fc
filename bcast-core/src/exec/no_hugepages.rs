//! Fallback for systems without huge pages on request.

#[inline]
pub(crate) fn advise(_: *mut u8, _: usize) {}
