//! Computes the values of a call one after the other, and then its result.

use core::ops::Range;

use smallvec::SmallVec;

use super::blocks::{Held, Nest, Sink, groups, part};
use super::pass::Pass;
use super::resolve::{Site, does_not_fit, of_several_axes};
use super::several::Results;
use crate::call::container::Allocate;
use crate::call::runtime::product;
use crate::exec::reduce::{Buffer, Columns};
use crate::exec::{self, Copies, Memory, Work};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::{Order, Plan, Source, dense_strides};
use crate::report::error::BroadcastError;
use crate::rules::call::Call;
use crate::rules::reduction::{Kept, Outcome, Reads, Value, ValueKind, ValueSite, bits};

/// What is computed after the values.
#[derive(Clone, Copy)]
pub(super) enum Main<'a> {
    /// An expression, by kernels that read the list of `infos`.
    #[allow(missing_docs, reason = "named after what they are")]
    Expression { infos: &'a [OperandInfo<'a>], work: Work<'a> },
    /// The one value that the list of `infos` reads.
    #[allow(missing_docs, reason = "named after what it is")]
    Value { infos: &'a [OperandInfo<'a>] },
}

/// Where the result goes.
pub(super) enum Output<'a> {
    /// New memory for elements of this size.
    New(&'a mut dyn Allocate, usize),
    /// A place.
    Place(&'a OperandInfo<'a>),
}

/// Computes a call.
///
/// # Safety
/// The kernels of `main` must read its list and write the output's elements. A place must be writable, reach each element by one index, and overlap
/// no operand.
pub(super) unsafe fn evaluate(call: &Site<'_>, mut output: Output<'_>, main: Main<'_>) -> Result<(), BroadcastError> {
    let (place, size) = match &output {
        Output::New(_, size) => (None, *size),
        Output::Place(place) => (Some(*place), 0),
    };
    call.resolve(place, size, &mut |resolved, context| {
        context.check_all(main);
        let kept = &context.outcome.result;
        let result = destination(call, resolved, &context, (kept, call.site.place), &mut output)?;
        // SAFETY: the caller's promise; `check_all` has compared every list with the call's arrays.
        unsafe { context.run(&Results::One(result), main) };
        Ok(())
    })
}

/// The memory of a result of these axes; a place is named in errors.
pub(super) fn destination(
    call: &Site<'_>,
    resolved: &Call<'_>,
    context: &Context<'_>,
    (result, name): (&Kept, &str),
    output: &mut Output<'_>,
) -> Result<Destination, BroadcastError> {
    let kept: SmallVec<[usize; 6]> = bits(result.axes).map(|axis| result.lengths[axis]).collect();
    Ok(match output {
        Output::Place(place) => {
            let Some(shift) = call.shift(result, place.shape, &kept) else {
                return Err(does_not_fit(resolved, name, place.shape, &kept));
            };
            let memory = Memory { ptr: place.ptr.cast_mut(), elem_size: place.elem_size };
            let (shape, strides) = (place.shape.into(), place.strides.into());
            Destination { memory, shape, strides, axes: axes(result, shift) }
        }
        Output::New(new, size) => {
            if !new.takes_rank(kept.len()) {
                // Only a list of axes that is no literal can be another number of axes than types say.
                return Err(of_several_axes(resolved, context.sites));
            }
            let memory = Memory { ptr: new.allocate(&kept, Order::C), elem_size: *size };
            Destination { memory, strides: dense_strides(&kept, Order::C), shape: kept, axes: axes(result, 0) }
        }
    })
}

/// The memory of a result, and its axis for each axis of the frame.
pub(super) struct Destination {
    pub(super) memory: Memory,
    pub(super) shape: SmallVec<[usize; 6]>,
    pub(super) strides: SmallVec<[isize; 8]>,
    pub(super) axes: SmallVec<[Option<usize>; 6]>,
}

impl Destination {
    /// Memory with these lengths and strides on the axes of the frame.
    pub(super) fn on_frame(memory: Memory, lengths: &[usize], strides: &[isize]) -> Self {
        let axes = (0..lengths.len()).map(Some).collect();
        Self { memory, shape: lengths.into(), strides: strides.into(), axes }
    }

    /// The part at these starts of the frame, of these lengths; other axes are whole.
    pub(super) fn part(&self, starts: &[usize], lengths: &[usize], tiled: u64) -> Self {
        let (mut shape, mut offset) = (self.shape.clone(), 0);
        for axis in (0..starts.len()).filter(|axis| tiled >> axis & 1 == 1) {
            if let Some(own) = self.axes[axis] {
                offset += self.strides[own] * starts[axis] as isize;
                shape[own] = lengths[axis];
            }
        }
        let ptr = self.memory.ptr.wrapping_offset(offset * self.memory.elem_size as isize);
        let memory = Memory { ptr, ..self.memory };
        Self { memory, shape, strides: self.strides.clone(), axes: self.axes.clone() }
    }
}

/// The result's axis of each of the frame's, after `shift` more.
fn axes(result: &Kept, shift: usize) -> SmallVec<[Option<usize>; 6]> {
    let mut axes = SmallVec::from_elem(None, result.lengths.len());
    bits(result.axes).enumerate().for_each(|(number, axis)| axes[axis] = Some(shift + number));
    axes
}

/// The arrays and the values of a call.
pub(super) struct Context<'a> {
    pub(super) sites: &'a [ValueSite<'a>],
    pub(super) passes: &'a [Pass<'a>],
    /// What the kernels of the result read.
    pub(super) list: Reads<'a>,
    pub(super) frame: &'a [usize],
    pub(super) outcome: &'a Outcome,
    /// The entries of the operand list, a place among them.
    pub(super) infos: &'a [OperandInfo<'a>],
    /// The same on the axes of the frame; `None` for constants.
    pub(super) arrays: SmallVec<[Option<Held>; 8]>,
}

/// A call, or a tile of it: its arrays, and the values that have been computed.
pub(super) struct Tile<'a> {
    pub(super) lengths: &'a [usize],
    arrays: SmallVec<[Option<Held>; 8]>,
    values: SmallVec<[Option<Held>; 4]>,
}

impl Tile<'_> {
    /// The arrays and values that an expression reads, in the order of its list. The element expression reads a place through the output.
    pub(super) fn read(&self, list: Reads<'_>, is_result: bool) -> SmallVec<[&Held; 8]> {
        let arrays = list.operands.iter().filter_map(|&operand| self.arrays[operand].as_ref());
        let arrays = arrays.filter(|held| !(is_result && held.is_place));
        arrays.chain(list.values.iter().filter_map(|&value| self.values[value].as_ref())).collect()
    }
}

/// Memory that tiles and values share, one after the other.
#[derive(Default)]
pub(super) struct Space {
    /// Of each value.
    pub(super) values: SmallVec<[Buffer; 4]>,
    pub(super) scratch: Buffer,
    columns: Columns,
}

/// The bytes of an array's part in a tile.
const TILE: usize = 128 * 1024;
/// The most bytes of elements that are kept; of more, those of a block are computed whenever it is read.
const MOST_KEPT: usize = 1 << 20;
/// The elements of such a block.
const PIECE: usize = 4096;

impl Context<'_> {
    /// Checks that each list has the entries that its site says, each the view that the context holds: kernels read those by the list's
    /// types.
    ///
    /// # Panics
    /// If not. Generated code describes its lists as they are.
    pub(super) fn check_all(&self, main: Main<'_>) {
        let mut is_described = self.sites.len() == self.passes.len();
        for (site, pass) in self.sites.iter().zip(self.passes) {
            let kind = (pass.kernel.is_some(), pass.functions.is_some());
            is_described &= match site.kind {
                ValueKind::Reduction { .. } => kind == (true, true),
                ValueKind::Elements => kind == (true, false),
                ValueKind::Index | ValueKind::Length => kind == (false, false),
            };
            if let Some(kernel) = pass.kernel {
                kernel.list(&mut |infos| is_described &= self.describes(infos, site.list, false));
            }
        }
        let (Main::Expression { infos, .. } | Main::Value { infos }) = main;
        is_described &= self.describes(infos, self.list, true);
        if let Main::Value { .. } = main {
            is_described &= self.list.values.len() == 1 && infos.len() == 1;
        }
        assert!(is_described, "a call describes what its lists read");
    }

    fn describes(&self, infos: &[OperandInfo<'_>], list: Reads<'_>, is_result: bool) -> bool {
        let mut arrays = infos.iter().filter(|info| info.kind == OperandKind::Array);
        let is_view = |info: Option<&OperandInfo<'_>>, address: *const u8, size: usize| {
            info.is_some_and(|info| info.ptr == address && info.shape == [0] && info.elem_size == size)
        };
        let operands = list.operands.iter().all(|&operand| {
            let own = &self.infos[operand];
            match own.kind {
                OperandKind::Constant => true,
                OperandKind::Place => {
                    is_result && self.outcome.entries.is_empty() || is_view(arrays.next(), own.ptr, own.elem_size)
                }
                OperandKind::Array => arrays.next().is_some_and(|info| {
                    info.ptr == own.ptr
                        && info.elem_size == own.elem_size
                        && info.shape == own.shape
                        && info.strides == own.strides
                }),
            }
        });
        let values = list.values.iter().all(|&value| {
            let pass = &self.passes[value];
            is_view(arrays.next(), pass.address, pass.size)
        });
        operands && values && arrays.next().is_none()
    }

    /// Computes the values, and the result into `to`.
    ///
    /// # Safety
    /// The lists must be [described](Self::check_all), and `to` as in [`evaluate`].
    pub(super) unsafe fn run(mut self, to: &Results<'_>, main: Main<'_>) {
        let mut space = Space::default();
        space.values.resize_with(self.sites.len(), Buffer::default);
        let mut values = SmallVec::new();
        values.resize(self.sites.len(), None);
        let mut whole = Tile { lengths: self.frame, arrays: core::mem::take(&mut self.arrays), values };
        let tiled = self.tiled(main);
        let lengths = self.tile_lengths(tiled, to.element());
        let in_tiles = |index: usize| {
            let is_tiled = |axis: usize| self.outcome.values[index].over.lengths[axis] == self.frame[axis];
            tiled != 0 && self.passes[index].kernel.is_some() && bits(tiled).all(is_tiled)
        };
        for index in 0..self.sites.len() {
            if !in_tiles(index) {
                let direct = matches!(main, Main::Value { .. }) && self.list.values == [index];
                // SAFETY: the caller's promise.
                unsafe { self.value(index, &mut whole, &mut space, to.one().filter(|_| direct)) };
            }
        }
        if tiled == 0 {
            // SAFETY: the caller's promise.
            return unsafe { self.results(&whole, to, main, &mut space) };
        }
        each_tile(self.frame, &lengths, &mut |starts, own| {
            let cut = |held: &Option<Held>| held.as_ref().map(|held| held.part(starts, own));
            let (arrays, values) = (whole.arrays.iter().map(cut).collect(), whole.values.iter().map(cut).collect());
            let mut tile = Tile { lengths: own, arrays, values };
            for index in (0..self.sites.len()).filter(|&index| in_tiles(index)) {
                // SAFETY: the caller's promise.
                unsafe { self.value(index, &mut tile, &mut space, None) };
            }
            // SAFETY: the caller's promise; the tile is a part of the result of its own.
            unsafe { self.results(&tile, &to.part(starts, own, tiled), main, &mut space) };
        });
    }

    /// The axes along which values and result are computed together for some positions, whose arrays stay in the caches: the outermost that
    /// no reduction takes, or any that all kept elements have. 0 if that gains nothing.
    fn tiled(&self, main: Main<'_>) -> u64 {
        let values = &self.outcome.values;
        let taken = values.iter().fold(0, |taken, value| taken | value.taken);
        let free = (0..self.frame.len()).filter(|axis| taken >> axis & 1 == 0);
        let free = free.filter(|&axis| self.outcome.result.lengths[axis] == self.frame[axis]);
        let mut kept = self.sites.iter().zip(values).filter(|(site, _)| site.kind == ValueKind::Elements).peekable();
        let has_elements = kept.peek().is_some();
        let had = |axis: &usize| {
            values
                .iter()
                .zip(self.sites)
                .all(|(value, site)| site.kind != ValueKind::Elements || value.over.lengths[*axis] == self.frame[*axis])
        };
        let axes = match has_elements {
            true => free.filter(had).fold(0, |axes, axis| axes | 1 << axis),
            false => free
                .enumerate()
                .take_while(|&(number, axis)| number == axis)
                .fold(0, |axes, (axis, _)| axes | 1 << axis),
        };
        let reductions = values.iter().filter(|value| value.taken != 0);
        // Several threads divide the result, not the tiles.
        let is_together = has_elements || matches!(main, Main::Expression { work: Work::One(_), .. });
        let gains = is_together && reductions.fold(0, |had, value| had | value.over.has) & axes != 0;
        if gains && !self.frame.contains(&0) { axes } else { 0 }
    }

    /// The lengths of a tile: all of the other axes, and of those that are tiled as much as the caches take.
    fn tile_lengths(&self, tiled: u64, size: usize) -> SmallVec<[usize; 6]> {
        let mut lengths = SmallVec::from_slice(self.frame);
        let mut count: usize =
            (0..self.frame.len()).filter(|axis| tiled >> axis & 1 == 0).map(|axis| lengths[axis]).product();
        for axis in bits(tiled).rev() {
            lengths[axis] = (TILE / (count * size.max(1)).max(1)).clamp(1, self.frame[axis]);
            count *= lengths[axis];
        }
        lengths
    }

    /// Computes a value; into `direct`, where it is the result and no element moves.
    ///
    /// # Safety
    /// As [`run`](Self::run), for the arrays of the tile.
    unsafe fn value(&self, index: usize, tile: &mut Tile<'_>, space: &mut Space, direct: Option<&Destination>) {
        let (Value { taken, over, extent, .. }, pass) = (&self.outcome.values[index], &self.passes[index]);
        let (over, lengths) = (part(&over.lengths, tile.lengths), part(&extent.lengths, tile.lengths));
        let count = product(&lengths);
        let strides = dense_strides(&lengths, Order::C);
        let mut own: SmallVec<[isize; 6]> = strides.iter().copied().collect();
        own.iter_mut().zip(&lengths).for_each(|(stride, &length)| *stride *= isize::from(length != 1));
        let memory = Memory { ptr: core::ptr::null_mut(), elem_size: pass.size };
        let mut held = Held { memory, lengths, strides: own, is_place: false, computed: None };
        let ptr = match (pass.kernel, pass.functions) {
            (Some(_), None) if count.saturating_mul(pass.size) > MOST_KEPT => {
                held.computed = Some(index);
                core::ptr::null_mut()
            }
            (Some(kernel), None) => {
                let ptr = space.values[index].room(count * pass.size);
                let memory = Memory { ptr, ..memory };
                let to = Destination::on_frame(memory, &held.lengths, &strides);
                let read = tile.read(self.sites[index].list, false);
                let starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, held.lengths.len());
                // SAFETY: the caller's promise; there is room for all elements.
                unsafe {
                    self.compute(
                        tile,
                        &read,
                        Work::One(kernel),
                        (&starts, &held.lengths),
                        &to,
                        &mut space.values,
                        &mut None,
                    )
                };
                ptr
            }
            (Some(_), Some(functions)) => {
                let groups = groups(*taken);
                let direct = direct.filter(|to| {
                    groups.len() == 1
                        && product(&to.shape) == count
                        && functions.part == functions.out
                        && to.strides == dense_strides(&to.shape, Order::C)
                });
                // The parts of the last group lie along the axes of the others.
                let others = groups.iter().rev().skip(1).flat_map(Clone::clone).map(|axis| over[axis]);
                let parts = count * others.product::<usize>();
                let ptr = match direct {
                    Some(to) => to.memory.ptr,
                    None => space.values[index].room((parts * functions.part).max(count * functions.out)),
                };
                let elements = bits(*taken).map(|axis| over[axis]).product();
                // SAFETY: the caller's promise; there is room for all parts, and for the results.
                unsafe {
                    if count > 0 && elements > 0 {
                        self.reduce(index, tile, (&over, &groups), space, ptr);
                    }
                    (functions.finish)(ptr, count, elements);
                }
                ptr
            }
            (None, _) => {
                let axis = bits(*taken).next();
                let length = axis.map_or(0, |axis| tile.lengths[axis]);
                let ptr = space.values[index].room(length.max(1) * size_of::<usize>());
                for position in 0..count {
                    let number = if extent.has == 0 { length } else { position };
                    // SAFETY: there is room for the positions along the axis, or for its length.
                    unsafe { ptr.cast::<usize>().add(position).write(number) };
                }
                ptr
            }
        };
        held.memory.ptr = ptr;
        tile.values[index] = Some(held);
    }

    /// Computes the expression of a reduction block by block, and reduces the blocks.
    ///
    /// # Safety
    /// As [`run`](Self::run), for the arrays of the tile; there must be room for the parts.
    unsafe fn reduce(
        &self,
        index: usize,
        tile: &Tile<'_>,
        (over, groups): (&[usize], &[Range<usize>]),
        space: &mut Space,
        to: *mut u8,
    ) {
        let pass = &self.passes[index];
        let (Some(kernel), Some(functions), Some((last, others))) = (pass.kernel, pass.functions, groups.split_last())
        else {
            return;
        };
        let nest = Nest::new(over, last.clone(), functions.element);
        let read = tile.read(self.sites[index].list, false);
        let Space { values, scratch, columns } = space;
        let mut sink = Sink { functions, columns, to };
        // SAFETY: the caller's promise.
        unsafe {
            match read.first() {
                Some(array) if pass.is_bare && nest.is_direct(array) => nest.take_in_place(array, &mut sink),
                _ => {
                    let scratch =
                        Memory { ptr: scratch.room(nest.room(functions.element)), elem_size: functions.element };
                    let mut plan = None;
                    nest.take_blocks(scratch, &mut sink, &mut |block, strides, starts| {
                        let to = Destination::on_frame(scratch, block, strides);
                        self.compute(tile, &read, Work::One(kernel), (starts, block), &to, values, &mut plan);
                    });
                }
            }
        }
        // The parts so far lie along all axes but those of the last group.
        let mut lengths: SmallVec<[usize; 6]> = over.into();
        lengths[last.clone()].fill(1);
        for group in others.iter().rev() {
            let part = |axes: Range<usize>| lengths[axes].iter().product::<usize>();
            sink.to = to;
            // SAFETY: as many parts lie there.
            unsafe { sink.again(part(0..group.start), part(group.clone()), part(group.end..lengths.len())) };
            lengths[group.clone()].fill(1);
        }
    }

    /// Computes the result of a tile.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    pub(super) unsafe fn result(&self, tile: &Tile<'_>, to: &Destination, main: Main<'_>, space: &mut Space) {
        let read = tile.read(self.list, true);
        if matches!(main, Main::Value { .. }) && read[0].memory.ptr == to.memory.ptr {
            return;
        }
        let copies = Copies { size: to.memory.elem_size };
        let work = if let Main::Expression { work, .. } = main { work } else { Work::One(&copies) };
        let starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, tile.lengths.len());
        if read.iter().all(|held| held.computed.is_none()) {
            // SAFETY: the caller's promise.
            return unsafe {
                self.compute(tile, &read, work, (&starts, tile.lengths), to, &mut space.values, &mut None)
            };
        }
        let (mut lengths, mut count) = (SmallVec::<[usize; 6]>::from_slice(tile.lengths), 1);
        for length in lengths.iter_mut().rev() {
            *length = (PIECE / count).clamp(1, *length);
            count *= *length;
        }
        each_tile(tile.lengths, &lengths, &mut |starts, lengths| {
            let to = to.part(starts, lengths, u64::MAX);
            // SAFETY: the caller's promise; the piece is a part of the result of its own.
            unsafe { self.compute(tile, &read, work, (starts, lengths), &to, &mut space.values, &mut None) };
        });
    }

    /// Computes an expression over the part of a tile that begins at `starts`. Blocks of one shape share a plan.
    ///
    /// # Safety
    /// As [`run`](Self::run), for what is `read`; there must be room at `to`.
    #[allow(clippy::too_many_arguments, reason = "it calls itself")]
    pub(super) unsafe fn compute(
        &self,
        tile: &Tile<'_>,
        read: &[&Held],
        work: Work<'_>,
        (starts, lengths): (&[usize], &[usize]),
        to: &Destination,
        buffers: &mut [Buffer],
        plan: &mut Option<(SmallVec<[usize; 6]>, Plan)>,
    ) {
        let mut operands: SmallVec<[Memory; 8]> = SmallVec::new();
        let mut computed: SmallVec<[Option<SmallVec<[isize; 8]>>; 8]> = SmallVec::new();
        for held in read {
            let Some(index) = held.computed else {
                operands.push(Memory { ptr: held.address(starts).cast_mut(), ..held.memory });
                computed.push(None);
                continue;
            };
            let own = part(&held.lengths, lengths);
            let (mut buffer, strides) = (core::mem::take(&mut buffers[index]), dense_strides(&own, Order::C));
            let memory = Memory { ptr: buffer.room(product(&own) * held.memory.elem_size), ..held.memory };
            let to = Destination::on_frame(memory, &own, &strides);
            if let Some(kernel) = self.passes[index].kernel {
                let read = tile.read(self.sites[index].list, false);
                // SAFETY: the caller's promise; there is room for the elements.
                unsafe { self.compute(tile, &read, Work::One(kernel), (starts, &own), &to, buffers, &mut None) };
            }
            buffers[index] = buffer;
            operands.push(memory);
            computed.push(Some(strides));
        }
        if plan.as_ref().is_none_or(|(planned, _)| planned[..] != *lengths) {
            let shapes: SmallVec<[SmallVec<[usize; 6]>; 8]> =
                read.iter().map(|held| part(&held.lengths, lengths)).collect();
            let strides = read.iter().zip(&computed).map(|(held, own)| own.as_deref().unwrap_or(&held.strides));
            let sources = shapes.iter().zip(strides).map(|(shape, strides)| Source { shape, strides });
            let sources: SmallVec<[Source<'_>; 8]> = sources.collect();
            *plan = Some((lengths.into(), Plan::new(&to.shape, &to.strides, &sources, |_, axis| to.axes[axis])));
        }
        if let Some((_, plan)) = plan {
            let (output, target) = (to.memory, exec::Target::Cached);
            // SAFETY: the caller's promise; the plan has compared every length.
            unsafe { exec::run(&[exec::Stage { plan, operands: &operands, output, target, work }]) };
        }
    }
}

/// Calls `then` at the start of each tile of so many positions, with the lengths of that tile.
pub(super) fn each_tile(all: &[usize], lengths: &[usize], then: &mut dyn FnMut(&[usize], &[usize])) {
    let mut starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, all.len());
    loop {
        let left = all.iter().zip(&starts).map(|(all, start)| all - start);
        let own: SmallVec<[usize; 6]> = left.zip(lengths).map(|(left, &length)| left.min(length)).collect();
        then(&starts, &own);
        let next = (0..all.len()).rev().find(|&axis| {
            starts[axis] += lengths[axis];
            let is_within = starts[axis] < all[axis];
            starts[axis] *= usize::from(is_within);
            is_within
        });
        if next.is_none() {
            return;
        }
    }
}
