//! The compile-time cost of a call: user time of `cargo check`, of a debug and of a release build, per call of 100, on
//! ndarray's arrays, on nested arrays, and on tensors with all or only some lengths in their types.
//!
//! ```text
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin compile_time
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin compile_time -- 5    # runs of each, 3 if not said
//! ```
//!
//! Writes a temporary package, builds its dependencies, then builds each kind of call several times, interleaved. Each
//! figure is the minimum, less the time of the same functions with `loop {}` instead of calls: reading their types is
//! not part of a call. The calls are a + b of one shape, (N, M) + (M), (N, M) + (N, 1), and batch norm, a fourth each.
//! In the first rows every call has lengths of its own, so that every trait query is new; in those that end in 3 there
//! are three pairs (N, M), as in a program with similar layers.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use bcast_static_bench::children_time;

/// The calls of each kind.
const CALLS: usize = 100;

/// Name, type of an array, and the number of pairs (N, M).
const KINDS: [(&str, &str, usize); 7] = [
    ("ndarray", "Array2<f32>", CALLS),
    ("nested", "[[f32; M]; N]", CALLS),
    ("tensor", "Tensor<f32, shape![N, M]>", CALLS),
    ("tensor_", "Tensor<f32, shape![_, M]>", CALLS),
    ("nested3", "[[f32; M]; N]", 3),
    ("tensor3", "Tensor<f32, shape![N, M]>", 3),
    ("tensor_3", "Tensor<f32, shape![_, M]>", 3),
];
const BUILDS: [(&str, &[&str]); 3] =
    [("check", &["check"]), ("debug", &["build"]), ("release", &["build", "--release"])];

/// A call's expression, and for each operand whether it has the first and the last axis.
const PATTERNS: [(&str, &[(bool, bool)]); 4] = [
    ("a + b", &[(true, true), (true, true)]),
    ("a + b", &[(true, true), (false, true)]),
    ("a + b", &[(true, true), (true, false)]),
    (
        "(a - b) / (c + 1e-5).sqrt() * d + e",
        &[(true, true), (true, false), (true, false), (true, false), (true, false)],
    ),
];

fn main() {
    let runs = std::env::args().nth(1).map_or(3, |text| text.parse().expect("a number of runs"));
    let package = std::env::temp_dir().join(format!("bcast-compile-time-{}", std::process::id()));
    write_package(&package).expect("the directory for temporary files can be written");
    let mut times = [[[Duration::MAX; 2]; KINDS.len()]; BUILDS.len()];
    for (build, (_, arguments)) in BUILDS.iter().enumerate() {
        // The first run builds the dependencies.
        time(&package, arguments, &example(KINDS[0].0, false));
        for _ in 0..runs {
            for (kind, (name, ..)) in KINDS.iter().enumerate() {
                for (calls, time_of) in times[build][kind].iter_mut().enumerate() {
                    *time_of = (*time_of).min(time(&package, arguments, &example(name, calls == 1)));
                }
            }
        }
    }
    println!("user time of a call in ms, and its ratio to ndarray's");
    println!("{:<10}{:>16}{:>16}{:>16}", "", BUILDS[0].0, BUILDS[1].0, BUILDS[2].0);
    for (kind, (name, ..)) in KINDS.iter().enumerate() {
        let mut line = format!("{name:<10}");
        for times in &times {
            let cost =
                |[without, with]: [Duration; 2]| (with.as_secs_f64() - without.as_secs_f64()) * 1e3 / CALLS as f64;
            let (own, of_ndarray) = (cost(times[kind]), cost(times[0]));
            write!(line, "{own:>10.2}{:>6.2}", own / of_ndarray).expect("a string grows");
        }
        println!("{line}");
    }
    if let Err(error) = std::fs::remove_dir_all(&package) {
        println!("{} stays: {error}", package.display());
    }
}

/// The example whose functions make calls of this kind, or have the types of one that does.
fn example(kind: &str, with_calls: bool) -> String {
    if with_calls { kind.to_owned() } else { format!("{kind}_without") }
}

/// The user time of a build after an example has changed.
fn time(package: &Path, arguments: &[&str], name: &str) -> Duration {
    let source = package.join("examples").join(format!("{name}.rs"));
    let text = std::fs::read(&source).expect("the package has been written");
    std::fs::write(&source, text).expect("it can be written again");
    let before = children_time();
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--quiet", "--offline", "--example", name])
        .current_dir(package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    children_time() - before
}

fn write_package(package: &Path) -> std::io::Result<()> {
    let facade = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    std::fs::create_dir_all(package.join("src"))?;
    std::fs::create_dir_all(package.join("examples"))?;
    std::fs::write(package.join("src/lib.rs"), "")?;
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock"), package.join("Cargo.lock"))?;
    let mut manifest = format!(
        "[package]\nname = \"compile-time\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         bcast = {{ package = \"bcast-dsl\", path = {facade:?} }}\nndarray = \"0.17.2\"\n"
    );
    for (kind, array, lengths) in KINDS {
        for with_calls in [false, true] {
            let name = example(kind, with_calls);
            write!(manifest, "[[example]]\nname = {name:?}\ncrate-type = [\"lib\"]\n").expect("a string grows");
            std::fs::write(package.join("examples").join(format!("{name}.rs")), library(array, lengths, with_calls))?;
        }
    }
    std::fs::write(package.join("Cargo.toml"), manifest)
}

/// A library of calls on arrays of this type and this many lengths, or of functions of the same types.
fn library(array: &str, lengths: usize, with_calls: bool) -> String {
    let mut text =
        "#![allow(unused_imports, unused_variables)]\nuse bcast::{Tensor, bcast, shape};\nuse ndarray::Array2;\n"
            .to_owned();
    for call in 0..CALLS {
        let (expression, operands) = PATTERNS[call % PATTERNS.len()];
        // Every pattern in turn for each pair, if there are few.
        let pair = if lengths < CALLS { call / PATTERNS.len() % lengths } else { call };
        let (n, m) = (20 + 7 * pair, [2, 3, 4, 5, 7, 8, 10, 16, 20, 31, 32, 50, 64][pair % 13]);
        let shaped = |first: bool, last: bool| {
            let (n, m) = (if first { n } else { 1 }, if last { m } else { 1 });
            // Replaces only the letters of lengths: `Array2`'s name contains none of them alone.
            let (open, text) = (array.contains('_'), array.replace("N]", &format!("{n}]")));
            let text = text.replace("![N,", &format!("![{n},")).replace(" M]", &format!(" {m}]"));
            if open && n == 1 { text.replace("![_,", "![1,") } else { text }
        };
        let parameters: String = (operands.iter().zip('a'..='e'))
            .map(|(&(first, last), name)| format!("{name}: &{}, ", shaped(first, last)))
            .collect();
        let body = if with_calls { format!("bcast!({expression})") } else { "loop {}".to_owned() };
        writeln!(text, "pub fn call{call}({parameters}) -> {} {{\n    {body}\n}}", shaped(true, true))
            .expect("a string grows");
    }
    text
}
