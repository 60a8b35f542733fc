//! A call of which types say what they can, as a constant.

use super::length::Length;
use crate::report::error::Party;
use crate::rules::mode::Mode;

pub use crate::shape::axes::MAX_RANK;

/// The most operands of a call that is judged, constants included: a call takes no more arrays.
pub const MAX_OPERANDS: usize = 16;

/// The lengths of some axes, outermost first.
#[derive(Clone, Copy)]
pub struct Shape {
    pub rank: usize,
    pub lengths: [Length; MAX_RANK],
}

impl Shape {
    pub const SCALAR: Self = Self::ones(0);

    /// As many axes of length 1.
    #[inline]
    pub const fn ones(rank: usize) -> Self {
        Self { rank, lengths: [Length::ONE; MAX_RANK] }
    }

    /// The shape with one axis more, before the others.
    #[inline]
    pub const fn behind(self, length: Length) -> Self {
        let mut shape = Self::ones(self.rank + 1);
        shape.lengths[0] = length;
        let mut axis = 0;
        while axis < self.rank {
            shape.lengths[axis + 1] = self.lengths[axis];
            axis += 1;
        }
        shape
    }
}

/// An alignment of an operand's own, as the call's text gives it.
#[derive(Clone, Copy, Debug)]
pub enum Own<'a> {
    /// It has none.
    ByMode,
    /// `axis(path) = e`
    Axis(i64),
    /// `axes(path) = e`
    Axes(&'a [i64]),
}

/// One operand, and where in the expression it stands as what.
#[derive(Clone, Copy)]
pub struct Operand<'a> {
    /// Constants have no shape, and are no part of the rules.
    pub is_array: bool,
    pub shape: Shape,
    pub own: Own<'a>,
    pub is_base: bool,
    pub is_place: bool,
}

/// What the rulebook asks about.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub mode: Mode,
    pub operands: [Operand<'a>; MAX_OPERANDS],
    pub count: usize,
    pub axis: Option<i64>,
    pub axes: Option<&'a [i64]>,
    pub to: Option<Shape>,
    pub base: Option<usize>,
    /// The place's shape, and the operand that it is.
    pub place: Option<(Shape, Option<usize>)>,
}

impl Call<'_> {
    #[inline]
    pub const fn shape(&self, party: Party) -> Shape {
        match (party, self.to, self.place) {
            (Party::Operand(i), ..) => self.operands[i].shape,
            (Party::To, Some(to), _) => to,
            (Party::Place, _, Some((place, _))) => place,
            _ => Shape::SCALAR,
        }
    }

    /// Whether an operand has a say in a joint result.
    #[inline]
    pub const fn votes(&self, operand: usize) -> bool {
        self.operands[operand].is_array && matches!(self.operands[operand].own, Own::ByMode)
    }

    #[inline]
    pub const fn first_voter(&self) -> Option<usize> {
        let mut i = 0;
        while i < self.count {
            if self.votes(i) {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    #[inline]
    pub const fn has_array(&self) -> bool {
        let mut i = 0;
        while i < self.count {
            if self.operands[i].is_array {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The array of a call that has only one.
    #[inline]
    pub const fn only_array(&self) -> Option<usize> {
        let (mut only, mut i) = (None, 0);
        while i < self.count {
            if self.operands[i].is_array {
                if only.is_some() {
                    return None;
                }
                only = Some(i);
            }
            i += 1;
        }
        only
    }

    #[inline]
    pub const fn is_place(&self, operand: usize) -> bool {
        match self.place {
            Some((_, Some(place))) => place == operand,
            _ => false,
        }
    }
}
