//! What a call costs the compiler: user time of `cargo check`, of a debug and of a release build.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin call_sites -- 3 pdpd    # runs of each; only rows whose name has this
//! ```
//!
//! Builds a library of 20 calls and one of 100, each in a function of its own; the difference, for each of the 80 calls, is what is printed,
//! the least of several runs. `!` marks a figure above its goal.

use std::fmt::Write as _;

use bcast_compile_time_bench::{BUILDS, Package, Times, facade, mark};

/// Few calls and many.
const CALLS: [usize; 2] = [20, 100];

/// A call, written `y = ..` if it writes to a place; the operands are `a` to `f`, and `K` is another number in every call.
struct Row {
    name: &'static str,
    call: &'static str,
}

const fn row(name: &'static str, call: &'static str) -> Row {
    Row { name, call }
}

const ROWS: [Row; 19] = [
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
];

impl Row {
    fn operands(&self) -> impl Iterator<Item = char> {
        let words = self.call.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() == 1);
        ('a'..='f').filter(move |operand| words.clone().any(|word| word.starts_with(*operand)))
    }

    /// What a build may take of a call, in ms, where there is a goal.
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
            // Equal functions would be merged, and be cheaper than those of a program.
            let expression = self.call.replace('K', &format!("{call}.5"));
            let (place, result) =
                if self.call.starts_with('y') { ("y: &mut Array2<f32>, ", "()") } else { ("", "Array2<f32>") };
            writeln!(text, "pub fn call{call}({operands}{place}) -> {result} {{ bcast!({expression}) }}")
                .expect("a string grows");
        }
        text
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let runs = arguments.next().map_or(3, |text| text.parse().expect("a number of runs"));
    let only = arguments.next().unwrap_or_default();
    let package = Package::new(
        "call-sites",
        &format!("bcast = {{ package = \"bcast-dsl\", path = {:?} }}\nndarray = \"0.17.2\"\n", facade()),
    );
    for (_, arguments) in BUILDS {
        let _ = package.build(arguments);
    }
    println!("user time of a call in ms; ! is above the goal");
    println!("{:<22}{:>9}{:>9} {:>9}", "", BUILDS[0].0, BUILDS[1].0, BUILDS[2].0);
    for row in ROWS.iter().filter(|row| row.name.contains(&only)) {
        let mut line = format!("{:<22}", row.name);
        for (build, arguments) in BUILDS {
            let [few, many] = CALLS.map(|calls| {
                (0..runs).fold(Times::MAX, |least, run| {
                    package.write_library(&format!("// {run}\n{}", row.library(calls)));
                    least.min(package.build(arguments))
                })
            });
            let cost =
                (many.processor.as_secs_f64() - few.processor.as_secs_f64()) * 1e3 / (CALLS[1] - CALLS[0]) as f64;
            let mark = row.goal(build).map_or(' ', |goal| mark(cost, goal));
            write!(line, "{cost:>9.2}{mark}").expect("a string grows");
        }
        println!("{}", line.trim_end());
    }
}
