//! A variable as the place of a result that is a number.

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
use crate::operand::entry::{Element, Layout};
use crate::operand::family::{FamilyShape, Flat, MixFamily};
use crate::operand::place::{IsNoPlace, OfFamily, PlaceView};
use crate::operand::receiver::{by_receiver, kinds};
use crate::shape::axes::{NoShape, Unranked};
use crate::shape::rank::Ix0;
use crate::shape::unit::{Unit, units};

/// The family of a variable, which as an operand has no more shape than a constant.
#[derive(Clone, Copy, Debug)]
pub struct Number;
impl FamilyShape for Number {
    type Lengths<D> = NoShape;
    type Rank<D> = D;
    type Bare = Flat;
}
impl<Other> MixFamily<Other> for Number {
    type Output = Other;
}

kinds! {
    /// A variable.
    IsNumber;
}
acceptable! {
    [] IsNumber;
}
impl IsNumber {
    /// The variable as an array of rank 0.
    #[inline]
    pub fn bind_place<T: Element>(self, place: &mut T) -> PlaceView<'_, T, Number, Ix0> {
        // SAFETY: its one element is borrowed mutably.
        unsafe { PlaceView::new(place, Layout::Borrowed(&[], &[])) }
    }
}

by_receiver! {
    /// In a call with reductions a value that is no array can be a place.
    OrNumber: fn __bcast_or_number(self) {
        [T: Element] IsNoPlace<T> => IsNumber;
    }

    /// All other places keep their kind.
    OrOther: fn __bcast_or_number(&self) {
        [K: Unit] K => K;
    }
}

/// The check that a result of the shape `S` is a number.
pub struct ShapeOfNumber<S>(PhantomData<S>);
units! { [S] ShapeOfNumber<S> = Self(PhantomData); }
acceptable! {
    [] ShapeOfNumber<()>;
    [] ShapeOfNumber<NoShape>;
    [] ShapeOfNumber<Unranked>;
    [A, Rest] ShapeOfNumber<(A, Rest)> where (A, Rest): IsOneNumber;
}
/// Implemented for no shape with axes.
#[diagnostic::on_unimplemented(
    message = "the result of this call is an array, and its place is one number",
    label = "expected an array that can be written to",
    note = "the result keeps the axes that stand outside the reductions, and those that none takes; `axis = ..` takes all"
)]
pub trait IsOneNumber {}

/// Compares the shape of a result with a variable as its place.
pub trait NumberFits {
    /// The check.
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_holds_shape<S>(&self, _: PhantomData<S>) -> ShapeOfNumber<S> {
        ShapeOfNumber::UNIT
    }
}
impl<Q: OfFamily<Family = Number>> NumberFits for &Q {}
/// The run time compares any other place.
pub trait ArrayFits {
    /// Nothing to check.
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_holds_shape<S>(&self, _: PhantomData<S>) -> ShapeOfNumber<()> {
        ShapeOfNumber::UNIT
    }
}
impl<Q: OfFamily> ArrayFits for Q {}
