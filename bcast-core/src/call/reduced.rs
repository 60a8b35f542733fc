//! Calls with reductions: values that are computed one after the other, and then the result.
//!
//! The rulebook aligns and joins all arrays of a call (see [`reduction`](crate::rules::reduction)). Each value is a pass over the axes that
//! its own arrays have. Its expression is computed in blocks that fit the caches, by the same kernels and plans as any call, and the blocks
//! are [reduced](crate::exec::reduce). Nothing of the frame's size is allocated but the result.
//!
//! Only kernels are compiled at the call: a value is a [`Pass`], which knows no types.

mod blocks;
pub(crate) mod kind;
pub(crate) mod names;
mod pass;
mod resolve;
mod run;
mod several;

use core::marker::PhantomData;

use smallvec::SmallVec;

pub use self::pass::{EntrySite, Pass, Position, Reductions};
pub use self::several::{Containers, Places, ResultTuple};

use self::kind::Reducing;
use self::pass::{Listed, later};
use self::resolve::Site;
use self::run::{Main, Output, evaluate};
use self::several::{Targets, TuplePart, evaluate_several};
use crate::call::container::{self, Container, Scalar};
use crate::call::dynamic::HoldsTo;
use crate::call::result::{FlatContainer, Made, NestedContainer, TensorContainer};
use crate::call::runtime::as_slice;
use crate::call::typed_call::{TypedCall, TypingInto, TypingOf};
use crate::exec::reduce::{Buffer, Reduce};
use crate::exec::{Block, Character, Copies, Cost, Instructions, Job, Kernel, Mask, Threads};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::entry::{Entry, Fresh, OperandInfo, View};
use crate::operand::family::{AllNested, FamilyShape, Flat, MixFamily, Mixed, Tensors, Typing};
use crate::operand::list::{List, ListFamily, ListReadsPlaceOf};
use crate::operand::place::{OfFamily, PlaceView, Writable};
use crate::report::error::BroadcastError;
use crate::shape::axes::{List as Axes, NoShape};
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::Unit;
use crate::typed::names::ModeName;
use crate::typed::position::AxisAtRunTime;
use crate::typed::reduced::{AtRunTime, RankBeside, ReducedIn};

/// A reduction `O` of an expression over a list.
#[derive(Debug)]
pub struct Reduced<L, F, W, O> {
    list: L,
    expression: F,
    cost: W,
    reduction: PhantomData<O>,
}

/// Makes a [`Reduced`].
#[inline(always)]
pub fn reduced<L: List, T, F: Fn(L::Elems, Fused) -> T, W: Cost, O>(
    _reduction: O,
    cost: W,
    list: L,
    expression: F,
) -> Reduced<L, F, W, O> {
    Reduced { list, expression, cost, reduction: PhantomData }
}

impl<L: List, F: Fn(L::Elems, Fused) -> T, T, W: Cost, O> Kernel for Reduced<L, F, W, O> {
    #[inline]
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        let Self { list, expression, cost, .. } = self;
        // SAFETY: the caller's promise.
        unsafe { Job { list, expression, cost: *cost }.rows(block, mask, instructions) };
    }

    #[inline]
    fn character(&self) -> Character {
        Job { list: &self.list, expression: &self.expression, cost: self.cost }.character()
    }
}

impl<L: List, F: Fn(L::Elems, Fused) -> T, T, W: Cost, O> Listed for Reduced<L, F, W, O> {
    fn list(&self, then: &mut dyn FnMut(&[OperandInfo<'_>])) {
        then(as_slice::<L>(&self.list.infos()));
    }
}

impl<L: List, F: Fn(L::Elems, Fused) -> T, T: Copy, W: Cost, O> Reduced<L, F, W, O> {
    /// The reduction and the type of its elements, which method resolution checks.
    #[inline(always)]
    pub fn kind(&self) -> Reducing<O, T> {
        Reducing(PhantomData)
    }

    /// The value as an operand of later expressions, without its memory.
    #[inline(always)]
    pub fn value(&self) -> View<'_, O::Out, Flat, NoRank>
    where
        O: Reduce<T>,
    {
        later(core::ptr::from_ref(self).cast())
    }

    /// The value without its types.
    #[inline(always)]
    pub fn pass(&self) -> Pass<'_>
    where
        O: Reduce<T>,
        L::Types: ListReadsPlaceOf<Fresh>,
    {
        let (address, functions) = (core::ptr::from_ref(self).cast(), O::functions());
        Pass { address, size: functions.out, kernel: Some(self), functions: Some(functions), is_bare: false }
    }
}

/// The elements of an expression that is computed once.
#[derive(Debug)]
pub struct Computed<L, F, W>(Reduced<L, F, W, ()>);

/// Makes a [`Computed`].
#[inline(always)]
pub fn computed<L: List, T, F: Fn(L::Elems, Fused) -> T, W: Cost>(
    cost: W,
    list: L,
    expression: F,
) -> Computed<L, F, W> {
    Computed(reduced((), cost, list, expression))
}

impl<L: List, F: Fn(L::Elems, Fused) -> T, T: Copy, W: Cost> Computed<L, F, W> {
    /// As [`Reduced::value`].
    #[inline(always)]
    pub fn value(&self) -> View<'_, T, Flat, NoRank> {
        later(core::ptr::from_ref(self).cast())
    }

    /// As [`Reduced::pass`].
    #[inline(always)]
    pub fn pass(&self) -> Pass<'_>
    where
        L::Types: ListReadsPlaceOf<Fresh>,
    {
        let address = core::ptr::from_ref(self).cast();
        Pass { address, size: size_of::<T>(), kernel: Some(&self.0), functions: None, is_bare: false }
    }
}

/// A reduction `O` of an operand alone, which is read where it lies.
#[derive(Debug)]
pub struct Bare<E, O> {
    list: (E, ()),
    copies: Copies,
    reduction: PhantomData<O>,
}

/// Makes a [`Bare`].
#[inline(always)]
pub fn reduced_bare<E: Entry, O>(_reduction: O, list: (E, ())) -> Bare<E, O> {
    Bare { list, copies: Copies { size: size_of::<E::Elem>() }, reduction: PhantomData }
}

impl<E: Entry, O> Kernel for Bare<E, O> {
    #[inline]
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        // SAFETY: the caller's promise; the elements are those of the list's one operand.
        unsafe { self.copies.rows(block, mask, instructions) };
    }

    #[inline]
    fn character(&self) -> Character {
        self.copies.character()
    }
}

impl<E: Entry, O> Listed for Bare<E, O> {
    fn list(&self, then: &mut dyn FnMut(&[OperandInfo<'_>])) {
        then(as_slice::<(E, ())>(&self.list.infos()));
    }
}

impl<E: Entry<Elem: Copy>, O> Bare<E, O> {
    /// As [`Reduced::kind`].
    #[inline(always)]
    pub fn kind(&self) -> Reducing<O, E::Elem> {
        Reducing(PhantomData)
    }

    /// As [`Reduced::value`].
    #[inline(always)]
    pub fn value(&self) -> View<'_, O::Out, Flat, NoRank>
    where
        O: Reduce<E::Elem>,
    {
        later(core::ptr::from_ref(self).cast())
    }

    /// As [`Reduced::pass`].
    #[inline(always)]
    pub fn pass(&self) -> Pass<'_>
    where
        O: Reduce<E::Elem>,
    {
        let (address, functions) = (core::ptr::from_ref(self).cast(), O::functions());
        Pass { address, size: functions.out, kernel: Some(self), functions: Some(functions), is_bare: true }
    }
}

/// The elements of a place in a reduction, which reads them before any is written.
#[inline(always)]
pub fn place_value<T, Family, D>(place: &PlaceView<'_, T, Family, D>) -> View<'static, T, Flat, NoRank> {
    later(place.ptr.cast_const().cast())
}

/// The container of a result of the shape `Self`, which is a list, of operands of the family `Family`.
pub trait ContainerOf<Family> {
    type Container: Container;
}
impl<Family> ContainerOf<Family> for () {
    type Container = Scalar;
}
impl<Family: OfShape<(A, Rest)>, A, Rest> ContainerOf<Family> for (A, Rest) {
    type Container = Family::Container;
}
/// [`ContainerOf`] for shapes with axes.
pub trait OfShape<S> {
    type Container: Container;
}
impl<S: Axes> OfShape<S> for Flat
where
    Rank<S::Rank>: FlatContainer,
{
    type Container = <Rank<S::Rank> as FlatContainer>::Container;
}
impl<S: Axes + NestedContainer<Rank<S::Rank>>> OfShape<S> for AllNested {
    type Container = <S as NestedContainer<Rank<S::Rank>>>::Container;
}
impl<S: TensorContainer> OfShape<S> for Tensors {
    type Container = S::Container;
}
impl<S, Others: OfShape<S>> OfShape<S> for Mixed<Others> {
    type Container = Others::Container;
}

#[allow(clippy::type_complexity, reason = "the return types are computed from the call's")]
impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// The container of a call whose reductions take the axes `Taken`, with what stands outside them.
    #[inline(always)]
    pub fn reduced<L, Out, Taken>(
        self,
        _: &L,
        _: Out,
        _: PhantomData<Taken>,
    ) -> PhantomData<
        <<L::Types as ReducedIn<M, T, X, Out, Taken>>::Shape as ContainerOf<<L::Types as ListFamily>::Output>>::Container,
    >
    where
        L: List<Types: ListFamily + ReducedIn<M, T, X, Out, Taken, Shape: ContainerOf<<L::Types as ListFamily>::Output>>>,
    {
        PhantomData
    }

    /// The check whether types know the rank of a result beside axes that only the run time knows.
    #[inline(always)]
    pub fn beside<L, Out>(
        self,
        _: &L,
        _: Out,
    ) -> RankBeside<AxisAtRunTime, <L::Types as ReducedIn<M, T, X, Out, AtRunTime>>::Shape>
    where
        L: List<Types: ReducedIn<M, T, X, Out, AtRunTime>>,
    {
        Unit::UNIT
    }
}
/// The container of a call that keeps all axes: that of the same call without reductions.
#[inline(always)]
pub fn container_of<C, Strategy, Shape, Scalar>(_: &Made<C, Strategy, Shape, Scalar>) -> PhantomData<C> {
    PhantomData
}
/// The container of a result without an axis.
pub const NUMBER: PhantomData<Scalar> = PhantomData;

/// Computes a call with reductions into a new container.
///
/// # Errors
/// If the operands do not broadcast, a reduction has no such axis or no value, or the shapes stated in a `where` clause are not the real
/// ones.
#[allow(clippy::too_many_arguments, reason = "generated code calls it")]
#[inline]
pub fn try_evaluate_reduced<C, M, T, X, Y, A, L, F, R, W, H>(
    _container: PhantomData<C>,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    cost: W,
    threads: H,
    list: L,
    expression: F,
) -> Result<C::Of<R>, BroadcastError>
where
    C: Container,
    M: ModeName,
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    F: Fn(L::Elems, Fused) -> R,
    R: Copy,
    W: Cost,
    H: Threads<L, F, W, R>,
{
    let (infos, read) = (all.infos(), list.infos());
    let mut fresh = container::Fresh::<C, R>(C::pending());
    let job = Job { list: &list, expression: &expression, cost };
    let types = <TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes, places: &[] };
    let main = Main::Expression { infos: as_slice::<L>(&read), work: threads.work(&job) };
    // SAFETY: `main` reads `list` and writes elements of this size.
    unsafe { evaluate(&call, Output::New(&mut fresh, size_of::<R>()), main)? };
    // SAFETY: `evaluate` has allocated and written every element.
    Ok(unsafe { C::finish(fresh.0) })
}

/// Computes a call that is its last value, and nothing else, into a new container; the view is that value's.
///
/// # Errors
/// As [`try_evaluate_reduced`].
#[inline]
pub fn try_evaluate_value<C, M, T, X, Y, A, R>(
    _container: PhantomData<C>,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    value: View<'_, R, Flat, NoRank>,
) -> Result<C::Of<R>, BroadcastError>
where
    C: Container,
    M: ModeName,
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
    R: Copy,
{
    let (infos, list) = (all.infos(), (value, ()));
    let read = list.infos();
    let mut fresh = container::Fresh::<C, R>(C::pending());
    let types = <TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes, places: &[] };
    let main = Main::Value { infos: as_slice::<(View<'_, R, Flat, NoRank>, ())>(&read) };
    // SAFETY: `main` is of elements of this size.
    unsafe { evaluate(&call, Output::New(&mut fresh, size_of::<R>()), main)? };
    // SAFETY: `evaluate` has allocated and written every element.
    Ok(unsafe { C::finish(fresh.0) })
}

/// The lengths in the type of a place.
type PlaceLengths<Q> = <<Q as OfFamily>::Family as FamilyShape>::Lengths<<Q as OfFamily>::Rank>;

/// Computes a call with reductions into existing memory, which must have the result's shape; a result that keeps all axes stretches to it as
/// that of any call does.
///
/// # Errors
/// As [`try_evaluate_reduced`], and if the result does not fit the place.
#[allow(clippy::too_many_arguments, reason = "generated code calls it")]
#[inline]
pub fn try_evaluate_reduced_into<'a, Q, M, T, X, Y, A, L, F, W, H>(
    place: Q,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    cost: W,
    threads: H,
    list: L,
    expression: F,
) -> Result<(), BroadcastError>
where
    Q: Writable<'a> + OfFamily<Family: FamilyShape> + 'a,
    M: ModeName,
    A: List<Types: ListReadsPlaceOf<Q::Elem> + ListFamily>,
    Q::Family: MixFamily<<A::Types as ListFamily>::Output, Output: Typing<Typing: HoldsTo<A, PlaceLengths<Q>>>>,
    L: List<Types: ListReadsPlaceOf<Q::Elem>>,
    F: Fn(L::Elems, Fused) -> Q::Elem,
    W: Cost,
    H: Threads<L, F, W, Q::Elem>,
{
    let (infos, view, read) = (all.infos(), place.view(), list.infos());
    let job = Job { list: &list, expression: &expression, cost };
    let types = <TypingInto<A::Types, Q::Family> as HoldsTo<A, PlaceLengths<Q>>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes, places: &[] };
    let main = Main::Expression { infos: as_slice::<L>(&read), work: threads.work(&job) };
    // SAFETY: `main` reads `list` and writes elements of the place, which are writable and reached by one index only; in the list it has its own
    // type (`ListReadsPlaceOf`), and it overlaps no operand.
    unsafe { evaluate(&call, Output::Place(&view.info()), main) }
}

/// Computes a call whose expression gives tuples, into a new container for each entry.
///
/// # Errors
/// As [`try_evaluate_reduced`].
#[allow(clippy::too_many_arguments, reason = "generated code calls it")]
#[inline]
pub fn try_evaluate_unzipped<Cs, M, T, X, Y, A, L, F, R, W, H>(
    _containers: Cs,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    cost: W,
    threads: H,
    list: L,
    expression: F,
) -> Result<Cs::Of, BroadcastError>
where
    Cs: Containers<R>,
    M: ModeName,
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    F: Fn(L::Elems, Fused) -> R,
    R: ResultTuple,
    W: Cost,
    H: Threads<L, F, W, R>,
{
    let (infos, read) = (all.infos(), list.infos());
    let job = Job { list: &list, expression: &expression, cost };
    let types = <TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes, places: &[] };
    let main = Main::Expression { infos: as_slice::<L>(&read), work: threads.work(&job) };
    // SAFETY: `main` reads `list` and writes tuples with these parts, and `Containers` gives an output for each. `evaluate_several` allocates and
    // writes them.
    unsafe { Cs::made(&mut |outputs| evaluate_several(&call, outputs, tuple::<R>(), main)) }
}

/// Computes a call whose expression gives tuples, into a place for each entry, which must have that result's shape.
///
/// # Errors
/// As [`try_evaluate_reduced`], and if a result does not fit its place.
#[allow(clippy::too_many_arguments, reason = "generated code calls it")]
#[inline]
pub fn try_evaluate_into_places<P, M, T, X, Y, A, L, F, W, H>(
    places: P,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    cost: W,
    threads: H,
    list: L,
    expression: F,
) -> Result<(), BroadcastError>
where
    P: Places,
    M: ModeName,
    A: List,
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    F: Fn(L::Elems, Fused) -> P::Elems,
    W: Cost,
    H: Threads<L, F, W, P::Elems>,
{
    let (infos, read, places) = (all.infos(), list.infos(), places.infos());
    let job = Job { list: &list, expression: &expression, cost };
    let (mode, infos) = (M::MODE, as_slice::<A>(&infos));
    let call = Site { mode, site, types: None, reductions, infos, passes, places: &places };
    let main = Main::Expression { infos: as_slice::<L>(&read), work: threads.work(&job) };
    let mut outputs: SmallVec<[Output<'_>; 4]> = places.iter().map(Output::Place).collect();
    // SAFETY: `main` reads `list` and writes tuples of the places' elements, and each place is borrowed mutably (`Places`). The list reads none of
    // them: it has views without elements, in whose stead `evaluate_several` reads the old elements of a block before it writes that.
    unsafe { evaluate_several(&call, Targets(&mut outputs), tuple::<P::Elems>(), main) }
}

/// The parts and the size of a tuple that is computed in blocks.
fn tuple<R: ResultTuple>() -> (&'static [TuplePart], usize) {
    const { assert!(align_of::<R>() <= Buffer::ALIGN, "the elements of a tuple are aligned to at most a cache line") };
    (R::PARTS, size_of::<R>())
}
