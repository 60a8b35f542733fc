//! Where huge pages can't be asked for.

/// Nothing.
#[inline]
pub(crate) fn advise(_: *mut u8, _: usize) {}
