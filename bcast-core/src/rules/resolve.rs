//! From a call to its resolution: the mode's two decisions, then the same fit rule on every output axis.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Party};
#[cfg(feature = "calls")]
pub(crate) use crate::rules::found::Facts;
pub(crate) use crate::rules::found::{Found, iterated};
use crate::rules::length::{Answer, Length};
use crate::rules::list::{Lent, each};
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{Lead, OptionName, Role};
use crate::rules::symbols::{Obligation, ObligationKind, contradiction};

mod fit;

use fit::{fit, fit_place, fit_target};

/// Resolves a call stage by stage. The findings are a resolution if they contain no mistake.
#[inline]
pub(crate) const fn resolve<'a>(call: &Call<'a>, found: &mut Found<'_, 'a>) {
    if !takes_options(call, found) {
        return;
    }
    let lead = match lead(call) {
        Ok(lead) => lead,
        Err(kind) => {
            found.refuse(Mistake::new(kind));
            return;
        }
    };
    found.lead = Some(lead);
    if !measure(call, lead, found) {
        return;
    }
    let identical = match call.mode.option_values(call, found.rank, &mut found.mistakes) {
        Some(answer) => answer,
        // With an invalid option value, operands without an alignment of their own cannot be checked.
        None => Answer::No,
    };
    let all_fit = align(call, lead, identical, found);
    if !call.operands.is_empty() {
        if found.is_over() {
            return;
        }
        if matches!(lead, Lead::Placements) && !is_covered(found) {
            return;
        }
        if !all_fit {
            fit(call, lead, identical, found);
            if found.is_over() {
                return;
            }
        }
        if call.to.is_some() || lead.is(Party::Place) {
            fit_target(call, lead, identical, found);
            if found.is_over() {
                return;
            }
        }
    }
    fit_place(call, lead, identical, found);
    if found.is_over() {
        return;
    }
    finish(call, found);
}

/// Every option must be one that the mode takes. The intent of any other is unknown, so the search stops there.
#[inline(always)]
const fn takes_options(call: &Call<'_>, found: &mut Found<'_, '_>) -> bool {
    let mode = call.mode;
    let all_taken = (call.axis.is_none() || mode.takes(OptionName::Axis))
        && (call.axes.is_none() || mode.takes(OptionName::Axes))
        && (call.base.is_none() && !is_beyond(call.place_operand(), call));
    all_taken && (mode.takes(OptionName::OwnAxis) && mode.takes(OptionName::OwnAxes) || all_vote(call))
        || judge_options(call, found)
}

/// True if no operand has an alignment of its own.
#[inline(always)]
const fn all_vote(call: &Call<'_>) -> bool {
    each!(i < call.operands.len(), {
        if !call.operands[i].votes() {
            return false;
        }
    });
    true
}

#[inline(never)]
const fn judge_options(call: &Call<'_>, found: &mut Found<'_, '_>) -> bool {
    let given = [
        (OptionName::Axis, call.axis.is_some()),
        (OptionName::Axes, call.axes.is_some()),
        (OptionName::Base, call.base.is_some()),
    ];
    each!(i < given.len(), {
        let (option, is_given) = given[i];
        if is_given && !call.mode.takes(option) && found.refuse(not_taken(option, None)) {
            return false;
        }
    });
    each!(i < call.operands.len(), {
        let option = match call.operands[i].alignment {
            Alignment::ByMode => continue,
            Alignment::Axis(_) => OptionName::OwnAxis,
            Alignment::Axes(_) => OptionName::OwnAxes,
        };
        if !call.mode.takes(option) && found.refuse(not_taken(option, Some(Party::Operand(i)))) {
            return false;
        }
    });
    let place = call.place_operand();
    if is_beyond(call.base, call) || is_beyond(place, call) {
        found.refuse(Mistake::new(ErrorKind::NoSuchOperand));
        return false;
    }
    if let Some(base) = call.base {
        if call.to.is_some() {
            found.refuse(Mistake::of(Party::Operand(base), ErrorKind::BaseWithTo));
        } else if place.is_some() {
            found.refuse(Mistake::of(Party::Operand(base), ErrorKind::BaseWithPlace));
        }
    }
    !found.is_refused()
}

const fn is_beyond(operand: Option<usize>, call: &Call<'_>) -> bool {
    matches!(operand, Some(operand) if operand >= call.operands.len())
}

#[cold]
const fn not_taken(option: OptionName, culprit: Option<Party>) -> Mistake {
    Mistake { option: Some(option), culprit, ..Mistake::new(ErrorKind::OptionNotTaken) }
}

/// Where the frame's shape comes from. Without arrays a place is filled, in every mode; without arrays and a place the expression is a
/// scalar, which takes no `to`, except in mode named, where `to` is what NAMEs say.
#[inline(always)]
const fn lead(call: &Call<'_>) -> Result<Lead, ErrorKind> {
    match (call.operands.is_empty(), call.to, call.place) {
        (false, ..) => call.mode.lead(call),
        (true, Some(_), None) if !call.mode.lies_by_names() => Err(ErrorKind::ToWithoutArray),
        (true, Some(_), _) => Ok(Lead::A(Party::To)),
        (true, None, _) => Ok(Lead::A(Party::Place)),
    }
}

/// Finds the frame's rank; false if there is none.
#[inline(always)]
const fn measure(call: &Call<'_>, lead: Lead, found: &mut Found<'_, '_>) -> bool {
    found.rank = match lead {
        Lead::A(party) => call.shape(party).len(),
        Lead::Join => longest(call),
        Lead::Placements => return reach(call, found),
    };
    true
}

/// The greatest rank of the voters and `to`.
#[inline(always)]
const fn longest(call: &Call<'_>) -> usize {
    let mut rank = match call.to {
        Some(to) => to.len(),
        None => 0,
    };
    each!(i < call.operands.len(), {
        let operand = &call.operands[i];
        if operand.votes() && operand.shape.len() > rank {
            rank = operand.shape.len();
        }
    });
    rank
}

/// The rank that the operands' own alignments reach; false if an axis must stay uncovered.
#[inline(never)]
const fn reach(call: &Call<'_>, found: &mut Found<'_, '_>) -> bool {
    let (mut rank, mut axes) = (0, 0);
    each!(i < call.operands.len(), {
        let own = call.operands[i].shape.len();
        axes += own;
        let end = match call.operands[i].alignment {
            Alignment::Axis(axis) if axis > 0 => own.saturating_add(axis as usize),
            Alignment::Axes(axes) => end_of(axes),
            Alignment::Axis(_) | Alignment::ByMode => own,
        };
        rank = if end > rank { end } else { rank };
    });
    if rank > axes {
        found.refuse(Mistake { greatest: Some(rank), ..Mistake::new(ErrorKind::UncoveredAxis) });
        return false;
    }
    found.rank = rank;
    true
}

/// The greatest of these axes, plus one.
const fn end_of(axes: &[i64]) -> usize {
    let mut end = 0;
    each!(i < axes.len(), {
        if axes[i] >= 0 && axes[i] as usize >= end {
            end = (axes[i] as usize).saturating_add(1);
        }
    });
    end
}

/// True if some operand lies on each axis of the frame.
#[inline(never)]
const fn is_covered(found: &mut Found<'_, '_>) -> bool {
    if found.is_refused() {
        return false;
    }
    each!(output < found.rank, {
        let mut is_covered = false;
        each!(i < found.maps.len(), {
            is_covered |= matches!(found.maps[i], Some(map) if map.operand_axis(output).is_some());
        });
        if !is_covered {
            found.refuse(Mistake { output_axis: Some(output), ..Mistake::new(ErrorKind::UncoveredAxis) });
            return false;
        }
    });
    true
}

/// First decision: finds every operand's map, and joins the operand's lengths into the frame. True if all lengths are numbers and every
/// operand fits the final frame, so that [`fit`] can be skipped.
#[inline(always)]
const fn align<'a>(call: &Call<'a>, lead: Lead, identical: Answer, found: &mut Found<'_, 'a>) -> bool {
    let Found { mistakes, obligations, maps, .. } = found;
    let (frame, _) = found.frame.split_at_mut(found.rank);
    let (rank, maps) = (frame.len(), maps.split_at_mut(call.operands.len()).0);
    let (mut all_fit, all_differ) = (identical.is_yes(), identical.is_no());
    let shape = match lead {
        Lead::A(party) => call.shape(party),
        Lead::Join | Lead::Placements => &[],
    };
    each!(axis < shape.len(), {
        frame[axis] = shape[axis];
        all_fit &= frame[axis].is_number();
    });
    if lead.is_join() {
        // In every mode that joins, the voters of greatest rank meet axis on axis. They come first, since others align to their join.
        each!(i < maps.len(), {
            let operand = &call.operands[i];
            if operand.votes() && operand.shape.len() == rank {
                let map = AxisMap::at(0, rank);
                all_fit &= lay(operand.shape, &map, frame, true, true);
                maps[i] = if all_differ { None } else { Some(map) };
            }
        });
    }
    let outermost = if rank > 0 { frame[0] } else { Length::ONE };
    let others_stretch = call.mode.may_stretch(Role::Other);
    each!(i < maps.len(), {
        let operand = &call.operands[i];
        let is_a = is_a(call, lead, i);
        if operand.votes() {
            if lead.is_join() && operand.shape.len() == rank {
                continue;
            }
            if is_a {
                // Its rank is the frame's, except where a message tries a scalar in its place.
                maps[i] = Some(AxisMap::at(0, operand.shape.len()));
                continue;
            }
            if all_differ {
                maps[i] = None;
                continue;
            }
        }
        let Some(map) = call.mode.align(call, operand.shape, operand.alignment, rank, outermost, mistakes) else {
            (maps[i], all_fit) = (None, false);
            if is_misaligned(i, mistakes) {
                return false;
            }
            continue;
        };
        if map.is_open || map.drops_open {
            promise(call, i, &map, frame, obligations);
            all_fit = false;
        }
        maps[i] = Some(map);
        let may_stretch =
            if is_a || call.is_place(i) { call.mode.may_stretch(role(call, lead, i)) } else { others_stretch };
        let has_say = matches!(lead, Lead::Placements) || lead.is_join() && operand.votes();
        all_fit &= lay(operand.shape, &map, frame, has_say, may_stretch);
    });
    match call.to {
        // The `to` of which the frame is a copy adds nothing.
        Some(_) if lead.is(Party::To) => all_fit,
        Some(to) => join_to(lead, to, found) && all_fit,
        None => all_fit,
    }
}

/// Joins a shape's lengths into the frame: all of them if the shape has a say, else only where the frame's length is open. True if all of them
/// and those that they meet are numbers and fit; later joins change no number but 1.
#[inline(always)]
const fn lay(shape: &[Length], map: &AxisMap<'_>, frame: &mut [Length], has_say: bool, may_stretch: bool) -> bool {
    let (shape, _) = shape.split_at(map.kept);
    let mut all_fit = true;
    each!(axis < shape.len(), {
        let (length, output) = (shape[axis], &mut frame[map.output(axis)]);
        if has_say || output.is_open() {
            *output = output.join(length);
        }
        all_fit &= length.is_number() && output.is_number() && length.surely_fits(*output, may_stretch);
    });
    all_fit
}

/// Joins a `to` into the frame. False if that changes the frame.
#[inline(never)]
const fn join_to(lead: Lead, to: &[Length], found: &mut Found<'_, '_>) -> bool {
    let Some(offset) = found.rank.checked_sub(to.len()) else { return false };
    let mut changes = false;
    each!(axis < to.len(), {
        let output = &mut found.frame[offset + axis];
        // Only stated shapes are rigid: a symbol in a `to` that stretches may turn out to be 1.
        let is_known = !to[axis].is_symbol() || output.is(Length::ONE);
        if is_known && (lead.is_join() || output.is_open()) {
            let joined = output.join(to[axis]);
            changes |= !joined.is(*output);
            *output = joined;
        }
    });
    !changes
}

/// Sets the operand as the culprit of the last mistake; true if the search stops here.
#[cold]
const fn is_misaligned(operand: usize, mistakes: &mut Lent<'_, Mistake>) -> bool {
    if let Some(mistake) = mistakes.last_mut() {
        mistake.culprit = Some(Party::Operand(operand));
    }
    mistakes.is_full()
}

/// Records an alignment, or a dropped length, that must be checked at run time.
#[cold]
const fn promise(
    call: &Call<'_>,
    operand: usize,
    map: &AxisMap<'_>,
    frame: &mut [Length],
    obligations: &mut Lent<'_, Obligation>,
) {
    let (kind, axis) = if map.is_open {
        // The operand may turn out to lie innermost and stretch that axis.
        if let Some((last, _)) = frame.split_last_mut()
            && last.is(Length::ONE)
        {
            *last = Length::UNKNOWN;
        }
        (ObligationKind::Alignment, 0)
    } else {
        (ObligationKind::DroppedIsOne, map.kept)
    };
    let length = call.operands[operand].shape[axis];
    let (party, operand_axis) = (Party::Operand(operand), Some(axis));
    obligations.push(Obligation { kind, party, operand_axis, length, ..Obligation::EMPTY });
}

/// True if the operand is A, the array that gives the frame its shape.
#[inline(always)]
const fn is_a(call: &Call<'_>, lead: Lead, operand: usize) -> bool {
    match lead {
        Lead::A(Party::Operand(a)) => a == operand,
        Lead::A(Party::Place) => call.is_place(operand),
        _ => false,
    }
}

#[inline(always)]
const fn role(call: &Call<'_>, lead: Lead, operand: usize) -> Role {
    if is_a(call, lead, operand) {
        Role::A
    } else if call.is_place(operand) {
        Role::Place
    } else {
        Role::Other
    }
}

/// Checks the number of elements, and the obligations for contradictions.
#[inline(always)]
const fn finish(call: &Call<'_>, found: &mut Found<'_, '_>) {
    if !is_countable(iterated(call, found.frame())) && found.refuse(Mistake::new(ErrorKind::TooManyElements)) {
        return;
    }
    if found.obligations.count() > 0
        && let Some(mistake) = contradiction(found.obligations.items_mut())
    {
        found.refuse(mistake);
    }
}

/// True if the product of the known lengths other than 0 fits an `isize`. Zeros are left out since offsets are computed even for empty
/// arrays (ndarray's rule for constructing shapes).
#[inline(always)]
const fn is_countable(shape: &[Length]) -> bool {
    let mut count = 1_usize;
    each!(axis < shape.len(), {
        if shape[axis].is(Length::TOO_LONG) {
            return false;
        }
        if let Some(length) = shape[axis].number() {
            count = match count.checked_mul(if length == 0 { 1 } else { length }) {
                Some(count) => count,
                None => return false,
            };
        }
    });
    count <= isize::MAX as usize
}
