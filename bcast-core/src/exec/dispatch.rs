//! Kernels for instruction sets beyond the baseline of x86-64, chosen at run time.
//!
//! Each kernel is a loop that costs every call site some milliseconds to compile, so only those that pay off exist: AVX2 for every mask,
//! AVX-512 for costly elements only, and one for processors that have neither. Unoptimised builds have two.

use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU8, Ordering};

use crate::exec::kernel::{self, Block, Cost, Costly, FEW, has, mask_at, strides};
use crate::exec::mask::Mask;
#[cfg(feature = "alloc")]
use crate::exec::stage;
use crate::exec::static_nest::{self as nest, Scheduled};
use crate::math::fused::Fused;
use crate::operand::list::List;

/// The instruction sets that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// The baseline of the target.
    Baseline,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, BW, DQ and VL too.
    Avx512,
}

/// Static nests of at least this many elements are worth querying the processor.
const WIDE: usize = 256;
/// Runs of at least this many elements gain from the widest vectors, whatever is computed.
#[cfg(any(not(debug_assertions), feature = "every-kernel"))]
const LONG_RUN: usize = 64;

/// The best level of this processor, or the limit set by tests, plus one; 0 before the first call.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Instructions {
    /// The best level of this processor, which is queried once.
    #[inline]
    pub(crate) fn here() -> Self {
        match BEST.load(Ordering::Relaxed) {
            1 => Instructions::Baseline,
            2 => Instructions::Avx2,
            3 => Instructions::Avx512,
            _ => Self::ask(),
        }
    }

    #[cold]
    fn ask() -> Self {
        let best = Self::detected();
        BEST.store(best as u8 + 1, Ordering::Relaxed);
        best
    }

    fn detected() -> Self {
        let avx2 = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
        let avx512 = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vl");
        let highest = if cfg!(feature = "every-kernel") { asked_for() } else { usize::MAX };
        match (avx2, avx512) {
            (true, true) if highest >= 2 => Instructions::Avx512,
            (true, _) if highest >= 1 => Instructions::Avx2,
            _ => Instructions::Baseline,
        }
    }
}

/// The limit that the environment sets for whole test suites: `BCAST_INSTRUCTIONS=0` is the baseline.
#[cold]
fn asked_for() -> usize {
    std::env::var("BCAST_INSTRUCTIONS").map_or(usize::MAX, |level| level.parse().expect("a level: 0, 1 or 2"))
}

/// Limits all later calls to level `limit`: 0 is the baseline, 1 AVX2, 2 AVX-512. For tests; returns the level in use.
pub fn limit_instructions(limit: usize) -> usize {
    let level = (Instructions::detected() as usize).min(limit);
    BEST.store(level as u8 + 1, Ordering::Relaxed);
    level
}

/// The masks, of those that a site has kernels for, that pay off.
#[cfg(feature = "alloc")]
pub(super) fn masks(masks: &[Mask; 2], instructions: Instructions) -> &[Mask] {
    if instructions == Instructions::Baseline { &[] } else { masks }
}

/// Computes a block with the kernel for `mask` and `instructions`.
///
/// # Safety
/// As [`Kernel::rows`](kernel::Kernel::rows).
#[inline(always)]
pub(super) unsafe fn rows<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    expression: &F,
    cursor: L::Cursor,
    block: &Block,
    mask: Mask,
    instructions: Instructions,
) {
    // SAFETY: the caller's promise, of the processor too.
    unsafe {
        match (instructions, mask) {
            (Instructions::Avx2 | Instructions::Avx512, Mask::ALL) if const { FEW } => {
                avx2::<0, L, F, R, W>(expression, cursor, block);
            }
            (_, Mask::APART) if const { W::TAKES_APART } => {
                kernel::strided::<L, F, R, false>(expression, cursor, block)
            }
            _ if const { FEW } => kernel::rows::<L, F, R, W, false>(expression, cursor, block, &mask.strides()),
            (Instructions::Baseline, _) => baseline::<L, F, R>(expression, cursor, block),
            (_, Mask::ALL) if const { kernel::shares::<L, W>() != 0 } && kernel::is_repeated::<L, R, W>(block) => {
                let output = core::slice::from_raw_parts_mut(block.output.cast(), block.rows * block.length);
                avx2_down::<L, F, R, W>(expression, cursor, block, output);
            }
            (Instructions::Avx512, Mask::ALL) if const { W::COSTLY } => {
                avx512::<0, L, F, R, W>(expression, cursor, block)
            }
            (Instructions::Avx512, _) if const { W::COSTLY && has::<L>(1) } && mask == mask_at::<L>(1) => {
                avx512::<1, L, F, R, W>(expression, cursor, block);
            }
            // As costly elements: without a loop for short rows, which would cost every call site compile time for each mask.
            _ if const { has::<L>(1) } && mask == mask_at::<L>(1) => {
                avx2::<1, L, F, R, Costly>(expression, cursor, block)
            }
            _ if const { has::<L>(2) } && mask == mask_at::<L>(2) => {
                avx2::<2, L, F, R, Costly>(expression, cursor, block)
            }
            _ => avx2::<0, L, F, R, W>(expression, cursor, block),
        }
    }
}

/// The kernel of the baseline, whose registers the other kernels need not save.
///
/// # Safety
/// As [`kernel::rows`] for [`Mask::ALL`].
#[inline(never)]
unsafe fn baseline<L: List, F: Fn(L::Elems, Fused) -> R, R>(expression: &F, cursor: L::Cursor, block: &Block) {
    // SAFETY: the caller's promise.
    unsafe { kernel::rows::<L, F, R, Costly, false>(expression, cursor, block, strides::<L, 0>()) };
}

/// The kernels of each level above the baseline, which differ in the features that the compiler may use.
macro_rules! kernels {
    ($($rows:ident $nest:ident: $features:literal;)*) => {$(
        /// # Safety
        /// As [`kernel::rows`] for the mask of this number, and the processor must have these features.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn $rows<const MASK: usize, L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
            expression: &F,
            cursor: L::Cursor,
            block: &Block,
        ) {
            // SAFETY: the caller's promise.
            unsafe { kernel::rows::<L, F, R, W, { !FEW }>(expression, cursor, block, strides::<L, MASK>()) };
        }

        /// # Safety
        /// As [`nest::large`], and the processor must have these features.
        #[cfg(any(not(debug_assertions), feature = "every-kernel"))]
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn $nest<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R>(
            cursor: L::Cursor,
            expression: &F,
            output: *mut MaybeUninit<R>,
        ) {
            // SAFETY: the caller's promise.
            unsafe { nest::large::<S, L, F, R, true>(cursor, expression, output) };
        }
    )*};
}
kernels! {
    avx2 nest_avx2: "avx2,fma";
    avx512 nest_avx512: "avx512f,avx512bw,avx512dq,avx512vl,fma";
}

/// # Safety
/// As [`kernel::down`], and the processor must have AVX2 and FMA.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2_down<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    expression: &F,
    cursor: L::Cursor,
    block: &Block,
    output: &mut [MaybeUninit<R>],
) {
    // SAFETY: the caller's promise.
    unsafe { kernel::down::<L, F, R, W, { !FEW }>(expression, cursor, block, output) };
}

/// Computes a static nest with the best instructions of this processor, if it has enough elements.
///
/// # Safety
/// As [`nest::large`].
#[inline(always)]
pub(crate) unsafe fn nest<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    cursor: L::Cursor,
    expression: &F,
    output: *mut MaybeUninit<R>,
) {
    // SAFETY: the caller's promise; `Instructions::here` has detected the processor's features.
    unsafe {
        if const { !FEW && (S::TABLES.count >= WIDE || W::FUSES) } {
            // With `FEW` these functions are never called, but the compiler would still generate them.
            #[cfg(any(not(debug_assertions), feature = "every-kernel"))]
            match Instructions::here() {
                Instructions::Baseline => {}
                // On some processors AVX-512 gains nothing for divisions and square roots, and loses in short rows that also have a scalar
                // one per row.
                Instructions::Avx512
                    if const { W::FUSES || W::COSTLY && S::TABLES.rows.saturating_mul(S::TABLES.row) >= LONG_RUN } =>
                {
                    return nest_avx512::<S, L, F, R>(cursor, expression, output);
                }
                Instructions::Avx2 | Instructions::Avx512 => {
                    return nest_avx2::<S, L, F, R>(cursor, expression, output);
                }
            }
        }
        nest::large::<S, L, F, R, false>(cursor, expression, output);
    }
}

/// Copies rows into scratch.
///
/// # Safety
/// As [`stage::copy_rows`], and the processor must have `instructions`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn copy_rows(from: stage::Rows, size: usize, target: *mut u8, instructions: Instructions) {
    // SAFETY: the caller's promise, of the processor too.
    unsafe {
        match (instructions, size) {
            (Instructions::Avx2 | Instructions::Avx512, 4) if stage::is_transposed(from, size) => {
                copy_transposed(from, target)
            }
            (Instructions::Avx2 | Instructions::Avx512, 8) if stage::is_transposed(from, size) => {
                copy_transposed_wide(from, target)
            }
            (Instructions::Avx2 | Instructions::Avx512, 4) => copy_rows_avx2::<4>(from, target),
            (Instructions::Avx2 | Instructions::Avx512, 8) => copy_rows_avx2::<8>(from, target),
            // Other element sizes are not worth code of their own.
            _ => stage::copy_rows(from, size, target),
        }
    }
}

/// # Safety
/// As [`stage::copy_rows`], and the processor must have AVX2.
#[cfg(feature = "alloc")]
#[target_feature(enable = "avx2")]
unsafe fn copy_rows_avx2<const SIZE: usize>(from: stage::Rows, target: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe { stage::copy::<SIZE>(from, target) };
}

/// Copies elements of 4 bytes, in tiles that are transposed in registers.
///
/// # Safety
/// As [`copy_rows_avx2`], for rows that lie side by side.
#[cfg(feature = "alloc")]
#[target_feature(enable = "avx2")]
unsafe fn copy_transposed(from: stage::Rows, target: *mut u8) {
    use core::arch::x86_64::{
        _mm256_loadu_ps, _mm256_permute2f128_ps, _mm256_shuffle_ps, _mm256_storeu_ps, _mm256_unpackhi_ps,
        _mm256_unpacklo_ps,
    };
    const _: () = assert!(stage::TILE == 8);
    // SAFETY: the caller's promise; each tile is 8 rows of 8 elements, 32 bytes, in both.
    unsafe {
        stage::by_tiles::<4>(from, target, |source, target| {
            let load = |lane: isize| _mm256_loadu_ps(source.wrapping_offset(lane * from.inner).cast());
            let store = |row: usize, lanes| _mm256_storeu_ps(target.add(row * from.length * 4).cast(), lanes);
            let rows = [load(0), load(1), load(2), load(3), load(4), load(5), load(6), load(7)];
            // Interleaves pairs of lanes, then fours, then both halves.
            let (low, high) = (
                [0, 2, 4, 6].map(|lane| _mm256_unpacklo_ps(rows[lane], rows[lane + 1])),
                [0, 2, 4, 6].map(|lane| _mm256_unpackhi_ps(rows[lane], rows[lane + 1])),
            );
            let fours = [
                (_mm256_shuffle_ps::<0x44>(low[0], low[1]), _mm256_shuffle_ps::<0x44>(low[2], low[3])),
                (_mm256_shuffle_ps::<0xee>(low[0], low[1]), _mm256_shuffle_ps::<0xee>(low[2], low[3])),
                (_mm256_shuffle_ps::<0x44>(high[0], high[1]), _mm256_shuffle_ps::<0x44>(high[2], high[3])),
                (_mm256_shuffle_ps::<0xee>(high[0], high[1]), _mm256_shuffle_ps::<0xee>(high[2], high[3])),
            ];
            for (row, (first, second)) in fours.into_iter().enumerate() {
                store(row, _mm256_permute2f128_ps::<0x20>(first, second));
                store(row + 4, _mm256_permute2f128_ps::<0x31>(first, second));
            }
        });
    }
}

/// Copies elements of 8 bytes, in tiles of four squares that are transposed in registers.
///
/// # Safety
/// As [`copy_rows_avx2`], for rows that lie side by side.
#[cfg(feature = "alloc")]
#[target_feature(enable = "avx2")]
unsafe fn copy_transposed_wide(from: stage::Rows, target: *mut u8) {
    use core::arch::x86_64::{
        _mm256_loadu_pd, _mm256_permute2f128_pd, _mm256_storeu_pd, _mm256_unpackhi_pd, _mm256_unpacklo_pd,
    };
    const _: () = assert!(stage::TILE == 8);
    // SAFETY: the caller's promise; each tile is 8 rows of 8 elements, 64 bytes, in both.
    unsafe {
        stage::by_tiles::<8>(from, target, |source, target| {
            for (row, lane) in [(0, 0), (4, 0), (0, 4), (4, 4)] {
                let load = |at: isize| {
                    _mm256_loadu_pd(source.wrapping_offset((lane + at) * from.inner).cast::<f64>().add(row))
                };
                let store = |at: usize, lanes| {
                    let first = target.cast::<f64>().add((row + at) * from.length);
                    _mm256_storeu_pd(first.wrapping_offset(lane), lanes);
                };
                let lanes = [load(0), load(1), load(2), load(3)];
                // Interleaves pairs of lanes, then both halves.
                let low = [0, 2].map(|lane| _mm256_unpacklo_pd(lanes[lane], lanes[lane + 1]));
                let high = [0, 2].map(|lane| _mm256_unpackhi_pd(lanes[lane], lanes[lane + 1]));
                store(0, _mm256_permute2f128_pd::<0x20>(low[0], low[1]));
                store(1, _mm256_permute2f128_pd::<0x20>(high[0], high[1]));
                store(2, _mm256_permute2f128_pd::<0x31>(low[0], low[1]));
                store(3, _mm256_permute2f128_pd::<0x31>(high[0], high[1]));
            }
        });
    }
}
