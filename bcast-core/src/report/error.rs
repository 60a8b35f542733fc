//! The library's error: which operand does not fit where, and what would fit.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::report::message::Message;
use crate::report::suggest::Helps;
use crate::report::text::Text;
use crate::rules::axis_map::{AxisMap, OwnedAxisMap};
use crate::rules::call::{Alignment, Call, Operand, Place};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::mistake::Mistake;
use crate::rules::mode::{Lead, Mode, OptionName};
use crate::rules::stated::Symbols;

pub use crate::rules::call::Party;
pub use crate::rules::mistake::ErrorKind;

/// The reason why a call is refused.
///
/// Its text, with a picture and suggestions, is the same at compile time and at run time:
///
/// ```
/// use bcast_core::report::resolution::resolve;
/// use bcast_core::rules::call::{Alignment, Call, Operand};
/// use bcast_core::rules::{length::Length, mode::Mode};
///
/// let (x, gamma) = (Length::slice(&[32, 64, 7, 7]).unwrap(), Length::slice(&[64]).unwrap());
/// let operand = |name, shape| Operand { name, shape, alignment: Alignment::ByMode };
/// let operands = [operand("x", x), operand("gamma", gamma)];
/// assert_eq!(
///     resolve(&Call { axis: Some(0), ..Call::new(Mode::Pdpd, &operands) }).unwrap_err().to_string(),
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

/// The call and its mistake, owned. Boxed to keep `Result` small.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Details {
    mode: Mode,
    axis: Option<i64>,
    axes: Option<Vec<i64>>,
    base: Option<usize>,
    operands: Vec<OwnedOperand>,
    to: Option<Vec<Length>>,
    place: Option<OwnedPlace>,
    mistake: Mistake,
    helps: Helps,
    frame: Vec<Length>,
    maps: Vec<Option<OwnedAxisMap>>,
    lead: Option<Lead>,
    /// The shape that the `where` clause states for the culprit, if the mistake is about that.
    stated: Vec<Length>,
    /// The texts of the NAMEs; those of the `{expr}`s are in `values`.
    names: Vec<String>,
    values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
struct OwnedOperand {
    name: String,
    shape: Vec<Length>,
    own: OwnedAlignment,
}

#[derive(Clone, Debug, PartialEq)]
struct OwnedPlace {
    name: String,
    shape: Vec<Length>,
    operand: Option<usize>,
}

/// An operand's own alignment, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OwnedAlignment {
    ByMode,
    Axis(i64),
    Axes(Vec<i64>),
}

impl OwnedAlignment {
    pub(crate) fn borrowed(&self) -> Alignment<'_> {
        match self {
            Self::ByMode => Alignment::ByMode,
            Self::Axis(axis) => Alignment::Axis(*axis),
            Self::Axes(axes) => Alignment::Axes(axes),
        }
    }
}

impl From<Alignment<'_>> for OwnedAlignment {
    fn from(alignment: Alignment<'_>) -> Self {
        match alignment {
            Alignment::ByMode => Self::ByMode,
            Alignment::Axis(axis) => Self::Axis(axis),
            Alignment::Axes(axes) => Self::Axes(axes.into()),
        }
    }
}

impl BroadcastError {
    /// The error for one mistake of a call.
    #[cold]
    pub(crate) fn new(call: &Call<'_>, mistake: Mistake, facts: &Facts<'_, '_>, helps: Helps) -> Self {
        let operands = call.operands.iter().map(|operand| OwnedOperand {
            name: operand.name.to_owned(),
            shape: operand.shape.to_vec(),
            own: operand.alignment.into(),
        });
        Self(Box::new(Details {
            mode: call.mode,
            axis: call.axis,
            axes: call.axes.map(<[i64]>::to_vec),
            base: call.base,
            operands: operands.collect(),
            to: call.to.map(<[Length]>::to_vec),
            place: call.place.map(|place| OwnedPlace {
                name: place.name.to_owned(),
                shape: place.shape.to_vec(),
                operand: place.operand,
            }),
            mistake,
            helps,
            frame: facts.frame.to_vec(),
            maps: facts.maps.iter().map(|map| map.map(OwnedAxisMap::from)).collect(),
            lead: facts.lead,
            stated: Vec::new(),
            names: Vec::new(),
            values: Vec::new(),
        }))
    }

    /// The error for a whole call, or for the entry of its `to` with this index and value.
    #[cold]
    pub(crate) fn of_call(call: &Call<'_>, kind: ErrorKind, entry: Option<(usize, i64)>) -> Self {
        let mistake = Mistake {
            operand_axis: entry.map(|(index, _)| index),
            value: entry.map(|(_, value)| value),
            ..Mistake::new(kind)
        };
        Self::new(call, mistake, &Facts::NONE, Helps::NONE)
    }

    /// Adds the result's shape, for errors whose picture shows it.
    pub(crate) fn with_result(mut self, shape: &[Length]) -> Self {
        self.0.frame = shape.to_vec();
        self
    }

    /// Adds the shape stated for the culprit.
    pub(crate) fn with_stated(mut self, stated: impl Iterator<Item = Length>) -> Self {
        self.0.stated = stated.collect();
        self
    }

    /// Replaces the texts of symbols: `names[i]` is written for the NAME with index `i`, `values[i]` for the `{expr}` with index `i` and
    /// includes its braces.
    #[must_use]
    pub fn with_symbol_names<S: AsRef<str>>(mut self, names: &[S], values: &[S]) -> Self {
        let owned = |texts: &[S]| texts.iter().map(|text| text.as_ref().to_owned()).collect();
        (self.0.names, self.0.values) = (owned(names), owned(values));
        self
    }

    /// The kind of mistake.
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
        self.name(Party::Operand(self.0.base?))
    }

    /// The option at fault, if the mistake is an option.
    pub fn option(&self) -> Option<OptionName> {
        let m = &self.0.mistake;
        m.option.or_else(|| match m.kind {
            ErrorKind::AxisOutOfRange if m.culprit.is_some() => Some(OptionName::OwnAxis),
            ErrorKind::AxisOutOfRange => Some(OptionName::Axis),
            ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing if m.culprit.is_some() => {
                Some(OptionName::OwnAxes)
            }
            ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing => Some(OptionName::Axes),
            ErrorKind::AxesCount if self.has_own_axes(m.culprit) => Some(OptionName::OwnAxes),
            ErrorKind::AxesCount => Some(OptionName::Axes),
            ErrorKind::BaseWithTo | ErrorKind::BaseWithPlace => Some(OptionName::Base),
            ErrorKind::ToWithoutArray | ErrorKind::NegativeLength => Some(OptionName::To),
            _ => None,
        })
    }

    fn has_own_axes(&self, party: Option<Party>) -> bool {
        let Some(Party::Operand(operand)) = party else { return false };
        self.0.operands.get(operand).is_some_and(|operand| matches!(operand.own, OwnedAlignment::Axes(_)))
    }

    /// The index of the reduction at fault among the call's values.
    pub fn reduction(&self) -> Option<usize> {
        self.0.mistake.reduction.map(|(index, _)| index)
    }

    /// The array that does not fit, or whose own option is invalid.
    pub fn culprit(&self) -> Option<Party> {
        self.0.mistake.culprit
    }

    /// The name of [`culprit`](Self::culprit).
    pub fn culprit_name(&self) -> Option<&str> {
        self.name(self.culprit()?)
    }

    /// The array that the culprit does not fit.
    pub fn other(&self) -> Option<Party> {
        self.0.mistake.other
    }

    /// The name of [`other`](Self::other).
    pub fn other_name(&self) -> Option<&str> {
        self.name(self.other()?)
    }

    fn name(&self, party: Party) -> Option<&str> {
        self.array(party).map(|(name, _)| name)
    }

    /// The name and the shape of an array of the call.
    fn array(&self, party: Party) -> Option<(&str, &[Length])> {
        match party {
            Party::Operand(operand) => {
                self.0.operands.get(operand).map(|operand| (&operand.name[..], &operand.shape[..]))
            }
            Party::To => self.0.to.as_ref().map(|shape| ("to", &shape[..])),
            Party::Place => self.0.place.as_ref().map(|place| (&place.name[..], &place.shape[..])),
        }
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

    /// The length that it does not fit.
    pub fn against(&self) -> Option<Length> {
        self.0.mistake.against
    }

    /// The shape of an array of the call.
    pub fn shape(&self, party: Party) -> Option<&[Length]> {
        self.array(party).map(|(_, shape)| shape)
    }

    /// The output axes of an array's axes, if it could be aligned.
    pub fn alignment(&self, party: Party) -> Option<OwnedAxisMap> {
        self.say(|message, _| message.facts.map_of(message.call, party).map(OwnedAxisMap::from))
    }

    /// The changes that would fit, nearest first: `` `axis = 1` would fit ``.
    pub fn helps(&self) -> impl Iterator<Item = String> + '_ {
        (0..).map_while(|index| {
            let help = self.0.helps.get(index)?;
            Some(self.text(|message, text| message.help(text, help)))
        })
    }

    /// Removes the suggestions, for calls of which too little is known to try any.
    #[must_use]
    pub fn without_helps(mut self) -> Self {
        self.0.helps = Helps::NONE;
        self
    }

    /// The first line of the text, without the picture.
    pub fn headline(&self) -> String {
        self.text(|message, text| message.headline(text))
    }

    /// Passes the call and its mistake, borrowed again, to `say`.
    fn say<R>(&self, say: impl FnOnce(&Message<'_, '_>, Symbols<'_>) -> R) -> R {
        let Details { mode, axis, base, lead, .. } = *self.0;
        let operands: Vec<Operand<'_>> = (self.0.operands.iter())
            .map(|operand| Operand { name: &operand.name, shape: &operand.shape, alignment: operand.own.borrowed() })
            .collect();
        let place = self.0.place.as_ref();
        let place = place.map(|place| Place { name: &place.name, shape: &place.shape, operand: place.operand });
        let (axes, to) = (self.0.axes.as_deref(), self.0.to.as_deref());
        let call = Call { mode, operands: &operands, axis, axes, to, base, place };
        let maps: Vec<Option<AxisMap<'_>>> =
            self.0.maps.iter().map(|map| map.as_ref().map(OwnedAxisMap::borrowed)).collect();
        let facts = Facts { frame: &self.0.frame, maps: &maps, lead };
        let names: Vec<&str> = self.0.names.iter().map(String::as_str).collect();
        let values: Vec<&str> = self.0.values.iter().map(String::as_str).collect();
        let (mistake, helps) = (&self.0.mistake, &self.0.helps);
        let message = Message { call: &call, facts: &facts, mistake, helps, stated: &self.0.stated };
        say(&message, Symbols { names: &names, texts: &values, values: &[] })
    }

    fn text(&self, write: impl Fn(&Message<'_, '_>, &mut Text<'_, '_>)) -> String {
        self.say(|message, symbols| Text::written(symbols, |text| write(message, text)))
    }
}

impl fmt::Display for BroadcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|message, text| message.write(text)))
    }
}

impl fmt::Debug for BroadcastError {
    /// Includes the text, since `unwrap` shows this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BroadcastError({:?}): {self}", self.kind())
    }
}

impl core::error::Error for BroadcastError {}
