//! Blocks of an expression that fit the caches, and their reduction.

use core::ops::Range;

use smallvec::SmallVec;

use crate::exec::reduce::{Columns, Functions, MOST_CONSTANT};
use crate::exec::{Memory, Target};
use crate::plan::nest::dense_along;
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
        let memory = Memory { ptr: self.address(starts).cast_mut(), ..self.memory };
        Self { memory, lengths: part(&self.lengths, lengths), strides: self.strides.clone(), ..*self }
    }
}

impl Held {
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
    pub(super) target: Target,
}

impl Destination {
    /// Memory with these lengths and strides on the axes of the frame.
    pub(super) fn on_frame(memory: Memory, lengths: &[usize], strides: &[isize]) -> Self {
        let axes = (0..lengths.len()).map(Some).collect();
        Self { memory, shape: lengths.into(), strides: strides.into(), axes, target: Target::Cached }
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
        // A part is read again soon, or small.
        Self { memory, shape, strides: self.strides.clone(), axes: self.axes.clone(), target: Target::Cached }
    }
}

/// The result's axis of each of the frame's, after `shift` more.
pub(super) fn axes(result: &Kept, shift: usize) -> SmallVec<[Option<usize>; 6]> {
    let mut axes = SmallVec::from_elem(None, result.lengths.len());
    bits(result.axes).enumerate().for_each(|(number, axis)| axes[axis] = Some(shift + number));
    axes
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
const MOST_TURNED: usize = 15;
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

/// Computes a block: lengths, strides and starts.
type Compute<'a> = dyn FnMut(&[usize], &[isize], &[usize]) + 'a;

/// The loops of a reduction over neighbouring axes: matrices of rows, which are reduced, and columns.
pub(super) struct Nest<'a> {
    lengths: &'a [usize],
    /// The axes that are reduced.
    group: Range<usize>,
    /// The lengths of a block.
    block: SmallVec<[usize; 6]>,
    /// Matrices of one column are reduced side by side, as the columns of one: the axis before those that are reduced is the innermost of a
    /// block.
    is_turned: bool,
}

impl<'a> Nest<'a> {
    /// The loops over elements of `size` bytes that are computed from arrays.
    pub(super) fn new(lengths: &'a [usize], group: Range<usize>, size: usize, arrays: &[&Held]) -> Self {
        let mut nest = Self { lengths, group, block: SmallVec::from_elem(1, lengths.len()), is_turned: false };
        let most = (BLOCK / size.max(1)).max(1);
        let (before, rows) = (nest.count(0..nest.group.start), nest.count(nest.group.clone()));
        let columns = nest.count(nest.group.end..lengths.len());
        // Short rows are mostly ends, which fill no vector.
        let is_short = before >= LEAST_TURNED && rows <= MOST_TURNED.min(most);
        nest.is_turned = nest.group.start > 0 && columns == 1 && rows <= most / LEAST_COLUMNS;
        nest.is_turned = nest.is_turned && (is_short || nest.is_along(arrays));
        if nest.is_turned {
            nest.fill(nest.group.clone(), rows);
            nest.fill(0..nest.group.start, most / rows.max(1));
            return nest;
        }
        let columns = nest.fill(nest.group.end..lengths.len(), most.min(most_columns(rows)));
        let is_wide = columns < nest.count(nest.group.end..lengths.len());
        let rows = nest.fill(nest.group.clone(), most / columns);
        if !is_wide && rows == nest.count(nest.group.clone()) {
            nest.fill(0..nest.group.start, most / (rows * columns));
        }
        nest
    }

    /// True if arrays are best read along the axis before those that are reduced: each stands still or is contiguous there, or is copied for
    /// many blocks.
    fn is_along(&self, arrays: &[&Held]) -> bool {
        let axis = self.group.start - 1;
        let is_along = |array: &&Held| array.lengths[axis] == 1 || array.strides[axis] == 1 || self.copies(array);
        self.lengths[axis] >= LEAST_TURNED && arrays.iter().all(is_along)
    }

    /// True if the part of an array in a block of turned rows is copied, since many blocks read it.
    pub(super) fn copies(&self, array: &Held) -> bool {
        let lacks = |&axis: &usize| array.lengths[axis] == 1;
        let reads = (0..self.group.start).filter(lacks).map(|axis| self.lengths[axis]).product::<usize>();
        let is_strided = |axis: usize| array.lengths[axis] != 1 && array.strides[axis] != 1;
        self.is_turned && reads >= LEAST_READ && array.computed.is_none() && is_strided(self.group.start - 1)
    }

    /// The strides of a block of these lengths.
    pub(super) fn strides(&self, block: &[usize]) -> SmallVec<[isize; 8]> {
        // The axes before those that are reduced are the innermost of turned rows.
        let turned = if self.is_turned { self.group.start } else { 0 };
        dense_along(block, (turned..block.len()).chain(0..turned))
    }

    /// Makes the block as long on these axes as there is room, innermost first. Returns the number of elements.
    fn fill(&mut self, axes: Range<usize>, room: usize) -> usize {
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

    fn count(&self, axes: Range<usize>) -> usize {
        self.lengths[axes].iter().product()
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
        let is_kept = |axis: &usize| !self.group.contains(axis);
        (0..starts.len()).filter(is_kept).fold(0, |number, axis| number * self.lengths[axis] + starts[axis])
    }

    /// The lengths of the block at these starts.
    fn block_at(&self, starts: &[usize]) -> SmallVec<[usize; 6]> {
        let lengths = self.lengths.iter().zip(starts).zip(&self.block);
        lengths.map(|((length, start), block)| (length - start).min(*block)).collect()
    }

    /// True if the elements that are reduced can be taken where they lie: the columns side by side, and the rows at one distance.
    pub(super) fn is_direct(&self, array: &Held) -> bool {
        let columns = self.group.end..self.lengths.len();
        let is_whole = |axes: Range<usize>| axes.into_iter().all(|axis| array.lengths[axis] == self.lengths[axis]);
        // Rows that are turned are read where they lie only as runs of a length that is compiled as a constant.
        let is_run = || self.count(self.group.clone()) <= MOST_CONSTANT && strided(array, 0..self.group.end) == Some(1);
        (!self.is_turned || is_run() && is_whole(0..self.group.start))
            && array.computed.is_none()
            && is_whole(self.group.start..columns.end)
            && stride(array, columns.clone()).is_none_or(|stride| stride == Some(1))
            && stride(array, self.group.clone()).is_none_or(|stride| stride.is_some())
    }

    /// Takes the elements of a [direct](Self::is_direct) array.
    ///
    /// # Safety
    /// Its elements must be those that `sink` takes, which must have room for the parts.
    pub(super) unsafe fn take_in_place(&self, array: &Held, sink: &mut Sink<'_>) {
        let (all, rows) = (self.count(self.group.end..self.lengths.len()), self.count(self.group.clone()));
        let stride = strided(array, self.group.clone()).unwrap_or(all as isize);
        let is_dense = (0..self.group.start).all(|axis| array.lengths[axis] == self.lengths[axis]);
        if all == 1 && is_dense && strided(array, 0..self.group.end) == Some(1) {
            // SAFETY: these are all elements of the array, one after the other.
            return unsafe { sink.runs(array.memory.ptr, self.count(0..self.group.start), rows, 0) };
        }
        self.each_outer(&mut |starts| {
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

    /// Calls `then` at each position of the outer axes.
    fn each_outer(&self, then: &mut dyn FnMut(&[usize])) {
        let single = Self { block: SmallVec::from_elem(1, self.lengths.len()), group: self.group.clone(), ..*self };
        let mut starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, self.lengths.len());
        single.each(0..self.group.start, &mut starts, &mut |starts| then(starts));
    }

    /// The elements of a block.
    pub(super) fn room(&self) -> usize {
        self.block.iter().product()
    }

    /// Takes the elements block by block. `compute` writes those of a block at these starts, with these lengths and strides, into `scratch`.
    ///
    /// # Safety
    /// `compute` must write elements that `sink` takes, which must have room for the parts, and `scratch` must have [room](Self::room).
    pub(super) unsafe fn take_blocks(&self, scratch: Memory, sink: &mut Sink<'_>, compute: &mut Compute<'_>) {
        let (scratch, size) = (scratch.ptr, scratch.elem_size);
        let (inner, rank) = (self.group.end, self.lengths.len());
        let all_rows = self.count(self.group.clone());
        let mut starts: SmallVec<[usize; 6]> = SmallVec::from_elem(0, rank);
        // What is copied along the innermost axis of turned rows is read at all positions of the others.
        let first = if self.is_turned { self.group.start - 1..self.group.start } else { 0..0 };
        let outer = first.clone().chain((0..self.group.start).filter(|axis| !first.contains(axis)));
        self.each(outer.chain(inner..rank), &mut starts, &mut |starts| {
            let (block, part) = (self.block_at(starts), self.part(starts));
            let matrices = block[..self.group.start].iter().product();
            let width = if self.is_turned { matrices } else { block[inner..].iter().product() };
            let is_whole = self.block[self.group.clone()] == self.lengths[self.group.clone()];
            let of_runs = width == 1 && is_whole && !self.is_turned;
            let of_rows = !of_runs && (matrices == 1 || self.is_turned);
            if of_rows {
                sink.begin(all_rows, width);
            }
            let (mut rows, mut taken) = (0, 0);
            self.each(self.group.clone(), starts, &mut |starts| {
                let block = self.block_at(starts);
                rows = block[self.group.clone()].iter().product();
                compute(&block, &self.strides(&block), starts);
                taken += rows;
                if of_rows {
                    // SAFETY: the block has these rows, one after the other.
                    unsafe { sink.rows(scratch, rows, width as isize, (taken == all_rows).then_some(part)) };
                }
            });
            // SAFETY: the block has as many runs or matrices, one after the other.
            unsafe {
                if of_runs {
                    return sink.runs(scratch, matrices, rows, part);
                }
                for matrix in (0..matrices).filter(|_| !of_rows) {
                    sink.begin(rows, width);
                    let first = scratch.add(matrix * rows * width * size);
                    sink.rows(first, rows, width as isize, Some(part + matrix * width));
                }
            }
        });
    }
}

/// The distance of neighbours along these axes, if there is one.
fn strided(held: &Held, axes: Range<usize>) -> Option<isize> {
    stride(held, axes).flatten()
}

/// The distance of neighbours along these axes in row-major order: `None` for a single position, `Some(None)` if it varies.
pub(super) fn stride(held: &Held, axes: Range<usize>) -> Option<Option<isize>> {
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
