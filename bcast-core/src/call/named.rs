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
use crate::shape::function::type_functions;

type_functions! {
    /// The axis of a shape that is counted by the entries of `K`.
    AxisAt<K> -> Axis {
        [A, Rest] (A, Rest), () => A;
        [A, Rest: AxisAt<K>, K] (A, Rest), (One, K) => Rest::Axis;
        // A shape with fewer axes than are stated has its own message.
        [K] (), K => Unknown;
        [K] NoShape, K => Unknown;
        [K] Unranked, K => Unknown;
        [D, K] OfRank<D>, K => Unknown;
    }
}

/// An axis of an operand, as far as its type knows the length.
#[inline(always)]
pub fn axis_of<K, E: Entry<Type: OperandType<Lengths: AxisAt<K>>>>(
    _: &E,
) -> PhantomData<<<E::Type as OperandType>::Lengths as AxisAt<K>>::Axis> {
    PhantomData
}

type_functions! {
    /// An axis, or another one of the same length if the type of the first does not know it.
    OrElse<Other> -> Axis {
        [Other] Unknown, Other => Other;
        [Other] One, Other => One;
        [Other, const N: usize] Len<N>, Other => Len<N>;
        [Other, Name] NamedLen<Name>, Other => NamedLen<Name>;
    }
}

/// The first of two axes of one length that types know.
#[inline(always)]
pub fn first_known<A: OrElse<B>, B>(_: PhantomData<A>, _: PhantomData<B>) -> PhantomData<A::Axis> {
    PhantomData
}

type_functions! {
    /// A list of axes, each a value.
    AxisValues -> Shape {
        [] () => ();
        [A, Rest: AxisValues] (PhantomData<A>, Rest) => (A, Rest::Shape);
    }
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
