//! What a `where` clause states of shapes.

#[cfg(feature = "rules")]
pub use crate::rules::check_stated::{Bindings, check_rigid, check_stated};

/// The stated shape of one array.
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The array: an index into the call's operands, or `None` for the place.
    pub operand: Option<usize>,
    /// The array's name in messages.
    pub name: &'a str,
    /// What is stated of each axis, outermost first.
    pub entries: &'a [Entry],
}

/// What is stated of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A literal length.
    Known(usize),
    /// A NAME, by its index.
    Symbol(u32),
    /// `{expr}`, by its index.
    Value(u32),
    /// `_`.
    Open,
}

/// The symbols of a call's `where` clause.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symbols<'a> {
    /// Each NAME.
    pub names: &'a [&'a str],
    /// How each `{expr}` is written, braces and all.
    pub texts: &'a [&'a str],
    /// The value of each `{expr}`.
    pub values: &'a [usize],
}
