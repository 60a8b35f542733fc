//! Who is to blame: from the mistakes that the rulebook found to errors that name the right two arrays.

use alloc::vec::Vec;

use crate::report::error::{BroadcastError, ErrorKind, Mistake, Party};
use crate::report::suggest;
use crate::rules::call::{Alignment, Call};
use crate::rules::findings::Findings;
use crate::rules::length::{Answer, Extent};
use crate::rules::mode::{Lead, fits};
use crate::rules::sort::sort_few;

/// The errors of a refused call, options first, then operands in source order, then the place.
pub(crate) fn report<L: Extent>(call: &Call<'_, L>, found: Findings) -> Vec<BroadcastError> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut joint: Vec<usize> = Vec::new();
    for mistake in &found.mistakes {
        match mistake.output_axis {
            Some(output) if votes(call, &found, mistake) => {
                if !joint.contains(&output) {
                    joint.push(output);
                    mistakes.extend(judge_join(call, &found, output, mistake));
                }
            }
            _ if follows(call, &found, mistake) => {}
            _ => mistakes.push(Mistake { other: other(call, &found, mistake), ..mistake.clone() }),
        }
    }
    // What is wrong with a place that is an operand is said of the operand.
    let place = call.place.and_then(|place| place.operand).map(Party::Operand);
    if place.is_some() && mistakes.iter().any(|mistake| mistake.culprit == place) {
        mistakes.retain(|mistake| mistake.culprit != Some(Party::Place));
    }
    sort_few(&mut mistakes, |mistake| (mistake.culprit.map(rank_of_party), mistake.output_axis));
    mistakes.dedup();
    // A way out of one mistake is tried without the operands that are wrong anyway.
    let wrong = |mistake: &Mistake| match mistake.culprit {
        Some(Party::Operand(i)) => Some(i),
        _ => None,
    };
    let culprits: Vec<usize> = mistakes.iter().filter_map(wrong).collect();
    mistakes
        .into_iter()
        .map(|mistake| {
            let helps = suggest::helps(call, &found, &mistake, &culprits);
            BroadcastError::new(call, mistake, &found, helps)
        })
        .collect()
}

const fn rank_of_party(party: Party) -> (u8, usize) {
    match party {
        Party::Operand(i) => (0, i),
        Party::To => (1, 0),
        Party::Place => (2, 0),
    }
}

/// Whether the mistake is between arrays that are joined, where the order of the expression must not decide who is wrong.
fn votes<L: Extent>(call: &Call<'_, L>, found: &Findings, mistake: &Mistake) -> bool {
    found.lead == Some(Lead::Join)
        && mistake.kind == ErrorKind::LengthMismatch
        && match mistake.culprit {
            Some(Party::Operand(i)) => call.operands[i].alignment == Alignment::ByMode,
            culprit => culprit == Some(Party::To),
        }
}

/// Whether an operand without a vote is only refused because arrays that are joined disagree, and fits the one of them that is right.
fn follows<L: Extent>(call: &Call<'_, L>, found: &Findings, mistake: &Mistake) -> bool {
    let (Some(output), Some(Party::Operand(i)), ErrorKind::LengthMismatch) =
        (mistake.output_axis, mistake.culprit, mistake.kind)
    else {
        return false;
    };
    let is_joint = |other: &Mistake| other.output_axis == Some(output) && votes(call, found, other);
    let own = found.maps.get(i).and_then(Option::as_ref).and_then(|map| map.operand_axis(output));
    found.mistakes.iter().any(is_joint)
        && own
            .zip(right(&voters(call, found, output)))
            .is_some_and(|(axis, (_, length))| fits(call.operands[i].shape[axis], length, true) != Answer::No)
}

/// Those who vote at an output axis, of the highest rank first.
fn voters<L: Extent>(call: &Call<'_, L>, found: &Findings, output: usize) -> Vec<(Party, usize, L)> {
    let mut voters = lengths_at(call, found, output, true);
    sort_few(&mut voters, |(party, ..)| core::cmp::Reverse(party.shape(call).len()));
    voters
}

/// The voter that is right where they disagree, and its length: the first that another does not fit.
fn right<L: Extent>(voters: &[(Party, usize, L)]) -> Option<(Party, L)> {
    let conflicts = |&(party, _, length): &(Party, usize, L)| {
        voters.iter().any(|&(other, _, against)| other != party && disagree(length, against))
    };
    voters.iter().copied().find(conflicts).map(|(party, _, length)| (party, length))
}

/// Whether neither length stretches to the other.
fn disagree<L: Extent>(one: L, other: L) -> bool {
    fits(one, other, true) == Answer::No && fits(other, one, true) == Answer::No
}

/// The operands, and a `to`, that have an axis at this output axis: party, its axis, its length.
fn lengths_at<L: Extent>(call: &Call<'_, L>, found: &Findings, output: usize, voters: bool) -> Vec<(Party, usize, L)> {
    let mut lengths = Vec::new();
    for (i, operand) in call.operands.iter().enumerate() {
        let axis = found.maps.get(i).and_then(Option::as_ref).and_then(|map| map.operand_axis(output));
        if let Some(axis) = axis.filter(|_| !voters || operand.alignment == Alignment::ByMode) {
            lengths.push((Party::Operand(i), axis, operand.shape[axis]));
        }
    }
    let to = call.to.and_then(|to| Some((to, (output + to.len()).checked_sub(found.result.len())?)));
    lengths.extend(to.map(|(to, axis)| (Party::To, axis, to[axis])));
    lengths
}

/// The operand of the highest rank is right, for it is most of the result; whoever does not fit it is wrong.
fn judge_join<L: Extent>(call: &Call<'_, L>, found: &Findings, output: usize, mistake: &Mistake) -> Vec<Mistake> {
    let voters = voters(call, found, output);
    let Some((right, against)) = right(&voters) else { return [mistake.clone()].into() };
    let wrong = voters.into_iter().filter(|&(party, _, length)| party != right && disagree(length, against));
    let mistakes = wrong.map(|(party, axis, length)| Mistake {
        culprit: Some(party),
        other: Some(right),
        operand_axis: Some(axis),
        length: Some(length.length()),
        against: Some(against.length()),
        ..mistake.clone()
    });
    mistakes.collect()
}

/// The array that the culprit of a mistake does not fit.
fn other<L: Extent>(call: &Call<'_, L>, found: &Findings, mistake: &Mistake) -> Option<Party> {
    let culprit = mistake.culprit;
    match (mistake.kind, mistake.output_axis) {
        (ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::RankDiffers, _)
            if culprit == Some(Party::Place) =>
        {
            fills(call, found)
        }
        (ErrorKind::LengthMismatch, Some(output)) => {
            // A itself, unless its length is open and another operand has told what it is.
            let at = lengths_at(call, found, output, false);
            let against = |&&(party, _, length): &&(Party, usize, L)| {
                Some(party) != culprit && Some(length.length()) == mistake.against
            };
            let known = at.iter().find(against).map(|&(party, ..)| party);
            match found.lead {
                Some(Lead::A(a)) if a.shape(call).get(output).map(|length| length.length()) == mistake.against => {
                    Some(a)
                }
                _ => known.or_else(|| longest(call, found)),
            }
        }
        (ErrorKind::SymbolConflict, Some(output)) => {
            let at = lengths_at(call, found, output, false);
            at.into_iter().map(|(party, ..)| party).find(|&party| Some(party) != culprit)
        }
        // The result is all operands' own.
        (ErrorKind::TooManyElements, _) => None,
        _ => longest(call, found),
    }
}

/// The array that has the result's rank: A, or the first of the longest rank.
fn longest<L: Extent>(call: &Call<'_, L>, found: &Findings) -> Option<Party> {
    match found.lead? {
        Lead::A(a) => Some(a),
        Lead::Join => {
            let rank = found.result.len();
            let voter =
                |i: &usize| call.operands[*i].alignment == Alignment::ByMode && call.operands[*i].shape.len() == rank;
            let operand = (0..call.operands.len()).find(voter).map(Party::Operand);
            operand.or(call.to.map(|_| Party::To))
        }
    }
}

/// The array that is the whole result; none if only several together are.
fn fills<L: Extent>(call: &Call<'_, L>, found: &Findings) -> Option<Party> {
    if let Lead::A(a) = found.lead? {
        return Some(a);
    }
    let whole = |party: Party| {
        let shape = party.shape(call);
        shape.len() == found.result.len()
            && shape.iter().zip(&found.result).all(|(length, &result)| length.length() == result)
    };
    let parties = (0..call.operands.len()).map(Party::Operand);
    parties.into_iter().find(|&party| whole(party))
}
