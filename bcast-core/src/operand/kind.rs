//! Finds an operand's kind by method resolution (the macro `by_receiver`).
//!
//! Generated code calls `x.__bcast_type().__bcast_kind()` with the traits of all levels in scope, and passes the value to the result's
//! `bind`. The levels, in order: primitive scalars, nested arrays of them, and tensors; other types that implement [`AsOperand`], with
//! `Copy` elements (of a known rank, then of a generic one) and without; other nested arrays; `Copy` values with elements of their own, and
//! references to them; references to other `Copy` values; other references; other `Copy` values; anything else.

use core::marker::PhantomData;
use core::ops::{Deref, Index};

use crate::operand::accepted::{acceptable, opens};
use crate::operand::entry::{AsOperand, Constant, View};
use crate::operand::family::OfAnyRank;
use crate::operand::nested::{AxesLeft, NestedArray, ShapeInType, Walk};
use crate::operand::receiver::{by_receiver, kinds, left_open};
use crate::shape::axes::KnownRank;
use crate::shape::unit::{Unit, copied, units};

/// The type of a value.
#[inline(always)]
pub fn tag<T: ?Sized>(_value: &T) -> Tag<T> {
    Tag::UNIT
}

/// Any value of a known type: method resolution starts from the type and reports one that is not inferred yet. A function would accept such
/// a value, and inference would commit to the first kind that fits.
pub trait OfKnownType {
    /// The receiver is a reference, so the name must differ from any method by value of a user's blanket impl.
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_type(&self) -> Tag<Self> {
        tag(self)
    }
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_place_type(&mut self) -> Tag<Self> {
        tag(self)
    }
}
impl<T: ?Sized> OfKnownType for T {}

kinds! {
    /// An operand that implements [`AsOperand`].
    IsArray;
    /// An operand of generic rank, whose shape is unknown beside shapes in types.
    IsArrayOfAnyRank;
    /// A `Copy` value.
    IsConstant;
    /// A reference to a `Copy` value: the element is the value itself.
    IsReference;
    /// A `Copy` value with elements of its own, as a matrix of nalgebra has. It is a constant, with a warning.
    OneConstant;
    /// A reference to such a value.
    OneConstantByReference;
    /// Neither an array nor a `Copy` value.
    IsNeither<T>;
    /// An array whose elements, of type `E`, are not `Copy`.
    IsUncopied<E>;
}

/// The kinds of a value that is one element. Generated code checks other values than operands by its path.
#[diagnostic::on_unimplemented(
    message = "this gives an array for each element",
    label = "an operator's side is one number; a function of whole arrays is called once before the loop, as in `&f(&x)`, and any other array is \
             bound before the call"
)]
pub trait GivesOneElement: Unit {
    /// Returns the kind.
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_one_element(_: &Self) -> Self {
        Self::UNIT
    }
}

/// Kinds of values: the type of an operand beside one that is no element is left open.
macro_rules! values {
    (elements: $([$($generic:tt)*] $element:ty;)* arrays: $($arrays:tt)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<$($generic)*> GivesOneElement for $element {}
        )*
        opens! { accepted: $([$($generic)*] $element;)* refused: $($arrays)* }
    };
}
values! {
    elements:
    [] IsConstant;
    [] IsReference;
    [] OneConstant;
    [] OneConstantByReference;
    [T: ?Sized] IsNeither<T>;
    arrays:
    [] IsArray;
    [] IsArrayOfAnyRank;
    [E] IsUncopied<E>;
    [Whole: ?Sized, Rest, S] Walk<Whole, Rest, S>;
    [T, Rest, S] AxesLeft<T, Rest, S>;
}

impl IsArray {
    /// Borrows the operand.
    #[inline(always)]
    pub fn bind<T: AsOperand + ?Sized>(self, value: &T) -> View<'_, T::Elem, T::Family, T::Rank> {
        value.view()
    }
}

impl IsArrayOfAnyRank {
    /// Borrows the operand.
    #[inline(always)]
    pub fn bind<T: AsOperand + ?Sized>(self, value: &T) -> View<'_, T::Elem, OfAnyRank<T::Family>, T::Rank> {
        value.view().of_any_rank()
    }
}

impl IsConstant {
    #[inline(always)]
    pub fn bind<T: Copy>(self, value: &T) -> Constant<T> {
        Constant(*value)
    }
}

impl IsReference {
    #[inline(always)]
    pub fn bind<R: Deref>(self, value: &R) -> Constant<R::Target>
    where
        R::Target: Copy,
    {
        Constant(**value)
    }
}

impl OneConstant {
    /// Copies the constant. Deprecation is the only warning that a type can give on stable Rust.
    #[inline(always)]
    #[deprecated = "this value has elements, and `bcast!` reads it as one constant; an array of them, as `&k.as_ref()` may give, is read element by element; `#[allow(deprecated)]` keeps the constant"]
    pub fn bind<T: Copy>(self, value: &T) -> Constant<T> {
        Constant(*value)
    }
}

impl OneConstantByReference {
    /// See [`OneConstant::bind`].
    #[inline(always)]
    #[deprecated = "this value has elements, and `bcast!` reads it as one constant; an array of them, as `&k.as_ref()` may give, is read element by element; `#[allow(deprecated)]` keeps the constant"]
    pub fn bind<R: Deref<Target: Copy>>(self, value: &R) -> Constant<R::Target> {
        Constant(**value)
    }
}

left_open! {
    [T: ?Sized] IsNeither<T>: "no type implements `IsArrayOrCopy`";
    [E] IsUncopied<E>: "no type implements `AreCopied`";
}

acceptable! {
    [] IsArray;
    [] IsArrayOfAnyRank;
    [] IsConstant;
    [] IsReference;
    [] OneConstant;
    [] OneConstantByReference;
    [T: ?Sized] IsNeither<T> where AnOperand: IsArrayOrCopy<T>;
    [E] IsUncopied<E> where Elements: AreCopied<E>;
}

/// Stands for an operand in a bound; if the bound were on a generic type, the compiler would suggest adding it.
#[derive(Debug)]
pub struct AnOperand;

/// Implemented for nothing: carries the message about a wrong operand.
#[diagnostic::on_unimplemented(
    message = "`{T}` is neither an array nor a `Copy` value",
    label = "not an operand of `bcast!`",
    note = "behind a smart pointer the array is `&*x`; a guard is bound before the call, as in `let b = x.borrow();`, and read as `*b`; \
            what another method gives is `&x.method()`, or for each element `f(x)` after `let f = |x| m.method(x);`; a struct's array is its field",
    note = "an `Option` is opened before the call, as in `if let Some(b) = &b`, a `Result` as in `let k = k.unwrap();`, a text as in \
            `let k: f32 = k.parse().unwrap();`; another collection becomes a `Vec` by `x.iter().copied().collect()`, an iterator by `x.into_iter().collect()`",
    note = "in generic code, `T: Copy` is the bound to add for a value, and `D: Dimension` for an array's rank"
)]
#[cfg_attr(
    not(feature = "ndarray"),
    diagnostic::on_unimplemented(note = "ndarray's arrays are operands with the feature `ndarray` of bcast-dsl")
)]
#[cfg_attr(
    feature = "ndarray",
    diagnostic::on_unimplemented(
        note = "an `ArrayBase` is read if it is of ndarray 0.17: `cargo tree -i ndarray` lists the versions in use"
    )
)]
pub trait IsArrayOrCopy<T: ?Sized> {}

/// Stands for an array's elements, like [`AnOperand`] for an operand.
#[derive(Debug)]
pub struct Elements;

/// Implemented for nothing: carries the message about elements that can't be read and written by value.
#[diagnostic::on_unimplemented(
    message = "the elements of this array, of type `{E}`, are not `Copy`",
    label = "`bcast!` reads and writes elements by value",
    note = "nested `Vec`s are no array, but `m.iter().map(|row| bcast!(row * 2.0)).collect()` computes each row; map other arrays to a `Copy` type before the call, or from one after it; `Broadcast::view` and `Broadcast::materialize` need no more than `Clone`",
    note = "in generic code, `T: Copy` is the bound to add"
)]
pub trait AreCopied<E> {}

/// Primitive scalars. The trait also matches a number whose type is not inferred yet, so that `let s = 2.0` takes the type that the
/// expression needs.
pub trait Primitive: Copy {}
macro_rules! primitive {
    ($($scalar:ty)*) => {$(impl Primitive for $scalar {})*};
}
primitive!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char);

by_receiver! {
    /// Kinds of values, before those of operands.
    KindOfValue: fn __bcast_kind(self) {
        [T: Primitive] ValueTag<T> => IsConstant;
    }

    /// Kinds found by value.
    KindByValue: fn __bcast_kind(self) {
        [T: Primitive] Tag<T> => IsConstant;
        // Arrays with elements that are not `Copy`.
        [T: AsOperand + ?Sized] Tag2<T> => IsUncopied<T::Elem>;
        // Values with elements of their own, none of which is an array of `bcast!`: matrices of nalgebra, vectors of glam.
        [T: Copy + Index<usize>] Tag3<T> => OneConstant;
        [T: Copy] Tag4<&T> => IsReference;
        [T: Copy] Tag4<&mut T> => IsReference;
        // A string, which is a slice of bytes, but no array to anyone.
        [] Tag5<&str> => IsConstant;
        [T: Copy] Tag7<T> => IsConstant;
    }

    /// More kinds found by value, disjoint from primitive scalars.
    ShapeByValue: fn __bcast_kind(self) {
        // Nested arrays of primitive scalars, whose axes are walked next, tensors, and references to either.
        [T: ShapeInType + ?Sized] Tag<T> => T::Kind;
    }

    /// Kinds found by reference.
    KindByReference: fn __bcast_kind(&self) {
        // Arrays of a known rank.
        [T: AsOperand<Elem: Copy, Rank: KnownRank> + ?Sized] Tag<T> => IsArray;
        // Other nested arrays, and references to them.
        [T: NestedArray + ?Sized] Tag2<T> => Walk<T, T::Array, ()>;
        // References to values with elements.
        [T: Deref<Target: Copy + Index<usize>>] Tag3<T> => OneConstantByReference;
        // Other references.
        [T] Tag4<&T> => IsNeither<T>;
        [T] Tag4<&mut T> => IsNeither<T>;
        // `Copy` values that are slices.
        [T: Copy + AsRef<[f32]>] Tag5<T> => OneConstant;
        // Anything else.
        [T: ?Sized] Tag7<T> => IsNeither<T>;
    }

    /// Kinds found by mutable reference.
    KindByMutableReference: fn __bcast_kind(&mut self) {
        // Arrays of a generic rank.
        [T: AsOperand<Elem: Copy> + ?Sized] Tag<T> => IsArrayOfAnyRank;
        [T: Copy + AsRef<[f64]>] Tag5<T> => OneConstant;
    }
}

/// The kind of values that are slices of elements of one other type. A type that is slices of two is inferred only if one of them is of
/// floats.
pub trait KindOfSlice<E> {
    /// Returns the kind found.
    fn __bcast_kind(self) -> OneConstant;
}
impl<T: Copy + AsRef<[E]>, E> KindOfSlice<E> for Tag6<T> {
    #[inline(always)]
    fn __bcast_kind(self) -> OneConstant {
        OneConstant::UNIT
    }
}

macro_rules! tags {
    ($($(#[$doc:meta])* $tag:ident $($next:ident)?;)*) => {$(
        $(#[$doc])*
        pub struct $tag<T: ?Sized>(PhantomData<fn(&T)>);
        copied! {
            [T: ?Sized] $tag<T>;
        }
        units! {
            [T: ?Sized] $tag<T> = Self(PhantomData);
        }
        $(
            impl<T: ?Sized> Deref for $tag<T> {
                type Target = $next<T>;
                #[inline(always)]
                fn deref(&self) -> &Self::Target {
                    &$next::UNIT
                }
            }
        )?
    )*};
}
tags! {
    /// The type of a value that may not be inferred yet: then it is looked up as a scalar.
    ValueTag Tag;
    /// The operand's type as a zero-sized value. Level 1: primitive scalars and arrays.
    Tag Tag2;
    /// Level 2: arrays whose elements are not `Copy`, and nested arrays.
    Tag2 Tag3;
    /// Level 3: values with elements of their own.
    Tag3 Tag4;
    /// Level 4: references.
    Tag4 Tag5;
    /// Level 5: texts, and values that are slices of floats.
    Tag5 Tag6;
    /// Level 6: values that are slices.
    Tag6 Tag7;
    /// Level 7: anything else.
    Tag7;
}
