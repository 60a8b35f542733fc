//! Runs a plan on the threads that a call may use.

use crate::exec::odometer::{Memory, execute};
use crate::exec::{Kernel, Work};
use crate::plan::nest::Plan;

/// At or above this many bytes, output is far larger than the caches.
const LARGE: usize = 12 << 20;

/// True if so many elements of this size are far larger than the caches. New memory is not written past them, however large it is: the system
/// provides its pages when they are first touched.
#[inline]
pub(crate) fn is_large(count: usize, size: usize) -> bool {
    count.saturating_mul(size) >= LARGE
}

/// One pass of a call: a nest, its arrays, and the kernels that compute the elements.
#[derive(Clone, Copy)]
pub(crate) struct Stage<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) operands: &'a [Memory],
    pub(crate) output: Memory,
    /// True if the output is existing memory far larger than the caches.
    pub(crate) is_large: bool,
    pub(crate) work: Work<'a>,
}

/// Runs a stage on the threads that it may use.
///
/// # Safety
/// As [`execute`].
pub(crate) unsafe fn run(stage: &Stage<'_>) {
    match stage.work {
        // SAFETY: the caller's promise.
        Work::One(kernel) => unsafe { alone(stage, kernel) },
        // SAFETY: the caller's promise.
        #[cfg(feature = "rayon")]
        Work::Many(kernel, grain) => unsafe { many::split(stage, kernel, grain) },
        // SAFETY: the caller's promise.
        #[cfg(not(feature = "rayon"))]
        Work::Many(kernel, _) => unsafe { alone(stage, kernel) },
    }
}

/// Computes every element on this thread.
///
/// # Safety
/// As [`execute`], with a kernel of the stage.
unsafe fn alone(stage: &Stage<'_>, kernel: &dyn Kernel) {
    let Stage { plan, operands, output, is_large, .. } = *stage;
    if is_large {
        // Other targets have no stores past the caches.
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if let Some(streaming) = super::stream::Streaming::new(plan, operands, output, kernel) {
            // SAFETY: the caller's promise.
            return unsafe { execute(plan, operands, output, &streaming, true) };
        }
    }
    // SAFETY: the caller's promise.
    unsafe { execute(plan, operands, output, kernel, false) };
}

#[cfg(feature = "rayon")]
mod many {
    use core::slice::from_ref;
    use std::time::{Duration, Instant};

    use smallvec::SmallVec;

    use super::{Plan, Stage, alone};
    use crate::exec::Kernel;
    use crate::exec::threads::{Grain, PARTS, WORTH, available};

    /// Shorter samples are inconclusive.
    const TELLING: Duration = Duration::from_micros(3);
    /// The first samples must take this long: until then, instructions and memory may be cold.
    const WARM: Duration = Duration::from_micros(20);
    /// A thread's share is divided into parts of about this time, so that a delayed thread leaves some of it to the others.
    const PART: Duration = Duration::from_micros(250);

    /// A stage in parts, each with a nest of its own, and its kernel.
    #[derive(Clone, Copy)]
    struct Parts<'a> {
        plans: &'a [Plan],
        stage: Stage<'a>,
        kernel: &'a (dyn Kernel + Sync),
        /// At or below this many elements, nests are not divided.
        grain: usize,
    }
    // SAFETY: `Threads` requires that kernels, and so their lists, are `Sync`, so the operands behind the pointers are only read and may be
    // shared. `in_parallel` divides the nests into disjoint parts, so no other thread writes this part of the output, whose type may be
    // sent.
    unsafe impl Send for Parts<'_> {}

    impl Parts<'_> {
        /// Divides the nests until the parts are small, and lets rayon's current pool compute them.
        ///
        /// # Safety
        /// As [`execute`](super::execute), for each of the nests, of which no two lead to one element of the output.
        unsafe fn in_parallel(self) {
            let count: usize = self.plans.iter().map(Plan::count).sum();
            let halves;
            let (left, right) = match self.plans {
                [plan] if count > self.grain => {
                    halves = plan.halves(self.grain / 2);
                    match &halves {
                        Some((left, right)) => (from_ref(left), from_ref(right)),
                        // SAFETY: the caller's promise.
                        None => return unsafe { self.alone() },
                    }
                }
                plans if count > self.grain => plans.split_at(1),
                // SAFETY: the caller's promise.
                _ => return unsafe { self.alone() },
            };
            let (left, right) = (Parts { plans: left, ..self }, Parts { plans: right, ..self });
            // SAFETY: the two together are the caller's nests, and each nest is in one of them.
            rayon::join(move || unsafe { left.in_parallel() }, move || unsafe { right.in_parallel() });
        }

        /// Computes every element on this thread.
        ///
        /// # Safety
        /// As [`in_parallel`](Self::in_parallel).
        unsafe fn alone(self) {
            for plan in self.plans {
                // SAFETY: the caller's promise.
                unsafe { alone(&Stage { plan, ..self.stage }, self.kernel) };
            }
        }
    }

    /// Times small parts on this thread to estimate the rest, and lets rayon's current pool compute that if it pays off.
    ///
    /// The cost of an element must be measured: it may be an addition or a user's function.
    ///
    /// # Safety
    /// As [`execute`](super::execute).
    pub(super) unsafe fn split(stage: &Stage<'_>, kernel: &(dyn Kernel + Sync), grain: Grain) {
        let (plan, count) = (stage.plan, stage.plan.count());
        if count < grain.least {
            // SAFETY: the caller's promise.
            return unsafe { alone(stage, kernel) };
        }
        // Halves the first part repeatedly; the other halves wait, the largest first.
        let (mut first, mut rest) = (plan.clone(), SmallVec::<[Plan; 6]>::new());
        while let Some((half, second)) = first.halves(grain.sample) {
            first = half;
            rest.push(second);
        }
        let (mut part, mut left, mut telling) = (first, count, WARM);
        let remaining = loop {
            let start = Instant::now();
            // SAFETY: this is a part of the caller's nest.
            unsafe { alone(&Stage { plan: &part, ..*stage }, kernel) };
            let (time, done) = (start.elapsed(), part.count());
            left -= done;
            if time >= telling {
                break time.as_secs_f64() * left as f64 / done as f64;
            }
            telling = TELLING;
            match rest.pop() {
                Some(next) => part = next,
                None => return,
            }
        };
        let threads = if remaining < WORTH.as_secs_f64() { 1 } else { available() };
        if threads == 1 {
            for plan in rest.iter().rev() {
                // SAFETY: the rest are the other parts of the caller's nest.
                unsafe { alone(&Stage { plan, ..*stage }, kernel) };
            }
            return;
        }
        let parts = (remaining / threads as f64 / PART.as_secs_f64()) as usize;
        let grain = left / (threads * parts.clamp(1, PARTS));
        // SAFETY: the rest are the other parts of the caller's nest, each over indices of its own.
        unsafe { Parts { plans: &rest, stage: *stage, kernel, grain }.in_parallel() };
    }
}
