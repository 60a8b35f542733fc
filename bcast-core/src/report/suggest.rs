//! The ways out of a mistake, found by trying: whatever is offered has been resolved.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::report::error::{Details, ErrorKind, Mistake, Party};
use crate::report::picture::Tuple;
use crate::rules::call::{Alignment, Call, Operand};
use crate::rules::findings::Findings;
use crate::rules::length::{Extent, Length};
use crate::rules::mode::{Lead, Mode, OptionName};
use crate::rules::obligation::{Obligation, ObligationKind};
use crate::rules::resolve::try_resolve;

/// One way out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Help {
    /// Another value of `axis`.
    Axis(i64),
    /// Other `axes`.
    Axes(Vec<i64>),
    /// An alignment of its own for an operand.
    OwnAxis(usize, i64),
    /// An alignment of its own for an operand.
    OwnAxes(usize, Vec<i64>),
    /// Another mode, and the option that it does not take.
    Mode(Mode, Option<OptionName>),
    /// The operand with axes of length 1 put in.
    Reshape(usize, Vec<Length>),
    /// Another operand that gives the result its shape.
    Base(usize),
    /// Without an option.
    Without(OptionName),
    /// `_` instead of a symbol.
    Open(Length),
    /// Something to write, in words.
    Words(&'static str),
}

impl Help {
    pub fn text<'a>(&'a self, details: &'a Details) -> impl fmt::Display + 'a {
        HelpText(self, details)
    }
}

struct HelpText<'a>(&'a Help, &'a Details);

impl fmt::Display for HelpText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(help, details) = self;
        let name = |operand: &usize| details.rows.get(*operand).map_or(String::new(), |row| row.name.clone());
        match help {
            Help::Axis(axis) => write!(f, "`axis = {axis}` would fit"),
            Help::Axes(axes) => write!(f, "`axes = {axes:?}` would fit"),
            Help::OwnAxis(operand, axis) => {
                write!(f, "`axis({}) = {axis}` would fit", name(operand))
            }
            Help::OwnAxes(operand, axes) => {
                write!(f, "`axes({}) = {axes:?}` would fit", name(operand))
            }
            Help::Mode(mode, None) => write!(f, "`mode = {mode}` would fit"),
            Help::Mode(mode, Some(option)) => {
                write!(f, "`mode = {mode}` without `{option}` would fit")
            }
            Help::Reshape(operand, shape) => {
                write!(f, "`{}` as {} would fit", name(operand), Tuple(shape, &details.texts))
            }
            Help::Base(operand) => write!(f, "`base = {}` would fit", name(operand)),
            Help::Without(option) => write!(f, "without `{option}` it would fit"),
            Help::Open(symbol) => {
                write!(f, "write `_` instead of `{}` to compare them at run time", details.texts.text(*symbol))
            }
            Help::Words(words) => f.write_str(words),
        }
    }
}

/// More than two ways out are no help.
const MOST: usize = 2;
/// Beyond these the search is not worth its time.
const MAX_RANK: usize = 8;
const MAX_OPERANDS: usize = 16;

/// At most two ways out of a mistake, nearest first; `others` are the culprits of the call's other mistakes.
pub(crate) fn helps<L: Extent>(call: &Call<'_, L>, found: &Findings, mistake: &Mistake, others: &[usize]) -> Vec<Help> {
    let mut search = Search { call, subject: subject(mistake), others, found: Vec::new() };
    match mistake.kind {
        ErrorKind::NeedsTo => return [Help::Words("give `to = [..]`")].into(),
        ErrorKind::NoVoter => {
            return [Help::Words("leave one operand to the mode, or give `to = [..]`")].into();
        }
        _ if found.result.len() > MAX_RANK || call.operands.len() > MAX_OPERANDS => {
            return Vec::new();
        }
        ErrorKind::TooManyElements
        | ErrorKind::NegativeLength
        | ErrorKind::NoSuchOperand
        | ErrorKind::ToWithoutArray
        | ErrorKind::SymbolConflict => return Vec::new(),
        ErrorKind::OptionNotTaken | ErrorKind::BaseWithTo | ErrorKind::BaseWithPlace => {
            search.modes();
            search.without();
        }
        ErrorKind::OpenAlignment => search.innermost(found.result.len()),
        _ => search.shapes(found, mistake),
    }
    search.found.truncate(MOST);
    search.found
}

/// The operand that a way out would change: the culprit, or what should have filled the place.
fn subject(mistake: &Mistake) -> Option<usize> {
    match (mistake.culprit, mistake.other) {
        (Some(Party::Operand(i)), _) | (Some(Party::Place), Some(Party::Operand(i))) => Some(i),
        _ => None,
    }
}

struct Search<'c, 'a, L> {
    call: &'c Call<'a, L>,
    subject: Option<usize>,
    others: &'c [usize],
    found: Vec<Help>,
}

impl<L: Extent> Search<'_, '_, L> {
    /// The ways out of shapes that do not go together.
    fn shapes(&mut self, found: &Findings, mistake: &Mistake) {
        let rank = found.result.len();
        let operand = self.subject.map(|i| &self.call.operands[i]);
        let own = operand.map_or(Alignment::ByMode, |operand| operand.alignment);
        if own == Alignment::ByMode {
            self.axis(rank);
            self.axes(rank);
            // The mode's own option is the nearest way out; what is farther would only distract.
            if !self.found.is_empty() {
                return;
            }
        }
        if mistake.kind == ErrorKind::RankTooHigh {
            self.bases();
        }
        let is_a = self.subject.is_some_and(|i| found.lead == Some(Lead::A(Party::Operand(i))));
        if !is_a {
            match own {
                Alignment::Axes(_) => self.own_axes(rank),
                Alignment::ByMode if self.call.axes.is_some() || mistake.kind == ErrorKind::RankDiffers => {
                    self.own_axes(rank)
                }
                _ => self.own_axis(rank),
            }
            if own == Alignment::ByMode {
                self.reshape(rank);
            }
        }
        // Another mode is another meaning: only where nothing nearer fits.
        if self.found.is_empty() && own == Alignment::ByMode {
            self.bases();
            self.modes();
        }
        if self.found.is_empty() {
            self.found.extend(self.words(mistake));
        }
    }

    /// What to write where no changed call fits.
    fn words(&self, mistake: &Mistake) -> Option<Help> {
        let is_symbol = |length: &Option<Length>| matches!(length, Some(Length::Symbol(_)));
        let symbol = [mistake.length, mistake.against].into_iter().find(is_symbol).flatten();
        match (mistake.kind, symbol) {
            // A target has no name to give, and no `_`.
            (ErrorKind::LengthMismatch, Some(symbol)) if mistake.culprit == Some(Party::To) => Some(Help::Open(symbol)),
            (ErrorKind::LengthMismatch, Some(_)) => {
                Some(Help::Words("give equal lengths the same name, or write `_` to compare them at run time"))
            }
            (ErrorKind::AxesNotIncreasing, _) => {
                Some(Help::Words("give the axes in order, and the operand transposed, as in `&x.t()`"))
            }
            _ => None,
        }
    }

    /// Whether a changed call is accepted, leaving nothing open about the operand that was changed.
    fn fits(&self, call: &Call<'_, L>) -> bool {
        try_resolve(call).is_some_and(|resolution| {
            let is_of = |obligation: &Obligation, i| {
                // That all shapes are one is about all of them, whoever is compared with whom.
                obligation.kind == ObligationKind::Identical || obligation.party == Party::Operand(i)
            };
            resolution.obligations.iter().all(|obligation| self.subject.is_none_or(|i| !is_of(obligation, i)))
        })
    }

    /// Whether the call is accepted with another operand `i`; the culprits of other mistakes become scalars, which fit anywhere.
    fn fits_with<'s>(&'s self, i: usize, changed: Operand<'s, L>) -> bool {
        let mut operands: Vec<Operand<'s, L>> = self.call.operands.to_vec();
        for &other in self.others {
            operands[other].shape = &[];
            operands[other].alignment = Alignment::ByMode;
        }
        operands[i] = changed;
        self.fits(&Call { operands: &operands, ..*self.call })
    }

    fn axis(&mut self, rank: usize) {
        let call = *self.call;
        if call.mode.takes(OptionName::Axis) {
            let other = |axis: &i64| call.axis != Some(*axis);
            let axes = (0..=rank as i64).filter(other).filter(|&axis| self.fits(&Call { axis: Some(axis), ..call }));
            self.found = axes.take(MOST).map(Help::Axis).collect();
        }
    }

    fn axes(&mut self, rank: usize) {
        let call = *self.call;
        if let (Some(_), Some(i)) = (call.axes, self.subject.or((call.operands.len() == 1).then_some(0))) {
            let subsets = increasing(call.operands[i].shape.len(), rank);
            let fitting = subsets.into_iter().filter(|axes| self.fits(&Call { axes: Some(axes), ..call }));
            self.found = fitting.take(MOST).map(Help::Axes).collect();
        }
    }

    fn own_axis(&mut self, rank: usize) {
        if let Some(i) = self.subject.filter(|_| self.call.mode.takes(OptionName::OwnAxis)) {
            let place = self.call.place.and_then(|place| place.operand) == Some(i);
            let operand = self.call.operands[i];
            let mut axes = (0..rank as i64)
                .filter(|&axis| self.fits_with(i, Operand { alignment: Alignment::Axis(axis), ..operand }));
            if let Some(axis) = axes.next().filter(|_| !place || self.call.to.is_some()) {
                self.found.push(Help::OwnAxis(i, axis));
            }
        }
    }

    fn own_axes(&mut self, rank: usize) {
        if let Some(i) = self.subject.filter(|_| self.call.mode.takes(OptionName::OwnAxes)) {
            let subsets = increasing(self.call.operands[i].shape.len(), rank);
            let operand = self.call.operands[i];
            let axes = subsets
                .into_iter()
                .find(|axes| self.fits_with(i, Operand { alignment: Alignment::Axes(axes), ..operand }));
            self.found.extend(axes.map(|axes| Help::OwnAxes(i, axes)));
        }
    }

    /// Axes of length 1 put into the operand's shape, as few as possible.
    fn reshape(&mut self, rank: usize) {
        let place = self.call.place.and_then(|place| place.operand);
        let Some(i) = self.subject.filter(|&i| place != Some(i)) else {
            return;
        };
        let operand = self.call.operands[i];
        let shape = operand.shape;
        let shapes = (shape.len() + 1..=rank.max(self.place_rank())).flat_map(|rank| {
            increasing(shape.len(), rank).into_iter().map(move |axes| {
                let mut reshaped = alloc::vec![L::ONE; rank];
                axes.iter().zip(shape).for_each(|(&axis, &length)| reshaped[axis as usize] = length);
                reshaped
            })
        });
        let reshaped = shapes.into_iter().find(|shape| self.fits_with(i, Operand { shape, ..operand }));
        self.found.extend(reshaped.map(|shape| Help::Reshape(i, shape.iter().map(|length| length.length()).collect())));
    }

    fn place_rank(&self) -> usize {
        self.call.place.map_or(0, |place| place.shape.len()).min(MAX_RANK)
    }

    /// ncnn: an operand of rank 1 written with the outer axes that put it innermost.
    fn innermost(&mut self, rank: usize) {
        let Some(i) = self.subject else { return };
        let mut reshaped = alloc::vec![L::ONE; rank.saturating_sub(1)];
        reshaped.extend_from_slice(self.call.operands[i].shape);
        if self.fits_with(i, Operand { shape: &reshaped, ..self.call.operands[i] }) {
            self.found.push(Help::Reshape(i, reshaped.iter().map(|length| length.length()).collect()));
        }
    }

    fn bases(&mut self) {
        let call = *self.call;
        if !call.mode.takes(OptionName::Base) || call.to.is_some() {
            return;
        }
        let base = (0..call.operands.len())
            // One with an alignment of its own gives no shape.
            .filter(|&i| call.base != Some(i) && call.operands[i].alignment == Alignment::ByMode)
            .find(|&i| self.fits(&Call { base: Some(i), ..call }));
        let help = base.map(Help::Base).filter(|help| !self.found.contains(help));
        self.found.extend(help);
    }

    /// Another mode under the same options, else one that does without `axis`.
    fn modes(&mut self) {
        let call = *self.call;
        let others = || {
            [Mode::Numpy, Mode::Bidirectional, Mode::Pdpd, Mode::Paddle, Mode::Ncnn]
                .into_iter()
                .filter(|&mode| mode != call.mode)
        };
        let same = others().find(|&mode| self.fits(&Call { mode, ..call })).map(|mode| Help::Mode(mode, None));
        let without = || {
            call.axis?;
            let mode = others()
                .filter(|mode| !mode.takes(OptionName::Axis))
                .find(|&mode| self.fits(&Call { mode, axis: None, ..call }))?;
            Some(Help::Mode(mode, Some(OptionName::Axis)))
        };
        self.found.extend(same.or_else(without));
    }

    /// The call without an option that is in the way.
    fn without(&mut self) {
        let call = *self.call;
        let calls = [
            (OptionName::Axis, Call { axis: None, ..call }, call.axis.is_some()),
            (OptionName::Axes, Call { axes: None, ..call }, call.axes.is_some()),
            (OptionName::Base, Call { base: None, ..call }, call.base.is_some()),
        ];
        let option = calls.into_iter().find(|(_, call, given)| *given && self.fits(call));
        self.found.extend(option.map(|(option, ..)| Help::Without(option)));
    }
}

/// All increasing lists of `count` axes of an output of `rank` axes, innermost first: missing axes are outermost in most modes.
fn increasing(count: usize, rank: usize) -> Vec<Vec<i64>> {
    // Of two numbers the one with the higher bit is the larger, and of two lists the one with the outer axis is to come later.
    let has = |set: u32, axis: usize| set >> (rank - 1 - axis) & 1 == 1;
    (0_u32..1 << rank)
        .filter(|set| set.count_ones() as usize == count)
        .map(|set| (0..rank).filter(|&axis| has(set, axis)).map(|axis| axis as i64).collect())
        .collect()
}
