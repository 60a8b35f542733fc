//! Runs a plan on as many threads as a call may use.

use crate::exec::Work;
use crate::exec::odometer::{Memory, execute};
use crate::plan::Plan;

/// Computes every element of the plan's output, on as many threads as `work` allows.
///
/// # Safety
/// As [`execute`].
pub(crate) unsafe fn run(plan: &Plan, operands: &[Memory], output: Memory, work: Work<'_>) {
    match work {
        // SAFETY: the caller's promise.
        Work::One(kernel) => unsafe { execute(plan, operands, output, kernel) },
        // SAFETY: the caller's promise.
        #[cfg(feature = "rayon")]
        Work::Many(kernel) => unsafe { many::split(plan, operands, output, kernel) },
        // SAFETY: the caller's promise.
        #[cfg(not(feature = "rayon"))]
        Work::Many(kernel) => unsafe { execute(plan, operands, output, kernel) },
    }
}

#[cfg(feature = "rayon")]
mod many {
    use smallvec::SmallVec;

    use super::{Memory, Plan, execute};
    use crate::exec::Kernel;
    use crate::exec::threads::GRAIN;

    /// Operands and output, handed to another thread.
    struct Parts<'a> {
        plan: &'a Plan,
        operands: SmallVec<[Memory; 8]>,
        output: Memory,
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
            unsafe { split(self.plan, &self.operands, self.output, kernel) };
        }
    }

    /// Halves the outermost loop until the parts are small, and lets rayon's current pool compute them.
    ///
    /// # Safety
    /// As [`execute`].
    pub(super) unsafe fn split(plan: &Plan, operands: &[Memory], output: Memory, kernel: &(dyn Kernel + Sync)) {
        let Some((first, second)) = plan.halves(GRAIN) else {
            // SAFETY: the caller's promise.
            return unsafe { execute(plan, operands, output, kernel) };
        };
        let left = Parts { plan: &first, operands: operands.into(), output };
        let right = Parts { plan: &second, operands: operands.into(), output };
        // SAFETY: the two plans together run over every index of the one, each over its own.
        rayon::join(|| unsafe { left.run(kernel) }, || unsafe { right.run(kernel) });
    }
}
