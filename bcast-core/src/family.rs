//! Kinds of containers, and which one the result of a call is.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::names::{ModeName, RankOf, ShapeOf};
use crate::rank::{Ix1, NoRank, Rank};
use crate::typed::StaticShape;

/// No operand is an array: the result is the scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// `Vec`, slices, and nested arrays of rank 1 mixed with them.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// Nested arrays only; `S` holds the lengths of one of them.
#[derive(Clone, Copy, Debug)]
pub struct Nested<S>(PhantomData<S>);

#[cfg(feature = "ndarray")]
pub use crate::interop::ndarray::NdArray;

/// The kind of container that two operands make together.
#[diagnostic::on_unimplemented(
    message = "operands of these kinds make no result together",
    note = "enable the feature `ndarray` of bcast-dsl to mix slices with nested arrays of a higher rank"
)]
pub trait MixFamily<Other> {
    /// One of the types of this module.
    type Output;
}

macro_rules! mix {
    ($(<$($s:ident),*> $left:ty, $right:ty => $result:ty;)*) => {$(
        impl<$($s),*> MixFamily<$right> for $left {
            type Output = $result;
        }
    )*};
}
mix! {
    <> NoArray, NoArray => NoArray;
    <> NoArray, Flat => Flat;
    <> Flat, NoArray => Flat;
    <> Flat, Flat => Flat;
    <S> NoArray, Nested<S> => Nested<S>;
    <S> Nested<S>, NoArray => Nested<S>;
    <S> Flat, Nested<S> => Flat;
    <S> Nested<S>, Flat => Flat;
    <S, R> Nested<S>, Nested<R> => Nested<S>;
}
#[cfg(feature = "ndarray")]
mix! {
    <> NoArray, NdArray => NdArray;
    <> NdArray, NoArray => NdArray;
    <> Flat, NdArray => NdArray;
    <> NdArray, Flat => NdArray;
    <> NdArray, NdArray => NdArray;
    <S> Nested<S>, NdArray => NdArray;
    <S> NdArray, Nested<S> => NdArray;
}

/// The order of a fresh result's elements in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The innermost axis is contiguous.
    C,
    /// The outermost axis is contiguous (Fortran).
    F,
}

/// A container that a call can make.
///
/// # Safety
/// `create` must call `fill` exactly once, with a buffer of exactly as many elements as `shape` holds.
pub unsafe trait Container {
    /// The container of elements `T`.
    type Of<T>;
    /// Whether a result in Fortran order can be kept.
    const ANY_ORDER: bool;
    /// Makes a container of `shape`, filled by `fill`.
    ///
    /// # Safety
    /// The element count of `shape` must fit `isize`; `fill` must write every element of its buffer or not return.
    unsafe fn create<T: Copy>(shape: &[usize], order: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Self::Of<T>;
}

/// The container of the result of operands `L` in mode `M` with the target `To`, all of the family `Self`.
///
/// It always has an answer, so that the result's type stays known; a call that is wrong is refused by the two bounds that
/// `Shape` and `Scalar` must meet, once.
pub trait ResultIn<M, L, To> {
    /// The container.
    type Container: Container;
    /// Must be [`GivesShape`].
    type Shape;
    /// Must be [`TakesNoTo`].
    type Scalar;
}

/// Some operand, or `to`, gives the result its shape.
#[diagnostic::on_unimplemented(
    message = "no operand gives the result of this call its shape",
    label = "every array has an alignment of its own",
    note = "operands with an `axis(..)` or `axes(..)` of their own have no vote: leave one without, or give `to = [..]`"
)]
pub trait GivesShape {}
impl GivesShape for () {}
impl<D> GivesShape for Rank<D> {}

/// A call without arrays has no `to`.
#[diagnostic::on_unimplemented(
    message = "`to` needs an array: a call without one is the scalar itself",
    label = "no operand of this call is an array",
    note = "write to a place instead, which is then filled: `bcast!(y = 0.0)`"
)]
pub trait TakesNoTo {}
impl TakesNoTo for () {}
impl TakesNoTo for NoRank {}

impl<M: ModeName<Rule: RankOf<L, To>>, L, To> ResultIn<M, L, To> for NoArray {
    type Container = Scalar;
    type Shape = ();
    type Scalar = <M::Rule as RankOf<L, To>>::Output;
}
impl<M: ModeName<Rule: RankOf<L, To>>, L, To> ResultIn<M, L, To> for Flat
where
    <M::Rule as RankOf<L, To>>::Output: FlatContainer,
{
    type Container = <<M::Rule as RankOf<L, To>>::Output as FlatContainer>::Container;
    type Shape = <M::Rule as RankOf<L, To>>::Output;
    type Scalar = ();
}
impl<M: ModeName<Rule: ShapeOf<L, To>>, L, To, S> ResultIn<M, L, To> for Nested<S>
where
    <M::Rule as ShapeOf<L, To>>::Output: Container,
{
    type Container = <M::Rule as ShapeOf<L, To>>::Output;
    type Shape = ();
    type Scalar = ();
}

/// What slices and `Vec`s make together, by rank.
#[diagnostic::on_unimplemented(
    message = "slices and `Vec`s make a result of rank 1 only",
    note = "enable the feature `ndarray` of bcast-dsl for results of any rank"
)]
pub trait FlatContainer {
    /// The container.
    type Container: Container;
}
impl FlatContainer for Rank<Ix1> {
    type Container = FlatVec;
}
impl FlatContainer for NoRank {
    type Container = FlatVec;
}

/// The scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// A `Vec`.
#[derive(Clone, Copy, Debug)]
pub struct FlatVec;

/// A nested array of the static shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct NestedOf<S>(PhantomData<S>);

/// A `Vec` of `count` elements written by `fill`; nothing is zeroed before.
///
/// # Safety
/// `fill` must write every element of its buffer or not return.
pub(crate) unsafe fn filled<T: Copy>(count: usize, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
    let mut elements = Vec::with_capacity(count);
    fill(&mut elements.spare_capacity_mut()[..count]);
    // SAFETY: `fill` has returned, so it has written every one of the `count` elements; a panic in it leaves the length 0.
    unsafe { elements.set_len(count) };
    elements
}

// SAFETY: the buffer has one element, as the empty shape has.
unsafe impl Container for Scalar {
    type Of<T> = T;
    const ANY_ORDER: bool = false;
    #[inline]
    unsafe fn create<T: Copy>(shape: &[usize], _: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> T {
        assert!(shape.is_empty(), "a scalar has rank 0");
        let mut scalar = [MaybeUninit::uninit()];
        fill(&mut scalar);
        // SAFETY: `fill` has returned, so the element is written.
        unsafe { scalar[0].assume_init() }
    }
}

// SAFETY: `filled` is given the product of the lengths.
unsafe impl Container for FlatVec {
    type Of<T> = Vec<T>;
    const ANY_ORDER: bool = false;
    #[inline]
    unsafe fn create<T: Copy>(shape: &[usize], _: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
        // SAFETY: the caller's promise about `fill` is the one asked for.
        unsafe { filled(shape.iter().product(), fill) }
    }
}

// SAFETY: the array's shape is compared with `shape`, so it holds as many elements.
unsafe impl<S: StaticShape> Container for NestedOf<S> {
    type Of<T> = S::Array<T>;
    const ANY_ORDER: bool = false;
    #[inline]
    unsafe fn create<T: Copy>(shape: &[usize], _: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> S::Array<T> {
        assert_eq!(shape, &*S::lengths(), "the resolved shape is the one that the types say");
        let mut array = MaybeUninit::<S::Array<T>>::uninit();
        let count = shape.iter().product();
        debug_assert_eq!(count * size_of::<T>(), size_of::<S::Array<T>>());
        // SAFETY: a nested array of this shape is `count` elements one after the other.
        fill(unsafe { core::slice::from_raw_parts_mut(array.as_mut_ptr().cast::<MaybeUninit<T>>(), count) });
        // SAFETY: `fill` has returned, so every element is written.
        unsafe { array.assume_init() }
    }
}
