//! Tells what an operand is by its type, by method resolution: the deepest level of references that has an
//! implementation wins.
//!
//! Generated code asks `(&&&&&&&tag(x)).__bcast_kind()` with the levels' traits in scope and hands the value to the answer's `bind`.
//! Levels, deepest first: primitive scalars; types that implement [`AsOperand`]; nested arrays; references to `Copy`
//! values; references to anything else; other `Copy` values; anything else.

use core::marker::PhantomData;

use crate::operand::{AsOperand, Constant, View};
use crate::typed::shape::{NestedArray, Step3, Walk};

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

impl IsArray {
    /// A view of it.
    #[inline(always)]
    pub fn bind<T: AsOperand + ?Sized>(self, value: &T) -> View<'_, T::Elem, T::Family, T::Rank> {
        value.view()
    }
}

/// A `Copy` value.
#[derive(Clone, Copy, Debug)]
pub struct IsConstant;
impl Step3 for IsConstant {}

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

impl<T: ?Sized> IsNeither<T> {
    /// Something whose element the compiler refuses in words.
    #[inline(always)]
    pub fn bind<U: ?Sized>(self, _value: &U) -> NotAnOperand<T> {
        NotAnOperand(PhantomData)
    }
}

/// What the error message about a wrong operand names.
pub struct NotAnOperand<T: ?Sized>(PhantomData<fn(&T)>);

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
    Level1<T: Primitive> for &&&&&&Tag<T> => IsConstant, IsConstant;
    /// Array types.
    Level2<T: AsOperand> for &&&&&Tag<T> => IsArray, IsArray;
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
