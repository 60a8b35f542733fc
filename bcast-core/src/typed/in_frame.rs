//! The check that a literal axis of a reduction is one of the frame's, and no other one's too, where types know the rank.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::{acceptable, opens};
use crate::operand::alignment::Here;
use crate::shape::axes::{IsList, NoShape, Unranked};
use crate::shape::axis::{No, One, Yes};
use crate::shape::function::type_functions;
use crate::shape::unit::Unit;
use crate::typed::position::{ByRank, Compare, IsEmpty, LaidAt, Less};
use crate::typed::reduced::{FromEnd, FromStart};

type_functions! {
    /// A frame, asked for the axis `K`: [`FromStart`] or [`FromEnd`].
    /// `Check`: [`AxisInFrame`] if the frame has it, or only the run time knows; else [`AxisBeyond`].
    AsksAxis<K> -> (Check: Unit) {
        [K] NoShape, K => AxisInFrame;
        [K] Unranked, K => AxisInFrame;
        [S: IsList, K: IsAxisOf<S, Answer: Checked<S>>] S, K => <K::Answer as Checked<S>>::Check;
    }
    /// [`AsksAxis`] for lists, by axis.
    /// `Answer`: [`Yes`], [`No`] or [`Taken`].
    IsAxisOf<Frame> -> Answer {
        [Frame, K] FromStart<K>, Frame => <<(Here, ()) as LaidAt<Frame, K>>::Beyond as IsEmpty>::Output
            where [(Here, ()): LaidAt<Frame, K, Beyond: IsEmpty>];
        [Frame, K] FromEnd<K>, Frame => <<(One, K) as Less<Frame>>::Output as IsEmpty>::Output
            where [(One, K): Less<Frame, Output: IsEmpty>];
        [Frame: Compare<K, Output: ByRank<Yes, Taken, Yes, Yes>>, K] Apart<K>, Frame
            => <Frame::Output as ByRank<Yes, Taken, Yes, Yes>>::Output;
    }
    /// The check of an axis of `Frame`, by this answer.
    Checked<Frame> -> (Check: Unit) {
        [Frame] Yes, Frame => AxisInFrame;
        [Frame] No, Frame => AxisBeyond<Frame>;
        [Frame] Taken, Frame => TakenTwice<Frame>;
    }
}
/// Two axes, one counted from the front and one from the end, which are one axis in a frame certainly of the rank of `K`.
pub struct Apart<K>(PhantomData<K>);
/// An axis that is listed twice.
pub struct Taken;
/// The frame may have the axis.
#[derive(Clone, Copy, Debug)]
pub struct AxisInFrame;
/// `Frame` does not have the axis.
pub struct AxisBeyond<Frame>(PhantomData<Frame>);
/// Two axes of a reduction are the same one of `Frame`.
pub struct TakenTwice<Frame>(PhantomData<Frame>);
acceptable! {
    [] AxisInFrame;
    [Frame] AxisBeyond<Frame> where Frame: HasThisAxis;
    [Frame] TakenTwice<Frame> where Frame: HasTwoAxes;
}
opens!(AxisInFrame, [Frame] AxisBeyond<Frame>, [Frame] TakenTwice<Frame>);

/// Implemented for nothing: carries the message about an axis that the frame does not have.
#[diagnostic::on_unimplemented(
    message = "this axis of a reduction is out of range",
    label = "the arrays of this call have fewer axes",
    note = "axes are counted from 0, or from the end: -1 is the last"
)]
pub trait HasThisAxis {}

/// Implemented for nothing: carries the message about an axis that is listed twice.
#[diagnostic::on_unimplemented(
    message = "this reduction takes one axis twice",
    label = "counted from the other end it is the same axis of these arrays",
    note = "an axis is reduced once; leave one of the two out"
)]
pub trait HasTwoAxes {}
