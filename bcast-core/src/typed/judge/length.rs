//! Lengths by degrees of knowledge, as constants: what [`Length`](crate::rules::length::Length) is to the rulebook.

use crate::rules::length::Answer;

/// What types say of the length of one axis.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// A literal.
    Known(usize),
    /// A constant 1, which no literal is: it is written `{1}`, and never stretches.
    RigidOne,
    /// A name made by `dim!`.
    Name(&'static Name),
    /// `_`, or the length of an array without a shape in its type.
    Unknown,
}

/// A name made by `dim!`.
#[derive(Debug)]
pub struct Name {
    /// As it is written.
    pub text: &'static str,
    /// Where it was made, which tells it from others that are written alike.
    pub made_at: &'static str,
}

impl Length {
    pub const ONE: Self = Self::Known(1);

    /// Whether the two are the same to the letter.
    #[inline]
    pub const fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Known(one), Self::Known(other)) => one == other,
            (Self::RigidOne, Self::RigidOne) | (Self::Unknown, Self::Unknown) => true,
            (Self::Name(one), Self::Name(other)) => {
                is_text(one.text, other.text) && is_text(one.made_at, other.made_at)
            }
            _ => false,
        }
    }

    /// Whether the two lengths are equal. A name equals nothing but itself.
    #[inline]
    pub const fn equals(self, other: Self) -> Answer {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Answer::AtRunTime,
            _ if self.is(other) => Answer::Yes,
            _ => Answer::No,
        }
    }

    /// Whether this is the length 1 that stretches.
    #[inline]
    pub const fn is_one(self) -> Answer {
        match self {
            Self::Known(1) => Answer::Yes,
            Self::Unknown => Answer::AtRunTime,
            _ => Answer::No,
        }
    }

    /// Whether the two are the same number: unlike in [`equals`](Self::equals), different names may be.
    #[inline]
    pub const fn same(self, other: Self) -> Answer {
        match (self, other) {
            (Self::Name(_), _) | (_, Self::Name(_)) if !self.is(other) => Answer::AtRunTime,
            _ => self.equals(other),
        }
    }

    /// The law of every mode.
    #[inline]
    pub const fn fits(self, output: Self, may_stretch: bool) -> Answer {
        // Most are of this kind, and the compiler takes its time over each step.
        if let (Self::Known(length), Self::Known(output)) = (self, output) {
            return if length == output || may_stretch && length == 1 { Answer::Yes } else { Answer::No };
        }
        match (self.equals(output), if may_stretch { self.is_one() } else { Answer::No }) {
            (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
            (Answer::No, Answer::No) => Answer::No,
            _ => Answer::AtRunTime,
        }
    }

    /// Whether it does not fit, whatever the run time shows.
    #[inline]
    pub const fn misfits(self, output: Self, may_stretch: bool) -> bool {
        matches!(self.fits(output, may_stretch), Answer::No)
    }

    /// What the two together say about an axis of the result on which both lie; the first of two that say equally much.
    #[inline]
    pub const fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(1), _) => return other,
            (Self::Known(_), _) | (_, Self::Known(1)) => return self,
            _ => {}
        }
        if other.weight() > self.weight() { other } else { self }
    }

    /// How much this says about the length of an axis of the result; 1 says nothing.
    #[inline]
    pub const fn weight(self) -> u8 {
        match self {
            Self::Known(1) => 0,
            Self::Unknown => 1,
            Self::Name(_) => 2,
            Self::Known(_) | Self::RigidOne => 3,
        }
    }

    #[inline]
    pub const fn is_name(self) -> bool {
        matches!(self, Self::Name(_))
    }

    #[inline]
    pub const fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown)
    }
}

#[inline]
const fn is_text(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}
