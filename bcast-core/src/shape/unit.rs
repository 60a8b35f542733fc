//! Types of one value without size, which stand for what was found out about a call.

/// A type of one value, without size: whoever knows the type has the value.
pub trait Unit: Sized {
    /// The value.
    const UNIT: Self;
}
