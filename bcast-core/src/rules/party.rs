//! The arrays of a call, as mistakes name them.

/// An array of a call, as the rulebook, messages and errors refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// The operand with this index.
    Operand(usize),
    /// The option `to`.
    To,
    /// The array written to.
    Place,
}

impl Party {
    #[inline(always)]
    pub(crate) const fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Operand(one), Self::Operand(other)) => one == other,
            (Self::To, Self::To) | (Self::Place, Self::Place) => true,
            _ => false,
        }
    }

    /// True if `other` is this party.
    pub(crate) const fn is_some(self, other: Option<Self>) -> bool {
        match other {
            Some(other) => self.is(other),
            None => false,
        }
    }
}
