//! Every mistake in `tests/ui` is refused in the recorded words.
//!
//! A pair is one mistake: `tests/ui/<area>/<mistake>.rs`, and in `.stderr` what the compiler prints. The words are those of
//! rustc 1.95.0; with another rustc nothing is compared, and the test says so. After a change, record them anew and read the
//! difference:
//!
//! ```text
//! TRYBUILD=overwrite cargo +1.95.0 test -p ui-tests
//! ```
//!
//! `cargo test -p ui-tests -- ui trybuild=pdpd` compares only the files whose path contains `pdpd`.
//!
//! The refused rows of the documents' tables (`tests/data/seeds.json`) are in `tests/ui/mode`: `numpy_lengths_differ`,
//! `numpy_middle_axis_differs`, `numpy_target_does_not_stretch`, `none_ranks_differ`, `pdpd_base_never_stretches` and
//! `explicit_axes_count`.

use std::io::{Write, stderr};
use std::process::Command;

/// The compiler whose words are recorded.
const RECORDED_WITH: &str = "rustc 1.95.";

#[test]
fn ui() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if version.starts_with(RECORDED_WITH) {
        trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
    } else {
        // Written past the test harness, which would keep it to itself.
        let message = format!("skipped: the words are recorded with {RECORDED_WITH}0, and this is {version}\n");
        stderr().write_all(message.as_bytes()).expect("standard error is open");
    }
}
