//! The sizes from which calls are computed in other ways.

/// A limit of bytes or elements. In builds for tests the environment divides it: with `BCAST_LIMITS=64`, small arrays go through what large ones do.
#[cfg(all(feature = "every-kernel", feature = "std"))]
pub(super) fn limit(of: usize) -> usize {
    use std::sync::OnceLock;
    static DIVISOR: OnceLock<usize> = OnceLock::new();
    let asked_for = || std::env::var("BCAST_LIMITS").map_or(1, |divisor| divisor.parse().expect("a divisor"));
    of / *DIVISOR.get_or_init(asked_for)
}

#[cfg(not(all(feature = "every-kernel", feature = "std")))]
pub(super) const fn limit(of: usize) -> usize {
    of
}
