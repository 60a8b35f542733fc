//! The walk that finds the shape of a nested array: two axes a step, by method resolution.
//!
//! Impls can't tell `[X; 1]` from `[X; N]`, but method resolution can: it looks for a method by value first, then by reference, then
//! by mutable reference, and then for those of what the type dereferences to. What is no nested array, or has been walked, has an
//! inherent method that is found at once, since a call asks for every step that there could be.
//!
//! Of arrays of numbers and the like impls say how long each axis is ([`Numbers`]), and a step only tells a 1 from another length. What the
//! elements of other arrays are, and whether they can be read, is found at the end of the walk.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::family::Nested;
use crate::operand::{Layout, View};
use crate::place::PlaceView;
use crate::probe::{IsUncopied, Operand, Primitive};
use crate::typed::axis::{Len, One};
use crate::typed::shape::{Dense, List, StaticList};
use crate::typed::unit::Unit;

/// The static shape of a nested array, found axis by axis.
///
/// `Whole` is the operand's own type, `Rest` what is left of the array, `S` the axes seen so far, the last one first.
pub struct Walk<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);

impl<Whole: ?Sized, Rest, S> Clone for Walk<Whole, Rest, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Whole: ?Sized, Rest, S> Copy for Walk<Whole, Rest, S> {}

impl<Whole: NestedArray + ?Sized> Walk<Whole, Whole::Array, ()> {
    /// A walk that has seen no axis yet.
    pub(crate) fn start() -> Self {
        Walk(PhantomData, PhantomData)
    }
}

impl<Whole: ?Sized, Rest, S> Unit for Walk<Whole, Rest, S> {
    const UNIT: Self = Self(PhantomData, PhantomData);
}

/// A call asks for as many steps as there are axes in an array of rank 8; whoever has not arrived by then has more.
impl<Whole: ?Sized, Rest, S> Walk<Whole, Rest, S> {
    /// Never compiles: the one error about this operand.
    #[rustfmt::skip] // The compiler prints the line.
    pub fn bind<U: ?Sized, X>(self, _: &U) -> X where Operand: HasRank8<Whole, U> {
        unreachable!("no type implements `HasRank8`")
    }

    /// The same of a place.
    #[rustfmt::skip] // The compiler prints the line.
    pub fn bind_place<U: ?Sized, X>(self, _: &mut U) -> X where Operand: HasRank8<Whole, U> {
        unreachable!("no type implements `HasRank8`")
    }
}

/// Implemented by nothing: it carries the message about a nested array of too many axes. `U` is what `bind` is given, as in
/// [`IsArrayOrCopy`](crate::probe::IsArrayOrCopy).
#[diagnostic::on_unimplemented(
    message = "`{T}` has more than 8 axes",
    label = "nested arrays have at most 8",
    note = "an ndarray array or view of it can have more: `bcast!` takes those of any rank"
)]
pub trait HasRank8<T: ?Sized, U: ?Sized> {}

/// A nested array, or a reference to one.
///
/// # Safety
/// `array` must return the array itself.
pub unsafe trait NestedArray {
    /// The array.
    type Array;
    /// The array.
    fn array(&self) -> &Self::Array;
}
// SAFETY: it is the array.
unsafe impl<T, const N: usize> NestedArray for [T; N] {
    type Array = [T; N];
    fn array(&self) -> &[T; N] {
        self
    }
}
// SAFETY: references hand on what they refer to.
unsafe impl<A: NestedArray + ?Sized> NestedArray for &A {
    type Array = A::Array;
    fn array(&self) -> &A::Array {
        (**self).array()
    }
}
// SAFETY: as above.
unsafe impl<A: NestedArray + ?Sized> NestedArray for &mut A {
    type Array = A::Array;
    fn array(&self) -> &A::Array {
        (**self).array()
    }
}

/// A nested array of elements `T` of which the axes `Rest` are left to be told from 1, outermost first; `S` as in [`Walk`].
pub struct Left<Whole: ?Sized, T, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(T, Rest, S)>);
/// The end of a walk.
pub type Walked<Whole, T, S> = Left<Whole, T, (), S>;

impl<Whole: ?Sized, T, Rest, S> Clone for Left<Whole, T, Rest, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Whole: ?Sized, T, Rest, S> Copy for Left<Whole, T, Rest, S> {}
impl<Whole: ?Sized, T, Rest, S> Unit for Left<Whole, T, Rest, S> {
    const UNIT: Self = Self(PhantomData, PhantomData);
}
impl<Whole: ?Sized, T, S> Walked<Whole, T, S> {
    /// Nothing is left to walk.
    #[inline(always)]
    pub fn __bcast_step(self) -> Self {
        self
    }
}
impl<Whole: ?Sized, T, Rest, S, const N: usize, const M: usize> Left<Whole, T, (Len<N>, (Len<M>, Rest)), S> {
    /// Two axes, neither of length 1: method resolution looks for [`Step1`], [`Step2`] and [`Step5`] first.
    #[inline(always)]
    pub fn __bcast_step(&mut self) -> Left<Whole, T, Rest, (Len<M>, (Len<N>, S))> {
        Unit::UNIT
    }
}
impl<Whole: ?Sized, T, S, const N: usize> Left<Whole, T, (Len<N>, ()), S> {
    /// One axis, not of length 1.
    #[inline(always)]
    pub fn __bcast_step(&mut self) -> Walked<Whole, T, (Len<N>, S)> {
        Unit::UNIT
    }
}
macro_rules! ones {
    ($($step:ident: fn($($receiver:tt)*) for <$($rest:ident)? $(; const $n:ident)?> $left:ty => $next:ty, $seen:ty;)*) => {$(
        impl<Whole: ?Sized, T, S $(, $rest)? $(, const $n: usize)?> $step for Left<Whole, T, $left, S> {
            type Next = Left<Whole, T, $next, $seen>;
            #[inline(always)]
            fn __bcast_step($($receiver)*) -> Self::Next {
                Unit::UNIT
            }
        }
    )*};
}
// `Step5` is but another trait whose method takes a reference: what has a 1 in both places has been found by value.
ones! {
    Step1: fn(self) for <R> (Len<1>, (Len<1>, R)) => R, (One, (One, S));
    Step1: fn(self) for <> (Len<1>, ()) => (), (One, S);
    Step2: fn(&self) for <R; const M> (Len<1>, (Len<M>, R)) => R, (Len<M>, (One, S));
    Step5: fn(&self) for <R; const N> (Len<N>, (Len<1>, R)) => R, (One, (Len<N>, S));
}

/// Numbers and the like, and nested arrays of them.
pub trait Numbers {
    /// The numbers.
    type Element: Primitive;
    /// The axes outside of them, outermost first, of whatever length.
    type Axes;
}
impl<T: Primitive> Numbers for T {
    type Element = T;
    type Axes = ();
}
impl<A: Numbers, const N: usize> Numbers for [A; N] {
    type Element = A::Element;
    type Axes = (Len<N>, A::Axes);
}
/// A nested array of numbers or the like, with no more axes than a list may have, or a reference to one.
pub trait NestedNumbers {
    /// [`Left`] of it, where nothing has been looked at yet.
    type Walk: Unit;
}
impl<Whole: NestedArray<Array: Numbers<Axes: List>> + ?Sized> NestedNumbers for Whole {
    type Walk = Left<Whole, <Whole::Array as Numbers>::Element, <Whole::Array as Numbers>::Axes, ()>;
}

impl<Whole, T, S: List<Reversed: StaticList>> Walked<Whole, T, S>
where
    Whole: NestedArray<Array = <S::Reversed as StaticList>::Array<T>> + ?Sized,
{
    /// A view of the array whose axes have been walked.
    #[inline]
    pub fn bind(self, value: &Whole) -> View<'_, T, Nested<S::Reversed>, S::Rank>
    where
        T: Copy,
    {
        let layout = Layout::Borrowed(Dense::<S::Reversed>::SHAPE, Dense::<S::Reversed>::STRIDES);
        // SAFETY: `Whole::Array` is the nested array of this shape and of elements `T`, so it is that many
        // elements `T` one after the other.
        unsafe { View::new(core::ptr::from_ref(value.array()).cast(), layout) }
    }

    /// A mutable view of the array whose axes have been walked.
    #[inline]
    pub fn bind_place(self, value: &mut Whole) -> PlaceView<'_, T, Nested<S::Reversed>, S::Rank>
    where
        Whole: NestedPlace,
    {
        let layout = Layout::Borrowed(Dense::<S::Reversed>::SHAPE, Dense::<S::Reversed>::STRIDES);
        // SAFETY: as in `bind`; the array is borrowed mutably.
        unsafe { PlaceView::new(core::ptr::from_mut(value.array_mut()).cast(), layout) }
    }
}

/// A nested array that can be written to, or a mutable reference to one.
///
/// # Safety
/// `array_mut` must return the array itself.
pub unsafe trait NestedPlace: NestedArray {
    /// The array.
    fn array_mut(&mut self) -> &mut Self::Array;
}
// SAFETY: it is the array.
unsafe impl<T, const N: usize> NestedPlace for [T; N] {
    fn array_mut(&mut self) -> &mut [T; N] {
        self
    }
}
// SAFETY: references hand on what they refer to.
unsafe impl<A: NestedPlace + ?Sized> NestedPlace for &mut A {
    fn array_mut(&mut self) -> &mut A::Array {
        (**self).array_mut()
    }
}

/// Axes of length 1 and others, in the order in which method resolution looks for them: two by two as long as there are two.
macro_rules! steps {
    ($($(#[$doc:meta])* $step:ident: fn($($receiver:tt)*) for $walk:ident<$array:ty $(; const $n:ident $(, const $m:ident)?)?> => $seen:ty;)*) => {$(
        $(#[$doc])*
        pub trait $step {
            /// What is left to walk.
            type Next;
            /// What is left to walk.
            fn __bcast_step($($receiver)*) -> Self::Next;
        }
        impl<W, T, S $(, const $n: usize $(, const $m: usize)?)?> $step for $walk<W, $array, S> {
            type Next = Walk<W, T, $seen>;
            #[inline(always)]
            fn __bcast_step($($receiver)*) -> Self::Next {
                Walk(PhantomData, PhantomData)
            }
        }
    )*};
}
steps! {
    /// Two axes of length 1.
    Step1: fn(self) for Walk<[[T; 1]; 1]> => (One, (One, S));
    /// The outer one of length 1.
    Step2: fn(&self) for Walk<[[T; M]; 1]; const M> => (Len<M>, (One, S));
    /// The inner one.
    Step3: fn(&mut self) for Walk<[[T; 1]; N]; const N> => (One, (Len<N>, S));
    /// Two others.
    Step4: fn(self) for Second<[[T; M]; N]; const N, const M> => (Len<M>, (Len<N>, S));
    /// One axis, of length 1.
    Step5: fn(&self) for Second<[T; 1]> => (One, S);
    /// One other.
    Step6: fn(self) for Third<[T; N]; const N> => (Len<N>, S);
}
/// No axis is left, and the elements are numbers or the like: what nearly every array ends in is asked first.
pub trait Step0 {
    /// The end.
    type Next;
    /// The end.
    fn __bcast_step(self) -> Self::Next;
}
impl<W: ?Sized, T: Primitive, S> Step0 for Walk<W, T, S> {
    type Next = Walked<W, T, S>;
    #[inline(always)]
    fn __bcast_step(self) -> Self::Next {
        Unit::UNIT
    }
}

/// No axis is left, and the elements are read by value.
pub trait Step7 {
    /// The end.
    type Next;
    /// The end.
    fn __bcast_step(&self) -> Self::Next;
}
impl<W, T: Copy, S> Step7 for Third<W, T, S> {
    type Next = Walked<W, T, S>;
    #[inline(always)]
    fn __bcast_step(&self) -> Self::Next {
        Unit::UNIT
    }
}

/// No axis is left, and the elements can't be read by value.
pub trait Step8 {
    /// The end.
    type Next;
    /// The end.
    fn __bcast_step(&self) -> Self::Next;
}
impl<W, T, S> Step8 for Fourth<W, T, S> {
    type Next = IsUncopied<T>;
    #[inline(always)]
    fn __bcast_step(&self) -> Self::Next {
        IsUncopied::UNIT
    }
}

/// A walk on which the first three steps are not to be taken.
pub struct Second<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);
/// Nor the next two.
pub struct Third<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);
/// Nor the one behind those.
pub struct Fourth<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);
impl<Whole: ?Sized, Rest, S> Deref for Walk<Whole, Rest, S> {
    type Target = Second<Whole, Rest, S>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &Second(PhantomData, PhantomData)
    }
}
impl<Whole: ?Sized, Rest, S> Deref for Second<Whole, Rest, S> {
    type Target = Third<Whole, Rest, S>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &Third(PhantomData, PhantomData)
    }
}
impl<Whole: ?Sized, Rest, S> Deref for Third<Whole, Rest, S> {
    type Target = Fourth<Whole, Rest, S>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &Fourth(PhantomData, PhantomData)
    }
}
impl<Whole: ?Sized, Rest, S> Clone for Second<Whole, Rest, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Whole: ?Sized, Rest, S> Copy for Second<Whole, Rest, S> {}
impl<Whole: ?Sized, Rest, S> Clone for Third<Whole, Rest, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Whole: ?Sized, Rest, S> Copy for Third<Whole, Rest, S> {}
