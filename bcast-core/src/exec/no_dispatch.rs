//! The kernels of targets whose every processor has the instructions that pay off, or that can't query the processor.
#![allow(clippy::extra_unused_type_parameters, reason = "callers pass the same parameters as with dispatch")]

use core::mem::MaybeUninit;

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
}

impl Instructions {
    #[inline]
    pub(crate) fn here() -> Self {
        Instructions::Baseline
    }
}

/// There is only level 0.
pub fn limit_instructions(_: usize) -> usize {
    0
}

/// True if every processor of the target has fused multiply-adds.
const FUSED: bool = cfg!(all(feature = "std", any(target_arch = "aarch64", target_feature = "fma")));

/// The masks, of those that a site has kernels for, that pay off.
#[cfg(feature = "alloc")]
pub(super) fn masks(masks: &[Mask; 2], _: Instructions) -> &[Mask] {
    masks
}

/// Computes a block with the kernel for `mask`.
///
/// # Safety
/// As [`Kernel::rows`](kernel::Kernel::rows).
#[inline(always)]
pub(super) unsafe fn rows<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    expression: &F,
    cursor: L::Cursor,
    block: &Block,
    mask: Mask,
    _: Instructions,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match mask {
            Mask::ALL if const { !FEW && kernel::shares::<L, W>() != 0 } && kernel::is_repeated::<L, R, W>(block) => {
                let output = core::slice::from_raw_parts_mut(block.output.cast(), block.rows * block.length);
                return down::<L, F, R, W>(expression, cursor, block, output);
            }
            Mask::ALL => {}
            Mask::APART if const { W::TAKES_APART } => {
                return kernel::strided::<L, F, R, FUSED>(expression, cursor, block);
            }
            _ if const { FEW } => return kernel::rows::<L, F, R, W, FUSED>(expression, cursor, block, &mask.strides()),
            // As costly elements: without a loop for short rows, which would cost every call site compile time for each mask.
            _ if const { has::<L>(1) } && mask == mask_at::<L>(1) => {
                return kernel::rows::<L, F, R, Costly, FUSED>(expression, cursor, block, strides::<L, 1>());
            }
            _ if const { has::<L>(2) } && mask == mask_at::<L>(2) => {
                return kernel::rows::<L, F, R, Costly, FUSED>(expression, cursor, block, strides::<L, 2>());
            }
            _ => {}
        }
        kernel::rows::<L, F, R, W, FUSED>(expression, cursor, block, strides::<L, 0>());
    }
}

/// A function of its own, from whose signature the compiler knows that nothing overlaps the output.
///
/// # Safety
/// As [`kernel::down`].
#[inline(never)]
unsafe fn down<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    expression: &F,
    cursor: L::Cursor,
    block: &Block,
    output: &mut [MaybeUninit<R>],
) {
    // SAFETY: the caller's promise.
    unsafe { kernel::down::<L, F, R, W, FUSED>(expression, cursor, block, output) };
}

/// Computes a static nest.
///
/// # Safety
/// As [`nest::large`].
#[inline(always)]
pub(crate) unsafe fn nest<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    cursor: L::Cursor,
    expression: &F,
    output: *mut MaybeUninit<R>,
) {
    // SAFETY: the caller's promise.
    unsafe { nest::large::<S, L, F, R, FUSED>(cursor, expression, output) };
}

/// Copies rows into scratch.
///
/// # Safety
/// As [`stage::copy_rows`].
#[cfg(feature = "alloc")]
pub(super) unsafe fn copy_rows(from: stage::Rows, size: usize, target: *mut u8, _: Instructions) {
    // SAFETY: the caller's promise.
    unsafe { stage::copy_rows(from, size, target) };
}
