//! Mode ncnn: the axis of a vector. It is the outermost one if that has the vector's length, else the innermost; types decide if both
//! lengths are literals or the same.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::alignment::{ByMode, Either, Innermost, Neither};
use crate::operand::descriptor::{ListOf, OperandType};
use crate::operand::family::{Typed, Untyped};
use crate::operand::receiver::by_receiver;
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::function::type_functions;
use crate::shape::literals::Literal;
use crate::typed::names::ModeName;
use crate::typed::output::FrameOf;

/// A vector of length `V` beside a frame with the outermost length `O` and the innermost length `W`. Method resolution tells the cases
/// apart, since no impl can express that two lengths differ.
pub struct Vector<V, O, W>(PhantomData<(V, O, W)>);
/// Anything but a vector beside a frame of two axes or more.
pub struct NoVector;

type_functions! {
    /// An operand of shape `Self` in `Frame`.
    VectorIn<Frame> -> Output {
        [Frame] NoShape, Frame => NoVector;
        [Frame] Unranked, Frame => NoVector;
        [Frame] (), Frame => NoVector;
        [Frame, V, A, B] (V, (A, B)), Frame => NoVector;
        [V] (V, ()), NoShape => NoVector;
        [V] (V, ()), Unranked => NoVector;
        [V] (V, ()), () => NoVector;
        [V, O] (V, ()), (O, ()) => NoVector;
        [V, O, A, B] (V, ()), (O, (A, B)) => Vector<V, O, <(A, B) as Last>::Output> where [(A, B): Last];
    }
    /// The innermost axis of a list.
    Last -> Output {
        [A] (A, ()) => A;
        [A, B, C] (A, (B, C)) => <(B, C) as Last>::Output where [(B, C): Last];
    }
}
/// A type as a zero-sized value.
pub struct VectorTag<V>(pub(crate) PhantomData<V>);

type_functions! {
    /// The case of the operand `E` in the list `L`; `Self` is the list's typing.
    VectorOf<M, T, L, E> -> Output {
        [M, T, L, E] Untyped, M, T, L, E => NoVector;
        [M: ModeName<Rule: FrameOf<L, T, NoShape>>, T, L, E: OperandType<Lengths: Resolved>] Typed, M, T, L, E
            => <ListOf<E> as VectorIn<<M::Rule as FrameOf<L, T, NoShape>>::Frame>>::Output
            where [ListOf<E>: VectorIn<<M::Rule as FrameOf<L, T, NoShape>>::Frame>];
    }
}

by_receiver! {
    /// Not a vector, or the outermost axis has its length, or the vector is a 1, which fits anywhere.
    Vector1: fn __bcast_lies(&self) {
        [] &&&VectorTag<NoVector> => ByMode;
        [O, W] &&&VectorTag<Vector<One, O, W>> => ByMode;
        [W, const N: usize] &&&VectorTag<Vector<Len<N>, Len<N>, W>> => ByMode;
        [Name, W] &&&VectorTag<Vector<NamedLen<Name>, NamedLen<Name>, W>> => ByMode;
    }
    /// The outermost length is certainly another, or a literal 1; beside that, a vector of length 1 reads the same at either axis.
    Vector2: fn __bcast_lies(&self) {
        [V: Literal, O: Literal, W] &&VectorTag<Vector<V, O, W>> => Innermost;
        [W, const N: usize] &&VectorTag<Vector<Len<N>, One, W>> => Innermost;
        [Name, W] &&VectorTag<Vector<NamedLen<Name>, One, W>> => Innermost;
        [W] &&VectorTag<Vector<Unknown, One, W>> => Innermost;
    }
    /// The innermost length is a literal 1, which the vector stretches or not; the result's shape depends on it.
    Vector3: fn __bcast_lies(&self) {
        [V, O] &VectorTag<Vector<V, O, One>> => Neither;
    }
}
/// The result's shape is the same at either axis.
impl<V, O, W> VectorTag<Vector<V, O, W>> {
    #[inline(always)]
    pub fn __bcast_lies(&self) -> Either {
        Either
    }
}
