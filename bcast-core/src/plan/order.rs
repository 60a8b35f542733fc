//! The two orders in which memory without gaps can hold an array.

/// The order of elements in memory without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The innermost axis is contiguous.
    C,
    /// The outermost axis is contiguous (Fortran).
    F,
}
