//! From a call to its resolution: the mode's two decisions, then one mode-blind law on every output axis.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Party};
#[cfg(feature = "calls")]
pub(crate) use crate::rules::found::Facts;
pub(crate) use crate::rules::found::{Found, iterated};
use crate::rules::length::{Answer, Length};
use crate::rules::list::each;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{Lead, OptionName, Role};
use crate::rules::symbols::{Obligation, ObligationKind, contradiction};

/// Finds out what the rulebook says of a call, stage by stage: `found` holds a resolution if it has no mistake after.
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
    if !begin(call, lead, found) {
        return;
    }
    let identical = match call.mode.option_values(call, found.rank) {
        Ok(answer) => answer,
        Err(mistake) if found.refuse(mistake) => return,
        // Operands without an alignment of their own can't be judged under an option of an impossible value.
        Err(_) => Answer::No,
    };
    if !call.operands.is_empty() {
        align(call, lead, identical, found);
        if found.is_over() {
            return;
        }
        if matches!(lead, Lead::Placements) && !is_covered(found) {
            return;
        }
        fit(call, lead, identical, found);
        if found.is_over() {
            return;
        }
    }
    fit_place(call, lead, identical, found);
    if found.is_over() {
        return;
    }
    finish(call, found);
}

/// Every option must be one that the mode takes. What an option not taken was to mean is unknown, so the rest is not judged.
#[inline(always)]
const fn takes_options(call: &Call<'_>, found: &mut Found<'_, '_>) -> bool {
    let mut is_plain = call.axis.is_none() && call.axes.is_none() && call.base.is_none() && call.place.is_none();
    each!(i < call.operands.len(), {
        is_plain &= call.operands[i].votes();
    });
    is_plain || judge_options(call, found)
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

/// Whose shape the frame has. With no array a place is filled, in every mode; without a place the expression is a scalar, which has no
/// shape to choose.
#[inline(always)]
const fn lead(call: &Call<'_>) -> Result<Lead, ErrorKind> {
    match (call.operands.is_empty(), call.to, call.place) {
        (false, ..) => call.mode.lead(call),
        (true, Some(_), None) => Err(ErrorKind::ToWithoutArray),
        (true, Some(_), Some(_)) => Ok(Lead::A(Party::To)),
        (true, None, _) => Ok(Lead::A(Party::Place)),
    }
}

/// The frame before operands of a lower rank have their say.
#[inline(always)]
const fn begin(call: &Call<'_>, lead: Lead, found: &mut Found<'_, '_>) -> bool {
    match lead {
        Lead::A(party) => {
            let shape = call.shape(party);
            found.rank = shape.len();
            found.frame.split_at_mut(shape.len()).0.copy_from_slice(shape);
        }
        Lead::Join => join_longest(call, found),
        Lead::Placements => return reach(call, found),
    }
    true
}

/// The join of the operands of the longest rank, which lie axis on axis in every mode that joins.
#[inline(always)]
const fn join_longest(call: &Call<'_>, found: &mut Found<'_, '_>) {
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
    found.rank = rank;
    each!(axis < rank, {
        found.frame[axis] = Length::ONE;
    });
    each!(i < call.operands.len(), {
        let operand = &call.operands[i];
        if operand.votes() && operand.shape.len() == rank {
            each!(axis < rank, {
                found.frame[axis] = found.frame[axis].join(operand.shape[axis]);
            });
        }
    });
}

/// As many axes as the operands' own alignments reach; false if some can have no array on it.
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
    each!(axis < rank, {
        found.frame[axis] = Length::ONE;
    });
    true
}

/// One more than the greatest of these axes.
const fn end_of(axes: &[i64]) -> usize {
    let mut end = 0;
    each!(i < axes.len(), {
        if axes[i] >= 0 && axes[i] as usize >= end {
            end = (axes[i] as usize).saturating_add(1);
        }
    });
    end
}

/// Whether some operand lies on each axis of the frame.
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
            let mistake = Mistake {
                output_axis: Some(output),
                greatest: Some(found.rank),
                ..Mistake::new(ErrorKind::UncoveredAxis)
            };
            found.refuse(mistake);
            return false;
        }
    });
    true
}

/// First decision: every operand's map, and with it what the operand says about the frame's lengths.
#[inline(always)]
const fn align<'a>(call: &Call<'a>, lead: Lead, identical: Answer, found: &mut Found<'_, 'a>) {
    let rank = found.rank;
    let outermost = if rank > 0 { found.frame[0] } else { Length::ONE };
    each!(i < call.operands.len(), {
        let operand = &call.operands[i];
        let aligned = if operand.votes() && is_a(call, lead, i) {
            Ok(AxisMap::at(0, rank))
        } else if operand.votes() && identical.is_no() {
            found.maps[i] = None;
            continue;
        } else {
            call.mode.align(call, i, rank, outermost)
        };
        let map = match aligned {
            Ok(map) => map,
            Err(mistake) => {
                found.maps[i] = None;
                if found.refuse(Mistake { culprit: Some(Party::Operand(i)), ..mistake }) {
                    return;
                }
                continue;
            }
        };
        if map.is_open || map.drops_open {
            promise(call, i, &map, found);
        }
        found.maps[i] = Some(map);
        // In a join, voters of lower rank have their say too. Elsewhere a length other than 1 can only be what the frame's
        // already is, but may be known better.
        let has_say = match lead {
            Lead::Join => operand.votes(),
            Lead::Placements => true,
            Lead::A(_) => false,
        };
        each!(axis < map.kept, {
            let output = &mut found.frame[map.output(axis)];
            if has_say || output.is_open() {
                *output = output.join(operand.shape[axis]);
            }
        });
    });
    if let Some(to) = call.to {
        join_to(lead, to, found);
    }
}

/// A `to` has its say, too.
const fn join_to(lead: Lead, to: &[Length], found: &mut Found<'_, '_>) {
    let Some(offset) = found.rank.checked_sub(to.len()) else { return };
    each!(axis < to.len(), {
        let output = &mut found.frame[offset + axis];
        // Only stated shapes are rigid: a symbol of a `to` that stretches may turn out to be 1.
        let is_known = !to[axis].is_symbol() || output.is(Length::ONE);
        if is_known && (lead.is_join() || output.is_open()) {
            *output = output.join(to[axis]);
        }
    });
}

/// What an alignment leaves to run time.
#[cold]
const fn promise(call: &Call<'_>, operand: usize, map: &AxisMap<'_>, found: &mut Found<'_, '_>) {
    let (kind, axis) = if map.is_open {
        // It may yet lie innermost and stretch that axis.
        if found.rank > 0 && found.frame[found.rank - 1].is(Length::ONE) {
            found.frame[found.rank - 1] = Length::UNKNOWN;
        }
        (ObligationKind::Alignment, 0)
    } else {
        (ObligationKind::DroppedIsOne, map.kept)
    };
    let length = call.operands[operand].shape[axis];
    found.obligations.push(Obligation {
        kind,
        party: Party::Operand(operand),
        operand_axis: Some(axis),
        output_axis: None,
        length,
        against: Length::ONE,
        binds: None,
    });
}

/// Second decision, and the law: on every output axis an operand's length is the frame's, or a 1 that may stretch.
#[inline(always)]
const fn fit(call: &Call<'_>, lead: Lead, identical: Answer, found: &mut Found<'_, '_>) {
    if matches!(identical, Answer::AtRunTime) {
        return owe_identity(call, found);
    }
    each!(i < call.operands.len(), {
        let may_stretch = call.mode.may_stretch(role(call, lead, i));
        if let Some(map) = found.maps[i] {
            let shape = call.operands[i].shape;
            let mut all_fit = true;
            each!(axis < map.kept, {
                all_fit &= shape[axis].fits(found.frame[map.output(axis)], may_stretch).is_yes();
            });
            if !all_fit && misfit(call, lead, i, &map, may_stretch, found) {
                return;
            }
        }
    });
    // An A that is no operand has been joined with what the operands know; and a `to` that is not A stretches like them.
    match (lead, call.to) {
        (Lead::A(party @ (Party::To | Party::Place)), _) => fit_shape(call, lead, party, found),
        (_, Some(_)) => fit_shape(call, lead, Party::To, found),
        _ => {}
    }
}

/// What does not fit at once: a mistake, or an obligation. True if the work ends here.
#[cold]
const fn misfit(
    call: &Call<'_>,
    lead: Lead,
    operand: usize,
    map: &AxisMap<'_>,
    may_stretch: bool,
    found: &mut Found<'_, '_>,
) -> bool {
    each!(axis < map.kept, {
        if meet(call, lead, Party::Operand(operand), axis, map.output(axis), may_stretch, found) {
            return true;
        }
    });
    false
}

const fn fit_shape(call: &Call<'_>, lead: Lead, party: Party, found: &mut Found<'_, '_>) {
    let may_stretch = !lead.is(party) && call.mode.may_stretch(Role::To);
    let shape = call.shape(party);
    let Some(offset) = found.rank.checked_sub(shape.len()) else {
        found.refuse(Mistake::of(party, ErrorKind::RankTooHigh));
        return;
    };
    each!(axis < shape.len(), {
        let is_met = shape[axis].fits(found.frame[offset + axis], may_stretch).is_yes();
        if !is_met && meet(call, lead, party, axis, offset + axis, may_stretch, found) {
            return;
        }
    });
}

/// One length against that of the frame. True if the work ends here.
const fn meet(
    call: &Call<'_>,
    lead: Lead,
    party: Party,
    axis: usize,
    output: usize,
    may_stretch: bool,
    found: &mut Found<'_, '_>,
) -> bool {
    let (length, against) = (call.shape(party)[axis], found.frame[output]);
    match length.fits(against, may_stretch) {
        Answer::Yes => false,
        Answer::AtRunTime => {
            owe(call, lead, party, axis, output, may_stretch, found);
            false
        }
        Answer::No => found.refuse(Mistake {
            culprit: Some(party),
            operand_axis: Some(axis),
            output_axis: Some(output),
            length: Some(length),
            against: Some(against),
            ..Mistake::new(ErrorKind::LengthMismatch)
        }),
    }
}

/// Writes down that all shapes must turn out to be the first one.
#[cold]
const fn owe_identity(call: &Call<'_>, found: &mut Found<'_, '_>) {
    let first = call.operands[0].shape;
    // The place has no say in which axis is right.
    each!(index < call.operands.len() + 1, {
        let Some(party) = call.party(index) else { continue };
        let shape = call.shape(party);
        each!(axis < shape.len(), {
            if index > 0 && axis < first.len() && !shape[axis].same(first[axis]).is_yes() {
                found.obligations.push(Obligation {
                    kind: ObligationKind::Identical,
                    party,
                    operand_axis: Some(axis),
                    output_axis: Some(axis),
                    length: shape[axis],
                    against: first[axis],
                    binds: None,
                });
            }
        });
    });
}

/// Writes down that a length must turn out to fit, unless nobody else has a say on that axis.
#[cold]
const fn owe(
    call: &Call<'_>,
    lead: Lead,
    party: Party,
    axis: usize,
    output: usize,
    may_stretch: bool,
    found: &mut Found<'_, '_>,
) {
    let (length, against) = (call.shape(party)[axis], found.frame[output]);
    // Where A itself is as unknown as the output, the others carry the obligation.
    let is_a = match (lead, party) {
        (Lead::A(a), _) if a.is(party) => true,
        (Lead::A(Party::Place), Party::Operand(i)) => call.is_place(i),
        (Lead::A(Party::Operand(i)), Party::Place) => call.is_place(i),
        _ => false,
    };
    let (mut is_open, mut i) = (false, 0);
    while i < call.operands.len() {
        is_open |= matches!(found.maps[i], Some(map) if map.is_open);
        i += 1;
    }
    if length.is(against) && (is_a || !is_open && !others_say(call, lead, party, output, found)) {
        return;
    }
    let may_be_one = !length.is_one().is_no() || party.is(Party::To);
    found.obligations.push(Obligation {
        kind: if may_stretch && may_be_one { ObligationKind::EqualOrOne } else { ObligationKind::Equal },
        party,
        operand_axis: Some(axis),
        output_axis: Some(output),
        length,
        against,
        binds: None,
    });
}

/// Whether anyone else says something about the length of an output axis.
const fn others_say(call: &Call<'_>, lead: Lead, party: Party, output: usize, found: &Found<'_, '_>) -> bool {
    // An A has its say even with a 1, for it never stretches.
    if matches!(lead, Lead::A(_)) {
        return true;
    }
    each!(index < call.operands.len() + 1, {
        let Some(other) = call.party(index) else { continue };
        if !other.is(party)
            && let Some(map) = found.facts().map_of(call, other)
            && let Some(axis) = map.operand_axis(output)
            && call.shape(other)[axis].weight() > 0
        {
            return true;
        }
    });
    false
}

/// Whether an operand is the array that gives the frame its shape.
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

/// The place never stretches: the result stretches to it, or has its very shape.
#[inline(always)]
const fn fit_place(call: &Call<'_>, lead: Lead, identical: Answer, found: &mut Found<'_, '_>) {
    let Some(place) = call.place else { return };
    let is_a = lead.is(Party::Place) || matches!(place.operand, Some(operand) if is_a(call, lead, operand));
    // After a mistake a join is not the result, so the place has nothing to be compared with.
    if is_a || lead.is_join() && (found.is_refused() || identical.is_no()) {
        return;
    }
    let stretches = place.operand.is_none() && call.mode.result_stretches(call.to.is_some());
    let offset = match place.shape.len().checked_sub(found.rank) {
        Some(offset) if offset == 0 || stretches => offset,
        _ => {
            let kind = if stretches { ErrorKind::RankTooHigh } else { ErrorKind::RankDiffers };
            found.refuse(Mistake::of(Party::Place, kind));
            return;
        }
    };
    each!(axis < found.rank, {
        let (length, against) = (found.frame[axis], place.shape[offset + axis]);
        match length.fits(against, stretches) {
            Answer::Yes => {}
            Answer::AtRunTime => {
                let may_be_one = stretches && !length.is_one().is_no();
                found.obligations.push(Obligation {
                    kind: if may_be_one { ObligationKind::EqualOrOne } else { ObligationKind::Equal },
                    party: Party::Place,
                    operand_axis: Some(offset + axis),
                    output_axis: Some(axis),
                    length,
                    against,
                    binds: None,
                });
            }
            Answer::No => {
                let mistake = Mistake {
                    culprit: Some(Party::Place),
                    operand_axis: Some(offset + axis),
                    output_axis: Some(axis),
                    length: Some(length),
                    against: Some(against),
                    ..Mistake::new(ErrorKind::LengthMismatch)
                };
                if found.refuse(mistake) {
                    return;
                }
            }
        }
    });
}

/// Counts the elements, and looks at all obligations together.
#[inline(always)]
const fn finish(call: &Call<'_>, found: &mut Found<'_, '_>) {
    if !is_countable(iterated(call, found)) && found.refuse(Mistake::new(ErrorKind::TooManyElements)) {
        return;
    }
    if found.obligations.count() > 0
        && let Some(mistake) = contradiction(found.obligations.items_mut())
    {
        found.refuse(mistake);
    }
}

/// Whether the product of the known lengths other than 0 fits an `isize`: offsets are computed even where nothing is read
/// (ndarray's rule for constructing shapes).
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
