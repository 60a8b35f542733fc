//! The check that the literal axis of a reduction is one of the frame's, where types know its rank.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::{acceptable, opens};
use crate::operand::alignment::Here;
use crate::shape::axes::{NoShape, Unranked};
use crate::shape::axis::{No, One, Yes};
use crate::shape::unit::Unit;
use crate::typed::position::{IsEmpty, IsWhole, LaidAt, Less};
use crate::typed::reduced::{FromEnd, FromStart};

/// A frame, asked for the axis `K`: [`FromStart`] or [`FromEnd`].
pub trait AsksAxis<K> {
    /// [`AxisInFrame`] if the frame has it, or only the run time knows; else [`AxisBeyond`].
    type Check: Unit;
}
impl<K> AsksAxis<K> for NoShape {
    type Check = AxisInFrame;
}
impl<K> AsksAxis<K> for Unranked {
    type Check = AxisInFrame;
}
macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<K: IsAxisOf<$list, Answer: Checked<$list>> $(, $l, $s)?> AsksAxis<K> for $list {
            type Check = <K::Answer as Checked<$list>>::Check;
        }
    )*};
}
lists! {
    <> ();
    <L, S> (L, S);
}
/// [`AsksAxis`] for lists, by axis.
pub trait IsAxisOf<Frame> {
    /// [`Yes`] or [`No`].
    type Answer;
}
impl<Frame, K> IsAxisOf<Frame> for FromStart<K>
where
    (Here, ()): LaidAt<Frame, K, Beyond: IsWhole>,
{
    type Answer = <<(Here, ()) as LaidAt<Frame, K>>::Beyond as IsWhole>::Output;
}
impl<Frame, K> IsAxisOf<Frame> for FromEnd<K>
where
    (One, K): Less<Frame, Output: IsEmpty>,
{
    type Answer = <<(One, K) as Less<Frame>>::Output as IsEmpty>::Output;
}

/// The check of an axis of `Frame`, by this answer.
pub trait Checked<Frame> {
    type Check: Unit;
}
impl<Frame> Checked<Frame> for Yes {
    type Check = AxisInFrame;
}
impl<Frame> Checked<Frame> for No {
    type Check = AxisBeyond<Frame>;
}
/// The frame may have the axis.
#[derive(Clone, Copy, Debug)]
pub struct AxisInFrame;
/// `Frame` does not have the axis.
pub struct AxisBeyond<Frame>(PhantomData<Frame>);
acceptable! {
    [] AxisInFrame;
    [Frame] AxisBeyond<Frame> where Frame: HasThisAxis;
}
opens!(AxisInFrame, [Frame] AxisBeyond<Frame>);

/// Implemented for nothing: carries the message about an axis that the frame does not have.
#[diagnostic::on_unimplemented(
    message = "this axis of a reduction is out of range",
    label = "the arrays of this call have fewer axes",
    note = "axes are counted from 0, or from the end: -1 is the last"
)]
pub trait HasThisAxis {}
