//! The join of shapes as types: lists of axes, [`NoShape`] or [`Unranked`].
#![allow(missing_docs, reason = "documented by their traits")]

use crate::shape::axes::{List, NoShape, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};

/// The join of two lengths: the more specific one, or the first of two equally specific ones.
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

/// The join of `Self` with a shape of equal rank, axis by axis. An empty `Other` changes nothing.
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

/// The join of two right-aligned shapes.
pub trait JoinRight<Other> {
    type Output;
}
impl<Other> JoinRight<Other> for NoShape {
    type Output = Other;
}
impl<Other> JoinRight<Other> for Unranked {
    type Output = Unranked;
}
/// As [`JoinRight`], for a list with the innermost axis first; the result is outermost first.
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
/// Joins two lists of lengths, innermost axis first. `Here` and `There` are the join so far, outermost axis first; of equally specific
/// lengths, `Here` has this list's and `There` the other's. The longer list decides in the end: in a message, a length that the result has
/// is more useful than one that meets it.
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
/// Puts a list, innermost axis first, before another, outermost axis first.
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
