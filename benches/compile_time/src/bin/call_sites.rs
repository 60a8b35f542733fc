//! The compile-time cost of a call: user time of `cargo check`, of a debug and of a release build.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites -- 3 pdpd    # runs of each; only rows whose name has this
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites -- 5 check /path/to/other    # beside another checkout
//! ```
//!
//! Builds a library of 20 calls and one of 100, each in a function of its own, and prints a call's share of the
//! difference, the median of several runs. `!` marks a figure above its goal. With another checkout its figure follows,
//! and the median ratio of this one to it, from pairs of the same run.

use std::fmt::Write as _;

use bcast_compile_time_bench::{Arguments, Package, machine, mark, median};

/// A small and a large number of calls.
const CALLS: [usize; 2] = [20, 100];

/// A call, written `y = ..` if it writes to a place; the operands are `a` to `f`, and `K` is a different number in
/// every call.
struct Row {
    name: &'static str,
    call: &'static str,
}

const fn row(name: &'static str, call: &'static str) -> Row {
    Row { name, call }
}

const ROWS: [Row; 22] = [
    row("cheap 1", "a * 2.0 + K"),
    row("cheap 2", "a + b * K"),
    row("cheap 3", "a + b * c + K"),
    row("cheap 4", "a + b * c - d + K"),
    row("cheap 6", "a + b * c - d * e + f + K"),
    row("cheap 3 place", "y = a + b * c + K"),
    row("cheap 2 op=", "y += a * b + K"),
    row("cheap 3 pdpd", "a + b * c + K, mode = pdpd, axis = 0"),
    row("cheap 3 pdpd place", "y = a + b * c + K, mode = pdpd, axis = 0"),
    row("costly 1: exp", "(a * K).exp()"),
    row("costly 2: /", "a / b + K"),
    row("costly 2: exp", "(a - b).exp() + K"),
    row("costly 2: chain", "(K + (a * b).exp()).ln() / a"),
    row("costly 3", "(a - b) / (c + K).sqrt()"),
    row("costly 4", "(a - b) / (c + K).sqrt() * d"),
    row("costly 6", "(a - b) / (c + K).sqrt() * d + e - f"),
    row("costly 3 place", "y = (a - b) / (c + K).sqrt()"),
    row("costly 3 pdpd", "(a - b) / (c + K).sqrt(), mode = pdpd, axis = 0"),
    row("costly 3 pdpd place", "y = (a - b) / (c + K).sqrt(), mode = pdpd, axis = 0"),
    row("reduction: operand", "sum(a, axis = 1)"),
    row("reduction: expression", "sum(a * K + b, axis = 1)"),
    row("reduction: softmax", "{ let e = (a * K - max(a, axis = 1)).exp(); e / sum(e, axis = 1) }"),
];

impl Row {
    fn operands(&self) -> impl Iterator<Item = char> {
        let words = self.call.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() == 1);
        ('a'..='f').filter(move |operand| words.clone().any(|word| word.starts_with(*operand)))
    }

    /// The goal for a call in each build in ms, if there is one.
    fn goal(&self, build: &str) -> Option<f64> {
        let operands = self.operands().count();
        match build {
            "debug" => Some(if operands > 4 { 15.0 * operands as f64 / 4.0 } else { 15.0 }),
            "release" if operands > 4 => Some(80.0),
            "release" if self.name.starts_with("cheap") => Some(30.0),
            "release" => Some(50.0),
            _ => None,
        }
    }

    fn library(&self, calls: usize) -> String {
        let mut text = "use bcast::bcast;\nuse ndarray::Array2;\n".to_owned();
        let operands: String = self.operands().map(|name| format!("{name}: &Array2<f32>, ")).collect();
        for call in 0..calls {
            // Equal functions would be merged, which makes them cheaper than a program's.
            let expression = self.call.replace('K', &format!("{call}.5"));
            let (place, result) =
                if self.call.starts_with('y') { ("y: &mut Array2<f32>, ", "()") } else { ("", "impl Sized") };
            writeln!(text, "pub fn call{call}({operands}{place}) -> {result} {{ bcast!({expression}) }}")
                .expect("a string grows");
        }
        text
    }
}

/// The cost of a call in ms.
fn cost(package: &Package, arguments: &[&str], run: usize, row: &Row) -> f64 {
    let [few, many] = CALLS.map(|calls| {
        package.write_library(&format!("// {run}\n{}", row.library(calls)));
        package.build(arguments).processor.as_secs_f64()
    });
    (many - few) * 1e3 / (CALLS[1] - CALLS[0]) as f64
}

fn main() {
    let arguments = Arguments::read(3, &["check", "debug", "release"]);
    let names = ["call-sites", "call-sites-other"];
    let packages: Vec<Package> =
        arguments.facades.iter().zip(names).map(|(facade, name)| Package::with_facade(name, facade)).collect();
    let width = if packages.len() == 1 { 9 } else { 24 };
    println!("{}", machine());
    println!("user time of a call in ms; medians of {} runs; ! is above the goal", arguments.runs);
    let mut line = format!("{:<22}", "");
    for (build, build_arguments) in &arguments.builds {
        for package in &packages {
            let _ = package.build(build_arguments);
        }
        write!(line, "{build:>width$} ").expect("a string grows");
    }
    println!("{}", line.trim_end());
    for row in ROWS.iter().filter(|row| row.name.contains(&arguments.only)) {
        let mut line = format!("{:<22}", row.name);
        for (build, build_arguments) in &arguments.builds {
            let mut costs = vec![Vec::new(); packages.len()];
            for run in 0..arguments.runs {
                for (package, costs) in packages.iter().zip(&mut costs) {
                    costs.push(cost(package, build_arguments, run, row));
                }
            }
            let this = median(costs[0].clone());
            let mark = row.goal(build).map_or(' ', |goal| mark(this, goal));
            write!(line, "{this:>9.2}{mark}").expect("a string grows");
            if let [this, other] = &costs[..] {
                let ratios = this.iter().zip(other).map(|(this, other)| this / other).collect();
                write!(line, "{:>8.2}{:>7.3}", median(other.clone()), median(ratios)).expect("a string grows");
            }
        }
        println!("{}", line.trim_end());
    }
}
