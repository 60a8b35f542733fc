//! Several results: the entries of a tuple, each with kernels, and a place or a container of its own.

use core::marker::PhantomData;

use smallvec::SmallVec;

use super::pass::{Pass, Reductions, ResultSite};
use super::resolve::Site;
use super::run::{Main, Output, Target};
use super::small::evaluate;
use super::{Computed, computed};
use crate::call::container::{Container, Fresh};
use crate::call::dynamic::HoldsTo;
use crate::call::typed_call::{TypedCall, TypingOf};
use crate::exec::{Cheap, Cost, Job, OneThread, Threads};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::entry::{self, OperandInfo, View};
use crate::operand::family::{Flat, Typing};
use crate::operand::list::{List, ListFamily, ListReadsPlaceOf, as_slice};
use crate::operand::place::Writable;
use crate::report::error::BroadcastError;
use crate::shape::axes::NoShape;
use crate::shape::rank::NoRank;
use crate::typed::names::ModeName;

/// Makes the [`Computed`] of a result that goes to a place.
#[inline(always)]
pub fn computed_for<'a, Q, L, F, W>(_place: &Q, cost: W, list: L, expression: F) -> Computed<L, F, W>
where
    Q: Writable<'a>,
    L: List<Types: ListReadsPlaceOf<Q::Old>>,
    F: Fn(L::Elems, Fused) -> Q::Elem,
    W: Cost,
{
    computed(cost, list, expression)
}

impl<L: List, F: Fn(L::Elems, Fused) -> T, T: Copy, W: Cost> Computed<L, F, W> {
    /// The expression with what it reads.
    #[inline(always)]
    pub fn described(&self) -> Described<'_, L, F, W> {
        let Self(reduced) = self;
        let job = Job::new(&reduced.list, &reduced.expression, reduced.cost);
        Described { job, infos: reduced.list.infos() }
    }
}

/// An expression with what it reads.
#[allow(missing_debug_implementations, reason = "a job is a closure")]
pub struct Described<'a, L: List, F, W> {
    job: Job<'a, L, F, W>,
    infos: L::PerEntry<OperandInfo<'a>>,
}

impl<L: List, F: Fn(L::Elems, Fused) -> T, T: Copy, W: Cost> Described<'_, L, F, W> {
    /// The result in a place.
    #[inline(always)]
    pub fn in_place<'a, 'm, Q: Writable<'m, Elem = T>>(
        &'a self,
        place: &'a mut Q,
        threads: impl Threads<L, F, T>,
    ) -> Target<'a>
    where
        L::Types: ListReadsPlaceOf<Q::Old>,
    {
        Target { output: Output::Place(place.info()), main: self.main(threads) }
    }

    /// The result in new memory.
    #[inline(always)]
    pub fn in_new<'a, C: Container>(&'a self, new: &'a mut Fresh<C, T>, threads: impl Threads<L, F, T>) -> Target<'a>
    where
        L::Types: ListReadsPlaceOf<entry::Fresh>,
    {
        Target { output: Output::New(new, size_of::<T>()), main: self.main(threads) }
    }

    #[inline(always)]
    fn main(&self, threads: impl Threads<L, F, T>) -> Main<'_> {
        Main::Expression { infos: as_slice::<L>(&self.infos), work: threads.work(&self.job) }
    }
}

/// A new container for the results of an expression.
#[inline(always)]
pub fn new_for<C: Container, L: List, R: Copy, F: Fn(L::Elems, Fused) -> R, W>(
    _container: PhantomData<C>,
    _expression: &Computed<L, F, W>,
) -> Fresh<C, R> {
    Fresh::new()
}

/// Computes a call into a place for each entry of a tuple, which must have that result's shape.
///
/// # Errors
/// As [`try_evaluate_reduced_into`](super::try_evaluate_reduced_into).
#[inline]
pub fn try_evaluate_into_places<M: ModeName, T, X, Y, A: List>(
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    targets: &mut [Target<'_>],
) -> Result<(), BroadcastError> {
    let infos = all.infos();
    let call = Site { mode: M::MODE, site, types: None, reductions, infos: as_slice::<A>(&infos), passes };
    // SAFETY: a target's kernels read its list and write the elements of its output. A place is borrowed mutably, so that it overlaps neither another
    // nor an operand; in the list it has its own type (`ListReadsPlaceOf`), and the lists of others have a view without elements in its stead.
    unsafe { evaluate(&call, targets) }
}

/// Computes a call into a new container for each entry of a tuple.
///
/// # Errors
/// As [`try_evaluate_reduced`](super::try_evaluate_reduced).
#[inline]
pub fn try_evaluate_unzipped<M: ModeName, T, X, Y, A>(
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    targets: &mut [Target<'_>],
) -> Result<(), BroadcastError>
where
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
{
    let infos = all.infos();
    let types = <TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
    // SAFETY: as in `try_evaluate_into_places`; new memory overlaps nothing.
    unsafe { evaluate(&call, targets) }
}

/// Computes a call that is a value of tuples into a new container for each entry.
///
/// # Errors
/// As [`try_evaluate_reduced`](super::try_evaluate_reduced).
#[inline]
pub fn try_unzip<C: Container, M: ModeName, T, X, Y, A, R: ResultTuple>(
    _container: PhantomData<C>,
    call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    value: View<'_, R, Flat, NoRank>,
) -> Result<R::All<C>, BroadcastError>
where
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
{
    R::unzipped::<C>(value, &mut |targets| {
        // Generated code describes one entry, and all are alike.
        let results: SmallVec<[ResultSite<'_>; 8]> =
            reductions.results.iter().copied().cycle().take(targets.len()).collect();
        try_evaluate_unzipped(call, site, &Reductions { results: &results, ..*reductions }, all, passes, targets)
    })
}

/// Computes several results.
pub type Compute<'a> = dyn FnMut(&mut [Target<'_>]) -> Result<(), BroadcastError> + 'a;

/// A tuple whose entries are results.
#[diagnostic::on_unimplemented(
    message = "`unzip` makes an array for each entry of a tuple, and `{Self}` is no tuple of one to eight `Copy` values",
    label = "the expression gives `{Self}`",
    note = "leave out `unzip`, or let the expression end in a tuple: `bcast!((x.sin(), x.cos()), unzip)`"
)]
pub trait ResultTuple: Copy {
    /// A container of one kind for each entry.
    type All<C: Container>;
    /// Makes the containers, of the entries of a value.
    ///
    /// # Errors
    /// Those of `compute`.
    #[doc(hidden)]
    fn unzipped<C: Container>(
        value: View<'_, Self, Flat, NoRank>,
        compute: &mut Compute<'_>,
    ) -> Result<Self::All<C>, BroadcastError>;
}

macro_rules! tuples {
    ($($(($entry:ident $number:tt))*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($entry: Copy),*> ResultTuple for ($($entry,)*) {
            type All<C: Container> = ($(C::Of<$entry>,)*);

            fn unzipped<C: Container>(
                value: View<'_, Self, Flat, NoRank>,
                compute: &mut Compute<'_>,
            ) -> Result<Self::All<C>, BroadcastError> {
                let entries = ($(computed(Cheap, (value, ()), |(tuple, ()), _| tuple.$number),)*);
                let mut new = ($(new_for(PhantomData::<C>, &entries.$number),)*);
                let described = ($(entries.$number.described(),)*);
                compute(&mut [$(described.$number.in_new(&mut new.$number, OneThread)),*])?;
                Ok(($(new.$number.finish(),)*))
            }
        }
    )*};
}
tuples! {
    (T0 0);
    (T0 0) (T1 1);
    (T0 0) (T1 1) (T2 2);
    (T0 0) (T1 1) (T2 2) (T3 3);
    (T0 0) (T1 1) (T2 2) (T3 3) (T4 4);
    (T0 0) (T1 1) (T2 2) (T3 3) (T4 4) (T5 5);
    (T0 0) (T1 1) (T2 2) (T3 3) (T4 4) (T5 5) (T6 6);
    (T0 0) (T1 1) (T2 2) (T3 3) (T4 4) (T5 5) (T6 6) (T7 7);
}
