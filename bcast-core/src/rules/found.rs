//! The rulebook's findings about a call: the frame, the operands' axis maps, the obligations, and the mistakes.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Party};
use crate::rules::length::Length;
use crate::rules::list::Lent;
use crate::rules::mistake::Mistake;
use crate::rules::mode::Lead;
use crate::rules::symbols::Obligation;

/// The rulebook's findings about a call, in memory that the caller lends.
///
/// The frame is the shape that operands join or stretch to. A place aligns its last axes with it and may have more.
#[derive(Debug)]
pub(crate) struct Found<'m, 'a> {
    pub(super) frame: &'m mut [Length],
    pub(super) rank: usize,
    pub(super) maps: &'m mut [Option<AxisMap<'a>>],
    /// Where the frame's shape comes from, once known.
    pub lead: Option<Lead>,
    /// Checks left to run time; none if all lengths are numbers.
    pub obligations: Lent<'m, Obligation>,
    /// The mistakes, in the order found. The search stops once their memory is full; without memory it stops at the first.
    pub mistakes: Lent<'m, Mistake>,
}

impl<'m, 'a> Found<'m, 'a> {
    /// No findings yet. `frame` needs [`Call::most_axes`] lengths or more, all of them 1, and `maps` room for one map an operand.
    #[inline(always)]
    pub const fn new(
        frame: &'m mut [Length],
        maps: &'m mut [Option<AxisMap<'a>>],
        obligations: &'m mut [Obligation],
        mistakes: &'m mut [Mistake],
    ) -> Self {
        Self { frame, rank: 0, maps, lead: None, obligations: Lent::new(obligations), mistakes: Lent::new(mistakes) }
    }

    /// The frame, as far as it is known.
    #[inline(always)]
    pub const fn frame(&self) -> &[Length] {
        self.frame.split_at(self.rank).0
    }

    /// The findings that messages use.
    #[inline(always)]
    pub const fn facts(&self) -> Facts<'_, 'a> {
        Facts { frame: self.frame(), maps: self.maps, lead: self.lead }
    }

    /// Each operand's axis map into the frame, if the operand could be aligned.
    #[inline(always)]
    pub const fn maps(&self) -> &[Option<AxisMap<'a>>] {
        self.maps
    }

    /// Records a mistake; true if the search stops here.
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

/// The findings that the messages about a call use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'f, 'a> {
    /// The frame, as far as it is known.
    pub frame: &'f [Length],
    /// Each operand's axis map into the frame, if the operand could be aligned.
    pub maps: &'f [Option<AxisMap<'a>>],
    /// Where the frame's shape comes from, if known.
    pub lead: Option<Lead>,
}

impl<'a> Facts<'_, 'a> {
    /// Nothing known yet.
    pub const NONE: Self = Self { frame: &[], maps: &[], lead: None };

    /// The axis map of a party into the frame, as far as it is known; `to` and a place align with its last axes.
    pub const fn map_of(&self, call: &Call<'_>, party: Party) -> Option<AxisMap<'a>> {
        let (own, rank) = (call.shape(party).len(), self.frame.len());
        match party {
            Party::Operand(operand) if operand < self.maps.len() => self.maps[operand],
            Party::To | Party::Place => AxisMap::right(own, rank),
            _ => None,
        }
    }

    /// True if this party gives the frame its shape.
    pub const fn leads(&self, party: Party) -> bool {
        matches!(self.lead, Some(lead) if lead.is(party))
    }
}

/// The shape that a call iterates over: the place's if there is one, else the frame.
#[inline(always)]
pub(crate) const fn iterated<'s>(call: &Call<'s>, frame: &'s [Length]) -> &'s [Length] {
    match call.place {
        Some(place) => place.shape,
        None => frame,
    }
}
