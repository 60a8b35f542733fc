//! What the commands in `src/bin` share.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin debug_speed
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls
//! ```
//!
//! All but `debug_speed` take the same arguments, in any order and each of them optional: a number of runs, `check`, `debug` or
//! `release` to leave out the other builds, part of the names of rows, and the path of another checkout of the project, which
//! is recognised by its `/`. The other checkout is then measured in turns with this one, so that a change can be judged on a
//! machine that is not quiet.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The ways to build: how each is called, and what cargo is told.
pub const BUILDS: [(&str, &[&str]); 3] =
    [("check", &["check"]), ("debug", &["build"]), ("release", &["build", "--release"])];

/// What the arguments of a command ask for.
#[derive(Debug)]
pub struct Arguments {
    /// How often each build is measured.
    pub runs: usize,
    /// The builds to measure.
    pub builds: Vec<(&'static str, &'static [&'static str])>,
    /// Rows are measured if their name contains this.
    pub only: String,
    /// The directories of the facade: of this checkout, and of the other one if it is named.
    pub facades: Vec<PathBuf>,
}

impl Arguments {
    /// Reads the arguments of this process; `runs` and `builds` hold where none are named.
    ///
    /// # Panics
    /// If a path does not lead to a checkout.
    #[must_use]
    pub fn read(runs: usize, builds: &[&str]) -> Self {
        let this = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let this = this.canonicalize().expect("this package lies in the facade's directory");
        let mut arguments = Self { runs, builds: Vec::new(), only: String::new(), facades: vec![this] };
        for argument in std::env::args().skip(1) {
            if let Ok(runs) = argument.parse() {
                arguments.runs = runs;
            } else if let Some(build) = BUILDS.iter().find(|(name, _)| *name == argument) {
                arguments.builds.push(*build);
            } else if argument.contains('/') {
                let path = Path::new(&argument).canonicalize();
                let path = path.ok().filter(|path| path.join("Cargo.toml").is_file());
                arguments.facades.push(path.unwrap_or_else(|| panic!("{argument} is no checkout of the project")));
            } else {
                arguments.only = argument;
            }
        }
        if arguments.builds.is_empty() {
            arguments.builds = BUILDS.into_iter().filter(|(name, _)| builds.contains(name)).collect();
        }
        arguments
    }
}

/// The processor's name, the number of cores, and the compiler's version.
#[must_use]
pub fn machine() -> String {
    let file = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = file.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let name = name.map_or("unknown", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let compiler = Command::new("rustc").arg("--version").output().ok();
    let compiler = compiler.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    format!("Processor: {name}, {cores} cores. Compiler: {}.", compiler.as_deref().unwrap_or("unknown"))
}

/// The middle one, or the upper of two.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A package in the directory for temporary files, removed when it is dropped.
#[derive(Debug)]
pub struct Package(PathBuf);

impl Package {
    /// A package that depends on ndarray and on a checkout's facade, and has an empty library.
    ///
    /// # Panics
    /// If it can't be written.
    #[must_use]
    pub fn with_facade(name: &str, facade: &Path) -> Self {
        let dependencies = format!("bcast = {{ package = \"bcast-dsl\", path = {facade:?} }}\n");
        // The lock files of a checkout have the versions that it is tested with.
        let locks = ["benches/compile_time/Cargo.lock", "benches/Cargo.lock", "Cargo.lock"];
        let locks = locks.map(|lock| facade.join(lock));
        let lock = locks.iter().find(|lock| lock.is_file()).expect("a checkout has a lock file");
        Self::new(name, &dependencies, lock)
    }

    /// A package that depends on ndarray alone, and has an empty library.
    ///
    /// # Panics
    /// If it can't be written.
    #[must_use]
    pub fn without_facade(name: &str) -> Self {
        Self::new(name, "", &Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"))
    }

    fn new(name: &str, dependencies: &str, lock: &Path) -> Self {
        let package = Self(std::env::temp_dir().join(format!("bcast-{name}-{}", std::process::id())));
        std::fs::create_dir_all(package.0.join("src")).expect("the directory for temporary files can be written");
        std::fs::write(
            package.0.join("Cargo.toml"),
            format!(
                "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nndarray = \"0.17.2\"\n{dependencies}"
            ),
        )
        .expect("a file can be written");
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
