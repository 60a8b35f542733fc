//! The shape of a result as a type where every operand has its own alignment ([`Lead::Placements`](crate::rules::mode::Lead::Placements)).

use crate::operand::alignment::{AtAxis, ByAxes, ByMode, Here, NoAxis, OpenAxis, Skip};
use crate::operand::descriptor::{ListOf, OperandType};
use crate::shape::axes::{IsList, NoShape, Resolved, Unranked};
use crate::shape::axis::One;
use crate::shape::function::type_functions;
use crate::shape::rank::{Dimension, Ix0, IxDyn, NoRank, Rank};
use crate::typed::join::{JoinAxes, JoinRight};

type_functions! {
    /// The voters' shape `Self`, or without voters the join of all operands at their positions.
    OrPlaced<L> -> Output {
        [L: PlacedShape<Output: JoinRight<L::FromTheLast>>] NoShape, L
            => <L::Output as JoinRight<L::FromTheLast>>::Output;
        [L] Unranked, L => Unranked;
        [S: IsList, L] S, L => S;
    }
    /// As [`OrPlaced`], for ranks, so that no placement is resolved in a call with a voter.
    OrPlacedRank<L> -> Output {
        [L: PlacedShape<Output: AsRank>] NoRank, L => <L::Output as AsRank>::Output;
        [D, L] Rank<D>, L => Self;
    }
    /// The rank of a shape.
    AsRank -> Output {
        [] NoShape => NoRank;
        [] Unranked => Rank<IxDyn>;
        [S: ListRank] S => Rank<S::Rank>;
    }
    /// The rank of a list.
    /// `Ones`: A list of as many [`One`]s.
    ListRank -> (Rank: Dimension, Ones) {
        [] () => Ix0, ();
        [A, S: ListRank] (A, S) => <S::Rank as Dimension>::Larger, (One, S::Ones);
    }
    /// The join of a list's operands at their positions, in two parts: operands with `axis(..) = -1` join after all others have determined the
    /// result's rank.
    /// `Output`: The join of the other operands: a list, [`NoShape`] or [`Unranked`].
    /// `FromTheLast`: The join of the operands with `axis(..) = -1`.
    PlacedShape -> (Output, FromTheLast) {
        [] () => NoShape, NoShape;
        [E, Rest: PlacedShape] (E, Rest)
            => <<ListOf<E> as Reach<E::Own>>::Output as JoinLeft<Rest::Output>>::Output,
            <<ListOf<E> as Reach<E::Own>>::FromTheLast as JoinRight<Rest::FromTheLast>>::Output
            where [
                E: OperandType<Lengths: Resolved>,
                ListOf<E>: Reach<E::Own, Output: JoinLeft<Rest::Output>, FromTheLast: JoinRight<Rest::FromTheLast>>,
            ];
    }
}
type_functions! {
    /// The shape `Self` from the result's first axis on, at the alignment `P`.
    /// `Output`: A list that begins with a [`One`] for each axis before.
    /// `FromTheLast`: `Self` if it is aligned by its last axis, else [`NoShape`].
    Reach<P> -> (Output, FromTheLast) {
        [P] NoShape, P => NoShape, NoShape;
        [P] Unranked, P => Unranked, NoShape;
        [S: IsList, P: ReachOf<S>] S, P => P::Output, P::FromTheLast;
    }
    /// As [`Reach`], for a list.
    ReachOf<S> -> (Output, FromTheLast) {
        [S: ListRank] NoAxis, S => S::Ones, S;
        [S] ByMode, S => S, NoShape;
        [S] OpenAxis, S => Unranked, NoShape;
        [S] AtAxis<()>, S => S, NoShape;
        [S, C, K] AtAxis<(C, K)>, S => (One, <AtAxis<K> as ReachOf<S>>::Output), NoShape where [AtAxis<K>: ReachOf<S>];
        [S] ByAxes<()>, S => (), NoShape;
        [S, Mask] ByAxes<(Skip, Mask)>, S => (One, <ByAxes<Mask> as ReachOf<S>>::Output), NoShape
            where [ByAxes<Mask>: ReachOf<S>];
        [L, S, Mask] ByAxes<(Here, Mask)>, (L, S) => (L, <ByAxes<Mask> as ReachOf<S>>::Output), NoShape
            where [ByAxes<Mask>: ReachOf<S>];
        [Mask] ByAxes<(Here, Mask)>, () => (One, <ByAxes<Mask> as ReachOf<()>>::Output), NoShape
            where [ByAxes<Mask>: ReachOf<()>];
    }
    /// The join of two left-aligned shapes.
    JoinLeft<Other> -> Output {
        [Other] NoShape, Other => Other;
        [Other] Unranked, Other => Unranked;
        [S: IsList] S, NoShape => S;
        [S: IsList] S, Unranked => Unranked;
        [S: IsList + JoinAxes<R>, R: IsList] S, R => S::Output;
    }
}
