//! The walk that finds the shape of a nested array: one step an axis, by method resolution.
//!
//! Impls can't tell `[X; 1]` from `[X; N]`, but method resolution can.

use core::marker::PhantomData;

use crate::family::Nested;
use crate::operand::{Layout, View};
use crate::place::PlaceView;
use crate::typed::axis::{Len, One};
use crate::typed::shape::{Dense, List, StaticList};
use crate::typed::unit::Unit;

/// The static shape of a nested array, found axis by axis; the unit of [`Step`].
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

impl<Whole: ?Sized, Rest, S> Unit for Walk<Whole, Rest, S> {
    const UNIT: Self = Walk(PhantomData, PhantomData);
}

impl<Whole, T, S: List<Reversed: StaticList>> Walk<Whole, T, S>
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

macro_rules! step {
    ($($(#[$doc:meta])* $level:ident <$($generic:tt),*> ($($const:tt)*) for $this:ty => $next:ty, |$walk:ident| $answer:expr;)*) => {$(
        $(#[$doc])*
        pub trait $level {
            /// What is left to walk.
            type Next;
            /// What is left to walk.
            fn __bcast_step(&self) -> Self::Next;
        }
        impl<$($generic),* $($const)*> $level for $this {
            type Next = $next;
            #[inline(always)]
            fn __bcast_step(&self) -> $next {
                let $walk = self;
                $answer
            }
        }
    )*};
}
step! {
    /// An axis of length 1.
    Step1<W, T, S>() for &&Walk<W, [T; 1], S> => Walk<W, T, (One, S)>, |_walk| Walk(PhantomData, PhantomData);
    /// Any other axis.
    Step2<W, T, S>(, const N: usize) for &Walk<W, [T; N], S> => Walk<W, T, (Len<N>, S)>, |_walk| Walk(PhantomData, PhantomData);
}

/// Everything else: nested arrays all of whose axes have been walked, and every other kind of operand.
pub trait Step3: Copy {
    /// The same kind.
    #[inline(always)]
    fn __bcast_step(&self) -> Self {
        *self
    }
}
impl<W, T, S> Step3 for Walk<W, T, S> {}
