//! Mode ncnn: the axis of a vector. It is the outermost one if that has the vector's length, else the innermost; types decide if both
//! lengths are literals or the same.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::alignment::{ByMode, Either, Innermost, Neither};
use crate::operand::descriptor::OperandType;
use crate::operand::family::{Typed, Untyped};
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::literals::Literal;
use crate::typed::names::ModeName;
use crate::typed::output::FrameOf;

/// A vector of length `V` beside a frame with the outermost length `O` and the innermost length `W`. Method resolution tells the cases
/// apart, since no impl can express that two lengths differ.
pub struct Vector<V, O, W>(PhantomData<(V, O, W)>);
/// Anything but a vector beside a frame of two axes or more.
pub struct NoVector;

/// An operand of shape `Self` in `Frame`.
pub trait VectorIn<Frame> {
    type Output;
}
/// A frame beside a vector of length `V`.
pub trait MatrixWith<V> {
    type Output;
}
/// The innermost axis of a list.
pub trait Last {
    type Output;
}
impl<A> Last for (A, ()) {
    type Output = A;
}
impl<A, B, C> Last for (A, (B, C))
where
    (B, C): Last,
{
    type Output = <(B, C) as Last>::Output;
}
macro_rules! no_vectors {
    ($($no:ident<$other:ident>: $(<$($name:ident),*> $of:ty),*;)*) => {$($(
        impl<$other, $($name),*> $no<$other> for $of {
            type Output = NoVector;
        }
    )*)*};
}
no_vectors! {
    VectorIn<Frame>: <> NoShape, <> Unranked, <> (), <V, A, B> (V, (A, B));
    MatrixWith<V>: <> NoShape, <> Unranked, <> (), <O> (O, ());
}
impl<Frame: MatrixWith<V>, V> VectorIn<Frame> for (V, ()) {
    type Output = Frame::Output;
}
impl<V, O, A, B> MatrixWith<V> for (O, (A, B))
where
    (A, B): Last,
{
    type Output = Vector<V, O, <(A, B) as Last>::Output>;
}

/// A type as a zero-sized value.
pub struct VectorTag<V>(pub(crate) PhantomData<V>);

/// The case of the operand `E` in the list `L`; `Self` is the list's typing.
pub trait VectorOf<M, T, L, E> {
    type Output;
}
impl<M, T, L, E> VectorOf<M, T, L, E> for Untyped {
    type Output = NoVector;
}
impl<M: ModeName<Rule: FrameOf<L, T, NoShape>>, T, L, E: OperandType<Lengths: Resolved>> VectorOf<M, T, L, E> for Typed
where
    <E::Lengths as Resolved>::List: VectorIn<<M::Rule as FrameOf<L, T, NoShape>>::Frame>,
{
    type Output = <<E::Lengths as Resolved>::List as VectorIn<<M::Rule as FrameOf<L, T, NoShape>>::Frame>>::Output;
}

macro_rules! levels {
    ($($(#[$doc:meta])* $level:ident: $(<$($name:ident $(: $bound:path)?),* $(; $(const $n:ident),*)?> $this:ty => $answer:ident;)*)*) => {$(
        $(#[$doc])*
        pub trait $level {
            type Lies;
            fn __bcast_lies(&self) -> Self::Lies;
        }
        $(impl<$($name $(: $bound)?,)* $($(const $n: usize),*)?> $level for $this {
            type Lies = $answer;
            #[inline(always)]
            fn __bcast_lies(&self) -> $answer {
                $answer
            }
        })*
    )*};
}
levels! {
    /// Not a vector, or the outermost axis has its length, or the vector is a 1, which fits anywhere.
    Vector1:
        <> &&&VectorTag<NoVector> => ByMode;
        <O, W> &&&VectorTag<Vector<One, O, W>> => ByMode;
        <W; const N> &&&VectorTag<Vector<Len<N>, Len<N>, W>> => ByMode;
        <Name, W> &&&VectorTag<Vector<NamedLen<Name>, NamedLen<Name>, W>> => ByMode;
    /// The outermost length is certainly another, or a literal 1; beside that, a vector of length 1 reads the same at either axis.
    Vector2:
        <V: Literal, O: Literal, W> &&VectorTag<Vector<V, O, W>> => Innermost;
        <W; const N> &&VectorTag<Vector<Len<N>, One, W>> => Innermost;
        <Name, W> &&VectorTag<Vector<NamedLen<Name>, One, W>> => Innermost;
        <W> &&VectorTag<Vector<Unknown, One, W>> => Innermost;
    /// The innermost length is a literal 1, which the vector stretches or not; the result's shape depends on it.
    Vector3:
        <V, O> &VectorTag<Vector<V, O, One>> => Neither;
}
/// The result's shape is the same at either axis.
impl<V, O, W> VectorTag<Vector<V, O, W>> {
    #[inline(always)]
    pub fn __bcast_lies(&self) -> Either {
        Either
    }
}
