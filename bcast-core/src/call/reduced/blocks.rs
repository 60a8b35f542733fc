//! Blocks of an expression that fit the caches, and their reduction.

use core::ops::Range;

use smallvec::SmallVec;

use crate::exec::Memory;
use crate::exec::reduce::{Columns, Functions, MOST_CONSTANT};
use crate::plan::nest::{Plan, Source, dense_along};
use crate::rules::reduction::{Kept, bits};

/// An array or a value in memory, with a length and a stride for each axis of the frame.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) memory: Memory,
    pub(super) lengths: SmallVec<[usize; 6]>,
    pub(super) strides: SmallVec<[isize; 6]>,
    /// The value whose elements these are, if they are computed whenever they are read; then there is no memory.
    pub(super) computed: Option<usize>,
}

impl Held {
    /// The part at these starts, of these lengths.
    pub(super) fn part(&self, starts: &[usize], lengths: &[usize]) -> Self {
        Self { memory: self.at(starts), lengths: part(&self.lengths, lengths), strides: self.strides.clone(), ..*self }
    }

    /// The memory from the element at this position on.
    #[inline(always)]
    pub(super) fn at(&self, starts: &[usize]) -> Memory {
        Memory { ptr: self.address(starts).cast_mut(), ..self.memory }
    }

    /// The bytes from one position to the next along an axis.
    #[inline(always)]
    pub(super) fn step(&self, axis: usize) -> isize {
        if self.lengths[axis] == 1 { 0 } else { self.strides[axis] * self.memory.elem_size as isize }
    }

    /// The address of the element at this position.
    pub(super) fn address(&self, starts: &[usize]) -> *const u8 {
        let steps = self.strides.iter().zip(starts).zip(&self.lengths);
        let offset: isize =
            steps.map(|((&stride, &start), &length)| if length == 1 { 0 } else { stride * start as isize }).sum();
        self.memory.ptr.wrapping_offset(offset * self.memory.elem_size as isize)
    }
}

/// The lengths of a part: what has length 1 keeps it.
pub(super) fn part(own: &[usize], lengths: &[usize]) -> SmallVec<[usize; 6]> {
    own.iter().zip(lengths).map(|(&own, &length)| if own == 1 { 1 } else { length }).collect()
}

/// The memory of a result, and its axis for each axis of the frame.
pub(super) struct Destination {
    pub(super) memory: Memory,
    pub(super) shape: SmallVec<[usize; 6]>,
    pub(super) strides: SmallVec<[isize; 8]>,
    pub(super) axes: SmallVec<[Option<usize>; 6]>,
    /// True for a whole place, which is written past the caches if it is far larger than they are; parts of it are read again soon.
    pub(super) is_place: bool,
}

impl Destination {
    /// Memory with these lengths and strides on the axes of the frame.
    pub(super) fn on_frame(memory: Memory, lengths: &[usize], strides: &[isize]) -> Self {
        let axes = (0..lengths.len()).map(Some).collect();
        Self { memory, shape: lengths.into(), strides: strides.into(), axes, is_place: false }
    }

    /// The part at these starts of `all`, of these lengths. An axis that is whole keeps its length, which is more than one position of the
    /// frame where the result stretches to a place.
    pub(super) fn part(&self, starts: &[usize], lengths: &[usize], all: &[usize]) -> Self {
        let (mut shape, mut offset) = (self.shape.clone(), 0);
        for axis in (0..starts.len()).filter(|&axis| lengths[axis] != all[axis]) {
            if let Some(own) = self.axes[axis] {
                offset += self.strides[own] * starts[axis] as isize;
                shape[own] = lengths[axis];
            }
        }
        let ptr = self.memory.ptr.wrapping_offset(offset * self.memory.elem_size as isize);
        let memory = Memory { ptr, ..self.memory };
        Self { memory, shape, strides: self.strides.clone(), axes: self.axes.clone(), is_place: false }
    }
}

/// The result's axis of each of the frame's, after `shift` more.
pub(super) fn axes(result: &Kept, shift: usize) -> SmallVec<[Option<usize>; 6]> {
    let mut axes = SmallVec::from_elem(None, result.lengths.len());
    bits(result.axes).enumerate().for_each(|(number, axis)| axes[axis] = Some(shift + number));
    axes
}

/// The operands of an expression on the axes of its result.
pub(super) struct Operands {
    pub(super) memory: SmallVec<[Memory; 8]>,
    /// For each operand its length and stride on each axis of the result.
    shapes: SmallVec<[usize; 32]>,
    strides: SmallVec<[isize; 32]>,
    rank: usize,
}

impl Operands {
    /// The parts at `starts`, of these lengths.
    pub(super) fn new<'h>(
        read: impl Iterator<Item = &'h Held>,
        (starts, lengths): (&[usize], &[usize]),
        to: &Destination,
    ) -> Self {
        let rank = to.shape.len();
        let mut all = Self { memory: SmallVec::new(), shapes: SmallVec::new(), strides: SmallVec::new(), rank };
        for held in read {
            let first = all.shapes.len();
            all.memory.push(held.at(starts));
            all.shapes.resize(first + rank, 1);
            all.strides.resize(first + rank, 0);
            for axis in (0..lengths.len()).filter(|&axis| held.lengths[axis] != 1) {
                let at = first + to.axes[axis].expect("a result has the axes of what it reads");
                (all.shapes[at], all.strides[at]) = (lengths[axis], held.strides[axis]);
            }
        }
        all
    }

    pub(super) fn source(&self, index: usize) -> Source<'_> {
        let own = index * self.rank..(index + 1) * self.rank;
        Source { shape: &self.shapes[own.clone()], strides: &self.strides[own] }
    }

    /// The loops over the result.
    pub(super) fn plan(&self, to: &Destination) -> Plan {
        let sources: SmallVec<[Source<'_>; 8]> = (0..self.memory.len()).map(|index| self.source(index)).collect();
        Plan::new(&to.shape, &to.strides, &sources, |_, axis| Some(axis))
    }
}

/// Takes the elements of a reduction, and writes its parts.
pub(super) struct Sink<'a> {
    pub(super) functions: &'static Functions,
    pub(super) columns: &'a mut Columns,
    pub(super) to: *mut u8,
}

impl Sink<'_> {
    /// The memory of the part with this number.
    fn part(&self, number: usize) -> *mut u8 {
        self.to.wrapping_add(number * self.functions.part)
    }

    fn begin(&mut self, rows: usize, columns: usize) {
        self.columns.begin(rows, columns, self.functions.part);
    }

    /// Takes rows; with the last ones, the number of the first column's part, after which those of the others follow.
    ///
    /// # Safety
    /// As [`Functions::rows`].
    unsafe fn rows(&mut self, first: *const u8, rows: usize, stride: isize, part: Option<usize>) {
        let to = part.map(|part| self.part(part));
        // SAFETY: the caller's promise; the columns were begun with the size of a part.
        unsafe { (self.functions.rows)(self.columns, first, rows, stride, to) };
    }

    /// Takes runs, whose parts follow the one with this number.
    ///
    /// # Safety
    /// As [`Functions::runs`].
    unsafe fn runs(&mut self, first: *const u8, runs: usize, length: usize, part: usize) {
        // SAFETY: the caller's promise.
        unsafe { (self.functions.runs)(first, runs, length, self.part(part)) };
    }

    /// Reduces parts over their rows, in place: `outer` matrices of `rows` by `columns`.
    ///
    /// # Safety
    /// As many parts must lie at `to`.
    pub(super) unsafe fn again(&mut self, outer: usize, rows: usize, columns: usize) {
        for matrix in 0..outer {
            self.begin(rows, columns);
            let (first, to) = (self.part(matrix * rows * columns), self.part(matrix * columns));
            // SAFETY: the caller's promise. The parts of a matrix are read before those of its columns are written, at or before it.
            unsafe { (self.functions.parts)(self.columns, first, rows, columns as isize, Some(to)) };
        }
    }
}

/// The bytes of a block that is reduced at once.
const BLOCK: usize = 32 * 1024;
/// The most columns of so many rows that are reduced side by side: their partial results, up to 16 a column, stay in the caches.
fn most_columns(rows: usize) -> usize {
    16 * MOST_COLUMNS / rows.clamp(1, 16)
}
/// The same of many rows.
const MOST_COLUMNS: usize = 512;

/// Rows of at most this many elements are turned, if there are enough of them.
pub(super) const MOST_TURNED: usize = 15;
const LEAST_TURNED: usize = 16;
/// Turned rows are so short that a block has this many of them.
const LEAST_COLUMNS: usize = 32;
/// An array is copied for blocks if so many of them read the copy.
const LEAST_READ: usize = 8;

/// Runs of neighbouring axes, the outermost first.
pub(super) fn groups(axes: u64) -> SmallVec<[Range<usize>; 4]> {
    let mut groups = SmallVec::<[Range<usize>; 4]>::new();
    for axis in bits(axes) {
        match groups.last_mut() {
            Some(group) if group.end == axis => group.end += 1,
            _ => groups.push(axis..axis + 1),
        }
    }
    groups
}

/// Blocks that follow one another along an axis.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a> {
    /// Where the first one is.
    pub(super) starts: &'a [usize],
    pub(super) lengths: &'a [usize],
    pub(super) strides: &'a [isize],
    pub(super) axis: usize,
    pub(super) count: usize,
}

/// Computes blocks one after the other into the same memory, and calls a function after each.
type Compute<'a> = dyn FnMut(&Steps<'_>, &mut dyn FnMut()) + 'a;

/// The loops of a reduction over neighbouring axes: matrices of rows, which are reduced, and columns.
#[derive(Clone)]
pub(super) struct Nest<'a> {
    lengths: &'a [usize],
    /// The axes that are reduced.
    group: Range<usize>,
    /// The axes of the matrices.
    outer: SmallVec<[usize; 6]>,
    /// The axes of the columns: those after the reduced ones, or all others, so that inner loops are longer.
    columns: SmallVec<[usize; 6]>,
    /// The lengths of a block.
    block: SmallVec<[usize; 6]>,
}

impl<'a> Nest<'a> {
    /// The loops over elements of `size` bytes that are computed from arrays, or are those of the array and need no block. All that reads the
    /// results reduces the axes `taken`.
    pub(super) fn new(
        lengths: &'a [usize],
        group: Range<usize>,
        (size, is_direct): (usize, bool),
        arrays: &[&Held],
        taken: u64,
    ) -> Self {
        let (outer, columns) = ((0..group.start).collect(), (group.end..lengths.len()).collect());
        let mut nest = Self { lengths, group, outer, columns, block: SmallVec::from_elem(1, lengths.len()) };
        let most = (BLOCK / size.max(1)).max(1);
        let rows = nest.count(nest.group.clone());
        if let Some(lane) = nest.lane((rows, if is_direct { usize::MAX } else { most }), arrays, taken) {
            nest.turn(lane);
            nest.fill(nest.group.clone(), rows);
            // Half a block, so that copies stay in the caches beside it.
            let room = (most / 2 / rows.max(1)).max(LEAST_COLUMNS.min(most / rows.max(1)));
            nest.fill(nest.columns.clone().into_iter(), room);
            return nest;
        }
        let all = nest.count(nest.columns.iter().copied());
        let columns = nest.fill(nest.group.end..lengths.len(), most.min(most_columns(rows)));
        let all_rows = nest.fill(nest.group.clone(), most / columns);
        if columns == all && all_rows == rows {
            nest.fill(0..nest.group.start, most / (rows * columns));
        }
        nest
    }

    /// The axis that is the innermost of all columns, if those before the reduced ones are. It need not be the last one where the results are
    /// reduced over that.
    fn lane(&self, (rows, most): (usize, usize), arrays: &[&Held], taken: u64) -> Option<usize> {
        let last = self.group.start.checked_sub(1)?;
        if self.count(self.columns.iter().copied()) > 1 || rows > most / LEAST_COLUMNS {
            return None;
        }
        let is_taken = |axis: usize| taken >> axis & 1 == 1;
        let others = (0..last).rev().filter(|&axis| is_taken(last) && !is_taken(axis));
        // Short rows are mostly ends, which fill no vector.
        let is_short = rows <= MOST_TURNED && self.count(0..self.group.start) >= LEAST_TURNED;
        others.chain([last]).find(|&lane| self.is_along(lane, arrays)).or(is_short.then_some(last))
    }

    /// True if arrays are best read along an axis: each stands still or is contiguous there, or is copied for many blocks.
    fn is_along(&self, lane: usize, arrays: &[&Held]) -> bool {
        let is_along = |array: &&Held| array.lengths[lane] == 1 || array.strides[lane] == 1 || self.serves(array, lane);
        self.lengths[lane] >= LEAST_TURNED && arrays.iter().all(is_along)
    }

    /// True if a copy of an array, for some of its elements along an axis, serves many blocks: all along the innermost other axes, which the
    /// array lacks.
    fn serves(&self, array: &Held, lane: usize) -> bool {
        let others = (0..self.group.start).rev().filter(|&axis| axis != lane);
        let blocks = self.count(others.take_while(|&axis| array.lengths[axis] == 1));
        blocks >= LEAST_READ && array.computed.is_none() && array.lengths[lane] != 1 && array.strides[lane] != 1
    }

    /// Makes all axes before the reduced ones columns, of which this one is the innermost.
    fn turn(&mut self, lane: usize) {
        self.columns = self.outer.drain(..).filter(|&axis| axis != lane).collect();
        self.columns.push(lane);
    }

    /// True if the part of an array in a block is copied, since many blocks read it.
    pub(super) fn copies(&self, array: &Held) -> bool {
        let lane = self.columns.last().filter(|&&axis| axis < self.group.start);
        lane.is_some_and(|&lane| self.serves(array, lane))
    }

    /// The axes of the results in the order of the parts.
    pub(super) fn kept(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.outer.iter().chain(&self.columns).copied()
    }

    /// The strides of a block of these lengths.
    pub(super) fn strides(&self, block: &[usize]) -> SmallVec<[isize; 8]> {
        let order: SmallVec<[usize; 6]> =
            self.outer.iter().copied().chain(self.group.clone()).chain(self.columns.iter().copied()).collect();
        dense_along(block, order.into_iter())
    }

    /// Makes the block as long on these axes as there is room, innermost first. Returns the number of elements.
    fn fill(&mut self, axes: impl DoubleEndedIterator<Item = usize>, room: usize) -> usize {
        let mut count = 1;
        for axis in axes.rev() {
            self.block[axis] = self.lengths[axis].min((room / count).max(1));
            count *= self.block[axis];
            if self.block[axis] < self.lengths[axis] {
                break;
            }
        }
        count
    }

    fn count(&self, axes: impl Iterator<Item = usize>) -> usize {
        axes.map(|axis| self.lengths[axis]).product()
    }

    /// Calls `then` at the start of each block along these axes; the others stay.
    fn each(
        &self,
        mut axes: impl Iterator<Item = usize> + Clone,
        starts: &mut [usize],
        then: &mut dyn FnMut(&mut [usize]),
    ) {
        let Some(axis) = axes.next() else { return then(starts) };
        let mut start = 0;
        while start < self.lengths[axis] {
            starts[axis] = start;
            self.each(axes.clone(), starts, then);
            start += self.block[axis];
        }
        starts[axis] = 0;
    }

    /// The number of the part at these starts.
    fn part(&self, starts: &[usize]) -> usize {
        self.kept().fold(0, |number, axis| number * self.lengths[axis] + starts[axis])
    }

    /// The length of the block at these starts.
    #[inline(always)]
    fn length(&self, starts: &[usize], axis: usize) -> usize {
        (self.lengths[axis] - starts[axis]).min(self.block[axis])
    }

    /// True if the elements that are reduced can be taken where they lie: the columns side by side, and the rows at one distance; or the runs
    /// one after the other.
    pub(super) fn is_direct(&self, array: &Held) -> bool {
        let is_whole = |axis: usize| array.lengths[axis] == self.lengths[axis];
        let columns = self.columns.iter().copied();
        let is_matrix = columns.clone().chain(self.group.clone()).all(is_whole)
            && stride(array, columns).is_none_or(|stride| stride == Some(1))
            && stride(array, self.group.clone()).is_none_or(|stride| stride.is_some());
        // Short runs are read where they lie only if their length is compiled as a constant.
        let is_short = matches!(self.count(self.group.clone()), rows if rows > MOST_CONSTANT && rows <= MOST_TURNED);
        array.computed.is_none() && (is_matrix || !is_short && self.is_runs(array))
    }

    /// True if an array consists of runs that are reduced, one after the other.
    fn is_runs(&self, array: &Held) -> bool {
        let axes = || self.kept().chain(self.group.clone());
        axes().all(|axis| array.lengths[axis] == self.lengths[axis]) && strided(array, axes()) == Some(1)
    }

    /// Takes the elements of a [direct](Self::is_direct) array.
    ///
    /// # Safety
    /// Its elements must be those that `sink` takes, which must have room for the parts.
    pub(super) unsafe fn take_in_place(&self, array: &Held, sink: &mut Sink<'_>) {
        let (all, rows) = (self.count(self.columns.iter().copied()), self.count(self.group.clone()));
        if self.is_runs(array) {
            // SAFETY: these are all elements of the array, one after the other.
            return unsafe { sink.runs(array.memory.ptr, self.count(self.kept()), rows, 0) };
        }
        let stride = strided(array, self.group.clone()).unwrap_or(all as isize);
        let mut starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, self.lengths.len());
        let single = Self { block: SmallVec::from_elem(1, self.lengths.len()), ..self.clone() };
        single.each(self.outer.iter().copied(), &mut starts, &mut |starts| {
            let (first, part) = (array.address(starts), self.part(starts));
            if all == 1 && stride == 1 {
                // SAFETY: these are elements of the array.
                return unsafe { sink.runs(first, 1, rows, part) };
            }
            let mut column = 0;
            while column < all {
                let count = (all - column).min(2 * most_columns(rows));
                sink.begin(rows, count);
                let first = first.wrapping_add(column * array.memory.elem_size);
                // SAFETY: these are elements of the array.
                unsafe { sink.rows(first, rows, stride, Some(part + column)) };
                column += count;
            }
        });
    }

    /// The elements of a block.
    pub(super) fn room(&self) -> usize {
        self.block.iter().product()
    }

    /// Takes the elements block by block. `compute` writes them into `scratch`.
    ///
    /// # Safety
    /// `compute` must write elements that `sink` takes, which must have room for the parts, and `scratch` must have [room](Self::room).
    pub(super) unsafe fn take_blocks(&self, scratch: Memory, sink: &mut Sink<'_>, compute: &mut Compute<'_>) {
        let rank = self.lengths.len();
        let mut starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, rank);
        // The outermost loop is the one along the innermost axis: a copy for some of its positions serves all positions of the other axes.
        let mut axes: SmallVec<[usize; 6]> = self.kept().collect();
        if self.outer.is_empty() && axes.len() > 1 {
            axes.rotate_right(1);
        }
        axes.retain(|axis| self.block[*axis] < self.lengths[*axis]);
        if self.block[self.group.clone()] != self.lengths[self.group.clone()] {
            return self.each(axes.iter().copied(), &mut starts, &mut |starts| {
                // SAFETY: the caller's promise.
                unsafe { self.take_parts(scratch.ptr, starts, sink, compute) };
            });
        }
        // The blocks along the last of these axes are computed together, but for a shorter one at its end.
        let along = axes.pop().unwrap_or_default();
        let (mut lengths, mut strides) = (SmallVec::<[usize; 6]>::new(), SmallVec::new());
        self.each(axes.iter().copied(), &mut starts, &mut |starts| {
            while starts[along] < self.lengths[along] {
                if lengths.is_empty() || (0..rank).any(|axis| lengths[axis] != self.length(starts, axis)) {
                    lengths = (0..rank).map(|axis| self.length(starts, axis)).collect();
                    strides = self.strides(&lengths);
                }
                let (length, mut part, first) = (lengths[along], self.part(starts), starts[along]);
                let count = (self.lengths[along] - first) / length;
                let steps = Steps { starts: &*starts, lengths: &lengths, strides: &strides, axis: along, count };
                let step = length * self.count(self.kept().skip_while(|&axis| axis != along).skip(1));
                compute(&steps, &mut || {
                    // SAFETY: the block lies in `scratch`.
                    unsafe { self.take_block(scratch, &lengths, part, sink) };
                    part += step;
                });
                starts[along] = first + count * length;
            }
            starts[along] = 0;
        });
    }

    /// Takes a block of whole rows.
    ///
    /// # Safety
    /// It must lie in `scratch`; `sink` must have room for the parts after the one with this number.
    unsafe fn take_block(&self, scratch: Memory, lengths: &[usize], part: usize, sink: &mut Sink<'_>) {
        let count = |axes: &mut dyn Iterator<Item = usize>| axes.map(|axis| lengths[axis]).product::<usize>();
        let (matrices, rows) = (count(&mut self.outer.iter().copied()), count(&mut self.group.clone()));
        let width = count(&mut self.columns.iter().copied());
        // SAFETY: the caller's promise: these are as many runs or matrices, one after the other.
        unsafe {
            if width == 1 {
                return sink.runs(scratch.ptr, matrices, rows, part);
            }
            for matrix in 0..matrices {
                sink.begin(rows, width);
                let first = scratch.ptr.add(matrix * rows * width * scratch.elem_size);
                sink.rows(first, rows, width as isize, Some(part + matrix * width));
            }
        }
    }

    /// Takes the rows of a matrix that begins at `starts`, some at a time.
    ///
    /// # Safety
    /// As [`take_blocks`](Self::take_blocks).
    unsafe fn take_parts(
        &self,
        scratch: *mut u8,
        starts: &mut [usize],
        sink: &mut Sink<'_>,
        compute: &mut Compute<'_>,
    ) {
        let (part, mut taken, all) = (self.part(starts), 0, self.count(self.group.clone()));
        let width = self.columns.iter().map(|&axis| self.length(starts, axis)).product();
        sink.begin(all, width);
        self.each(self.group.clone(), starts, &mut |starts| {
            let lengths: SmallVec<[usize; 6]> = (0..starts.len()).map(|axis| self.length(starts, axis)).collect();
            let rows = lengths[self.group.clone()].iter().product();
            let (strides, axis) = (self.strides(&lengths), self.group.start);
            compute(&Steps { starts, lengths: &lengths, strides: &strides, axis, count: 1 }, &mut || ());
            taken += rows;
            // SAFETY: the block has these rows, one after the other; `sink` has room for the parts.
            unsafe { sink.rows(scratch, rows, width as isize, (taken == all).then_some(part)) };
        });
    }
}

/// The distance of neighbours along these axes, if there is one.
fn strided(held: &Held, axes: impl DoubleEndedIterator<Item = usize>) -> Option<isize> {
    stride(held, axes).flatten()
}

/// The distance of neighbours along these axes, the outermost first: `None` for a single position, `Some(None)` if it varies.
pub(super) fn stride(held: &Held, axes: impl DoubleEndedIterator<Item = usize>) -> Option<Option<isize>> {
    let mut long = axes.rev().filter(|&axis| held.lengths[axis] != 1);
    let innermost = long.next()?;
    let (distance, mut next) = (held.strides[innermost], held.strides[innermost] * held.lengths[innermost] as isize);
    for axis in long {
        if held.strides[axis] != next {
            return Some(None);
        }
        next = held.strides[axis] * held.lengths[axis] as isize;
    }
    Some(Some(distance))
}
