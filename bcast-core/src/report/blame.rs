//! Blame: turns the mistakes that the rulebook found into mistakes that name both arrays involved.

use crate::rules::call::{Call, Party};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::list::{Lent, each};
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::Lead;

/// Completes the mistakes of a refused call with the other array: options first, then operands in source order, then the place.
pub(crate) const fn blame(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    mistakes: &[Mistake],
    reported: &mut Lent<'_, Mistake>,
) {
    each!(i < mistakes.len(), {
        let mistake = &mistakes[i];
        match mistake.output_axis {
            Some(output) if is_joint(call, facts, mistake) => {
                let mut is_first = true;
                each!(k < i, {
                    is_first &= !(is_at(&mistakes[k], output) && is_joint(call, facts, &mistakes[k]));
                });
                if is_first {
                    judge_join(call, facts, output, mistake, reported);
                }
            }
            _ if follows(call, facts, mistakes, mistake) => {}
            _ => reported.push(Mistake { other: other(call, facts, mistake), ..*mistake }),
        }
    });
    sort(reported.items_mut());
    without_place(call, reported);
    without_copies(reported);
}

const fn is_at(mistake: &Mistake, output: usize) -> bool {
    matches!(mistake.output_axis, Some(axis) if axis == output)
}

/// Drops the mistakes of a place that is also an operand, if they are reported for the operand.
const fn without_place(call: &Call<'_>, reported: &mut Lent<'_, Mistake>) {
    let Some(place) = call.place_operand() else { return };
    let items = reported.items();
    let (mut is_reported, mut count) = (false, items.len());
    each!(i < items.len(), {
        is_reported |= Party::Operand(place).is_some(items[i].culprit);
    });
    // Mistakes of the place are sorted last.
    while is_reported && count > 0 && Party::Place.is_some(items[count - 1].culprit) {
        count -= 1;
    }
    reported.truncate(count);
}

const fn without_copies(reported: &mut Lent<'_, Mistake>) {
    let items = reported.items_mut();
    let mut kept = 0;
    each!(i < items.len(), {
        if i == 0 || !is_copy(&items[kept - 1], &items[i]) {
            items[kept] = items[i];
            kept += 1;
        }
    });
    reported.truncate(kept);
}

const fn is_copy(one: &Mistake, other: &Mistake) -> bool {
    let same_option = match (one.option, other.option) {
        (Some(one), Some(other)) => one as u8 == other as u8,
        (one, other) => one.is_none() && other.is_none(),
    };
    let same_axis = match (one.operand_axis, other.operand_axis) {
        (Some(one), Some(other)) => one == other,
        (one, other) => one.is_none() && other.is_none(),
    };
    one.kind.is(other.kind) && key(one).0 == key(other).0 && key(one).1 == key(other).1 && same_option && same_axis
}

/// Sorts by party, then by the result's axis; stable.
const fn sort(reported: &mut [Mistake]) {
    each!(end < reported.len(), {
        let mut i = end;
        while i > 0 {
            let (before, after) = (key(&reported[i - 1]), key(&reported[i]));
            if after.0 < before.0 || after.0 == before.0 && after.1 < before.1 {
                reported.swap(i - 1, i);
            }
            i -= 1;
        }
    });
}

const fn key(mistake: &Mistake) -> (usize, usize) {
    let party = match mistake.culprit {
        None => 0,
        Some(Party::Operand(i)) => 1 + i,
        Some(Party::To) => usize::MAX - 1,
        Some(Party::Place) => usize::MAX,
    };
    match mistake.output_axis {
        None => (party, 0),
        Some(axis) => (party, 1 + axis),
    }
}

/// True if the mistake is between arrays that join, so that their order in the expression must not decide which is wrong.
const fn is_joint(call: &Call<'_>, facts: &Facts<'_, '_>, mistake: &Mistake) -> bool {
    let votes = match (facts.lead, mistake.culprit) {
        (Some(Lead::Join), Some(Party::Operand(i))) => call.operands[i].votes(),
        (Some(Lead::Join), Some(Party::To)) => true,
        (Some(Lead::Placements), Some(Party::Operand(_))) => true,
        _ => false,
    };
    votes && mistake.kind.is(ErrorKind::LengthMismatch)
}

/// True if an operand without a vote is refused only because joined arrays disagree, and fits the one that is [`right`].
const fn follows(call: &Call<'_>, facts: &Facts<'_, '_>, mistakes: &[Mistake], mistake: &Mistake) -> bool {
    let (ErrorKind::LengthMismatch, Some(output), Some(party @ Party::Operand(_))) =
        (mistake.kind, mistake.output_axis, mistake.culprit)
    else {
        return false;
    };
    let mut disagree = false;
    each!(i < mistakes.len(), {
        disagree |= is_at(&mistakes[i], output) && is_joint(call, facts, &mistakes[i]);
    });
    let (Some((_, length)), Some((_, right))) = (at(call, facts, party, output), right(call, facts, output)) else {
        return false;
    };
    disagree && !length.misfits(right)
}

/// A party's axis at an output axis, and its length there.
pub(super) const fn at(call: &Call<'_>, facts: &Facts<'_, '_>, party: Party, output: usize) -> Option<(usize, Length)> {
    let Some(map) = facts.map_of(call, party) else { return None };
    match map.operand_axis(output) {
        Some(axis) => Some((axis, call.shape(party)[axis])),
        None => None,
    }
}

/// A party, its axis at an output axis, and its length there.
type PartyAt = Option<(Party, usize, Length)>;

/// The party with this index at an output axis; `None` for the place or without such an axis.
const fn party_at(call: &Call<'_>, facts: &Facts<'_, '_>, index: usize, output: usize) -> PartyAt {
    match call.party(index) {
        Some(party @ (Party::Operand(_) | Party::To)) => match at(call, facts, party, output) {
            Some((axis, length)) => Some((party, axis, length)),
            None => None,
        },
        _ => None,
    }
}

/// [`party_at`] for a party that votes.
const fn voter_at(call: &Call<'_>, facts: &Facts<'_, '_>, index: usize, output: usize) -> PartyAt {
    let votes =
        index >= call.operands.len() || call.operands[index].votes() || matches!(facts.lead, Some(Lead::Placements));
    if votes { party_at(call, facts, index, output) } else { None }
}

/// The voter to trust where voters disagree, and its length: the first of greatest rank among those that another contradicts, since it
/// makes up most of the result.
const fn right(call: &Call<'_>, facts: &Facts<'_, '_>, output: usize) -> Option<(Party, Length)> {
    let mut right: Option<(Party, Length)> = None;
    each!(one < call.parties(), {
        let Some((party, _, length)) = voter_at(call, facts, one, output) else { continue };
        let is_lower = match right {
            Some((known, _)) => call.shape(known).len() >= call.shape(party).len(),
            None => false,
        };
        let mut is_refuted = false;
        each!(other < call.parties(), {
            if let Some((_, _, against)) = voter_at(call, facts, other, output) {
                is_refuted |= disagree(length, against);
            }
        });
        if is_refuted && !is_lower {
            right = Some((party, length));
        }
    });
    right
}

/// True if neither length stretches to the other.
const fn disagree(one: Length, other: Length) -> bool {
    one.misfits(other) && other.misfits(one)
}

/// Reports every voter that disagrees with the trusted one.
const fn judge_join(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    output: usize,
    mistake: &Mistake,
    reported: &mut Lent<'_, Mistake>,
) {
    let Some((judge, against)) = right(call, facts, output) else { return reported.push(*mistake) };
    each!(index < call.parties(), {
        if let Some((party, axis, length)) = voter_at(call, facts, index, output)
            && disagree(length, against)
        {
            reported.push(Mistake {
                culprit: Some(party),
                other: Some(judge),
                operand_axis: Some(axis),
                length: Some(length),
                against: Some(against),
                ..*mistake
            });
        }
    });
}

/// The array that the culprit of a mistake does not fit.
const fn other(call: &Call<'_>, facts: &Facts<'_, '_>, mistake: &Mistake) -> Option<Party> {
    match (mistake.kind, mistake.culprit, mistake.output_axis) {
        (ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::RankDiffers, Some(Party::Place), _) => {
            fills(call, facts)
        }
        (ErrorKind::LengthMismatch, _, Some(output)) => {
            // A itself, unless its length is open and came from another operand.
            if let Some(Lead::A(a)) = facts.lead
                && output < call.shape(a).len()
                && is_length(mistake.against, call.shape(a)[output])
            {
                return Some(a);
            }
            match first_at(call, facts, mistake, output, true) {
                Some(party) => Some(party),
                None => longest(call, facts),
            }
        }
        (ErrorKind::SymbolConflict, _, Some(output)) => first_at(call, facts, mistake, output, false),
        // All operands contribute to the number of elements, and no array is at an uncovered axis.
        (ErrorKind::TooManyElements | ErrorKind::UncoveredAxis, ..) => None,
        _ => longest(call, facts),
    }
}

const fn is_length(expected: Option<Length>, length: Length) -> bool {
    matches!(expected, Some(expected) if expected.is(length))
}

/// The first other party with an axis at an output axis; with `with_length`, only one whose length the culprit was compared with.
const fn first_at(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    mistake: &Mistake,
    output: usize,
    with_length: bool,
) -> Option<Party> {
    each!(index < call.parties(), {
        if let Some((party, _, length)) = party_at(call, facts, index, output)
            && !party.is_some(mistake.culprit)
            && (!with_length || is_length(mistake.against, length))
        {
            return Some(party);
        }
    });
    None
}

/// The array with the result's rank: A, or the first voter of greatest rank.
const fn longest(call: &Call<'_>, facts: &Facts<'_, '_>) -> Option<Party> {
    match facts.lead {
        Some(Lead::A(a)) => return Some(a),
        Some(Lead::Join) => {}
        Some(Lead::Placements) | None => return None,
    }
    each!(i < call.operands.len(), {
        if call.operands[i].votes() && call.operands[i].shape.len() == facts.frame.len() {
            return Some(Party::Operand(i));
        }
    });
    if call.to.is_some() { Some(Party::To) } else { None }
}

/// The array whose shape is the whole result, if one is.
const fn fills(call: &Call<'_>, facts: &Facts<'_, '_>) -> Option<Party> {
    if let Some(Lead::A(a)) = facts.lead {
        return Some(a);
    }
    each!(i < call.operands.len(), {
        let shape = call.operands[i].shape;
        if facts.lead.is_some() && shape.len() == facts.frame.len() {
            let mut is_whole = true;
            each!(axis < shape.len(), {
                is_whole &= shape[axis].is(facts.frame[axis]);
            });
            if is_whole {
                return Some(Party::Operand(i));
            }
        }
    });
    None
}
