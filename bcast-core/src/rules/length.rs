//! Lengths by degrees of knowledge: a number, a symbol, or unknown.

use core::fmt::{self, Debug};

/// One axis's length as a `where` clause can state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A number.
    Known(usize),
    /// A rigid symbol: the same length wherever it is written in the call, and never stretched.
    Symbol(Symbol),
    /// `_`: decided at run time.
    Unknown,
}

/// A symbol of a `where` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Which symbol of its kind: the place in the caller's list of names, or of values.
    pub index: u32,
    /// What kind of symbol it is.
    pub kind: SymbolKind,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A NAME: one length nobody knows, equal only to itself.
    Name,
    /// `{expr}`: the value of a Rust expression, known at run time.
    Value,
}

impl Length {
    /// The length that the NAME with this index stands for.
    pub const fn name(index: u32) -> Self {
        Self::Symbol(Symbol { index, kind: SymbolKind::Name })
    }

    /// The length that the `{expr}` with this index stands for.
    pub const fn value(index: u32) -> Self {
        Self::Symbol(Symbol { index, kind: SymbolKind::Value })
    }
}

impl From<usize> for Length {
    fn from(length: usize) -> Self {
        Self::Known(length)
    }
}

impl fmt::Display for Length {
    /// Symbols print by index, since only the caller knows their names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(length) => write!(f, "{length}"),
            Self::Symbol(Symbol { index, kind: SymbolKind::Name }) => write!(f, "N{index}"),
            Self::Symbol(Symbol { index, kind: SymbolKind::Value }) => write!(f, "{{{index}}}"),
            Self::Unknown => f.write_str("_"),
        }
    }
}

/// A verdict that may have to wait for the real lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// True whatever the open lengths turn out to be.
    Yes,
    /// False whatever they turn out to be.
    No,
    /// Open until run time.
    AtRunTime,
}

impl Answer {
    /// True if either is; the second is asked only if the first is not already certain.
    #[inline(always)]
    pub fn or(self, second: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Yes => Self::Yes,
            Self::No => second(),
            Self::AtRunTime => match second() {
                Self::Yes => Self::Yes,
                _ => Self::AtRunTime,
            },
        }
    }

    /// True if both are.
    #[inline(always)]
    pub const fn and(self, second: Self) -> Self {
        match (self, second) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::AtRunTime,
        }
    }
}

impl From<bool> for Answer {
    #[inline(always)]
    fn from(certain: bool) -> Self {
        if certain { Self::Yes } else { Self::No }
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for super::Length {}
}

/// A length through which the rulebook is written once: `usize`, for which everything is decided, or [`Length`].
pub trait Extent: Copy + PartialEq + Debug + sealed::Sealed {
    /// The length 1.
    const ONE: Self;

    /// Whether every length of this kind is a number, so that nothing is ever left to run time.
    const DECIDED: bool;

    /// Whether the two are equal. A NAME equals nothing but itself: that is what rigid means.
    fn equals(self, other: Self) -> Answer;

    /// Whether this is the length 1 that stretches. A symbol never does.
    fn is_one(self) -> Answer;

    /// Whether the two are the same number. Unlike [`equals`](Self::equals), distinct symbols are never assumed unequal:
    /// for alignments that depend on lengths.
    fn same(self, other: Self) -> Answer;

    /// How much this says about the length of an output axis it lies on: what says more wins, 1 says nothing.
    fn weight(self) -> u8;

    /// This, once an operand whose axis may lie here has been left open.
    fn opened(self) -> Self;

    /// Whether another length may tell more about this one: `_` and `{expr}`.
    fn is_open(self) -> bool;

    /// Whether this is a symbol.
    fn is_symbol(self) -> bool;

    /// The number, if it is known.
    fn known(self) -> Option<usize>;

    /// This as a [`Length`], for messages.
    fn length(self) -> Length;

    /// What the two together say about an output axis on which both lie; the first of two that say equally much.
    #[inline(always)]
    fn join(self, other: Self) -> Self {
        if other.weight() > self.weight() { other } else { self }
    }
}

impl Extent for usize {
    const ONE: Self = 1;
    const DECIDED: bool = true;

    #[inline(always)]
    fn equals(self, other: Self) -> Answer {
        Answer::from(self == other)
    }

    #[inline(always)]
    fn is_one(self) -> Answer {
        Answer::from(self == 1)
    }

    #[inline(always)]
    fn same(self, other: Self) -> Answer {
        Answer::from(self == other)
    }

    #[inline(always)]
    fn weight(self) -> u8 {
        u8::from(self != 1)
    }

    #[inline(always)]
    fn opened(self) -> Self {
        self
    }

    #[inline(always)]
    fn is_open(self) -> bool {
        false
    }

    #[inline(always)]
    fn is_symbol(self) -> bool {
        false
    }

    #[inline(always)]
    fn known(self) -> Option<usize> {
        Some(self)
    }

    #[inline(always)]
    fn length(self) -> Length {
        Length::Known(self)
    }
}

impl Extent for Length {
    const ONE: Self = Self::Known(1);
    const DECIDED: bool = false;

    fn equals(self, other: Self) -> Answer {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => Answer::from(a == b),
            (Self::Symbol(a), Self::Symbol(b)) if a == b => Answer::Yes,
            (Self::Unknown, _) | (_, Self::Unknown) => Answer::AtRunTime,
            // `{expr}` against anything but itself is an obligation.
            (Self::Symbol(s), _) | (_, Self::Symbol(s)) if s.kind == SymbolKind::Value => Answer::AtRunTime,
            _ => Answer::No,
        }
    }

    fn is_one(self) -> Answer {
        match self {
            Self::Known(length) => Answer::from(length == 1),
            Self::Symbol(_) => Answer::No,
            Self::Unknown => Answer::AtRunTime,
        }
    }

    fn same(self, other: Self) -> Answer {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => Answer::from(a == b),
            (Self::Symbol(a), Self::Symbol(b)) if a == b => Answer::Yes,
            _ => Answer::AtRunTime,
        }
    }

    fn weight(self) -> u8 {
        match self {
            Self::Known(1) => 0,
            Self::Unknown => 1,
            Self::Symbol(Symbol { kind: SymbolKind::Value, .. }) => 2,
            Self::Symbol(Symbol { kind: SymbolKind::Name, .. }) => 3,
            Self::Known(_) => 4,
        }
    }

    fn opened(self) -> Self {
        if self == Self::ONE { Self::Unknown } else { self }
    }

    fn is_open(self) -> bool {
        matches!(self, Self::Unknown | Self::Symbol(Symbol { kind: SymbolKind::Value, .. }))
    }

    fn is_symbol(self) -> bool {
        matches!(self, Self::Symbol(_))
    }

    fn known(self) -> Option<usize> {
        match self {
            Self::Known(length) => Some(length),
            _ => None,
        }
    }

    fn length(self) -> Length {
        self
    }
}
