//! Hand-written kernels, each for one workload: the reference for `bcast!`.
//!
//! They use the author's knowledge of the workload: which operand has one number per row, which rows are short, and that the output
//! overlaps nothing. Some workloads have several kernels; the fastest measured is the limit.

pub mod functions;
pub mod pieces;
pub mod reductions;
pub mod rows;
pub mod short;
pub mod sums;
pub mod transposed;

/// The kernels of a function of this module, named, for every way to traverse the output.
macro_rules! ways {
    ($($kernel:tt)+) => {{
        use $crate::limit::pieces::{ALIGNED, IN_PLACE, STREAMED, WAYS};
        let named = |kernels: Vec<(&str, _)>, way: u8| {
            let name = move |(label, kernel)| (format!("{label}{}", WAYS[way as usize]), kernel);
            kernels.into_iter().map(name).collect::<Vec<_>>()
        };
        let all = [
            named($($kernel)+::<IN_PLACE>(), IN_PLACE),
            named($($kernel)+::<ALIGNED>(), ALIGNED),
            named($($kernel)+::<STREAMED>(), STREAMED),
        ];
        all.into_iter().flatten()
    }};
}

pub(crate) use ways;
