//! The message of a refused call: its first line, what [`explain`](crate::report::explain) adds, and the suggestions.

use crate::report::suggest::{Help, Helps};
use crate::report::text::Text;
use crate::rules::call::{Alignment, Call, Party};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{OptionName, Role};

/// Everything that the message about one mistake is written from.
#[derive(Clone, Copy)]
pub(crate) struct Message<'m, 'a> {
    pub call: &'m Call<'a>,
    pub facts: &'m Facts<'m, 'a>,
    pub mistake: &'m Mistake,
    pub helps: &'m Helps,
    /// The shape stated for the culprit, if the mistake is about that.
    pub stated: &'m [Length],
}

impl<'m, 'a> Message<'m, 'a> {
    /// The whole text.
    pub const fn write(&self, text: &mut Text<'_, '_>) {
        self.headline(text);
        self.body(text);
        let mut index = 0;
        while let Some(help) = self.helps.get(index) {
            text.push("\nhelp: ");
            self.help(text, help);
            index += 1;
        }
    }

    pub(super) const fn name(&self, party: Option<Party>) -> &'a str {
        match party {
            Some(party) => self.call.name(party),
            None => "?",
        }
    }

    pub(super) const fn culprit(&self) -> &'a str {
        self.name(self.mistake.culprit)
    }

    pub(super) const fn other(&self) -> &'a str {
        self.name(self.mistake.other)
    }

    pub(super) const fn own(&self) -> Alignment<'a> {
        self.call.alignment(self.mistake.culprit)
    }

    pub(super) const fn is_of_place(&self) -> bool {
        Party::Place.is_some(self.mistake.culprit)
    }

    pub(super) const fn result_stretches(&self) -> bool {
        self.call.mode.result_stretches(self.call.to.is_some())
    }

    pub(super) const fn stretches_nothing(&self) -> bool {
        !self.call.mode.may_stretch(Role::Other)
    }

    pub(super) const fn is_place(&self, party: Party) -> bool {
        match party {
            Party::Operand(operand) => self.call.is_place(operand),
            Party::To => false,
            Party::Place => true,
        }
    }

    pub(super) const fn rank_of(&self, party: Option<Party>) -> usize {
        match party {
            Some(party) => self.call.shape(party).len(),
            None => self.facts.frame.len(),
        }
    }

    /// Writes the array whose shape the result has, in backticks, or "the result".
    pub(super) const fn result_party<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        match self.mistake.other {
            Some(_) => text.quoted(self.other()),
            None => text.push("the result"),
        }
    }

    /// The first line.
    pub const fn headline(&self, text: &mut Text<'_, '_>) {
        let (culprit, other) = (self.culprit(), self.other());
        let symbol = match self.mistake.symbol {
            Some(symbol) => symbol,
            None => Length::UNKNOWN,
        };
        match self.mistake.kind {
            ErrorKind::LengthMismatch | ErrorKind::RankTooHigh if self.is_of_place() && self.result_stretches() => {
                self.result_party(text).push(" does not stretch to the place ").quoted(culprit)
            }
            ErrorKind::LengthMismatch | ErrorKind::RankDiffers if self.is_of_place() => {
                text.push("the place ").quoted(culprit).push(" does not have the result's shape")
            }
            ErrorKind::LengthMismatch | ErrorKind::RankDiffers if self.stretches_nothing() => {
                text.quoted(culprit).push(" does not have the shape of ").quoted(other)
            }
            ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::RankDiffers | ErrorKind::BeyondResult => {
                let is_a = matches!(self.mistake.other, Some(other) if self.facts.leads(other));
                text.quoted(culprit)
                    .push(" does not broadcast ")
                    .push(if is_a { "onto " } else { "with " })
                    .quoted(other)
            }
            ErrorKind::AxisOutOfRange | ErrorKind::AxesOutOfRange => {
                self.option_text(text.push("`")).push("` is out of range")
            }
            ErrorKind::AxesNotIncreasing => {
                let fault = if self.call.mode.lies_by_names() { "` repeats an axis" } else { "` does not increase" };
                self.option_text(text.push("`")).push(fault)
            }
            ErrorKind::AxesCount => {
                self.option_text(text.push("`")).push("` does not match the rank of ").quoted(culprit)
            }
            ErrorKind::OptionNotTaken => self.option_name(text.push("`")).push("` is not taken"),
            ErrorKind::NeedsTo => {
                text.push("mode ").push(self.call.mode.name()).push(" needs `to`, the target's shape")
            }
            ErrorKind::NoVoter => text.push("no operand gives the result its shape"),
            ErrorKind::UncoveredAxis => text.push("no array lies on an axis of the result"),
            ErrorKind::BaseWithTo => text.push("`base = ").push(culprit).push("` and `to` exclude each other"),
            ErrorKind::BaseWithPlace => {
                text.push("`base = ").push(culprit).push("` and a place that is an operand exclude each other")
            }
            ErrorKind::NoSuchOperand => text.push("the base or the place is no operand of the call"),
            ErrorKind::ToWithoutArray => text.push("`to` needs an array"),
            ErrorKind::NegativeLength => text.push("`to` has a negative length"),
            ErrorKind::TooManyElements => text.push("the result has too many elements"),
            ErrorKind::OpenAlignment => text.push("where ").quoted(culprit).push(" sits is undecided"),
            ErrorKind::SymbolConflict => text.push("`").length(symbol).push("` would have to be two lengths"),
            ErrorKind::StatedRank => text.quoted(culprit).push(" does not have the stated rank"),
            ErrorKind::StatedLength | ErrorKind::ValueConflict => {
                text.quoted(culprit).push(" does not have the stated shape")
            }
            ErrorKind::NameConflict => text.push("`").length(symbol).push("` stands for two different lengths"),
            ErrorKind::SymbolStretches => {
                text.quoted(culprit).push(" would have to stretch where it is stated as `").length(symbol).push("`")
            }
            ErrorKind::ReducedAxisOutOfRange => self.reduction(text).push(" is out of range"),
            ErrorKind::ReducedAxisTwice => self.reduction(text).push(" takes this axis twice"),
            ErrorKind::ReducedAxesCount => self.reduction(text).push(" takes one axis"),
            ErrorKind::ReducedAxisAbsent => self.reduction(text.push("nothing in ")).push(" has this axis"),
            ErrorKind::ReducedAxisAmbiguous => self.reduction(text).push(" can be read in two ways"),
            ErrorKind::BesideReduction => {
                self.reduction(text.push("where ").quoted(culprit).push(" lies beside ")).push(" is undecided")
            }
            ErrorKind::EmptyReduction => self.reduction(text).push(" has no value on an empty axis"),
            ErrorKind::ReducedAllDiffer => self.reduction(text).push(" takes other axes than another `..`"),
            ErrorKind::ReducedPairs => {
                self.reduction(text).push(" would hide that ").quoted(culprit).push(" and ").quoted(other);
                text.push(" stretch for each other")
            }
        };
        text.push(" (");
        self.in_force(text);
        text.push(")");
    }

    /// Writes the reduction at fault with the axis: `sum(.., axis = 1)`, `sum(.., axis = K)`.
    const fn reduction<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        let Some((_, name)) = self.mistake.reduction else { return text };
        text.push("`").push(name).push("(.., axis = ");
        match self.mistake.value {
            // The NAMEs of such a call are numbered as its axes are.
            Some(axis) if self.call.mode.lies_by_names() => text.length(Length::name(axis as u32)),
            Some(axis) => text.integer(axis),
            None => text.push(".."),
        };
        text.push(")`")
    }

    /// Writes the mode and the options in force, which the first line gives in parentheses.
    pub(super) const fn in_force(&self, text: &mut Text<'_, '_>) {
        text.push("mode = ").push(self.call.mode.name());
        // Omits what the line has quoted already.
        if matches!(
            self.mistake.kind,
            ErrorKind::AxisOutOfRange
                | ErrorKind::AxesOutOfRange
                | ErrorKind::AxesNotIncreasing
                | ErrorKind::AxesCount
                | ErrorKind::BaseWithTo
                | ErrorKind::BaseWithPlace
                | ErrorKind::OptionNotTaken
        ) {
            return;
        }
        let is_about_axis =
            matches!(self.mistake.kind, ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::BeyondResult);
        let by_mode = matches!(self.own(), Alignment::ByMode) && !self.is_of_place();
        match (self.call.axis, self.call.mode.default_axis()) {
            (Some(axis), _) => {
                text.push(", axis = ").integer(axis);
            }
            // Users who did not give `axis` may not know that it exists.
            (None, Some(axis)) if is_about_axis && by_mode => {
                text.push(", axis = ").integer(axis).push(" by default");
            }
            _ => {}
        }
        if let Some(axes) = self.call.axes {
            text.push(", axes = ").list(axes);
        }
        if let Some(base) = self.call.base {
            text.push(", base = ").push(self.name(Some(Party::Operand(base))));
        }
        if !matches!(self.own(), Alignment::ByMode) && !self.call.mode.lies_by_names() {
            text.push(", ");
            self.own_option(text);
        }
    }

    const fn own_option<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        match self.own() {
            Alignment::ByMode => text,
            Alignment::Axis(axis) => text.push("axis(").push(self.culprit()).push(") = ").integer(axis),
            Alignment::Axes(axes) => text.push("axes(").push(self.culprit()).push(") = ").list(axes),
        }
    }

    /// The option at fault with its value, as it is written.
    const fn option_text<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        match (self.mistake.kind, self.call.axis, self.call.axes) {
            _ if !matches!(self.own(), Alignment::ByMode) => self.own_option(text),
            (ErrorKind::AxisOutOfRange, Some(axis), _) => text.push("axis = ").integer(axis),
            (_, _, Some(axes)) => text.push("axes = ").list(axes),
            _ => text,
        }
    }

    const fn option_name<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        match self.mistake.option {
            Some(OptionName::OwnAxis) => text.push("axis(").push(self.culprit()).push(")"),
            Some(OptionName::OwnAxes) => text.push("axes(").push(self.culprit()).push(")"),
            Some(option) => text.push(option.name()),
            None => text,
        }
    }

    /// Writes one suggestion.
    pub const fn help(&self, text: &mut Text<'_, '_>, help: &Help) {
        match help {
            Help::Axis(axis) => text.push("`axis = ").integer(*axis).push("` would fit"),
            Help::Axes(axes) => text.push("`axes = ").list(axes.list()).push("` would fit"),
            Help::OwnAxis(i, axis) => {
                text.push("`axis(").push(self.call.name(Party::Operand(*i))).push(") = ").integer(*axis);
                text.push("` would fit")
            }
            Help::Placed(i) => {
                text.push("an option says where it lies, as `axis(").push(self.call.name(Party::Operand(*i)));
                text.push(") = 0`")
            }
            Help::OwnAxes(i, axes) => {
                text.push("`axes(").push(self.call.name(Party::Operand(*i))).push(") = ").list(axes.list());
                text.push("` would fit")
            }
            Help::Mode(mode, without) => {
                text.push("`mode = ").push(mode.name()).push("`");
                if let Some(option) = without {
                    text.push(" without ").quoted(option.name());
                }
                text.push(" would fit")
            }
            Help::Reshape(i, reshaped) => {
                text.quoted(self.call.name(Party::Operand(*i))).push(" as ").tuple(reshaped.shape());
                text.push(" would fit")
            }
            Help::Base(i) => text.push("`base = ").push(self.call.name(Party::Operand(*i))).push("` would fit"),
            Help::Without(option) => text.push("without ").quoted(option.name()).push(" it would fit"),
            Help::Open(symbol) => {
                text.push("write `_` instead of `").length(*symbol).push("` to compare them at run time")
            }
            Help::Words(words) => text.push(words),
        };
    }
}
