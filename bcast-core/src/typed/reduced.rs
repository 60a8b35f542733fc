//! The result of a call with reductions, as a type: the frame without the axes that only reductions have.
//!
//! A set of the frame's axes is a list as long as the frame, of [`Here`] and [`One`], or an empty list for the empty set; [`Unknown`] stands for an
//! axis of which only the run time knows whether an operand has it. Generated code lists each occurrence of an operand with the axes of the
//! reductions around it; what remains of the axes that the operand has stands outside every reduction over them.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
use crate::operand::alignment::{Here, Innermost};
use crate::operand::descriptor::{ListOf, LyingAsType, OperandType};
use crate::operand::entry::Entry;
use crate::shape::axes::{IsList, NoShape, Resolved, Unranked};
use crate::shape::axis::{One, Unknown};
use crate::shape::function::type_functions;
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::units;
use crate::typed::join::JoinAxes;
use crate::typed::output::{InFrame, OutcomeIn};
use crate::typed::position::{LaidAt, LaidBy, Less, Masked, Open, Right, Same, StartingAt, Wholly};

/// An axis counted from the front by the entries of `K`, in a reduction.
pub struct FromStart<K>(PhantomData<K>);
/// An axis counted from the end: `()` is the last.
pub struct FromEnd<K>(PhantomData<K>);
/// All axes of the frame.
pub struct EveryAxis;
/// One axis that only the run time knows, in a call with nothing outside the reduction: any one stands for it.
pub struct AnyAxis;

/// An occurrence of an operand `E` in reductions over `Axes`, a list.
pub struct Occurrence<E, Axes>(pub(crate) PhantomData<(E, Axes)>);
/// See [`Occurrence`].
#[inline(always)]
pub fn occurrence<E: Entry, Axes>(_: &E) -> Occurrence<E::Type, Axes> {
    Occurrence(PhantomData)
}

type_functions! {
    /// The operand `E` in a mode whose frame is the shape of one array, A. `Self` is the vote of what may be A before it: if there is none, `E` is
    /// A and lies axis on axis; any other operand of its rank lies at the call's axis `X`.
    BesideA<E, X> -> (Operand: OperandType) {
        [E: OperandType, X] NoRank, E, X => LyingAsType<E, Innermost>;
        [D, E: OperandType, X] Rank<D>, E, X => LyingAsType<E, X>;
    }
}

/// An occurrence of `index(axis = k)` along `At`, a list of one axis, in reductions over `Axes`.
pub struct PositionAt<At, Axes>(PhantomData<(At, Axes)>);
/// See [`PositionAt`].
#[inline(always)]
pub fn position_at<At, Axes>() -> PositionAt<At, Axes> {
    PositionAt(PhantomData)
}

type_functions! {
    /// A set of axes of `Frame`.
    AxisSet<Frame> -> Set {
        [Frame, K] FromStart<K>, Frame => <(Here, ()) as LaidAt<Frame, K>>::Output where [(Here, ()): LaidAt<Frame, K>];
        [Frame: Less<(One, K)>, K] FromEnd<K>, Frame
            => <(Here, ()) as LaidAt<Frame, <Frame as Less<(One, K)>>::Output>>::Output
            where [(Here, ()): LaidAt<Frame, <Frame as Less<(One, K)>>::Output>];
        [Frame: Marked] EveryAxis, Frame => Frame::Marks;
        [Frame] AnyAxis, Frame => <(Here, ()) as LaidAt<Frame, ()>>::Output where [(Here, ()): LaidAt<Frame, ()>];
        [Frame] (), Frame => ();
        [Frame, A: AxisSet<Frame>, Rest: AxisSet<Frame>] (A, Rest), Frame => <A::Set as JoinAxes<Rest::Set>>::Output
            where [A::Set: JoinAxes<Rest::Set>];
    }
    /// As many [`Here`]s, and [`Unknown`]s, as a list has axes.
    Marked -> (Marks, Unknowns) {
        [] () => (), ();
        [A, Rest: Marked] (A, Rest) => (Here, Rest::Marks), (Unknown, Rest::Unknowns);
        [] NoShape => NoShape, NoShape;
        [] Unranked => Unranked, Unranked;
    }
    /// A list in which the axes of a set become [`One`].
    Without<Set> -> Output {
        [Set] (), Set => ();
        [A, Rest] (A, Rest), () => (A, Rest);
        [A, Rest: Without<Others>, Others] (A, Rest), (Here, Others) => (One, Rest::Output);
        [A, Rest: Without<Others>, Others] (A, Rest), (One, Others) => (A, Rest::Output);
    }
    /// The lengths or marks `Self` of an operand, on the axes that it has at the position `P` in `Frame`; [`One`] on the others.
    Having<P, Frame> -> Axes {
        [P, Frame] NoShape, P, Frame => ();
        [P, Frame] Unranked, P, Frame => ();
        [S: IsList, P: HavingList<S, Frame>, Frame] S, P, Frame => P::Axes;
    }
    /// [`Having`] for lists, by position.
    HavingList<S, Frame> -> Axes {
        [S: LaidAt<Frame, Frame::Output>, Frame: Less<S>] Right, S, Frame => S::Output;
        [S, Frame] Same, S, Frame => S;
        // Any axis may be one of its axes.
        [S, Frame: Marked] Open, S, Frame => Frame::Unknowns;
        [S: LaidAt<Frame, K>, Frame, K] StartingAt<K>, S, Frame => S::Output;
        [S: LaidAt<Frame, K>, Frame, K] Wholly<K>, S, Frame => S::Output;
        [S: LaidBy<Frame, Mask>, Frame, Mask] Masked<Mask>, S, Frame => S::Output;
    }
    /// The axes of a list of [`Occurrence`]s that occur outside every reduction over them, and the join of their lengths.
    Outside<M, X, Frame> -> (Set, Lengths) {
        [M, X, Frame] (), M, X, Frame => (), ();
        [M, X, Frame, E, Axes, Rest] (Occurrence<E, Axes>, Rest), M, X, Frame
            => <<Had<Marks<E>, E, M, X, Frame> as Without<Axes::Set>>::Output as JoinAxes<Rest::Set>>::Output,
            <<Had<ListOf<E>, E, M, X, Frame> as Without<Axes::Set>>::Output as JoinAxes<Rest::Lengths>>::Output
            where [
                E: InFrame<M, X, Frame, Lengths: Resolved>,
                ListOf<E>: Marked + Having<E::Position, Frame>,
                Marks<E>: Having<E::Position, Frame>,
                Axes: AxisSet<Frame>,
                Had<Marks<E>, E, M, X, Frame>: Without<Axes::Set>,
                Had<ListOf<E>, E, M, X, Frame>: Without<Axes::Set>,
                Rest: Outside<M, X, Frame>,
                <Had<Marks<E>, E, M, X, Frame> as Without<Axes::Set>>::Output: JoinAxes<Rest::Set>,
                <Had<ListOf<E>, E, M, X, Frame> as Without<Axes::Set>>::Output: JoinAxes<Rest::Lengths>,
            ];
        // A position has the length of the frame.
        [M, X, Frame, At, Axes, Rest] (PositionAt<At, Axes>, Rest), M, X, Frame
            => <<At::Set as Without<Axes::Set>>::Output as JoinAxes<Rest::Set>>::Output,
            <Frame as JoinAxes<Rest::Lengths>>::Output
            where [
                At: AxisSet<Frame>,
                Axes: AxisSet<Frame>,
                At::Set: Without<Axes::Set>,
                Frame: JoinAxes<Rest::Lengths>,
                Rest: Outside<M, X, Frame>,
                <At::Set as Without<Axes::Set>>::Output: JoinAxes<Rest::Set>,
            ];
    }
}
type Marks<E> = <ListOf<E> as Marked>::Marks;
type Had<S, E, M, X, Frame> = <S as Having<<E as InFrame<M, X, Frame>>::Position, Frame>>::Axes;

type_functions! {
    /// The shape `Self` without the axes of `Taken` that `Outside` lacks; of those that it has, with the lengths `Lengths`.
    Kept<Taken, Outside, Lengths> -> Output {
        [Taken, Outside, Lengths] (), Taken, Outside, Lengths => ();
        [A, Rest, Outside, Lengths] (A, Rest), (), Outside, Lengths => (A, Rest);
        [A, Rest, Taken, Outside: Tail, Lengths: Tail] (A, Rest), (One, Taken), Outside, Lengths
            => (A, <Rest as Kept<Taken, Outside::Tail, Lengths::Tail>>::Output)
            where [Rest: Kept<Taken, Outside::Tail, Lengths::Tail>];
        [A, Rest, Taken, Outside: Tail, Lengths: Tail] (A, Rest), (Here, Taken), Outside, Lengths
            => <Outside::Head as Keep<Lengths::Head, <Rest as Kept<Taken, Outside::Tail, Lengths::Tail>>::Output>>::Output
            where [
                Rest: Kept<Taken, Outside::Tail, Lengths::Tail>,
                Outside::Head: Keep<Lengths::Head, <Rest as Kept<Taken, Outside::Tail, Lengths::Tail>>::Output>,
            ];
    }
    /// The first entry of a list and the others; of an empty one [`One`] and none.
    Tail -> (Head, Tail) {
        [] () => One, ();
        [A, Rest] (A, Rest) => A, Rest;
    }
    /// The rest of a shape, with this axis before it if it is kept.
    Keep<Axis, Rest> -> Output {
        [Axis, Rest] Here, Axis, Rest => (Axis, Rest);
        [Axis, Rest] One, Axis, Rest => Rest;
        // Refused by [`RankBeside`].
        [Axis, Rest] Unknown, Axis, Rest => (Axis, Rest);
    }
}

/// Reductions over the axes `K`, a list: those that nothing outside has are left out of the result.
pub struct LeftOut<K>(PhantomData<K>);
/// The same with the option `keep`: such axes have length 1.
pub struct KeptAs1<K>(PhantomData<K>);
/// Axes that only the run time knows: the shape is the answer whether something with every axis stands outside.
pub struct AtRunTime;
/// The same axes as [`LeftOut`]: the shape is the answer whether types know which of them something outside has.
pub struct IfKnown<K>(PhantomData<K>);

type_functions! {
    /// The shape of the result of operands `Self` with the occurrences `Out`, by `Taken`: [`LeftOut`], [`KeptAs1`], [`AtRunTime`] or [`IfKnown`].
    ReducedIn<M, T, X, Out, Taken> -> Shape {
        [L, M, T, X, Out, Taken] L, M, T, X, Out, Taken => <L::Frame as ReducedTo<L::Shape, M, X, Out, Taken>>::Shape
            where [L: OutcomeIn<M, T, X, NoShape>, L::Frame: ReducedTo<L::Shape, M, X, Out, Taken>];
    }
    /// [`ReducedIn`] for the frame `Self` and the shape `S` of a call without reductions.
    ReducedTo<S, M, X, Out, Taken> -> Shape {
        [S, M, X, Out, Taken] Unranked, S, M, X, Out, Taken => Unranked;
        // A call without arrays, which the run time refuses.
        [S, M, X, Out, Taken] NoShape, S, M, X, Out, Taken => ();
        [Frame: IsList, S, M, X, Out: Outside<M, X, Frame>, Taken] Frame, S, M, X, Out, Taken => Taken::Shape
            where [Taken: ShapeBeside<S, Frame, Out::Set, Out::Lengths>];
    }
    /// The shape of a result in `Frame`, whose shape without reductions is `S`, beside the axes `Set` and their `Lengths` outside.
    ShapeBeside<S, Frame, Set, Lengths> -> Shape {
        [S: Kept<K::Set, Set, Lengths>, Frame, Set, Lengths, K: AxisSet<Frame>] LeftOut<K>, S, Frame, Set, Lengths
            => S::Output;
        [S, Frame: Marked, Set, Lengths, K: AxisSet<Frame>] KeptAs1<K>, S, Frame, Set, Lengths => S::Output
            where [S: Kept<K::Set, Frame::Marks, Lengths>];
        [S, Frame, Set: EveryAxisIn<Frame>, Lengths] AtRunTime, S, Frame, Set, Lengths => Set::Output;
        [S, Frame, Set: Knows<K::Set>, Lengths, K: AxisSet<Frame>] IfKnown<K>, S, Frame, Set, Lengths => Set::Output;
    }
    /// [`Here`] for a set of which types know whether it has the axes of `Taken`, else [`One`].
    Knows<Taken> -> Output {
        [Taken] (), Taken => Here;
        [A, Rest] (A, Rest), () => Here;
        [A, Rest: Knows<Taken>, Taken] (A, Rest), (One, Taken) => Rest::Output;
        [Rest: Knows<Taken>, Taken] (Here, Rest), (Here, Taken) => Rest::Output;
        [Rest: Knows<Taken>, Taken] (One, Rest), (Here, Taken) => Rest::Output;
        [Rest, Taken] (Unknown, Rest), (Here, Taken) => One;
    }
    /// [`Here`] for a set of all axes, [`One`] for any other; an empty list is an empty set.
    EveryAxisIn<Frame> -> Output {
        [] (), () => Here;
        [A, Frame] (), (A, Frame) => One;
        [Rest, Frame] (One, Rest), Frame => One;
        [Rest, Frame] (Unknown, Rest), Frame => One;
        [Rest: EveryAxisIn<Frame>, A, Frame] (Here, Rest), (A, Frame) => Rest::Output;
    }
}

/// The check of a result whose rank depends on axes that only the run time knows, by the shape of [`AtRunTime`].
pub struct RankBeside<Axis, Shape>(PhantomData<(Axis, Shape)>);
units! { [Axis, Shape] RankBeside<Axis, Shape> = Self(PhantomData); }
acceptable! {
    [Axis] RankBeside<Axis, Here>;
    [Axis] RankBeside<Axis, Unranked>;
    [Axis] RankBeside<Axis, ()>;
    [Axis] RankBeside<Axis, One> where Axis: LiteralAxis;
}
/// Axes that types know; no type has an impl.
#[diagnostic::on_unimplemented(
    message = "the rank of this result depends on an axis that only the run time knows",
    label = "no array outside of the reductions has every axis",
    note = "write the axis as a literal, add the option `keep`, or write into a place"
)]
pub trait LiteralAxis {}
