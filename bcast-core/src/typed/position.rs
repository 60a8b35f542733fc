//! First decision of a mode, as types: the positions of an operand's axes in a frame, which is a list of axes of the result's rank.
//!
//! Every trait is implemented for wrong calls too, so that the result's type stays known. Bounds on positions never refuse calls that the
//! rulebook accepts; wrong calls that they accept are refused by constants.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::alignment::{AtAxis, ByAxes, ByMode, Either, Here, Innermost, Neither, NoAxis, OpenAxis, Skip};
use crate::shape::axes::{IsList, NoShape, Unranked};
use crate::shape::axis::{And, Len, NamedLen, No, One, Unknown, Yes};
use crate::shape::function::type_functions;

type_functions! {
    /// Removes as many entries from `Self` as `Other` has.
    Less<Other> -> Output {
        [A] A, () => A;
        [M, B] (), (M, B) => ();
        [L, A: Less<B>, M, B] (L, A), (M, B) => A::Output;
        // Not compared beside arrays of unknown rank; the result is unused.
        [M, B] Unranked, (M, B) => ();
        [S: IsList] S, Unranked => ();
    }
    /// [`Yes`] if no axis is left: a list is empty. [`No`] for an axis out of range.
    IsEmpty -> Output {
        [] () => Yes;
        [L, S] (L, S) => No;
        [] OutOfRange => No;
    }
    /// Compares the ranks of two lists.
    /// `Output`: [`Longer`], [`Shorter`], [`Equal`] or [`Unsure`].
    Compare<Other> -> Output {
        [] (), () => Equal;
        [L, A] (L, A), () => Longer;
        [M, B] (), (M, B) => Shorter;
        [L, A: Compare<B>, M, B] (L, A), (M, B) => A::Output;
        [Other] NoShape, Other => Unsure;
        [Other] Unranked, Other => Unsure;
        [S: IsList] S, Unranked => Unsure;
    }
    /// One of four types, by the comparison `Self` of two ranks.
    ByRank<IfShorter, IfEqual, IfLonger, IfUnsure> -> Output {
        [A, B, C, D] Shorter, A, B, C, D => A;
        [A, B, C, D] Equal, A, B, C, D => B;
        [A, B, C, D] Longer, A, B, C, D => C;
        [A, B, C, D] Unsure, A, B, C, D => D;
    }
}
pub struct Longer;
pub struct Shorter;
pub struct Equal;
/// The rank of one list is unknown.
pub struct Unsure;

/// Alignments of modes (see [`Mode::align`](crate::rules::mode::Mode)): the last axes meet.
pub struct RightAligned;
/// Axis on axis, with equal ranks.
pub struct SameAxes;
/// At `axis`; trailing 1s beyond the frame are dropped.
pub struct AtAxisOfA;
/// At `axis`, with all axes in the frame, for operands of lower rank.
pub struct AtAxisOfLongest;
/// By `axes`.
pub struct ByAxesOfTarget;
/// The first axes meet, with an exception for vectors.
pub struct LeftAligned;

/// Positions: the last axes meet.
pub struct Right;
/// Axis on axis.
pub struct Same;
/// From an axis on; trailing 1s may lie beyond the frame.
pub struct StartingAt<K>(PhantomData<K>);
/// From an axis on, with all axes in the frame.
pub struct Wholly<K>(PhantomData<K>);
/// On the axes of a mask.
pub struct Masked<Mask>(PhantomData<Mask>);
/// Found at run time; types check nothing.
pub struct Open;
/// Found at run time, though the result's shape depends on it.
pub struct Undecided<Why>(PhantomData<Why>);

/// The value of `axis` is known only at run time.
pub struct AxisAtRunTime;
/// The comparison of a vector with the outermost length is done at run time.
pub struct VectorAtRunTime;

type_functions! {
    /// The position of an operand of shape `S` in `Frame` by the alignment `Self`, with the call's `axis` or `axes` `X`.
    PositionOf<X, S, Frame> -> Output {
        [X, S, Frame] RightAligned, X, S, Frame => Right;
        [X, S, Frame] SameAxes, X, S, Frame => Same;
        [S, Frame] AtAxisOfA, NoAxis, S, Frame => Right;
        // An operand of A's rank may be A itself, which lies axis on axis.
        [S: Compare<Frame>, Frame, K] AtAxisOfA, AtAxis<K>, S, Frame
            => <S::Output as ByRank<StartingAt<K>, Open, Right, Open>>::Output
            where [S::Output: ByRank<StartingAt<K>, Open, Right, Open>];
        [S, Frame] AtAxisOfA, OpenAxis, S, Frame => Open;
        [S, Frame] ByAxesOfTarget, NoAxis, S, Frame => Same;
        [Mask, S, Frame] ByAxesOfTarget, ByAxes<Mask>, S, Frame => Masked<Mask>;
        [S, Frame] ByAxesOfTarget, OpenAxis, S, Frame => Open;
        [S, Frame] AtAxisOfLongest, NoAxis, S, Frame => Right;
        // Equal ranks lie axis on axis; types do not check that such shapes are identical.
        [S: Compare<Frame>, Frame, K] AtAxisOfLongest, AtAxis<K>, S, Frame
            => <S::Output as ByRank<Wholly<K>, Same, Right, Open>>::Output
            where [S::Output: ByRank<Wholly<K>, Same, Right, Open>];
        [S: Compare<Frame>, Frame] AtAxisOfLongest, OpenAxis, S, Frame
            => <S::Output as ByRank<Undecided<AxisAtRunTime>, Same, Right, Open>>::Output
            where [S::Output: ByRank<Undecided<AxisAtRunTime>, Same, Right, Open>];
        // The method `__bcast_lies` gives vectors an alignment of their own.
        [X, S, Frame] LeftAligned, X, S, Frame => Wholly<()>;
    }
    /// The position of an operand with the own alignment `Self`, in a mode with the alignment `A`.
    OwnPosition<A, X, S, Frame> -> Output {
        [A: PositionOf<X, S, Frame>, X, S, Frame] ByMode, A, X, S, Frame => A::Output;
        [A, X, S, Frame] NoAxis, A, X, S, Frame => Right;
        [A, X, S, Frame, K] AtAxis<K>, A, X, S, Frame => StartingAt<K>;
        [A, X, S, Frame, Mask] ByAxes<Mask>, A, X, S, Frame => Masked<Mask>;
        [A, X, S, Frame] OpenAxis, A, X, S, Frame => Open;
        [A, X, S, Frame] Innermost, A, X, S, Frame => Right;
        [A, X, S, Frame] Either, A, X, S, Frame => Open;
        [A, X, S, Frame] Neither, A, X, S, Frame => Undecided<VectorAtRunTime>;
    }
    /// The axes of `Self` laid on `Frame` from the axis that `K` counts; [`One`] on the other axes.
    /// `Beyond`: The axes beyond the frame, or [`OutOfRange`] if `K` is.
    LaidAt<Frame, K> -> (Output, Beyond) {
        [S] S, (), () => (), S;
        [S, C, K] S, (), (C, K) => (), OutOfRange;
        [S: LaidAt<Frame, K>, F, Frame, C, K] S, (F, Frame), (C, K) => (One, S::Output), S::Beyond;
        [L, S: LaidAt<Frame, ()>, F, Frame] (L, S), (F, Frame), () => (L, S::Output), S::Beyond;
        [F, Frame] (), (F, Frame), () => (One, <() as LaidAt<Frame, ()>>::Output), () where [(): LaidAt<Frame, ()>];
        [S, K] S, Unranked, K => (), ();
    }
}

/// An axis outside the frame.
pub struct OutOfRange;

type_functions! {
    /// [`Yes`] if all axes beyond a frame may be dropped: each is or may be a 1.
    AreDropped -> Output {
        [] () => Yes;
        [S: AreDropped] (One, S) => S::Output;
        [S: AreDropped] (Unknown, S) => S::Output;
        [const N: usize, S] (Len<N>, S) => No;
        [Name, S] (NamedLen<Name>, S) => No;
        [] OutOfRange => No;
    }
    /// The axes of `Self` laid on the axes of `Frame` that `Mask` marks; a mask ends with its last mark.
    /// `Lies`: [`Yes`] if every axis has a mark in the frame and every mark has an axis.
    LaidBy<Frame, Mask> -> (Output, Lies) {
        [S: IsEmpty] S, (), () => (), S::Output;
        [S, M, Mask] S, (), (M, Mask) => (), No;
        [S: LaidBy<Frame, ()>, F, Frame] S, (F, Frame), () => (One, S::Output), S::Lies;
        [S: LaidBy<Frame, Mask>, F, Frame, Mask] S, (F, Frame), (Skip, Mask) => (One, S::Output), S::Lies;
        [L, S: LaidBy<Frame, Mask>, F, Frame, Mask] (L, S), (F, Frame), (Here, Mask) => (L, S::Output), S::Lies;
        [F, Frame, Mask] (), (F, Frame), (Here, Mask) => (One, <() as LaidBy<Frame, Mask>>::Output), No
            where [(): LaidBy<Frame, Mask>];
        [S, Mask] S, Unranked, Mask => (), Yes;
    }
    /// The shape `Self` in `Frame` at the position `P`.
    /// `Axes`: The axes on the frame; [`One`] where the operand has none.
    /// `Lies`: [`Yes`] if all axes lie there, [`No`], or [`Undecided`].
    Laid<P, Frame> -> (Axes, Lies) {
        [P, Frame] NoShape, P, Frame => (), Yes;
        [P, Frame] Unranked, P, Frame => (), Yes;
        [S: IsList, P: Lay<S, Frame>, Frame] S, P, Frame => P::Axes, P::Lies;
    }
    /// [`Laid`] for lists, by position.
    Lay<S, Frame> -> (Axes, Lies) {
        [S, Frame: Less<S>] Right, S, Frame
            => <S as LaidAt<Frame, Frame::Output>>::Output, <<S as Less<Frame>>::Output as IsEmpty>::Output
            where [S: LaidAt<Frame, Frame::Output> + Less<Frame, Output: IsEmpty>];
        [S: LaidAt<Frame, ()> + Compare<Frame, Output: ByRank<No, Yes, No, Yes>>, Frame] Same, S, Frame
            => <S as LaidAt<Frame, ()>>::Output, <<S as Compare<Frame>>::Output as ByRank<No, Yes, No, Yes>>::Output;
        [S, Frame, K] StartingAt<K>, S, Frame
            => <S as LaidAt<Frame, K>>::Output,
            <<<S as Less<Frame>>::Output as IsEmpty>::Output as And<<S::Beyond as AreDropped>::Output>>::Output
            where [
                S: LaidAt<Frame, K, Beyond: AreDropped> + Less<Frame, Output: IsEmpty>,
                <<S as Less<Frame>>::Output as IsEmpty>::Output: And<<S::Beyond as AreDropped>::Output>,
            ];
        [S: LaidAt<Frame, K, Beyond: IsEmpty>, Frame, K] Wholly<K>, S, Frame
            => S::Output, <S::Beyond as IsEmpty>::Output;
        [S: LaidBy<Frame, Mask>, Frame, Mask] Masked<Mask>, S, Frame => S::Output, S::Lies;
        [S, Frame] Open, S, Frame => (), Yes;
        [S, Frame, Why] Undecided<Why>, S, Frame => (), Self;
    }
}
