//! Kinds of containers, and which one the result of a call is.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use crate::rank::{Ix1, NoRank, Rank};

/// No operand is an array: the result is the scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// `Vec`, slices, and nested arrays of rank 1 mixed with them.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// Nested arrays only; `S` holds their lengths as a type of [`typed`](crate::typed).
#[derive(Clone, Copy, Debug)]
pub struct Nested<S>(core::marker::PhantomData<S>);

/// Anything with an ndarray array among it.
#[cfg(feature = "ndarray")]
pub use crate::interop::ndarray::NdArray;

/// The kind of container that two operands make together.
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
    <S, R> Nested<S>, Nested<R> => Nested<(S, R)>;
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

/// A container that a call can make: its kind together with the result's rank.
///
/// # Safety
/// `create` must call `fill` exactly once, with a buffer of exactly as many elements as `shape` holds.
#[diagnostic::on_unimplemented(
    message = "the result of this call has no container: `{Self}` with rank `{Rank}`",
    note = "slices, `Vec` and nested arrays give a `Vec` of rank 1; enable the feature `ndarray` for results of any rank"
)]
pub unsafe trait Container<Rank> {
    /// The container of elements `T`.
    type Of<T>;
    /// Whether a result in Fortran order can be kept.
    const ANY_ORDER: bool;
    /// Makes a container of `shape`, filled by `fill`.
    ///
    /// # Safety
    /// `shape` must be of the rank that `Rank` says and its element count fit `isize`; `fill` must write every element
    /// of its buffer or not return.
    unsafe fn create<T: Copy>(shape: &[usize], order: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Self::Of<T>;
}

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

// SAFETY: the buffer has one element.
unsafe impl Container<NoRank> for NoArray {
    type Of<T> = T;
    const ANY_ORDER: bool = false;
    #[inline]
    unsafe fn create<T: Copy>(_: &[usize], _: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> T {
        let mut scalar = [MaybeUninit::uninit()];
        fill(&mut scalar);
        // SAFETY: `fill` has returned, so the element is written.
        unsafe { scalar[0].assume_init() }
    }
}

// SAFETY: `filled` is given the shape's one length.
unsafe impl Container<Rank<Ix1>> for Flat {
    type Of<T> = Vec<T>;
    const ANY_ORDER: bool = false;
    #[inline]
    unsafe fn create<T: Copy>(shape: &[usize], _: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
        // SAFETY: the caller's promise about `fill` is the one asked for.
        unsafe { filled(shape.iter().product(), fill) }
    }
}
