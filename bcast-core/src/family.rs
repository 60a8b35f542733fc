//! Kinds of containers, and which one the result of a call is.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::names::{ModeName, RankOf, ShapeOf};
use crate::plan::Order;
use crate::rank::{Ix1, NoRank, Rank};
use crate::typed::walk::StaticShape;

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

/// A container that a call can make.
///
/// # Safety
/// `allocate` must return memory for as many elements as `shape` holds, which is valid until `pending` is moved.
pub unsafe trait Container {
    /// The container of elements `T`.
    type Of<T>;
    /// The container while its elements are not written yet; dropping it drops no element.
    type Pending<T>;
    /// Whether a result in Fortran order can be kept.
    const ANY_ORDER: bool;
    /// A container that has no memory yet.
    fn pending<T: Copy>() -> Self::Pending<T>;
    /// Gives it memory for `shape`, whose element count fits `isize`.
    fn allocate<T: Copy>(pending: &mut Self::Pending<T>, shape: &[usize], order: Order) -> *mut T;
    /// The finished container.
    ///
    /// # Safety
    /// It must have been given memory, and every element be written.
    unsafe fn finish<T: Copy>(pending: Self::Pending<T>) -> Self::Of<T>;
}

/// A container on its way: memory is asked for through this, whatever the container, so that the code that asks exists once.
pub(crate) struct Fresh<C: Container, R>(pub(crate) C::Pending<R>);

/// Gives memory for a shape.
pub(crate) trait Allocate {
    /// Memory for as many elements as `shape` holds, valid until `self` is moved.
    fn allocate(&mut self, shape: &[usize], order: Order) -> *mut u8;
}

impl<C: Container, R: Copy> Allocate for Fresh<C, R> {
    fn allocate(&mut self, shape: &[usize], order: Order) -> *mut u8 {
        C::allocate(&mut self.0, shape, order).cast()
    }
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
#[diagnostic::do_not_recommend]
impl GivesShape for () {}
#[diagnostic::do_not_recommend]
impl<D> GivesShape for Rank<D> {}

/// A call without arrays has no `to`.
#[diagnostic::on_unimplemented(
    message = "`to` needs an array: a call without one is the scalar itself",
    label = "no operand of this call is an array",
    note = "write to a place instead, which is then filled: `bcast!(y = 0.0)`"
)]
pub trait TakesNoTo {}
#[diagnostic::do_not_recommend]
impl TakesNoTo for () {}
#[diagnostic::do_not_recommend]
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

// SAFETY: a scalar is one element, as the empty shape has.
unsafe impl Container for Scalar {
    type Of<T> = T;
    type Pending<T> = MaybeUninit<T>;
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> MaybeUninit<T> {
        MaybeUninit::uninit()
    }

    fn allocate<T: Copy>(pending: &mut MaybeUninit<T>, shape: &[usize], _: Order) -> *mut T {
        assert!(shape.is_empty(), "a scalar has rank 0");
        pending.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>(pending: MaybeUninit<T>) -> T {
        // SAFETY: the caller's promise.
        unsafe { pending.assume_init() }
    }
}

// SAFETY: a `Vec` has room for what is reserved.
unsafe impl Container for FlatVec {
    type Of<T> = Vec<T>;
    type Pending<T> = (Vec<T>, usize);
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> (Vec<T>, usize) {
        (Vec::new(), 0)
    }

    fn allocate<T: Copy>((elements, count): &mut (Vec<T>, usize), shape: &[usize], _: Order) -> *mut T {
        *count = shape.iter().product();
        elements.reserve_exact(*count);
        elements.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>((mut elements, count): (Vec<T>, usize)) -> Vec<T> {
        // SAFETY: `allocate` has reserved `count` elements, and the caller says that all are written.
        unsafe { elements.set_len(count) };
        elements
    }
}

// SAFETY: the array's shape is compared with `shape`, so it holds as many elements.
unsafe impl<S: StaticShape> Container for NestedOf<S> {
    type Of<T> = S::Array<T>;
    type Pending<T> = MaybeUninit<S::Array<T>>;
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> MaybeUninit<S::Array<T>> {
        MaybeUninit::uninit()
    }

    fn allocate<T: Copy>(pending: &mut MaybeUninit<S::Array<T>>, shape: &[usize], _: Order) -> *mut T {
        assert_eq!(shape, S::SHAPE, "the resolved shape is the one that the types say");
        assert_eq!(shape.iter().product::<usize>() * size_of::<T>(), size_of::<S::Array<T>>());
        pending.as_mut_ptr().cast()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>(pending: MaybeUninit<S::Array<T>>) -> S::Array<T> {
        // SAFETY: the caller's promise.
        unsafe { pending.assume_init() }
    }
}
