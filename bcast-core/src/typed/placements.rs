//! The shape of a result as a type where every operand has its own alignment ([`Lead::Placements`](crate::rules::mode::Lead::Placements)).

use crate::operand::alignment::{AtAxis, ByAxes, ByMode, Here, NoAxis, OpenAxis, Skip};
use crate::operand::descriptor::OperandType;
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::One;
use crate::shape::rank::{Dimension, Ix0, IxDyn, NoRank, Rank};
use crate::typed::join::{JoinLength, JoinRight};

/// The voters' shape `Self`, or without voters the join of all operands at their positions.
pub trait OrPlaced<L> {
    type Output;
}
impl<L: PlacedShape<Output: JoinRight<L::FromTheLast>>> OrPlaced<L> for NoShape {
    type Output = <L::Output as JoinRight<L::FromTheLast>>::Output;
}
/// As [`OrPlaced`], for ranks, so that no placement is resolved in a call with a voter.
pub trait OrPlacedRank<L> {
    type Output;
}
impl<L: PlacedShape<Output: AsRank>> OrPlacedRank<L> for NoRank {
    type Output = <L::Output as AsRank>::Output;
}
impl<D, L> OrPlacedRank<L> for Rank<D> {
    type Output = Self;
}

/// The rank of a shape.
pub trait AsRank {
    type Output;
}
/// The rank of a list.
pub trait ListRank {
    type Rank: Dimension;
    /// A list of as many [`One`]s.
    type Ones;
}
impl ListRank for () {
    type Rank = Ix0;
    type Ones = ();
}
impl<A, S: ListRank> ListRank for (A, S) {
    type Rank = <S::Rank as Dimension>::Larger;
    type Ones = (One, S::Ones);
}
impl AsRank for NoShape {
    type Output = NoRank;
}
impl AsRank for Unranked {
    type Output = Rank<IxDyn>;
}

/// The join of a list's operands at their positions, in two parts: operands with `axis(..) = -1` join after all others have determined the
/// result's rank.
pub trait PlacedShape {
    /// The join of the other operands: a list, [`NoShape`] or [`Unranked`].
    type Output;
    /// The join of the operands with `axis(..) = -1`.
    type FromTheLast;
}
impl PlacedShape for () {
    type Output = NoShape;
    type FromTheLast = NoShape;
}
type ListOf<E> = <<E as OperandType>::Lengths as Resolved>::List;
impl<E, Rest: PlacedShape> PlacedShape for (E, Rest)
where
    E: OperandType<Lengths: Resolved>,
    ListOf<E>: Reach<E::Own, Output: JoinLeft<Rest::Output>, FromTheLast: JoinRight<Rest::FromTheLast>>,
{
    type Output = <<ListOf<E> as Reach<E::Own>>::Output as JoinLeft<Rest::Output>>::Output;
    type FromTheLast = <<ListOf<E> as Reach<E::Own>>::FromTheLast as JoinRight<Rest::FromTheLast>>::Output;
}

/// The shape `Self` from the result's first axis on, at the alignment `P`.
pub trait Reach<P> {
    /// A list that begins with a [`One`] for each axis before.
    type Output;
    /// `Self` if it is aligned by its last axis, else [`NoShape`].
    type FromTheLast;
}
impl<P> Reach<P> for NoShape {
    type Output = NoShape;
    type FromTheLast = NoShape;
}
impl<P> Reach<P> for Unranked {
    type Output = Unranked;
    type FromTheLast = NoShape;
}
/// As [`Reach`], for a list.
pub trait ReachOf<S> {
    type Output;
    type FromTheLast;
}
impl<S: ListRank> ReachOf<S> for NoAxis {
    type Output = S::Ones;
    type FromTheLast = S;
}
impl<S> ReachOf<S> for ByMode {
    type Output = S;
    type FromTheLast = NoShape;
}
impl<S> ReachOf<S> for OpenAxis {
    type Output = Unranked;
    type FromTheLast = NoShape;
}
impl<S> ReachOf<S> for AtAxis<()> {
    type Output = S;
    type FromTheLast = NoShape;
}
impl<S, C, K> ReachOf<S> for AtAxis<(C, K)>
where
    AtAxis<K>: ReachOf<S>,
{
    type Output = (One, <AtAxis<K> as ReachOf<S>>::Output);
    type FromTheLast = NoShape;
}
impl<S> ReachOf<S> for ByAxes<()> {
    type Output = ();
    type FromTheLast = NoShape;
}
impl<S, Mask> ReachOf<S> for ByAxes<(Skip, Mask)>
where
    ByAxes<Mask>: ReachOf<S>,
{
    type Output = (One, <ByAxes<Mask> as ReachOf<S>>::Output);
    type FromTheLast = NoShape;
}
impl<L, S, Mask> ReachOf<(L, S)> for ByAxes<(Here, Mask)>
where
    ByAxes<Mask>: ReachOf<S>,
{
    type Output = (L, <ByAxes<Mask> as ReachOf<S>>::Output);
    type FromTheLast = NoShape;
}
impl<Mask> ReachOf<()> for ByAxes<(Here, Mask)>
where
    ByAxes<Mask>: ReachOf<()>,
{
    type Output = (One, <ByAxes<Mask> as ReachOf<()>>::Output);
    type FromTheLast = NoShape;
}

/// The join of two left-aligned shapes.
pub trait JoinLeft<Other> {
    type Output;
}
impl<Other> JoinLeft<Other> for NoShape {
    type Output = Other;
}
impl<Other> JoinLeft<Other> for Unranked {
    type Output = Unranked;
}
macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<All, $($l, $s)?> OrPlaced<All> for $list {
            type Output = Self;
        }
        impl<$($l, $s: ListRank)?> AsRank for $list {
            type Output = Rank<<$list as ListRank>::Rank>;
        }
        impl<P: ReachOf<$list>, $($l, $s)?> Reach<P> for $list {
            type Output = P::Output;
            type FromTheLast = P::FromTheLast;
        }
        impl<$($l, $s)?> JoinLeft<NoShape> for $list {
            type Output = Self;
        }
        impl<$($l, $s)?> JoinLeft<Unranked> for $list {
            type Output = Unranked;
        }
    )*};
}
lists! {
    <> ();
    <A, S> (A, S);
}
impl<L> OrPlaced<L> for Unranked {
    type Output = Self;
}
impl JoinLeft<()> for () {
    type Output = ();
}
impl<M, R> JoinLeft<(M, R)> for () {
    type Output = (M, R);
}
impl<L, S> JoinLeft<()> for (L, S) {
    type Output = Self;
}
impl<L: JoinLength<M>, S: JoinLeft<R>, M, R> JoinLeft<(M, R)> for (L, S) {
    type Output = (L::Output, S::Output);
}
