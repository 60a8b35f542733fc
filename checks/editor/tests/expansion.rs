//! rustc's time to expand a call of ten operands, with the macro in a debug build.
//!
//! `cargo test --manifest-path checks/Cargo.toml -p editor --test expansion -- --nocapture` prints it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The number of expanded calls. The time per call is the difference to a single call, which excludes loading the macro.
const CALLS: usize = 100;

/// rustc's time to expand a crate with this many calls.
fn time(directory: &Path, calls: usize) -> Duration {
    let call = |number| {
        format!(
            "    let _ = bcast!((x - mean) / (var + {number}.5).sqrt() * gamma + beta + &row.view() * scale - size as f64 + w + v, \
             mode = pdpd, axis = 1, where x: [N, C, H, W], mean: [C], var: [C], gamma: [C], beta: [C]);\n"
        )
    };
    let arrays =
        ["mean", "var", "gamma", "beta", "row", "w", "v"].map(|name| format!("{name}: &Array1<f64>")).join(", ");
    let body: String = (0..calls).map(call).collect();
    let source = format!(
        "use bcast::bcast;\nuse ndarray::{{Array1, Array4}};\n\n\
         pub fn calls(x: &Array4<f64>, {arrays}, scale: f64, size: usize) {{\n{body}}}\n"
    );
    fs::write(directory.join("src/lib.rs"), source).expect("the directory can be written to");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["rustc", "--profile", "check", "--quiet", "--", "-Ztime-passes"])
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("user"))
        // Only nightly compilers report the time of passes, unless forced.
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("cargo runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "{text}");
    let line = text.lines().find(|line| line.ends_with("macro_expand_crate")).unwrap_or_else(|| panic!("{text}"));
    let seconds = line.split(['\t', ' ', ';']).find_map(|word| word.parse().ok());
    Duration::from_secs_f64(seconds.unwrap_or_else(|| panic!("{line}")))
}

#[test]
fn ten_operands_take_milliseconds() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ten_operands");
    fs::create_dir_all(directory.join("src")).expect("the directory can be made");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifest = format!(
        "[workspace]\n[package]\nname = \"ten_operands\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
         bcast-dsl = {{ path = {project:?} }}\nndarray = {{ version = \"0.17\", default-features = false, features = [\"std\"] }}\n"
    );
    fs::write(directory.join("Cargo.toml"), manifest).expect("the directory can be written to");
    // Unchanged code is not compiled again, so the two alternate. The minimum counts, since other processes may run.
    let times: Vec<_> = (0..3).map(|_| (time(&directory, 1), time(&directory, CALLS + 1))).collect();
    let one = times.iter().map(|(one, _)| *one).min().unwrap_or_default();
    let many = times.iter().map(|(_, many)| *many).min().unwrap_or_default();
    let call = many.saturating_sub(one) / CALLS as u32;
    println!("a call of ten operands, by rustc: {call:?}; the runs: {times:?}");
    // The aim is 5 ms; a machine with other work on it takes several times as long.
    assert!(call < Duration::from_millis(50), "{times:?}");
}
