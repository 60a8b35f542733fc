//! What a resolution leaves to run time, and what obligations say together: a symbol is one length, wherever it stands.

use smallvec::SmallVec;

use crate::report::error::{ErrorKind, Mistake, Party};
use crate::rules::length::{Answer, Extent, Length, Symbol, SymbolKind};

/// Something about a call that only the real lengths can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub(crate) fn contradiction(obligations: &[Obligation]) -> Option<Mistake> {
    let mut values = Values::default();
    obligations.iter().find_map(|obligation| {
        let equals = match obligation.kind {
            ObligationKind::Equal | ObligationKind::DroppedIsOne => Length::equals,
            // Here two NAMEs may be one length: an alignment depends on it.
            ObligationKind::Identical => Length::same,
            ObligationKind::EqualOrOne | ObligationKind::Alignment => return None,
        };
        let (length, against) = (values.of(obligation.length), values.of(obligation.against));
        if equals(length, against) != Answer::No {
            values.equate(length, against, obligation.operand_axis.map(|axis| (obligation.party, axis)));
            return None;
        }
        // Both were open as they stand, so at least one has been given a length by an earlier obligation.
        let (symbol, bound, now) = if length == obligation.length {
            (obligation.against, against, length)
        } else {
            (obligation.length, length, against)
        };
        Some(Mistake {
            culprit: Some(obligation.party),
            operand_axis: obligation.operand_axis,
            output_axis: obligation.output_axis,
            length: Some(bound),
            against: Some(now),
            symbol: Some(symbol),
            bound_at: values.bound_at(symbol),
            ..Mistake::new(ErrorKind::SymbolConflict)
        })
    })
}

/// What each symbol has turned out to be, by which array's axis; another symbol if only their equality is known.
#[derive(Default)]
struct Values(SmallVec<[(Symbol, Length, At); 8]>);
/// An array's axis.
type At = Option<(Party, usize)>;

impl Values {
    fn of(&self, mut length: Length) -> Length {
        // Each step leads to a length that was still open when the one before it was equated to it, so this ends.
        while let Length::Symbol(symbol) = length {
            match self.0.iter().find(|(known, ..)| *known == symbol) {
                Some(&(_, value, _)) => length = value,
                None => break,
            }
        }
        length
    }

    fn bound_at(&self, length: Length) -> At {
        let Length::Symbol(symbol) = length else { return None };
        self.0.iter().find(|(known, ..)| *known == symbol).and_then(|&(.., at)| at)
    }

    fn equate(&mut self, one: Length, other: Length, at: At) {
        let is_value = |length| matches!(length, Length::Symbol(Symbol { kind: SymbolKind::Value, .. }));
        let (open, known) =
            if is_value(other) || !matches!(one, Length::Symbol(_)) { (other, one) } else { (one, other) };
        match open {
            Length::Symbol(symbol) if open != known && known != Length::Unknown => self.0.push((symbol, known, at)),
            _ => {}
        }
    }
}
