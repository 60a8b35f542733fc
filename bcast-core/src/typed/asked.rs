//! What types say about a call, for tests that ask about very many calls without running any.

use crate::call::container::OneTensor;
use crate::operand::entry::View;
use crate::shape::axes::List;
use crate::shape::axis::AxisLength;
use crate::typed::fit::CallShape;
use crate::typed::plain::{LedCall, PlainCall};
use crate::typed::settle::Settled;
use crate::typed::stated::Describes;

/// A tensor as the operand of a call; its shape is a list.
pub type TensorOperand<S> = View<'static, u8, OneTensor<S>, <S as List>::Rank>;

/// The shape of a call's result.
pub trait ResultShape {
    /// Its axes; those of a call that is wrong are no answer.
    const AXES: Option<&'static [AxisLength]>;
}
impl<M, X, T, Frame, Out: Describes, C> ResultShape for CallShape<M, X, T, Frame, Out, C> {
    const AXES: Option<&'static [AxisLength]> = Out::AXES;
}

/// The shape of a call's result, where the call is plain (see [`plain`](crate::typed::plain)).
pub trait PlainShape {
    /// Its axes, of a call that is plain.
    const AXES: Option<&'static [AxisLength]>;
}
impl<M, X, T, Frame, Out, C> PlainShape for CallShape<M, X, T, Frame, Out, C> {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl<M, L, S: Describes, D> PlainShape for PlainCall<M, L, S, D> {
    const AXES: Option<&'static [AxisLength]> = S::AXES;
}
impl<M, L, S, D> Settled for PlainCall<M, L, S, D> {
    const FITS: bool = true;
    const IS_CLEAR: bool = false;
}
impl<M, L, S> Settled for LedCall<M, L, S> {
    const FITS: bool = true;
    const IS_CLEAR: bool = false;
}
