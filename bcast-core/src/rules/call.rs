//! What a call asks for: a mode, its options, and the operands' shapes.

pub use crate::rules::alignment::Alignment;
use crate::rules::mode::Mode;

/// One array that takes part in a call: its name in messages, its shape, and an alignment of its own if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a, L> {
    /// The name that messages use, as the user wrote it (`self.weight`).
    pub name: &'a str,
    /// The lengths of its axes, outermost first.
    pub shape: &'a [L],
    /// `axis(path) = e` or `axes(path) = e`, or [`Alignment::ByMode`].
    pub alignment: Alignment<'a>,
}

/// The array that a call writes to.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, L> {
    /// The name that messages use.
    pub name: &'a str,
    /// The lengths of its axes, outermost first.
    pub shape: &'a [L],
    /// The index of the operand that is this same array (`place op= e`, or the place read bare in the expression).
    pub operand: Option<usize>,
}

/// Everything the rulebook needs to decide a call.
///
/// `L` is `usize` at run time and [`Length`](crate::rules::length::Length) where lengths may be symbols or unknown.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a, L> {
    /// The mode in force.
    pub mode: Mode,
    /// The arrays of the expression in source order; constants are not among them.
    pub operands: &'a [Operand<'a, L>],
    /// The option `axis`.
    pub axis: Option<i64>,
    /// The option `axes`.
    pub axes: Option<&'a [i64]>,
    /// The option `to`.
    pub to: Option<&'a [L]>,
    /// The option `base`, as an index into `operands`.
    pub base: Option<usize>,
    /// The array written to, if the call has one.
    pub place: Option<Place<'a, L>>,
}
