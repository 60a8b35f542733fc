//! The ways out of a mistake, found by trying, in the order of [`suggest`](crate::report::suggest).

use super::call::{Call, MAX_OPERANDS, MAX_RANK, Operand, Own, Shape};
use super::length::Length;
use super::rules::{Found, Mistake, is_lead, resolve_until};
use crate::report::error::{ErrorKind, Party};
use crate::rules::mode::{Mode, OptionName};

/// Axes of a list that increases: the first `count`.
#[derive(Clone, Copy)]
pub struct Axes {
    entries: [i64; MAX_RANK],
    count: usize,
}

impl Axes {
    /// The entries.
    #[inline]
    pub const fn list(&self) -> &[i64] {
        self.entries.split_at(self.count).0
    }

    /// The innermost `count` of `rank` axes, the first list of all; `None` if there are not so many.
    #[inline]
    const fn innermost(count: usize, rank: usize) -> Option<Self> {
        if count > rank {
            return None;
        }
        let mut entries = [0; MAX_RANK];
        let mut entry = 0;
        while entry < count {
            entries[entry] = (rank - count + entry) as i64;
            entry += 1;
        }
        Some(Self { entries, count })
    }

    /// The list that comes next, farther out.
    #[inline]
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

/// One way out.
#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to box a shape in")]
pub enum Help {
    /// Another value of `axis`.
    Axis(i64),
    /// Other `axes`.
    Axes(Axes),
    /// An alignment of its own for an operand.
    OwnAxis(usize, i64),
    /// An alignment of its own for an operand.
    OwnAxes(usize, Axes),
    /// Another mode, and whether without `axis`.
    Mode(Mode, bool),
    /// The operand with axes of length 1 put in.
    Reshape(usize, Shape),
    /// Another operand that gives the result its shape.
    Base(usize),
    /// Transposed before the call.
    Transposed,
    /// The same name for equal lengths.
    SameName,
    /// `_` instead of a name.
    Open(Length),
}

/// More than two ways out are no help.
const MOST: usize = 2;

/// Ways out as they are found.
#[derive(Clone, Copy)]
pub struct Helps {
    all: [Help; MOST],
    /// How many there are.
    pub count: usize,
}

impl Helps {
    /// One of them.
    #[inline]
    pub const fn get(&self, index: usize) -> Help {
        self.all[index]
    }

    #[inline]
    const fn push(&mut self, help: Help) {
        if self.count < MOST {
            self.all[self.count] = help;
            self.count += 1;
        }
    }
}

/// The operand that a way out would change: the culprit, or what should have filled the place.
#[inline]
const fn subject(mistake: &Mistake) -> Option<usize> {
    match (mistake.culprit, mistake.other) {
        (Some(Party::Operand(i)), _) | (Some(Party::Place), Some(Party::Operand(i))) => Some(i),
        _ => None,
    }
}

/// At most two ways out of `told.mistakes[mistake]`, nearest first.
#[inline]
pub const fn helps(call: &Call<'_>, told: &Found, mistake: &Mistake) -> Helps {
    let mut helps = Helps { all: [Help::Transposed; MOST], count: 0 };
    match mistake.kind {
        ErrorKind::NeedsTo | ErrorKind::NoVoter | ErrorKind::ToWithoutArray | ErrorKind::OptionNotTaken => {
            return helps;
        }
        _ => {}
    }
    let rank = told.result.rank;
    let subject = subject(mistake);
    if let (ErrorKind::OpenAlignment, Some(i)) = (mistake.kind, subject) {
        innermost(call, told, i, rank, &mut helps);
        return helps;
    }
    let own = match subject {
        Some(i) => call.operands[i].own,
        None => Own::ByMode,
    };
    let by_mode = matches!(own, Own::ByMode);
    if by_mode {
        axis(call, subject, rank, &mut helps);
        axes(call, subject, rank, &mut helps);
        // The mode's own option is the nearest way out; what is farther would only distract.
        if helps.count > 0 {
            return helps;
        }
    }
    if matches!(mistake.kind, ErrorKind::RankTooHigh) {
        bases(call, subject, &mut helps);
    }
    if let Some(i) = subject
        && !is_lead(told.lead, Party::Operand(i))
    {
        match own {
            Own::Axes(_) => own_axes(call, told, i, rank, &mut helps),
            Own::ByMode if call.axes.is_some() || matches!(mistake.kind, ErrorKind::RankDiffers) => {
                own_axes(call, told, i, rank, &mut helps);
            }
            _ => own_axis(call, told, i, rank, &mut helps),
        }
        if by_mode {
            reshape(call, told, i, rank, &mut helps);
        }
    }
    // Another mode is another meaning: only where nothing nearer fits.
    if helps.count == 0 && by_mode {
        bases(call, subject, &mut helps);
        modes(call, subject, &mut helps);
    }
    if helps.count == 0
        && let Some(words) = words(mistake)
    {
        helps.push(words);
    }
    helps
}

/// What to write where no changed call fits.
#[inline]
const fn words(mistake: &Mistake) -> Option<Help> {
    let name = match mistake.against {
        _ if mistake.length.is_name() => mistake.length,
        Some(against) => against,
        None => Length::ONE,
    };
    match (mistake.kind, mistake.culprit) {
        // A target has no name to give, and no `_`.
        (ErrorKind::LengthMismatch, Some(Party::To)) if name.is_name() => Some(Help::Open(name)),
        (ErrorKind::LengthMismatch, _) if name.is_name() => Some(Help::SameName),
        (ErrorKind::AxesNotIncreasing, _) => Some(Help::Transposed),
        _ => None,
    }
}

/// Whether a changed call is accepted, leaving nothing to the run time about the operand that was changed.
#[inline]
const fn fits(call: &Call<'_>, subject: Option<usize>) -> bool {
    let found = resolve_until(call, 1);
    found.count == 0
        && match subject {
            Some(i) => !found.owes[i],
            None => true,
        }
}

/// Whether the call is accepted with another operand `i`; the culprits of other mistakes become scalars, which fit anywhere.
#[inline]
const fn fits_with<'a>(call: &Call<'a>, told: &Found, i: usize, changed: Operand<'a>) -> bool {
    let mut call = *call;
    let mut mistake = 0;
    while mistake < told.count {
        if let Some(Party::Operand(other)) = told.mistakes[mistake].culprit {
            call.operands[other].shape = Shape::SCALAR;
            call.operands[other].own = Own::ByMode;
        }
        mistake += 1;
    }
    call.operands[i] = changed;
    fits(&call, Some(i))
}

#[inline]
const fn axis(call: &Call<'_>, subject: Option<usize>, rank: usize, helps: &mut Helps) {
    if !call.mode.takes(OptionName::Axis) {
        return;
    }
    let mut axis = 0;
    while axis <= rank as i64 {
        let is_given = match call.axis {
            Some(given) => given == axis,
            None => false,
        };
        if !is_given && fits(&Call { axis: Some(axis), ..*call }, subject) {
            helps.push(Help::Axis(axis));
        }
        axis += 1;
    }
}

#[inline]
const fn axes(call: &Call<'_>, subject: Option<usize>, rank: usize, helps: &mut Helps) {
    let (Some(_), Some(i)) = (
        call.axes,
        match subject {
            Some(i) => Some(i),
            None => call.only_array(),
        },
    ) else {
        return;
    };
    let mut next = Axes::innermost(call.operands[i].shape.rank, rank);
    while let Some(axes) = next {
        if fits(&Call { axes: Some(axes.list()), ..*call }, subject) {
            helps.push(Help::Axes(axes));
        }
        next = axes.next(rank);
    }
}

#[inline]
const fn own_axis(call: &Call<'_>, told: &Found, i: usize, rank: usize, helps: &mut Helps) {
    if !call.mode.takes(OptionName::OwnAxis) || call.is_place(i) && call.to.is_none() {
        return;
    }
    let mut axis = 0;
    while axis < rank as i64 {
        if fits_with(call, told, i, Operand { own: Own::Axis(axis), ..call.operands[i] }) {
            return helps.push(Help::OwnAxis(i, axis));
        }
        axis += 1;
    }
}

#[inline]
const fn own_axes(call: &Call<'_>, told: &Found, i: usize, rank: usize, helps: &mut Helps) {
    if !call.mode.takes(OptionName::OwnAxes) {
        return;
    }
    let mut next = Axes::innermost(call.operands[i].shape.rank, rank);
    while let Some(axes) = next {
        if fits_with(call, told, i, Operand { own: Own::Axes(axes.list()), ..call.operands[i] }) {
            return helps.push(Help::OwnAxes(i, axes));
        }
        next = axes.next(rank);
    }
}

/// Axes of length 1 put into the operand's shape, as few as possible.
#[inline]
const fn reshape(call: &Call<'_>, told: &Found, i: usize, rank: usize, helps: &mut Helps) {
    if call.is_place(i) {
        return;
    }
    let shape = call.operands[i].shape;
    let highest = match call.place {
        Some((place, _)) if place.rank > rank => place.rank,
        _ => rank,
    };
    let mut higher = shape.rank + 1;
    while higher <= highest {
        let mut next = Axes::innermost(shape.rank, higher);
        while let Some(axes) = next {
            let mut reshaped = Shape::ones(higher);
            let mut axis = 0;
            while axis < shape.rank {
                reshaped.lengths[axes.entries[axis] as usize] = shape.lengths[axis];
                axis += 1;
            }
            if fits_with(call, told, i, Operand { shape: reshaped, ..call.operands[i] }) {
                return helps.push(Help::Reshape(i, reshaped));
            }
            next = axes.next(higher);
        }
        higher += 1;
    }
}

/// ncnn: a vector written with the outer axes that put it innermost.
#[inline]
const fn innermost(call: &Call<'_>, told: &Found, i: usize, rank: usize, helps: &mut Helps) {
    let mut reshaped = Shape::ones(rank);
    reshaped.lengths[rank - 1] = call.operands[i].shape.lengths[0];
    if fits_with(call, told, i, Operand { shape: reshaped, ..call.operands[i] }) {
        helps.push(Help::Reshape(i, reshaped));
    }
}

#[inline]
const fn bases(call: &Call<'_>, subject: Option<usize>, helps: &mut Helps) {
    if !call.mode.takes(OptionName::Base) || call.to.is_some() {
        return;
    }
    let mut i = 0;
    while i < MAX_OPERANDS && i < call.count {
        let is_given = match call.base {
            Some(base) => base == i,
            None => false,
        };
        // One with an alignment of its own gives no shape.
        let votes = matches!(call.operands[i].own, Own::ByMode);
        if call.operands[i].is_array && votes && !is_given && fits(&Call { base: Some(i), ..*call }, subject) {
            if let (Help::Base(known), 1) = (helps.all[0], helps.count)
                && known == i
            {
                return;
            }
            return helps.push(Help::Base(i));
        }
        i += 1;
    }
}

/// Another mode under the same options, else one that does without `axis`.
#[inline]
const fn modes(call: &Call<'_>, subject: Option<usize>, helps: &mut Helps) {
    const OTHERS: [Mode; 5] = [Mode::Numpy, Mode::Bidirectional, Mode::Pdpd, Mode::Paddle, Mode::Ncnn];
    let mut without = false;
    loop {
        let mut i = 0;
        while i < OTHERS.len() {
            let mode = OTHERS[i];
            let axis = if without { None } else { call.axis };
            let is_other = mode as u8 != call.mode as u8 && !(without && mode.takes(OptionName::Axis));
            if is_other && fits(&Call { mode, axis, ..*call }, subject) {
                return helps.push(Help::Mode(mode, without));
            }
            i += 1;
        }
        if without || call.axis.is_none() {
            return;
        }
        without = true;
    }
}
