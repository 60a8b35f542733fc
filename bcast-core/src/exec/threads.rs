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
    /// The kernels, for as many elements as one thread should compute; `None` where there may be work for more of them.
    pub(crate) fn alone(self, count: usize) -> Option<&'a dyn Kernel> {
        match self {
            Work::One(kernel) => Some(kernel),
            Work::Many(kernel) => (count < least(kernel)).then_some(kernel as &dyn Kernel),
        }
    }
}

/// Fewer elements are computed by the thread that calls, and not even timed.
///
/// To wake another thread takes as long as 1e5 cheap elements in the caches. A costly one may be a division, for which the same holds
/// nearly, or a function that takes a microsecond.
pub(super) fn least(kernel: &dyn Kernel) -> usize {
    // Where nothing tells the time, one thread computes everything.
    if cfg!(any(not(feature = "rayon"), all(target_family = "wasm", target_os = "unknown"))) {
        usize::MAX
    } else if kernel.is_costly() {
        1 << 15
    } else {
        1 << 18
    }
}

/// So many elements are computed to see how long they take: a microsecond's work at least, and a small part of [`least`].
#[cfg(feature = "rayon")]
pub(super) fn sample(kernel: &dyn Kernel) -> usize {
    if kernel.is_costly() { 1 << 11 } else { 1 << 15 }
}
