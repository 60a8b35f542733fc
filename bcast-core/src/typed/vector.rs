//! Mode ncnn: which axis a vector lies on. It is the outermost one if it has that length, else the innermost; types say so
//! where both lengths are literals or the same.
//!
//! The levels of auto-reference tell the cases apart, since impls can't be made for "differs".

use core::marker::PhantomData;

use crate::call::strategy::{Typed, Typing, Untyped};
use crate::operand::descriptor::Says;
use crate::operand::entry::Entry;
use crate::operand::list::{List, ListFamily};
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::literals::Literal;
use crate::typed::align::{ByMode, Either, Innermost, Neither};
use crate::typed::call::{TypedCall, TypingOf};
use crate::typed::names::ModeName;
use crate::typed::outcome::FrameOf;

/// A vector of length `V` beside a result with the outermost length `O` and the innermost length `W`.
pub struct Vector<V, O, W>(PhantomData<(V, O, W)>);
/// Not a vector beside a matrix.
pub struct NoVector;

/// What an operand of shape `Self` is in `Frame`.
pub trait VectorIn<Frame> {
    /// [`Vector`] or [`NoVector`].
    type Output;
}
impl<Frame> VectorIn<Frame> for NoShape {
    type Output = NoVector;
}
impl<Frame> VectorIn<Frame> for Unranked {
    type Output = NoVector;
}
impl<Frame> VectorIn<Frame> for () {
    type Output = NoVector;
}
impl<Frame, V, A, B> VectorIn<Frame> for (V, (A, B)) {
    type Output = NoVector;
}
impl<Frame: MatrixWith<V>, V> VectorIn<Frame> for (V, ()) {
    type Output = Frame::Output;
}
/// A frame beside a vector of length `V`.
pub trait MatrixWith<V> {
    /// [`Vector`] or [`NoVector`].
    type Output;
}
impl<V> MatrixWith<V> for NoShape {
    type Output = NoVector;
}
impl<V> MatrixWith<V> for Unranked {
    type Output = NoVector;
}
impl<V> MatrixWith<V> for () {
    type Output = NoVector;
}
impl<V, O> MatrixWith<V> for (O, ()) {
    type Output = NoVector;
}
impl<V, O, A, B> MatrixWith<V> for (O, (A, B))
where
    (A, B): Last,
{
    type Output = Vector<V, O, <(A, B) as Last>::Output>;
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

/// What the operand `E` of the list `L` is, `Self` being the list's typing.
pub trait VectorOf<M, T, L, E> {
    /// [`Vector`] or [`NoVector`].
    type Output;
}
impl<M, T, L, E> VectorOf<M, T, L, E> for Untyped {
    type Output = NoVector;
}
impl<M: ModeName<Rule: FrameOf<L, T, NoShape>>, T, L, E: Says<Lengths: Resolved>> VectorOf<M, T, L, E> for Typed
where
    <E::Lengths as Resolved>::List: VectorIn<<M::Rule as FrameOf<L, T, NoShape>>::Frame>,
{
    type Output = <<E::Lengths as Resolved>::List as VectorIn<<M::Rule as FrameOf<L, T, NoShape>>::Frame>>::Output;
}

/// A type as a value without size.
pub struct Tag<V>(PhantomData<V>);

#[allow(clippy::type_complexity, reason = "the answer is a type, put together from those of the call")]
impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// What an operand of the list is.
    #[inline(always)]
    pub fn vector<L, E>(self, _: &L, _: &E) -> Tag<<TypingOf<L::Said> as VectorOf<M, T, L::Said, E::Said>>::Output>
    where
        L: List<Said: ListFamily<Output: Typing<Typing: VectorOf<M, T, L::Said, E::Said>>>>,
        E: Entry,
    {
        Tag(PhantomData)
    }
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
        <> &&&&&Tag<NoVector> => ByMode;
        <O, W> &&&&&Tag<Vector<One, O, W>> => ByMode;
        <W; const N> &&&&&Tag<Vector<Len<N>, Len<N>, W>> => ByMode;
        <Name, W> &&&&&Tag<Vector<NamedLen<Name>, NamedLen<Name>, W>> => ByMode;
    /// Certainly not the outermost length; a 1 there, which a length that turns out to be 1 equals, leaves no difference.
    Vector2:
        <V: Literal, O: Literal, W> &&&&Tag<Vector<V, O, W>> => Innermost;
        <W; const N> &&&&Tag<Vector<Len<N>, One, W>> => Innermost;
        <Name, W> &&&&Tag<Vector<NamedLen<Name>, One, W>> => Innermost;
        <> &&&&Tag<Vector<Unknown, One, One>> => Innermost;
    /// Wherever it lies, the result has the shape that it has without it.
    Vector3:
        <O; const N> &&&Tag<Vector<Len<N>, O, Len<N>>> => Either;
        <Name, O> &&&Tag<Vector<NamedLen<Name>, O, NamedLen<Name>>> => Either;
        <O; const N> &&&Tag<Vector<Unknown, O, Len<N>>> => Either;
        <Name, O> &&&Tag<Vector<Unknown, O, NamedLen<Name>>> => Either;
        <V, O> &&&Tag<Vector<V, O, Unknown>> => Either;
    /// A 1 is stretched by it or not; or it fits the outermost axis only, if that turns out to be as long, which the run time sees.
    Vector4:
        <V, O> &&Tag<Vector<V, O, One>> => Neither;
        <V; const N> &&Tag<Vector<V, Unknown, Len<N>>> => Either;
        <V, Name> &&Tag<Vector<V, Unknown, NamedLen<Name>>> => Either;
        <V, Name; const N> &&Tag<Vector<V, NamedLen<Name>, Len<N>>> => Either;
    /// It does not fit the innermost axis.
    Vector5:
        <V, O, W> &Tag<Vector<V, O, W>> => Innermost;
}
