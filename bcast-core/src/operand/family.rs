//! Kinds of containers: one for each array type, and one for each mixture with a container of its own.

use core::marker::PhantomData;

use crate::shape::axes::Unranked;
use crate::shape::axis::Unknown;
use crate::shape::function::type_functions;

/// No operand is an array: the result is the scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// `Vec`, slices, and nested arrays of rank 1 mixed with them.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// The value of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct OfReduction;

/// A nested array of the static shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct Nested<S>(PhantomData<S>);

/// A tensor of the shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct OneTensor<S>(PhantomData<S>);

/// Nested arrays only.
#[derive(Clone, Copy, Debug)]
pub struct AllNested;

/// Nested arrays beside arrays without a shape in their type; the result is the one of `Others`.
#[derive(Clone, Copy, Debug)]
pub struct Mixed<Others>(PhantomData<Others>);

/// Some operand is a tensor.
#[derive(Clone, Copy, Debug)]
pub struct Tensors;

/// The shape of an operand, by its family.
pub trait FamilyShape {
    /// The shape of an operand of the rank `D`.
    type Lengths<D>;
    /// The rank `D` in constants, which must not depend on generic parameters.
    type Rank<D>;
    /// The family without shapes in its types.
    type Bare: FamilyShape;
    /// True for values of reductions.
    const IS_VALUE: bool = false;
}
impl FamilyShape for Flat {
    type Lengths<D> = (Unknown, ());
    type Rank<D> = D;
    type Bare = Flat;
}
impl FamilyShape for OfReduction {
    type Lengths<D> = (Unknown, ());
    type Rank<D> = D;
    type Bare = OfReduction;
    const IS_VALUE: bool = true;
}
impl<S> FamilyShape for Nested<S> {
    type Lengths<D> = S;
    type Rank<D> = D;
    type Bare = Flat;
}
impl<S> FamilyShape for OneTensor<S> {
    type Lengths<D> = S;
    type Rank<D> = D;
    type Bare = Flat;
}

/// An array of the family `F` whose rank is a generic parameter.
#[derive(Clone, Copy, Debug)]
pub struct OfAnyRank<F>(PhantomData<F>);
impl<F> FamilyShape for OfAnyRank<F> {
    type Lengths<D> = Unranked;
    type Rank<D> = ();
    type Bare = Flat;
}

type_functions! {
    /// Combines the kind of one operand with the combined kind of those behind it.
    #[diagnostic::on_unimplemented(
        message = "operands of these kinds make no result together",
        note = "enable the feature `ndarray` of bcast-dsl to mix slices with nested arrays of a higher rank"
    )]
    MixFamily<Other> -> Output {
        [F: MixFamily<Other>, Other] OfAnyRank<F>, Other => F::Output;
        [Other] NoArray, Other => Other;
        [S, Other] OneTensor<S>, Other => Tensors;
        [] Flat, NoArray => Flat;
        [] Flat, Flat => Flat;
        [] Flat, AllNested => Mixed<Flat>;
        [O] Flat, Mixed<O> => Mixed<O>;
        [] Flat, Tensors => Tensors;
        [S] Nested<S>, NoArray => AllNested;
        [S] Nested<S>, AllNested => AllNested;
        [S] Nested<S>, Flat => Mixed<Flat>;
        [S, O] Nested<S>, Mixed<O> => Mixed<O>;
        [S] Nested<S>, Tensors => Tensors;
    }
}

/// No array of the call has a shape in its type.
#[derive(Clone, Copy, Debug)]
pub struct Untyped;
/// Some array of the call has a shape in its type.
#[derive(Clone, Copy, Debug)]
pub struct Typed;

type_functions! {
    /// The typing of a call, by its combined kind.
    Typing -> Typing {
        [] NoArray => Untyped;
        [] Flat => Untyped;
        [] AllNested => Typed;
        [O] Mixed<O> => Typed;
        [] Tensors => Typed;
    }
}
