//! Arithmetic of published crates that use ndarray, written anew in two forms: with ndarray's operators, `Zip`, `mapv`
//! and loops as the crate does it, and with `bcast!`. Each pair of functions names the crate, version, file and
//! function it comes from. Products of matrices (`dot`) and decompositions are left to ndarray; the places are what
//! stands around them.
//!
//! ```sh
//! cargo run --release --manifest-path benches/places/Cargo.toml              # all places, about a minute
//! cargo run --release --manifest-path benches/places/Cargo.toml -- --check   # agreement only
//! cargo run --release --manifest-path benches/places/Cargo.toml -- softmax   # places or crates of this name
//! ```
//!
//! The command prints a row for each place: lines of both forms, without blank lines, comments and signatures; the
//! largest difference between the forms, relative to the largest element; and the time of `bcast!` divided by that of
//! ndarray's form, at a small and a large size. Then it prints the totals. It fails if a place disagrees by more than
//! its tolerance.

#[path = "../../rust/src/clock.rs"]
mod clock;
mod random;
mod table;
mod turns;

mod egobox_gp;
mod linfa;
mod linfa_bayes;
mod linfa_clustering;
mod linfa_elasticnet;
mod linfa_ftrl;
mod linfa_ica;
mod linfa_linear;
mod linfa_logistic;
mod linfa_nn;
mod linfa_pls;
mod linfa_preprocessing;
mod ndarray_conv;
mod ndarray_glm;
mod ndarray_interp;
mod ndarray_stats;
mod ndarray_vision;
mod petal_decomposition;

use std::process::ExitCode;

use ndarray::{Array1, Array2};
use table::Table;

/// A vector, as most operands of the places are.
type Vector = Array1<f64>;
/// A matrix.
type Matrix = Array2<f64>;

fn main() -> ExitCode {
    clock::keep_memory();
    let (mut check, mut filter) = (false, String::new());
    for argument in std::env::args().skip(1) {
        match &*argument {
            "--check" => check = true,
            _ => filter = argument,
        }
    }
    let mut table = Table::new(check, filter);
    egobox_gp::measure(&mut table);
    linfa::measure(&mut table);
    linfa_bayes::measure(&mut table);
    linfa_clustering::measure(&mut table);
    linfa_elasticnet::measure(&mut table);
    linfa_ftrl::measure(&mut table);
    linfa_ica::measure(&mut table);
    linfa_linear::measure(&mut table);
    linfa_logistic::measure(&mut table);
    linfa_nn::measure(&mut table);
    linfa_pls::measure(&mut table);
    linfa_preprocessing::measure(&mut table);
    ndarray_conv::measure(&mut table);
    ndarray_glm::measure(&mut table);
    ndarray_interp::measure(&mut table);
    ndarray_stats::measure(&mut table);
    ndarray_vision::measure(&mut table);
    petal_decomposition::measure(&mut table);
    if table.finish() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
