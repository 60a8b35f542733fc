//! Mode ncnn: which axis a vector lies on. It is the outermost one if it has that length, else the innermost; types say so
//! where both lengths are literals or the same.

use core::marker::PhantomData;

use crate::operand::alignment::{ByMode, Either, Innermost, Neither};
use crate::operand::descriptor::OperandType;
use crate::operand::family::{Typed, Untyped};
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::literals::Literal;
use crate::typed::names::ModeName;
use crate::typed::output::FrameOf;

/// A vector of ncnn of length `V` beside a frame with the outermost length `O` and the innermost length `W`. Method resolution tells the
/// cases apart, since impls can't be made for "differs".
pub struct Vector<V, O, W>(PhantomData<(V, O, W)>);
/// Not a vector beside a frame of two axes or more.
pub struct NoVector;

/// An operand of shape `Self` in `Frame`.
pub trait VectorIn<Frame> {
    /// [`Vector`] or [`NoVector`].
    type Output;
}
/// A frame beside a vector of length `V`.
pub trait MatrixWith<V> {
    /// [`Vector`] or [`NoVector`].
    type Output;
}
/// The innermost axis of a list.
pub trait Last {
    /// The axis.
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

/// A type as a value without size.
pub struct VectorTag<V>(pub(crate) PhantomData<V>);

/// The operand `E` of the list `L`, `Self` being the list's typing.
pub trait VectorOf<M, T, L, E> {
    /// [`Vector`] or [`NoVector`].
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
            /// The alignment.
            type Lies;
            /// The alignment.
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
    /// Not a vector, or the outermost axis has its length, or it is a 1, which fits anywhere.
    Vector1:
        <> &&&VectorTag<NoVector> => ByMode;
        <O, W> &&&VectorTag<Vector<One, O, W>> => ByMode;
        <W; const N> &&&VectorTag<Vector<Len<N>, Len<N>, W>> => ByMode;
        <Name, W> &&&VectorTag<Vector<NamedLen<Name>, NamedLen<Name>, W>> => ByMode;
    /// Certainly not the outermost length; beside a 1 there, a length that turns out to be 1 leaves no difference.
    Vector2:
        <V: Literal, O: Literal, W> &&VectorTag<Vector<V, O, W>> => Innermost;
        <W; const N> &&VectorTag<Vector<Len<N>, One, W>> => Innermost;
        <Name, W> &&VectorTag<Vector<NamedLen<Name>, One, W>> => Innermost;
        <W> &&VectorTag<Vector<Unknown, One, W>> => Innermost;
    /// A 1 there is stretched by it or not, and the result's shape depends on it.
    Vector3:
        <V, O> &VectorTag<Vector<V, O, One>> => Neither;
}
/// The result has the shape that it has without it.
impl<V, O, W> VectorTag<Vector<V, O, W>> {
    /// The alignment.
    #[inline(always)]
    pub fn __bcast_lies(&self) -> Either {
        Either
    }
}
