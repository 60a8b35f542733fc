//! The rulebook once more, as constant functions: what [`resolve`](crate::rules::resolve) finds in a call whose lengths are literals, names and
//! unknown, with no memory but the stack. The second decision and the modes' tables are the rulebook's own.

#![allow(clippy::result_large_err, reason = "there is no heap to box a mistake in")]

use super::align::{align, identical, option_values};
use super::call::{Call, MAX_OPERANDS, MAX_RANK, Own, Shape};
use super::length::Length;
use crate::report::error::{ErrorKind, Party};
use crate::rules::length::Answer;
use crate::rules::mode::{Lead, Mode, OptionName, Role};

/// The result's axes on which an operand's axes lie; those from `kept` on are dropped.
#[derive(Clone, Copy)]
pub struct Map {
    pub kept: usize,
    pub axes: [usize; MAX_RANK],
    /// Whether only the run time knows where the operand lies; no axis is kept then.
    pub is_open: bool,
    /// Whether only the run time knows that what is dropped is 1.
    pub drops_unknown: bool,
}

impl Map {
    /// Side by side from `offset`.
    #[inline]
    pub const fn at(offset: usize, kept: usize) -> Self {
        let mut axes = [0; MAX_RANK];
        let mut axis = 0;
        while axis < MAX_RANK {
            axes[axis] = offset + axis;
            axis += 1;
        }
        Self { kept, axes, is_open: false, drops_unknown: false }
    }

    /// Where only the run time knows.
    #[inline]
    pub const fn open() -> Self {
        Self { is_open: true, ..Self::at(0, 0) }
    }

    /// The operand's axis that lies on the result's axis `output`.
    #[inline]
    pub const fn operand_axis(&self, output: usize) -> Option<usize> {
        let mut axis = 0;
        while axis < self.kept {
            if self.axes[axis] == output {
                return Some(axis);
            }
            axis += 1;
        }
        None
    }
}

/// What is wrong, as far as words need it; see the rulebook's own `Mistake`.
#[derive(Clone, Copy)]
pub struct Mistake {
    pub kind: ErrorKind,
    pub culprit: Option<Party>,
    pub other: Option<Party>,
    pub operand_axis: usize,
    pub output_axis: Option<usize>,
    pub length: Length,
    pub against: Option<Length>,
    /// A value of an option, and the greatest that would have been right.
    pub value: i64,
    pub greatest: usize,
    /// Where the culprit would lie, if it fails by that.
    pub map: Option<Map>,
}

impl Mistake {
    #[inline]
    pub const fn new(kind: ErrorKind) -> Self {
        Self {
            kind,
            culprit: None,
            other: None,
            operand_axis: 0,
            output_axis: None,
            length: Length::ONE,
            against: None,
            value: 0,
            greatest: 0,
            map: None,
        }
    }
}

/// The most mistakes that are kept of one call; what is beyond them is told once these are mended.
const MAX_MISTAKES: usize = 32;

/// What is found in a call.
#[derive(Clone, Copy)]
pub struct Found {
    pub mistakes: [Mistake; MAX_MISTAKES],
    pub count: usize,
    /// So many are looked for.
    enough: usize,
    pub maps: [Option<Map>; MAX_OPERANDS],
    /// Of which operands something is left to the run time.
    pub owes: [bool; MAX_OPERANDS],
    pub result: Shape,
    pub lead: Lead,
}

impl Found {
    /// Whether there are so many as are looked for.
    #[inline]
    const fn is_enough(&self) -> bool {
        self.count >= self.enough
    }

    #[inline]
    pub const fn push(&mut self, mistake: Mistake) {
        if self.count < MAX_MISTAKES {
            self.mistakes[self.count] = mistake;
            self.count += 1;
        }
    }
}

#[inline]
pub const fn same(one: Party, other: Party) -> bool {
    match (one, other) {
        (Party::Operand(i), Party::Operand(k)) => i == k,
        (Party::To, Party::To) | (Party::Place, Party::Place) => true,
        _ => false,
    }
}

#[inline]
pub const fn is_lead(lead: Lead, party: Party) -> bool {
    match lead {
        Lead::A(a) => same(a, party),
        Lead::Join => false,
    }
}

#[inline]
pub const fn is_join(lead: Lead) -> bool {
    matches!(lead, Lead::Join)
}

/// Whether the mode takes every option that is given.
#[inline]
const fn takes_options(call: &Call<'_>) -> bool {
    let mode = call.mode;
    let place_operand = match call.place {
        Some((_, operand)) => operand,
        None => None,
    };
    if call.axis.is_some() && !mode.takes(OptionName::Axis)
        || call.axes.is_some() && !mode.takes(OptionName::Axes)
        || call.base.is_some() && (!mode.takes(OptionName::Base) || call.to.is_some() || place_operand.is_some())
    {
        return false;
    }
    let mut i = 0;
    while i < call.count {
        let taken = match call.operands[i].own {
            Own::ByMode => true,
            Own::Axis(_) => mode.takes(OptionName::OwnAxis),
            Own::Axes(_) => mode.takes(OptionName::OwnAxes),
        };
        if !taken {
            return false;
        }
        i += 1;
    }
    true
}

/// Who gives the result its shape.
#[inline]
const fn lead(call: &Call<'_>) -> Result<Lead, ErrorKind> {
    let (mode, voter) = (call.mode, call.first_voter());
    match call.to {
        Some(_) if !mode.may_stretch(Role::To) => return Ok(Lead::A(Party::To)),
        None if matches!(mode, Mode::Bidirectional) => return Err(ErrorKind::NeedsTo),
        _ => {}
    }
    if let Some(base) = call.base {
        return Ok(Lead::A(Party::Operand(base)));
    }
    if let Some((_, Some(operand))) = call.place {
        let is_target = matches!(mode, Mode::Explicit);
        return Ok(Lead::A(if is_target { Party::Place } else { Party::Operand(operand) }));
    }
    match (mode, voter) {
        (mode, Some(_)) if mode.joins() => Ok(Lead::Join),
        (Mode::None | Mode::Unidirectional | Mode::Pdpd, Some(first)) => Ok(Lead::A(Party::Operand(first))),
        _ if call.place.is_some() => Ok(Lead::A(Party::Place)),
        (Mode::Explicit, _) => Err(ErrorKind::NeedsTo),
        _ => Err(ErrorKind::NoVoter),
    }
}

/// The join of the voters of the longest rank, which lie axis on axis in every mode that joins.
#[inline]
const fn join_longest(call: &Call<'_>) -> Shape {
    let mut rank = match call.to {
        Some(to) => to.rank,
        None => 0,
    };
    let mut i = 0;
    while i < call.count {
        if call.votes(i) && call.operands[i].shape.rank > rank {
            rank = call.operands[i].shape.rank;
        }
        i += 1;
    }
    let mut frame = Shape::ones(rank);
    i = 0;
    while i < call.count {
        let shape = call.operands[i].shape;
        let mut axis = 0;
        while call.votes(i) && shape.rank == rank && axis < rank {
            frame.lengths[axis] = frame.lengths[axis].join(shape.lengths[axis]);
            axis += 1;
        }
        i += 1;
    }
    frame
}

/// All that is found in a call.
#[inline]
pub const fn resolve(call: &Call<'_>) -> Found {
    resolve_until(call, MAX_MISTAKES)
}

/// What is found in a call until it is that many mistakes.
#[inline]
pub const fn resolve_until(call: &Call<'_>, enough: usize) -> Found {
    let nothing = Found {
        mistakes: [Mistake::new(ErrorKind::LengthMismatch); MAX_MISTAKES],
        count: 0,
        enough,
        maps: [None; MAX_OPERANDS],
        owes: [false; MAX_OPERANDS],
        result: Shape::SCALAR,
        lead: Lead::Join,
    };
    let mut found = nothing;
    if !takes_options(call) {
        found.push(Mistake::new(ErrorKind::OptionNotTaken));
        return found;
    }
    let has_array = call.has_array();
    found.lead = match lead(call) {
        _ if !has_array => match (call.to, call.place) {
            (Some(_), None) => {
                found.push(Mistake::new(ErrorKind::ToWithoutArray));
                return found;
            }
            (Some(_), Some(_)) => Lead::A(Party::To),
            (None, _) => Lead::A(Party::Place),
        },
        Ok(lead) => lead,
        Err(kind) => {
            found.push(Mistake::new(kind));
            return found;
        }
    };
    found.result = match found.lead {
        Lead::A(party) => call.shape(party),
        Lead::Join => join_longest(call),
    };
    let mut by_mode = true;
    if let Some(mistake) = option_values(call, found.result.rank) {
        found.push(mistake);
        by_mode = false;
    }
    if found.is_enough() {
        return found;
    }
    if has_array {
        align_all(call, &mut found, by_mode);
        fit_all(call, &mut found);
        if let (Mode::Paddle, Some(..=-2 | 1..)) = (call.mode, call.axis)
            && let Some(Answer::AtRunTime) = identical(call)
        {
            // All shapes must turn out to be the first one.
            found.owes = [true; MAX_OPERANDS];
        }
    }
    fit_place(call, &mut found, by_mode);
    found
}

#[inline]
const fn align_all(call: &Call<'_>, found: &mut Found, by_mode: bool) {
    // Before anyone of a lower rank has had a say.
    let frame = found.result;
    let mut i = 0;
    while i < call.count && !found.is_enough() {
        if call.operands[i].is_array {
            let own = !call.votes(i);
            let aligned = if !own && is_a(call, found.lead, i) {
                Ok(Map::at(0, call.operands[i].shape.rank))
            } else if own || by_mode {
                align(call, i, &frame)
            } else {
                i += 1;
                continue;
            };
            match aligned {
                Err(mistake) => found.push(Mistake { culprit: Some(Party::Operand(i)), ..mistake }),
                Ok(map) => {
                    found.owes[i] = map.is_open || map.drops_unknown;
                    let (last, has_say) = (frame.rank.saturating_sub(1), is_join(found.lead) && !own);
                    if map.is_open && found.result.lengths[last].is(Length::ONE) {
                        // It may yet lie innermost and stretch that axis.
                        found.result.lengths[last] = Length::Unknown;
                    }
                    let mut axis = 0;
                    while axis < map.kept {
                        let output = &mut found.result.lengths[map.axes[axis]];
                        // Elsewhere a length other than 1 can only be what the result's already is, but may be known better.
                        if has_say || matches!(output, Length::Unknown) {
                            *output = output.join(call.operands[i].shape.lengths[axis]);
                        }
                        axis += 1;
                    }
                    found.maps[i] = Some(map);
                }
            }
        }
        i += 1;
    }
    // A `to` has its say, too.
    if let Some(to) = call.to
        && to.rank <= found.result.rank
    {
        let mut axis = 0;
        while axis < to.rank {
            let output = &mut found.result.lengths[found.result.rank - to.rank + axis];
            // Only stated shapes are rigid: a name of a `to` that stretches may turn out to be 1.
            let is_known = !to.lengths[axis].is_name() || output.is(Length::ONE);
            if is_known && (is_join(found.lead) || output.is_unknown()) {
                *output = output.join(to.lengths[axis]);
            }
            axis += 1;
        }
    }
}

/// Whether an operand is the array that gives the result its shape.
#[inline]
const fn is_a(call: &Call<'_>, lead: Lead, operand: usize) -> bool {
    match lead {
        Lead::A(Party::Operand(a)) => a == operand,
        Lead::A(Party::Place) => call.is_place(operand),
        _ => false,
    }
}

/// Second decision, and the law.
#[inline]
const fn fit_all(call: &Call<'_>, found: &mut Found) {
    let mut i = 0;
    while i < call.count && !found.is_enough() {
        if let Some(map) = found.maps[i] {
            let role = if is_a(call, found.lead, i) {
                Role::A
            } else if call.is_place(i) {
                Role::Place
            } else {
                Role::Other
            };
            let may_stretch = call.mode.may_stretch(role);
            let mut axis = 0;
            while axis < map.kept {
                let (length, output) = (call.operands[i].shape.lengths[axis], map.axes[axis]);
                // As in most cases; to ask takes the compiler many steps more.
                let is_same =
                    matches!((length, found.result.lengths[output]), (Length::Known(a), Length::Known(b)) if a == b);
                if !is_same {
                    meet(call, found, Party::Operand(i), axis, output, length, may_stretch);
                }
                axis += 1;
            }
        }
        i += 1;
    }
    // An A that is no operand has been joined with what the operands know; and a `to` that is not A stretches like them.
    let (party, may_stretch) = match found.lead {
        Lead::A(party @ (Party::To | Party::Place)) => (party, false),
        _ if call.to.is_some() => (Party::To, call.mode.may_stretch(Role::To)),
        _ => return,
    };
    let shape = call.shape(party);
    if shape.rank > found.result.rank {
        return found.push(Mistake { culprit: Some(party), ..Mistake::new(ErrorKind::RankTooHigh) });
    }
    let mut axis = 0;
    while axis < shape.rank {
        let output = found.result.rank - shape.rank + axis;
        meet(call, found, party, axis, output, shape.lengths[axis], may_stretch);
        axis += 1;
    }
}

#[inline]
const fn meet(
    call: &Call<'_>,
    found: &mut Found,
    party: Party,
    axis: usize,
    output: usize,
    length: Length,
    may_stretch: bool,
) {
    let against = found.result.lengths[output];
    match (length.fits(against, may_stretch), party) {
        (Answer::No, _) => found.push(Mistake {
            culprit: Some(party),
            operand_axis: axis,
            output_axis: Some(output),
            length,
            against: Some(against),
            ..Mistake::new(ErrorKind::LengthMismatch)
        }),
        (Answer::AtRunTime, Party::Operand(i)) => {
            // Where A itself is as unknown as the result, the others carry it; and where nobody else has a say, there is nothing to carry.
            let nobody = is_a(call, found.lead, i) || !is_any_open(found) && !others_on(call, found, i, output);
            found.owes[i] |= !(nobody && length.is(against));
        }
        _ => {}
    }
}

#[inline]
const fn is_any_open(found: &Found) -> bool {
    let mut i = 0;
    while i < MAX_OPERANDS {
        if let Some(map) = found.maps[i]
            && map.is_open
        {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether anyone but an operand says something about the length of an axis of the result.
#[inline]
const fn others_on(call: &Call<'_>, found: &Found, operand: usize, output: usize) -> bool {
    // An A has its say even with a 1, for it never stretches.
    if !is_join(found.lead) {
        return true;
    }
    let mut i = 0;
    while i < call.count {
        if let Some(map) = found.maps[i]
            && let Some(axis) = map.operand_axis(output)
            && i != operand
            && call.operands[i].shape.lengths[axis].weight() > 0
        {
            return true;
        }
        i += 1;
    }
    match call.to {
        Some(to) if output + to.rank >= found.result.rank => {
            to.lengths[output + to.rank - found.result.rank].weight() > 0
        }
        _ => false,
    }
}

/// The place never stretches: the result stretches to it, or has its very shape.
#[inline]
const fn fit_place(call: &Call<'_>, found: &mut Found, by_mode: bool) {
    let Some((place, operand)) = call.place else { return };
    let is_result = match operand {
        Some(operand) => is_a(call, found.lead, operand),
        None => false,
    };
    if is_result || is_lead(found.lead, Party::Place) || is_join(found.lead) && (found.count > 0 || !by_mode) {
        return;
    }
    let stretches = operand.is_none() && call.mode.result_stretches(call.to.is_some());
    let rank = found.result.rank;
    if rank > place.rank || rank < place.rank && !stretches {
        let kind = if stretches { ErrorKind::RankTooHigh } else { ErrorKind::RankDiffers };
        return found.push(Mistake { culprit: Some(Party::Place), ..Mistake::new(kind) });
    }
    let mut axis = 0;
    while axis < rank {
        let (length, against) = (found.result.lengths[axis], place.lengths[place.rank - rank + axis]);
        if length.misfits(against, stretches) {
            found.push(Mistake {
                culprit: Some(Party::Place),
                operand_axis: place.rank - rank + axis,
                output_axis: Some(axis),
                length,
                against: Some(against),
                ..Mistake::new(ErrorKind::LengthMismatch)
            });
        }
        axis += 1;
    }
}
