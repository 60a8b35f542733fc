//! Zero-sized types that carry facts about a call.

/// A type with one value of size zero: knowing the type is having the value.
pub trait Unit: Sized {
    /// The value.
    const UNIT: Self;
}
