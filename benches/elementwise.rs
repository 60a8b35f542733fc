//! `cargo bench`: builds and runs the measurements in `benches/rust`.
//!
//! They are a separate package, so that this package's tests need not compile the crates they compare with, which takes minutes. The head
//! of `benches/rust/src/main.rs` explains the arguments after `cargo bench --`.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rust/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "--manifest-path"]).arg(&manifest).arg("--");
    command.args(std::env::args_os().skip(1));
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run {command:?}: {error}");
            ExitCode::FAILURE
        }
    }
}
