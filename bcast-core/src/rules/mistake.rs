//! What can be wrong with a call, and what the rulebook finds in one.

use crate::rules::length::Length;
use crate::rules::option::OptionName;
use crate::rules::party::Party;

/// What is wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Two lengths meet that are not equal, and the one that would have to be 1 and stretch is not, or may not.
    LengthMismatch,
    /// An operand has a higher rank than the array it must fit.
    RankTooHigh,
    /// Two ranks must be equal and are not.
    RankDiffers,
    /// An operand's axis, aligned as asked, falls past the result's last axis.
    BeyondResult,
    /// `axis` is not a place at which an operand could sit.
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
    /// Every operand has an alignment of its own, so no shape is there to align them to.
    NoVoter,
    /// Every operand has an alignment of its own, and on an axis of the result none of them lies.
    UncoveredAxis,
    /// `base` beside `to`: both say whose shape the result has.
    BaseWithTo,
    /// `base` beside a place that is an operand: both say whose shape the result has.
    BaseWithPlace,
    /// `base`, or the place, is an operand that the call does not have.
    NoSuchOperand,
    /// `to` in a call without arrays.
    ToWithoutArray,
    /// A length in `to` is negative.
    NegativeLength,
    /// The lengths other than 0 multiply to more than an `isize` holds, or the result to more bytes.
    TooManyElements,
    /// A symbol may or may not be the length on which an alignment depends (ncnn's operands of rank 1).
    OpenAlignment,
    /// A symbol would have to be two lengths at once.
    SymbolConflict,
    /// An array's real rank is not the stated one.
    StatedRank,
    /// An array's real length is not the stated one.
    StatedLength,
    /// A NAME stands for two different lengths.
    NameConflict,
    /// A length is not the value of its `{expr}`.
    ValueConflict,
    /// An axis stated as a symbol would have to stretch.
    SymbolStretches,
}

impl ErrorKind {
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}

/// A mistake as the rulebook finds it, before anyone asks for words.
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
    /// The greatest value that would have been in range.
    pub greatest: Option<usize>,
    pub symbol: Option<Length>,
    /// What gave the symbol another length: an array's axis.
    pub bound_at: Option<(Party, usize)>,
    /// Where the culprit's first axis would sit, if it fails by that.
    pub offset: Option<usize>,
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
        }
    }

    /// Of this array.
    #[cold]
    pub const fn of(culprit: Party, kind: ErrorKind) -> Self {
        Self { culprit: Some(culprit), ..Self::new(kind) }
    }
}
