//! Writes output far larger than the caches past them: it is computed into a block in L1 and streamed from there, so that no cache line is
//! read before it is written.

use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};

use crate::exec::dispatch::Instructions;
use crate::exec::in_place::LONG_ROW;
use crate::exec::kernel::Character;
use crate::exec::line::{LINE, Scratch};
use crate::exec::mask::Mask;
use crate::exec::odometer::Memory;
use crate::exec::{Block, Kernel};
use crate::plan::nest::Plan;
use crate::plan::schedule::MAX_ARRAYS;

/// Bytes of the block: few, so that the operands' next elements are prefetched while it is written.
const BLOCK: usize = 1024;

/// A call's kernels, writing past the caches.
pub(super) struct Streaming<'a> {
    kernel: &'a dyn Kernel,
    /// The size of the output's elements.
    size: usize,
    /// The sizes of the operands' elements.
    sizes: [usize; MAX_ARRAYS],
    arrays: usize,
}

impl<'a> Streaming<'a> {
    /// `None` if the plain kernels do better: the output has gaps, is also read, its elements do not divide a cache line evenly, or they take
    /// longer than the memory.
    pub(super) fn new(plan: &Plan, operands: &[Memory], output: Memory, kernel: &'a dyn Kernel) -> Option<Self> {
        let (size, Character { reads_place, is_costly, .. }) = (output.elem_size, kernel.character());
        if !fills_lines(plan) || !matches!(size, 1 | 2 | 4 | 8 | 16) || reads_place || is_costly {
            return None;
        }
        let mut streaming = Streaming { kernel, size, sizes: [0; MAX_ARRAYS], arrays: 0 };
        for operand in operands {
            *streaming.sizes.get_mut(streaming.arrays)? = operand.elem_size;
            streaming.arrays += 1;
        }
        Some(streaming)
    }

    /// Computes rows that are contiguous in the output and writes them, after the first block in whole cache lines; these end at other
    /// elements than the rows.
    ///
    /// # Safety
    /// As [`Kernel::rows`], for `rows` rows of the block from `first` on.
    unsafe fn run(&self, block: &Block, first: usize, rows: usize, mask: Mask, instructions: Instructions) {
        let mut scratch = Scratch::<BLOCK>::new();
        let scratch = scratch.first();
        let mut pointers = [core::ptr::null(); MAX_ARRAYS];
        let mut output = block.output.wrapping_offset(first as isize * block.output_outer);
        let mut left = rows * block.length;
        let (mut row, mut column) = (first, 0);
        while left > 0 {
            let count = left.min((BLOCK - output.addr() % LINE) / self.size);
            let mut filled = 0;
            while filled < count {
                // The rest of a row, or as many whole rows as fit.
                let room = count - filled;
                let rows = if column == 0 { (room / block.length).max(1) } else { 1 };
                let length = room.min(block.length - column);
                for (array, pointer) in pointers[..self.arrays].iter_mut().enumerate() {
                    // SAFETY: there is a pointer for each operand, and a stride where there is a second row.
                    unsafe {
                        let by = if row > 0 { row as isize * *block.outer.add(array) } else { 0 };
                        let along = if mask.steps(array) { column * self.sizes[array] } else { 0 };
                        *pointer = (*block.operands.add(array)).wrapping_offset(by).wrapping_add(along);
                    }
                }
                let part = Block {
                    operands: pointers.as_ptr(),
                    output: scratch.wrapping_add(filled * self.size),
                    rows,
                    length,
                    output_outer: (length * self.size) as isize,
                    outer: block.outer,
                    inner: core::ptr::null(),
                };
                // SAFETY: the caller's promise for the operands, whose pointers are at this part's first elements; the output is scratch
                // with room for `count` elements, which nothing else can reach and which is written before it is read.
                unsafe { self.kernel.rows(&part, mask, instructions) };
                filled += rows * length;
                column += length;
                if column == block.length {
                    (row, column) = (row + rows, 0);
                }
            }
            // SAFETY: `count` elements were computed, and at least as many are left of the output.
            unsafe { write(scratch, output, count * self.size, instructions) };
            output = output.wrapping_add(count * self.size);
            left -= count;
        }
    }
}

impl Kernel for Streaming<'_> {
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        let follow = block.output_outer == (block.length * self.size) as isize;
        let together = if follow { block.rows } else { 1 };
        for row in (0..block.rows).step_by(together.max(1)) {
            // SAFETY: the caller's promise, for rows of its block.
            unsafe { self.run(block, row, together, mask, instructions) };
        }
    }

    fn character(&self) -> Character {
        // Rows are computed into scratch, whose strides are not those of the output.
        Character { takes_apart: false, ..self.kernel.character() }
    }
}

impl Drop for Streaming<'_> {
    fn drop(&mut self) {
        // Streaming stores are unordered until this fence.
        // SAFETY: this file is compiled only for targets with SSE2.
        unsafe { _mm_sfence() };
    }
}

/// True if the output consists of contiguous whole cache lines, which can be written past the caches.
fn fills_lines(plan: &Plan) -> bool {
    let Some(innermost) = plan.depth().checked_sub(1) else { return false };
    let length = plan.length(innermost);
    let rows_follow = || innermost.checked_sub(1).is_none_or(|around| plan.strides(around)[0] == length as isize);
    plan.strides(innermost)[0] == 1 && (length >= LONG_ROW || rows_follow())
}

/// Copies bytes, whole lines past the caches.
///
/// # Safety
/// As [`core::ptr::copy_nonoverlapping`], and the processor must have `instructions`.
unsafe fn write(mut from: *const u8, mut to: *mut u8, mut bytes: usize, instructions: Instructions) {
    let head = to.align_offset(LINE).min(bytes);
    let lines = (bytes - head) / LINE * LINE;
    // SAFETY: the parts are within the caller's; the lines are aligned, since the head ends at a line. This file is compiled only for
    // targets with SSE2, and by the caller's promise the processor has `instructions`.
    unsafe {
        core::ptr::copy_nonoverlapping(from, to, head);
        (from, to, bytes) = (from.add(head), to.add(head), bytes - head);
        match instructions {
            // Levels exist only in builds that query the processor.
            #[cfg(all(feature = "std", not(target_feature = "avx2")))]
            Instructions::Avx512 => lines_avx512(from, to, lines),
            _ => lines_sse2(from, to, lines),
        }
        core::ptr::copy_nonoverlapping(from.add(lines), to.add(lines), bytes - lines);
    }
}

/// # Safety
/// As [`write`], for whole lines, aligned in `to`.
unsafe fn lines_sse2(from: *const u8, to: *mut u8, bytes: usize) {
    for at in (0..bytes).step_by(16) {
        // SAFETY: the caller's promise; the addresses are within the lines, aligned to 16 bytes since the lines are.
        unsafe { _mm_stream_si128(to.add(at).cast::<__m128i>(), _mm_loadu_si128(from.add(at).cast())) };
    }
}

/// # Safety
/// As [`write`], for whole lines, aligned in `to`, and the processor must have AVX-512 F.
#[cfg(all(feature = "std", not(target_feature = "avx2")))]
#[target_feature(enable = "avx512f")]
unsafe fn lines_avx512(from: *const u8, to: *mut u8, bytes: usize) {
    use core::arch::x86_64::{__m512i, _mm512_loadu_si512, _mm512_stream_si512};

    for at in (0..bytes).step_by(LINE) {
        // SAFETY: the caller's promise; the addresses are within the lines, at whole lines.
        unsafe { _mm512_stream_si512(to.add(at).cast::<__m512i>(), _mm512_loadu_si512(from.add(at).cast())) };
    }
}
