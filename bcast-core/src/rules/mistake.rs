//! The kinds of mistake in a call, and a mistake as the rulebook records it.

use crate::rules::length::Length;
use crate::rules::option::OptionName;
use crate::rules::party::Party;

/// The reason why a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Two lengths meet that are not equal, and the one that would have to stretch is not 1 or may not stretch.
    LengthMismatch,
    /// An operand has a higher rank than the array it must fit.
    RankTooHigh,
    /// Two ranks must be equal and are not.
    RankDiffers,
    /// An operand's axis, aligned as requested, falls beyond the result's last axis.
    BeyondResult,
    /// `axis` is out of range for every operand.
    AxisOutOfRange,
    /// `axes` has more or fewer entries than the operand has axes.
    AxesCount,
    /// An entry of `axes` is no axis of the target.
    AxesOutOfRange,
    /// The entries of `axes` do not increase.
    AxesNotIncreasing,
    /// The mode does not take an option that is given.
    OptionNotTaken,
    /// The mode needs the option `to`.
    NeedsTo,
    /// Every operand has an alignment of its own, so there is no shape to align them to.
    NoVoter,
    /// Every operand has an alignment of its own, and none covers some axis of the result.
    UncoveredAxis,
    /// `base` beside `to`: both determine the result's shape.
    BaseWithTo,
    /// `base` beside a place that is an operand: both determine the result's shape.
    BaseWithPlace,
    /// `base` or the place refers to an operand that the call does not have.
    NoSuchOperand,
    /// `to` in a call without arrays.
    ToWithoutArray,
    /// A length in `to` is negative.
    NegativeLength,
    /// The product of the lengths other than 0 exceeds `isize::MAX`, or the result's size in bytes does.
    TooManyElements,
    /// An alignment depends on a symbol whose length is unknown (ncnn's operands of rank 1).
    OpenAlignment,
    /// A symbol would need two lengths at once.
    SymbolConflict,
    /// An array's actual rank differs from the stated one.
    StatedRank,
    /// An array's actual length differs from the stated one.
    StatedLength,
    /// A NAME stands for two different lengths.
    NameConflict,
    /// A length differs from the value of its `{expr}`.
    ValueConflict,
    /// An axis stated as a symbol would have to stretch.
    SymbolStretches,
    /// The axis of a reduction is no axis of the call.
    ReducedAxisOutOfRange,
    /// A reduction takes an axis twice.
    ReducedAxisTwice,
    /// A reduction of one axis is given several, or none.
    ReducedAxesCount,
    /// Nothing in a reduction has the axis that it takes.
    ReducedAxisAbsent,
    /// The axis of a reduction is another one of the call than of the expression in it.
    ReducedAxisAmbiguous,
    /// An array beside a reduction could lie along what is reduced, or beside it.
    BesideReduction,
    /// A reduction without a value for no elements, of an empty axis.
    EmptyReduction,
    /// Two arrays stretch for each other along axes that one reduction takes.
    ReducedPairs,
    /// Two reductions with `..` take different axes.
    ReducedAllDiffer,
}

impl ErrorKind {
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}

/// A mistake as the rulebook records it; messages are written only on demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mistake {
    pub kind: ErrorKind,
    pub culprit: Option<Party>,
    pub other: Option<Party>,
    pub operand_axis: Option<usize>,
    pub other_axis: Option<usize>,
    pub output_axis: Option<usize>,
    pub length: Option<Length>,
    pub against: Option<Length>,
    pub option: Option<OptionName>,
    pub value: Option<i64>,
    /// The upper end of the valid range.
    pub greatest: Option<usize>,
    pub symbol: Option<Length>,
    /// The array and axis that gave the symbol its other length.
    pub bound_at: Option<(Party, usize)>,
    /// The output axis that the culprit's first axis would have, for mistakes of placement.
    pub offset: Option<usize>,
    /// The reduction at fault: its index among the call's values, and its name.
    pub reduction: Option<(usize, &'static str)>,
    /// The axes that it takes, as bits, if another reduction takes others.
    pub taken: u64,
    /// That reduction's name, and its axes.
    pub beside: Option<(&'static str, u64)>,
}

impl Mistake {
    #[cold]
    pub const fn new(kind: ErrorKind) -> Self {
        Self {
            kind,
            culprit: None,
            other: None,
            operand_axis: None,
            other_axis: None,
            output_axis: None,
            length: None,
            against: None,
            option: None,
            value: None,
            greatest: None,
            symbol: None,
            bound_at: None,
            offset: None,
            reduction: None,
            taken: 0,
            beside: None,
        }
    }

    /// A mistake of this array.
    #[cold]
    pub const fn of(culprit: Party, kind: ErrorKind) -> Self {
        Self { culprit: Some(culprit), ..Self::new(kind) }
    }
}
