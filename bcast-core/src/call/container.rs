//! Kinds of containers, and which one the result of a call is.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::call::static_container::{NestedOf, StaticContainer};
use crate::call::strategy::{Dynamic, Static, Typed, Typing, Untyped};
use crate::exec::Cost;
use crate::exec::static_nest::{self as nest, StaticCall};
use crate::math::fused::Fused;
use crate::operand::list::List;
use crate::operand::options::NoTo;
use crate::plan::order::Order;
use crate::shape::axes::{IsStatic, NoShape, StaticList, Unranked};
use crate::shape::axis::{Unknown, Yes};
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::Unit;
use crate::typed::call::AskedBy;
use crate::typed::fits::NoTypes;
use crate::typed::names::{ModeName, RankOf};
use crate::typed::output::{OutcomeIn, StrategyIn};

/// Traits of what only a program with an allocator has: without one, what lacks them is refused in these words.
macro_rules! need_alloc {
    ($($item:item)*) => {$(
        #[cfg_attr(
            not(feature = "alloc"),
            diagnostic::on_unimplemented(
                message = "shapes known only at run time need the feature `alloc` of bcast-dsl",
                note = "without it every operand is a nested array or a tensor whose type says all lengths, and so is the place; and the \
                        call has no `where`, no `threads`, and only literals as options"
            )
        )]
        $item
    )*};
}
pub(crate) use need_alloc;

/// No operand is an array: the result is the scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// `Vec`, slices, and nested arrays of rank 1 mixed with them.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// One nested array, of the static shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct Nested<S>(PhantomData<S>);

/// One tensor, of the shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct OneTensor<S>(PhantomData<S>);

/// Nested arrays only.
#[derive(Clone, Copy, Debug)]
pub struct AllNested;

/// Nested arrays beside arrays without a shape in their type; the result is what `Others` make.
#[derive(Clone, Copy, Debug)]
pub struct Mixed<Others>(PhantomData<Others>);

/// Some operand is a tensor.
#[derive(Clone, Copy, Debug)]
pub struct Tensors;

#[cfg(feature = "ndarray")]
pub use crate::interop::ndarray::NdArray;

/// What the family of one operand says of its shape.
pub trait FamilyShape {
    /// The shape, where the rank is `D`.
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

/// An array of the family `F`, whose rank is a parameter of generic code.
#[derive(Clone, Copy, Debug)]
pub struct OfAnyRank<F>(PhantomData<F>);
impl<F> FamilyShape for OfAnyRank<F> {
    type Lengths<D> = Unranked;
}
impl<F: MixFamily<Other>, Other> MixFamily<Other> for OfAnyRank<F> {
    type Output = F::Output;
}

/// The kind of container that two operands make together: one operand, and what those behind it make.
#[diagnostic::on_unimplemented(
    message = "operands of these kinds make no result together",
    note = "enable the feature `ndarray` of bcast-dsl to mix slices with nested arrays of a higher rank"
)]
pub trait MixFamily<Other> {
    /// One of the types of this module.
    type Output;
}
impl<Other> MixFamily<Other> for NoArray {
    type Output = Other;
}
impl<S, Other> MixFamily<Other> for OneTensor<S> {
    type Output = Tensors;
}

macro_rules! mix {
    ($(<$($s:ident),*> $left:ty, $right:ty => $result:ty;)*) => {$(
        impl<$($s),*> MixFamily<$right> for $left {
            type Output = $result;
        }
    )*};
}
mix! {
    <> Flat, NoArray => Flat;
    <> Flat, Flat => Flat;
    <> Flat, AllNested => Mixed<Flat>;
    <O> Flat, Mixed<O> => Mixed<O>;
    <> Flat, Tensors => Tensors;
    <S> Nested<S>, NoArray => AllNested;
    <S> Nested<S>, AllNested => AllNested;
    <S> Nested<S>, Flat => Mixed<Flat>;
    <S, O> Nested<S>, Mixed<O> => Mixed<O>;
    <S> Nested<S>, Tensors => Tensors;
}
#[cfg(feature = "ndarray")]
mix! {
    <> NdArray, NoArray => NdArray;
    <> NdArray, Flat => NdArray;
    <> NdArray, NdArray => NdArray;
    <> NdArray, AllNested => Mixed<NdArray>;
    <O> NdArray, Mixed<O> => Mixed<NdArray>;
    <> NdArray, Tensors => Tensors;
    <> Flat, NdArray => NdArray;
    <S> Nested<S>, NdArray => Mixed<NdArray>;
}

macro_rules! typings {
    ($(<$($s:ident),*> $family:ty => $typing:ty;)*) => {$(
        impl<$($s),*> Typing for $family {
            type Typing = $typing;
        }
    )*};
}
typings! {
    <> NoArray => Untyped;
    <> Flat => Untyped;
    <> AllNested => Typed;
    <O> Mixed<O> => Typed;
    <> Tensors => Typed;
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

/// The result of operands `L` in mode `M` with the target `T`; `X` is what types know of `axis` and `axes`.
///
/// It always has an answer, so that the result's type stays known; a call that is wrong is refused by the two bounds that
/// [`Made`]'s `Shape` and `Scalar` must meet, once. All of it is one answer: whoever asks asks once a call, and everything else
/// that the call asks is about types that are known by then.
pub trait ResultIn<M, L, T, X> {
    /// [`CallType`].
    type CallType: Unit;
}

/// A new container `C` made by the strategy `Strategy`, as far as the call lets types decide. `Shape` must be [`GivesShape`], and `Scalar`
/// [`TakesNoTo`].
#[derive(Debug)]
pub struct Made<C, Strategy, Shape, Scalar>(PhantomData<(C, Strategy, Shape, Scalar)>);
impl<C, Strategy, Shape, Scalar> Unit for Made<C, Strategy, Shape, Scalar> {
    const UNIT: Self = Self(PhantomData);
}
/// What types say of a call: what to ask of its operands, and what it makes.
#[derive(Debug)]
pub struct CallType<Asked, Made>(pub Asked, pub Made);
impl<A: Unit, M: Unit> Unit for CallType<A, M> {
    const UNIT: Self = Self(A::UNIT, M::UNIT);
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

impl<M: ModeName<Rule: RankOf<L, T>>, L, T, X> ResultIn<M, L, T, X> for NoArray {
    type CallType = CallType<NoTypes, Made<Scalar, Static<NoTo, ()>, (), <M::Rule as RankOf<L, T>>::Output>>;
}
impl<M: ModeName<Rule: RankOf<L, T>>, L, T, X> ResultIn<M, L, T, X> for Flat
where
    <M::Rule as RankOf<L, T>>::Output: FlatContainer,
{
    type CallType = CallType<
        NoTypes,
        Made<
            <<M::Rule as RankOf<L, T>>::Output as FlatContainer>::Container,
            Dynamic<Untyped>,
            <M::Rule as RankOf<L, T>>::Output,
            (),
        >,
    >;
}
impl<M, L, T, X, Others> ResultIn<M, L, T, X> for Mixed<Others>
where
    L: StrategyIn<M, T, X, NoShape, Shape: AskedBy<M, T, X, <L as OutcomeIn<M, T, X, NoShape>>::Frame, L, NoShape>>,
    Others: ResultIn<M, L, T, X, CallType: MadeIn<<L::Shape as AskedBy<M, T, X, L::Frame, L, NoShape>>::Asked, L::Strategy>>,
{
    type CallType = <Others::CallType as MadeIn<
        <L::Shape as AskedBy<M, T, X, L::Frame, L, NoShape>>::Asked,
        L::Strategy,
    >>::CallType;
}
impl<M: ModeName<Rule: RankOf<L, T>>, L, T, X> ResultIn<M, L, T, X> for AllNested
where
    L: StrategyIn<M, T, X, NoShape>,
    L::Shape: AskedBy<M, T, X, L::Frame, L, NoShape> + NestedContainer<<M::Rule as RankOf<L, T>>::Output>,
{
    type CallType = CallType<
        <L::Shape as AskedBy<M, T, X, L::Frame, L, NoShape>>::Asked,
        Made<
            <L::Shape as NestedContainer<<M::Rule as RankOf<L, T>>::Output>>::Container,
            L::Strategy,
            <M::Rule as RankOf<L, T>>::Output,
            (),
        >,
    >;
}
impl<M: ModeName<Rule: RankOf<L, T>>, L, T, X> ResultIn<M, L, T, X> for Tensors
where
    L: StrategyIn<M, T, X, NoShape>,
    L::Shape: AskedBy<M, T, X, L::Frame, L, NoShape> + TensorContainer,
{
    type CallType = CallType<
        <L::Shape as AskedBy<M, T, X, L::Frame, L, NoShape>>::Asked,
        Made<<L::Shape as TensorContainer>::Container, L::Strategy, <M::Rule as RankOf<L, T>>::Output, ()>,
    >;
}
/// The same container, made in another way.
pub trait MadeIn<Asked, Strategy> {
    /// A [`CallType`].
    type CallType: Unit;
}
impl<Nothing, C, Old, Shape, Scalar, Asked: Unit, Strategy> MadeIn<Asked, Strategy>
    for CallType<Nothing, Made<C, Old, Shape, Scalar>>
{
    type CallType = CallType<Asked, Made<C, Strategy, Shape, Scalar>>;
}

/// What nested arrays make together, by the shape of the result: a nested array if types give every length.
pub trait NestedContainer<R> {
    /// The container.
    type Container: Container;
}
impl<S: IsStatic, R> NestedContainer<R> for S
where
    S::Output: NestedIfStatic<S, R>,
{
    type Container = <S::Output as NestedIfStatic<S, R>>::Container;
}
need_alloc! {
    /// [`NestedContainer`], where `Self` says whether types give every length.
    #[cfg_attr(
        feature = "alloc",
        diagnostic::on_unimplemented(
            message = "the shape of this call's result is not known to the compiler",
            note = "enable the feature `ndarray` of bcast-dsl for results whose shape is known only at run time"
        )
    )]
    pub trait NestedIfStatic<S, R> {
        /// The container.
        type Container: Container;
    }
    /// What slices and `Vec`s make together, by rank.
    #[cfg_attr(
        feature = "alloc",
        diagnostic::on_unimplemented(
            message = "slices and `Vec`s make a result of rank 1 only",
            note = "enable the feature `ndarray` of bcast-dsl for results of any rank"
        )
    )]
    pub trait FlatContainer {
        /// The container.
        type Container: Container;
    }
}
impl<S: StaticList, R> NestedIfStatic<S, R> for Yes {
    type Container = NestedOf<S>;
}

/// What tensors make together, by the shape of the result.
#[cfg_attr(
    not(feature = "alloc"),
    diagnostic::on_unimplemented(
        message = "a tensor as a result needs the feature `alloc` of bcast-dsl",
        note = "without an allocator tensors are operands and places: `bcast!(y = ..)`"
    )
)]
pub trait TensorContainer {
    /// The container.
    type Container: Container;
}
/// The scalar itself.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

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

impl StaticContainer<()> for Scalar {
    #[inline(always)]
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
        list: &L,
        expression: &F,
    ) -> R {
        // SAFETY: the caller's promise; a scalar is one element, as the empty shape has.
        unsafe { nest::result::<C, L, F, R, R, W>(list, expression) }
    }
}
