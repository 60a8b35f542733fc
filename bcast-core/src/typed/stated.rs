//! Shapes in types as values, for calls that are resolved at run time.

use core::marker::PhantomData;

use crate::operand::alignment::AlignmentOf;
use crate::operand::descriptor::{ArrayType, ListOf, OperandType, Types};
use crate::operand::entry::View;
use crate::operand::family::{OneTensor, Typed};
use crate::shape::axes::{List, NoShape, Resolved, Shape, Unranked};
use crate::shape::axis::AxisLength;
use crate::typed::check::{ByShapes, CheckIn, Constants};
use crate::typed::fits::{CallShape, EachFits, NoTypes};
use crate::typed::output::{OutcomeIn, TargetShape};

/// The axes of a shape or a target as values; `None` for an array of unknown rank, for a constant and without a target.
pub trait Describes {
    const AXES: Option<&'static [AxisLength]>;
}
impl Describes for NoShape {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl Describes for Unranked {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl Describes for () {
    const AXES: Option<&'static [AxisLength]> = Some(&[]);
}
impl<A, Rest> Describes for (A, Rest)
where
    (A, Rest): List<Tuple: Shape>,
{
    const AXES: Option<&'static [AxisLength]> = Some(<(A, Rest) as List>::Tuple::AXES);
}
impl<T: TargetShape<Shape: Describes>> Describes for T {
    const AXES: Option<&'static [AxisLength]> = T::Shape::AXES;
}

/// The operands of a list as values.
pub trait ListDescribes {
    /// One entry per operand, constants included; `None` for an empty list.
    const TYPES: Option<&'static Types>;
}
impl ListDescribes for () {
    const TYPES: Option<&'static Types> = None;
}
impl<E: OperandType<Lengths: Resolved<List: Describes>, Own: AlignmentOf>, Rest: ListDescribes> ListDescribes
    for (E, Rest)
{
    const TYPES: Option<&'static Types> = Some(&Types {
        axes: <ListOf<E> as Describes>::AXES,
        is_base: E::IS_BASE,
        is_place: E::IS_PLACE,
        is_read: E::ARRAYS == 1,
        own: E::Own::ALIGNMENT,
        is_open: E::Own::IS_OPEN,
        rest: Rest::TYPES,
    });
}

/// A tensor as an operand, for tests that compile many calls without running one; `S` is a list of axes.
pub type TensorOperand<S> = View<'static, u8, OneTensor<S>, <S as List>::Rank>;

/// The shape of a call's result, for the same tests.
pub trait ResultShape {
    /// Its axes; meaningless if the call is refused.
    const AXES: Option<&'static [AxisLength]>;
}
/// The type of such an operand.
pub type TensorType<S> = ArrayType<OneTensor<S>, <S as List>::Rank>;

/// A call of operands `L`, for tests that ask types alone, which the compiler answers several times faster than a call's expansion.
pub struct Asked<M, T, X, L>(PhantomData<(M, T, X, L)>);
/// Implemented if bounds accept every operand.
pub trait AllFit {}
impl<M, T, X, L> AllFit for Asked<M, T, X, L> where
    L: OutcomeIn<M, T, X, NoShape>
        + EachFits<M, X, <L as OutcomeIn<M, T, X, NoShape>>::Frame, <L as OutcomeIn<M, T, X, NoShape>>::Shape>
{
}
impl<M, T, X, L> ByShapes for Asked<M, T, X, L>
where
    Typed: CheckIn<M, T, X, L, NoShape, Check: Constants>,
{
    type Shapes = <<Typed as CheckIn<M, T, X, L, NoShape>>::Check as Constants>::Shapes;
}
impl<M, T, X, L> ResultShape for Asked<M, T, X, L>
where
    Typed: CheckIn<M, T, X, L, NoShape, Check: ResultShape>,
{
    const AXES: Option<&'static [AxisLength]> = <Typed as CheckIn<M, T, X, L, NoShape>>::Check::AXES;
}
impl ResultShape for NoTypes {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl<M, X, T, Frame, Out: Describes, C> ResultShape for CallShape<M, X, T, Frame, Out, C> {
    const AXES: Option<&'static [AxisLength]> = Out::AXES;
}

/// Generated code matches each NAME of `where` against this type. A constant of that name in scope has another type, and the compiler's
/// message names this one.
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "read in a message")]
pub struct UnknownLength_WriteBracesForAConstant;
/// The same in mode named, where a NAME that is a constant in scope must be another word.
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "read in a message")]
pub struct AxisOfThisCall_AndNoConstant;
