//! One thread or all of them: who runs the kernels of a call.

use crate::exec::Kernel;

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
pub(super) const GRAIN: usize = 32 * 1024;
