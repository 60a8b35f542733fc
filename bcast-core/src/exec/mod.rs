//! Runs a plan: the odometer over its outer loops, which knows no types, around the kernels of the call site, which do.

mod kernel;
#[cfg(feature = "alloc")]
mod odometer;
#[cfg(feature = "alloc")]
mod spread;
#[cfg(feature = "alloc")]
mod stage;
mod threads;

pub use kernel::{AnyRow, Job, Kernel, Row, RowOf};
pub use threads::{AllThreads, OneThread, Threads};
#[cfg(feature = "alloc")]
pub(crate) use {
    kernel::Block,
    odometer::{Memory, one_row},
    spread::run,
    threads::Work,
};
