//! What the facade costs a crate that is built for the first time, beside the same crate with ndarray alone.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin cold_build -- 5    # runs of each, 3 if not said
//! ```
//!
//! The least times of several runs, of the clock and of the processor. `!` marks a ratio above the goal, 2.

use bcast_compile_time_bench::{BUILDS, Package, Times, facade, mark};

/// In times of ndarray alone.
const GOAL: f64 = 2.0;

fn main() {
    let runs = std::env::args().nth(1).map_or(3, |text| text.parse().expect("a number of runs"));
    let ndarray = "ndarray = \"0.17.2\"\n";
    let both = format!("bcast = {{ package = \"bcast-dsl\", path = {:?} }}\n{ndarray}", facade());
    let packages = [Package::new("with-ndarray", ndarray), Package::new("with-bcast", &both)];
    let formula = "pub fn formula(x: &Array2<f32>, mean: &Array1<f32>, scale: &Array1<f32>) -> Array2<f32>";
    packages[0].write_library(&format!("use ndarray::{{Array1, Array2}};\n{formula} {{ (x - mean) * scale }}\n"));
    packages[1].write_library(&format!(
        "use bcast::bcast;\nuse ndarray::{{Array1, Array2}};\n{formula} {{ bcast!((x - mean) * scale) }}\n"
    ));
    println!("a crate with one formula, built for the first time, in s (clock / processor); ! is above {GOAL}");
    println!("{:<10}{:>16}{:>16}{:>18}", "", "ndarray", "bcast", "ratios");
    for (build, arguments) in BUILDS {
        let mut least = [Times::MAX; 2];
        for _ in 0..runs {
            for (package, least) in packages.iter().zip(&mut least) {
                package.clean();
                *least = least.min(package.build(arguments));
            }
        }
        let seconds = least.map(|times| [times.clock.as_secs_f64(), times.processor.as_secs_f64()]);
        let ratios = [seconds[1][0] / seconds[0][0], seconds[1][1] / seconds[0][1]];
        let [ndarray, bcast] = seconds.map(|[clock, processor]| format!("{clock:.2} / {processor:.2}"));
        let [clock, processor] = ratios.map(|ratio| format!("{ratio:.2}{}", mark(ratio, GOAL)));
        println!("{build:<10}{ndarray:>16}{bcast:>16}{clock:>10} /{processor:>6}");
    }
}
