//! The rulebook's input: a mode, its options, and the operands' shapes.

use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mode::Mode;
pub use crate::rules::party::Party;

/// How an operand is aligned to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment<'a> {
    /// By the mode and its options.
    ByMode,
    /// `axis(path) = k`: aligned as in pdpd; the operand does not vote on the result's shape.
    Axis(i64),
    /// `axes(path) = [..]`: aligned as in explicit; the operand does not vote on the result's shape.
    Axes(&'a [i64]),
}

/// One array of a call: its name in messages, its shape, and its alignment.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// The name that messages use, as the user wrote it (`self.weight`).
    pub name: &'a str,
    /// The lengths of its axes, outermost first.
    pub shape: &'a [Length],
    /// `axis(path) = e` or `axes(path) = e`, or [`Alignment::ByMode`].
    pub alignment: Alignment<'a>,
}

impl Operand<'_> {
    /// A nameless operand of rank 0, which fits every output.
    pub(crate) const SCALAR: Self = Operand { name: "", shape: &[], alignment: Alignment::ByMode };

    /// True if the operand's shape counts for the result's: operands with an alignment of their own do not vote.
    #[inline(always)]
    pub(crate) const fn votes(&self) -> bool {
        matches!(self.alignment, Alignment::ByMode)
    }
}

/// The array that a call writes to.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The name that messages use.
    pub name: &'a str,
    /// The lengths of its axes, outermost first.
    pub shape: &'a [Length],
    /// The index of the operand that is the same array (`place op= e`, or the place itself read in the expression).
    pub operand: Option<usize>,
}

/// Everything the rulebook needs to decide a call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The mode in force.
    pub mode: Mode,
    /// The arrays of the expression in source order; constants are not among them.
    pub operands: &'a [Operand<'a>],
    /// The option `axis`.
    pub axis: Option<i64>,
    /// The option `axes`.
    pub axes: Option<&'a [i64]>,
    /// The option `to`.
    pub to: Option<&'a [Length]>,
    /// The option `base`, as an index into `operands`.
    pub base: Option<usize>,
    /// The array written to, if the call has one.
    pub place: Option<Place<'a>>,
}

impl<'a> Call<'a> {
    /// A call of these operands without any option.
    pub const fn new(mode: Mode, operands: &'a [Operand<'a>]) -> Self {
        Call { mode, operands, axis: None, axes: None, to: None, base: None, place: None }
    }

    /// True if an option says where an operand of this alignment lies.
    #[cfg(feature = "rules")]
    pub(crate) const fn is_placed(&self, own: Alignment<'_>) -> bool {
        self.axis.is_some() || self.axes.is_some() || !matches!(own, Alignment::ByMode)
    }

    /// A party's shape; `()` if the call does not have that party.
    #[inline(always)]
    pub const fn shape(&self, party: Party) -> &'a [Length] {
        match (party, self.to, self.place) {
            (Party::Operand(i), ..) if i < self.operands.len() => self.operands[i].shape,
            (Party::To, Some(to), _) => to,
            (Party::Place, _, Some(place)) => place.shape,
            _ => &[],
        }
    }

    /// A party's name in messages.
    pub(crate) const fn name(&self, party: Party) -> &'a str {
        match (party, self.place) {
            (Party::Operand(i), _) if i < self.operands.len() => self.operands[i].name,
            (Party::Operand(_), _) => "?",
            (Party::To, _) => "to",
            (Party::Place, Some(place)) => place.name,
            (Party::Place, None) => "?",
        }
    }

    /// A party's own alignment.
    pub(crate) const fn alignment(&self, party: Option<Party>) -> Alignment<'a> {
        match party {
            Some(Party::Operand(i)) => self.operands[i].alignment,
            _ => Alignment::ByMode,
        }
    }

    /// The call's parties by index: the operands, then `to`, then the place. `None` for `to` or a place that is absent.
    pub(crate) const fn party(&self, index: usize) -> Option<Party> {
        match index.checked_sub(self.operands.len()) {
            None => Some(Party::Operand(index)),
            Some(0) if self.to.is_some() => Some(Party::To),
            Some(1) if self.place.is_some() => Some(Party::Place),
            _ => None,
        }
    }

    /// One past the last index of [`party`](Self::party).
    pub(crate) const fn parties(&self) -> usize {
        self.operands.len() + 2
    }

    /// True if an operand is the array that is written to.
    #[inline(always)]
    pub(crate) const fn is_place(&self, operand: usize) -> bool {
        matches!(self.place_operand(), Some(place) if place == operand)
    }

    /// The operand that is the place.
    #[inline(always)]
    pub(crate) const fn place_operand(&self) -> Option<usize> {
        match self.place {
            Some(place) => place.operand,
            None => None,
        }
    }

    /// The greatest rank the frame can have, and so the room it needs.
    ///
    /// That is the greatest rank in the call, unless operands have alignments of their own: those may lie one behind the other without
    /// a gap.
    #[inline]
    pub(crate) const fn most_axes(&self) -> usize {
        let mut most = match self.to {
            Some(to) => to.len(),
            None => 0,
        };
        if let Some(place) = self.place
            && place.shape.len() > most
        {
            most = place.shape.len();
        }
        let (mut all, mut all_vote) = (0, true);
        each!(i < self.operands.len(), {
            let rank = self.operands[i].shape.len();
            all += rank;
            all_vote &= self.operands[i].votes();
            if rank > most {
                most = rank;
            }
        });
        if all_vote || all < most { most } else { all }
    }
}
