//! Finds rust-analyzer.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// rust-analyzer and the standard library sources that it reads.
pub struct Installed {
    /// The program.
    pub program: PathBuf,
    /// The directory with `core`, `alloc` and `std`.
    pub library: PathBuf,
}

impl Installed {
    /// The installation by `checks/editor/install`, or the one in `RUST_ANALYZER` and `RUST_LIBRARY`.
    ///
    /// # Panics
    /// If there is none, with the command that installs it.
    pub fn find() -> Self {
        if let (Some(program), Some(library)) = (env::var_os("RUST_ANALYZER"), env::var_os("RUST_LIBRARY")) {
            return Self { program: program.into(), library: library.into() };
        }
        let toolchains = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/rust-analyzer/toolchains");
        let mut found: Vec<Self> = fs::read_dir(toolchains)
            .into_iter()
            .flatten()
            .flatten()
            .map(|toolchain| Self {
                program: toolchain.path().join("bin/rust-analyzer"),
                library: toolchain.path().join("lib/rustlib/src/rust/library"),
            })
            .filter(|installed| installed.program.is_file() && installed.library.join("core/src/lib.rs").is_file())
            .collect();
        found.sort_by(|one, other| one.program.cmp(&other.program));
        found.pop().expect("rust-analyzer is missing: run checks/editor/install, or set RUST_ANALYZER and RUST_LIBRARY")
    }
}
