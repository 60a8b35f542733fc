//! What the facade costs a crate that is built for the first time, beside the same crate with ndarray alone, one job at a time.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build -- 5 check          # runs of each; one build only
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build -- /path/to/other   # beside another checkout
//! ```
//!
//! The times are medians of several runs, of the clock and of the processor in user mode; the ratios are medians of the ratios of
//! the same run. With one job the number of cores does not matter. `!` marks a ratio of processor times above its goal.

use bcast_compile_time_bench::{Arguments, Package, machine, mark, median};

/// What a crate with the facade may take, in times of the crate with ndarray alone.
fn goal(build: &str) -> Option<f64> {
    match build {
        "check" => Some(3.3),
        "release" => Some(2.6),
        _ => None,
    }
}

fn main() {
    let arguments = Arguments::read(3, &["check", "debug", "release"]);
    let mut packages = vec![("ndarray", Package::without_facade("with-ndarray"))];
    for (facade, (label, name)) in arguments.facades.iter().zip([("bcast", "with-bcast"), ("other", "with-other")]) {
        packages.push((label, Package::with_facade(name, facade)));
    }
    let formula = "pub fn formula(x: &Array2<f32>, mean: &Array1<f32>, scale: &Array1<f32>) -> Array2<f32>";
    for (label, package) in &packages {
        package.write_library(&match *label {
            "ndarray" => format!("use ndarray::{{Array1, Array2}};\n{formula} {{ (x - mean) * scale }}\n"),
            _ => format!(
                "use bcast::bcast;\nuse ndarray::{{Array1, Array2}};\n{formula} {{ bcast!((x - mean) * scale) }}\n"
            ),
        });
    }
    println!("{}", machine());
    println!("a crate with one formula, built for the first time by one job, in s (clock / processor);");
    println!("medians of {} runs, and ratios to ndarray; ! is above the goal", arguments.runs);
    for (build, build_arguments) in &arguments.builds {
        let build_arguments = [*build_arguments, &["-j", "1"]].concat();
        // For each package, clock and processor times of all runs.
        let mut times = vec![[const { Vec::new() }; 2]; packages.len()];
        for _ in 0..arguments.runs {
            for ((_, package), [clocks, processors]) in packages.iter().zip(&mut times) {
                package.clean();
                let times = package.build(&build_arguments);
                clocks.push(times.clock.as_secs_f64());
                processors.push(times.processor.as_secs_f64());
            }
        }
        println!("\n{build:<10}{:>16}{:>18}", "", "ratios");
        for ((label, _), [clocks, processors]) in packages.iter().zip(&times) {
            let seconds = format!("{:.2} / {:.2}", median(clocks.clone()), median(processors.clone()));
            let [clock, processor] = [(clocks, &times[0][0]), (processors, &times[0][1])]
                .map(|(times, others)| median(times.iter().zip(others).map(|(time, other)| time / other).collect()));
            let mark = goal(build).map_or(' ', |goal| mark(processor, goal));
            println!("{label:<10}{seconds:>16}{clock:>10.2} /{processor:>5.2}{mark}");
        }
    }
}
