//! A list of operands and a closure over their elements, resolved, planned and computed at run time.

use smallvec::SmallVec;

use crate::call::call_site::{CallSite, Where};
use crate::call::container::{self, Allocate, Container};
use crate::exec::hugepages;
use crate::exec::{self, Job, Memory, Threads, Work};
use crate::math::fused::Fused;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::place::PlaceView;
use crate::plan::nest::{Order, Plan, Source, dense_strides};
use crate::plan::small::{Column, Loops, Run};
use crate::report::error::BroadcastError;
use crate::report::resolution::{self, Resolution, compare, hold, refuse};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Operand, Party, Place};
use crate::rules::length::Length;
use crate::rules::mistake::ErrorKind;
use crate::rules::mode::Mode;
use crate::rules::resolve::{Found, resolve};
use crate::rules::stated::Stated;

/// Computes `expression` over `list` into a new container `C`.
///
/// Little more than the kernels is compiled for each call: all else happens behind `new_memory`.
#[inline]
pub(crate) fn into_new<C, L, F, R, W, P>(
    mode: Mode,
    site: &CallSite<'_>,
    cost: W,
    threads: P,
    list: L,
    expression: F,
) -> Result<C::Of<R>, BroadcastError>
where
    C: Container,
    L: List,
    F: Fn(L::Elems, Fused) -> R,
    R: Copy,
    W: exec::Cost,
    P: Threads<L, F, W, R>,
{
    let mut fresh = container::Fresh::<C, R>(C::pending());
    let result = Output { memory: &mut fresh, any_order: C::ANY_ORDER, elem_size: size_of::<R>() };
    let slots = list.slots();
    // SAFETY: the slots are the list's, the output is memory for elements `R` of whatever shape is asked for, and the kernels are
    // made for both.
    unsafe {
        new_memory(
            mode,
            site,
            as_slice::<L>(&slots),
            result,
            threads.work(&Job { list: &list, expression: &expression, cost }),
        )?
    };
    // SAFETY: `new_memory` has asked for memory and written every element.
    Ok(unsafe { C::finish(fresh.0) })
}

/// Computes `expression` over `list` into existing memory.
#[inline]
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
    L: List<Said: ListReadsPlaceOf<T>>,
    F: Fn(L::Elems, Fused) -> T,
    T: Copy,
    W: exec::Cost,
    P: Threads<L, F, W, T>,
{
    let target = OperandInfo {
        ptr: place.ptr.cast_const().cast(),
        elem_size: size_of::<T>(),
        shape: place.layout.shape(),
        strides: place.layout.strides(),
        kind: OperandKind::Place,
    };
    let slots = list.slots();
    // SAFETY: the slots are the list's, and `target` is the place, whose every element is writable and reached by one index
    // only; an element of the place in the list has its type (`ListReadsPlaceOf`), and the borrow checker keeps the place
    // apart from every operand.
    unsafe {
        existing_memory(
            mode,
            site,
            as_slice::<L>(&slots),
            target,
            threads.work(&Job { list: &list, expression: &expression, cost }),
        )
    }
}

/// Where a call gets memory for its result.
struct Output<'a> {
    memory: &'a mut dyn Allocate,
    any_order: bool,
    elem_size: usize,
}

/// Resolves and plans a call, asks for memory, and computes every element of it.
///
/// # Safety
/// `slots` must be those of the list that the kernels of `work` read, none of them the place, and `output` give memory for elements of
/// the type that they write, as many as the shape holds.
unsafe fn new_memory(
    mode: Mode,
    site: &CallSite<'_>,
    slots: &[OperandInfo<'_>],
    output: Output<'_>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    if let Some(first) = columns(slots).next()
        && takes_alike(mode, site, slots, first.shape.len())
    {
        let mut run = Run::new();
        if run.lay(&Column { size: output.elem_size, ..first }, columns(slots))
            && run.count.checked_mul(output.elem_size).is_some_and(|bytes| bytes <= isize::MAX as usize)
            && let Some(kernel) = work.alone(run.count)
        {
            let memory = output.memory.allocate(first.shape, Order::C);
            hugepages::advise(memory, run.count * output.elem_size);
            run.pointers[0] = memory;
            // SAFETY: the new memory has room for `count` elements, which every operand has, all one after the other.
            unsafe { exec::one_run(&run, kernel) };
            return Ok(());
        }
    }
    let mut compute_new = |shape: &[usize], maps: &[Option<AxisMap<'_>>]| {
        let order = if output.any_order { result_order(shape.len(), slots) } else { Order::C };
        let strides = dense_strides(shape, order);
        let pointer = output.memory.allocate(shape, order);
        hugepages::advise(pointer, product(shape).saturating_mul(output.elem_size));
        let output = Column { pointer, size: output.elem_size, shape, strides: &strides };
        // SAFETY: the output is the whole of the new memory, which no operand overlaps; the operands are the caller's.
        unsafe { compute(&output, read_arrays(slots, maps), 0, false, work) };
    };
    if slots.iter().all(|slot| slot.kind == OperandKind::Constant) {
        compute_new(&[], &[]);
        return Ok(());
    }
    resolved(mode, site, slots, None, output.elem_size, compute_new)
}

/// Resolves and plans a call, and computes every element of `target`.
///
/// # Safety
/// `slots` must be those of the list that the kernels of `work` read; `target` must be a place of the type that they write, with every
/// element writable and reached by one index only, overlapping no operand.
unsafe fn existing_memory(
    mode: Mode,
    site: &CallSite<'_>,
    slots: &[OperandInfo<'_>],
    target: OperandInfo<'_>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    let output = column(&target);
    if takes_alike(mode, site, slots, output.shape.len()) {
        let mut run = Run::new();
        if run.lay(&output, columns(slots))
            && exec::Target::existing(run.count, output.size) == exec::Target::Cached
            && let Some(kernel) = work.alone(run.count)
        {
            // SAFETY: the place holds `count` elements, as every operand does, all one after the other.
            unsafe { exec::one_run(&run, kernel) };
            return Ok(());
        }
    }
    resolved(mode, site, slots, Some(&target), 0, |frame, maps| {
        let shift = target.shape.len() - frame.len();
        // SAFETY: the output is the place; the operands are the caller's.
        unsafe { compute(&output, read_arrays(slots, maps), shift, true, work) };
    })
}

/// Tells whether the result has the operands' shape if all of them have the same, and they may have: the call has no option, and the
/// mode needs no target. The rank of the last operand, which differs most often, is compared here; [`Run::lay`] compares the shapes.
#[inline(always)]
fn takes_alike(mode: Mode, site: &CallSite<'_>, slots: &[OperandInfo<'_>], rank: usize) -> bool {
    let is_alike = |last: &OperandInfo<'_>| last.kind != OperandKind::Array || last.shape.len() == rank;
    site.has_no_option() && mode.takes_identical_shapes() && slots.last().is_none_or(is_alike)
}

/// The arrays that are read through a pointer of their own.
#[inline(always)]
fn columns<'s, 'a>(slots: &'s [OperandInfo<'a>]) -> impl Iterator<Item = Column<'a>> + Clone + use<'s, 'a> {
    slots.iter().filter(|slot| slot.kind == OperandKind::Array).map(column)
}

/// An array as the plan sees it.
#[inline(always)]
fn column<'a>(slot: &OperandInfo<'a>) -> Column<'a> {
    Column { pointer: slot.ptr, size: slot.elem_size, shape: slot.shape, strides: slot.strides }
}

/// The arrays that are read through a pointer of their own, each with its map.
#[inline(always)]
fn read_arrays<'s, 'a>(
    slots: &'s [OperandInfo<'a>],
    maps: &'s [Option<AxisMap<'a>>],
) -> impl Iterator<Item = (Column<'a>, &'s AxisMap<'a>)> + Clone + use<'s, 'a> {
    let arrays = slots.iter().filter(|slot| slot.kind != OperandKind::Constant).zip(maps);
    let read = arrays.filter(|(slot, _)| slot.kind == OperandKind::Array);
    read.map(move |(slot, map)| (column(slot), map.as_ref().unwrap_or(&AxisMap::OPEN)))
}

/// The number of elements; of those without size there may be more than can be counted.
#[inline(always)]
fn product(shape: &[usize]) -> usize {
    shape.iter().fold(1, |count, &length| count.saturating_mul(length))
}

/// Computes every element of the output, which `is_place` or else new memory. It has `shift` axes before those of the frame.
///
/// # Safety
/// The operands must be the arrays that the kernels of `work` read, and the output one that they may write, each element reached by one
/// index only, which overlaps none of them.
unsafe fn compute<'m, 'a: 'm>(
    output: &Column<'_>,
    operands: impl Iterator<Item = (Column<'a>, &'m AxisMap<'a>)> + Clone,
    shift: usize,
    is_place: bool,
    work: Work<'_>,
) {
    let mut loops = Loops::new();
    if loops.lay(output, operands.clone(), shift)
        && (!is_place || exec::Target::existing(loops.count, output.size) == exec::Target::Cached)
        && let Some(kernel) = work.alone(loops.count)
        && let Some(nest) = exec::SmallNest::new(&loops, kernel)
    {
        // SAFETY: `lay` has compared every length of the operands with the output's; the rest is the caller's promise.
        return unsafe { nest.run(&loops, kernel) };
    }
    // SAFETY: the caller's promise.
    unsafe { run_plan(output, operands, shift, is_place, work) };
}

/// [`compute`], for what is no small nest.
///
/// # Safety
/// As [`compute`].
#[inline(never)]
unsafe fn run_plan<'m, 'a: 'm>(
    output: &Column<'_>,
    operands: impl Iterator<Item = (Column<'a>, &'m AxisMap<'a>)>,
    shift: usize,
    is_place: bool,
    work: Work<'_>,
) {
    let count = if is_place { product(output.shape) } else { 0 };
    let target = exec::Target::existing(count, output.size);
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
    unsafe { exec::run(&plan, &memory, output, target, work) };
}

/// Asks the rulebook about the arrays of an operand list, and hands on the frame and where each array lies in it; a place has the frame as
/// its last axes. The shapes that a `where` clause or types state are compared with the real ones before, and their symbols are held to not
/// stretching after.
#[inline(always)]
fn resolved(
    mode: Mode,
    site: &CallSite<'_>,
    slots: &[OperandInfo<'_>],
    place: Option<&OperandInfo<'_>>,
    elem_size: usize,
    then: impl FnOnce(&[usize], &[Option<AxisMap<'_>>]),
) -> Result<(), BroadcastError> {
    let mut operands: SmallVec<[Operand<'_>; 8]> = SmallVec::new();
    let (mut place_operand, mut axes) = (None, 0);
    for (entry, slot) in slots.iter().enumerate() {
        let shape = match slot.kind {
            OperandKind::Constant => continue,
            OperandKind::Array => slot.shape,
            OperandKind::Place => {
                place_operand = Some(operands.len());
                place.map_or(slot.shape, |place| place.shape)
            }
        };
        let Some(shape) = Length::slice(shape) else { return Err(too_long(mode, shape)) };
        axes += shape.len();
        operands.push(Operand { name: site.name(entry), shape, alignment: site.alignment(entry) });
    }
    let place = match place {
        None => None,
        Some(place) => match Length::slice(place.shape) {
            Some(shape) => Some(Place { name: site.place, shape, operand: place_operand }),
            None => return Err(too_long(mode, place.shape)),
        },
    };
    let base = site.base.and_then(|entry| numbers(slots).nth(entry).flatten());
    with_call(mode, site, &operands, base, place, |call| {
        if site.states_shapes() {
            compare_stated(call, site, slots)?;
        }
        let mut frame: SmallVec<[usize; 8]> = SmallVec::from_buf([1; 8]);
        axes += call.shape(Party::To).len() + call.shape(Party::Place).len();
        // All axes together are more than any frame has.
        if axes > frame.len() {
            frame.resize(call.most_axes().max(8), 1);
        }
        let mut maps: SmallVec<[Option<AxisMap<'_>>; 8]> = SmallVec::from_elem(None, call.operands.len());
        let mut found = Found::new(Length::slice_mut(&mut frame), &mut maps, &mut [], &mut []);
        resolve(call, &mut found);
        if found.mistakes.count() > 0 {
            return Err(first_mistake(call));
        }
        if site.states_shapes() {
            hold_stated(call, site, slots, &found)?;
        }
        if elem_size > 0 {
            allocatable(call, found.frame(), elem_size)?;
        }
        let rank = found.frame().len();
        then(&frame[..rank], &maps);
        Ok(())
    })
}

#[cold]
fn first_mistake(call: &Call<'_>) -> BroadcastError {
    refuse(call).swap_remove(0)
}

/// The numbers that the entries of a list have among its arrays.
#[inline]
fn numbers(slots: &[OperandInfo<'_>]) -> impl Iterator<Item = Option<usize>> + Clone {
    slots.iter().scan(0, |next, slot| {
        let number = (slot.kind != OperandKind::Constant).then_some(*next);
        *next += usize::from(number.is_some());
        Some(number)
    })
}

/// Compares the shapes that a `where` clause or types state with the real ones.
#[inline(never)]
fn compare_stated(call: &Call<'_>, site: &CallSite<'_>, slots: &[OperandInfo<'_>]) -> Result<(), BroadcastError> {
    if let Some(clause) = &site.stated {
        if call.operands.len() != slots.len() {
            refuse_shaped_constants(call, site, clause, slots)?;
        }
        with_numbered(call, clause, slots, |stated| compare(call, stated, clause.symbols))?;
    }
    site.typed.as_ref().map_or(Ok(()), |types| types.compare(call, slots))
}

/// Holds the symbols of a `where` clause, and the names and constants of types, to not stretching.
#[inline(never)]
fn hold_stated(
    call: &Call<'_>,
    site: &CallSite<'_>,
    slots: &[OperandInfo<'_>],
    found: &Found<'_, '_>,
) -> Result<(), BroadcastError> {
    if let Some(types) = &site.typed {
        types.hold(call, slots, found)?;
    }
    match &site.stated {
        Some(clause) if !clause.symbols.names.is_empty() || !clause.symbols.values.is_empty() => {
            with_numbered(call, clause, slots, |stated| hold(call, found, stated, clause.symbols))
        }
        _ => Ok(()),
    }
}

/// Hands on the stated shapes of a call with its operands numbered among the arrays; `[]` stated of a constant is left out.
#[inline(always)]
fn with_numbered(
    call: &Call<'_>,
    clause: &Where<'_>,
    slots: &[OperandInfo<'_>],
    ask: impl Fn(&[Stated<'_>]) -> Result<(), BroadcastError>,
) -> Result<(), BroadcastError> {
    if call.operands.len() == slots.len() {
        return ask(clause.shapes);
    }
    let number = |stated: &Stated<'_>| stated.operand.map(|entry| numbers(slots).nth(entry).flatten());
    let stated = clause.shapes.iter().filter(|stated| number(stated) != Some(None));
    let numbered = stated.map(|stated| Stated { operand: number(stated).flatten(), ..*stated });
    ask(&numbered.collect::<SmallVec<[Stated<'_>; 6]>>())
}

/// Refuses a result of more bytes than an `isize` counts: allocating it would panic.
fn allocatable(call: &Call<'_>, frame: &[Length], elem_size: usize) -> Result<(), BroadcastError> {
    let lengths = || frame.iter().filter_map(|length| length.number());
    let bytes = lengths().try_fold(elem_size, |bytes, length| bytes.checked_mul(length));
    let fits = bytes.is_some_and(|bytes| bytes <= isize::MAX as usize);
    // A length of 0 makes the product 0 wherever it stands.
    if fits || lengths().any(|length| length == 0) {
        return Ok(());
    }
    Err(BroadcastError::of_call(call, ErrorKind::TooManyElements, None).with_result(frame))
}

/// A constant has the shape `[]`, and no other may be stated of it.
fn refuse_shaped_constants(
    call: &Call<'_>,
    site: &CallSite<'_>,
    clause: &Where<'_>,
    slots: &[OperandInfo<'_>],
) -> Result<(), BroadcastError> {
    for statement in clause.shapes {
        let is_array = |entry: usize| slots.get(entry).is_some_and(|slot| slot.kind != OperandKind::Constant);
        let Some(entry) = statement.operand.filter(|&entry| !is_array(entry)) else { continue };
        let constant = [Operand { name: site.name(entry), ..Operand::SCALAR }];
        let as_operand = [Stated { operand: Some(0), ..*statement }];
        compare(&Call { operands: &constant, base: None, place: None, ..*call }, &as_operand, clause.symbols)?;
    }
    Ok(())
}

/// Asks the rulebook about arrays of these shapes, with the options of `site`.
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

/// The call that `site` and these arrays make.
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
            return Err(BroadcastError::of_call(&call, ErrorKind::NegativeLength, entry));
        }
    }
    ask(&call)
}

/// Fills `to` with the lengths of the option `to`, and returns the first axis whose length is negative.
#[inline(never)]
fn target_lengths(lengths: &[i64], to: &mut SmallVec<[Length; 8]>) -> Option<usize> {
    let mut negative = None;
    for (axis, &length) in lengths.iter().enumerate() {
        if length < 0 && negative.is_none() {
            negative = Some(axis);
        }
        // A length that this machine cannot address is longer than any other.
        to.push(Length::new(usize::try_from(length.max(0)).unwrap_or(usize::MAX)));
    }
    negative
}

/// The error about elements without size that are more than an `isize` counts.
#[cold]
fn too_long(mode: Mode, shape: &[usize]) -> BroadcastError {
    let shape: SmallVec<[Length; 8]> = shape.iter().map(|&length| Length::new(length)).collect();
    BroadcastError::of_call(&Call::new(mode, &[]), ErrorKind::TooManyElements, None).with_result(&shape)
}

/// F if, among the operands of the result's rank, one is F- and not C-contiguous and all others are F-contiguous.
fn result_order(rank: usize, slots: &[OperandInfo<'_>]) -> Order {
    let mut full = slots.iter().filter(|slot| slot.kind == OperandKind::Array && slot.shape.len() == rank);
    let all_f = full.clone().all(|array| is_contiguous(array, Order::F));
    if all_f && full.any(|array| !is_contiguous(array, Order::C)) { Order::F } else { Order::C }
}

/// Tells whether an array is contiguous in this order.
fn is_contiguous(array: &OperandInfo<'_>, order: Order) -> bool {
    let mut next: isize = 1;
    let mut follows = |axis: usize| {
        let (length, expected) = (array.shape[axis], next);
        next = next.wrapping_mul(length as isize);
        length == 1 || array.strides[axis] == expected
    };
    let axes = 0..array.shape.len();
    let all_follow = match order {
        Order::C => axes.rev().all(&mut follows),
        Order::F => { axes }.all(&mut follows),
    };
    all_follow || array.shape.contains(&0)
}

/// The slots of a list as a slice.
#[inline]
pub(crate) fn as_slice<'a, 's, L: List>(slots: &'a L::PerEntry<OperandInfo<'s>>) -> &'a [OperandInfo<'s>] {
    if L::LEN == 0 {
        return &[];
    }
    // SAFETY: `PerEntry` is `LEN` values nested in `repr(C)` pairs around `()`, which has no size: one after the other, with no
    // padding because all are of one type.
    unsafe { core::slice::from_raw_parts(core::ptr::from_ref(slots).cast(), L::LEN) }
}
