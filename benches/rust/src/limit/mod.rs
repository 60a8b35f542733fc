//! Kernels written by hand, each for one workload: what `bcast!` is measured against.
//!
//! They know what a person knows who writes them: which operand has one number for a row, which rows are short, that the output
//! overlaps nothing. Where several ways seemed good there are several kernels, and the fastest measured is the limit.

pub mod functions;
pub mod pieces;
pub mod rows;
pub mod short;
pub mod transposed;

/// The kernels of a function of this module in every way to go through the output, each with its name.
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
