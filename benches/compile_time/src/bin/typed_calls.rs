//! What a call costs the compiler where shapes are in types, beside the same call on ndarray's arrays: user time of `cargo check`.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls -- 5 pdpd           # runs of each; only such rows
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls -- debug release    # other builds
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls -- 5 /path/to/other # beside another checkout
//! ```
//!
//! The operands are (2, 3, 4) and (4) in every call, and each call has a function of its own. A library of 20 calls and one of 100
//! are built; the difference, for each of the 80 calls, is the cost of a call. The builds of a row follow each other in every run.
//! Figures are medians over the runs, of costs as well as of ratios. `!` marks a ratio above its goal.

use std::fmt::Write as _;

use bcast_compile_time_bench::{Arguments, Package, machine, mark, median};

/// Few calls and many.
const CALLS: [usize; 2] = [20, 100];

/// How the operands are declared, the untyped ones first.
const KINDS: [(&str, &str); 3] = [
    ("ndarray", "type Matrices = ndarray::Array3<f32>;\ntype Vector = ndarray::Array1<f32>;\n"),
    (
        "tensor",
        "use bcast::{Tensor, shape};\ntype Matrices = Tensor<f32, shape![2, 3, 4]>;\ntype Vector = Tensor<f32, shape![4]>;\n",
    ),
    ("nested", "type Matrices = [[[f32; 4]; 3]; 2];\ntype Vector = [f32; 4];\n"),
];

/// The calls, each with a number of its own in place of `K`; mode `none` is missing, since it takes no operands of two ranks.
const ROWS: [(&str, &str); 9] = [
    ("numpy", "m + v * K"),
    ("numpy, axis(v)", "m + v * K, axis(v) = 2"),
    ("numpy, to", "m + v * K, to = [2, 3, 4]"),
    ("unidirectional", "m + v * K, mode = unidirectional"),
    ("bidirectional", "m + v * K, mode = bidirectional, to = [2, 3, 4]"),
    ("pdpd", "m + v * K, mode = pdpd, axis = 2"),
    ("paddle", "m + v * K, mode = paddle, axis = 2"),
    ("explicit", "m + v * K, mode = explicit, axes(v) = [2], to = [2, 3, 4]"),
    ("ncnn", "m + v * K, mode = ncnn"),
];

/// What a call may cost `cargo check`, in times of the untyped call.
fn goal(row: &str, build: &str) -> Option<f64> {
    (build == "check").then_some(if row == "numpy" { 1.5 } else { 1.7 })
}

fn library(declarations: &str, call: &str, calls: usize) -> String {
    let mut text = format!("use bcast::bcast;\n{declarations}");
    for number in 0..calls {
        // Equal functions would be merged, and be cheaper than those of a program.
        let call = call.replace('K', &format!("{number}.5"));
        writeln!(text, "pub fn call{number}(m: &Matrices, v: &Vector) -> Matrices {{ bcast!({call}) }}")
            .expect("a string grows");
    }
    text
}

/// The cost of a call in ms.
fn cost(package: &Package, arguments: &[&str], run: usize, declarations: &str, call: &str) -> f64 {
    let [few, many] = CALLS.map(|calls| {
        package.write_library(&format!("// {run}\n{}", library(declarations, call, calls)));
        package.build(arguments).processor.as_secs_f64()
    });
    (many - few) * 1e3 / (CALLS[1] - CALLS[0]) as f64
}

fn main() {
    let arguments = Arguments::read(5, &["check"]);
    let names = ["typed-calls", "typed-calls-other"];
    let packages: Vec<Package> =
        arguments.facades.iter().zip(names).map(|(facade, name)| Package::with_facade(name, facade)).collect();
    println!("{}", machine());
    println!(
        "user time of a call in ms, and its ratio to the untyped call; medians of {} runs; ! is above the goal",
        arguments.runs
    );
    for (build, build_arguments) in &arguments.builds {
        for package in &packages {
            let _ = package.build(build_arguments);
        }
        println!("\n{build:<18}{:>9}{:>16}{:>16}", KINDS[0].0, KINDS[1].0, KINDS[2].0);
        for (name, call) in ROWS.iter().filter(|(name, _)| name.contains(&arguments.only)) {
            // For each checkout and each kind, the costs of all runs.
            let mut costs = vec![[const { Vec::new() }; KINDS.len()]; packages.len()];
            for run in 0..arguments.runs {
                for (package, costs) in packages.iter().zip(&mut costs) {
                    for ((_, declarations), costs) in KINDS.iter().zip(costs) {
                        costs.push(cost(package, build_arguments, run, declarations, call));
                    }
                }
            }
            for (costs, label) in costs.iter().zip([*name, "  other"]) {
                println!("{}", line(label, costs, goal(name, build)));
            }
            if let [this, other] = &costs[..] {
                let ratios = this.iter().zip(other).map(|(this, other)| ratio(this, other));
                let ratios: String =
                    ratios.zip([9, 10, 16]).map(|(ratio, width)| format!("{ratio:>width$.2}")).collect();
                println!("{:<18}{ratios}", "  this / other");
            }
        }
    }
}

/// The median of ratios, each of two figures of the same run.
fn ratio(costs: &[f64], others: &[f64]) -> f64 {
    median(costs.iter().zip(others).map(|(cost, other)| cost / other).collect())
}

fn line(label: &str, costs: &[Vec<f64>; KINDS.len()], goal: Option<f64>) -> String {
    let [untyped, typed @ ..] = costs;
    let mut line = format!("{label:<18}{:>9.2}", median(untyped.clone()));
    for typed in typed {
        let ratio = ratio(typed, untyped);
        let mark = goal.map_or(' ', |goal| mark(ratio, goal));
        write!(line, "{:>10.2}{ratio:>5.2}{mark}", median(typed.clone())).expect("a string grows");
    }
    line.trim_end().to_owned()
}
