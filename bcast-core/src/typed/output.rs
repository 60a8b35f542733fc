//! The shape of a result as a type: the frame on which operands lie, and their join in modes that join.
//!
//! A shape is a list of axes, [`NoShape`] (no array votes), or [`Unranked`] (an array of unknown rank votes). Every call has one: where
//! lengths do not fit, the result has one of them, and other bounds refuse the call.
#![allow(missing_docs, reason = "documented by their traits")]

use crate::operand::descriptor::{ListOf, OperandType};
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::shape::axes::{IsList, NoShape, OfRank, Resolved, Unranked};
use crate::shape::function::type_functions;
use crate::shape::rank::{NoRank, Rank};
use crate::typed::join::{JoinAxes, JoinRight};
use crate::typed::names::{BaseRank, JoinedRank, LongestRank, ModeName, SameRank, TargetJoinedRank, TargetRank};
use crate::typed::placements::OrPlaced;
use crate::typed::position::{Compare, Equal, Laid, Longer, OwnPosition, Shorter};

type_functions! {
    /// The longer of two shapes, or their join axis on axis.
    Longest<Other> -> Output {
        [Other] NoShape, Other => Other;
        [Other] Unranked, Other => Unranked;
        [S: IsList] S, NoShape => S;
        [S: IsList] S, Unranked => Unranked;
        [S: IsList + Compare<R, Output: Pick<S, R>>, R: IsList] S, R => <S::Output as Pick<S, R>>::Output;
    }
    /// `Self`, or `Other` if `Self` is [`NoShape`].
    /// `Joining`: [`Fixed`], or [`Joins`] if it is `Other`.
    First<Other> -> (Output, Joining) {
        [Other] NoShape, Other => Other, Joins;
        [Other] Unranked, Other => Unranked, Fixed;
        [S: IsList, Other] S, Other => S, Fixed;
    }
    /// The second step of [`Longest`]; `Self` is the comparison.
    Pick<A, B> -> Output {
        [A, B] Longer, A, B => A;
        [A, B] Shorter, A, B => B;
        [A: JoinAxes<B>, B] Equal, A, B => A::Output;
    }
}

// Folds over the operands of a list, as those of votes in `operand/list.rs`. A shape is resolved only in calls that need it; `NoShape` if no
// operand has one.
type_functions! {
    /// The longest shape among the operands that vote; shapes of equal rank are joined.
    LongestShape -> Output {
        [] () => NoShape;
        [E: OperandType<Shape: Resolved<List: Longest<Rest::Output>>>, Rest: LongestShape] (E, Rest)
            => <<E::Shape as Resolved>::List as Longest<Rest::Output>>::Output;
    }
    /// The join of the operands that vote, right aligned.
    JoinedShape -> Output {
        [] () => NoShape;
        [E: OperandType<Shape: Resolved<List: JoinRight<Rest::Output>>>, Rest: JoinedShape] (E, Rest)
            => <<E::Shape as Resolved>::List as JoinRight<Rest::Output>>::Output;
    }
    /// The shape of the first operand that votes.
    FirstShape -> Output {
        [] () => NoShape;
        [E: OperandType<Shape: Resolved<List: First<Rest::Output>>>, Rest: FirstShape] (E, Rest)
            => <<E::Shape as Resolved>::List as First<Rest::Output>>::Output;
    }
    /// The shape of the operand that `base` names, or of the place read as an operand.
    BaseShape -> Output {
        [] () => NoShape;
        [E: OperandType<BaseShape: Resolved<List: First<Rest::Output>>>, Rest: BaseShape] (E, Rest)
            => <<E::BaseShape as Resolved>::List as First<Rest::Output>>::Output;
    }
}

type_functions! {
    /// The result's shape by the option `to`.
    TargetShape -> Shape {
        [] NoTo => NoShape;
        [S] StaticTo<S> => S;
        [D] To<Rank<D>> => <OfRank<D> as Resolved>::List where [OfRank<D>: Resolved];
        [K, T: TargetShape] Known<K, T> => T::Shape;
    }
    /// The frame of a call by the rule `Self`, a shape of the result's rank. `Place` is the shape of a place that is no operand.
    /// `Joining`: [`Fixed`] if the frame is the result's shape, [`Joins`] if the operands' join is.
    FrameOf<L, To, Place> -> (Frame, Joining) {
        [L, T: TargetShape<Shape: First<<L as BaseShape>::Output>>, Place] JoinedRank, L, T, Place
            => <Given<L, T> as First<Joined<L, Place>>>::Output, Fixed
            where [
                L: JoinedShape<Output: First<Place, Output: OrPlaced<L>>> + BaseShape,
                Given<L, T>: First<Joined<L, Place>>,
            ];
        [L, T: TargetShape<Shape: First<Place>>, Place] TargetRank, L, T, Place
            => <T::Shape as First<Place>>::Output, Fixed;
        [L: JoinedShape<Output: JoinRight<T::Shape>>, T: TargetShape, Place] TargetJoinedRank, L, T, Place
            => <L::Output as JoinRight<T::Shape>>::Output, Fixed;
    }
}
/// The frame is the result's shape.
pub struct Fixed;
/// The result's shape is the join of the operands, on the frame's axes.
pub struct Joins;

/// The shape of `to`, `base` or the place of `op=`.
type Given<L, T> = <<T as TargetShape>::Shape as First<<L as BaseShape>::Output>>::Output;
macro_rules! frames {
    ($($rule:ident: $fold:ident, $joining:ty;)*) => {$(
        impl<L: $fold<Output: First<Place>> + BaseShape, T: TargetShape<Shape: First<<L as BaseShape>::Output>>, Place>
            FrameOf<L, T, Place> for $rule
        where
            Given<L, T>: First<<<L as $fold>::Output as First<Place>>::Output>,
        {
            type Frame = <Given<L, T> as First<<<L as $fold>::Output as First<Place>>::Output>>::Output;
            type Joining = $joining;
        }
    )*};
}
frames! {
    LongestRank: LongestShape, <Given<L, T> as First<<<L as LongestShape>::Output as First<Place>>::Output>>::Joining;
    BaseRank: FirstShape, Fixed;
    SameRank: FirstShape, Fixed;
}
/// The join of the voters; without voters the place's shape, and without a place the join of placements.
type Joined<L, Place> = <<<L as JoinedShape>::Output as First<Place>>::Output as OrPlaced<L>>::Output;

type_functions! {
    /// The result's shape in `Frame`, by the joining `Self`.
    OutcomeOf<M, X, L, T, Frame> -> Output {
        [M, X, L, T, Frame] Fixed, M, X, L, T, Frame => Frame;
        [M, X, L: JoinVoters<M, X, Frame>, T, Frame] Joins, M, X, L, T, Frame => L::Output;
    }
    /// The join of the frame, in which the longest shapes are joined already, with all voters of a list at their positions.
    JoinVoters<M, X, Frame> -> Output {
        [M, X, Frame] (), M, X, Frame => Frame;
        [M, X, Frame, E: InFrame<M, X, Frame>, Rest: JoinVoters<M, X, Frame>] (E, Rest), M, X, Frame
            => <E::Vote as JoinVote<E::Axes, Rest::Output>>::Output
            where [E::Vote: JoinVote<E::Axes, Rest::Output>];
    }
    /// Joins one more operand, if it votes.
    JoinVote<Axes, Joined> -> Output {
        [Axes, Joined] NoRank, Axes, Joined => Joined;
        [D, Axes, Joined: JoinAxes<Axes>] Rank<D>, Axes, Joined => Joined::Output;
    }
}

/// An operand on the axes of a frame, in mode `M` with the call's `axis` or `axes` `X`.
pub trait InFrame<M, X, Frame>: OperandType {
    type Position;
    type Axes;
    type Lies;
}
type PositionIn<E, M, X, Frame> =
    <<E as OperandType>::Own as OwnPosition<<M as ModeName>::Alignment, X, ListOf<E>, Frame>>::Output;
impl<M: ModeName, X, Frame, E> InFrame<M, X, Frame> for E
where
    E: OperandType<Lengths: Resolved>,
    E::Own: OwnPosition<M::Alignment, X, ListOf<E>, Frame>,
    ListOf<E>: Laid<PositionIn<E, M, X, Frame>, Frame>,
{
    type Position = PositionIn<E, M, X, Frame>;
    type Axes = <ListOf<E> as Laid<Self::Position, Frame>>::Axes;
    type Lies = <ListOf<E> as Laid<Self::Position, Frame>>::Lies;
}

type_functions! {
    /// The shape of the result of the operands `Self`; `Place` is the shape of a place that is no operand.
    /// `Frame`: A shape of the result's rank.
    OutcomeIn<M, T, X, Place> -> (Frame, Shape) {
        [L, M: ModeName, T, X, Place] L, M, T, X, Place
            => FrameIn<M, L, T, Place>, <<M::Rule as FrameOf<L, T, Place>>::Joining as OutcomeOf<M, X, L, T, FrameIn<M, L, T, Place>>>::Output
            where [
                M::Rule: FrameOf<L, T, Place>,
                <M::Rule as FrameOf<L, T, Place>>::Joining: OutcomeOf<M, X, L, T, FrameIn<M, L, T, Place>>,
            ];
    }
}
type FrameIn<M, L, T, Place> = <<M as ModeName>::Rule as FrameOf<L, T, Place>>::Frame;
