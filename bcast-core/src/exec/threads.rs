//! One thread or all of them: who runs the kernels of a call.

use crate::exec::{Kernel, Memory, execute};
use crate::plan::Plan;

/// How many threads a call may use; the second form asks that everything in it may be shared.
pub trait Threads<K, R> {
    /// The kernels, as this many threads may run them.
    fn work(self, kernel: &K) -> Work<'_>;
}

/// The calling thread.
#[derive(Clone, Copy, Debug)]
pub struct OneThread;

impl<K: Kernel, R> Threads<K, R> for OneThread {
    #[inline(always)]
    fn work(self, kernel: &K) -> Work<'_> {
        Work::One(kernel)
    }
}

/// The threads of rayon's current pool, where the feature `rayon` is on and the work is worth it.
#[derive(Clone, Copy, Debug)]
pub struct AllThreads;

impl<K: Kernel + Sync, R: Send> Threads<K, R> for AllThreads {
    #[inline(always)]
    fn work(self, kernel: &K) -> Work<'_> {
        Work::Many(kernel)
    }
}

/// The kernels of a call and who may run them.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// The calling thread only.
    #[doc(hidden)]
    One(&'a dyn Kernel),
    /// Any thread.
    #[doc(hidden)]
    Many(&'a (dyn Kernel + Sync)),
}

impl<'a> Work<'a> {
    /// The kernels, for as many elements as one thread should compute; `None` where there are more and threads for them.
    pub(crate) fn alone(self, count: usize) -> Option<&'a dyn Kernel> {
        match self {
            Work::One(kernel) => Some(kernel),
            Work::Many(kernel) => (count < 2 * GRAIN || cfg!(not(feature = "rayon"))).then_some(kernel as &dyn Kernel),
        }
    }
}

/// Elements that one thread computes at a time: well above what it costs to wake another one.
const GRAIN: usize = 32 * 1024;

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

    use super::{GRAIN, Kernel, Memory, Plan, execute};

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
