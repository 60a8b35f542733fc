//! Lengths as the rulebook knows them: a number, a symbol, or unknown, encoded in one word.

use core::fmt;

use crate::rules::list::each;

/// The length of one axis: a number, a symbol of a `where` clause, or unknown.
///
/// One word: with the top bit clear it is the number itself, so a slice of numbers can be read as a slice of lengths.
///
/// ```
/// use bcast_core::rules::length::{Length, Symbol};
///
/// assert_eq!(Length::from(64).number(), Some(64));
/// assert_eq!(Length::name(0).symbol(), Some(Symbol::Name(0)));
/// assert_eq!(Length::UNKNOWN.to_string(), "_");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Length(usize);

/// A symbol of a `where` clause, by its index among the symbols of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A NAME: an unknown length, equal only to itself.
    Name(u32),
    /// `{expr}`: the value of a Rust expression, known at run time.
    Value(u32),
}

/// The result of a comparison that may depend on lengths known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// True for all values of the open lengths.
    Yes,
    /// False for all values of the open lengths.
    No,
    /// Depends on lengths known only at run time.
    AtRunTime,
}

impl Answer {
    /// The conjunction of both.
    #[inline(always)]
    pub(crate) const fn and(self, second: Self) -> Self {
        match (self, second) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::AtRunTime,
        }
    }

    #[inline(always)]
    const fn from_bool(certain: bool) -> Self {
        if certain { Self::Yes } else { Self::No }
    }

    #[inline(always)]
    pub(crate) const fn is_yes(self) -> bool {
        matches!(self, Self::Yes)
    }

    #[inline(always)]
    pub(crate) const fn is_no(self) -> bool {
        matches!(self, Self::No)
    }
}

/// Set in every length that is not a number; the two lowest bits encode the kind, the bits between hold the index.
const OPEN: usize = 1 << (usize::BITS - 1);
const KIND: usize = 0b11;
const NAME: usize = OPEN;
const VALUE: usize = OPEN | 0b01;
const RIGID: usize = OPEN | 0b10;
const TOO_LONG: usize = RIGID | 0b100;

impl Length {
    /// The length 1, which stretches.
    pub const ONE: Self = Self(1);
    /// A length that is a constant other than the literal 1 and happens to be 1, such as a const generic: it never stretches.
    pub const RIGID_ONE: Self = Self(RIGID);
    /// `_`: decided at run time.
    pub const UNKNOWN: Self = Self(usize::MAX);

    /// A length above `isize::MAX`, which no call takes.
    pub const TOO_LONG: Self = Self(TOO_LONG);

    /// A number of elements, or [`TOO_LONG`](Self::TOO_LONG).
    #[inline(always)]
    pub const fn new(number: usize) -> Self {
        if number & OPEN == 0 { Self(number) } else { Self::TOO_LONG }
    }

    /// The length that the NAME with this index stands for.
    pub const fn name(index: u32) -> Self {
        Self(NAME | Self::encoded(index))
    }

    /// The length that the `{expr}` with this index stands for.
    pub const fn value(index: u32) -> Self {
        Self(VALUE | Self::encoded(index))
    }

    /// The index, shifted past the kind. A call has far fewer symbols than fit there, even in 32 bits.
    const fn encoded(index: u32) -> usize {
        assert!(index < 1 << 12, "a call has fewer than 4,096 symbols");
        (index as usize) << 2
    }

    /// Reads a shape of numbers as lengths, without a copy; `None` if a number is above `isize::MAX`.
    #[inline(always)]
    pub const fn slice(shape: &[usize]) -> Option<&[Self]> {
        each!(axis < shape.len(), {
            if shape[axis] & OPEN != 0 {
                return None;
            }
        });
        // SAFETY: `Length` is `repr(transparent)` over `usize`, and every `usize` is a valid `Length`.
        Some(unsafe { core::slice::from_raw_parts(shape.as_ptr().cast(), shape.len()) })
    }

    /// Memory for numbers, viewed as memory for lengths.
    #[inline(always)]
    pub(crate) const fn slice_mut(shape: &mut [usize]) -> &mut [Self] {
        // SAFETY: as in `slice`; each type accepts every value of the other.
        unsafe { core::slice::from_raw_parts_mut(shape.as_mut_ptr().cast(), shape.len()) }
    }

    /// The number, if it is known.
    #[inline(always)]
    pub const fn number(self) -> Option<usize> {
        match self {
            _ if self.is_number() => Some(self.0),
            Self::RIGID_ONE => Some(1),
            _ => None,
        }
    }

    /// The symbol, if it is one.
    pub const fn symbol(self) -> Option<Symbol> {
        let index = ((self.0 & !OPEN) >> 2) as u32;
        match self.0 & (OPEN | KIND) {
            NAME => Some(Symbol::Name(index)),
            VALUE => Some(Symbol::Value(index)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) const fn is_number(self) -> bool {
        self.0 & OPEN == 0
    }

    #[inline(always)]
    pub(crate) const fn is_unknown(self) -> bool {
        self.0 == usize::MAX
    }

    #[inline(always)]
    pub(crate) const fn is_symbol(self) -> bool {
        self.is_name() || self.is_value()
    }

    #[inline(always)]
    const fn is_name(self) -> bool {
        self.0 & (OPEN | KIND) == NAME
    }

    #[inline(always)]
    pub(crate) const fn is_value(self) -> bool {
        self.0 & (OPEN | KIND) == VALUE
    }

    #[inline(always)]
    const fn is_rigid_one(self) -> bool {
        self.0 == RIGID
    }

    /// True if both have the same encoding.
    #[inline(always)]
    pub(crate) const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// Compares two lengths. A NAME equals only itself: it is rigid.
    #[inline(always)]
    pub(crate) const fn equals(self, other: Self) -> Answer {
        if (self.0 | other.0) & OPEN == 0 { Answer::from_bool(self.0 == other.0) } else { self.equals_open(other) }
    }

    #[cold]
    const fn equals_open(self, other: Self) -> Answer {
        match () {
            () if self.is_unknown() || other.is_unknown() => Answer::AtRunTime,
            () if self.is(other) => Answer::Yes,
            // Equal without stretching.
            () if self.is_rigid_one() && other.0 == 1 || self.0 == 1 && other.is_rigid_one() => Answer::Yes,
            // `{expr}` against anything but itself is checked at run time.
            () if self.is_value() || other.is_value() => Answer::AtRunTime,
            () => Answer::No,
        }
    }

    /// Compares with the 1 that stretches, which a symbol never is.
    #[inline(always)]
    pub(crate) const fn is_one(self) -> Answer {
        if self.is_unknown() { Answer::AtRunTime } else { Answer::from_bool(self.0 == 1) }
    }

    /// Compares two lengths as numbers. Unlike [`equals`](Self::equals), this never assumes that distinct symbols differ: alignments
    /// that depend on lengths need certainty.
    #[inline(always)]
    pub(super) const fn same(self, other: Self) -> Answer {
        match (self.number(), other.number()) {
            (Some(one), Some(other)) => Answer::from_bool(one == other),
            _ if self.is(other) && !self.is_unknown() => Answer::Yes,
            // It is no number, but nothing that the run time could decide either.
            _ if self.is(Self::TOO_LONG) || other.is(Self::TOO_LONG) => Answer::No,
            _ => Answer::AtRunTime,
        }
    }

    /// The fit rule of every mode, applied after alignment: the lengths are equal, or this one is 1 and may stretch. 1 against 0 gives 0.
    #[inline(always)]
    pub(super) const fn fits(self, output: Self, may_stretch: bool) -> Answer {
        match self.equals(output) {
            Answer::Yes => Answer::Yes,
            Answer::No if may_stretch => self.is_one(),
            Answer::AtRunTime if may_stretch && self.is_one().is_yes() => Answer::Yes,
            answer => answer,
        }
    }

    /// A cheap sufficient test for [`fits`](Self::fits): true implies that it answers yes. It misses pairs that a rigid 1 makes equal.
    #[inline(always)]
    pub(super) const fn surely_fits(self, output: Self, may_stretch: bool) -> bool {
        self.0 == output.0 && !self.is_unknown() || self.0 == 1 && may_stretch
    }

    /// True if [`surely_fits`](Self::surely_fits) holds on each axis of the shorter shape.
    #[inline(always)]
    pub(super) const fn all_fit(shape: &[Self], output: &[Self], may_stretch: bool) -> bool {
        each!(axis < shape.len(), {
            if !shape[axis].surely_fits(output[axis], may_stretch) {
                return false;
            }
        });
        true
    }

    /// True if no value of the open lengths lets this fit `output`, even by stretching.
    #[inline]
    pub(crate) const fn misfits(self, output: Self) -> bool {
        self.fits(output, true).is_no()
    }

    /// How strongly this length determines an output axis: the greater weight wins a join, and 1 determines nothing.
    #[inline(always)]
    pub(super) const fn weight(self) -> u8 {
        match () {
            () if self.0 == 1 => 0,
            () if self.is_number() => 4,
            () if self.is_unknown() => 1,
            () if self.is_value() => 2,
            () => 3,
        }
    }

    /// The length of an output axis on which both lie: the one of greater weight, the first if equal.
    #[inline(always)]
    pub(super) const fn join(self, other: Self) -> Self {
        match () {
            () if self.0 == 1 => other,
            () if self.is_number() || other.0 == 1 || other.weight() <= self.weight() => self,
            () => other,
        }
    }

    /// True if a join may replace this length by a better known one: `_` and `{expr}`.
    #[inline(always)]
    pub(super) const fn is_open(self) -> bool {
        self.is_unknown() || self.is_value()
    }
}

impl From<usize> for Length {
    fn from(number: usize) -> Self {
        Self::new(number)
    }
}

impl PartialEq<usize> for Length {
    fn eq(&self, number: &usize) -> bool {
        self.is_number() && self.0 == *number
    }
}

impl fmt::Display for Length {
    /// Symbols print by index, since only the caller knows their names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.symbol(), self.number()) {
            (Some(Symbol::Name(index)), _) => write!(f, "N{index}"),
            (Some(Symbol::Value(index)), _) => write!(f, "{{{index}}}"),
            (None, Some(_)) if !self.is_number() => f.write_str("{1}"),
            (None, Some(number)) => write!(f, "{number}"),
            (None, None) if self.is_unknown() => f.write_str("_"),
            (None, None) => write!(f, "{}+", isize::MAX),
        }
    }
}

impl fmt::Debug for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, RIGID};

    #[test]
    fn surely_fits_implies_fits() {
        let numbers = [0, 1, 2, 3].map(Length::new);
        let open = [Length::name(0), Length::name(1), Length::value(0), Length::value(1), Length::UNKNOWN];
        let others = [Length(RIGID), Length::TOO_LONG];
        let all = || numbers.iter().chain(&open).chain(&others).copied();
        for (length, output, may_stretch) in all()
            .flat_map(|one| all().map(move |other| (one, other)))
            .flat_map(|(one, other)| [(one, other, false), (one, other, true)])
        {
            let (quick, fits) = (length.surely_fits(output, may_stretch), length.fits(output, may_stretch).is_yes());
            let is_rigid = length.0 == RIGID || output.0 == RIGID;
            assert!(quick == fits || is_rigid && fits, "{length} on {output}, {may_stretch}");
        }
    }
}
