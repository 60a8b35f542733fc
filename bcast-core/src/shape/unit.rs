//! Zero-sized types that carry facts about a call.

/// A type with one value of size zero: knowing the type is having the value.
pub trait Unit: Sized {
    /// The value.
    const UNIT: Self;
}

/// The type against which generated code matches each NAME of `where`. A NAME that is a constant in scope has another type, and the compiler's
/// message names this one.
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "read in a message")]
pub struct UnknownLength_WriteBracesForAConstant;
