//! Copies of arrays: of places that are written before they are read, and of what many blocks read in another order.

use smallvec::SmallVec;

use super::blocks::{Destination, Held, Nest, part};
use super::run::{Context, Tile, zeros};
use crate::call::runtime::product;
use crate::exec::reduce::Buffer;
use crate::exec::{Copies, Memory, Work};
use crate::plan::nest::dense_strides;

/// An array that the blocks of a nest read, or a copy of its part in the current block.
pub(super) struct Near<'a> {
    array: &'a Held,
    /// The memory of the copy; `None` if the array is read where it lies.
    buffer: Option<&'a mut Buffer>,
    copy: Option<Held>,
    /// Where the copy begins.
    starts: SmallVec<[usize; 6]>,
}

impl<'a> Near<'a> {
    pub(super) fn new(array: &'a Held, buffer: Option<&'a mut Buffer>) -> Self {
        Self { array, buffer, copy: None, starts: SmallVec::new() }
    }

    /// What is read of the array.
    pub(super) fn held(&self) -> &Held {
        self.copy.as_ref().unwrap_or(self.array)
    }
}

impl Context<'_> {
    /// Copies the part of an array that the block at `starts` reads, unless the block before has read the same.
    ///
    /// # Safety
    /// The array's elements must be readable.
    pub(super) unsafe fn bring(
        &self,
        near: &mut Near<'_>,
        nest: &Nest<'_>,
        (starts, block): (&[usize], &[usize]),
        tile: &Tile<'_>,
        buffers: &mut [Buffer],
    ) {
        let Some(buffer) = &mut near.buffer else { return };
        let own = starts.iter().zip(&near.array.lengths).map(|(&start, &length)| if length == 1 { 0 } else { start });
        let lengths = part(&near.array.lengths, block);
        if near.copy.as_ref().is_some_and(|copy| copy.lengths == lengths) && own.clone().eq(near.starts.iter().copied())
        {
            return;
        }
        near.starts = own.collect();
        // SAFETY: the caller's promise.
        let mut copy =
            unsafe { self.copied(near.array, (starts, &lengths), &nest.strides(&lengths), buffer, (tile, buffers)) };
        // So that its first element is the one at these starts.
        let (first, at) = (copy.memory.ptr, copy.address(starts));
        copy.memory.ptr = first.wrapping_sub((at as usize).wrapping_sub(first as usize));
        near.copy = Some(copy);
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

    /// Copies the part of an array at `starts` to memory of these strides.
    ///
    /// # Safety
    /// Its elements must be readable, and the copy must be read no longer than the buffer lives.
    unsafe fn copied(
        &self,
        held: &Held,
        (starts, lengths): (&[usize], &[usize]),
        strides: &[isize],
        buffer: &mut Buffer,
        (tile, buffers): (&Tile<'_>, &mut [Buffer]),
    ) -> Held {
        let size = held.memory.elem_size;
        let memory = Memory { ptr: buffer.room(product(lengths), size), elem_size: size };
        let to = Destination::on_frame(memory, lengths, strides);
        // SAFETY: the caller's promise; there is room for all elements.
        unsafe { self.compute(tile, &[held], Work::One(&Copies { size }), (starts, lengths), &to, buffers, None) };
        let strides = strides.iter().zip(lengths).map(|(&stride, &length)| if length == 1 { 0 } else { stride });
        Held { memory, strides: strides.collect(), lengths: lengths.into(), computed: None }
    }
}
