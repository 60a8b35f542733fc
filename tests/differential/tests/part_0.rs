//! The programs of part 0.
#![allow(
    deprecated,
    unused_parens,
    unused_braces,
    unused_variables,
    unused_imports,
    unused_mut,
    clippy::all,
    reason = "programs are drawn at random"
)]

use bcast::{Tensor, shape, try_bcast};
use differential::support::*;
use ndarray::*;

include!(concat!(env!("OUT_DIR"), "/part_0.rs"));

#[test]
fn programs_give_what_the_interpreter_gives() {
    differential::compare(0, PROGRAMS);
}
