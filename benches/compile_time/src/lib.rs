//! What the commands in `src/bin` share.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin debug_speed
//! ```

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The ways to build: how each is called, and what cargo is told.
pub const BUILDS: [(&str, &[&str]); 3] =
    [("check", &["check"]), ("debug", &["build"]), ("release", &["build", "--release"])];

/// The facade's directory.
#[must_use]
pub fn facade() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("this package lies in the facade's")
}

/// A package in the directory for temporary files, removed when it is dropped.
#[derive(Debug)]
pub struct Package(PathBuf);

impl Package {
    /// A package with these dependencies, and an empty library.
    ///
    /// # Panics
    /// If it can't be written.
    #[must_use]
    pub fn new(name: &str, dependencies: &str) -> Self {
        let package = Self(std::env::temp_dir().join(format!("bcast-{name}-{}", std::process::id())));
        std::fs::create_dir_all(package.0.join("src")).expect("the directory for temporary files can be written");
        std::fs::write(
            package.0.join("Cargo.toml"),
            format!(
                "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{dependencies}"
            ),
        )
        .expect("a file can be written");
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        std::fs::copy(lock, package.0.join("Cargo.lock")).expect("building this has made it");
        package.write_library("");
        package
    }

    /// Gives the package this library.
    ///
    /// # Panics
    /// If it can't be written.
    pub fn write_library(&self, text: &str) {
        std::fs::write(self.0.join("src/lib.rs"), text).expect("a file can be written");
    }

    /// The time that a build takes: of the clock, and of the processor in user mode, which what else the machine does hardly changes.
    ///
    /// # Panics
    /// If the build fails.
    #[must_use]
    pub fn build(&self, arguments: &[&str]) -> Times {
        let (start, before) = (std::time::Instant::now(), children_time());
        let output = Command::new("cargo")
            .args(arguments)
            .args(["--quiet", "--offline"])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", self.0.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Times { clock: start.elapsed(), processor: children_time() - before }
    }

    /// Forgets all that was built.
    pub fn clean(&self) {
        // There is nothing to remove before the first build.
        let _ = std::fs::remove_dir_all(self.0.join("target"));
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            println!("{} stays: {error}", self.0.display());
        }
    }
}

/// What a build takes.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// From its start to its end.
    pub clock: Duration,
    /// User time of all its processes.
    pub processor: Duration,
}

impl Times {
    /// More than any build takes.
    pub const MAX: Self = Self { clock: Duration::MAX, processor: Duration::MAX };

    /// The less of each.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { clock: self.clock.min(other.clock), processor: self.processor.min(other.processor) }
    }
}

/// The user time of all processes that this one has started and waited for.
fn children_time() -> Duration {
    // SAFETY: `rusage` is a struct of integers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` can be written.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    assert_eq!(failed, 0, "every Unix counts this");
    Duration::from_secs_f64(usage.ru_utime.tv_sec as f64 + usage.ru_utime.tv_usec as f64 * 1e-6)
}

/// The mark of a figure beside its goal.
#[must_use]
pub fn mark(figure: f64, goal: f64) -> char {
    if figure <= goal { ' ' } else { '!' }
}
