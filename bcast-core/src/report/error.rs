//! The one error of the library: which operand does not fit where, and what would.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::report::message;
use crate::report::picture::SymbolTexts;
use crate::report::suggest::Help;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call};
use crate::rules::findings::Findings;
use crate::rules::length::{Extent, Length};
use crate::rules::mode::{Lead, Mode, OptionName};

/// An array of a call, as messages and errors speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// The operand with this index.
    Operand(usize),
    /// The option `to`.
    To,
    /// The array written to.
    Place,
}

impl Party {
    /// The party's shape in a call that has it.
    #[inline]
    pub(crate) fn shape<'a, L>(self, call: &Call<'a, L>) -> &'a [L] {
        match self {
            Self::Operand(i) => call.operands[i].shape,
            Self::To => call.to.unwrap_or_default(),
            Self::Place => call.place.as_ref().map_or(&[], |place| place.shape),
        }
    }
}

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

/// Why a call is refused, with everything that is needed to say so well.
///
/// The text, with a picture and the way out, is the same at compile time and at run time:
///
/// ```
/// use bcast_core::rules::call::{Alignment, Call, Operand};
/// use bcast_core::{rules::mode::Mode, rules::resolve::resolve};
///
/// let operand = |name, shape| Operand { name, shape, alignment: Alignment::ByMode };
/// let operands = [operand("x", &[32, 64, 7, 7][..]), operand("gamma", &[64][..])];
/// let call = Call { mode: Mode::Pdpd, operands: &operands, axis: Some(0), axes: None, to: None, base: None, place: None };
/// assert_eq!(
///     resolve::<usize>(&call).unwrap_err().to_string(),
///     "\
/// `gamma` does not broadcast onto `x` (mode = pdpd, axis = 0)
///    axis      0   1   2   3
///    x        32  64   7   7
///    gamma    64
///             ^^ length 64 meets 32; only length 1 stretches
/// help: `axis = 1` would fit"
/// );
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct BroadcastError(pub(crate) Box<Details>);

/// Boxed, so that a `Result` stays small.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Details {
    pub mode: Mode,
    pub axis: Option<i64>,
    pub axes: Option<Vec<i64>>,
    pub base: Option<String>,
    pub mistake: Mistake,
    /// Every operand, then `to`, then the place.
    pub rows: Vec<Row>,
    /// The result's rank, and its shape as far as it was found.
    pub rank: usize,
    pub result: Vec<Length>,
    pub lead: Option<Lead>,
    pub place_operand: Option<usize>,
    /// What the `where` clause states of the culprit, if that is what is wrong.
    pub stated: Vec<Length>,
    pub helps: Vec<Help>,
    pub texts: SymbolTexts,
}

/// One array of the call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub party: Party,
    pub name: String,
    pub shape: Vec<Length>,
    pub map: Option<AxisMap>,
    pub own: Own,
}

/// An operand's own alignment, kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Own {
    ByMode,
    Axis(i64),
    Axes(Vec<i64>),
}

impl From<Alignment<'_>> for Own {
    fn from(alignment: Alignment<'_>) -> Self {
        match alignment {
            Alignment::ByMode => Self::ByMode,
            Alignment::Axis(axis) => Self::Axis(axis),
            Alignment::Axes(axes) => Self::Axes(axes.into()),
        }
    }
}

/// A mistake as the rulebook finds it, before anyone asks for words.
#[derive(Clone, Debug, PartialEq)]
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
    /// Where the culprit would sit, if it fails by that.
    pub map: Option<AxisMap>,
}

impl Mistake {
    #[cold]
    pub fn boxed(kind: ErrorKind) -> Box<Self> {
        Box::new(Self::new(kind))
    }

    /// Of this array.
    #[cold]
    pub fn of(culprit: Party, kind: ErrorKind) -> Self {
        Self { culprit: Some(culprit), ..Self::new(kind) }
    }

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
            map: None,
        }
    }
}

impl BroadcastError {
    /// The error about a whole call, or about the entry of its `to` with this index and value.
    #[cold]
    pub(crate) fn of_call(call: &Call<'_, usize>, kind: ErrorKind, entry: Option<(usize, i64)>) -> Self {
        let mistake = Mistake {
            operand_axis: entry.map(|(index, _)| index),
            value: entry.map(|(_, value)| value),
            ..Mistake::new(kind)
        };
        Self::new(call, mistake, &Findings::default(), Vec::new())
    }

    /// The same error with the result's shape, where a picture shows it.
    pub(crate) fn with_result(mut self, shape: &[usize]) -> Self {
        self.0.result = shape.iter().map(|&length| Length::Known(length)).collect();
        self
    }

    /// The error about one mistake of a call.
    pub(crate) fn new<L: Extent>(call: &Call<'_, L>, mistake: Mistake, found: &Findings, helps: Vec<Help>) -> Self {
        let rank = found.result.len();
        let lengths = |shape: &[L]| shape.iter().map(|length| length.length()).collect();
        let mut rows: Vec<Row> = Vec::with_capacity(call.operands.len() + 2);
        for (i, operand) in call.operands.iter().enumerate() {
            rows.push(Row {
                party: Party::Operand(i),
                name: operand.name.to_owned(),
                shape: lengths(operand.shape),
                map: found.maps.get(i).cloned().flatten(),
                own: operand.alignment.into(),
            });
        }
        let right = |shape: &[L]| rank.checked_sub(shape.len()).map(|offset| AxisMap::at(offset, shape.len()));
        if let Some(to) = call.to {
            rows.push(Row {
                party: Party::To,
                name: "to".to_owned(),
                shape: lengths(to),
                map: right(to),
                own: Own::ByMode,
            });
        }
        if let Some(place) = call.place {
            rows.push(Row {
                party: Party::Place,
                name: place.name.to_owned(),
                shape: lengths(place.shape),
                map: right(place.shape),
                own: Own::ByMode,
            });
        }
        Self(Box::new(Details {
            mode: call.mode,
            axis: call.axis,
            axes: call.axes.map(<[i64]>::to_vec),
            base: call.base.and_then(|base| call.operands.get(base)).map(|operand| operand.name.to_owned()),
            mistake,
            rows,
            rank,
            result: found.result.clone(),
            lead: found.lead,
            place_operand: call.place.and_then(|place| place.operand),
            stated: Vec::new(),
            helps,
            texts: SymbolTexts::default(),
        }))
    }

    /// The same error with the caller's texts for symbols: `names[i]` for the NAME with index `i`, `values[i]` for the
    /// `{expr}` with index `i`, braces and all.
    #[must_use]
    pub fn with_symbol_names<S: AsRef<str>>(mut self, names: &[S], values: &[S]) -> Self {
        let owned = |texts: &[S]| texts.iter().map(|text| text.as_ref().to_owned()).collect();
        self.0.texts = SymbolTexts { names: owned(names), values: owned(values) };
        self
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.mistake.kind
    }

    /// The mode in force.
    pub fn mode(&self) -> Mode {
        self.0.mode
    }

    /// The option `axis`, if it was given.
    pub fn axis(&self) -> Option<i64> {
        self.0.axis
    }

    /// The option `axes`, if it was given.
    pub fn axes(&self) -> Option<&[i64]> {
        self.0.axes.as_deref()
    }

    /// The name of the option `base`, if it was given.
    pub fn base(&self) -> Option<&str> {
        self.0.base.as_deref()
    }

    /// The option that is at fault, if an option is.
    pub fn option(&self) -> Option<OptionName> {
        let m = &self.0.mistake;
        m.option.or_else(|| match m.kind {
            ErrorKind::AxisOutOfRange if m.culprit.is_some() => Some(OptionName::OwnAxis),
            ErrorKind::AxisOutOfRange => Some(OptionName::Axis),
            ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing if m.culprit.is_some() => {
                Some(OptionName::OwnAxes)
            }
            ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing => Some(OptionName::Axes),
            ErrorKind::AxesCount if matches!(self.row(m.culprit).map(|row| &row.own), Some(Own::Axes(_))) => {
                Some(OptionName::OwnAxes)
            }
            ErrorKind::AxesCount => Some(OptionName::Axes),
            ErrorKind::BaseWithTo | ErrorKind::BaseWithPlace => Some(OptionName::Base),
            ErrorKind::ToWithoutArray | ErrorKind::NegativeLength => Some(OptionName::To),
            _ => None,
        })
    }

    /// The array that does not fit, or whose own option is wrong.
    pub fn culprit(&self) -> Option<Party> {
        self.0.mistake.culprit
    }

    /// The name of [`culprit`](Self::culprit).
    pub fn culprit_name(&self) -> Option<&str> {
        self.row(self.culprit()).map(|row| row.name.as_str())
    }

    /// The array that the culprit does not fit.
    pub fn other(&self) -> Option<Party> {
        self.0.mistake.other
    }

    /// The name of [`other`](Self::other).
    pub fn other_name(&self) -> Option<&str> {
        self.row(self.other()).map(|row| row.name.as_str())
    }

    /// The culprit's axis at which it fails.
    pub fn operand_axis(&self) -> Option<usize> {
        self.0.mistake.operand_axis
    }

    /// The result's axis at which it fails.
    pub fn output_axis(&self) -> Option<usize> {
        self.0.mistake.output_axis
    }

    /// The culprit's length at that axis (the result's, if the culprit is a place).
    pub fn length(&self) -> Option<Length> {
        self.0.mistake.length
    }

    /// The length that it meets.
    pub fn against(&self) -> Option<Length> {
        self.0.mistake.against
    }

    /// The shape of an array of the call.
    pub fn shape(&self, party: Party) -> Option<&[Length]> {
        self.row(Some(party)).map(|row| row.shape.as_slice())
    }

    /// Where an array's axes sit in the result, if it could be aligned.
    pub fn alignment(&self, party: Party) -> Option<&AxisMap> {
        self.row(Some(party)).and_then(|row| row.map.as_ref())
    }

    /// What would fit, nearest first: `` `axis = 1` would fit ``.
    pub fn helps(&self) -> impl Iterator<Item = String> + '_ {
        self.0.helps.iter().map(|help| help.text(&self.0).to_string())
    }

    /// The same error without its way out, for a call of which too little is known to try one.
    #[must_use]
    pub fn without_helps(mut self) -> Self {
        self.0.helps.clear();
        self
    }

    /// The first line of the text: what is wrong, without the picture.
    pub fn headline(&self) -> String {
        message::Headline(&self.0).to_string()
    }

    fn row(&self, party: Option<Party>) -> Option<&Row> {
        self.0.row(party?)
    }
}

impl Details {
    pub fn row(&self, party: Party) -> Option<&Row> {
        self.rows.iter().find(|row| row.party == party)
    }

    /// A party's name in backticks.
    pub fn quoted(&self, party: Option<Party>) -> String {
        let name = party.and_then(|party| self.row(party)).map_or("?", |row| row.name.as_str());
        alloc::format!("`{name}`")
    }
}

impl fmt::Display for BroadcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        message::write(f, &self.0)?;
        self.helps().try_for_each(|help| write!(f, "\nhelp: {help}"))
    }
}

impl fmt::Debug for BroadcastError {
    /// The text too: this is what `unwrap` shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BroadcastError({:?}): {self}", self.kind())
    }
}

impl core::error::Error for BroadcastError {}
