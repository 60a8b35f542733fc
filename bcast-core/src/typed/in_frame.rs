//! The check that the literal axis of a reduction is one of the frame's, where types know its rank.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::{acceptable, opens};
use crate::operand::alignment::Here;
use crate::shape::axes::{NoShape, Unranked};
use crate::shape::axis::{No, One, Yes};
use crate::shape::function::type_functions;
use crate::shape::unit::Unit;
use crate::typed::position::{IsEmpty, IsWhole, LaidAt, Less};
use crate::typed::reduced::{FromEnd, FromStart};

type_functions! {
    /// A frame, asked for the axis `K`: [`FromStart`] or [`FromEnd`].
    /// `Check`: [`AxisInFrame`] if the frame has it, or only the run time knows; else [`AxisBeyond`].
    AsksAxis<K> -> (Check: Unit) {
        [K] NoShape, K => AxisInFrame;
        [K] Unranked, K => AxisInFrame;
        [K: IsAxisOf<(), Answer: Checked<()>>] (), K => <K::Answer as Checked<()>>::Check;
        [K: IsAxisOf<(L, S), Answer: Checked<(L, S)>>, L, S] (L, S), K => <K::Answer as Checked<(L, S)>>::Check;
    }
    /// [`AsksAxis`] for lists, by axis.
    /// `Answer`: [`Yes`] or [`No`].
    IsAxisOf<Frame> -> Answer {
        [Frame, K] FromStart<K>, Frame => <<(Here, ()) as LaidAt<Frame, K>>::Beyond as IsWhole>::Output
            where [(Here, ()): LaidAt<Frame, K, Beyond: IsWhole>];
        [Frame, K] FromEnd<K>, Frame => <<(One, K) as Less<Frame>>::Output as IsEmpty>::Output
            where [(One, K): Less<Frame, Output: IsEmpty>];
    }
    /// The check of an axis of `Frame`, by this answer.
    Checked<Frame> -> (Check: Unit) {
        [Frame] Yes, Frame => AxisInFrame;
        [Frame] No, Frame => AxisBeyond<Frame>;
    }
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
