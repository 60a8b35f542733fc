//! The container that a call returns, by the kinds of its operands.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::call::container::{Container, NestedOf, Scalar, need_alloc};
use crate::call::strategy::{Dynamic, Static, StrategyIn};
use crate::operand::family::{AllNested, Flat, Mixed, NoArray, Tensors, Untyped};
use crate::operand::options::NoTo;
use crate::shape::axes::{IsStatic, NoShape, StaticList};
use crate::shape::axis::Yes;
use crate::shape::function::type_functions;
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::{Unit, units};
use crate::typed::names::{ModeName, RankOf};

type_functions! {
    /// The result of operands `L` in mode `M` with the target `T`; `X` is `axis` or `axes` as a type.
    ///
    /// Implemented for wrong calls too, so that the result's type stays known; the bounds on [`Made`]'s `Shape` and `Scalar` refuse each
    /// once. A single associated type: the compiler resolves it once per call, and all later bounds are on known types.
    /// `Made`: A [`Made`].
    ResultIn<M, L, T, X> -> (Made: Unit) {
        [M: ModeName<Rule: RankOf<L, T>>, L, T, X] NoArray, M, L, T, X
            => Made<Scalar, Static<NoTo, ()>, (), RankIn<M, L, T>>;
        [M: ModeName<Rule: RankOf<L, T>>, L, T, X] Flat, M, L, T, X
            => UntypedCall<<RankIn<M, L, T> as FlatContainer>::Container, RankIn<M, L, T>>
            where [RankIn<M, L, T>: FlatContainer];
        [M, L, T, X, Others] Mixed<Others>, M, L, T, X => <Others::Made as MadeBy<L::Strategy>>::Made
            where [L: StrategyIn<M, T, X, NoShape>, Others: ResultIn<M, L, T, X, Made: MadeBy<L::Strategy>>];
        [M: ModeName<Rule: RankOf<L, T>>, L, T, X] AllNested, M, L, T, X
            => Made<<L::Shape as NestedContainer<RankIn<M, L, T>>>::Container, L::Strategy, RankIn<M, L, T>, ()>
            where [L: StrategyIn<M, T, X, NoShape>, L::Shape: NestedContainer<RankIn<M, L, T>>];
        [M: ModeName<Rule: RankOf<L, T>>, L, T, X] Tensors, M, L, T, X
            => Made<<L::Shape as TensorContainer>::Container, L::Strategy, RankIn<M, L, T>, ()>
            where [L: StrategyIn<M, T, X, NoShape>, L::Shape: TensorContainer];
    }
}

/// A new container `C` made by `Strategy`, unless the call leaves the decision to the run time. `Shape` must be [`GivesShape`], and
/// `Scalar` [`TakesNoTo`].
#[derive(Debug)]
pub struct Made<C, Strategy, Shape, Scalar>(PhantomData<(C, Strategy, Shape, Scalar)>);
units! { [C, Strategy, Shape, Scalar] Made<C, Strategy, Shape, Scalar> = Self(PhantomData); }

/// The rank of a result.
pub(crate) type RankIn<M, L, T> = <<M as ModeName>::Rule as RankOf<L, T>>::Output;
/// A call without types that makes a `C` of this rank.
pub(crate) type UntypedCall<C, Rank> = Made<C, Dynamic<Untyped>, Rank, ()>;

/// Bound on a call's shape: some operand, or `to`, must give it.
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

/// Bound on `to`: a call without arrays must not have it.
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

type_functions! {
    /// Replaces the strategy of a [`Made`].
    MadeBy<Strategy> -> (Made: Unit) {
        [C, Old, Shape, Scalar, Strategy] Made<C, Old, Shape, Scalar>, Strategy => Made<C, Strategy, Shape, Scalar>;
    }
    /// The container for nested arrays, by the result's shape: a nested array if types give every length.
    NestedContainer<R> -> (Container: Container) {
        [S: IsStatic, R] S, R => <S::Output as NestedIfStatic<S, R>>::Container where [S::Output: NestedIfStatic<S, R>];
    }
}
need_alloc! {
    /// [`NestedContainer`], where `Self` is [`Yes`] if types give every length.
    #[cfg_attr(
        feature = "alloc",
        diagnostic::on_unimplemented(
            message = "the shape of this call's result is not known to the compiler",
            note = "enable the feature `ndarray` of bcast-dsl for results whose shape is known only at run time"
        )
    )]
    pub trait NestedIfStatic<S, R> {
        type Container: Container;
    }
    /// The container for slices and `Vec`s, by rank.
    #[cfg_attr(
        feature = "alloc",
        diagnostic::on_unimplemented(
            message = "slices and `Vec`s make a result of rank 1 only",
            note = "enable the feature `ndarray` of bcast-dsl for results of any rank"
        )
    )]
    pub trait FlatContainer {
        type Container: Container;
    }
}
impl<S: StaticList, R> NestedIfStatic<S, R> for Yes {
    type Container = NestedOf<S>;
}

/// The container for tensors, by the result's shape.
#[cfg_attr(
    not(feature = "alloc"),
    diagnostic::on_unimplemented(
        message = "a tensor as a result needs the feature `alloc` of bcast-dsl",
        note = "without an allocator tensors are operands and places: `bcast!(y = ..)`"
    )
)]
pub trait TensorContainer {
    type Container: Container;
}
