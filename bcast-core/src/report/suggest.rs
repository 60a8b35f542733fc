//! Suggestions for a mistake, found by trial: every one of them has been resolved.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Operand, Party};
use crate::rules::found::{Facts, Found};
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{Mode, OptionName};
use crate::rules::resolve::resolve;
use crate::rules::symbols::{Obligation, ObligationKind};

/// Larger calls are not searched: the search takes too long.
pub(crate) const MAX_RANK: usize = 8;
pub(crate) const MAX_OPERANDS: usize = 16;
const MAX_AXES: usize = 32;
const MAX_OBLIGATIONS: usize = 64;

/// A list of increasing axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axes {
    entries: [i64; MAX_RANK],
    count: usize,
}

impl Axes {
    pub const fn list(&self) -> &[i64] {
        self.entries.split_at(self.count).0
    }

    /// The innermost `count` of `rank` axes. The search starts there, since missing axes are outermost in most modes.
    const fn innermost(count: usize, rank: usize) -> Option<Self> {
        if count > rank {
            return None;
        }
        let mut entries = [0; MAX_RANK];
        each!(entry < count, {
            entries[entry] = (rank - count + entry) as i64;
        });
        Some(Self { entries, count })
    }

    /// The next list, farther out.
    const fn next(mut self, rank: usize) -> Option<Self> {
        let mut entry = self.count;
        while entry > 0 {
            entry -= 1;
            let least = if entry == 0 { 0 } else { self.entries[entry - 1] + 1 };
            if self.entries[entry] > least {
                self.entries[entry] -= 1;
                let mut behind = entry + 1;
                while behind < self.count {
                    self.entries[behind] = (rank - self.count + behind) as i64;
                    behind += 1;
                }
                return Some(self);
            }
        }
        None
    }
}

/// A shape with inserted axes of length 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reshaped {
    lengths: [Length; MAX_RANK],
    rank: usize,
}

impl Reshaped {
    pub const fn shape(&self) -> &[Length] {
        self.lengths.split_at(self.rank).0
    }

    const fn ones(rank: usize) -> Self {
        Self { lengths: [Length::ONE; MAX_RANK], rank }
    }
}

/// One suggestion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "constant functions have no heap to box a shape in")]
pub(crate) enum Help {
    /// Another value of `axis`.
    Axis(i64),
    /// Other `axes`.
    Axes(Axes),
    /// `axis(path)` for an operand.
    OwnAxis(usize, i64),
    /// `axis(path)` for an operand that may lie in several places.
    Placed(usize),
    /// `axes(path)` for an operand.
    OwnAxes(usize, Axes),
    /// Another mode, and the option to remove since it does not take it.
    Mode(Mode, Option<OptionName>),
    /// The operand, with axes of length 1 inserted.
    Reshape(usize, Reshaped),
    /// Another operand as `base`.
    Base(usize),
    /// The call without an option.
    Without(OptionName),
    /// `_` instead of a symbol.
    Open(Length),
    /// An instruction in words.
    Words(&'static str),
}

/// The number of suggestions a message has room for; more would not help.
const MOST: usize = 2;

/// The suggestions found, nearest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Helps([Option<Help>; MOST]);

impl Helps {
    pub const NONE: Self = Self([None; MOST]);

    /// An instruction in words.
    #[cfg(feature = "alloc")]
    pub const fn words(words: &'static str) -> Self {
        let mut helps = Self::NONE;
        helps.push(Help::Words(words));
        helps
    }

    /// The suggestion with this index.
    pub const fn get(&self, index: usize) -> Option<&Help> {
        if index < MOST { self.0[index].as_ref() } else { None }
    }

    const fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    const fn push(&mut self, help: Help) {
        each!(i < MOST, {
            if self.0[i].is_none() {
                self.0[i] = Some(help);
                return;
            }
        });
    }
}

/// At most two suggestions for a mistake, nearest first; `reported` are all mistakes of the call.
pub(crate) const fn helps(call: &Call<'_>, facts: &Facts<'_, '_>, reported: &[Mistake], mistake: &Mistake) -> Helps {
    let mut helps = Helps::NONE;
    match mistake.kind {
        ErrorKind::NeedsTo => helps.push(Help::Words("give `to = [..]`")),
        ErrorKind::BesideReduction => {
            helps.push(match mistake.culprit {
                Some(Party::Operand(i)) if call.mode.takes(OptionName::OwnAxis) => Help::Placed(i),
                _ if call.mode.takes(OptionName::Axis) => Help::Words("`axis` says where it lies, as `axis = 0`"),
                _ if !call.mode.takes(OptionName::OwnAxis) => {
                    Help::Words("with an axis of length 1 for each axis that it lacks, it lies axis on axis")
                }
                _ => Help::Words("an option says where an array lies, as `axis(b) = 0`"),
            });
        }
        ErrorKind::ReducedAllDiffer => helps.push(Help::Words("write the axes of each reduction instead of `..`")),
        ErrorKind::ReducedPairs => helps.push(Help::Words("`allow = mutual_stretch` says that it is meant")),
        ErrorKind::NoVoter => helps.push(Help::Words("leave one operand to the mode, or give `to = [..]`")),
        ErrorKind::UncoveredAxis => helps.push(Help::Words("give `to = [..]`")),
        ErrorKind::ReducedAxisOutOfRange
        | ErrorKind::ReducedAxisTwice
        | ErrorKind::ReducedAxesCount
        | ErrorKind::ReducedAxisAbsent
        | ErrorKind::ReducedAxisAmbiguous
        | ErrorKind::EmptyReduction
        | ErrorKind::TooManyElements
        | ErrorKind::NegativeLength
        | ErrorKind::NoSuchOperand
        | ErrorKind::ToWithoutArray
        | ErrorKind::SymbolConflict => {}
        _ if facts.frame.len() > MAX_RANK || call.operands.len() > MAX_OPERANDS || call.most_axes() > MAX_AXES => {}
        _ => {
            // The operand to change: the culprit, or the one that should fill the place.
            let subject = match (mistake.culprit, mistake.other) {
                (Some(Party::Operand(i)), _) | (Some(Party::Place), Some(Party::Operand(i))) => Some(i),
                _ => None,
            };
            let mut search = Search { call, facts, reported, subject, helps };
            search.search(mistake);
            helps = search.helps;
        }
    }
    helps
}

struct Search<'c, 'a> {
    call: &'c Call<'a>,
    facts: &'c Facts<'c, 'a>,
    reported: &'c [Mistake],
    subject: Option<usize>,
    helps: Helps,
}

impl Search<'_, '_> {
    const fn search(&mut self, mistake: &Mistake) {
        match mistake.kind {
            ErrorKind::OptionNotTaken | ErrorKind::BaseWithTo | ErrorKind::BaseWithPlace => {
                self.modes();
                self.without();
            }
            ErrorKind::OpenAlignment => self.innermost(),
            _ => self.shapes(mistake),
        }
    }

    /// Suggestions for shapes that do not fit.
    const fn shapes(&mut self, mistake: &Mistake) {
        let own = match self.subject {
            Some(i) => self.call.operands[i].alignment,
            None => Alignment::ByMode,
        };
        let by_mode = matches!(own, Alignment::ByMode);
        if by_mode {
            self.axis();
            self.axes();
            // The mode's own option is the nearest change; farther ones would distract.
            if !self.helps.is_empty() {
                return;
            }
        }
        if mistake.kind.is(ErrorKind::RankTooHigh) {
            self.bases();
        }
        if let Some(i) = self.subject
            && !self.facts.leads(Party::Operand(i))
        {
            match own {
                Alignment::Axes(_) => self.own_axes(i),
                Alignment::ByMode if self.call.axes.is_some() || mistake.kind.is(ErrorKind::RankDiffers) => {
                    self.own_axes(i);
                }
                _ => self.own_axis(i),
            }
            if by_mode {
                self.reshape(i);
            }
        }
        // Another mode changes the meaning of the call, so it is offered only if nothing nearer fits.
        if self.helps.is_empty() && by_mode {
            self.bases();
            self.modes();
        }
        if self.helps.is_empty() {
            self.words(mistake);
        }
    }

    /// Instructions in words, where no changed call fits.
    const fn words(&mut self, mistake: &Mistake) {
        let symbol = match (mistake.length, mistake.against) {
            (Some(length), _) if length.is_symbol() => Some(length),
            (_, Some(against)) if against.is_symbol() => Some(against),
            _ => None,
        };
        match (mistake.kind, symbol) {
            // A length in a target cannot be renamed or written as `_`.
            (ErrorKind::LengthMismatch, Some(symbol)) if Party::To.is_some(mistake.culprit) => {
                self.helps.push(Help::Open(symbol));
            }
            (ErrorKind::LengthMismatch, Some(_)) => self
                .helps
                .push(Help::Words("give equal lengths the same name, or write `_` to compare them at run time")),
            (ErrorKind::AxesNotIncreasing, _) => {
                self.helps.push(Help::Words("give the axes in order, and the operand transposed, as in `&x.t()`"));
            }
            _ => {}
        }
    }

    /// True if a changed call is accepted, with no obligation about the changed operand.
    const fn fits(&self, call: &Call<'_>) -> bool {
        let (mut frame, mut maps) = ([Length::ONE; MAX_AXES], [None::<AxisMap<'_>>; MAX_OPERANDS]);
        let mut obligations = [Obligation::EMPTY; MAX_OBLIGATIONS];
        let maps = maps.split_at_mut(call.operands.len()).0;
        let mut found = Found::new(&mut frame, maps, &mut obligations, &mut []);
        resolve(call, &mut found);
        if found.mistakes.count() > 0 || found.obligations.count() > MAX_OBLIGATIONS {
            return false;
        }
        let Some(subject) = self.subject else { return true };
        let obligations = found.obligations.items();
        each!(i < obligations.len(), {
            let Obligation { kind, party, .. } = obligations[i];
            // An obligation of identical shapes concerns all operands, whichever two it compares.
            if matches!(kind, ObligationKind::Identical) || party.is(Party::Operand(subject)) {
                return false;
            }
        });
        true
    }

    /// True if the call is accepted with operand `i` replaced; the culprits of other mistakes become scalars, which fit anywhere.
    const fn fits_with(&self, i: usize, changed: Operand<'_>) -> bool {
        let mut operands = [Operand::SCALAR; MAX_OPERANDS];
        let operands = operands.split_at_mut(self.call.operands.len()).0;
        operands.copy_from_slice(self.call.operands);
        each!(mistake < self.reported.len(), {
            if let Some(Party::Operand(other)) = self.reported[mistake].culprit {
                operands[other] = Operand::SCALAR;
            }
        });
        operands[i] = changed;
        self.fits(&Call { operands, ..*self.call })
    }

    const fn axis(&mut self) {
        if !self.call.mode.takes(OptionName::Axis) {
            return;
        }
        each!(axis < self.facts.frame.len() + 1, {
            let axis = axis as i64;
            let is_given = matches!(self.call.axis, Some(given) if given == axis);
            if !is_given && self.fits(&Call { axis: Some(axis), ..*self.call }) {
                self.helps.push(Help::Axis(axis));
            }
        });
    }

    const fn axes(&mut self) {
        let i = match self.subject {
            Some(i) => i,
            None if self.call.operands.len() == 1 => 0,
            None => return,
        };
        if self.call.axes.is_none() {
            return;
        }
        let rank = self.facts.frame.len();
        let mut next = Axes::innermost(self.call.operands[i].shape.len(), rank);
        while let Some(axes) = next {
            if self.fits(&Call { axes: Some(axes.list()), ..*self.call }) {
                self.helps.push(Help::Axes(axes));
            }
            next = axes.next(rank);
        }
    }

    const fn own_axis(&mut self, i: usize) {
        let is_free = !self.call.is_place(i) || self.call.to.is_some();
        if !self.call.mode.takes(OptionName::OwnAxis) || !is_free {
            return;
        }
        each!(axis < self.facts.frame.len(), {
            let alignment = Alignment::Axis(axis as i64);
            if self.fits_with(i, Operand { alignment, ..self.call.operands[i] }) {
                return self.helps.push(Help::OwnAxis(i, axis as i64));
            }
        });
    }

    const fn own_axes(&mut self, i: usize) {
        if !self.call.mode.takes(OptionName::OwnAxes) {
            return;
        }
        let rank = self.facts.frame.len();
        let mut next = Axes::innermost(self.call.operands[i].shape.len(), rank);
        while let Some(axes) = next {
            if self.fits_with(i, Operand { alignment: Alignment::Axes(axes.list()), ..self.call.operands[i] }) {
                return self.helps.push(Help::OwnAxes(i, axes));
            }
            next = axes.next(rank);
        }
    }

    /// Inserts axes of length 1 into the operand's shape, as few as possible.
    const fn reshape(&mut self, i: usize) {
        if self.call.is_place(i) {
            return;
        }
        let (shape, mut highest) = (self.call.operands[i].shape, self.facts.frame.len());
        if let Some(place) = self.call.place
            && place.shape.len() > highest
        {
            highest = if place.shape.len() < MAX_RANK { place.shape.len() } else { MAX_RANK };
        }
        let mut rank = shape.len() + 1;
        while rank <= highest {
            let mut next = Axes::innermost(shape.len(), rank);
            while let Some(axes) = next {
                let mut reshaped = Reshaped::ones(rank);
                each!(axis < shape.len(), {
                    reshaped.lengths[axes.entries[axis] as usize] = shape[axis];
                });
                if self.fits_with(i, Operand { shape: reshaped.shape(), ..self.call.operands[i] }) {
                    return self.helps.push(Help::Reshape(i, reshaped));
                }
                next = axes.next(rank);
            }
            rank += 1;
        }
    }

    /// In ncnn, an operand of rank 1 gets outer axes of length 1 so that it lies innermost.
    const fn innermost(&mut self) {
        let (Some(i), Some(last)) = (self.subject, self.facts.frame.len().checked_sub(1)) else { return };
        let mut reshaped = Reshaped::ones(last + 1);
        reshaped.lengths[last] = self.call.operands[i].shape[0];
        if self.fits_with(i, Operand { shape: reshaped.shape(), ..self.call.operands[i] }) {
            self.helps.push(Help::Reshape(i, reshaped));
        }
    }

    const fn bases(&mut self) {
        if !self.call.mode.takes(OptionName::Base) || self.call.to.is_some() {
            return;
        }
        each!(i < self.call.operands.len(), {
            let is_given = matches!(self.call.base, Some(base) if base == i);
            // Operands with an alignment of their own do not vote.
            let votes = self.call.operands[i].votes();
            if votes && !is_given && self.fits(&Call { base: Some(i), ..*self.call }) {
                if !matches!(self.helps.get(0), Some(Help::Base(known)) if *known == i) {
                    self.helps.push(Help::Base(i));
                }
                return;
            }
        });
    }

    /// Another mode with the same options, else one without `axis`.
    const fn modes(&mut self) {
        let call = self.call;
        each!(i < Mode::OFFERED.len(), {
            let mode = Mode::OFFERED[i];
            if !mode.is(call.mode) && self.fits(&Call { mode, ..*call }) {
                return self.helps.push(Help::Mode(mode, None));
            }
        });
        each!(i < Mode::OFFERED.len(), {
            let mode = Mode::OFFERED[i];
            let is_other = !mode.is(call.mode) && !mode.takes(OptionName::Axis);
            if call.axis.is_some() && is_other && self.fits(&Call { mode, axis: None, ..*call }) {
                return self.helps.push(Help::Mode(mode, Some(OptionName::Axis)));
            }
        });
    }

    /// The call without the option at fault.
    const fn without(&mut self) {
        let call = self.call;
        if call.axis.is_some() && self.fits(&Call { axis: None, ..*call }) {
            self.helps.push(Help::Without(OptionName::Axis));
        } else if call.axes.is_some() && self.fits(&Call { axes: None, ..*call }) {
            self.helps.push(Help::Without(OptionName::Axes));
        } else if call.base.is_some() && self.fits(&Call { base: None, ..*call }) {
            self.helps.push(Help::Without(OptionName::Base));
        }
    }
}
