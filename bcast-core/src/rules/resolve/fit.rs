//! The fit rule, the same in every mode: lengths are equal or stretch. Yields the mistakes, and obligations for open lengths.

use super::{Found, is_a, role};
use crate::rules::call::{Call, Party, Place};
use crate::rules::length::{Answer, Length};
use crate::rules::list::each;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::{Lead, Role};
use crate::rules::symbols::{Obligation, ObligationKind};

/// Second decision and fit rule: on every output axis an operand's length is the frame's, or a 1 that may stretch.
#[inline(never)]
pub(super) const fn fit(call: &Call<'_>, lead: Lead, identical: Answer, found: &mut Found<'_, '_>) {
    if matches!(identical, Answer::AtRunTime) {
        return owe_identity(call, found);
    }
    each!(i < call.operands.len(), {
        let may_stretch = call.mode.may_stretch(role(call, lead, i));
        let Some(map) = found.maps[i] else { continue };
        each!(axis < map.kept, {
            if meet(call, lead, Party::Operand(i), axis, map.output(axis), may_stretch, found) {
                return;
            }
        });
    });
}

/// Checks the target. Operands may have refined the frame of an A that is not an operand, so A is compared with it again; a `to` that is
/// not A stretches like an operand.
#[inline(never)]
pub(super) const fn fit_target(call: &Call<'_>, lead: Lead, identical: Answer, found: &mut Found<'_, '_>) {
    match (lead, call.to) {
        _ if matches!(identical, Answer::AtRunTime) => {}
        (Lead::A(party @ (Party::To | Party::Place)), _) => fit_shape(call, lead, party, found),
        (_, Some(_)) => fit_shape(call, lead, Party::To, found),
        _ => {}
    }
}

const fn fit_shape(call: &Call<'_>, lead: Lead, party: Party, found: &mut Found<'_, '_>) {
    // True only in bidirectional, where neither `to` nor the place is A.
    let may_stretch = call.mode.may_stretch(Role::To);
    let shape = call.shape(party);
    let Some(offset) = found.rank.checked_sub(shape.len()) else {
        found.refuse(Mistake::of(party, ErrorKind::RankTooHigh));
        return;
    };
    each!(axis < shape.len(), {
        let is_met = shape[axis].surely_fits(found.frame[offset + axis], may_stretch);
        if !is_met && meet(call, lead, party, axis, offset + axis, may_stretch, found) {
            return;
        }
    });
}

/// Compares one length with the frame's. True if the search stops here.
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
        Answer::No => found.refuse(mismatch(party, [axis, output], length, against)),
    }
}

/// The mistake of a party's axis, and the result's, where two lengths meet that do not fit.
#[cold]
const fn mismatch(party: Party, [own, output]: [usize; 2], length: Length, against: Length) -> Mistake {
    Mistake {
        operand_axis: Some(own),
        output_axis: Some(output),
        length: Some(length),
        against: Some(against),
        ..Mistake::of(party, ErrorKind::LengthMismatch)
    }
}

/// The obligation of two such lengths that may turn out to fit.
#[cold]
const fn owed(
    kind: ObligationKind,
    party: Party,
    [own, output]: [usize; 2],
    length: Length,
    against: Length,
) -> Obligation {
    Obligation { kind, party, operand_axis: Some(own), output_axis: Some(output), length, against, binds: None }
}

/// Records that all shapes, which have one rank, must turn out identical to the first.
#[cold]
const fn owe_identity(call: &Call<'_>, found: &mut Found<'_, '_>) {
    let first = call.operands[0].shape;
    // The place does not matter for the validity of `axis`.
    each!(index < call.operands.len() + 1, {
        let Some(party) = call.party(index) else { continue };
        let shape = call.shape(party);
        each!(axis < shape.len(), {
            if index > 0 && !shape[axis].same(first[axis]).is_yes() {
                let both = [axis, axis];
                found.obligations.push(owed(ObligationKind::Identical, party, both, shape[axis], first[axis]));
            }
        });
    });
}

/// Records that a length must turn out to fit, unless no other array determines that axis.
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
    // Where A is as open as the frame, the other arrays carry the obligation.
    let is_a = match party {
        Party::Operand(i) => is_a(call, lead, i),
        Party::To | Party::Place => lead.is(party),
    };
    let mut is_open = false;
    each!(i < call.operands.len(), {
        is_open |= matches!(found.maps[i], Some(map) if map.is_open);
    });
    if length.is(against) && (is_a || !is_open && !others_say(call, lead, party, output, found)) {
        return;
    }
    let may_be_one = !length.is_one().is_no() || party.is(Party::To);
    let kind = if may_stretch && may_be_one { ObligationKind::EqualOrOne } else { ObligationKind::Equal };
    found.obligations.push(owed(kind, party, [axis, output], length, against));
}

/// True if another array determines the length of an output axis.
const fn others_say(call: &Call<'_>, lead: Lead, party: Party, output: usize, found: &Found<'_, '_>) -> bool {
    // A determines it even with a 1, since it never stretches.
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

/// The place never stretches: the result stretches to it, or must equal its shape.
#[inline(always)]
pub(super) const fn fit_place(call: &Call<'_>, lead: Lead, identical: Answer, found: &mut Found<'_, '_>) {
    let Some(place) = call.place else { return };
    let is_a = lead.is(Party::Place) || matches!(place.operand, Some(operand) if is_a(call, lead, operand));
    // After a mistake the join is not the result, so the place has nothing to be compared with.
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
    let (frame, (_, shape)) = (found.frame.split_at(found.rank).0, place.shape.split_at(offset));
    if !Length::all_fit(frame, shape, stretches) {
        misfit_place(place, offset, stretches, found);
    }
}

/// Records the mistakes or obligations of a place that does not certainly fit.
#[inline(never)]
const fn misfit_place(place: Place<'_>, offset: usize, stretches: bool, found: &mut Found<'_, '_>) {
    each!(axis < found.rank, {
        let (length, against) = (found.frame[axis], place.shape[offset + axis]);
        match length.fits(against, stretches) {
            Answer::Yes => {}
            Answer::AtRunTime => {
                let may_be_one = stretches && !length.is_one().is_no();
                let kind = if may_be_one { ObligationKind::EqualOrOne } else { ObligationKind::Equal };
                found.obligations.push(owed(kind, Party::Place, [offset + axis, axis], length, against));
            }
            Answer::No => {
                if found.refuse(mismatch(Party::Place, [offset + axis, axis], length, against)) {
                    return;
                }
            }
        }
    });
}
