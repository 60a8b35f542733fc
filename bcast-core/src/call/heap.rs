//! Types that need an allocator: `Vec`s as operands, places, options and results, and tensors as results.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::call::container::{Container, StaticContainer};
use crate::call::result::{FlatContainer, TensorContainer};
use crate::exec::static_nest::{self as nest, StaticCall};
use crate::exec::{Cost, hugepages};
use crate::math::fused::Fused;
use crate::operand::entry::{AsOperand, View};
use crate::operand::family::Flat;
use crate::operand::list::List;
use crate::operand::options::{IntoInt, IntoInts, Ints};
use crate::operand::place::{AsPlace, PlaceView};
use crate::operand::temporary::Owner;
use crate::shape::axes::{List as Axes, Shape, StaticShape};
use crate::shape::function::type_functions;
use crate::shape::rank::{Ix1, IxDyn, NoRank, Rank};
use crate::tensor::Tensor;

impl<T> AsOperand for Vec<T> {
    type Elem = T;
    type Family = Flat;
    type Rank = Ix1;
    #[inline]
    fn view(&self) -> View<'_, T, Flat, Ix1> {
        self.as_slice().view()
    }
}

impl<T> Owner for Vec<T> {}

#[diagnostic::do_not_recommend]
impl<T> AsPlace for Vec<T> {
    type Elem = T;
    type Family = Flat;
    type Rank = Ix1;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, T, Flat, Ix1> {
        self.as_mut_slice().place()
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoInt> IntoInts for Vec<T> {
    type Rank = Rank<IxDyn>;
    #[inline]
    fn __bcast_to_ints(&self) -> Ints {
        self.as_slice().__bcast_to_ints()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FlatVec;

// SAFETY: `allocate` reserves room for every element.
unsafe impl Container for FlatVec {
    type Of<T> = Vec<T>;
    type Pending<T> = (Vec<T>, usize);
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> (Vec<T>, usize) {
        (Vec::new(), 0)
    }

    fn allocate<T: Copy>((elements, count): &mut (Vec<T>, usize), shape: &[usize], _: &[isize]) -> *mut T {
        *count = shape.iter().product();
        elements.reserve_exact(*count);
        elements.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>((mut elements, count): (Vec<T>, usize)) -> Vec<T> {
        // SAFETY: `allocate` has reserved `count` elements, and the caller has written all of them.
        unsafe { elements.set_len(count) };
        elements
    }
}

type_functions! {
    impl FlatContainer -> Container {
        [] Rank<Ix1> => FlatVec;
        [] NoRank => FlatVec;
    }
}

#[derive(Clone, Copy, Debug)]
pub struct TensorOf<S>(PhantomData<S>);

/// A tensor whose elements are not written yet.
pub struct PendingTensor<T, S: Shape> {
    elements: Vec<T>,
    lengths: S::Lengths,
}

// SAFETY: `allocate` reserves as many elements as `shape` holds.
unsafe impl<S: Shape> Container for TensorOf<S> {
    type Of<T> = Tensor<T, S>;
    type Pending<T> = PendingTensor<T, S>;
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> PendingTensor<T, S> {
        PendingTensor { elements: Vec::new(), lengths: S::Lengths::default() }
    }

    fn allocate<T: Copy>(pending: &mut PendingTensor<T, S>, shape: &[usize], _: &[isize]) -> *mut T {
        // `finish` relies on this check: each length in the type is the resolved one.
        let agrees =
            shape.iter().zip(S::AXES).all(|(&length, stated)| stated.known().is_none_or(|known| known == length));
        assert!(shape.len() == S::RANK && agrees, "the resolved shape is the one that the types say");
        pending.lengths.as_mut().copy_from_slice(shape);
        pending.elements.reserve_exact(shape.iter().product());
        pending.elements.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>(mut pending: PendingTensor<T, S>) -> Tensor<T, S> {
        let count = pending.lengths.as_ref().iter().product();
        // SAFETY: `allocate` has reserved these elements and checked that the lengths agree with the type, and the caller has written all
        // elements.
        unsafe {
            pending.elements.set_len(count);
            Tensor::from_parts_unchecked(pending.lengths, pending.elements)
        }
    }
}

impl<S: StaticShape> StaticContainer<S::List> for TensorOf<S> {
    #[inline(always)]
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
        list: &L,
        expression: &F,
    ) -> Tensor<R, S> {
        let mut elements = reserved::<R>(S::COUNT);
        // SAFETY: the caller's promise, for `COUNT` elements, which are reserved and then all written.
        unsafe {
            nest::run::<C, L, F, R, W>(list, expression, elements.as_mut_ptr().cast());
            elements.set_len(S::COUNT);
            Tensor::known_unchecked(elements)
        }
    }
}

/// Reserves memory. Generic over the element type alone, so that unoptimised builds share it between calls.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn reserved<R>(count: usize) -> Vec<R> {
    let mut elements = Vec::<R>::with_capacity(count);
    hugepages::advise(elements.as_mut_ptr().cast(), count * size_of::<R>());
    elements
}

type_functions! {
    impl TensorContainer -> Container {
        [] () => TensorOf<()>;
        [L, R] (L, R) => TensorOf<<Self as Axes>::Tuple> where [Self: Axes<Tuple: Shape>];
    }
}
