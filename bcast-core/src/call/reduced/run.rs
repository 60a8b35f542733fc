//! Computes the values of a call one after the other, and then its result.

use core::ops::Range;

use smallvec::SmallVec;

use super::blocks::{Destination, Held, Nest, Operands, Sink, axes, groups, part};
use super::limits::limit;
use super::pass::{Pass, ResultSite};
use super::resolve::{Site, of_several_axes};
#[cfg(feature = "rayon")]
use super::threads;
use crate::call::container::Allocate;
use crate::call::runtime::{self, result_strides};
use crate::exec::reduce::{Buffer, Columns, LANES};
use crate::exec::{Memory, Work};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::product;
use crate::plan::nest::{Source, dense_along, dense_strides};
use crate::plan::small::Column;
use crate::report::error::BroadcastError;
use crate::rules::axis_map::AxisMap;
use crate::rules::reduction::{Outcome, Reads, Value, ValueKind, ValueSite, bits};

/// How a result is computed, after the values of its call.
#[derive(Clone, Copy)]
pub(super) enum Main<'a> {
    /// An expression, by kernels that read the list of `infos`.
    #[allow(missing_docs, reason = "named after what they are")]
    Expression { infos: &'a [OperandInfo<'a>], work: Work<'a> },
    /// The one value that the list of `infos` reads.
    #[allow(missing_docs, reason = "named after what it is")]
    Value { infos: &'a [OperandInfo<'a>] },
}

/// Where a result goes.
pub(super) enum Output<'a> {
    /// New memory for elements of this size.
    New(&'a mut dyn Allocate, usize),
    /// A place.
    Place(OperandInfo<'a>),
}

impl Output<'_> {
    /// Notes that the elements are there.
    ///
    /// # Safety
    /// Memory must have been allocated and every element written.
    #[inline(always)]
    pub(super) unsafe fn written(&mut self) {
        if let Output::New(new, _) = self {
            // SAFETY: the caller's promise.
            unsafe { new.written() };
        }
    }
}

/// A result without its types: how it is computed, and where it goes.
#[allow(missing_debug_implementations, reason = "kernels have no text")]
pub struct Target<'a> {
    pub(super) output: Output<'a>,
    pub(super) main: Main<'a>,
}

/// Computes a call of one result, or of several that are the entries of a tuple.
///
/// # Safety
/// The kernels of each [`Main`] must read its list and write its output's elements. Places must be writable, reach each element by one index, and
/// overlap neither each other nor an operand.
pub(super) unsafe fn evaluate(call: &Site<'_>, targets: &mut [Target<'_>]) -> Result<(), BroadcastError> {
    let sites = call.reductions.results;
    assert!(sites.len() == targets.len(), "a call describes each result");
    let outputs = targets.iter().map(|target| match &target.output {
        Output::New(_, size) => Err(*size),
        Output::Place(place) => Ok(*place),
    });
    let outputs: SmallVec<[_; 1]> = outputs.collect();
    call.resolve(&outputs, &mut |resolved, context, arrays| {
        let (outcome, mut results) = (context.outcome, SmallVec::<[_; 1]>::new());
        for ((site, kept), Target { output, main }) in sites.iter().zip(&outcome.results).zip(&mut *targets) {
            context.check(site.list, *main, site.operand);
            let lengths: SmallVec<[usize; 6]> = bits(kept.axes).map(|axis| kept.lengths[axis]).collect();
            let to = match output {
                Output::Place(place) => {
                    let Some(shift) = call.shift((site, kept), place.shape, &lengths) else {
                        return Err(call.does_not_fit(resolved, (site, kept), place.shape, &lengths));
                    };
                    let memory = Memory { ptr: place.ptr.cast_mut(), elem_size: place.elem_size };
                    Destination {
                        memory,
                        shape: place.shape.into(),
                        strides: place.strides.into(),
                        is_place: true,
                        axes: axes(kept, shift),
                    }
                }
                Output::New(new, size) => {
                    if !new.takes_rank(lengths.len()) {
                        // Only a list of axes that is no literal can be another number of axes than types say.
                        return Err(of_several_axes(resolved, context.sites));
                    }
                    let strides = match new.takes_any_order() && kept.leaves_out_nothing() {
                        true => result_strides(&lengths, context.infos),
                        false => dense_strides(&lengths),
                    };
                    let memory = Memory { ptr: new.allocate(&lengths, &strides), elem_size: *size };
                    Destination { memory, strides, shape: lengths, axes: axes(kept, 0), is_place: false }
                }
            };
            results.push(Laid { site, lengths: &kept.lengths, to, main: *main });
        }
        context.check_values();
        // SAFETY: the caller's promise; every list has been compared with the call's arrays.
        unsafe { context.run(arrays, &results) };
        // SAFETY: `run` has written every element.
        targets.iter_mut().for_each(|target| unsafe { target.output.written() });
        Ok(())
    })
}

/// A result of a call, or of a tile of it, on the axes of the frame.
pub(super) struct Laid<'a> {
    pub(super) site: &'a ResultSite<'a>,
    /// Its length on each axis of the frame.
    pub(super) lengths: &'a [usize],
    pub(super) to: Destination,
    pub(super) main: Main<'a>,
}

/// The values and the results of a call.
pub(super) struct Context<'a> {
    pub(super) sites: &'a [ValueSite<'a>],
    pub(super) passes: &'a [Pass<'a>],
    pub(super) results: &'a [ResultSite<'a>],
    pub(super) frame: &'a [usize],
    pub(super) outcome: &'a Outcome,
    /// The entries of the operand list, a place among them.
    pub(super) infos: &'a [OperandInfo<'a>],
}

/// A call, or a tile of it: its arrays, and the values that have been computed.
pub(super) struct Tile<'a> {
    pub(super) lengths: &'a [usize],
    /// The operands on the axes of the frame; `None` for constants.
    pub(super) arrays: &'a mut [Option<Held>],
    pub(super) values: &'a mut [Option<Held>],
}

impl Tile<'_> {
    /// The arrays and values that an expression reads, in the order of its list. Kernels read their own place through the output.
    pub(super) fn read(&self, list: Reads<'_>, own: Option<usize>) -> SmallVec<[&Held; 8]> {
        let arrays = list.operands.iter().filter(|&&operand| own != Some(operand));
        let arrays = arrays.filter_map(|&operand| self.arrays[operand].as_ref());
        arrays.chain(list.values.iter().filter_map(|&value| self.values[value].as_ref())).collect()
    }
}

/// Memory that tiles and values share, one after the other.
#[derive(Default)]
pub(super) struct Space {
    /// Of each value.
    pub(super) values: SmallVec<[Buffer; 4]>,
    /// Old elements of places.
    pub(super) saved: SmallVec<[Buffer; 2]>,
    /// Of what blocks read.
    copies: SmallVec<[Buffer; 2]>,
    pub(super) scratch: Buffer,
    pub(super) columns: Columns,
}

impl Space {
    /// Memory for so many values.
    pub(super) fn of(values: usize) -> Self {
        let mut space = Self::default();
        space.values.resize_with(values, Buffer::default);
        space
    }
}

/// The bytes of an array's part in a tile.
const TILE: usize = 256 * 1024;
/// The most bytes of elements that are computed for the whole frame where tiles are possible.
const MOST_WHOLE: usize = 2 * TILE;
/// The most bytes of elements that are kept; of more, those of a block are computed whenever it is read.
const MOST_KEPT: usize = 1 << 20;

impl Context<'_> {
    /// Checks that each value's list has the entries that its site says, each the view that the context holds: kernels read those by the list's
    /// types.
    ///
    /// # Panics
    /// If not. Generated code describes its lists as they are.
    fn check_values(&self) {
        let mut is_described = self.sites.len() == self.passes.len();
        for (site, pass) in self.sites.iter().zip(self.passes) {
            let kind = (pass.kernel.is_some(), pass.functions.is_some());
            is_described &= match site.kind {
                ValueKind::Reduction { .. } => kind == (true, true),
                ValueKind::Elements => kind == (true, false),
                ValueKind::Index | ValueKind::Length => kind == (false, false),
            };
            if let Some(kernel) = pass.kernel {
                kernel.list(&mut |infos| is_described &= self.describes(infos, site.list, None));
            }
        }
        assert!(is_described, "a call describes what its lists read");
    }

    /// As [`check_values`](Self::check_values), for a result whose place is the operand `own`.
    fn check(&self, list: Reads<'_>, main: Main<'_>, own: Option<usize>) {
        let (Main::Expression { infos, .. } | Main::Value { infos }) = main;
        let is_value = list.values.len() == 1 && infos.len() == 1;
        let is_described = self.describes(infos, list, own) && (is_value || !matches!(main, Main::Value { .. }));
        assert!(is_described, "a call describes what its lists read");
    }

    fn describes(&self, infos: &[OperandInfo<'_>], list: Reads<'_>, through_output: Option<usize>) -> bool {
        let mut arrays = infos.iter().filter(|info| info.kind == OperandKind::Array);
        let operands = list.operands.iter().all(|&operand| {
            let own = &self.infos[operand];
            match own.kind {
                OperandKind::Constant => true,
                OperandKind::Place => {
                    let mut is_view = || arrays.next().is_some_and(|info| info.stands_for(own.ptr, own.elem_size));
                    through_output == Some(operand) || is_view()
                }
                OperandKind::Array => arrays.next().is_some_and(|info| {
                    info.ptr == own.ptr
                        && info.elem_size == own.elem_size
                        && info.shape == own.shape
                        && info.strides == own.strides
                }),
            }
        });
        let is_view = |&value: &usize| arrays.next().is_some_and(|info| self.passes[value].is_viewed_by(info));
        let values = list.values.iter().all(is_view);
        operands && values && arrays.next().is_none()
    }

    /// Computes the values, and then the results.
    ///
    /// # Safety
    /// The lists must be described as [`check_values`](Self::check_values) says, and the results as in [`evaluate`].
    unsafe fn run<'r>(&self, arrays: &mut [Option<Held>], results: &[Laid<'r>]) {
        let mut space = Space::of(self.sites.len());
        let mut values = SmallVec::<[Option<Held>; 4]>::new();
        values.resize_with(self.sites.len(), || None);
        let mut whole = Tile { lengths: self.frame, arrays, values: &mut values };
        let mut copies = SmallVec::<[Buffer; 2]>::new();
        for target in results.iter().filter(|_| results.len() > 1) {
            if let Some(operand) = self.reread(target, &whole) {
                copies.push(Buffer::default());
                // SAFETY: the place's elements are readable, and nothing has been written. The copy lives until the end.
                unsafe { self.save(operand, &mut whole, copies.last_mut(), &mut space.values) };
            }
        }
        let mut tiled = self.tiled(results);
        let lengths = self.tile_lengths(tiled, whole.arrays, results);
        if lengths[..] == *self.frame {
            tiled = 0;
        }
        let in_tiles = |index: usize| {
            let is_tiled = |axis: usize| self.outcome.values[index].over.lengths[axis] == self.frame[axis];
            tiled != 0 && self.passes[index].kernel.is_some() && bits(tiled).all(is_tiled)
        };
        for index in 0..self.sites.len() {
            if !in_tiles(index) {
                // SAFETY: the caller's promise.
                unsafe { self.value(index, &mut whole, &mut space, direct(results, index)) };
            }
        }
        if tiled == 0 {
            // SAFETY: the caller's promise.
            return unsafe { self.results(&mut whole, results, &mut space) };
        }
        let compute = |starts: &[usize], own: &[usize], space: &mut Space| {
            let cut = |held: &Option<Held>| held.as_ref().map(|held| held.part(starts, own));
            let mut arrays: SmallVec<[_; 8]> = whole.arrays.iter().map(cut).collect();
            let mut values: SmallVec<[_; 4]> = whole.values.iter().map(cut).collect();
            let mut tile = Tile { lengths: own, arrays: &mut arrays, values: &mut values };
            let part =
                |target: &Laid<'r>| -> Laid<'r> { Laid { to: target.to.part(starts, own, self.frame), ..*target } };
            let results: SmallVec<[Laid<'r>; 1]> = results.iter().map(part).collect();
            for index in (0..self.sites.len()).filter(|&index| in_tiles(index)) {
                // SAFETY: the caller's promise.
                unsafe { self.value(index, &mut tile, space, direct(&results, index)) };
            }
            // SAFETY: the caller's promise; the tile is a part of each result of its own, which has the axes that are tiled.
            unsafe { self.results(&mut tile, &results, space) };
        };
        #[cfg(feature = "rayon")]
        if self.is_shared(results) {
            // SAFETY: kernels and what they read may be shared, and each tile writes a part of the results of its own.
            return unsafe { threads::each_tile(self.frame, &lengths, &mut space, &compute) };
        }
        let all = 0..tiles(self.frame, &lengths);
        each_tile(all, self.frame, &lengths, &mut |starts, own| compute(starts, own, &mut space));
    }

    /// True if several threads may compute the call.
    #[cfg(feature = "rayon")]
    fn is_shared(&self, results: &[Laid<'_>]) -> bool {
        let mut kernels = self.passes.iter().filter(|pass| pass.kernel.is_some());
        kernels.all(|pass| pass.is_shared)
            && results.iter().all(|target| match target.main {
                Main::Expression { work, .. } => matches!(work, Work::Many(..)),
                // Its value says so.
                Main::Value { .. } => true,
            })
    }

    /// The axes along which values and result are computed together for some positions, whose arrays stay in the caches: any that no reduction
    /// takes and all values that others read have, or without such values the outermost. 0 if that gains nothing.
    fn tiled(&self, results: &[Laid<'_>]) -> u64 {
        let values = &self.outcome.values;
        let taken = values.iter().fold(0, |taken, value| taken | value.taken);
        let is_free = |&axis: &usize| {
            taken >> axis & 1 == 0 && results.iter().all(|target| target.lengths[axis] == self.frame[axis])
        };
        let free = (0..self.frame.len()).filter(is_free).fold(0_u64, |free, axis| free | 1 << axis);
        // Elements that are too many to stay in the caches lie in tiles; others are computed before, once for all tiles.
        let is_large = |&index: &usize| {
            self.sites[index].kind == ValueKind::Elements
                && product(&values[index].extent.lengths).saturating_mul(size_of::<f64>()) > limit(MOST_WHOLE)
        };
        let large = (0..values.len()).filter(is_large);
        let read = self.sites.iter().flat_map(|site| site.list.values).copied();
        let mut inner = read.chain(large.clone()).filter(|&value| self.passes[value].kernel.is_some()).peekable();
        let outermost = free & !free.wrapping_add(1);
        let axes = match inner.peek() {
            Some(_) => inner.fold(free, |axes, value| {
                let has = |axis: usize| values[value].over.lengths[axis] == self.frame[axis];
                bits(axes).filter(|&axis| has(axis)).fold(0, |axes, axis| axes | 1 << axis)
            }),
            None if results.len() > 1 => free,
            // Of a value alone, threads compute parts.
            None if matches!(results, [Laid { main: Main::Value { .. }, .. }])
                && !self.passes.iter().any(|pass| pass.is_shared) =>
            {
                0
            }
            None => outermost,
        };
        let has_large = large.count() > 0;
        let had = values.iter().filter(|value| value.taken != 0).fold(0, |had, value| had | value.over.has);
        if (had & axes != 0 || results.len() > 1 || has_large) && !self.frame.contains(&0) { axes } else { 0 }
    }

    /// The lengths of a tile: all of the other axes, and of those that are tiled as much as the caches take of each array, value and result.
    fn tile_lengths(&self, tiled: u64, arrays: &[Option<Held>], results: &[Laid<'_>]) -> SmallVec<[usize; 6]> {
        let size = results.iter().map(|target| target.to.memory.elem_size).max().unwrap_or_default().max(1);
        let mut lengths = SmallVec::from_slice(self.frame);
        for axis in bits(tiled).rev() {
            // The bytes of an array's part at each position of this axis: along the axes before it, one position.
            let bytes = |own: &[usize]| {
                let taken = (0..own.len()).filter(|&other| tiled >> other & 1 == 0 || other > axis);
                // The frame can have more positions than can be counted.
                taken.fold(size, |bytes, other| bytes.saturating_mul(own[other].min(lengths[other])))
            };
            let arrays_own = arrays.iter().flatten().map(|held| &held.lengths[..]);
            let values = self.outcome.values.iter().map(|value| &value.extent.lengths[..]);
            let all = arrays_own.chain(values).chain(results.iter().map(|target| target.lengths));
            let count = all.filter(|own| own[axis] != 1).map(bytes).max().unwrap_or(size).max(1);
            let most = (limit(TILE) / count).clamp(1, self.frame[axis].max(1));
            // Fewer neighbours than a vector takes are read at a stride, line by line again for each tile.
            let is_along = arrays.iter().flatten().any(|held| held.lengths[axis] != 1 && held.strides[axis] == 1);
            let most = if is_along && most < LANES { self.frame[axis] } else { most };
            lengths[axis] = if most < self.frame[axis] && most > LANES { most / LANES * LANES } else { most };
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
        let mut strides = dense_strides(&lengths);
        let memory = Memory { ptr: core::ptr::null_mut(), elem_size: pass.size };
        let mut held = Held { memory, lengths, strides: SmallVec::new(), computed: None };
        let ptr = match (pass.kernel, pass.functions) {
            (Some(_), None) if count.saturating_mul(pass.size) > limit(MOST_KEPT) => {
                held.computed = Some(index);
                core::ptr::null_mut()
            }
            (Some(kernel), None) => {
                let ptr = space.values[index].room(count, pass.size);
                let memory = Memory { ptr, ..memory };
                let to = Destination::on_frame(memory, &held.lengths, &strides);
                let read = tile.read(self.sites[index].list, None);
                let starts = zeros(held.lengths.len());
                // SAFETY: the caller's promise; there is room for all elements.
                unsafe {
                    self.compute(tile, &read, Work::One(kernel), (&starts, &held.lengths), &to, &mut space.values)
                };
                ptr
            }
            (Some(_), Some(functions)) => {
                let groups = groups(*taken);
                let direct = direct.filter(|to| {
                    groups.len() == 1
                        && product(&to.shape) == count
                        && functions.is_alike
                        && to.strides == dense_strides(&to.shape)
                });
                // The parts of the last group lie along the axes of the others.
                let others = groups.iter().rev().skip(1).flat_map(Clone::clone).map(|axis| over[axis]);
                let parts = count * others.product::<usize>();
                let ptr = match direct {
                    Some(to) => to.memory.ptr,
                    None => space.values[index].room(parts.max(count), functions.part.max(functions.out)),
                };
                let elements = bits(*taken).map(|axis| over[axis]).product();
                // SAFETY: the caller's promise; there is room for all parts, and for the results.
                unsafe {
                    if count > 0 && elements > 0 {
                        let order = self.reduce(index, tile, (&over, &groups), space, ptr);
                        strides = dense_along(&held.lengths, order.into_iter());
                    }
                    (functions.finish)(ptr, count, elements);
                }
                ptr
            }
            (None, _) => {
                let axis = bits(*taken).next();
                let length = axis.map_or(0, |axis| tile.lengths[axis]);
                let ptr = space.values[index].room(length.max(1), size_of::<usize>());
                for position in 0..count {
                    let number = if extent.has == 0 { length } else { position };
                    // SAFETY: there is room for the positions along the axis, or for its length.
                    unsafe { ptr.cast::<usize>().add(position).write(number) };
                }
                ptr
            }
        };
        held.memory.ptr = ptr;
        let strides = strides.iter().zip(&held.lengths).map(|(&stride, &length)| if length == 1 { 0 } else { stride });
        held.strides = strides.collect();
        tile.values[index] = Some(held);
    }

    /// Computes the expression of a reduction block by block, and reduces the blocks. Returns the axes of the results in their order in memory.
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
    ) -> SmallVec<[usize; 6]> {
        let pass = &self.passes[index];
        let (Some(kernel), Some(functions), Some((last, others))) = (pass.kernel, pass.functions, groups.split_last())
        else {
            return SmallVec::new();
        };
        let read = tile.read(self.sites[index].list, None);
        let taken = if others.is_empty() { self.read_over(index) } else { 0 };
        let laid = |is_direct| Nest::new(over, last.clone(), (functions.element, is_direct), &read, taken);
        let direct = read.first().filter(|_| pass.is_bare).map(|array| (laid(true), array));
        let direct = direct.filter(|(nest, array)| nest.is_direct(array)).map(|(nest, _)| nest);
        let nest = direct.unwrap_or_else(|| laid(false));
        let Space { values, scratch, columns, copies, .. } = space;
        let mut sink = Sink { functions, columns, to };
        // SAFETY: the caller's promise.
        unsafe {
            match read.first() {
                Some(array) if pass.is_bare && nest.is_direct(array) => nest.take_in_place(array, &mut sink),
                _ => {
                    let scratch =
                        Memory { ptr: scratch.room(nest.room(), functions.element), elem_size: functions.element };
                    self.reduce_blocks(&nest, &read, kernel, scratch, copies, (tile, values), &mut sink);
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
        nest.kept().collect()
    }

    /// The axes over which all that reads a value is reduced.
    fn read_over(&self, index: usize) -> u64 {
        let reads = |list: Reads<'_>| list.values.contains(&index);
        let is_result = self.results.iter().any(|result| reads(result.list));
        let values = self.sites.iter().zip(&self.outcome.values);
        let taken = values.filter(|(site, _)| reads(site.list)).map(|(_, value)| value.taken);
        taken.reduce(|all, taken| all & taken).filter(|_| !is_result).unwrap_or(0)
    }

    /// Computes an expression over the part of a tile that begins at `starts`.
    ///
    /// # Safety
    /// As [`run`](Self::run), for what is `read`; there must be room at `to`.
    pub(super) unsafe fn compute(
        &self,
        tile: &Tile<'_>,
        read: &[&Held],
        work: Work<'_>,
        (starts, lengths): (&[usize], &[usize]),
        to: &Destination,
        buffers: &mut [Buffer],
    ) {
        let mut made = SmallVec::<[Option<Held>; 2]>::new();
        for held in read {
            made.push(held.computed.map(|index| {
                let mut buffer = core::mem::take(&mut buffers[index]);
                let own = part(&held.lengths, lengths);
                let strides = dense_strides(&own);
                // SAFETY: the caller's promise; nothing else uses the buffer before the expression is computed.
                let copy = unsafe { self.copied(held, (starts, &own), &strides, &mut buffer, (tile, buffers)) };
                buffers[index] = buffer;
                copy
            }));
        }
        let read = made.iter().zip(read).map(|(made, held)| made.as_ref().unwrap_or(held));
        let laid = Operands::new(read, (starts, lengths), to);
        let columns = laid.memory.iter().enumerate().map(|(index, operand)| {
            let Source { shape, strides } = laid.source(index);
            (Column { pointer: operand.ptr, size: operand.elem_size, shape, strides }, AxisMap::at(0, to.shape.len()))
        });
        let (pointer, size) = (to.memory.ptr.cast_const(), to.memory.elem_size);
        let output = Column { pointer, size, shape: &to.shape, strides: &to.strides };
        // SAFETY: the caller's promise.
        unsafe { runtime::compute(&output, columns, 0, to.is_place, work) };
    }
}

/// The result that is the value `index` alone, in a place that is not read.
fn direct<'a>(results: &'a [Laid<'_>], index: usize) -> Option<&'a Destination> {
    match results {
        [Laid { site, to, main: Main::Value { .. }, .. }] if site.list.values == [index] && site.operand.is_none() => {
            Some(to)
        }
        _ => None,
    }
}

pub(super) fn zeros(count: usize) -> SmallVec<[usize; 6]> {
    SmallVec::from_elem(0, count)
}

/// The number of tiles of these lengths.
pub(super) fn tiles(all: &[usize], lengths: &[usize]) -> usize {
    let counts = all.iter().zip(lengths).map(|(&all, &length)| all.div_ceil(length.max(1)));
    counts.fold(1, usize::saturating_mul)
}

/// Calls `then` at the start of each of these tiles, with the lengths of that tile.
pub(super) fn each_tile(
    numbers: Range<usize>,
    all: &[usize],
    lengths: &[usize],
    then: &mut dyn FnMut(&[usize], &[usize]),
) {
    let (mut starts, mut own) = (zeros(all.len()), zeros(all.len()));
    for number in numbers {
        let mut left = number;
        for axis in (0..all.len()).rev() {
            let count = all[axis].div_ceil(lengths[axis].max(1)).max(1);
            starts[axis] = left % count * lengths[axis];
            own[axis] = lengths[axis].min(all[axis] - starts[axis]);
            left /= count;
        }
        then(&starts, &own);
    }
}
