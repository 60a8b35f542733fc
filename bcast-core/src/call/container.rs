//! Containers that a call can make.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::exec::Cost;
use crate::exec::static_nest::{self as nest, StaticCall};
use crate::math::fused::Fused;
use crate::operand::list::List;
use crate::shape::axes::{Dense, StaticList};

/// Traits that only builds with an allocator implement for run-time shapes. Without one, `on_unimplemented` refuses the call.
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

/// A container that a call can make.
/// # Safety
/// `allocate` must return memory for as many elements as `shape` holds, valid until `pending` is moved.
pub unsafe trait Container {
    type Of<T>;
    /// The container before its elements are written; dropping it drops no element.
    type Pending<T>;
    /// True if the axes of a result may lie in any order.
    const ANY_ORDER: bool;
    fn pending<T: Copy>() -> Self::Pending<T>;
    /// False if the type has another rank.
    fn takes_rank(_rank: usize) -> bool {
        true
    }
    /// Allocates for `shape`, whose element count fits `isize`. The strides are those of memory without gaps in some order of the axes; none
    /// stand for C order.
    fn allocate<T: Copy>(pending: &mut Self::Pending<T>, shape: &[usize], strides: &[isize]) -> *mut T;
    /// # Safety
    /// Memory must have been allocated and every element written.
    unsafe fn finish<T: Copy>(pending: Self::Pending<T>) -> Self::Of<T>;
}

/// A new container for the result of a call. Memory is allocated through `dyn Allocate`, so that the code around it is compiled once for all
/// containers.
#[allow(missing_debug_implementations, reason = "its elements are not written yet")]
pub struct Fresh<C: Container, R> {
    pub(crate) pending: C::Pending<R>,
    is_written: bool,
}

impl<C: Container, R: Copy> Fresh<C, R> {
    /// A container without memory.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Fresh { pending: C::pending(), is_written: false }
    }

    /// The container. Compiled for each type and not for each call.
    ///
    /// # Panics
    /// If no call has written its elements.
    #[inline(never)]
    pub fn finish(self) -> C::Of<R> {
        assert!(self.is_written, "a call has written the container");
        // SAFETY: `written` was called after the memory had been allocated and every element written.
        unsafe { C::finish(self.pending) }
    }
}

pub(crate) trait Allocate {
    /// See [`Container::takes_rank`].
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "reductions need an allocator"))]
    fn takes_rank(&self, rank: usize) -> bool;
    /// See [`Container::ANY_ORDER`].
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "reductions need an allocator"))]
    fn takes_any_order(&self) -> bool;
    /// Memory for as many elements as `shape` holds, valid until `self` is moved; see [`Container::allocate`].
    fn allocate(&mut self, shape: &[usize], strides: &[isize]) -> *mut u8;
    /// Notes that the elements are there.
    ///
    /// # Safety
    /// Memory must have been allocated and every element written.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "reductions need an allocator"))]
    unsafe fn written(&mut self);
}

impl<C: Container, R: Copy> Allocate for Fresh<C, R> {
    fn takes_rank(&self, rank: usize) -> bool {
        C::takes_rank(rank)
    }

    fn takes_any_order(&self) -> bool {
        C::ANY_ORDER
    }

    fn allocate(&mut self, shape: &[usize], strides: &[isize]) -> *mut u8 {
        self.is_written = false;
        C::allocate(&mut self.pending, shape, strides).cast()
    }

    unsafe fn written(&mut self) {
        self.is_written = true;
    }
}

/// A nested array of the static shape `S`, a list.
#[derive(Clone, Copy, Debug)]
pub struct NestedOf<S>(PhantomData<S>);
/// The scalar itself, which has no axes.
pub type Scalar = NestedOf<()>;

/// A container of the static shape `S`, a list, which needs no run-time information.
pub trait StaticContainer<S>: Container {
    /// # Safety
    /// As for [`nest::run`] with an output of the shape `S`; no operand is the place, since there is none.
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
        list: &L,
        expression: &F,
    ) -> Self::Of<R>;
}

// SAFETY: `allocate` asserts that the array's shape and size are those of `shape`.
unsafe impl<S: StaticList> Container for NestedOf<S> {
    type Of<T> = S::Array<T>;
    type Pending<T> = MaybeUninit<S::Array<T>>;
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> MaybeUninit<S::Array<T>> {
        MaybeUninit::uninit()
    }

    fn allocate<T: Copy>(pending: &mut MaybeUninit<S::Array<T>>, shape: &[usize], _: &[isize]) -> *mut T {
        assert_eq!(shape, Dense::<S>::SHAPE, "the resolved shape is the one that the types say");
        assert_eq!(shape.iter().product::<usize>() * size_of::<T>(), size_of::<S::Array<T>>());
        pending.as_mut_ptr().cast()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>(pending: MaybeUninit<S::Array<T>>) -> S::Array<T> {
        // SAFETY: the caller's promise.
        unsafe { pending.assume_init() }
    }
}

impl<S: StaticList> StaticContainer<S> for NestedOf<S> {
    #[inline(always)]
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
        list: &L,
        expression: &F,
    ) -> S::Array<R> {
        // SAFETY: the caller's promise; a nested array's elements are contiguous, as many as its shape has (`StaticList::Array`).
        unsafe { nest::result::<C, L, F, R, S::Array<R>, W>(list, expression) }
    }
}
