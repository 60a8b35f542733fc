//! The shape of the result of a call in mode named, in types: generated code says of each NAME which axes of which arrays it names.
#![allow(missing_docs, reason = "documented by the types that they return")]

use core::marker::PhantomData;

use crate::call::container::Container;
use crate::call::reduced::ContainerOf;
use crate::operand::descriptor::OperandType;
use crate::operand::entry::Entry;
use crate::operand::list::{List, ListFamily};
use crate::shape::axes::{NoShape, OfRank, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};

/// The axis of a shape that is counted by the entries of `K`.
pub trait AxisAt<K> {
    type Axis;
}
impl<A, Rest> AxisAt<()> for (A, Rest) {
    type Axis = A;
}
impl<A, Rest: AxisAt<K>, K> AxisAt<(One, K)> for (A, Rest) {
    type Axis = Rest::Axis;
}
macro_rules! unknown_axes {
    ($(<$($d:ident)?> $shape:ty;)*) => {$(
        impl<$($d,)? K> AxisAt<K> for $shape {
            type Axis = Unknown;
        }
    )*};
}
// A shape with fewer axes than are stated has its own message.
unknown_axes! {
    <> ();
    <> NoShape;
    <> Unranked;
    <D> OfRank<D>;
}

/// An axis of an operand, as far as its type knows the length.
#[inline(always)]
pub fn axis_of<K, E: Entry<Type: OperandType<Lengths: AxisAt<K>>>>(
    _: &E,
) -> PhantomData<<<E::Type as OperandType>::Lengths as AxisAt<K>>::Axis> {
    PhantomData
}

/// An axis, or another one of the same length if the type of the first does not know it.
pub trait OrElse<Other> {
    type Axis;
}
impl<Other> OrElse<Other> for Unknown {
    type Axis = Other;
}
impl<Other> OrElse<Other> for One {
    type Axis = One;
}
impl<Other, const N: usize> OrElse<Other> for Len<N> {
    type Axis = Len<N>;
}
impl<Other, Name> OrElse<Other> for NamedLen<Name> {
    type Axis = NamedLen<Name>;
}

/// The first of two axes of one length that types know.
#[inline(always)]
pub fn first_known<A: OrElse<B>, B>(_: PhantomData<A>, _: PhantomData<B>) -> PhantomData<A::Axis> {
    PhantomData
}

/// An axis whose length no type knows.
#[inline(always)]
pub fn open_axis_of_result() -> PhantomData<Unknown> {
    PhantomData
}

/// A list of axes, each a value.
pub trait AxisValues {
    type Shape;
}
impl AxisValues for () {
    type Shape = ();
}
impl<A, Rest: AxisValues> AxisValues for (PhantomData<A>, Rest) {
    type Shape = (A, Rest::Shape);
}

/// The container of a result with these axes, of the operands of a list.
#[allow(clippy::type_complexity, reason = "the return type is computed from the list's")]
#[inline(always)]
pub fn named_result<L, S>(
    _: &L,
    _: S,
) -> PhantomData<<S::Shape as ContainerOf<<L::Types as ListFamily>::Output>>::Container>
where
    L: List<Types: ListFamily>,
    S: AxisValues<Shape: ContainerOf<<L::Types as ListFamily>::Output, Container: Container>>,
{
    PhantomData
}
