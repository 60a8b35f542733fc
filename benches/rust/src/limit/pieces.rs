//! Traverses the output in pieces: rows in place, or blocks computed in the cache and written with streaming stores.

use std::sync::OnceLock;

/// Elements of a block: 4 KB, which stay in the L1 cache beside the operands.
const BLOCK: usize = 1024;
/// Bytes of a streaming store.
const LINE: usize = 64;

#[repr(align(64))]
struct Block([f32; BLOCK]);

/// Rows in place.
pub const IN_PLACE: u8 = 0;
/// Rows in place, with a separate piece before the first cache line that begins within the row.
pub const ALIGNED: u8 = 1;
/// Blocks with streaming stores: for outputs much larger than the caches, which would otherwise be read before they are
/// written.
pub const STREAMED: u8 = 2;

/// A way to traverse the output, with the word in its name.
pub const WAYS: [&str; 3] = ["", " aligned", " streamed"];

/// Traverses all of `y`, whose rows have `length` elements: calls `piece` with the row, the column where the piece
/// begins, and the piece.
#[inline(always)]
pub fn pieces<const WAY: u8>(y: &mut [f32], length: usize, mut piece: impl FnMut(usize, usize, &mut [f32])) {
    if length == 0 {
        return;
    }
    if WAY != STREAMED {
        for (row, y) in y.chunks_exact_mut(length).enumerate() {
            if WAY == IN_PLACE {
                piece(row, 0, y);
                continue;
            }
            let misaligned = y.as_ptr().addr() % LINE / size_of::<f32>();
            let before = if misaligned == 0 { 0 } else { LINE / size_of::<f32>() - misaligned };
            let (head, y) = y.split_at_mut(before.min(length));
            let column = head.len();
            piece(row, 0, head);
            piece(row, column, y);
        }
        return;
    }
    let mut block = Block([0.0; BLOCK]);
    let misaligned = y.as_ptr().addr() % LINE / size_of::<f32>();
    // The first block ends at a cache line, so that all others begin at one.
    let mut end = y.len().min(BLOCK - misaligned);
    let (mut start, mut row, mut column) = (0, 0, 0);
    while start < y.len() {
        let block = &mut block.0[..end - start];
        let mut filled = 0;
        while filled < block.len() {
            let run = (length - column).min(block.len() - filled);
            piece(row, column, &mut block[filled..filled + run]);
            filled += run;
            column += run;
            if column == length {
                (row, column) = (row + 1, 0);
            }
        }
        write_past(block, &mut y[start..end]);
        start = end;
        end = y.len().min(end + BLOCK);
    }
    fence();
}

type Writer = fn(&[f32], &mut [f32]);

/// Writes a block with streaming stores.
fn write_past(block: &[f32], y: &mut [f32]) {
    static KERNEL: OnceLock<Writer> = OnceLock::new();
    KERNEL.get_or_init(kernel)(block, y);
}

#[cfg(not(target_arch = "x86_64"))]
fn kernel() -> Writer {
    |block, y| y.copy_from_slice(block)
}

#[cfg(not(target_arch = "x86_64"))]
fn fence() {}

#[cfg(target_arch = "x86_64")]
fn kernel() -> Writer {
    use std::arch::x86_64::{_mm_loadu_ps, _mm_stream_ps, _mm512_loadu_ps, _mm512_stream_ps};

    fn baseline(block: &[f32], y: &mut [f32]) {
        let head = y.as_ptr().align_offset(LINE).min(y.len());
        y[..head].copy_from_slice(&block[..head]);
        let mut lines = y[head..].chunks_exact_mut(4);
        for (y, block) in lines.by_ref().zip(block[head..].chunks_exact(4)) {
            // SAFETY: `y` has 16 bytes at a multiple of 16, since `head` elements were left out; `block` has 16 bytes.
            unsafe { _mm_stream_ps(y.as_mut_ptr(), _mm_loadu_ps(block.as_ptr())) };
        }
        let tail = lines.into_remainder();
        tail.copy_from_slice(&block[block.len() - tail.len()..]);
    }

    #[target_feature(enable = "avx512f")]
    fn avx512(block: &[f32], y: &mut [f32]) {
        let head = y.as_ptr().align_offset(LINE).min(y.len());
        y[..head].copy_from_slice(&block[..head]);
        let mut lines = y[head..].chunks_exact_mut(16);
        for (y, block) in lines.by_ref().zip(block[head..].chunks_exact(16)) {
            // SAFETY: `y` has 64 bytes at a multiple of 64, since `head` elements were left out; `block` has 64 bytes.
            unsafe { _mm512_stream_ps(y.as_mut_ptr(), _mm512_loadu_ps(block.as_ptr())) };
        }
        let tail = lines.into_remainder();
        tail.copy_from_slice(&block[block.len() - tail.len()..]);
    }

    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has the instructions, as just checked.
        return |block, y| unsafe { avx512(block, y) };
    }
    baseline
}

#[cfg(target_arch = "x86_64")]
fn fence() {
    // SAFETY: every processor of this kind has the instruction.
    unsafe { std::arch::x86_64::_mm_sfence() };
}
