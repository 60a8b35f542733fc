//! Compiles and runs random programs in the language against an interpreter that shares no code with `bcast`.
//!
//! `program.rs` defines programs, and `draw.rs` draws them from a seed. The build script writes each as Rust, by
//! `source.rs`, for `tests/part_*.rs` to include; `interpret.rs` computes the expected result, by the rules in
//! `tests/random/model.rs` and one position at a time. `at_run_time.rs` computes the same with the run-time API.
//! `reduced` has the calls with reductions, NAMEs and several results, which `tests/reductions.rs` runs.
//!
//! ```sh
//! cargo test --manifest-path checks/Cargo.toml -p differential                              # 200 programs
//! DIFFERENTIAL=10000 cargo test --manifest-path checks/Cargo.toml -p differential           # the long suite
//! DIFFERENTIAL=2000 DIFFERENTIAL_SEED=7 cargo test --manifest-path checks/Cargo.toml -p differential
//! cargo run --manifest-path checks/Cargo.toml -p differential --bin shrink -- FAILED.json   # a smaller program that fails too
//! ```
//!
//! `DIFFERENTIAL_REDUCED` and the seed select the calls with reductions. A program that differs is printed as Rust and as the JSON that `shrink` reads.

pub mod at_run_time;
pub mod draw;
pub mod interpret;
#[path = "../../../tests/random/model.rs"]
pub mod model;
pub mod number;
pub mod program;
pub mod reduced;
pub mod source;
pub mod support;

use interpret::Outcome;
use program::Program;

/// The default number of programs.
pub const PROGRAMS: usize = 200;

/// The number of crates they are distributed over.
pub const PARTS: usize = 4;

/// The programs compiled into this package.
#[must_use]
pub fn programs() -> Vec<Program> {
    draw::selected(Some(env!("DIFFERENTIAL")), Some(env!("DIFFERENTIAL_SEED")), Some(env!("DIFFERENTIAL_PROGRAMS")))
}

/// Includes the programs of a part, written by the build script, and the test that runs them.
#[macro_export]
macro_rules! part {
    ($part:literal) => {
        #[allow(
            deprecated,
            unused_parens,
            unused_braces,
            unused_variables,
            unused_imports,
            unused_mut,
            clippy::all,
            reason = "programs are drawn at random"
        )]
        mod programs {
            use bcast::{Tensor, shape, try_bcast};
            use ndarray::*;
            use $crate::support::*;

            include!(concat!(env!("OUT_DIR"), "/part_", $part, ".rs"));

            #[test]
            fn results_equal_the_interpreters() {
                $crate::compare($part, PROGRAMS);
            }
        }
    };
}

/// Runs every program of a part, and compares it with the expected result.
///
/// # Panics
/// If any differs; failing programs are written to the folder `DIFFERENTIAL_FAILED`, or else to the temporary
/// directory.
pub fn compare(part: usize, run: &[fn() -> Outcome]) {
    let programs = programs();
    let mine: Vec<&Program> = programs.iter().skip(part).step_by(PARTS).collect();
    assert_eq!(mine.len(), run.len());
    let (mut refused, mut dynamic, mut failed) = (0, 0, Vec::new());
    for (program, run) in mine.into_iter().zip(run) {
        let expected = interpret::interpret(program);
        let got = std::panic::catch_unwind(run).unwrap_or_else(|_| Err("it panicked".to_owned()));
        refused += usize::from(expected.is_err());
        let at_run_time = at_run_time::at_run_time(program);
        dynamic += usize::from(at_run_time.is_some());
        let agree = |got: &Outcome| match (&expected, got) {
            (Ok(expected), Ok(got)) => expected == got,
            (Err(_), Err(got)) => got != "it panicked",
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        };
        if !agree(&got) || !at_run_time.as_ref().is_none_or(agree) {
            println!("{}must give {expected:?}\n     gave {got:?}", source::function(0, program));
            println!("at run time {at_run_time:?}\n");
            failed.push(program);
        }
    }
    println!(
        "{} programs, of which {refused} must be refused and {dynamic} went through the run-time API too",
        run.len()
    );
    let folder = std::env::var_os("DIFFERENTIAL_FAILED").map_or_else(std::env::temp_dir, Into::into);
    let file = folder.join(format!("failed_{part}.json"));
    if failed.is_empty() {
        let _ = std::fs::remove_file(&file);
    } else {
        let text = serde_json::to_string(&failed).expect("programs are JSON");
        std::fs::write(&file, text).expect("the folder can be written to");
        panic!("{} of {} differ; they are in {}", failed.len(), run.len(), file.display());
    }
}
