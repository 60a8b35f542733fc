//! The lengths of axes as types: what `shape!` writes for each of its entries.

use core::marker::PhantomData;

/// An axis of length 1, which may stretch: `1` in `shape!`.
///
/// A type of its own, so that no impl for it overlaps those for [`Len`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct One;

/// An axis of length `N`: any other literal in `shape!`, and the name of a constant or of a const generic.
///
/// It never stretches, not even where a const generic turns out to be 1: what a generic function does must not depend on
/// the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Len<const N: usize>;

/// An axis with a name, whose length is known only at run time: a name made by `dim!` in `shape!`.
///
/// Within one call equal names have equal lengths, which is checked, and it never stretches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedLen<Name>(PhantomData<fn() -> Name>);

/// An axis whose length is known only at run time: `_` in `shape!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

/// The name of an axis; `dim!` makes types that implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the name of an axis",
    label = "not made by `dim!`",
    note = "`dim!({Self});` makes a name; constants and const generics are written in upper case",
    note = "for a type parameter, `{Self}: bcast::typed::AxisName` is the bound to add"
)]
pub trait AxisName: 'static {
    /// The name, as messages write it.
    const NAME: &'static str;
    /// Where it was declared, which tells it from others that are written alike.
    #[doc(hidden)]
    const DECLARED_AT: &'static str;
}

/// A name that `dim!` made, and no type parameter.
#[doc(hidden)]
pub trait DeclaredName: AxisName {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::One {}
    impl<const N: usize> Sealed for super::Len<N> {}
    impl<Name> Sealed for super::NamedLen<Name> {}
    impl Sealed for super::Unknown {}
}

/// One axis of a shape: [`One`], [`Len`], [`NamedLen`] or [`Unknown`].
pub trait Axis: sealed::Sealed + 'static {
    /// What the type says of the axis's length.
    const LENGTH: AxisLength;
}

/// What a type says of the length of an axis.
#[derive(Clone, Copy, Debug)]
pub enum AxisLength {
    /// This length. It stretches if it is 1 and `stretches` is set.
    Known {
        /// The length.
        length: usize,
        /// Whether the type is [`One`].
        stretches: bool,
    },
    /// The length that this name stands for.
    Name {
        /// The name.
        name: &'static str,
        /// Where it was declared, which tells it from other names that are spelled alike.
        declared_at: &'static str,
    },
    /// Nothing.
    Open,
}

impl AxisLength {
    /// The length, if the type says it.
    #[must_use]
    pub const fn known(self) -> Option<usize> {
        match self {
            Self::Known { length, .. } => Some(length),
            _ => None,
        }
    }
}

impl Axis for One {
    const LENGTH: AxisLength = AxisLength::Known { length: 1, stretches: true };
}
impl<const N: usize> Axis for Len<N> {
    const LENGTH: AxisLength = AxisLength::Known { length: N, stretches: false };
}
impl<Name: AxisName> Axis for NamedLen<Name> {
    const LENGTH: AxisLength = AxisLength::Name { name: Name::NAME, declared_at: Name::DECLARED_AT };
}
impl Axis for Unknown {
    const LENGTH: AxisLength = AxisLength::Open;
}

/// An axis whose length the type says: [`One`] or [`Len`].
pub trait StaticAxis: Axis {
    /// Its length.
    const STATIC: usize;
    /// `Inner`, as often as this axis is long.
    type Array<Inner>;
}
impl StaticAxis for One {
    const STATIC: usize = 1;
    type Array<Inner> = [Inner; 1];
}
impl<const N: usize> StaticAxis for Len<N> {
    const STATIC: usize = N;
    type Array<Inner> = [Inner; N];
}

/// Type-level yes.
#[derive(Clone, Copy, Debug)]
pub struct Yes;
/// Type-level no.
#[derive(Clone, Copy, Debug)]
pub struct No;

/// Whether both are [`Yes`].
pub trait And<Other> {
    /// [`Yes`] or [`No`].
    type Output;
}
impl<Other> And<Other> for Yes {
    type Output = Other;
}
impl<Other> And<Other> for No {
    type Output = No;
}
