//! What a call costs the compiler where shapes are in types, beside the same call on ndarray's arrays: user time of `cargo check`.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls -- 5 pdpd           # runs of each; only such rows
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls -- debug release    # other builds
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin typed_calls -- 5 /path/to/other # beside another checkout
//! ```
//!
//! Each call has a function of its own. A library of 20 calls and one of 100 are built; the difference, for each of the 80 calls, is
//! the cost of a call. The builds of a row follow each other in every run. Figures are medians over the runs, of costs as well as of
//! ratios. `!` marks a ratio above its goal.
//!
//! The operands are (2, 3, 4) and (4) in every call of the columns `tensor` and `nested`, where rustc finds the answers to most
//! questions about traits in its cache. In the columns that end in `*` they are (2, 3, L) and (L) with another length L in each call, so
//! that every question is new.

use std::fmt::Write as _;

use bcast_compile_time_bench::{Arguments, Package, machine, mark, median};

/// Few calls and many.
const CALLS: [usize; 2] = [20, 100];

/// The types of the operands, the untyped ones first; `L` is the last length.
const KINDS: [Kind; 5] = [
    Kind { name: "ndarray", matrices: "ndarray::Array3<f32>", vector: "ndarray::Array1<f32>", own_lengths: false },
    Kind { name: "tensor", own_lengths: false, ..TENSOR },
    Kind { name: "nested", own_lengths: false, ..NESTED },
    TENSOR,
    NESTED,
];
const TENSOR: Kind = Kind {
    name: "tensor*",
    matrices: "bcast::Tensor<f32, bcast::shape![2, 3, L]>",
    vector: "bcast::Tensor<f32, bcast::shape![L]>",
    own_lengths: true,
};
const NESTED: Kind = Kind { name: "nested*", matrices: "[[[f32; L]; 3]; 2]", vector: "[f32; L]", own_lengths: true };

struct Kind {
    name: &'static str,
    matrices: &'static str,
    vector: &'static str,
    /// Whether L differs from call to call; else it is 4.
    own_lengths: bool,
}

/// The calls; `K` is another number in each. Mode `none` takes no operands of two ranks, and is missing.
const ROWS: [(&str, &str); 9] = [
    ("numpy", "m + v * K"),
    ("numpy, axis(v)", "m + v * K, axis(v) = 2"),
    ("numpy, to", "m + v * K, to = [2, 3, L]"),
    ("unidirectional", "m + v * K, mode = unidirectional"),
    ("bidirectional", "m + v * K, mode = bidirectional, to = [2, 3, L]"),
    ("pdpd", "m + v * K, mode = pdpd, axis = 2"),
    ("paddle", "m + v * K, mode = paddle, axis = 2"),
    ("explicit", "m + v * K, mode = explicit, axes(v) = [2], to = [2, 3, L]"),
    ("ncnn", "m + v * K, mode = ncnn"),
];

/// What a call may cost `cargo check`, in times of the untyped call.
fn goal(row: &str, build: &str) -> Option<f64> {
    (build == "check").then_some(if row == "numpy" { 1.5 } else { 1.7 })
}

fn library(kind: &Kind, call: &str, calls: usize) -> String {
    let mut text = "use bcast::bcast;\n".to_owned();
    for number in 0..calls {
        let length = if kind.own_lengths { number + 5 } else { 4 };
        let [matrices, vector, call] =
            [kind.matrices, kind.vector, call].map(|text| text.replace('L', &length.to_string()));
        // Equal functions would be merged, and be cheaper than those of a program.
        let call = call.replace('K', &format!("{number}.5"));
        writeln!(text, "pub fn call{number}(m: &{matrices}, v: &{vector}) -> {matrices} {{ bcast!({call}) }}")
            .expect("a string grows");
    }
    text
}

/// The cost of a call in ms.
fn cost(package: &Package, arguments: &[&str], run: usize, kind: &Kind, call: &str) -> f64 {
    let [few, many] = CALLS.map(|calls| {
        package.write_library(&format!("// {run}\n{}", library(kind, call, calls)));
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
        let typed: String = KINDS[1..].iter().map(|kind| format!("{:>16}", kind.name)).collect();
        println!("\n{build:<18}{:>9}{typed}", KINDS[0].name);
        for (name, call) in ROWS.iter().filter(|(name, _)| name.contains(&arguments.only)) {
            // For each checkout and each kind, the costs of all runs.
            let mut costs = vec![[const { Vec::new() }; KINDS.len()]; packages.len()];
            for run in 0..arguments.runs {
                for (package, costs) in packages.iter().zip(&mut costs) {
                    for (kind, costs) in KINDS.iter().zip(costs) {
                        costs.push(cost(package, build_arguments, run, kind, call));
                    }
                }
            }
            for (costs, label) in costs.iter().zip([*name, "  other"]) {
                println!("{}", line(label, costs, goal(name, build)));
            }
            if let [this, other] = &costs[..] {
                let ratios = this.iter().zip(other).map(|(this, other)| ratio(this, other));
                let ratios: String =
                    ratios.zip([9, 10, 16, 16, 16]).map(|(ratio, width)| format!("{ratio:>width$.2}")).collect();
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
