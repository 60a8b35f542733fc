//! What a resolution leaves to run time, and what obligations say together: a symbol is one length, wherever it stands.

use crate::rules::call::Party;
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mistake::{ErrorKind, Mistake};

/// Something about a call that only the real lengths can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What must hold.
    pub kind: ObligationKind,
    /// The array it is about.
    pub party: Party,
    /// The axis of that array, if it is about one.
    pub operand_axis: Option<usize>,
    /// The result's axis (the place's, for [`Party::Place`]), if it is about one.
    pub output_axis: Option<usize>,
    /// The array's length there.
    pub length: Length,
    /// The length that it meets.
    pub against: Length,
    /// The symbol that gets a value if this holds, and the value; another symbol if only their equality is known.
    pub(super) binds: Option<(Length, Length)>,
}

impl Obligation {
    /// Memory for obligations that are still to come.
    pub(crate) const EMPTY: Self = Self {
        kind: ObligationKind::Equal,
        party: Party::To,
        operand_axis: None,
        output_axis: None,
        length: Length::ONE,
        against: Length::ONE,
        binds: None,
    };
}

/// What an obligation demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObligationKind {
    /// The two lengths are equal.
    Equal,
    /// The two lengths are equal, or this one is 1.
    EqualOrOne,
    /// An axis that is dropped has length 1.
    DroppedIsOne,
    /// The two lengths are equal, since only identical shapes make the axis right (paddle).
    Identical,
    /// The alignment itself is open, and with it the operand's map (ncnn's operands of rank 1).
    Alignment,
}

/// The first obligation that cannot hold beside those before it: a symbol that would have two lengths.
#[cold]
pub(super) const fn contradiction(obligations: &mut [Obligation]) -> Option<Mistake> {
    each!(index < obligations.len(), {
        let obligation = obligations[index];
        let known = obligations.split_at(index).0;
        let (length, against) = (value(known, obligation.length), value(known, obligation.against));
        let answer = match obligation.kind {
            ObligationKind::Equal | ObligationKind::DroppedIsOne => length.equals(against),
            // Here two NAMEs may be one length: an alignment depends on it.
            ObligationKind::Identical => length.same(against),
            ObligationKind::EqualOrOne | ObligationKind::Alignment => continue,
        };
        if !answer.is_no() {
            obligations[index].binds = equate(length, against);
            continue;
        }
        // Both were open as they stand, so at least one has been given a length by an earlier obligation.
        let (symbol, bound, now) = if length.is(obligation.length) {
            (obligation.against, against, length)
        } else {
            (obligation.length, length, against)
        };
        return Some(Mistake {
            culprit: Some(obligation.party),
            operand_axis: obligation.operand_axis,
            output_axis: obligation.output_axis,
            length: Some(bound),
            against: Some(now),
            symbol: Some(symbol),
            bound_at: bound_at(known, symbol),
            ..Mistake::new(ErrorKind::SymbolConflict)
        });
    });
    None
}

/// The first obligation that gives a symbol a value.
const fn binding(known: &[Obligation], symbol: Length) -> Option<Obligation> {
    each!(index < known.len(), {
        if let Some((bound, _)) = known[index].binds
            && bound.is(symbol)
        {
            return Some(known[index]);
        }
    });
    None
}

/// What a length has turned out to be.
const fn value(known: &[Obligation], mut length: Length) -> Length {
    // Each step leads to a length that was still open when the one before it was equated to it, so this ends.
    while length.is_symbol()
        && let Some(Obligation { binds: Some((_, value)), .. }) = binding(known, length)
    {
        length = value;
    }
    length
}

const fn bound_at(known: &[Obligation], symbol: Length) -> Option<(Party, usize)> {
    match binding(known, symbol) {
        Some(Obligation { party, operand_axis: Some(axis), .. }) => Some((party, axis)),
        _ => None,
    }
}

/// Which of two equal lengths is a symbol that gets the other as its value.
const fn equate(one: Length, other: Length) -> Option<(Length, Length)> {
    let (open, known) = if other.is_value() || !one.is_symbol() { (other, one) } else { (one, other) };
    if open.is_symbol() && !open.is(known) && !known.is_unknown() { Some((open, known)) } else { None }
}
