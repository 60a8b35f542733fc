//! Calls with reductions: values that are computed one after the other, and then the result.
//!
//! The rulebook aligns and joins all arrays of a call (see [`reduction`](crate::rules::reduction)). Each value is a pass over the axes that
//! its own arrays have. Its expression is computed in blocks that fit the caches, by the same kernels and plans as any call, and the blocks
//! are [reduced](crate::exec::reduce). Nothing of the frame's size is allocated but the result.

mod blocks;
pub(crate) mod kind;
pub(crate) mod names;
mod resolve;

use alloc::vec::Vec;
use core::marker::PhantomData;

use smallvec::SmallVec;

use self::blocks::{Held, Nest, Origin, Take, groups};
use self::kind::{Position, Reducing};
use self::names::Names;
use self::resolve::{Site, does_not_fit, of_several_axes};
use crate::call::container::{self, Allocate, Container, Scalar};
use crate::call::dynamic::HoldsTo;
use crate::call::result::{FlatContainer, Made, NestedContainer, TensorContainer};
use crate::call::runtime::{as_slice, product};
use crate::call::typed_call::{TypedCall, TypingInto, TypingOf};
use crate::exec::reduce::{Elements, Partials, Reduce};
use crate::exec::{self, Cheap, Cost, Job, Memory, OneThread, Threads, Work};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::entry::{Entry, Fresh, Layout, OperandInfo, OperandKind, View};
use crate::operand::family::{AllNested, FamilyShape, Flat, MixFamily, Mixed, Tensors, Typing};
use crate::operand::list::{List, ListFamily, ListReadsPlaceOf};
use crate::operand::place::{OfFamily, PlaceView, Writable};
use crate::plan::nest::{Order, Plan, Source, dense_strides};
use crate::report::error::BroadcastError;
use crate::rules::reduction::{Extent, Outcome, Reads, Value, ValueSite, bits};
use crate::shape::axes::{List as Axes, NoShape};
use crate::shape::rank::{NoRank, Rank};
use crate::typed::names::ModeName;
use crate::typed::reduced::ReducedIn;

/// The values of a call, and the arrays and values in its element expression.
#[derive(Clone, Copy, Debug)]
pub struct Reductions<'a> {
    /// In the order of their computation.
    pub values: &'a [ValueSite<'a>],
    /// Arrays and values in the element expression.
    pub reads: Reads<'a>,
    /// The option `keep`.
    pub keeps: bool,
    /// `allow = mutual_stretch`
    pub allows_pairs: bool,
    /// The NAMEs of a call in mode named.
    pub names: Option<Names<'a>>,
}

/// A reduction `O` of an expression over a list.
#[derive(Debug)]
pub struct Reduced<L, F, W, O> {
    list: L,
    expression: F,
    cost: W,
    reduction: PhantomData<O>,
    /// The expression is the list's one operand.
    is_bare: bool,
}

/// Makes a [`Reduced`].
#[inline(always)]
pub fn reduced<L: List, T, F: Fn(L::Elems, Fused) -> T, W: Cost, O>(
    _reduction: O,
    cost: W,
    list: L,
    expression: F,
) -> Reduced<L, F, W, O> {
    Reduced { list, expression, cost, reduction: PhantomData, is_bare: false }
}

/// Makes a [`Reduced`] of an operand alone, which is read where it lies.
#[allow(clippy::type_complexity, reason = "the closure has no name")]
#[inline(always)]
pub fn reduced_bare<E: Entry, O>(
    _reduction: O,
    list: (E, ()),
) -> Reduced<(E, ()), impl Fn((E::Elem, ()), Fused) -> E::Elem, Cheap, O> {
    let expression = |(element, ()): (E::Elem, ()), _: Fused| element;
    Reduced { list, expression, cost: Cheap, reduction: PhantomData, is_bare: true }
}

impl<L: List, F, W, O> Reduced<L, F, W, O> {
    /// The reduction and the type of its elements, which method resolution checks.
    #[inline(always)]
    pub fn kind<T>(&self) -> Reducing<O, T>
    where
        F: Fn(L::Elems, Fused) -> T,
    {
        Reducing(PhantomData)
    }

    /// The value as an operand of later expressions, without its memory.
    #[inline(always)]
    pub fn value<T: Copy>(&self) -> View<'_, O::Out, Flat, NoRank>
    where
        F: Fn(L::Elems, Fused) -> T,
        O: Reduce<T>,
    {
        later(core::ptr::from_ref(self).cast())
    }
}

/// The elements of a place in a reduction, which reads them before any is written.
#[inline(always)]
pub fn place_value<T, Family, D>(place: &PlaceView<'_, T, Family, D>) -> View<'static, T, Flat, NoRank> {
    later(place.ptr.cast_const().cast())
}

/// A view of nothing, of the type of a value that is computed later. Its address tells which one it is.
fn later<'v, T>(address: *const T) -> View<'v, T, Flat, NoRank> {
    // SAFETY: a view without elements.
    unsafe { View::new(address, Layout::Flat([0])) }
}

/// The arrays and the values of a call, for its passes.
pub struct Context<'a> {
    sites: &'a [ValueSite<'a>],
    frame: &'a [usize],
    outcome: &'a Outcome,
    /// The entries of the operand list; `None` for constants.
    arrays: SmallVec<[Option<Held<'a>>; 8]>,
    /// The values so far.
    values: SmallVec<[Held<'a>; 4]>,
}

/// The values of a call, as a nested list of [`Reduced`] and [`Position`].
pub trait Passes {
    /// Computes the values from the one with this index on, then calls `then`, as long as they are in memory.
    ///
    /// # Panics
    /// If the call site says of a value that it reads other entries than its list has.
    fn run(&self, index: usize, context: &mut Context<'_>, then: &mut dyn FnMut(&Context<'_>));
}

impl Passes for () {
    fn run(&self, _: usize, context: &mut Context<'_>, then: &mut dyn FnMut(&Context<'_>)) {
        then(context);
    }
}

impl<Rest: Passes> Passes for (&Position, Rest) {
    fn run(&self, index: usize, context: &mut Context<'_>, then: &mut dyn FnMut(&Context<'_>)) {
        let value = &context.outcome.values[index];
        let length = bits(value.taken).next().map_or(0, |axis| context.frame[axis]);
        let numbers: Vec<usize> = if value.extent.has == 0 { alloc::vec![length] } else { (0..length).collect() };
        context.hold(index, &numbers, (&raw const self.0.address).cast());
        self.1.run(index + 1, context, then);
    }
}

impl<L, F, T, W, O, Rest> Passes for (&Reduced<L, F, W, O>, Rest)
where
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    F: Fn(L::Elems, Fused) -> T,
    T: Copy,
    W: Cost,
    O: Reduce<T>,
    Rest: Passes,
{
    fn run(&self, index: usize, context: &mut Context<'_>, then: &mut dyn FnMut(&Context<'_>)) {
        let Reduced { list, expression, cost, is_bare, .. } = self.0;
        let count = product(&context.outcome.values[index].extent.lengths);
        let mut memory = Vec::<O::Out>::with_capacity(count);
        let job = Job { list, expression, cost: *cost };
        let work = <OneThread as Threads<L, F, W, T>>::work(OneThread, &job);
        let mut columns = Columns::<T, O> { partials: Partials::new(), parts: Vec::new(), reduction: PhantomData };
        context.check(as_slice::<L>(&list.infos()), context.sites[index].reads, false);
        // SAFETY: the kernels read what the site says, which is checked, and write elements `T`, which `columns` takes.
        unsafe { context.reduce(index, work, (size_of::<T>(), *is_bare), &mut columns) };
        let taken = context.taken(index);
        memory.extend(columns.parts.iter().map(|&part| O::finish(part, taken)));
        context.hold(index, &memory, core::ptr::from_ref(self.0).cast());
        self.1.run(index + 1, context, then);
    }
}

/// The partial results of a reduction, and all that are complete, in row-major order.
struct Columns<T: Copy, O: Reduce<T>> {
    partials: Partials<O::Part>,
    parts: Vec<Option<O::Part>>,
    reduction: PhantomData<(T, O)>,
}

impl<T: Copy, O: Reduce<T>> Take for Columns<T, O> {
    fn begin(&mut self, columns: usize) {
        self.partials.begin(columns);
    }

    unsafe fn take(&mut self, first: *const u8, rows: usize, stride: isize) {
        // SAFETY: the caller's promise.
        unsafe { O::take(Elements::Rows { partials: &mut self.partials, first: first.cast(), rows, stride }) };
    }

    unsafe fn take_runs(&mut self, first: *const u8, runs: usize, length: usize) {
        // SAFETY: the caller's promise.
        unsafe { O::take(Elements::Runs { parts: &mut self.parts, first: first.cast(), runs, length }) };
    }

    fn end(&mut self) {
        let parts = &mut self.parts;
        self.partials.columns(O::join, |part| parts.push(part));
    }

    fn of_none(&mut self, count: usize) {
        self.parts.resize(self.parts.len() + count, None);
    }

    fn again(&mut self, outer: usize, rows: usize, columns: usize) {
        let before = core::mem::take(&mut self.parts);
        for matrix in 0..outer {
            self.partials.begin(columns);
            for row in before[matrix * rows * columns..][..rows * columns].chunks(columns) {
                self.partials.join_rows(row.iter().copied().flatten(), 1, O::join);
            }
            self.end();
        }
    }
}

impl Context<'_> {
    /// The number of elements that each result of a value is of.
    fn taken(&self, index: usize) -> usize {
        let value = &self.outcome.values[index];
        bits(value.taken).map(|axis| value.over.lengths[axis]).product()
    }

    /// Checks that a list has the entries that its site says, each the view that the context holds: kernels read those by the list's types.
    ///
    /// # Panics
    /// If not. Generated code describes its lists as they are.
    fn check(&self, infos: &[OperandInfo<'_>], reads: Reads<'_>, is_result: bool) {
        let held = self.read(reads, is_result);
        let mut arrays = infos.iter().filter(|info| info.kind == OperandKind::Array);
        let is_same = |held: &&Held<'_>| {
            arrays.next().is_some_and(|info| match held.origin {
                Origin::Array(array) => {
                    info.ptr == array.ptr
                        && info.elem_size == array.elem_size
                        && info.shape == array.shape
                        && info.strides == array.strides
                }
                Origin::Later(address) => {
                    info.ptr == address && info.shape == [0] && info.elem_size == held.memory.elem_size
                }
            })
        };
        let all_same = held.iter().all(is_same);
        assert!(all_same && arrays.next().is_none(), "a call describes what its lists read");
    }

    /// Adds a value in row-major order.
    ///
    /// # Panics
    /// If it has another number of elements than the rulebook says, which happens if its site says another kind of value.
    fn hold<T>(&mut self, index: usize, elements: &[T], address: *const u8) {
        let Extent { has, lengths } = &self.outcome.values[index].extent;
        assert_eq!(elements.len(), product(lengths), "a call describes its values");
        let first = elements.as_ptr();
        let mut strides: SmallVec<[isize; 6]> = dense_strides(lengths, Order::C).into_iter().collect();
        for (axis, stride) in strides.iter_mut().enumerate() {
            if lengths[axis] == 1 || has >> axis & 1 == 0 {
                *stride = 0;
            }
        }
        let memory = Memory { ptr: first.cast_mut().cast(), elem_size: size_of::<T>() };
        self.values.push(Held {
            memory,
            lengths: lengths.clone(),
            strides,
            is_place: false,
            origin: Origin::Later(address),
        });
    }

    /// The arrays and values that an expression reads, in the order of its list.
    /// The element expression reads a place through the output.
    fn read(&self, reads: Reads<'_>, is_result: bool) -> SmallVec<[&Held<'_>; 8]> {
        let arrays = reads.operands.iter().filter_map(|&operand| self.arrays[operand].as_ref());
        let arrays = arrays.filter(|held| !(is_result && held.is_place));
        arrays.chain(reads.values.iter().map(|&value| &self.values[value])).collect()
    }

    /// Computes a value's expression block by block, and reduces the blocks.
    ///
    /// # Safety
    /// The kernels of `work` must read what the value's site says, and write elements of `size` bytes, which `columns` takes; the elements of
    /// the one array are those, if the expression is bare.
    unsafe fn reduce(&self, index: usize, work: Work<'_>, (size, is_bare): (usize, bool), columns: &mut dyn Take) {
        let (site, value) = (&self.sites[index], &self.outcome.values[index]);
        let Value { taken, over, extent, .. } = value;
        if self.taken(index) == 0 || product(&extent.lengths) == 0 {
            return columns.of_none(product(&extent.lengths));
        }
        let mut groups = groups(*taken);
        let Some(last) = groups.pop() else { return };
        let nest = Nest::new(&over.lengths, last.clone(), size);
        let held = self.read(site.reads, false);
        // SAFETY: the caller's promise; the arrays have these lengths, or 1.
        unsafe {
            match held.first() {
                Some(array) if is_bare && nest.is_direct(array) => nest.take_in_place(array, columns),
                _ => nest.take_blocks(&held, work, size, columns),
            }
        }
        // The results so far lie along all axes but those of the last group.
        let mut lengths = over.lengths.clone();
        lengths[last].fill(1);
        while let Some(group) = groups.pop() {
            let part = |axes: core::ops::Range<usize>| lengths[axes].iter().product::<usize>();
            columns.again(part(0..group.start), part(group.clone()), part(group.end..lengths.len()));
            lengths[group].fill(1);
        }
    }
}

/// The memory of a result, and the axis of it for each axis of the frame.
struct Output<'a> {
    memory: Memory,
    shape: &'a [usize],
    strides: &'a [isize],
    axes: &'a [Option<usize>],
}

/// Computes `work` into `output`, after the values.
///
/// # Safety
/// As [`exec::run`], for the arrays and values that the site says.
unsafe fn compute(context: &Context<'_>, read: (Reads<'_>, &[OperandInfo<'_>]), output: &Output<'_>, work: Work<'_>) {
    let (reads, infos) = read;
    context.check(infos, reads, true);
    let held = context.read(reads, true);
    let sources: SmallVec<[Source<'_>; 8]> =
        held.iter().map(|held| Source { shape: &held.lengths, strides: &held.strides }).collect();
    let plan = Plan::new(output.shape, output.strides, &sources, |_, axis| output.axes[axis]);
    let operands: SmallVec<[Memory; 8]> = held.iter().map(|held| held.memory).collect();
    let target = exec::Target::Cached;
    // SAFETY: the caller's promise; the plan has compared every length.
    unsafe { exec::run(&[exec::Stage { plan: &plan, operands: &operands, output: output.memory, target, work }]) };
}

/// The lengths of the axes that the result keeps.
fn kept_lengths(outcome: &Outcome) -> SmallVec<[usize; 6]> {
    bits(outcome.kept).map(|axis| outcome.lengths[axis]).collect()
}

/// The result's axis of each of the frame's, after `shift` more.
fn result_axes(outcome: &Outcome, shift: usize) -> SmallVec<[Option<usize>; 6]> {
    let mut axes = SmallVec::from_elem(None, outcome.lengths.len());
    bits(outcome.kept).enumerate().for_each(|(number, axis)| axes[axis] = Some(shift + number));
    axes
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
pub fn try_evaluate_reduced<C, M, T, X, Y, A, P, L, F, R, W, H>(
    _container: PhantomData<C>,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &P,
    cost: W,
    threads: H,
    list: L,
    expression: F,
) -> Result<C::Of<R>, BroadcastError>
where
    C: Container,
    M: ModeName,
    A: List<Types: ListFamily<Output: Typing<Typing: HoldsTo<A, NoShape>>>>,
    P: Passes,
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    F: Fn(L::Elems, Fused) -> R,
    R: Copy,
    W: Cost,
    H: Threads<L, F, W, R>,
{
    let infos = all.infos();
    let mut fresh = container::Fresh::<C, R>(C::pending());
    let job = Job { list: &list, expression: &expression, cost };
    let work = threads.work(&job);
    let read = list.infos();
    let infos = as_slice::<A>(&infos);
    site.with_types(<TypingOf<A::Types> as HoldsTo<A, NoShape>>::TYPES, |site| {
        let call = Site { mode: M::MODE, site, reductions, infos };
        // SAFETY: `compute` checks that the site describes the lists that the passes and `job` read.
        unsafe { into_new(&call, &mut fresh, size_of::<R>(), passes, (as_slice::<L>(&read), work)) }
    })?;
    // SAFETY: `into_new` has allocated and written every element.
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
pub fn try_evaluate_reduced_into<'a, Q, M, T, X, Y, A, P, L, F, W, H>(
    place: Q,
    _call: TypedCall<M, T, X, Y>,
    site: &CallSite<'_>,
    reductions: &Reductions<'_>,
    all: &A,
    passes: &P,
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
    P: Passes,
    L: List<Types: ListReadsPlaceOf<Q::Elem>>,
    F: Fn(L::Elems, Fused) -> Q::Elem,
    W: Cost,
    H: Threads<L, F, W, Q::Elem>,
{
    let (infos, view) = (all.infos(), place.view());
    let job = Job { list: &list, expression: &expression, cost };
    let work = threads.work(&job);
    let read = list.infos();
    let (infos, target) = (as_slice::<A>(&infos), view.info());
    let types = <TypingInto<A::Types, Q::Family> as HoldsTo<A, PlaceLengths<Q>>>::TYPES;
    site.with_types(types, |site| {
        let call = Site { mode: M::MODE, site, reductions, infos };
        // SAFETY: `compute` checks that the site describes the lists that the passes and `job` read. `target` is the place, whose elements are writable
        // and reached by one index only; in the list it has its own type (`ListReadsPlaceOf`), and it overlaps no operand.
        unsafe { into_place(&call, &target, passes, (as_slice::<L>(&read), work)) }
    })
}

/// # Safety
/// `call` must describe what `passes` and `work` read; `target` must be a place that `work` writes, which overlaps no operand.
unsafe fn into_place(
    call: &Site<'_>,
    target: &OperandInfo<'_>,
    passes: &impl Passes,
    (read, work): (&[OperandInfo<'_>], Work<'_>),
) -> Result<(), BroadcastError> {
    call.resolve(Some(target), 0, |resolved, mut context| {
        let (outcome, kept) = (context.outcome, kept_lengths(context.outcome));
        let shift = target.shape.len().checked_sub(kept.len());
        let stretches = outcome.leaves_out_nothing() && call.mode.result_stretches(call.site.to.is_some());
        let fits = |shift: usize| {
            let mut pairs = target.shape[shift..].iter().zip(&kept);
            pairs.all(|(&length, &own)| own == length || own == 1 && stretches)
        };
        let Some(shift) = shift.filter(|&shift| (shift == 0 || stretches) && fits(shift)) else {
            return Err(does_not_fit(resolved, call.site.place, target.shape, &kept));
        };
        let output = Output {
            memory: Memory { ptr: target.ptr.cast_mut(), elem_size: target.elem_size },
            shape: target.shape,
            strides: target.strides,
            axes: &result_axes(outcome, shift),
        };
        // SAFETY: the caller's promise.
        unsafe {
            passes.run(0, &mut context, &mut |context| compute(context, (call.reductions.reads, read), &output, work))
        };
        Ok(())
    })
}

/// # Safety
/// `call` must describe what `passes` and `work` read; `memory` must allocate for elements of `size` bytes, which `work` writes.
unsafe fn into_new(
    call: &Site<'_>,
    memory: &mut dyn Allocate,
    size: usize,
    passes: &impl Passes,
    (read, work): (&[OperandInfo<'_>], Work<'_>),
) -> Result<(), BroadcastError> {
    call.resolve(None, size, |resolved, mut context| {
        let shape = kept_lengths(context.outcome);
        if !memory.takes_rank(shape.len()) {
            // Only a list of axes that is no literal can be another number of axes than types say.
            return Err(of_several_axes(resolved, context.sites));
        }
        let output = Output {
            memory: Memory { ptr: memory.allocate(&shape, Order::C), elem_size: size },
            shape: &shape,
            strides: &dense_strides(&shape, Order::C),
            axes: &result_axes(context.outcome, 0),
        };
        // SAFETY: the caller's promise; the output is new memory of the result's shape.
        unsafe {
            passes.run(0, &mut context, &mut |context| compute(context, (call.reductions.reads, read), &output, work))
        };
        Ok(())
    })
}
