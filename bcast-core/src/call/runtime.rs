//! A list of operands and a closure over their elements, resolved, planned and computed at run time.

use smallvec::SmallVec;

use crate::call::call_site::{Site, Where};
use crate::call::container::{self, Allocate, Container};
use crate::exec::hugepages;
use crate::exec::{self, Job, Memory, Threads, Work};
use crate::math::fused::Fused;
use crate::operand::entry::{Slot, SlotKind};
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::place::PlaceView;
use crate::plan::nest::{Order, Plan, Source, dense_strides};
use crate::plan::small::{self, COLUMNS, Column, Loops, Plane, Run, plane};
use crate::report::error::BroadcastError;
use crate::report::resolution::{self, Resolution, compare, hold, refuse};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Operand, Place};
use crate::rules::length::Length;
use crate::rules::mistake::ErrorKind;
use crate::rules::mode::Mode;
use crate::rules::resolve::{Found, resolve};
use crate::rules::stated::{Stated, Symbols};
use crate::typed::clause::TypesStated;

/// Computes `expression` over `list` into a new container `C`.
///
/// Little more than the kernels is compiled for each call: all else happens behind `new_memory`.
#[inline]
pub(crate) fn into_new<C, L, F, R, W, P>(
    mode: Mode,
    site: &Site<'_>,
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
    site: &Site<'_>,
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
    let target = Slot {
        ptr: place.ptr.cast_const().cast(),
        elem_size: size_of::<T>(),
        shape: place.layout.shape(),
        strides: place.layout.strides(),
        kind: SlotKind::Place,
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

/// The arrays of an operand list, each with its index in it.
pub(crate) type Arrays<'a> = SmallVec<[(usize, Slot<'a>); 6]>;

pub(crate) fn arrays<'a>(slots: &[Slot<'a>]) -> Arrays<'a> {
    slots.iter().copied().enumerate().filter(|(_, slot)| slot.kind != SlotKind::Constant).collect()
}

/// Resolves and plans a call, asks for memory, and computes every element of it.
///
/// # Safety
/// `slots` must be those of the list that the kernels of `work` read, none of them the place, and `output` give memory for elements of
/// the type that they write, as many as the shape holds.
unsafe fn new_memory(
    mode: Mode,
    site: &Site<'_>,
    slots: &[Slot<'_>],
    output: Output<'_>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    if small::states_right(site, slots, None)
        && let Some(shape) = small::new_shape(mode, site, slots)
        && (!output.any_order || shape.follows_c_order(slots))
    {
        let target = Slot {
            ptr: core::ptr::null(),
            elem_size: output.elem_size,
            shape: shape.shape(),
            strides: shape.strides(),
            kind: SlotKind::Array,
        };
        let mut plane = Plane::new();
        if plane.lay(mode, site, slots, &target)
            && output.elem_size <= isize::MAX as usize / plane::MOST
            && let Some(kernel) = work.alone(plane.rows * plane.length)
            && let Some(few) = exec::Few::of_plane(&plane, kernel)
        {
            plane.pointers[0] = output.memory.allocate(shape.shape(), Order::C);
            // SAFETY: the rows are those of the new memory, which no operand overlaps, and of the caller's operands.
            unsafe { few.run_plane(&plane, kernel) };
            return Ok(());
        }
        let mut loops = Loops::new();
        if loops.lay(mode, site, slots, &target)
            && loops.count().checked_mul(output.elem_size).is_some_and(|bytes| bytes <= isize::MAX as usize)
        {
            let memory = output.memory.allocate(shape.shape(), Order::C);
            hugepages::advise(memory, loops.count() * output.elem_size);
            loops.write_to(memory);
            // SAFETY: the loops run over the whole of the new memory, which no operand overlaps, and over the caller's operands.
            unsafe { run_loops(&loops, exec::Target::Cached, work) };
            return Ok(());
        }
    }
    let arrays = arrays(slots);
    let (shape, plan): (SmallVec<[usize; 8]>, Plan);
    let mut order = Order::C;
    if arrays.is_empty() {
        (shape, plan) = (SmallVec::new(), Plan::new(&[], &[], &[], |_, _| None));
    } else {
        (shape, plan) = resolved(mode, site, &arrays, None, output.elem_size, |resolved| {
            if output.any_order {
                order = result_order(resolved.frame.len(), &arrays);
            }
            let strides = dense_strides(resolved.frame, order);
            (SmallVec::from_slice(resolved.frame), nest(resolved.frame, &strides, &arrays, &resolved))
        })?;
    }
    let memory = Memory { ptr: output.memory.allocate(&shape, order), elem_size: output.elem_size };
    hugepages::advise(memory.ptr, product(&shape).saturating_mul(output.elem_size));
    // SAFETY: the plan runs over the whole of the new memory, which no operand overlaps, and over the caller's operands.
    unsafe { exec::run(&plan, &operand_memory(&arrays), memory, exec::Target::Cached, work) };
    Ok(())
}

/// Resolves and plans a call, and computes every element of `target`.
///
/// # Safety
/// `slots` must be those of the list that the kernels of `work` read; `target` must be a place of the type that they write, with every
/// element writable and reached by one index only, overlapping no operand.
unsafe fn existing_memory(
    mode: Mode,
    site: &Site<'_>,
    slots: &[Slot<'_>],
    target: Slot<'_>,
    work: Work<'_>,
) -> Result<(), BroadcastError> {
    let written = |count: usize| exec::Target::existing(count, target.elem_size);
    let states_right = small::states_right(site, slots, Some(&target));
    if states_right
        && let Some(run) = Run::of(mode, site, slots, &target)
        && written(run.count) == exec::Target::Cached
        && let Some(kernel) = work.alone(run.count)
    {
        // SAFETY: the place holds `count` elements, as every operand does, all one after the other.
        unsafe {
            let operands = slots.iter().filter(|slot| slot.kind == SlotKind::Array).map(|slot| slot.elem_size);
            exec::one_run(&run, core::iter::once(target.elem_size).chain(operands), kernel);
        }
        return Ok(());
    }
    let mut plane = Plane::new();
    if states_right
        && plane.lay(mode, site, slots, &target)
        && let Some(kernel) = work.alone(plane.rows * plane.length)
        && let Some(few) = exec::Few::of_plane(&plane, kernel)
    {
        // SAFETY: the rows are the place's own and those of the caller's operands.
        unsafe { few.run_plane(&plane, kernel) };
        return Ok(());
    }
    let mut loops = Loops::new();
    if states_right && loops.lay(mode, site, slots, &target) {
        // SAFETY: the loops run over the place's own shape and strides, and over the caller's operands.
        unsafe { run_loops(&loops, written(loops.count()), work) };
        return Ok(());
    }
    let mut arrays = arrays(slots);
    for (_, array) in arrays.iter_mut().filter(|(_, array)| array.kind == SlotKind::Place) {
        (array.shape, array.strides) = (target.shape, target.strides);
    }
    let plan = resolved(mode, site, &arrays, Some(target.shape), 0, |resolved| {
        nest(target.shape, target.strides, &arrays, &resolved)
    })?;
    let memory = Memory { ptr: target.ptr.cast_mut(), elem_size: target.elem_size };
    let written = written(product(target.shape));
    // SAFETY: the plan runs over the place's own shape and strides, and over the caller's operands.
    unsafe { exec::run(&plan, &operand_memory(&arrays), memory, written, work) };
    Ok(())
}

/// The number of elements; of those without size there may be more than can be counted.
fn product(shape: &[usize]) -> usize {
    shape.iter().fold(1, |count, &length| count.saturating_mul(length))
}

/// Computes every element that these loops lead to.
///
/// # Safety
/// They must lead to the operands that the kernels of `work` read, and to an output that they may write, which overlaps none of them.
#[inline]
unsafe fn run_loops(loops: &Loops, target: exec::Target, work: Work<'_>) {
    if target == exec::Target::Cached
        && let Some(kernel) = work.alone(loops.count())
        && let Some(few) = exec::Few::new(loops)
    {
        // SAFETY: the caller's promise.
        return unsafe { few.run(loops, kernel) };
    }
    let memory = |column: &Column| Memory { ptr: column.pointer.cast_mut(), elem_size: column.size };
    let columns: SmallVec<[Memory; COLUMNS]> = loops.columns().iter().map(memory).collect();
    // SAFETY: the plan is these loops, the output's column the first; the rest is the caller's promise.
    unsafe { exec::run(&Plan::of_loops(loops), &columns[1..], columns[0], target, work) };
}

fn operand_memory(arrays: &Arrays<'_>) -> SmallVec<[Memory; 6]> {
    let memory = |(_, array): (usize, &Slot<'_>)| Memory { ptr: array.ptr.cast_mut(), elem_size: array.elem_size };
    read_arrays(arrays).map(memory).collect()
}

/// The arrays that are read through a pointer of their own, each with its index in `arrays`.
fn read_arrays<'s, 'a>(arrays: &'s Arrays<'a>) -> impl Iterator<Item = (usize, &'s Slot<'a>)> {
    let own =
        |(index, (_, array)): (usize, &'s (usize, Slot<'a>))| (array.kind == SlotKind::Array).then_some((index, array));
    arrays.iter().enumerate().filter_map(own)
}

/// What the rulebook says of a call: the frame, and where each array lies in it. A place has the frame as its last axes.
struct Resolved<'f, 'a> {
    frame: &'f [usize],
    maps: &'f [Option<AxisMap<'a>>],
}

/// Asks the rulebook about the arrays of an operand list, and hands on what it says. The shapes that a `where` clause or types state are
/// compared with the real ones before, and their symbols are held to not stretching after.
fn resolved<T>(
    mode: Mode,
    site: &Site<'_>,
    arrays: &Arrays<'_>,
    place: Option<&[usize]>,
    elem_size: usize,
    then: impl FnOnce(Resolved<'_, '_>) -> T,
) -> Result<T, BroadcastError> {
    let index_of = |entry: usize| arrays.iter().position(|(other, _)| *other == entry);
    let operands: SmallVec<[Array<'_>; 6]> =
        (arrays.iter()).map(|&(entry, array)| (site.name(entry), array.shape, site.alignment(entry))).collect();
    let place_operand = arrays.iter().position(|(_, array)| array.kind == SlotKind::Place);
    let place = place.map(|shape| (shape, place_operand));
    with_call(mode, site, &operands, site.base.and_then(index_of), place, |call| {
        let stated: SmallVec<[Stated<'_>; 6]> = match &site.stated {
            None => SmallVec::new(),
            Some(stated) => {
                refuse_shaped_constants(call, site, stated, index_of)?;
                stated_arrays(stated, index_of)
            }
        };
        let types = (site.typed.as_ref())
            .map(|types| TypesStated::new(*types, site.place, |entry| site.name(entry), index_of))
            .unwrap_or_default();
        let types_stated = types.shapes();
        let symbols = site.stated.map_or(Symbols::default(), |stated| stated.symbols);
        compare(call, &stated, symbols)?;
        compare(call, &types_stated, types.symbols())?;
        let mut frame: SmallVec<[usize; 8]> = SmallVec::from_elem(1, call.most_axes());
        let mut maps: SmallVec<[Option<AxisMap<'_>>; 6]> = SmallVec::from_elem(None, call.operands.len());
        let mut found = Found::new(Length::slice_mut(&mut frame), &mut maps, &mut [], &mut []);
        resolve(call, &mut found);
        if found.mistakes.count() > 0 {
            return Err(refuse(call).swap_remove(0));
        }
        let rank = found.frame().len();
        hold(call, &found, &types_stated, types.symbols())?;
        hold(call, &found, &stated, symbols)?;
        allocatable(call, found.frame(), elem_size)?;
        Ok(then(Resolved { frame: &frame[..rank], maps: &maps }))
    })
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

/// The stated shapes of a call with its operands numbered among the arrays; `[]` stated of a constant is left out.
fn stated_arrays<'a>(stated: &Where<'a>, index_of: impl Fn(usize) -> Option<usize>) -> SmallVec<[Stated<'a>; 6]> {
    let shapes = stated.shapes.iter();
    let numbered = shapes.filter_map(|stated| match stated.operand {
        None => Some(*stated),
        Some(entry) => Some(Stated { operand: Some(index_of(entry)?), ..*stated }),
    });
    numbered.collect()
}

/// A constant has the shape `[]`, and no other may be stated of it.
fn refuse_shaped_constants(
    call: &Call<'_>,
    site: &Site<'_>,
    stated: &Where<'_>,
    index_of: impl Fn(usize) -> Option<usize>,
) -> Result<(), BroadcastError> {
    for statement in stated.shapes {
        let Some(entry) = statement.operand.filter(|&entry| index_of(entry).is_none()) else {
            continue;
        };
        let constant = [Operand { name: site.name(entry), ..Operand::SCALAR }];
        let as_operand = [Stated { operand: Some(0), ..*statement }];
        compare(&Call { operands: &constant, base: None, place: None, ..*call }, &as_operand, stated.symbols)?;
    }
    Ok(())
}

/// Asks the rulebook about arrays of these shapes, with the options of `site`.
pub(crate) fn resolve_site(
    mode: Mode,
    site: &Site<'_>,
    shapes: &[&[usize]],
) -> Result<Resolution<usize>, BroadcastError> {
    let operands: SmallVec<[Array<'_>; 6]> =
        (shapes.iter().enumerate()).map(|(index, &shape)| (site.name(index), shape, site.alignment(index))).collect();
    let resolution = with_call(mode, site, &operands, site.base, None, resolution::resolve)?;
    Ok(resolution.numbers().expect("a call of numbers resolves to numbers"))
}

/// The name, the shape and the own alignment of an array.
type Array<'a> = (&'a str, &'a [usize], Alignment<'a>);

/// The call that `site` and these arrays make.
fn with_call<T>(
    mode: Mode,
    site: &Site<'_>,
    arrays: &[Array<'_>],
    base: Option<usize>,
    place: Option<(&[usize], Option<usize>)>,
    ask: impl FnOnce(&Call<'_>) -> Result<T, BroadcastError>,
) -> Result<T, BroadcastError> {
    // A length that this machine cannot address is longer than any other.
    let length = |&length: &i64| Length::new(usize::try_from(length.max(0)).unwrap_or(usize::MAX));
    let to: Option<SmallVec<[Length; 8]>> = site.to.map(|to| to.iter().map(length).collect());
    let mut operands: SmallVec<[Operand<'_>; 6]> = SmallVec::new();
    for &(name, shape, alignment) in arrays {
        let Some(shape) = Length::slice(shape) else { return Err(too_long(mode, arrays, place)) };
        operands.push(Operand { name, shape, alignment });
    }
    let place = match place {
        None => None,
        Some((shape, operand)) => match Length::slice(shape) {
            Some(shape) => Some(Place { name: site.place, shape, operand }),
            None => return Err(too_long(mode, arrays, place)),
        },
    };
    let call = Call { mode, operands: &operands, axis: site.axis, axes: site.axes, to: to.as_deref(), base, place };
    let negative = |to: &[i64]| to.iter().position(|&length| length < 0).map(|entry| (entry, to[entry]));
    match site.to.and_then(negative) {
        Some(entry) => Err(BroadcastError::of_call(&call, ErrorKind::NegativeLength, Some(entry))),
        None => ask(&call),
    }
}

/// The error about elements without size that are more than an `isize` counts.
#[cold]
fn too_long(mode: Mode, arrays: &[Array<'_>], place: Option<(&[usize], Option<usize>)>) -> BroadcastError {
    let shapes = arrays.iter().map(|(_, shape, _)| *shape).chain(place.map(|(shape, _)| shape));
    let longest = shapes.max_by_key(|shape| shape.iter().copied().max()).unwrap_or_default();
    let longest: SmallVec<[Length; 8]> = longest.iter().map(|&length| Length::new(length)).collect();
    BroadcastError::of_call(&Call::new(mode, &[]), ErrorKind::TooManyElements, None).with_result(&longest)
}

fn nest(shape: &[usize], strides: &[isize], arrays: &Arrays<'_>, resolved: &Resolved<'_, '_>) -> Plan {
    let read: SmallVec<[usize; 6]> = read_arrays(arrays).map(|(index, _)| index).collect();
    let sources: SmallVec<[Source<'_>; 6]> =
        read_arrays(arrays).map(|(_, array)| Source { shape: array.shape, strides: array.strides }).collect();
    let shift = shape.len() - resolved.frame.len();
    Plan::new(shape, strides, &sources, |source, axis| {
        resolved.maps[read[source]].and_then(|map| map.output_axis(axis)).map(|output| shift + output)
    })
}

/// F if, among the operands of the result's rank, one is F- and not C-contiguous and all others are F-contiguous.
pub(crate) fn result_order(rank: usize, arrays: &Arrays<'_>) -> Order {
    let full = || arrays.iter().map(|(_, array)| array).filter(|array| array.shape.len() == rank);
    let contiguous = |array: &Slot<'_>, order| {
        let dense = dense_strides(array.shape, order);
        array.shape.contains(&0)
            || (array.shape.iter().zip(array.strides).zip(&dense))
                .all(|((&length, stride), dense)| length == 1 || stride == dense)
    };
    let all_f = full().all(|array| contiguous(array, Order::F));
    if all_f && full().any(|array| !contiguous(array, Order::C)) { Order::F } else { Order::C }
}

/// The slots of a list as a slice.
#[inline]
pub(crate) fn as_slice<'a, 's, L: List + 's>(slots: &'a L::Slots<'s>) -> &'a [Slot<'s>] {
    if L::LEN == 0 {
        return &[];
    }
    // SAFETY: `Slots` is `LEN` slots nested in `repr(C)` pairs around `()`, which has no size: one after the other, with no
    // padding because all are of one type.
    unsafe { core::slice::from_raw_parts(core::ptr::from_ref(slots).cast(), L::LEN) }
}
