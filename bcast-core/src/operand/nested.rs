//! Finds the shape of a nested array by method resolution, two axes per step.
//!
//! Impls can't tell `[X; 1]` from `[X; N]`, but method resolution can (the macro `by_receiver`). A call contains the steps for the highest
//! rank; a finished walk, or a value that is not a nested array, has an inherent method that ends every further step.
//!
//! For arrays of primitive scalars, impls give the length of each axis ([`Numbers`]), and a step only separates length 1 from others. For
//! other arrays the end of the walk finds the elements and checks that they are `Copy`.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::operand::accepted::acceptable;
use crate::operand::entry::{Layout, View};
use crate::operand::family::Nested;
use crate::operand::kind::{AnOperand, IsUncopied, Primitive};
use crate::operand::place::PlaceView;
use crate::operand::receiver::{by_receiver, left_open};
use crate::shape::axes::{Dense, List, StaticList};
use crate::shape::axis::{Len, One};
use crate::shape::function::type_functions;
use crate::shape::unit::{Unit, copied, units};

/// The static shape of a nested array, found axis by axis.
///
/// `Whole` is the operand's own type, `Rest` the part still to walk, `S` the axes so far, the last one first.
pub struct Walk<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);

copied! {
    [Whole: ?Sized, Rest, S] Walk<Whole, Rest, S>;
}
units! {
    [Whole: ?Sized, Rest, S] Walk<Whole, Rest, S> = Self(PhantomData, PhantomData);
    [T, Rest, S] AxesLeft<T, Rest, S> = Self(PhantomData);
}

left_open! {
    // A call contains the steps for rank 8; a walk that is unfinished after them has more axes.
    [Whole: ?Sized, Rest, S] Walk<Whole, Rest, S>: "no type implements `HasRank8`";
}

acceptable! {
    [T, S] Walked<T, S>;
    [Whole: ?Sized, Rest, S] Walk<Whole, Rest, S> where AnOperand: HasRank8<Whole>;
}

/// Implemented for nothing: carries the message about a nested array with too many axes.
#[diagnostic::on_unimplemented(
    message = "`{T}` has more than 8 axes",
    label = "nested arrays have at most 8",
    note = "an ndarray array or view of it can have more: `bcast!` takes those of any rank"
)]
pub trait HasRank8<T: ?Sized> {}

type_functions! {
    /// A nested array, or a reference to one.
    NestedArray -> Array {
        [T, const N: usize] [T; N] => [T; N];
        [A: NestedArray + ?Sized] &A => A::Array;
        [A: NestedArray + ?Sized] &mut A => A::Array;
    }
}

/// A nested array of elements `T` whose axes `Rest` are still to be compared with 1, outermost first; `S` as in [`Walk`].
pub struct AxesLeft<T, Rest, S>(PhantomData<(T, Rest, S)>);
/// A finished walk.
pub type Walked<T, S> = AxesLeft<T, (), S>;

impl<T, S> Walked<T, S> {
    /// The walk is finished.
    #[inline(always)]
    pub fn __bcast_step(self) -> Self {
        self
    }
}
impl<T, Rest, S, const N: usize, const M: usize> AxesLeft<T, (Len<N>, (Len<M>, Rest)), S> {
    /// Two axes, neither of length 1: tried last, after the steps by value and by reference.
    #[inline(always)]
    pub fn __bcast_step(&mut self) -> AxesLeft<T, Rest, (Len<M>, (Len<N>, S))> {
        Unit::UNIT
    }
}
impl<T, S, const N: usize> AxesLeft<T, (Len<N>, ()), S> {
    /// One axis, not of length 1.
    #[inline(always)]
    pub fn __bcast_step(&mut self) -> Walked<T, (Len<N>, S)> {
        Unit::UNIT
    }
}

type_functions! {
    /// Primitive scalars, and nested arrays of them.
    /// `Axes`: The axes around the scalars, outermost first, of any length.
    Numbers -> (Element: Primitive, Axes) {
        [T: Primitive] T => T, ();
        [A: Numbers, const N: usize] [A; N] => A::Element, (Len<N>, A::Axes);
    }
    /// Types that have their shape in them, and references to such: nested arrays of primitive scalars, of at most the highest rank, and
    /// tensors of `Copy` elements.
    /// `Kind`: The kind that `bind` is called on.
    ShapeInType -> (Kind: Unit) {
        [A: Numbers, const N: usize] [A; N] => AxesLeft<A::Element, (Len<N>, A::Axes), ()>
            where [(Len<N>, A::Axes): List];
        [A: ShapeInType + ?Sized] &A => A::Kind;
        [A: ShapeInType + ?Sized] &mut A => A::Kind;
    }
}

impl<T, S: List<Reversed: StaticList>> Walked<T, S> {
    /// Borrows the walked array as a view. The parameter's type is built from the axes, so only that array fits.
    #[inline]
    pub const fn bind(self, value: &<S::Reversed as StaticList>::Array<T>) -> View<'_, T, Nested<S::Reversed>, S::Rank>
    where
        T: Copy,
    {
        let layout = Layout::Borrowed(Dense::<S::Reversed>::SHAPE, Dense::<S::Reversed>::STRIDES);
        // SAFETY: `value` is the nested array of this shape and of elements `T` (`StaticList`), so it holds that many elements `T`,
        // contiguous.
        unsafe { View::new(value as *const _ as *const T, layout) }
    }

    /// Borrows the walked array as a mutable view.
    #[inline]
    pub fn bind_place(
        self,
        value: &mut <S::Reversed as StaticList>::Array<T>,
    ) -> PlaceView<'_, T, Nested<S::Reversed>, S::Rank> {
        let layout = Layout::Borrowed(Dense::<S::Reversed>::SHAPE, Dense::<S::Reversed>::STRIDES);
        // SAFETY: as in `bind`; the array is borrowed mutably.
        unsafe { PlaceView::new(value as *mut _ as *mut T, layout) }
    }
}

/// A mutable nested array, or a mutable reference to one.
pub trait NestedPlace: NestedArray {}
impl<T, const N: usize> NestedPlace for [T; N] {}
impl<A: NestedPlace + ?Sized> NestedPlace for &mut A {}

// Steps over two axes, or over the last one; each has length 1 or another.
by_receiver! {
    /// Steps found by value.
    StepByValue: fn __bcast_step(self) {
        // Two axes of length 1.
        [T, R, S] AxesLeft<T, (Len<1>, (Len<1>, R)), S> => AxesLeft<T, R, (One, (One, S))>;
        [W: ?Sized, T, S] Walk<W, [[T; 1]; 1], S> => Walk<W, T, (One, (One, S))>;
        // One axis, of length 1.
        [T, S] AxesLeft<T, (Len<1>, ()), S> => Walked<T, (One, S)>;
        // Two axes of other lengths.
        [W: ?Sized, T, S, const N: usize, const M: usize] Second<W, [[T; M]; N], S> => Walk<W, T, (Len<M>, (Len<N>, S))>;
        // One axis of another length.
        [W: ?Sized, T, S, const N: usize] Third<W, [T; N], S> => Walk<W, T, (Len<N>, S)>;
    }

    /// Steps found by reference.
    StepByReference: fn __bcast_step(&self) {
        // The outer axis has length 1.
        [T, R, S, const M: usize] AxesLeft<T, (Len<1>, (Len<M>, R)), S> => AxesLeft<T, R, (Len<M>, (One, S))>;
        [W: ?Sized, T, S, const M: usize] Walk<W, [[T; M]; 1], S> => Walk<W, T, (Len<M>, (One, S))>;
        // One axis, of length 1.
        [W: ?Sized, T, S] Second<W, [T; 1], S> => Walk<W, T, (One, S)>;
        // The walk ends at `Copy` elements.
        [W: ?Sized, T: Copy, S] Third<W, T, S> => Walked<T, S>;
        // The walk ends at elements that are not `Copy`.
        [W: ?Sized, T, S] Fourth<W, T, S> => IsUncopied<T>;
    }

    /// More steps found by reference; two axes of length 1 are found by value before.
    InnerOneByReference: fn __bcast_step(&self) {
        // The inner axis has length 1.
        [T, R, S, const N: usize] AxesLeft<T, (Len<N>, (Len<1>, R)), S> => AxesLeft<T, R, (One, (Len<N>, S))>;
    }

    /// Steps found by mutable reference.
    StepByMutableReference: fn __bcast_step(&mut self) {
        // The inner axis has length 1.
        [W: ?Sized, T, S, const N: usize] Walk<W, [[T; 1]; N], S> => Walk<W, T, (One, (Len<N>, S))>;
    }
}

/// Defines walks whose steps are found after those of the walk before, through `Deref`.
macro_rules! later_steps {
    ($($before:ident => $(#[$doc:meta])* $walk:ident;)*) => {$(
        $(#[$doc])*
        pub struct $walk<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);
        copied! {
            [Whole: ?Sized, Rest, S] $walk<Whole, Rest, S>;
        }
        impl<Whole: ?Sized, Rest, S> Deref for $before<Whole, Rest, S> {
            type Target = $walk<Whole, Rest, S>;
            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                &$walk(PhantomData, PhantomData)
            }
        }
    )*};
}
later_steps! {
    Walk =>
    /// A walk without the first steps.
    Second;
    Second =>
    /// A walk without the next steps.
    Third;
    Third =>
    /// A walk without those after them.
    Fourth;
}
