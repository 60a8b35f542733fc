//! Results of the run-time API: resolutions, plans, and details of errors.

pub use bcast_core::AxisMap;
pub use bcast_core::plan::Plan;
pub use bcast_core::report::error::{ErrorKind, Party};
pub use bcast_core::report::resolution::Resolution;
pub use bcast_core::rules::length::Length;
