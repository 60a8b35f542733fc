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
use crate::shape::maps;

/// The axis of a shape that is counted by the entries of `K`.
pub trait AxisAt<K> {
    type Axis;
}
maps! {
    [A, Rest] <(A, Rest) as AxisAt<()>>::Axis = A;
    [A, Rest: AxisAt<K>, K] <(A, Rest) as AxisAt<(One, K)>>::Axis = Rest::Axis;
    // A shape with fewer axes than are stated has its own message.
    [K] <() as AxisAt<K>>::Axis = Unknown;
    [K] <NoShape as AxisAt<K>>::Axis = Unknown;
    [K] <Unranked as AxisAt<K>>::Axis = Unknown;
    [D, K] <OfRank<D> as AxisAt<K>>::Axis = Unknown;
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
maps! {
    [Other] <Unknown as OrElse<Other>>::Axis = Other;
    [Other] <One as OrElse<Other>>::Axis = One;
    [Other, const N: usize] <Len<N> as OrElse<Other>>::Axis = Len<N>;
    [Other, Name] <NamedLen<Name> as OrElse<Other>>::Axis = NamedLen<Name>;
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
maps! {
    [] <() as AxisValues>::Shape = ();
    [A, Rest: AxisValues] <(PhantomData<A>, Rest) as AxisValues>::Shape = (A, Rest::Shape);
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
