//! What types state of the shapes in a call that the run time decides.

use crate::operand::alignment::AlignmentOf;
use crate::operand::descriptor::{OperandType, Types};
use crate::operand::entry::View;
use crate::operand::family::OneTensor;
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::shape::axes::{List, NoShape, OfRank, Resolved, Unranked};
use crate::shape::axis::{Axis, AxisLength};
use crate::shape::rank::Rank;
use crate::typed::fits::CallShape;

/// What types say of an operand's axes; `None` of an array of unknown rank, and of a constant.
pub trait Describes {
    /// Each axis, outermost first.
    const AXES: Option<&'static [AxisLength]>;
}
impl Describes for NoShape {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl Describes for Unranked {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl Describes for NoTo {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl<D> Describes for To<Rank<D>>
where
    OfRank<D>: Resolved<List: Describes>,
{
    const AXES: Option<&'static [AxisLength]> = <<OfRank<D> as Resolved>::List as Describes>::AXES;
}
impl<S: Describes> Describes for StaticTo<S> {
    const AXES: Option<&'static [AxisLength]> = S::AXES;
}
impl<K, T: Describes> Describes for Known<K, T> {
    const AXES: Option<&'static [AxisLength]> = T::AXES;
}
macro_rules! describes {
    ($($list:ty: $($axis:ident)*;)*) => {$(
        impl<$($axis: Axis),*> Describes for $list {
            const AXES: Option<&'static [AxisLength]> = Some(&[$($axis::LENGTH),*]);
        }
    )*};
}
describes! {
    (): ;
    (A, ()): A;
    (A, (B, ())): A B;
    (A, (B, (C, ()))): A B C;
    (A, (B, (C, (D, ())))): A B C D;
    (A, (B, (C, (D, (E, ()))))): A B C D E;
    (A, (B, (C, (D, (E, (F, ())))))): A B C D E F;
    (A, (B, (C, (D, (E, (F, (G, ()))))))): A B C D E F G;
    (A, (B, (C, (D, (E, (F, (G, (H, ())))))))): A B C D E F G H;
}

/// What types say of the operands of a list.
pub trait ListDescribes {
    /// One entry an operand, constants included; `None` for no operand.
    const TYPES: Option<&'static Types>;
}
impl ListDescribes for () {
    const TYPES: Option<&'static Types> = None;
}
impl<E: OperandType<Lengths: Resolved<List: Describes>, Own: AlignmentOf>, Rest: ListDescribes> ListDescribes
    for (E, Rest)
{
    const TYPES: Option<&'static Types> = Some(&Types {
        axes: <<E::Lengths as Resolved>::List as Describes>::AXES,
        is_base: E::IS_BASE,
        is_place: E::IS_PLACE,
        is_read: E::ARRAYS == 1,
        own: E::Own::ALIGNMENT,
        rest: Rest::TYPES,
    });
}

/// A tensor as the operand of a call, for checks that put many calls to the compiler without running one; its shape is a list.
pub type TensorOperand<S> = View<'static, u8, OneTensor<S>, <S as List>::Rank>;

/// The shape of a call's result, for the same checks.
pub trait ResultShape {
    /// Its axes; those of a call that is refused are no answer.
    const AXES: Option<&'static [AxisLength]>;
}
impl<M, X, T, Frame, Out: Describes, C> ResultShape for CallShape<M, X, T, Frame, Out, C> {
    const AXES: Option<&'static [AxisLength]> = Out::AXES;
}

/// The type against which generated code matches each NAME of `where`. A NAME that is a constant in scope has another type, and the compiler's
/// message names this one.
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "read in a message")]
pub struct UnknownLength_WriteBracesForAConstant;
