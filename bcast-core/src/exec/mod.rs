//! Runs a plan: an untyped odometer over its outer loops, around the typed kernels of the call site.

#[cfg(feature = "alloc")]
mod aligned;
#[cfg(feature = "alloc")]
mod copy;
#[cfg_attr(not(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2"))), path = "no_dispatch.rs")]
pub(crate) mod dispatch;
#[cfg(feature = "alloc")]
#[cfg_attr(not(all(target_os = "linux", feature = "std")), path = "no_hugepages.rs")]
pub(crate) mod hugepages;
#[cfg(feature = "alloc")]
mod in_place;
mod kernel;
pub(crate) mod line;
mod mask;
#[cfg(feature = "alloc")]
mod odometer;
#[cfg(feature = "alloc")]
mod packed;
#[cfg(feature = "alloc")]
mod parallel;
#[cfg(feature = "alloc")]
pub(crate) mod reduce;
#[cfg(feature = "alloc")]
mod small_nest;
#[cfg(feature = "alloc")]
mod stage;
pub(crate) mod static_nest;
#[cfg(all(feature = "alloc", target_arch = "x86_64", target_feature = "sse2"))]
mod stream;
#[cfg(feature = "alloc")]
mod strips;
mod threads;
#[cfg(feature = "alloc")]
mod tiles;

pub use dispatch::limit_instructions;
pub use kernel::{Cheap, Cost, Costly, Fusible, Job, Kernel, Shares};
pub use threads::{AllThreads, OneThread, Threads};
#[cfg(feature = "rayon")]
pub(crate) use threads::{PARTS, WORTH, available};
#[cfg(feature = "alloc")]
pub(crate) use {
    aligned::LEAST as LEAST_SPLIT,
    dispatch::Instructions,
    in_place::{SHORT_ROW, long_row},
    kernel::{Block, Character, Copies, IntoPlace},
    mask::Mask,
    odometer::{Memory, Nest},
    parallel::{Stage, is_large, run},
    small_nest::{
        FewRows, FewSheets, FewStrides, WALKED_IN_ROWS, Way, few_rows, few_sheets, mask_of, one_run, small, way,
        way_of_few,
    },
    threads::Work,
};
