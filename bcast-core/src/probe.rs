//! Tells what an operand is by its type, by method resolution: the deepest level of references that has an
//! implementation wins.
//!
//! Generated code asks `(&&&&&&&&&tag(x)).__bcast_kind()` with the levels' traits in scope and hands the value to the answer's `bind`.
//! Levels, deepest first: primitive scalars; types that implement [`AsOperand`], with `Copy` elements (of a known rank, and of one that is a parameter) and without; nested arrays; references to `Copy`
//! values; references to anything else; other `Copy` values; anything else.

use core::marker::PhantomData;

use crate::family::OfAnyRank;
use crate::operand::{AsOperand, Constant, View};
use crate::typed::shape::KnownRank;
use crate::typed::unit::Unit;
use crate::typed::walk::{NestedArray, Step3, Walk};

/// The type of an operand, as a value without size.
pub struct Tag<T: ?Sized>(PhantomData<fn(&T)>);

/// The type of `_value`.
#[inline(always)]
pub fn tag<T: ?Sized>(_value: &T) -> Tag<T> {
    Tag(PhantomData)
}

/// An operand that implements [`AsOperand`].
#[derive(Clone, Copy, Debug)]
pub struct IsArray;
impl Step3 for IsArray {}
impl Unit for IsArray {
    const UNIT: Self = Self;
}

impl IsArray {
    /// A view of it.
    #[inline(always)]
    pub fn bind<T: AsOperand + ?Sized>(self, value: &T) -> View<'_, T::Elem, T::Family, T::Rank> {
        value.view()
    }
}

/// The same, of a rank that is a parameter: beside shapes in types, its own is unknown.
#[derive(Clone, Copy, Debug)]
pub struct IsArrayOfAnyRank;
impl Step3 for IsArrayOfAnyRank {}
impl Unit for IsArrayOfAnyRank {
    const UNIT: Self = Self;
}

impl IsArrayOfAnyRank {
    /// A view of it.
    #[inline(always)]
    pub fn bind<T: AsOperand + ?Sized>(self, value: &T) -> View<'_, T::Elem, OfAnyRank<T::Family>, T::Rank> {
        value.view().of_any_rank()
    }
}

/// A `Copy` value.
#[derive(Clone, Copy, Debug)]
pub struct IsConstant;
impl Step3 for IsConstant {}
impl Unit for IsConstant {
    const UNIT: Self = Self;
}

impl IsConstant {
    /// The value.
    #[inline(always)]
    pub fn bind<T: Copy>(self, value: &T) -> Constant<T> {
        Constant(*value)
    }
}

/// A reference to a `Copy` value: the element is the value itself.
#[derive(Clone, Copy, Debug)]
pub struct IsReference;
impl Step3 for IsReference {}
impl Unit for IsReference {
    const UNIT: Self = Self;
}

impl IsReference {
    /// The value.
    #[inline(always)]
    pub fn bind<R: core::ops::Deref>(self, value: &R) -> Constant<R::Target>
    where
        R::Target: Copy,
    {
        Constant(**value)
    }
}

/// Neither an array nor a `Copy` value.
pub struct IsNeither<T: ?Sized>(PhantomData<fn(&T)>);
impl<T: ?Sized> Clone for IsNeither<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for IsNeither<T> {}
impl<T: ?Sized> Step3 for IsNeither<T> {}
impl<T: ?Sized> Unit for IsNeither<T> {
    const UNIT: Self = Self(PhantomData);
}

impl<T: ?Sized> IsNeither<T> {
    /// Never compiles: the one error about this operand. The constant's type is open, so that nothing else is wrong.
    pub fn bind<U: ?Sized, X: Copy>(self, _value: &U) -> Constant<X>
    where
        T: OperandOrCopy,
    {
        unreachable!("no type implements `OperandOrCopy`")
    }
}

/// Implemented by nothing: it carries the message about a wrong operand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither an array nor a `Copy` value",
    label = "not an operand of `bcast!`",
    note = "an array behind a smart pointer is borrowed with `&*x`, what a method gives with `&x.method()`; anything else is \
            computed before the call"
)]
pub trait OperandOrCopy {}

/// An array whose elements are not `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct IsUncopied;
impl Step3 for IsUncopied {}
impl Unit for IsUncopied {
    const UNIT: Self = Self;
}

impl IsUncopied {
    /// Never compiles: the one error about this operand. The element's type is open and the array's is not, so that nothing else
    /// is wrong.
    pub fn bind<T: AsOperand<Elem: CopyElement> + ?Sized, X: Copy>(
        self,
        _value: &T,
    ) -> View<'_, X, T::Family, T::Rank> {
        unreachable!("no type implements `CopyElement`")
    }
}

/// Implemented by nothing: it carries the message about elements that can't be read by value.
#[diagnostic::on_unimplemented(
    message = "the elements of this array, of type `{Self}`, are not `Copy`",
    label = "`bcast!` reads elements by value",
    note = "nested `Vec`s are no array; map other arrays to a `Copy` type first; `Broadcast::view` and `Broadcast::materialize` need no more than `Clone`",
    note = "in generic code, `T: Copy` is the bound to add"
)]
pub trait CopyElement {}

/// Scalars of the language. Being a trait of its own, it also holds for a number whose type is still open, so that
/// `let s = 2.0` takes the type that the expression needs.
pub trait Primitive: Copy {}
macro_rules! primitive {
    ($($scalar:ty)*) => {$(impl Primitive for $scalar {})*};
}
primitive!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char);

macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident <$($generic:ident $(: $bound:path)?),*> for $this:ty => $kind:ty, $answer:expr;)*) => {$(
        $(#[$doc])*
        pub trait $level {
            /// What the operand is.
            type Kind;
            /// What the operand is.
            fn __bcast_kind(&self) -> Self::Kind;
        }
        impl<$($generic: ?Sized $(+ $bound)?),*> $level for $this {
            type Kind = $kind;
            #[inline(always)]
            fn __bcast_kind(&self) -> $kind {
                $answer
            }
        }
    )*};
}
levels! {
    /// Primitive scalars.
    Level1<T: Primitive> for &&&&&&&&Tag<T> => IsConstant, IsConstant;
    /// Array types whose rank the compiler knows.
    Level1b<T: RankedArray> for &&&&&&&Tag<T> => IsArray, IsArray;
    /// Array types of a rank that is a parameter.
    Level2<T: CopyArray> for &&&&&&Tag<T> => IsArrayOfAnyRank, IsArrayOfAnyRank;
    /// Array types whose elements can't be read by value.
    Level2b<T: AsOperand> for &&&&&Tag<T> => IsUncopied, IsUncopied;
    /// Nested arrays and references to them; the walk over their axes comes next.
    Level3<T: NestedArray> for &&&&Tag<T> => Walk<T, T::Array, ()>, Walk::start();
    /// References to `Copy` values.
    Level4<T: CopyReference> for &&&Tag<T> => IsReference, IsReference;
    /// References to anything else.
    Level5<T: OtherReference> for &&Tag<T> => IsNeither<T::Target>, IsNeither(PhantomData);
    /// `Copy` values.
    Level6<T: Copy> for &Tag<T> => IsConstant, IsConstant;
    /// Anything else.
    Level7<T> for Tag<T> => IsNeither<T>, IsNeither(PhantomData);
}

/// Arrays whose elements are `Copy`.
pub trait CopyArray: AsOperand<Elem: Copy> {}
impl<T: AsOperand<Elem: Copy> + ?Sized> CopyArray for T {}

/// Such arrays of a rank that is no parameter.
pub trait RankedArray: CopyArray + AsOperand<Rank: KnownRank> {}
impl<T: CopyArray + AsOperand<Rank: KnownRank> + ?Sized> RankedArray for T {}

/// References to values that are read by value.
pub trait CopyReference {}
impl<T: Copy> CopyReference for &T {}
impl<T: Copy> CopyReference for &mut T {}

/// References to sized values of any type.
pub trait OtherReference {
    /// The value's type.
    type Target;
}
impl<T> OtherReference for &T {
    type Target = T;
}
impl<T> OtherReference for &mut T {
    type Target = T;
}
