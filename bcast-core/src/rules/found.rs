//! The findings of the rulebook in a call: the frame, the operands' places in it, what is left to run time, and the mistakes.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Party};
use crate::rules::length::Length;
use crate::rules::list::Lent;
use crate::rules::mistake::Mistake;
use crate::rules::mode::Lead;
use crate::rules::symbols::Obligation;

/// What the rulebook finds in a call, in memory that the caller lends.
///
/// The frame is the shape over which operands are joined or to which they stretch. What a call writes to lies on it with its last axes,
/// and may have more.
#[derive(Debug)]
pub(crate) struct Found<'m, 'a> {
    pub(super) frame: &'m mut [Length],
    pub(super) rank: usize,
    pub(super) maps: &'m mut [Option<AxisMap<'a>>],
    /// Whose shape the frame has, once that is known.
    pub lead: Option<Lead>,
    /// What is left to run time; nothing where all lengths are numbers.
    pub obligations: Lent<'m, Obligation>,
    /// The mistakes, in the order found. The work ends once their memory is full, and without memory at the first.
    pub mistakes: Lent<'m, Mistake>,
}

impl<'m, 'a> Found<'m, 'a> {
    /// Nothing yet. `frame` must be [`Call::most_axes`] or more lengths that are all 1, and `maps` have room for a map of each operand.
    #[inline(always)]
    pub const fn new(
        frame: &'m mut [Length],
        maps: &'m mut [Option<AxisMap<'a>>],
        obligations: &'m mut [Obligation],
        mistakes: &'m mut [Mistake],
    ) -> Self {
        Self { frame, rank: 0, maps, lead: None, obligations: Lent::new(obligations), mistakes: Lent::new(mistakes) }
    }

    /// The frame, as far as it was found.
    #[inline(always)]
    pub const fn frame(&self) -> &[Length] {
        self.frame.split_at(self.rank).0
    }

    /// What was found, for messages.
    #[inline(always)]
    pub const fn facts(&self) -> Facts<'_, 'a> {
        Facts { frame: self.frame(), maps: self.maps, lead: self.lead }
    }

    /// Where each operand's axes sit in the frame, if it could be aligned.
    #[inline(always)]
    pub const fn maps(&self) -> &[Option<AxisMap<'a>>] {
        self.maps
    }

    /// Takes a mistake; true if the work ends here.
    #[cold]
    pub(super) const fn refuse(&mut self, mistake: Mistake) -> bool {
        self.mistakes.push(mistake);
        self.is_over()
    }

    #[inline(always)]
    pub(super) const fn is_refused(&self) -> bool {
        self.mistakes.count() > 0
    }

    #[inline(always)]
    pub(super) const fn is_over(&self) -> bool {
        self.is_refused() && self.mistakes.is_full()
    }
}

/// What was found in a call, for the messages about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'f, 'a> {
    /// The frame, as far as it was found.
    pub frame: &'f [Length],
    /// Where the operands' axes sit in the frame, if they could be aligned.
    pub maps: &'f [Option<AxisMap<'a>>],
    /// Whose shape the frame has, if that was found.
    pub lead: Option<Lead>,
}

impl<'a> Facts<'_, 'a> {
    /// Before anything is known.
    pub const NONE: Self = Self { frame: &[], maps: &[], lead: None };

    /// Where a party's axes sit in the frame, as far as that is known: those of `to` and of a place are its last ones.
    pub const fn map_of(&self, call: &Call<'_>, party: Party) -> Option<AxisMap<'a>> {
        let (own, rank) = (call.shape(party).len(), self.frame.len());
        match party {
            Party::Operand(operand) if operand < self.maps.len() => self.maps[operand],
            Party::To | Party::Place if own <= rank => Some(AxisMap::at(rank - own, own)),
            _ => None,
        }
    }

    /// Whether the array gives the frame its shape.
    pub const fn leads(&self, party: Party) -> bool {
        matches!(self.lead, Some(lead) if lead.is(party))
    }
}

/// The shape that a call iterates over: the place's if there is one, else the frame.
#[inline(always)]
pub(crate) const fn iterated<'s>(call: &Call<'s>, found: &'s Found<'_, '_>) -> &'s [Length] {
    match call.place {
        Some(place) => place.shape,
        None => found.frame(),
    }
}
