//! Calls in mode named: the lengths of their NAMEs, and the shape of their result in types.
//!
//! Generated code numbers the NAMEs as the axes of a frame, those of the result first, and gives each array the axes that its NAMEs are. So a
//! NAME is an axis of the frame here, and the rulebook sees a call whose arrays lie by explicit axes in a known target.
#![allow(missing_docs, reason = "documented by the types that they return")]

use core::marker::PhantomData;

use smallvec::SmallVec;

use crate::call::container::Container;
use crate::call::reduced::ContainerOf;
use crate::operand::call_site::CallSite;
use crate::operand::descriptor::OperandType;
use crate::operand::entry::{Entry, OperandInfo, OperandKind};
use crate::operand::list::{List, ListFamily};
use crate::rules::call::Alignment;
use crate::shape::axes::{NoShape, OfRank, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};

/// The NAMEs of a call in mode named, which are the axes of its frame.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The length of each NAME that `to` gives one.
    pub given: &'a [Option<i64>],
    /// The number of NAMEs in the result, which come first.
    pub kept: usize,
}

impl Names<'_> {
    /// The length of each NAME: the given one, the place's, or that of the first array that has it. All others are compared with it later.
    pub(super) fn lengths(
        &self,
        site: &CallSite<'_>,
        infos: &[OperandInfo<'_>],
        place: Option<&OperandInfo<'_>>,
    ) -> SmallVec<[i64; 8]> {
        let in_array = |axis: usize| {
            let mut arrays = infos.iter().enumerate().filter(|(_, info)| info.kind == OperandKind::Array);
            arrays.find_map(|(entry, info)| match site.alignment(entry) {
                Alignment::Axes(axes) => {
                    let own = axes.iter().position(|&own| usize::try_from(own) == Ok(axis))?;
                    info.shape.get(own)
                }
                _ => None,
            })
        };
        let length = |(axis, given): (usize, &Option<i64>)| {
            let in_place = || place.filter(|_| axis < self.kept).and_then(|place| place.shape.get(axis));
            let real = || in_place().or_else(|| in_array(axis)).map_or(1, |&length| length as i64);
            given.unwrap_or_else(real)
        };
        self.given.iter().enumerate().map(length).collect()
    }
}

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
