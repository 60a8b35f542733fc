//! Output that is far larger than the caches is computed into a block that stays in L1, and written from there past the caches: so no
//! line of it is read before it is written.

use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
use core::mem::MaybeUninit;

use crate::exec::dispatch::Instructions;
use crate::exec::mask::Mask;
use crate::exec::{Block, Kernel};

/// Bytes of the block: few, so that the operands' next elements are on their way while it is written.
const BLOCK: usize = 1024;
/// The bytes of a cache line.
const LINE: usize = 64;
/// Arrays whose pointers are moved.
const ARRAYS: usize = 16;

/// The kernels of a call, writing past the caches.
pub(crate) struct Streaming<'a> {
    kernel: &'a dyn Kernel,
    /// The size of an element of the output.
    size: usize,
    /// The sizes of the operands' elements.
    sizes: [usize; ARRAYS],
    arrays: usize,
}

impl<'a> Streaming<'a> {
    /// These kernels, or `None` where the usual ones do better: the output is read too, its elements do not fill lines evenly, or they
    /// take so long that memory does not decide.
    pub(crate) fn new(kernel: &'a dyn Kernel, size: usize, operands: impl Iterator<Item = usize>) -> Option<Self> {
        if !matches!(size, 1 | 2 | 4 | 8 | 16) || !kernel.may_stream() {
            return None;
        }
        let mut streaming = Streaming { kernel, size, sizes: [0; ARRAYS], arrays: 0 };
        for size in operands {
            *streaming.sizes.get_mut(streaming.arrays)? = size;
            streaming.arrays += 1;
        }
        Some(streaming)
    }

    /// Computes a part of a block by the kernel itself, and writes it.
    ///
    /// # Safety
    /// As [`Kernel::rows`]; the part is no larger than `scratch`, and where it is several rows, they follow each other in the output.
    unsafe fn part(&self, block: &Block, scratch: &mut Scratch, mask: Mask, instructions: Instructions) {
        let bytes = block.rows * block.length * self.size;
        let output = (&raw mut scratch.0).cast::<u8>();
        // SAFETY: the caller's promise, for an output that nothing else can reach, which is written before it is read.
        unsafe {
            let part = Block { output, output_outer: (block.length * self.size) as isize, ..*block };
            self.kernel.rows(&part, mask, instructions);
            write(output, block.output, bytes);
        }
    }
}

#[repr(align(64))]
struct Scratch(MaybeUninit<[u8; BLOCK]>);

impl Kernel for Streaming<'_> {
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        let mut scratch = Scratch(MaybeUninit::uninit());
        let row_bytes = block.length * self.size;
        let mut pointers = [core::ptr::null(); ARRAYS];
        let most = BLOCK / self.size;
        // Rows that follow each other are put together; long ones are taken in parts.
        let follow = block.output_outer == row_bytes as isize || block.rows == 1;
        let together = if follow { (BLOCK / row_bytes.max(1)).clamp(1, block.rows) } else { 1 };
        for row in (0..block.rows).step_by(together) {
            let output = block.output.wrapping_offset(row as isize * block.output_outer);
            let rows = together.min(block.rows - row);
            let mut start = 0;
            while start < block.length {
                let at = output.wrapping_add(start * self.size);
                // The first part ends where a line does.
                let aligned = most - (at.addr() % LINE) / self.size;
                let length = if rows > 1 { block.length } else { aligned.min(block.length - start) };
                for (array, pointer) in pointers[..self.arrays].iter_mut().enumerate() {
                    // SAFETY: there is a pointer for each operand, and a stride where there is a second row.
                    unsafe {
                        let by = if row > 0 { row as isize * *block.outer.add(array) } else { 0 };
                        let along = if mask.steps(array) { start * self.sizes[array] } else { 0 };
                        *pointer = (*block.operands.add(array)).wrapping_offset(by).wrapping_add(along);
                    }
                }
                let part = Block { operands: pointers.as_ptr(), output: at, rows, length, ..*block };
                // SAFETY: the pointers are at this part's first elements; the rest is the caller's promise.
                unsafe { self.part(&part, &mut scratch, mask, instructions) };
                start += length;
            }
        }
    }

    fn may_stream(&self) -> bool {
        false
    }
}

impl Drop for Streaming<'_> {
    fn drop(&mut self) {
        // Writes past the caches are in no order with others until here.
        // SAFETY: the build asks for SSE2, or this file is not read.
        unsafe { _mm_sfence() };
    }
}

/// Copies bytes, whole lines past the caches.
///
/// # Safety
/// As [`core::ptr::copy_nonoverlapping`].
unsafe fn write(mut from: *const u8, mut to: *mut u8, mut bytes: usize) {
    let head = to.align_offset(LINE).min(bytes);
    // SAFETY: the parts are within the caller's; the lines are aligned, since the head ends where one begins. The
    // build asks for SSE2, or this file is not read.
    unsafe {
        core::ptr::copy_nonoverlapping(from, to, head);
        (from, to, bytes) = (from.add(head), to.add(head), bytes - head);
        while bytes >= LINE {
            for part in 0..LINE / 16 {
                let (from, to) = (from.cast::<__m128i>().add(part), to.cast::<__m128i>().add(part));
                _mm_stream_si128(to, _mm_loadu_si128(from));
            }
            (from, to, bytes) = (from.add(LINE), to.add(LINE), bytes - LINE);
        }
        core::ptr::copy_nonoverlapping(from, to, bytes);
    }
}
