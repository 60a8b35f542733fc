//! Who is to blame, as [`blame`](crate::report::blame) says: mistakes with the right two arrays.

use super::call::{Call, MAX_OPERANDS, MAX_RANK};
use super::length::Length;
use super::rules::{Found, Mistake, is_join, same};
use crate::report::error::{ErrorKind, Party};
use crate::rules::mode::Lead;

/// The mistakes of a refused call with whom they are between, operands first, then `to`, then the place.
#[inline]
pub const fn blame(call: &Call<'_>, found: &Found) -> Found {
    let mut told = *found;
    told.count = 0;
    let mut joint = [false; MAX_RANK];
    let mut i = 0;
    while i < found.count {
        let mistake = found.mistakes[i];
        match mistake.output_axis {
            Some(output) if is_joint(call, found, &mistake) => {
                if !joint[output] {
                    joint[output] = true;
                    judge_join(call, found, output, &mistake, &mut told);
                }
            }
            _ if follows(call, found, &mistake) => {}
            _ => told.push(Mistake { other: other(call, found, &mistake), ..mistake }),
        }
        i += 1;
    }
    sort(&mut told);
    without_place(call, &mut told);
    told
}

/// What is wrong with a place that is an operand is said of the operand.
#[inline]
const fn without_place(call: &Call<'_>, told: &mut Found) {
    let Some((_, Some(place))) = call.place else { return };
    let (mut i, mut is_told) = (0, false);
    while i < told.count {
        is_told |= matches!(told.mistakes[i].culprit, Some(Party::Operand(operand)) if operand == place);
        i += 1;
    }
    // Places are the last.
    while is_told && told.count > 0 && matches!(told.mistakes[told.count - 1].culprit, Some(Party::Place)) {
        told.count -= 1;
    }
}

/// Whether an operand without a vote is only refused because arrays that are joined disagree, and fits the one of them that is right.
#[inline]
const fn follows(call: &Call<'_>, found: &Found, mistake: &Mistake) -> bool {
    let (ErrorKind::LengthMismatch, Some(output), Some(Party::Operand(operand))) =
        (mistake.kind, mistake.output_axis, mistake.culprit)
    else {
        return false;
    };
    let (mut i, mut disagree) = (0, false);
    while i < found.count {
        let other = &found.mistakes[i];
        disagree |= matches!(other.output_axis, Some(axis) if axis == output) && is_joint(call, found, other);
        i += 1;
    }
    let (Some((_, _, length)), Some(right)) = (length_at(call, found, operand, output), right(call, found, output))
    else {
        return false;
    };
    disagree && !length.misfits(right.2, true)
}

/// The array that is right where those that are joined disagree: one of the highest rank that another does not fit.
#[inline]
const fn right(call: &Call<'_>, found: &Found, output: usize) -> Option<At> {
    let (voters, count) = voters_at(call, found, output);
    let mut one = 0;
    while one < count {
        let mut other = 0;
        while other < count {
            if let (Some(right), Some((_, _, length))) = (voters[one], voters[other])
                && disagree(length, right.2)
            {
                return Some(right);
            }
            other += 1;
        }
        one += 1;
    }
    None
}

/// Whether neither length stretches to the other.
#[inline]
const fn disagree(one: Length, other: Length) -> bool {
    one.misfits(other, true) && other.misfits(one, true)
}

/// By party, then by axis of the result; what is equal stays in order.
#[inline]
const fn sort(told: &mut Found) {
    let mut end = told.count;
    while end > 1 {
        let mut i = 1;
        while i < end {
            if key(&told.mistakes[i]) < key(&told.mistakes[i - 1]) {
                let one = told.mistakes[i];
                told.mistakes[i] = told.mistakes[i - 1];
                told.mistakes[i - 1] = one;
            }
            i += 1;
        }
        end -= 1;
    }
}

#[inline]
const fn key(mistake: &Mistake) -> usize {
    let party = match mistake.culprit {
        None => 0,
        Some(Party::Operand(i)) => 1 + i,
        Some(Party::To) => 1 + MAX_OPERANDS,
        Some(Party::Place) => 2 + MAX_OPERANDS,
    };
    let axis = match mistake.output_axis {
        None => 0,
        Some(axis) => 1 + axis,
    };
    party * (MAX_RANK + 1) + axis
}

/// Whether the mistake is between arrays that are joined.
#[inline]
const fn is_joint(call: &Call<'_>, found: &Found, mistake: &Mistake) -> bool {
    is_join(found.lead)
        && matches!(mistake.kind, ErrorKind::LengthMismatch)
        && match mistake.culprit {
            Some(Party::Operand(i)) => call.votes(i),
            Some(Party::To) => true,
            _ => false,
        }
}

/// The length of a party at an axis of the result, and its own axis there: the party is operand `index`, or `to` behind the last.
#[inline]
const fn length_at(call: &Call<'_>, found: &Found, index: usize, output: usize) -> Option<At> {
    if index < call.count {
        let Some(map) = found.maps[index] else { return None };
        return match map.operand_axis(output) {
            Some(axis) => Some((Party::Operand(index), axis, call.operands[index].shape.lengths[axis])),
            None => None,
        };
    }
    match call.to {
        Some(to) if output + to.rank >= found.result.rank => {
            let axis = output + to.rank - found.result.rank;
            Some((Party::To, axis, to.lengths[axis]))
        }
        _ => None,
    }
}

/// An array at an axis of the result: who, its own axis there, and its length.
type At = (Party, usize, Length);

/// Those who vote at an axis of the result, of the highest rank first.
#[inline]
const fn voters_at(call: &Call<'_>, found: &Found, output: usize) -> ([Option<At>; MAX_OPERANDS + 1], usize) {
    let (mut voters, mut ranks) = ([None; MAX_OPERANDS + 1], [0; MAX_OPERANDS + 1]);
    let (mut count, mut index) = (0, 0);
    while index <= call.count {
        let votes = index == call.count || call.votes(index);
        if votes && let Some(at) = length_at(call, found, index, output) {
            let rank = call.shape(at.0).rank;
            let mut place = count;
            while place > 0 && ranks[place - 1] < rank {
                (voters[place], ranks[place]) = (voters[place - 1], ranks[place - 1]);
                place -= 1;
            }
            (voters[place], ranks[place]) = (Some(at), rank);
            count += 1;
        }
        index += 1;
    }
    (voters, count)
}

/// The operand of the highest rank is right, for it is most of the result; whoever does not fit it is wrong.
#[inline]
const fn judge_join(call: &Call<'_>, found: &Found, output: usize, mistake: &Mistake, told: &mut Found) {
    let Some((judge, _, against)) = right(call, found, output) else { return told.push(*mistake) };
    let (voters, count) = voters_at(call, found, output);
    let mut wrong = 0;
    while wrong < count {
        if let Some((party, axis, length)) = voters[wrong]
            && disagree(length, against)
        {
            told.push(Mistake {
                culprit: Some(party),
                other: Some(judge),
                operand_axis: axis,
                length,
                against: Some(against),
                ..*mistake
            });
        }
        wrong += 1;
    }
}

/// The array that the culprit of a mistake does not fit.
#[inline]
const fn other(call: &Call<'_>, found: &Found, mistake: &Mistake) -> Option<Party> {
    let by_shape = matches!(mistake.kind, ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::RankDiffers);
    if by_shape && matches!(mistake.culprit, Some(Party::Place)) {
        return fills(call, found);
    }
    let (ErrorKind::LengthMismatch, Some(output), Some(against)) = (mistake.kind, mistake.output_axis, mistake.against)
    else {
        return longest(call, found);
    };
    if let Lead::A(a) = found.lead {
        let shape = call.shape(a);
        if output < shape.rank && shape.lengths[output].is(against) {
            return Some(a);
        }
    }
    let mut index = 0;
    while index <= call.count {
        if let Some((party, _, length)) = length_at(call, found, index, output)
            && length.is(against)
        {
            let is_culprit = match mistake.culprit {
                Some(culprit) => same(culprit, party),
                None => false,
            };
            if !is_culprit {
                return Some(party);
            }
        }
        index += 1;
    }
    longest(call, found)
}

/// The array that has the result's rank.
#[inline]
const fn longest(call: &Call<'_>, found: &Found) -> Option<Party> {
    if let Lead::A(a) = found.lead {
        return Some(a);
    }
    let mut i = 0;
    while i < call.count {
        if call.votes(i) && call.operands[i].shape.rank == found.result.rank {
            return Some(Party::Operand(i));
        }
        i += 1;
    }
    if call.to.is_some() { Some(Party::To) } else { None }
}

/// The array that is the whole result; none if only several together are.
#[inline]
const fn fills(call: &Call<'_>, found: &Found) -> Option<Party> {
    if let Lead::A(a) = found.lead {
        return Some(a);
    }
    let mut i = 0;
    while i < call.count {
        let shape = call.operands[i].shape;
        if call.operands[i].is_array && shape.rank == found.result.rank {
            let (mut axis, mut whole) = (0, true);
            while axis < shape.rank {
                whole &= shape.lengths[axis].is(found.result.lengths[axis]);
                axis += 1;
            }
            if whole {
                return Some(Party::Operand(i));
            }
        }
        i += 1;
    }
    None
}
