//! Runs a plan on as many threads as a call may use.

use crate::exec::odometer::{Memory, execute};
use crate::exec::stream::Streaming;
use crate::exec::{Kernel, Work};
use crate::plan::Plan;

/// Output of so many bytes is far larger than the caches.
const LARGE: usize = 12 << 20;

/// What is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Memory of which nothing is in the caches, for each page comes from the system when it is first touched, or which is small enough
    /// to be in them.
    Cached,
    /// Memory that is far larger than the caches.
    Large,
}

impl Target {
    /// Existing memory of so many elements of this size.
    #[inline]
    pub(crate) fn existing(count: usize, size: usize) -> Self {
        if count.saturating_mul(size) < LARGE { Target::Cached } else { Target::Large }
    }
}

/// Computes every element of the plan's output, on as many threads as `work` allows.
///
/// # Safety
/// As [`execute`].
pub(crate) unsafe fn run(plan: &Plan, operands: &[Memory], output: Memory, target: Target, work: Work<'_>) {
    match work {
        // SAFETY: the caller's promise.
        Work::One(kernel) => unsafe { alone(plan, operands, output, target, kernel) },
        // SAFETY: the caller's promise.
        #[cfg(feature = "rayon")]
        Work::Many(kernel) => unsafe { many::split(plan, operands, output, target, kernel) },
        // SAFETY: the caller's promise.
        #[cfg(not(feature = "rayon"))]
        Work::Many(kernel) => unsafe { alone(plan, operands, output, target, kernel) },
    }
}

/// Computes every element on this thread.
///
/// # Safety
/// As [`execute`].
unsafe fn alone(plan: &Plan, operands: &[Memory], output: Memory, target: Target, kernel: &dyn Kernel) {
    // Elements that do not follow each other are rows of one each, which fill no lines.
    let follow = plan.depth().checked_sub(1).is_none_or(|innermost| plan.strides(innermost)[0] == 1);
    if target == Target::Large && follow {
        let sizes = operands.iter().map(|operand| operand.elem_size);
        if let Some(streaming) = Streaming::new(kernel, output.elem_size, sizes) {
            // SAFETY: the caller's promise.
            return unsafe { execute(plan, operands, output, &streaming) };
        }
    }
    // SAFETY: the caller's promise.
    unsafe { execute(plan, operands, output, kernel) };
}

#[cfg(feature = "rayon")]
mod many {
    use smallvec::SmallVec;

    use super::{Memory, Plan, Target, alone};
    use crate::exec::Kernel;
    use crate::exec::threads::GRAIN;

    /// Operands and output, handed to another thread.
    struct Parts<'a> {
        plan: &'a Plan,
        operands: SmallVec<[Memory; 8]>,
        output: Memory,
        target: Target,
    }
    // SAFETY: the pointers lead to operands that are only read and may be shared (`Threads` asks that kernels, and so their
    // lists, are `Sync`), and to a part of the output that no other thread writes (`split` halves an index range of which
    // each index leads to elements of its own), of a type that may be sent.
    unsafe impl Send for Parts<'_> {}

    impl Parts<'_> {
        /// # Safety
        /// As [`split`].
        unsafe fn run(self, kernel: &(dyn Kernel + Sync)) {
            // SAFETY: the caller's promise.
            unsafe { split(self.plan, &self.operands, self.output, self.target, kernel) };
        }
    }

    /// Halves the outermost loop until the parts are small, and lets rayon's current pool compute them.
    ///
    /// # Safety
    /// As [`execute`].
    pub(super) unsafe fn split(
        plan: &Plan,
        operands: &[Memory],
        output: Memory,
        target: Target,
        kernel: &(dyn Kernel + Sync),
    ) {
        let Some((first, second)) = plan.halves(GRAIN) else {
            // SAFETY: the caller's promise.
            return unsafe { alone(plan, operands, output, target, kernel) };
        };
        let left = Parts { plan: &first, operands: operands.into(), output, target };
        let right = Parts { plan: &second, operands: operands.into(), output, target };
        // SAFETY: the two plans together run over every index of the one, each over its own.
        rayon::join(|| unsafe { left.run(kernel) }, || unsafe { right.run(kernel) });
    }
}
