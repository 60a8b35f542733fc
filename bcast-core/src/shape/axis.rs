//! The lengths of axes as types, which `shape!` writes.

use core::marker::PhantomData;

use crate::shape::function::type_functions;

/// An axis of length 1, which may stretch: `1` in `shape!`.
///
/// Not `Len<1>`, so that its impls do not overlap those of [`Len`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct One;

/// An axis of length `N`: any literal other than `1` in `shape!`, a constant, or a const generic.
///
/// It never stretches, not even if a const generic is 1: the behaviour of a generic function must not depend on the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Len<const N: usize>;

/// A named axis, whose length is known only at run time: a name from `dim!` in `shape!`.
///
/// Equal names have equal lengths within a call, which is checked, and never stretch.
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
    /// The name in messages.
    const NAME: &'static str;
    /// The location of its declaration, which distinguishes names of equal spelling.
    #[doc(hidden)]
    const DECLARED_AT: &'static str;
}

/// A name made by `dim!`, as opposed to a type parameter.
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
    /// The length, as far as the type determines it.
    const LENGTH: AxisLength;
}

/// The length of an axis, as far as its type determines it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisLength {
    /// A known length. It stretches if it is 1 and `stretches` is set.
    Known {
        /// The length.
        length: usize,
        /// True for [`One`].
        stretches: bool,
    },
    /// The length named by a name.
    Name {
        /// The name.
        name: &'static str,
        /// The location of its declaration, which distinguishes names of equal spelling.
        declared_at: &'static str,
    },
    /// Known only at run time.
    #[default]
    Open,
}

impl AxisLength {
    /// The length, if the type determines it.
    #[must_use]
    pub const fn known(self) -> Option<usize> {
        match self {
            Self::Known { length, .. } => Some(length),
            _ => None,
        }
    }

    /// True if both are the same name.
    pub(crate) const fn has_name_of(self, other: Self) -> bool {
        match (self, other) {
            (Self::Name { name, declared_at }, Self::Name { name: other, declared_at: elsewhere }) => {
                is_text(name, other) && is_text(declared_at, elsewhere)
            }
            _ => false,
        }
    }
}

/// Compares two texts; `==` on `str` is not a `const fn`.
const fn is_text(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
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

/// An axis whose length is in its type: [`One`] or [`Len`].
pub trait StaticAxis: Axis {
    /// Its length.
    const STATIC: usize;
    /// An array of `Inner` as long as this axis.
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

/// Type-level `true`.
pub struct Yes;
/// Type-level `false`.
pub struct No;

type_functions! {
    /// [`Yes`] if both are, else [`No`].
    And<Other> -> Output {
        [Other] Yes, Other => Other;
        [Other] No, Other => No;
    }
}
