//! The threads that run the kernels of a call.

use crate::exec::{Cost, Job, Kernel};
use crate::math::fused::Fused;
use crate::operand::list::List;

/// The threads that a call may use; [`AllThreads`] requires that everything in the call may be shared.
///
/// Bounds are on the parts of a [`Job`]: a bound on the job itself would be a trait query per lifetime, and a bound on its being a kernel
/// another.
pub trait Threads<L, F, R> {
    /// False for the calling thread only.
    const ARE_SEVERAL: bool;
    /// The kernels, for these threads.
    fn work<'a, W: Cost>(self, job: &'a Job<'_, L, F, W>) -> Work<'a>
    where
        L: List,
        F: Fn(L::Elems, Fused) -> R;
}

/// The calling thread.
#[derive(Clone, Copy, Debug)]
pub struct OneThread;

impl<L, F, R> Threads<L, F, R> for OneThread {
    const ARE_SEVERAL: bool = false;

    #[inline(always)]
    fn work<'a, W: Cost>(self, job: &'a Job<'_, L, F, W>) -> Work<'a>
    where
        L: List,
        F: Fn(L::Elems, Fused) -> R,
    {
        Work::One(job)
    }
}

/// The threads of rayon's current pool, where the feature `rayon` is on and the work is worth it.
///
/// ```
/// use bcast_core::__private::{AllThreads, Costly, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// use bcast_core::typed::names::modes::numpy;
///
/// let x = vec![1, 2];
/// let list = ((&&&&&&&&tag(&x)).__bcast_kind().bind(&x), ());
/// let (call, site) = (call(numpy, NoTo, NoAxis, TypesDecide), CallSite::new(&[]));
/// let y = evaluate((call, call.made(&list)), &site, Costly, AllThreads, list, |(x, ()), _| x + 1);
/// assert_eq!(y, [2, 3]);
/// ```
///
/// A closure that can't be shared, and elements that can't be sent, do not compile, with or without the feature:
///
/// ```compile_fail
/// # use bcast_core::__private::{AllThreads, Costly, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// # use bcast_core::typed::names::modes::numpy;
/// let count = core::cell::Cell::new(0);
/// let x = vec![1, 2];
/// # let list = ((&&&&&&&&tag(&x)).__bcast_kind().bind(&x), ());
/// # let (call, site) = (call(numpy, NoTo, NoAxis, TypesDecide), CallSite::new(&[]));
/// let y = evaluate((call, call.made(&list)), &site, Costly, AllThreads, list, |(x, ()), _| x + count.replace(1));
/// ```
///
/// ```compile_fail
/// # use bcast_core::__private::{AllThreads, Costly, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// # use bcast_core::typed::names::modes::numpy;
/// let x = vec![core::ptr::null::<u8>(); 2];
/// # let list = ((&&&&&&&&tag(&x)).__bcast_kind().bind(&x), ());
/// # let (call, site) = (call(numpy, NoTo, NoAxis, TypesDecide), CallSite::new(&[]));
/// let y = evaluate((call, call.made(&list)), &site, Costly, AllThreads, list, |(x, ()), _| x);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AllThreads;

impl<L: Sync, F: Sync, R: Send> Threads<L, F, R> for AllThreads {
    const ARE_SEVERAL: bool = true;

    #[inline(always)]
    fn work<'a, W: Cost>(self, job: &'a Job<'_, L, F, W>) -> Work<'a>
    where
        L: List,
        F: Fn(L::Elems, Fused) -> R,
    {
        Work::Many(job, Grain::of(W::COSTLY))
    }
}

/// The kernels of a call and the threads that may run them.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// The calling thread only.
    #[doc(hidden)]
    One(&'a dyn Kernel),
    /// Any thread.
    #[doc(hidden)]
    Many(&'a (dyn Kernel + Sync), Grain),
}

impl<'a> Work<'a> {
    /// The kernels, if one thread should compute `count` elements; `None` if several threads may pay off.
    pub(crate) fn alone(self, count: usize) -> Option<&'a dyn Kernel> {
        match self {
            Work::One(kernel) => Some(kernel),
            Work::Many(kernel, grain) => (count < grain.least).then_some(kernel as &dyn Kernel),
        }
    }
}

/// Work that takes longer is worth several threads: a multiple of the time to enter and leave the pool.
#[cfg(feature = "rayon")]
pub(crate) const WORTH: core::time::Duration = core::time::Duration::from_micros(150);
/// The most parts of a thread's share, so that a delayed thread leaves some of it to the others.
#[cfg(feature = "rayon")]
pub(crate) const PARTS: usize = 4;

/// True if this target has no clock, without which nobody knows what is worth several threads.
const LACKS_CLOCK: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The number of threads that may share work that is timed.
#[cfg(feature = "rayon")]
pub(crate) fn available() -> usize {
    if LACKS_CLOCK { 1 } else { rayon::current_num_threads() }
}

/// The numbers of elements from which several threads pay off.
#[derive(Clone, Copy, Debug)]
pub struct Grain {
    /// Fewer elements are computed by the calling thread, untimed.
    pub(super) least: usize,
    /// The least elements of a timed sample: a microsecond's work, and a small part of `least`.
    #[cfg_attr(not(feature = "rayon"), expect(dead_code, reason = "only rayon needs timing"))]
    pub(super) sample: usize,
}

impl Grain {
    /// Waking a thread takes as long as very many cheap elements in the caches. A costly element may be a division, which takes little
    /// longer, or a function that takes a microsecond.
    const fn of(costly: bool) -> Self {
        // Without rayon or a clock, one thread computes everything.
        if cfg!(not(feature = "rayon")) || LACKS_CLOCK {
            Grain { least: usize::MAX, sample: 0 }
        } else if costly {
            Grain { least: 1 << 15, sample: 1 << 11 }
        } else {
            Grain { least: 1 << 18, sample: 1 << 15 }
        }
    }
}

/// Warns at the option `threads` that the feature `rayon` is off; expands to nothing if it is on.
#[cfg(feature = "rayon")]
#[doc(hidden)]
#[macro_export]
macro_rules! __bcast_check_threads {
    ($threads:ident) => {{}};
}
#[cfg(not(feature = "rayon"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __bcast_check_threads {
    // In a block, so that a function of this name in the user's scope stays visible to the expression.
    ($threads:ident) => {{
        #[deprecated(
            note = "one thread computes the call: enable the feature `rayon` of bcast-dsl, or leave out `threads`"
        )]
        fn $threads() {}
        $threads();
    }};
}
