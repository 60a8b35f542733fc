//! Copies of arrays, and values computed when they are read, in memory of the call.

use smallvec::SmallVec;

use super::blocks::{Destination, Held, Nest, Operands, Sink, Steps, part};
use super::run::{Context, Tile, zeros};
use crate::exec::reduce::Buffer;
use crate::exec::{self, Copies, Kernel, Memory, Work};
use crate::plan::nest::{Plan, dense_strides, product};

/// An array that the blocks of a nest read, where it lies or as a copy of the current block's part.
struct Near<'a> {
    array: &'a Held,
    /// The memory of the copy; `None` if the array is read where it lies.
    buffer: Option<&'a mut Buffer>,
    copy: Option<Held>,
    /// Where the copy begins along each axis of the array, and its length.
    copied: SmallVec<[Option<(usize, usize)>; 4]>,
}

impl<'a> Near<'a> {
    fn new(array: &'a Held, buffer: &'a mut Buffer, nest: &Nest<'_>) -> Self {
        let is_copied = array.computed.is_some() || nest.copies(array);
        Self { array, buffer: is_copied.then_some(buffer), copy: None, copied: SmallVec::new() }
    }

    fn held(&self) -> &Held {
        self.copy.as_ref().unwrap_or(self.array)
    }
}

/// Computes the blocks of a nest.
struct Blocks<'a> {
    near: SmallVec<[Near<'a>; 4]>,
    kernel: &'a dyn Kernel,
    to: Memory,
    /// The plan for blocks of these lengths.
    prepared: Option<(SmallVec<[usize; 6]>, Plan, exec::Nest)>,
}

impl Blocks<'_> {
    /// Computes blocks, and calls `then` after each.
    ///
    /// # Safety
    /// As [`Context::compute`], for the arrays and the kernel of all blocks.
    unsafe fn compute(
        &mut self,
        context: &Context<'_>,
        nest: &Nest<'_>,
        steps: &Steps<'_>,
        (tile, buffers): (&Tile<'_>, &mut [Buffer]),
        then: &mut dyn FnMut(),
    ) {
        let Self { near, kernel, to, prepared } = self;
        let Steps { lengths, axis, count, .. } = *steps;
        let mut starts: SmallVec<[usize; 6]> = steps.starts.into();
        let mut left = count;
        // Copies serve the blocks along an axis that their arrays lack.
        let is_copied = |near: &Near<'_>| near.buffer.is_some() && near.array.lengths[axis] != 1;
        let at_once = if near.iter().any(is_copied) { 1 } else { count };
        while left > 0 {
            for near in &mut *near {
                // SAFETY: the caller's promise.
                unsafe { context.bring(near, (&starts, lengths), nest, (tile, buffers)) };
            }
            let read = || near.iter().map(Near::held);
            let mut operands: SmallVec<[Memory; 8]> = SmallVec::new();
            if let Some((_, plan, loops)) = prepared.as_ref().filter(|(planned, ..)| planned[..] == *lengths) {
                read().for_each(|held| operands.push(held.at(&starts)));
                for number in 0..at_once {
                    if number > 0 {
                        let held = read().map(|held| held.step(axis) * lengths[axis] as isize);
                        operands
                            .iter_mut()
                            .zip(held)
                            .for_each(|(operand, by)| operand.ptr = operand.ptr.wrapping_offset(by));
                    }
                    // SAFETY: the caller's promise; the plan has compared every length.
                    unsafe { loops.execute(plan, &operands, *to, *kernel, false) };
                    then();
                }
                left -= at_once;
                starts[axis] += at_once * lengths[axis];
                continue;
            }
            let on_frame = Destination::on_frame(*to, lengths, steps.strides);
            let laid = Operands::new(read(), (&starts, lengths), &on_frame);
            let plan = laid.plan(&on_frame);
            let loops = exec::Nest::new(&plan, &laid.memory, *to, *kernel);
            *prepared = Some((lengths.into(), plan, loops));
        }
    }
}

impl Context<'_> {
    /// Computes an expression block by block, and reduces the blocks. `copies` are memory for what they read.
    ///
    /// # Safety
    /// As [`compute`](Self::compute); `sink` must take the kernel's elements and have room for the parts, and `scratch` for a block.
    #[allow(clippy::too_many_arguments, reason = "the parts of what is borrowed")]
    pub(super) unsafe fn reduce_blocks(
        &self,
        nest: &Nest<'_>,
        read: &[&Held],
        kernel: &dyn Kernel,
        scratch: Memory,
        copies: &mut SmallVec<[Buffer; 2]>,
        (tile, buffers): (&Tile<'_>, &mut [Buffer]),
        sink: &mut Sink<'_>,
    ) {
        copies.resize_with(read.len().max(copies.len()), Buffer::default);
        let near = read.iter().zip(copies).map(|(&array, buffer)| Near::new(array, buffer, nest)).collect();
        let mut blocks = Blocks { near, kernel, to: scratch, prepared: None };
        // SAFETY: the caller's promise.
        unsafe {
            nest.take_blocks(scratch, sink, &mut |steps, then| {
                blocks.compute(self, nest, steps, (tile, buffers), then);
            });
        }
    }

    /// Copies the part of an array that a block reads, unless the block before has read the same.
    ///
    /// # Safety
    /// The array's elements must be readable.
    unsafe fn bring(
        &self,
        near: &mut Near<'_>,
        (starts, block): (&[usize], &[usize]),
        nest: &Nest<'_>,
        made: (&Tile<'_>, &mut [Buffer]),
    ) {
        let Some(buffer) = &mut near.buffer else { return };
        let own = |axis: usize| (near.array.lengths[axis] != 1).then_some((starts[axis], block[axis]));
        if near.copied.len() == starts.len() && (0..starts.len()).all(|axis| near.copied[axis] == own(axis)) {
            return;
        }
        near.copied = (0..starts.len()).map(own).collect();
        let lengths = part(&near.array.lengths, block);
        // SAFETY: the caller's promise.
        near.copy = Some(unsafe { self.copied(near.array, (starts, &lengths), &nest.strides(&lengths), buffer, made) });
    }

    /// Copies an array, and lets it be read there.
    ///
    /// # Safety
    /// Its elements must be readable, and it must be read no longer than the copy lives.
    pub(super) unsafe fn save(
        &self,
        operand: usize,
        tile: &mut Tile<'_>,
        copy: Option<&mut Buffer>,
        buffers: &mut [Buffer],
    ) {
        let (Some(held), Some(copy)) = (&tile.arrays[operand], copy) else { return };
        let (starts, strides) = (zeros(held.lengths.len()), dense_strides(&held.lengths));
        // SAFETY: the caller's promise.
        let copied = unsafe { self.copied(held, (&starts, &held.lengths), &strides, copy, (tile, buffers)) };
        tile.arrays[operand] = Some(copied);
    }

    /// A copy of the part of an array at `starts`, or of a value that is computed, with these strides. Positions are the array's.
    ///
    /// # Safety
    /// Its elements must be readable, and the copy must be read no longer than the buffer lives.
    pub(super) unsafe fn copied(
        &self,
        held: &Held,
        (starts, lengths): (&[usize], &[usize]),
        strides: &[isize],
        buffer: &mut Buffer,
        (tile, buffers): (&Tile<'_>, &mut [Buffer]),
    ) -> Held {
        let size = held.memory.elem_size;
        let mut memory = Memory { ptr: buffer.room(product(lengths), size), elem_size: size };
        let to = Destination::on_frame(memory, lengths, strides);
        let copies = Copies { size };
        let value =
            held.computed.and_then(|index| Some((tile.read(self.sites[index].list, None), self.passes[index].kernel?)));
        // SAFETY: the caller's promise; there is room for all elements.
        unsafe {
            match value {
                Some((read, kernel)) => self.compute(tile, &read, Work::One(kernel), (starts, lengths), &to, buffers),
                None => self.compute(tile, &[held], Work::One(&copies), (starts, lengths), &to, buffers),
            }
        }
        let strides = strides.iter().zip(lengths).map(|(&stride, &length)| if length == 1 { 0 } else { stride });
        let mut copy = Held { memory, strides: strides.collect(), lengths: lengths.into(), computed: None };
        // So that the first element is the one at `starts`.
        let ahead = (copy.address(starts) as usize).wrapping_sub(memory.ptr as usize);
        memory.ptr = memory.ptr.wrapping_sub(ahead);
        copy.memory = memory;
        copy
    }
}
