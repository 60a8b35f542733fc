//! Every mistake in `tests/ui` is refused with the recorded message.
//!
//! A pair is one mistake, or similar mistakes in a module each: `tests/ui/<area>/<mistake>.rs`, and the compiler's messages in `.stderr`.
//! The messages are those of rustc 1.95.0; with another rustc the test compares nothing and prints a notice. Mistakes that different passes
//! of the compiler find (expansion, types, constants) are in different files, since an earlier pass hides the errors of a later one.
//! After a change, record them again and review the difference:
//!
//! ```text
//! TRYBUILD=overwrite cargo +1.95.0 test -p ui-tests
//! ```
//!
//! In `tests/ui/lint` the mistake is a suspicious call, and warnings are errors. The similar calls in `tests/silent` get no warning: they
//! are allowed, or unambiguous.
//!
//! `cargo test -p ui-tests -- ui trybuild=pdpd` compares only the files whose path contains `pdpd`.
//!
//! The refused rows of the documents' tables (`tests/data/specification_tables.jsonl`) are in `tests/ui/mode`: `numpy_lengths_differ`,
//! `numpy_middle_axis_differs`, `numpy_target_does_not_stretch`, `none_ranks_differ`, `pdpd_base_never_stretches` and
//! `explicit_axes_count`.

use std::fs::{read_dir, read_to_string};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler that recorded the messages.
const RECORDED_WITH: &str = "rustc 1.95.";

#[test]
fn ui() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if version.starts_with(RECORDED_WITH) {
        let cases = trybuild::TestCases::new();
        let (compared, left_out) = pairs(has_std_source());
        for pair in &compared {
            cases.compile_fail(pair);
        }
        cases.pass("tests/silent/*.rs");
        if left_out > 0 {
            print(&format!("left out: {left_out} pairs, recorded where std's source (rust-src) is not installed\n"));
        }
    } else {
        print(&format!("skipped: the messages are recorded with {RECORDED_WITH}0, and this is {version}\n"));
    }
}

/// Writes directly to standard error, which the test harness does not capture.
fn print(message: &str) {
    stderr().write_all(message.as_bytes()).expect("standard error is open");
}

/// True if rustc can quote the standard library, which it does wherever a message points into it.
fn has_std_source() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Path::new(&sysroot).join("lib/rustlib/src/rust/library").is_dir()
}

/// The mistakes to compare, in order, and the number of those left out because their messages depend on std's source.
fn pairs(has_std_source: bool) -> (Vec<PathBuf>, usize) {
    let entries = |directory: &Path| -> Vec<PathBuf> {
        let entries = read_dir(directory).expect("a directory of pairs");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let files = entries(Path::new("tests/ui")).into_iter().filter(|path| path.is_dir()).flat_map(|area| entries(&area));
    let mistakes = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let quotes_std = |path: &PathBuf| {
        has_std_source && read_to_string(path.with_extension("stderr")).is_ok_and(|words| words.contains("$RUST/"))
    };
    let (left_out, compared): (Vec<_>, Vec<_>) = mistakes.partition(quotes_std);
    (compared, left_out.len())
}
