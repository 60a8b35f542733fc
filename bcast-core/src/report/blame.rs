//! Who is to blame: from the mistakes that the rulebook found to mistakes that name the right two arrays.

use crate::rules::call::{Call, Party};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::list::{Lent, each};
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::Lead;

/// The mistakes of a refused call with whom they are between: options first, then operands in source order, then the place.
pub(crate) const fn blame(call: &Call<'_>, facts: &Facts<'_, '_>, mistakes: &[Mistake], told: &mut Lent<'_, Mistake>) {
    each!(i < mistakes.len(), {
        let mistake = &mistakes[i];
        match mistake.output_axis {
            Some(output) if is_joint(call, facts, mistake) => {
                let (mut k, mut is_first) = (0, true);
                while k < i {
                    is_first &= !(is_at(&mistakes[k], output) && is_joint(call, facts, &mistakes[k]));
                    k += 1;
                }
                if is_first {
                    judge_join(call, facts, output, mistake, told);
                }
            }
            _ if follows(call, facts, mistakes, mistake) => {}
            _ => told.push(Mistake { other: other(call, facts, mistake), ..*mistake }),
        }
    });
    sort(told.items_mut());
    without_place(call, told);
    without_copies(told);
}

const fn is_at(mistake: &Mistake, output: usize) -> bool {
    matches!(mistake.output_axis, Some(axis) if axis == output)
}

/// What is wrong with a place that is an operand is said of the operand.
const fn without_place(call: &Call<'_>, told: &mut Lent<'_, Mistake>) {
    let Some(place) = call.place_operand() else { return };
    let items = told.items();
    let (mut is_told, mut count) = (false, items.len());
    each!(i < items.len(), {
        is_told |= Party::Operand(place).is_some(items[i].culprit);
    });
    // Places are the last.
    while is_told && count > 0 && Party::Place.is_some(items[count - 1].culprit) {
        count -= 1;
    }
    told.truncate(count);
}

const fn without_copies(told: &mut Lent<'_, Mistake>) {
    let items = told.items_mut();
    let mut kept = 0;
    each!(i < items.len(), {
        if i == 0 || !is_copy(&items[kept - 1], &items[i]) {
            items[kept] = items[i];
            kept += 1;
        }
    });
    told.truncate(kept);
}

const fn is_copy(one: &Mistake, other: &Mistake) -> bool {
    let same_option = match (one.option, other.option) {
        (Some(one), Some(other)) => one as u8 == other as u8,
        (None, None) => true,
        _ => false,
    };
    let same_axis = match (one.operand_axis, other.operand_axis) {
        (Some(one), Some(other)) => one == other,
        (None, None) => true,
        _ => false,
    };
    one.kind.is(other.kind) && key(one).0 == key(other).0 && key(one).1 == key(other).1 && same_option && same_axis
}

/// By party, then by axis of the result; what is equal stays in order.
const fn sort(told: &mut [Mistake]) {
    let mut end = told.len();
    while end > 1 {
        let mut i = 1;
        while i < end {
            let (before, after) = (key(&told[i - 1]), key(&told[i]));
            if after.0 < before.0 || after.0 == before.0 && after.1 < before.1 {
                told.swap(i - 1, i);
            }
            i += 1;
        }
        end -= 1;
    }
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

/// Whether the mistake is between arrays that are joined, where the order of the expression must not decide who is wrong.
const fn is_joint(call: &Call<'_>, facts: &Facts<'_, '_>, mistake: &Mistake) -> bool {
    let votes = match (facts.lead, mistake.culprit) {
        (Some(Lead::Join), Some(Party::Operand(i))) => call.operands[i].votes(),
        (Some(Lead::Join), Some(Party::To)) => true,
        (Some(Lead::Placements), Some(Party::Operand(_))) => true,
        _ => false,
    };
    votes && mistake.kind.is(ErrorKind::LengthMismatch)
}

/// Whether an operand without a vote is only refused because arrays that are joined disagree, and fits the one of them that is right.
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
const fn at(call: &Call<'_>, facts: &Facts<'_, '_>, party: Party, output: usize) -> Option<(usize, Length)> {
    let Some(map) = facts.map_of(call, party) else { return None };
    match map.operand_axis(output) {
        Some(axis) => Some((axis, call.shape(party)[axis])),
        None => None,
    }
}

/// The party with this index if it has an axis at an output axis: itself, its axis there, and its length. A place has none.
const fn party_at(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    index: usize,
    output: usize,
) -> Option<(Party, usize, Length)> {
    match call.party(index) {
        Some(party @ (Party::Operand(_) | Party::To)) => match at(call, facts, party, output) {
            Some((axis, length)) => Some((party, axis, length)),
            None => None,
        },
        _ => None,
    }
}

/// The same, if it votes.
const fn voter_at(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    index: usize,
    output: usize,
) -> Option<(Party, usize, Length)> {
    let votes =
        index >= call.operands.len() || call.operands[index].votes() || matches!(facts.lead, Some(Lead::Placements));
    if votes { party_at(call, facts, index, output) } else { None }
}

/// The voter that is right where they disagree, and its length: of those that another does not fit, the first of the highest rank, for it is
/// most of the result.
const fn right(call: &Call<'_>, facts: &Facts<'_, '_>, output: usize) -> Option<(Party, Length)> {
    let mut right: Option<(Party, Length)> = None;
    each!(one < call.parties(), {
        let Some((party, _, length)) = voter_at(call, facts, one, output) else { continue };
        let is_lower = match right {
            Some((known, _)) => call.shape(known).len() >= call.shape(party).len(),
            None => false,
        };
        let (mut other, mut is_refuted) = (0, false);
        while other < call.parties() {
            if let Some((_, _, against)) = voter_at(call, facts, other, output) {
                is_refuted |= disagree(length, against);
            }
            other += 1;
        }
        if is_refuted && !is_lower {
            right = Some((party, length));
        }
    });
    right
}

/// Whether neither length stretches to the other.
const fn disagree(one: Length, other: Length) -> bool {
    one.misfits(other) && other.misfits(one)
}

/// Whoever does not fit the voter that is right is wrong.
const fn judge_join(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    output: usize,
    mistake: &Mistake,
    told: &mut Lent<'_, Mistake>,
) {
    let Some((judge, against)) = right(call, facts, output) else { return told.push(*mistake) };
    each!(index < call.parties(), {
        if let Some((party, axis, length)) = voter_at(call, facts, index, output)
            && disagree(length, against)
        {
            told.push(Mistake {
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
            // A itself, unless its length is open and another operand has told what it is.
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
        // The result is all operands' own, and an axis that nobody covers is nobody's.
        (ErrorKind::TooManyElements | ErrorKind::UncoveredAxis, ..) => None,
        _ => longest(call, facts),
    }
}

const fn is_length(asked: Option<Length>, length: Length) -> bool {
    matches!(asked, Some(asked) if asked.is(length))
}

/// The first party beside the culprit that has an axis at an output axis, of the length that the culprit meets if that is asked.
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

/// The array that has the result's rank: A, or the first of the longest rank.
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

/// The array that is the whole result; none if only several together are.
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
