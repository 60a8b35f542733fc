//! Kinds of containers: one for each array type, and one for each mixture with a container of its own.

use core::marker::PhantomData;

use crate::shape::axes::Unranked;
use crate::shape::axis::Unknown;
use crate::shape::maps;

/// No operand is an array: the result is the scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// `Vec`, slices, and nested arrays of rank 1 mixed with them.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

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
}
impl FamilyShape for Flat {
    type Lengths<D> = (Unknown, ());
}
impl<S> FamilyShape for Nested<S> {
    type Lengths<D> = S;
}
impl<S> FamilyShape for OneTensor<S> {
    type Lengths<D> = S;
}

/// An array of the family `F` whose rank is a generic parameter.
#[derive(Clone, Copy, Debug)]
pub struct OfAnyRank<F>(PhantomData<F>);
impl<F> FamilyShape for OfAnyRank<F> {
    type Lengths<D> = Unranked;
}

/// Combines the kind of one operand with the combined kind of those behind it.
#[diagnostic::on_unimplemented(
    message = "operands of these kinds make no result together",
    note = "enable the feature `ndarray` of bcast-dsl to mix slices with nested arrays of a higher rank"
)]
pub trait MixFamily<Other> {
    type Output;
}
maps! {
    [Other] <NoArray as MixFamily<Other>>::Output = Other;
    [S, Other] <OneTensor<S> as MixFamily<Other>>::Output = Tensors;
    [F: MixFamily<Other>, Other] <OfAnyRank<F> as MixFamily<Other>>::Output = F::Output;
    [] <Flat as MixFamily<NoArray>>::Output = Flat;
    [] <Flat as MixFamily<Flat>>::Output = Flat;
    [] <Flat as MixFamily<AllNested>>::Output = Mixed<Flat>;
    [O] <Flat as MixFamily<Mixed<O>>>::Output = Mixed<O>;
    [] <Flat as MixFamily<Tensors>>::Output = Tensors;
    [S] <Nested<S> as MixFamily<NoArray>>::Output = AllNested;
    [S] <Nested<S> as MixFamily<AllNested>>::Output = AllNested;
    [S] <Nested<S> as MixFamily<Flat>>::Output = Mixed<Flat>;
    [S, O] <Nested<S> as MixFamily<Mixed<O>>>::Output = Mixed<O>;
    [S] <Nested<S> as MixFamily<Tensors>>::Output = Tensors;
}

/// No array of the call has a shape in its type.
#[derive(Clone, Copy, Debug)]
pub struct Untyped;
/// Some array of the call has a shape in its type.
#[derive(Clone, Copy, Debug)]
pub struct Typed;

/// The typing of a call, by its combined kind.
pub trait Typing {
    type Typing;
}
maps! {
    [] <NoArray as Typing>::Typing = Untyped;
    [] <Flat as Typing>::Typing = Untyped;
    [] <AllNested as Typing>::Typing = Typed;
    [O] <Mixed<O> as Typing>::Typing = Typed;
    [] <Tensors as Typing>::Typing = Typed;
}
