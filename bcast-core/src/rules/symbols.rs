//! Obligations, the checks that a resolution leaves to run time, and contradictions among them: a symbol has one length throughout.

use crate::rules::call::Party;
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mistake::{ErrorKind, Mistake};

/// A condition of a call that only the actual lengths can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What must hold.
    pub kind: ObligationKind,
    /// The array that must meet it.
    pub party: Party,
    /// The array's axis, if the condition concerns one.
    pub operand_axis: Option<usize>,
    /// The result's axis (the place's, for [`Party::Place`]), if the condition concerns one.
    pub output_axis: Option<usize>,
    /// The array's length there.
    pub length: Length,
    /// The length that it meets.
    pub against: Length,
    /// The symbol that gets a value if this holds, and that value: another symbol if they are only known to be equal.
    pub(super) binds: Option<(Length, Length)>,
}

impl Obligation {
    /// Fills memory for obligations.
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

/// The condition of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObligationKind {
    /// The two lengths are equal.
    Equal,
    /// The two lengths are equal, or this one is 1.
    EqualOrOne,
    /// A dropped axis has length 1.
    DroppedIsOne,
    /// The two lengths are equal, since the axis is valid only for identical shapes (paddle).
    Identical,
    /// The alignment itself is open, and so is the operand's map (ncnn's operands of rank 1).
    Alignment,
}

/// The first obligation that contradicts those before it: a symbol would have two lengths.
#[cold]
pub(super) const fn contradiction(obligations: &mut [Obligation]) -> Option<Mistake> {
    each!(index < obligations.len(), {
        let obligation = obligations[index];
        let known = obligations.split_at(index).0;
        let (length, against) = (value(known, obligation.length), value(known, obligation.against));
        let answer = match obligation.kind {
            ObligationKind::Equal | ObligationKind::DroppedIsOne => length.equals(against),
            // Here two NAMEs may be equal, since an alignment depends on it.
            ObligationKind::Identical => length.same(against),
            ObligationKind::EqualOrOne | ObligationKind::Alignment => continue,
        };
        if !answer.is_no() {
            obligations[index].binds = equate(length, against);
            continue;
        }
        // The comparison was open at first, so an earlier obligation has given at least one of the two a value.
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
            bound_at: match binding(known, symbol) {
                Some(Obligation { party, operand_axis: Some(axis), .. }) => Some((party, axis)),
                _ => None,
            },
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

/// A length, with symbols replaced by their values as far as these are known.
const fn value(known: &[Obligation], mut length: Length) -> Length {
    // Terminates, since each step leads to a length that was still open when it was equated.
    while length.is_symbol()
        && let Some(Obligation { binds: Some((_, value)), .. }) = binding(known, length)
    {
        length = value;
    }
    length
}

/// If equal lengths determine a symbol, the symbol and its value.
const fn equate(one: Length, other: Length) -> Option<(Length, Length)> {
    let (open, known) = if other.is_value() || !one.is_symbol() { (other, one) } else { (one, other) };
    if open.is_symbol() && !open.is(known) && !known.is_unknown() { Some((open, known)) } else { None }
}
