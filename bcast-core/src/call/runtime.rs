//! Calls resolved, planned and computed at run time.

use alloc::vec::Vec;
use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::call::container::{self, Allocate, Container};
use crate::call::few;
use crate::call::or_panic::Outcome;
use crate::call::plain::{FEW, Likely, align, column, columns, has_c_order, likely_shape, of_rank, takes_alike};
use crate::call::stated::{compare_stated, hold_stated, is_held};
use crate::exec::hugepages;
use crate::exec::{self, FewRows, FewStrides, Job, Memory, Threads, Work};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::held::number;
use crate::operand::list::{List, ListReadsPlaceOf, as_slice};
use crate::operand::place::PlaceView;
use crate::plan::nest::{Plan, Source, dense_along, dense_strides, product};
use crate::plan::small::{Column, Loops, Run};
use crate::report::error::BroadcastError;
use crate::report::resolution::{self, Resolution, refuse};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Operand, Party, Place};
use crate::rules::length::Length;
use crate::rules::mistake::ErrorKind;
use crate::rules::mode::Mode;
use crate::rules::resolve::{Found, resolve};

/// Computes `expression` over `list` into a new container `C`.
///
/// Only the kernels and the search for few rows are compiled for each call; the rest is behind `new_of_any`.
#[track_caller]
#[inline]
pub(crate) fn into_new<C, L, F, R, W, P, O>(
    mode: Mode,
    site: &CallSite<'_>,
    cost: W,
    threads: P,
    list: L,
    expression: F,
) -> O
where
    C: Container,
    L: List,
    F: Fn(L::Elems, Fused) -> R,
    R: Copy,
    W: exec::Cost,
    P: Threads<L, F, R>,
    O: Outcome<C::Of<R>>,
{
    let job = Job::new(&list, &expression, cost);
    // SAFETY: the kernels are made for the list and for elements `R`. `alike` has found that every operand holds `count` elements, contiguous.
    unsafe {
        if few::is_plain(mode, site)
            && let Some(first) = few::first(&list, size_of::<R>())
            && let (count @ 1.., is_in_c_order) = few::alike(&list, &first, C::ANY_ORDER)
        {
            let in_order = if is_in_c_order { &[] } else { first.strides };
            let (row, strides) = (FewRows::one(count), FewStrides::unset());
            return O::value(|| few::made::<C, R>(&job, first.shape, in_order, row, &strides));
        }
        new_of_any::<C, L, R, O>(mode, site, list, threads.work(&job))
    }
}

/// [`into_new`] of any call. Compiled for each combination of types, and not for each call.
///
/// # Safety
/// The kernels of `work` must read `list` and write elements `R`.
#[track_caller]
#[inline(never)]
unsafe fn new_of_any<C: Container, L: List, R: Copy, O: Outcome<C::Of<R>>>(
    mode: Mode,
    site: &CallSite<'_>,
    list: L,
    work: Work<'_>,
) -> O {
    // SAFETY: the kernels are made for the list and for elements `R`. `new_rows` has compared every length, and the strides are the arrays' own. New
    // memory has room for all elements of a shape, and no operand overlaps it; all of them are written before the container is finished.
    unsafe {
        let mut strides = FewStrides::unset();
        if let Some(kernel) = work.alone(exec::LEAST_SPLIT)
            && let Some((joined, rows)) = few::new_rows::<C, L, R>(mode, site, &list, kernel, &mut strides)
        {
            return O::value(|| few::made::<C, R>(kernel, joined.shape(), &[], rows, &strides));
        }
        let mut fresh = container::Fresh::<C, R>::new();
        let infos = list.infos();
        let infos = as_slice::<L>(&infos);
        let is_made = few::takes(mode, site) && few::fresh(mode, site, infos, size_of::<R>(), &mut fresh, work);
        if !is_made {
            let result = Output { memory: &mut fresh, any_order: C::ANY_ORDER, elem_size: size_of::<R>() };
            if let Err(error) = new_memory(mode, site, infos, result, work) {
                return O::of(Err(error));
            }
        }
        O::value(|| C::finish(fresh.pending))
    }
}

/// Computes `expression` over `list` into existing memory.
#[inline(always)]
pub(crate) fn into_place<L, T, Family, D, F, W, P>(
    mode: Mode,
    site: &CallSite<'_>,
    cost: W,
    threads: P,
    list: L,
    place: PlaceView<'_, T, Family, D>,
    expression: F,
) -> Result<(), BroadcastError>
where
    L: List<Types: ListReadsPlaceOf<T>>,
    F: Fn(L::Elems, Fused) -> T,
    T: Copy,
    W: exec::Cost,
    P: Threads<L, F, T>,
{
    let job = Job::new(&list, &expression, exec::IntoPlace(cost));
    // SAFETY: the kernels are made for the list. Every element of the place is writable and reached by one index only (`PlaceView`); an
    // element of the place in the list has its type (`ListReadsPlaceOf`), and the borrow checker keeps the place apart from every operand.
    unsafe {
        if const { few::looks_at_call::<L>() }
            && few::written::<false, _>(mode, site, &list, &column(&place.info()), &job)
        {
            return Ok(());
        }
        write_existing(mode, site, list, place, threads.work(&job))
    }
}

/// [`into_place`] of any call, of which nothing is computed. Compiled for each combination of types, and not for each call.
///
/// # Safety
/// The kernels of `work` must read `list` and write to the place.
#[inline(never)]
unsafe fn write_existing<L: List, T, Family, D>(
    mode: Mode,
    site: &CallSite<'_>,
    list: L,
    place: PlaceView<'_, T, Family, D>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    let target = place.info();
    // SAFETY: the caller's promise. `alike` has found that the place and every operand hold `count` elements, contiguous.
    unsafe {
        if few::is_plain(mode, site)
            && let (count @ 1.., _) = few::alike(&list, &column(&target), true)
            && let Some(kernel) = work.alone(count)
        {
            exec::few_rows(kernel, place.ptr.cast(), FewRows::one(count), &FewStrides::unset());
            return Ok(());
        }
        if const { few::looks_at_call::<L>() }
            && let Some(kernel) = work.alone(exec::LEAST_SPLIT)
            && few::written::<true, _>(mode, site, &list, &column(&target), kernel)
        {
            return Ok(());
        }
        let infos = list.infos();
        let infos = as_slice::<L>(&infos);
        if few::takes(mode, site) && few::existing(mode, site, infos, &column(&target), work) {
            return Ok(());
        }
        existing_memory(mode, site, infos, target, work)
    }
}

/// The memory of a new result.
struct Output<'a> {
    memory: &'a mut dyn Allocate,
    any_order: bool,
    elem_size: usize,
}

/// Resolves and plans a call, allocates its output, and computes every element of it.
///
/// # Safety
/// `infos` must be those of the list that the kernels of `work` read, none of them the place, and `output` must allocate for elements of
/// the type that they write, as many as the shape holds.
unsafe fn new_memory(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    output: Output<'_>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    if let Some(first) = columns(infos).next()
        && takes_alike(mode, site, infos, first.shape)
    {
        let mut run = Run::new();
        if run.lay(&Column { size: output.elem_size, ..first }, columns(infos), output.any_order)
            && run.count.checked_mul(output.elem_size).is_some_and(|bytes| bytes <= isize::MAX as usize)
            && let Some(kernel) = work.alone(run.count)
            && (!site.states_shapes() || is_held(site, infos, first.shape, None, None))
        {
            let memory = output.memory.allocate(first.shape, if run.is_in_c_order { &[] } else { first.strides });
            hugepages::advise(memory, run.count * output.elem_size);
            run.pointers[0] = memory;
            // SAFETY: the new memory has room for `count` elements; `lay` has checked that every operand has `count`, contiguous and in one
            // order.
            unsafe { exec::one_run(&run, kernel) };
            return Ok(());
        }
    }
    let (mut memory, mut maps) = (SmallVec::new(), [None; FEW]);
    if let Some(Likely { shape, is_join }) = likely_shape(mode, site, infos, &mut memory)
        && align(mode, site, infos, shape, is_join, &mut maps).is_some()
    {
        let strides = if output.any_order { result_strides(shape, infos) } else { dense_strides(shape) };
        let column = Column { pointer: core::ptr::null(), size: output.elem_size, shape, strides: &strides };
        let arrays = read_arrays(infos, &maps);
        let is_held = || !site.states_shapes() || is_held(site, infos, shape, None, Some(&maps));
        let memory = |shape: &_| output.memory.allocate(shape, &strides);
        // SAFETY: the output is the whole of the new memory, which no operand overlaps; the operands are the caller's.
        if !few::meet(mode, site) && unsafe { few::compute_aligned(&column, arrays.clone(), work, is_held, memory) } {
            return Ok(());
        }
        let mut loops = Loops::new();
        if loops.lay(&column, arrays.clone(), 0)
            && loops.count.checked_mul(output.elem_size).is_some_and(|bytes| bytes <= isize::MAX as usize)
            && is_held()
        {
            let pointer = output.memory.allocate(shape, &strides);
            hugepages::advise(pointer, loops.count * output.elem_size);
            loops.pointers[0] = pointer;
            // SAFETY: as above.
            unsafe { run_laid(&mut loops, &Column { pointer, ..column }, arrays, 0, false, work) };
            return Ok(());
        }
    }
    let mut compute_new = |shape: &[usize], maps: &[Option<AxisMap<'_>>]| {
        let strides = if output.any_order { result_strides(shape, infos) } else { dense_strides(shape) };
        let pointer = output.memory.allocate(shape, &strides);
        hugepages::advise(pointer, product(shape).saturating_mul(output.elem_size));
        let output = Column { pointer, size: output.elem_size, shape, strides: &strides };
        // SAFETY: the output is the whole of the new memory, which no operand overlaps; the operands are the caller's.
        unsafe { compute(&output, read_arrays(infos, maps), 0, false, work) };
    };
    if infos.iter().all(|info| info.kind == OperandKind::Constant) {
        compute_new(&[], &[]);
        return Ok(());
    }
    resolved(mode, site, infos, None, None, output.elem_size, |_, frame, maps| {
        compute_new(frame, maps);
        Ok(())
    })
}

/// Resolves and plans a call, and computes every element of `target`.
///
/// # Safety
/// `infos` must be those of the list that the kernels of `work` read; `target` must be a place of the type that they write, with every
/// element writable and reached by one index only, overlapping no operand.
unsafe fn existing_memory(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    target: OperandInfo<'_>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    let output = column(&target);
    if takes_alike(mode, site, infos, output.shape) {
        let mut run = Run::new();
        if run.lay(&output, columns(infos), true)
            && !exec::is_large(run.count, output.size)
            && let Some(kernel) = work.alone(run.count)
            && (!site.states_shapes() || is_held(site, infos, output.shape, Some(output.shape), None))
        {
            // SAFETY: `lay` has checked that the place and every operand hold `count` elements, contiguous and in one order.
            unsafe { exec::one_run(&run, kernel) };
            return Ok(());
        }
    }
    let mut maps = [None; FEW];
    if align(mode, site, infos, output.shape, true, &mut maps).is_some() {
        let arrays = read_arrays(infos, &maps);
        let is_held = || !site.states_shapes() || is_held(site, infos, output.shape, Some(output.shape), Some(&maps));
        let memory = |_: &_| target.ptr.cast_mut();
        // SAFETY: the output is the place; the operands are the caller's.
        if !few::meet(mode, site) && unsafe { few::compute_aligned(&output, arrays.clone(), work, is_held, memory) } {
            return Ok(());
        }
        let mut loops = Loops::new();
        if loops.lay(&output, arrays.clone(), 0) && is_held() {
            // SAFETY: as above.
            unsafe { run_laid(&mut loops, &output, arrays, 0, true, work) };
            return Ok(());
        }
    }
    resolved(mode, site, infos, Some(&target), None, 0, |_, frame, maps| {
        let shift = target.shape.len() - frame.len();
        // SAFETY: the output is the place; the operands are the caller's.
        unsafe { compute(&output, read_arrays(infos, maps), shift, true, work) };
        Ok(())
    })
}

/// The arrays with a pointer of their own, each with its map.
#[inline(always)]
fn read_arrays<'s, 'a>(
    infos: &'s [OperandInfo<'a>],
    maps: &'s [Option<AxisMap<'a>>],
) -> impl Iterator<Item = (Column<'a>, AxisMap<'a>)> + Clone + use<'s, 'a> {
    let arrays = infos.iter().filter(|info| info.kind != OperandKind::Constant).zip(maps);
    let read = arrays.filter(|(info, _)| info.kind == OperandKind::Array);
    read.map(move |(info, map)| (column(info), map.unwrap_or(AxisMap::OPEN)))
}

/// Computes every element of the output: a place if `is_place`, else new memory. The output has `shift` axes before those of the frame.
///
/// # Safety
/// The operands must be the arrays that the kernels of `work` read. The output must be writable by them, with each element reached by one
/// index only, and overlap no operand.
#[inline(always)]
pub(super) unsafe fn compute<'a>(
    output: &Column<'_>,
    operands: impl Iterator<Item = (Column<'a>, AxisMap<'a>)> + Clone,
    shift: usize,
    is_place: bool,
    work: Work<'_>,
) {
    let mut loops = Loops::new();
    // SAFETY: the caller's promise.
    unsafe {
        match loops.lay(output, operands.clone(), shift) {
            true => run_laid(&mut loops, output, operands, shift, is_place, work),
            false => run_plan(output, operands, shift, is_place, work),
        }
    }
}

/// [`compute`] with the loops already laid out.
///
/// # Safety
/// As [`compute`].
#[inline(always)]
unsafe fn run_laid<'a>(
    loops: &mut Loops,
    output: &Column<'_>,
    operands: impl Iterator<Item = (Column<'a>, AxisMap<'a>)>,
    shift: usize,
    is_place: bool,
    work: Work<'_>,
) {
    // Only whole cache lines can be written past the caches.
    if (!is_place || loops.is_apart || !exec::is_large(loops.count, output.size))
        && let Some(kernel) = work.alone(loops.count)
        && let Some(way) = exec::way(loops, &kernel.character())
    {
        // SAFETY: `lay` has compared every length of the operands with the output's; the rest is the caller's promise.
        return unsafe { exec::small(loops, kernel, way) };
    }
    // SAFETY: the caller's promise.
    unsafe { run_plan(output, operands, shift, is_place, work) };
}

/// [`compute`] for anything larger than a small nest.
///
/// # Safety
/// As [`compute`].
#[inline(never)]
pub(super) unsafe fn run_plan<'a>(
    output: &Column<'_>,
    operands: impl Iterator<Item = (Column<'a>, AxisMap<'a>)>,
    shift: usize,
    is_place: bool,
    work: Work<'_>,
) {
    let count = if is_place { product(output.shape) } else { 0 };
    let is_large = exec::is_large(count, output.size);
    let mut sources: SmallVec<[Source<'_>; 8]> = SmallVec::new();
    let mut maps: SmallVec<[AxisMap<'_>; 8]> = SmallVec::new();
    let mut memory: SmallVec<[Memory; 8]> = SmallVec::new();
    for (operand, map) in operands {
        sources.push(Source { shape: operand.shape, strides: operand.strides });
        maps.push(map.shifted(shift));
        memory.push(Memory { ptr: operand.pointer.cast_mut(), elem_size: operand.size });
    }
    let plan = Plan::new(output.shape, output.strides, &sources, |operand, axis| maps[operand].output_axis(axis));
    let output = Memory { ptr: output.pointer.cast_mut(), elem_size: output.size };
    // SAFETY: the plan has compared every length of the operands with the output's; the rest is the caller's promise.
    unsafe { exec::run(&exec::Stage { plan: &plan, operands: &memory, output, is_large, work }) };
}

/// Resolves the arrays of an operand list by the rulebook, and passes `then` the frame and each array's map; a place has the frame as its
/// last axes; `beside` is one that takes no part in the frame. Shapes stated in a `where` clause or in types are compared with the real ones before, and afterwards their symbols are
/// checked not to stretch.
#[inline(always)]
pub(super) fn resolved(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    place: Option<&OperandInfo<'_>>,
    beside: Option<&OperandInfo<'_>>,
    elem_size: usize,
    then: impl FnOnce(&Call<'_>, &[usize], &[Option<AxisMap<'_>>]) -> Result<(), BroadcastError>,
) -> Result<(), BroadcastError> {
    let mut operands: SmallVec<[Operand<'_>; 8]> = SmallVec::new();
    let (mut place_operand, mut axes) = (None, 0);
    for (entry, info) in infos.iter().enumerate() {
        let info = match (info.kind, place) {
            (OperandKind::Constant, _) => continue,
            (OperandKind::Place, Some(place)) => {
                place_operand = Some(operands.len());
                place
            }
            _ => info,
        };
        let shape = lengths(mode, info)?;
        axes += shape.len();
        operands.push(Operand { name: site.name(entry), shape, alignment: site.alignment(entry) });
    }
    let shape_of = |place: Option<_>| place.map(|place| lengths(mode, place)).transpose();
    let (place, beside) = (shape_of(place)?, shape_of(beside)?);
    let place = place.map(|shape| Place { name: site.place, shape, operand: place_operand });
    let base = site.base.and_then(|entry| number(infos, entry));
    with_call(mode, site, &operands, base, place, |call| {
        if site.states_shapes() {
            let beside = beside.map(|shape| Place { name: site.place, shape, operand: None });
            compare_stated(&Call { place: call.place.or(beside), ..*call }, site, infos)?;
        }
        let (mut frame, mut longer_frame, mut maps, mut more_maps) = ([1; 8], Vec::new(), [None; 8], Vec::new());
        axes += call.shape(Party::To).len() + call.shape(Party::Place).len();
        // No frame has more axes than all arrays together.
        let frame = if axes <= frame.len() || call.most_axes() <= frame.len() {
            &mut frame[..]
        } else {
            longer_frame.resize(call.most_axes(), 1);
            &mut longer_frame[..]
        };
        let maps = if call.operands.len() <= maps.len() {
            &mut maps[..call.operands.len()]
        } else {
            more_maps.resize(call.operands.len(), None);
            &mut more_maps[..]
        };
        let mut found = Found::new(Length::slice_mut(frame), maps, &mut [], &mut []);
        resolve(call, &mut found);
        if found.mistakes.count() > 0 {
            return Err(first_mistake(call));
        }
        if site.states_shapes() {
            hold_stated(call, site, infos, &found.facts())?;
        }
        if elem_size > 0 {
            allocatable(call, found.frame(), elem_size)?;
        }
        let rank = found.frame().len();
        then(call, &frame[..rank], maps)
    })
}

/// The shape of an array as lengths.
#[inline(always)]
fn lengths<'a>(mode: Mode, array: &OperandInfo<'a>) -> Result<&'a [Length], BroadcastError> {
    Length::slice(array.shape).ok_or_else(|| too_long(mode, array.shape))
}

#[cold]
fn first_mistake(call: &Call<'_>) -> BroadcastError {
    refuse(call).swap_remove(0)
}

/// Refuses a result of more than `isize::MAX` bytes, whose allocation would panic.
pub(super) fn allocatable(call: &Call<'_>, frame: &[Length], elem_size: usize) -> Result<(), BroadcastError> {
    let lengths = || frame.iter().filter_map(|length| length.number());
    let bytes = lengths().try_fold(elem_size, |bytes, length| bytes.checked_mul(length));
    let fits = bytes.is_some_and(|bytes| bytes <= isize::MAX as usize);
    // One length of 0 makes the product 0, even where the partial products overflow.
    if fits || lengths().any(|length| length == 0) {
        return Ok(());
    }
    Err(BroadcastError::of_call(call, ErrorKind::TooManyElements, None).with_result(frame))
}

/// Resolves arrays of these shapes, with the options of `site`.
pub(crate) fn resolve_site(
    mode: Mode,
    site: &CallSite<'_>,
    shapes: &[&[usize]],
) -> Result<Resolution<usize>, BroadcastError> {
    let mut operands: SmallVec<[Operand<'_>; 8]> = SmallVec::new();
    for (index, shape) in shapes.iter().enumerate() {
        let Some(shape) = Length::slice(shape) else { return Err(too_long(mode, shape)) };
        operands.push(Operand { name: site.name(index), shape, alignment: site.alignment(index) });
    }
    let resolution = with_call(mode, site, &operands, site.base, None, resolution::resolve)?;
    Ok(resolution.numbers().expect("a call of numbers resolves to numbers"))
}

/// Passes on the call that `site` and these arrays make.
#[inline(always)]
fn with_call<T>(
    mode: Mode,
    site: &CallSite<'_>,
    operands: &[Operand<'_>],
    base: Option<usize>,
    place: Option<Place<'_>>,
    ask: impl FnOnce(&Call<'_>) -> Result<T, BroadcastError>,
) -> Result<T, BroadcastError> {
    let mut to: SmallVec<[Length; 8]> = SmallVec::new();
    let mut call = Call { mode, operands, axis: site.axis, axes: site.axes, to: None, base, place };
    if let Some(lengths) = site.to {
        let negative = target_lengths(lengths, &mut to);
        call.to = Some(&to);
        if let Some(axis) = negative {
            let entry = Some((axis, lengths[axis]));
            let error = BroadcastError::of_call(&call, ErrorKind::NegativeLength, entry);
            return Err(error.with_symbol_names(site.symbols().names, site.symbols().texts));
        }
    }
    ask(&call)
}

/// Fills `to` with the lengths of the option `to`; returns the first axis with a negative length.
#[inline(never)]
fn target_lengths(lengths: &[i64], to: &mut SmallVec<[Length; 8]>) -> Option<usize> {
    let mut negative = None;
    for (axis, &length) in lengths.iter().enumerate() {
        if length < 0 && negative.is_none() {
            negative = Some(axis);
        }
        // A length beyond `usize` becomes `usize::MAX`, longer than any array's.
        to.push(Length::new(usize::try_from(length.max(0)).unwrap_or(usize::MAX)));
    }
    negative
}

/// The error about more zero-sized elements than an `isize` counts.
#[cold]
fn too_long(mode: Mode, shape: &[usize]) -> BroadcastError {
    let shape: SmallVec<[Length; 8]> = shape.iter().map(|&length| Length::new(length)).collect();
    BroadcastError::of_call(&Call::new(mode, &[]), ErrorKind::TooManyElements, None).with_result(&shape)
}

/// The strides of a new array: those of C order, or of the order of axes that all operands of its rank share.
pub(super) fn result_strides(shape: &[usize], infos: &[OperandInfo<'_>]) -> SmallVec<[isize; 8]> {
    let whole = of_rank(infos, shape.len());
    if whole.clone().all(has_c_order) { dense_strides(shape) } else { in_shared_order(shape, whole) }
}

/// The strides of memory whose axes lie in the order of all these arrays; in C order if two differ.
#[cold]
fn in_shared_order<'s, 'a: 's>(
    shape: &[usize],
    arrays: impl Iterator<Item = &'s OperandInfo<'a>> + Clone,
) -> SmallVec<[isize; 8]> {
    // How axis `one` lies to `other`, `Greater` for outside: `None` if no array says so, an error if two differ.
    let lies = |one: usize, other: usize| {
        let mut orders = arrays.clone().filter_map(|array| {
            let stride = |axis: usize| {
                let stride = array.strides[axis].unsigned_abs();
                (array.shape[axis] > 1 && stride > 0).then_some(stride)
            };
            let order = stride(one)?.cmp(&stride(other)?);
            order.is_ne().then_some(order)
        });
        let first = orders.next();
        if orders.all(|order| Some(order) == first) { Ok(first) } else { Err(()) }
    };
    let mut axes: SmallVec<[usize; 8]> = SmallVec::new();
    for axis in 0..shape.len() {
        let mut at = axes.len();
        for before in (0..axes.len()).rev() {
            match lies(axis, axes[before]) {
                Ok(Some(Ordering::Greater)) => at = before,
                Ok(None) => {}
                Ok(Some(_)) => break,
                Err(()) => return dense_strides(shape),
            }
        }
        axes.insert(at, axis);
    }
    dense_along(shape, axes.into_iter())
}
