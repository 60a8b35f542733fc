//! Calls with reductions: values that are computed one after the other, and then the result.
//!
//! The rulebook aligns and joins all arrays of a call (see [`reduction`](crate::rules::reduction)). Each value is a pass over the axes that
//! its own arrays have. Its expression is computed in blocks that fit the caches, by the same kernels and plans as any call, and the blocks
//! are [reduced](crate::exec::reduce). Nothing of the frame's size is allocated but the result.
//!
//! Only kernels are compiled at the call: a value is a [`Pass`], which knows no types.

mod blocks;
mod copies;
#[cfg(feature = "rayon")]
mod divided;
mod few;
pub(crate) mod kind;
mod limits;
pub(crate) mod names;
pub(crate) mod number;
mod pass;
mod resolve;
mod results;
mod rows;
mod run;
mod several;
mod small;
#[cfg(feature = "rayon")]
mod threads;

use core::marker::PhantomData;

pub use self::pass::{Pass, Position, Reductions, ResultSite};
pub use self::several::{
    ResultTuple, computed_for, new_for, try_evaluate_into_places, try_evaluate_unzipped, try_unzip,
};

use self::few::few;
use self::kind::{Reducing, Unzipping};
use self::limits::limit;
use self::pass::{Listed, later};
use self::resolve::Site;
use self::run::{Main, Output, Target};
use self::small::evaluate;
use crate::call::container::{self, Container, Scalar};
use crate::call::dynamic::HoldsTo;
use crate::call::result::{FlatContainer, Made, NestedContainer, TensorContainer};
use crate::call::typed_call::{TypedCall, TypingInto, TypingOf};
use crate::exec::reduce::{Buffer, Reduction};
use crate::exec::{Block, Character, Copies, Cost, Instructions, Job, Kernel, Mask, Threads};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::entry::{Entry, Fresh, OperandInfo, OperandKind, View};
use crate::operand::family::{AllNested, FamilyShape, Flat, MixFamily, Mixed, NoArray, OfReduction, Tensors, Typing};
use crate::operand::list::{FirstVote, List, ListFamily, ListReadsPlaceOf, as_slice};
use crate::operand::place::{OfFamily, PlaceView, Writable};
use crate::plan::nest::product;
use crate::report::error::BroadcastError;
use crate::shape::axes::{List as Axes, NoShape, OfRank, Resolved};
use crate::shape::function::type_functions;
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::Unit;
use crate::typed::in_frame::AsksAxis;
use crate::typed::names::ModeName;
use crate::typed::output::OutcomeIn;
use crate::typed::position::AxisAtRunTime;
use crate::typed::reduced::{BesideA, Occurrence, RankBeside, ReducedIn};

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
        unsafe { Job::new(list, expression, *cost).rows(block, mask, instructions) };
    }

    #[inline]
    fn character(&self) -> Character {
        Job::new(&self.list, &self.expression, self.cost).character()
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
    pub fn value(&self) -> View<'_, O::Out, OfReduction, NoRank>
    where
        O: Reduction<T>,
    {
        later(core::ptr::from_ref(self).cast())
    }

    /// The value without its types.
    #[inline(always)]
    pub fn pass<H>(&self, _threads: H) -> Pass<'_>
    where
        O: Reduction<T>,
        L::Types: ListReadsPlaceOf<Fresh>,
        H: Threads<L, F, T>,
    {
        let functions = O::functions();
        Pass { is_shared: H::ARE_SEVERAL, ..Pass::new(self, functions.out, Some(functions)) }
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
    /// The type of its elements, of which method resolution checks that they are tuples.
    #[inline(always)]
    pub fn tuples(&self) -> Unzipping<T> {
        Unzipping(PhantomData)
    }

    /// As [`Reduced::value`].
    #[inline(always)]
    pub fn value(&self) -> View<'_, T, Flat, NoRank> {
        later(core::ptr::from_ref(&self.0).cast())
    }

    /// As [`Reduced::pass`].
    #[inline(always)]
    pub fn pass<H>(&self, _threads: H) -> Pass<'_>
    where
        L::Types: ListReadsPlaceOf<Fresh>,
        H: Threads<L, F, T>,
    {
        const { assert!(align_of::<T>() <= Buffer::ALIGN, "an element is aligned to at most a cache line") };
        Pass { is_shared: H::ARE_SEVERAL, ..Pass::new(&self.0, size_of::<T>(), None) }
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
    pub fn value(&self) -> View<'_, O::Out, OfReduction, NoRank>
    where
        O: Reduction<E::Elem>,
    {
        later(core::ptr::from_ref(self).cast())
    }

    /// As [`Reduced::pass`].
    #[inline(always)]
    pub fn pass<H>(&self, _threads: H) -> Pass<'_>
    where
        O: Reduction<E::Elem>,
        H: Threads<(E, ()), (), E::Elem>,
    {
        let functions = O::functions();
        Pass { is_bare: true, is_shared: H::ARE_SEVERAL, ..Pass::new(self, functions.out, Some(functions)) }
    }
}

/// True if the elements of a value that reads these operands only have at most half as many positions as an operand, so many that computing them
/// once pays. With `by_mode`, no operand has an alignment of its own, so that those of one shape lie on the same axes.
#[inline]
pub fn shares<L: List>(list: &L, values: &[&[usize]], by_mode: bool) -> bool {
    are_few(as_slice::<L>(&list.infos()), values, by_mode, 0)
}

/// As [`shares`], for parts of an expression: false if an operand of each value has the highest rank, which is constant in most calls, so that
/// no loop over values is compiled. With `in_rows`, kernels go [down](crate::exec) rows of fewer than 512 elements faster.
#[inline(always)]
pub fn shares_parts<L: List>(list: &L, values: &[&[usize]], by_mode: bool, in_rows: bool) -> bool {
    let infos = list.infos();
    let infos = as_slice::<L>(&infos);
    let mut highest = 0;
    for info in infos {
        highest = Ord::max(highest, info.shape.len());
    }
    let is_lower = |operands: &&[usize]| operands.iter().all(|&operand| infos[operand].shape.len() < highest);
    let go_down = in_rows && values.iter().all(is_lower);
    values.iter().any(is_lower) && are_few(infos, values, by_mode, if go_down { 512 } else { 0 })
}

/// True if one of these values, which read these operands, has at least so many elements, and at most half as many as an operand.
fn are_few(infos: &[OperandInfo<'_>], values: &[&[usize]], by_mode: bool, least: usize) -> bool {
    /// Fewer elements are computed in less time than values take.
    const LEAST: usize = 8192;
    let count = |operand: &OperandInfo<'_>| match operand.kind {
        OperandKind::Array => product(operand.shape),
        OperandKind::Constant => 1,
        // Its shape is not known here.
        OperandKind::Place => usize::MAX,
    };
    let arrays = || infos.iter().filter(|info| info.kind == OperandKind::Array);
    let most = arrays().map(count).max().unwrap_or(0);
    let is_rare = |operands: &&[usize]| {
        let lies_alike = |number: usize| {
            let OperandInfo { kind, shape, .. } = infos[operands[number]];
            by_mode
                && kind == OperandKind::Array
                && operands[..number].iter().any(|&before| infos[before].shape == shape)
        };
        let counts =
            (0..operands.len()).filter(|&number| !lies_alike(number)).map(|number| count(&infos[operands[number]]));
        let all = counts.fold(1, usize::saturating_mul);
        (least..=most / 2).contains(&all) && operands.iter().any(|&operand| infos[operand].kind == OperandKind::Array)
    };
    most >= limit(LEAST) && values.iter().any(is_rare)
}

/// The elements of a place in a reduction or another result, which read them before they are written, or in a copy.
#[inline(always)]
pub fn place_value<T, Family, D>(place: &PlaceView<'_, T, Family, D>) -> View<'static, T, Flat, NoRank> {
    const { assert!(align_of::<T>() <= Buffer::ALIGN, "an element is aligned to at most a cache line") };
    later(place.ptr.cast_const().cast())
}

type_functions! {
    /// The container of a result of the shape `Self`, which is a list, of operands of the family `Family`.
    ContainerOf<Family> -> (Container: Container) {
        [Family] (), Family => Scalar;
        [Family: OfShape<(A, Rest)>, A, Rest] (A, Rest), Family => Family::Container;
    }
    /// [`ContainerOf`] for shapes with axes.
    #[diagnostic::on_unimplemented(
        message = "no array of this call says in what its result is held",
        note = "enable the feature `ndarray` of bcast-dsl for the results of calls without arrays, or write into a place"
    )]
    OfShape<S> -> (Container: Container) {
        [S: Axes] Flat, S => <Rank<S::Rank> as FlatContainer>::Container where [Rank<S::Rank>: FlatContainer];
        [S: Axes + NestedContainer<Rank<S::Rank>>] AllNested, S => <S as NestedContainer<Rank<S::Rank>>>::Container;
        [S: TensorContainer] Tensors, S => S::Container;
        [S, Others: OfShape<S>] Mixed<Others>, S => Others::Container;
    }
}

/// The frame of a call of the operands `L`.
type FrameIn<L, M, T, X> = <<L as List>::Types as OutcomeIn<M, T, X, NoShape>>::Frame;

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

    /// The check that the frame has the axis `K`, a literal.
    #[inline(always)]
    pub fn axis_in_frame<K, L>(self, _: &L) -> <FrameIn<L, M, T, X> as AsksAxis<K>>::Check
    where
        L: List<Types: OutcomeIn<M, T, X, NoShape, Frame: AsksAxis<K>>>,
    {
        Unit::UNIT
    }

    /// The shape of the result of such a call.
    #[inline(always)]
    pub fn reduced_shape<L, Out, Taken>(
        self,
        _: &L,
        _: Out,
        _: PhantomData<Taken>,
    ) -> PhantomData<<L::Types as ReducedIn<M, T, X, Out, Taken>>::Shape>
    where
        L: List<Types: ReducedIn<M, T, X, Out, Taken>>,
    {
        PhantomData
    }

    /// The check whether types know the rank of a result beside axes that only the run time knows; `Taken` is
    /// [`AtRunTime`](crate::typed::reduced::AtRunTime) or [`IfKnown`](crate::typed::reduced::IfKnown).
    #[inline(always)]
    pub fn beside<L, Out, Taken>(
        self,
        _: &L,
        _: Out,
        _: PhantomData<Taken>,
    ) -> RankBeside<AxisAtRunTime, <L::Types as ReducedIn<M, T, X, Out, Taken>>::Shape>
    where
        L: List<Types: ReducedIn<M, T, X, Out, Taken>>,
    {
        Unit::UNIT
    }

    /// An occurrence of an operand in a mode whose frame is the shape of one array, beside those that may be that array before it.
    #[inline(always)]
    pub fn occurrence<E: Entry, B, Axes>(
        self,
        _: &E,
        _: &B,
    ) -> Occurrence<<<B::Types as FirstVote>::Output as BesideA<E::Type, X>>::Operand, Axes>
    where
        B: List<Types: FirstVote<Output: BesideA<E::Type, X>>>,
    {
        Occurrence(PhantomData)
    }
}
/// The container of a call that keeps all axes: that of the same call without reductions, or without arrays that of `to`.
#[inline(always)]
pub fn container_of<C, Strategy, Shape, Scalar: OrTarget<C>>(
    _: &Made<C, Strategy, Shape, Scalar>,
) -> PhantomData<Scalar::Container> {
    PhantomData
}

type_functions! {
    /// The container `C`, or that of a target in a call without arrays, whose rank `Self` then is.
    OrTarget<C> -> (Container: Container) {
        [C: Container] (), C => C;
        [C: Container] NoRank, C => C;
        [C, D] Rank<D>, C => <<OfRank<D> as Resolved>::List as ContainerOf<NoArray>>::Container
            where [OfRank<D>: Resolved<List: ContainerOf<NoArray>>];
    }
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
    H: Threads<L, F, R>,
{
    let (infos, read) = (all.infos(), list.infos());
    let job = Job::new(&list, &expression, cost);
    let types = <TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
    let main = Main::Expression { infos: as_slice::<L>(&read), work: threads.work(&job) };
    // SAFETY: `main` reads `list` and writes elements `R`.
    unsafe { made::<C, R>(&call, main) }
}

/// Computes a call into a new container.
///
/// # Safety
/// The kernels of `main` must read its list and write elements `R`, or the value that it reads must have such elements.
#[inline]
unsafe fn made<C: Container, R: Copy>(call: &Site<'_>, main: Main<'_>) -> Result<C::Of<R>, BroadcastError> {
    let mut fresh = container::Fresh::<C, R>::new();
    // SAFETY: the caller's promise; new memory overlaps nothing.
    unsafe { evaluate(call, &mut [Target { output: Output::New(&mut fresh, size_of::<R>()), main }])? };
    Ok(fresh.finish())
}

/// Computes a call that is its last value, and nothing else, into a new container; the view is that value's.
///
/// # Errors
/// As [`try_evaluate_reduced`].
#[inline(always)]
pub fn try_evaluate_value<C, M, T, X, Y, A, R>(
    _container: PhantomData<C>,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    value: View<'_, R, OfReduction, NoRank>,
) -> Result<C::Of<R>, BroadcastError>
where
    C: Container,
    M: ModeName,
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
    R: Copy,
{
    let (infos, list) = (all.infos(), (value, ()));
    let read = list.infos();
    let types = <TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES;
    {
        // Infos of their own, which are not in memory: nothing but this check reads them.
        let (infos, value) = (all.infos(), list.0.info());
        let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
        let mut fresh = container::Fresh::<C, R>::new();
        // SAFETY: the view has elements `R`.
        if unsafe { few(&call, &mut Output::New(&mut fresh, size_of::<R>()), &value) } {
            return Ok(fresh.finish());
        }
    }
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
    let main = Main::Value { infos: as_slice::<(View<'_, R, OfReduction, NoRank>, ())>(&read) };
    // SAFETY: `evaluate` checks that the value has elements of the size of `R`, which are those of the view.
    unsafe { made::<C, R>(&call, main) }
}

/// Computes a call that is its last value, and nothing else, into existing memory; the view is that value's.
///
/// # Errors
/// As [`try_evaluate_reduced_into`].
#[inline(always)]
pub fn try_evaluate_value_into<'a, Q, M, T, X, Y, A>(
    place: Q,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &[Pass<'_>],
    value: View<'_, Q::Elem, OfReduction, NoRank>,
) -> Result<(), BroadcastError>
where
    Q: Writable<'a> + OfFamily<Family: FamilyShape> + 'a,
    M: ModeName,
    A: List<Types: ListReadsPlaceOf<Q::Old> + ListFamily>,
    Q::Family: MixFamily<<A::Types as ListFamily>::Output, Output: Typing<Typing: HoldsTo<A, PlaceLengths<Q>>>>,
{
    let (infos, view, list) = (all.infos(), place.view(), (value, ()));
    let read = list.infos();
    let types = <TypingInto<A::Types, Q::Family> as HoldsTo<A, PlaceLengths<Q>>>::TYPES;
    {
        let (infos, value) = (all.infos(), list.0.info());
        let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
        // SAFETY: as below.
        if unsafe { few(&call, &mut Output::Place(view.info()), &value) } {
            return Ok(());
        }
    }
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
    let main = Main::Value { infos: as_slice::<(View<'_, Q::Elem, OfReduction, NoRank>, ())>(&read) };
    // SAFETY: the value has elements of the place, which are writable and reached by one index only, and it overlaps no operand.
    unsafe { evaluate(&call, &mut [Target { output: Output::Place(view.info()), main }]) }
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
    A: List<Types: ListReadsPlaceOf<Q::Old> + ListFamily>,
    Q::Family: MixFamily<<A::Types as ListFamily>::Output, Output: Typing<Typing: HoldsTo<A, PlaceLengths<Q>>>>,
    L: List<Types: ListReadsPlaceOf<Q::Old>>,
    F: Fn(L::Elems, Fused) -> Q::Elem,
    W: Cost,
    H: Threads<L, F, Q::Elem>,
{
    let (infos, view, read) = (all.infos(), place.view(), list.infos());
    let job = Job::new(&list, &expression, cost);
    let types = <TypingInto<A::Types, Q::Family> as HoldsTo<A, PlaceLengths<Q>>>::TYPES;
    let call = Site { mode: M::MODE, site, types, reductions, infos: as_slice::<A>(&infos), passes };
    let main = Main::Expression { infos: as_slice::<L>(&read), work: threads.work(&job) };
    // SAFETY: `main` reads `list` and writes elements of the place, which are writable and reached by one index only; in the list it has its own
    // type (`ListReadsPlaceOf`), and it overlaps no operand.
    unsafe { evaluate(&call, &mut [Target { output: Output::Place(view.info()), main }]) }
}
