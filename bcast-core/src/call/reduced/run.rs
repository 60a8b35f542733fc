//! Computes the values of a call one after the other, and then its result.

use smallvec::SmallVec;

use super::blocks::{Held, Nest, Sink, groups, part};
use super::pass::{Pass, Reduction};
use super::resolve::{Site, does_not_fit, of_several_axes};
use crate::call::container::Allocate;
use crate::call::runtime::product;
use crate::exec::reduce::{Buffer, Columns};
use crate::exec::{self, Copies, Memory, Work};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::{Order, Plan, Source, dense_strides};
use crate::report::error::BroadcastError;
use crate::rules::reduction::{Outcome, Reads, Value, ValueKind, ValueSite, bits};

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
        let outcome = context.outcome;
        let kept: SmallVec<[usize; 6]> = bits(outcome.kept).map(|axis| outcome.lengths[axis]).collect();
        context.check_all(main);
        let result = match &mut output {
            Output::Place(place) => {
                let Some(shift) = call.shift(outcome, place.shape, &kept) else {
                    return Err(does_not_fit(resolved, call.site.place, place.shape, &kept));
                };
                let memory = Memory { ptr: place.ptr.cast_mut(), elem_size: place.elem_size };
                Destination {
                    memory,
                    shape: place.shape.into(),
                    strides: place.strides.into(),
                    axes: axes(outcome, shift),
                }
            }
            Output::New(new, size) => {
                if !new.takes_rank(kept.len()) {
                    // Only a list of axes that is no literal can be another number of axes than types say.
                    return Err(of_several_axes(resolved, context.sites));
                }
                let memory = Memory { ptr: new.allocate(&kept, Order::C), elem_size: *size };
                Destination { memory, strides: dense_strides(&kept, Order::C), shape: kept, axes: axes(outcome, 0) }
            }
        };
        // SAFETY: the caller's promise; `check_all` has compared every list with the call's arrays.
        unsafe { context.run(&result, main) };
        Ok(())
    })
}

/// The memory of a result, and its axis for each axis of the frame.
struct Destination {
    memory: Memory,
    shape: SmallVec<[usize; 6]>,
    strides: SmallVec<[isize; 8]>,
    axes: SmallVec<[Option<usize>; 6]>,
}

impl Destination {
    /// The part at these starts of the frame, of these lengths; other axes are whole.
    fn part(&self, starts: &[usize], lengths: &[usize], tiled: u64) -> Self {
        let (mut shape, mut offset) = (self.shape.clone(), 0);
        for axis in bits(tiled) {
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
fn axes(outcome: &Outcome, shift: usize) -> SmallVec<[Option<usize>; 6]> {
    let mut axes = SmallVec::from_elem(None, outcome.lengths.len());
    bits(outcome.kept).enumerate().for_each(|(number, axis)| axes[axis] = Some(shift + number));
    axes
}

/// The arrays and the values of a call.
pub(super) struct Context<'a> {
    pub(super) sites: &'a [ValueSite<'a>],
    pub(super) passes: &'a [Pass<'a>],
    pub(super) reads: Reads<'a>,
    pub(super) frame: &'a [usize],
    pub(super) outcome: &'a Outcome,
    /// The entries of the operand list, a place among them.
    pub(super) infos: &'a [OperandInfo<'a>],
    /// The same on the axes of the frame; `None` for constants.
    pub(super) arrays: SmallVec<[Option<Held>; 8]>,
}

/// A call, or a tile of it: its arrays, and the values that have been computed.
struct Tile<'a> {
    lengths: &'a [usize],
    arrays: SmallVec<[Option<Held>; 8]>,
    values: SmallVec<[Option<Held>; 4]>,
}

impl Tile<'_> {
    /// The arrays and values that an expression reads, in the order of its list. The element expression reads a place through the output.
    fn read(&self, reads: Reads<'_>, is_result: bool) -> SmallVec<[&Held; 8]> {
        let arrays = reads.operands.iter().filter_map(|&operand| self.arrays[operand].as_ref());
        let arrays = arrays.filter(|held| !(is_result && held.is_place));
        arrays.chain(reads.values.iter().filter_map(|&value| self.values[value].as_ref())).collect()
    }
}

/// Memory that tiles and values share, one after the other.
#[derive(Default)]
struct Space {
    values: SmallVec<[Buffer; 4]>,
    scratch: Buffer,
    columns: Columns,
}

/// The bytes of an array's part in a tile.
const TILE: usize = 128 * 1024;

impl Context<'_> {
    /// Checks that each list has the entries that its site says, each the view that the context holds: kernels read those by the list's
    /// types.
    ///
    /// # Panics
    /// If not. Generated code describes its lists as they are.
    fn check_all(&self, main: Main<'_>) {
        let mut is_described = self.sites.len() == self.passes.len();
        for (site, pass) in self.sites.iter().zip(self.passes) {
            let is_reduction = matches!(site.kind, ValueKind::Reduction { .. });
            is_described &= is_reduction == pass.reduction.is_some();
            if let Some(Reduction { kernel, .. }) = pass.reduction {
                kernel.list(&mut |infos| is_described &= self.describes(infos, site.reads, false));
            }
        }
        let (Main::Expression { infos, .. } | Main::Value { infos }) = main;
        is_described &= self.describes(infos, self.reads, true);
        if let Main::Value { .. } = main {
            is_described &= self.reads.values.len() == 1 && infos.len() == 1;
        }
        assert!(is_described, "a call describes what its lists read");
    }

    fn describes(&self, list: &[OperandInfo<'_>], reads: Reads<'_>, is_result: bool) -> bool {
        let mut arrays = list.iter().filter(|info| info.kind == OperandKind::Array);
        let is_view = |info: Option<&OperandInfo<'_>>, address: *const u8, size: usize| {
            info.is_some_and(|info| info.ptr == address && info.shape == [0] && info.elem_size == size)
        };
        let operands = reads.operands.iter().all(|&operand| {
            let own = &self.infos[operand];
            match own.kind {
                OperandKind::Constant => true,
                OperandKind::Place => is_result || is_view(arrays.next(), own.ptr, own.elem_size),
                OperandKind::Array => arrays.next().is_some_and(|info| {
                    info.ptr == own.ptr
                        && info.elem_size == own.elem_size
                        && info.shape == own.shape
                        && info.strides == own.strides
                }),
            }
        });
        let values = reads.values.iter().all(|&value| {
            let pass = &self.passes[value];
            let size = pass.reduction.map_or(size_of::<usize>(), |reduction| reduction.functions.out);
            is_view(arrays.next(), pass.address, size)
        });
        operands && values && arrays.next().is_none()
    }

    /// Computes the values, and the result into `to`.
    ///
    /// # Safety
    /// The lists must be [described](Self::check_all), and `to` as in [`evaluate`].
    unsafe fn run(mut self, to: &Destination, main: Main<'_>) {
        let mut space = Space::default();
        space.values.resize_with(self.sites.len(), Buffer::default);
        let mut values = SmallVec::new();
        values.resize(self.sites.len(), None);
        let mut whole = Tile { lengths: self.frame, arrays: core::mem::take(&mut self.arrays), values };
        let tiled = self.tiled(main);
        let lengths = self.tile_lengths(tiled, to.memory.elem_size);
        let in_tiles = |index: usize| {
            let is_tiled = |axis: usize| self.outcome.values[index].over.lengths[axis] == self.frame[axis];
            tiled != 0 && self.passes[index].reduction.is_some() && bits(tiled).all(is_tiled)
        };
        for index in 0..self.sites.len() {
            if !in_tiles(index) {
                let direct = matches!(main, Main::Value { .. }) && self.reads.values == [index];
                // SAFETY: the caller's promise.
                unsafe { self.value(index, &mut whole, &mut space, direct.then_some(to)) };
            }
        }
        if tiled == 0 {
            // SAFETY: the caller's promise.
            return unsafe { self.result(&whole, to, main) };
        }
        let mut starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, self.frame.len());
        loop {
            let own: SmallVec<[usize; 6]> =
                (0..self.frame.len()).map(|axis| lengths[axis].min(self.frame[axis] - starts[axis])).collect();
            let cut = |held: &Option<Held>| held.as_ref().map(|held| held.part(&starts, &own));
            let (arrays, values) = (whole.arrays.iter().map(cut).collect(), whole.values.iter().map(cut).collect());
            let mut tile = Tile { lengths: &own, arrays, values };
            for index in (0..self.sites.len()).filter(|&index| in_tiles(index)) {
                // SAFETY: the caller's promise.
                unsafe { self.value(index, &mut tile, &mut space, None) };
            }
            // SAFETY: the caller's promise; the tile is a part of the result of its own.
            unsafe { self.result(&tile, &to.part(&starts, &own, tiled), main) };
            // The next tile, if there is one.
            let mut axes = bits(tiled).rev();
            let next = axes.find(|&axis| {
                starts[axis] += lengths[axis];
                let is_within = starts[axis] < self.frame[axis];
                starts[axis] *= usize::from(is_within);
                is_within
            });
            if next.is_none() {
                return;
            }
        }
    }

    /// The outermost axes, which no reduction takes: values and result are computed together for some positions along them, whose arrays
    /// stay in the caches. 0 if that gains nothing.
    fn tiled(&self, main: Main<'_>) -> u64 {
        if let Main::Value { .. } = main {
            return 0;
        }
        let taken = self.outcome.values.iter().fold(0, |taken, value| taken | value.taken);
        let is_free = |axis: &usize| taken >> axis & 1 == 0;
        let mut reductions = self.outcome.values.iter().zip(self.passes).filter(|(_, pass)| pass.reduction.is_some());
        let has_all = |axes: u64| bits(axes).all(|axis| self.outcome.lengths[axis] == self.frame[axis]);
        let axes = (0..self.frame.len()).take_while(is_free).fold(0, |axes, axis| axes | 1 << axis);
        let is_worth = self.frame.iter().all(|&length| length > 0) && has_all(axes);
        if is_worth && reductions.any(|(value, _)| value.over.has & axes != 0) { axes } else { 0 }
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
        let Value { taken, over, extent, .. } = &self.outcome.values[index];
        let (over, lengths) = (part(&over.lengths, tile.lengths), part(&extent.lengths, tile.lengths));
        let count = product(&lengths);
        let memory = match self.passes[index].reduction {
            None => {
                let length = bits(*taken).next().map_or(0, |axis| tile.lengths[axis]);
                let memory = space.values[index].room(length.max(1) * size_of::<usize>());
                for position in 0..count {
                    let number = if extent.has == 0 { length } else { position };
                    // SAFETY: there is room for the positions along the axis, or for its length.
                    unsafe { memory.cast::<usize>().add(position).write(number) };
                }
                Memory { ptr: memory, elem_size: size_of::<usize>() }
            }
            Some(reduction) => {
                let (groups, functions) = (groups(*taken), reduction.functions);
                let direct = direct.filter(|to| {
                    groups.len() == 1
                        && functions.part == functions.out
                        && to.strides == dense_strides(&to.shape, Order::C)
                });
                // The parts of the last group lie along the axes of the others.
                let parts = groups.split_last().map_or(count, |(last, others)| {
                    let others = others.iter().flat_map(Clone::clone).map(|axis| over[axis]);
                    let _ = last;
                    count * others.product::<usize>()
                });
                let ptr = match direct {
                    Some(to) => to.memory.ptr,
                    None => space.values[index].room((parts * functions.part).max(count * functions.out)),
                };
                let elements = bits(*taken).map(|axis| over[axis]).product();
                // SAFETY: the caller's promise; there is room for all parts, and for the results.
                unsafe {
                    if count > 0 && elements > 0 {
                        let sink = Sink { functions, columns: &mut space.columns, to: ptr };
                        let held = tile.read(self.sites[index].reads, false);
                        reduce(&held, reduction, (&over, &groups), &mut space.scratch, sink);
                    }
                    (functions.finish)(ptr, count, elements);
                }
                Memory { ptr, elem_size: functions.out }
            }
        };
        let mut strides: SmallVec<[isize; 6]> = dense_strides(&lengths, Order::C).into_iter().collect();
        for (stride, &length) in strides.iter_mut().zip(&lengths) {
            *stride *= isize::from(length != 1);
        }
        tile.values[index] = Some(Held { memory, lengths, strides, is_place: false });
    }

    /// Computes the result of a tile.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    unsafe fn result(&self, tile: &Tile<'_>, to: &Destination, main: Main<'_>) {
        let held = tile.read(self.reads, true);
        if matches!(main, Main::Value { .. }) && held[0].memory.ptr == to.memory.ptr {
            return;
        }
        let sources: SmallVec<[Source<'_>; 8]> =
            held.iter().map(|held| Source { shape: &held.lengths, strides: &held.strides }).collect();
        let plan = Plan::new(&to.shape, &to.strides, &sources, |_, axis| to.axes[axis]);
        let operands: SmallVec<[Memory; 8]> = held.iter().map(|held| held.memory).collect();
        let copies = Copies { size: to.memory.elem_size };
        let work = if let Main::Expression { work, .. } = main { work } else { Work::One(&copies) };
        let target = exec::Target::Cached;
        // SAFETY: the caller's promise; the plan has compared every length.
        unsafe { exec::run(&[exec::Stage { plan: &plan, operands: &operands, output: to.memory, target, work }]) };
    }
}

/// Computes the expression of a reduction block by block, and reduces the blocks.
///
/// # Safety
/// The kernels must read `held`, whose lengths are those of `over` or 1, and `sink` must have room for the parts.
unsafe fn reduce(
    held: &[&Held],
    reduction: Reduction<'_>,
    (over, groups): (&[usize], &[core::ops::Range<usize>]),
    scratch: &mut Buffer,
    mut sink: Sink<'_>,
) {
    let Some((last, others)) = groups.split_last() else { return };
    let nest = Nest::new(over, last.clone(), sink.functions.element);
    let to = sink.to;
    // SAFETY: the caller's promise.
    unsafe {
        match held.first() {
            Some(array) if reduction.is_bare && nest.is_direct(array) => nest.take_in_place(array, &mut sink),
            _ => nest.take_blocks(held, Work::One(reduction.kernel), scratch, &mut sink),
        }
    }
    // The parts so far lie along all axes but those of the last group.
    let mut lengths: SmallVec<[usize; 6]> = over.into();
    lengths[last.clone()].fill(1);
    for group in others.iter().rev() {
        let part = |axes: core::ops::Range<usize>| lengths[axes].iter().product::<usize>();
        sink.to = to;
        // SAFETY: as many parts lie there.
        unsafe { sink.again(part(0..group.start), part(group.clone()), part(group.end..lengths.len())) };
        lengths[group.clone()].fill(1);
    }
}
