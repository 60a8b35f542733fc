//! The join of shapes, which are lists of axes, [`NoShape`] or [`Unranked`], on types.
#![allow(missing_docs, reason = "documented by their traits")]

use crate::shape::axes::{List, NoShape, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};

/// The join of two lengths: the one that says more, and the first of two that say equally much.
#[doc(hidden)]
pub trait JoinLength<Other> {
    type Output;
}
impl<M> JoinLength<M> for One {
    type Output = M;
}
impl<const N: usize, M> JoinLength<M> for Len<N> {
    type Output = Len<N>;
}
macro_rules! join_length {
    ($(<$($name:ident),* $(; const $n:ident)?> $left:ty, $right:ty => $result:ty;)*) => {$(
        impl<$($name,)* $(const $n: usize)?> JoinLength<$right> for $left {
            type Output = $result;
        }
    )*};
}
join_length! {
    <Name> NamedLen<Name>, One => NamedLen<Name>;
    <Name> NamedLen<Name>, Unknown => NamedLen<Name>;
    <Name, Other> NamedLen<Name>, NamedLen<Other> => NamedLen<Name>;
    <Name; const N> NamedLen<Name>, Len<N> => NamedLen<Name>;
    <> Unknown, One => Unknown;
    <> Unknown, Unknown => Unknown;
    <Name> Unknown, NamedLen<Name> => NamedLen<Name>;
    <; const N> Unknown, Len<N> => Len<N>;
}

/// The join of a shape with another of its rank, axis on axis. A shape without axes says nothing.
pub trait JoinAxes<Other> {
    type Output;
}
impl<Other> JoinAxes<Other> for () {
    type Output = ();
}
impl<L, S> JoinAxes<()> for (L, S) {
    type Output = (L, S);
}
impl<L: JoinLength<M>, S: JoinAxes<R>, M, R> JoinAxes<(M, R)> for (L, S) {
    type Output = (L::Output, S::Output);
}
impl<Other> JoinAxes<Other> for NoShape {
    type Output = NoShape;
}
impl<Other> JoinAxes<Other> for Unranked {
    type Output = Unranked;
}

/// The join of two shapes whose last axes meet.
pub trait JoinRight<Other> {
    type Output;
}
impl<Other> JoinRight<Other> for NoShape {
    type Output = Other;
}
impl<Other> JoinRight<Other> for Unranked {
    type Output = Unranked;
}
/// The same of a list, innermost axis first, and any shape; the result is outermost first.
pub trait JoinReversed<Other> {
    type Output;
}
impl<S: List> JoinReversed<NoShape> for S {
    type Output = S::Reversed;
}
impl<S> JoinReversed<Unranked> for S {
    type Output = Unranked;
}
impl<S: Zip<(), (), ()>> JoinReversed<()> for S {
    type Output = S::Output;
}
impl<S, M, R> JoinReversed<(M, R)> for S
where
    (M, R): List,
    S: Zip<<(M, R) as List>::Reversed, (), ()>,
{
    type Output = S::Output;
}
/// Two lists of lengths, innermost axis first, joined axis by axis. `Here` and `There` are the join so far, outermost axis
/// first: of lengths that say equally much, `Here` takes those of this list and `There` the other's. The longer list
/// decides in the end, for a length that a result has is more useful in a message than one that meets it.
pub trait Zip<Other, Here, There> {
    type Output;
}
impl<Here, There> Zip<(), Here, There> for () {
    type Output = Here;
}
impl<M, R: Onto<(M, There)>, Here, There> Zip<(M, R), Here, There> for () {
    type Output = R::Output;
}
impl<L, S: Onto<(L, Here)>, Here, There> Zip<(), Here, There> for (L, S) {
    type Output = S::Output;
}
impl<L, S, M, R, Here, There> Zip<(M, R), Here, There> for (L, S)
where
    L: JoinLength<M>,
    M: JoinLength<L>,
    S: Zip<R, (L::Output, Here), (M::Output, There)>,
{
    type Output = S::Output;
}
/// A list, innermost axis first, laid outermost axis first before another.
pub trait Onto<Inner> {
    type Output;
}
impl<Inner> Onto<Inner> for () {
    type Output = Inner;
}
impl<L, S: Onto<(L, Inner)>, Inner> Onto<Inner> for (L, S) {
    type Output = S::Output;
}

macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<$($l, $s,)? Other> JoinRight<Other> for $list
        where
            Self: List<Reversed: JoinReversed<Other>>,
        {
            type Output = <<Self as List>::Reversed as JoinReversed<Other>>::Output;
        }
    )*};
}
lists! {
    <> ();
    <L, S> (L, S);
}
