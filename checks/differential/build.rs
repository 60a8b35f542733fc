//! Writes the programs as Rust.

#[path = "src/draw.rs"]
#[allow(dead_code)]
mod draw;
#[path = "src/interpret.rs"]
#[allow(dead_code)]
mod interpret;
#[path = "../../tests/random/model.rs"]
#[allow(dead_code)]
mod model;
#[path = "src/number.rs"]
#[allow(dead_code)]
mod number;
#[path = "src/program.rs"]
#[allow(dead_code)]
mod program;
#[path = "src/reduced/mod.rs"]
#[allow(dead_code)]
mod reduced;
#[path = "src/source.rs"]
mod source;

use std::{env, fs, path::PathBuf};

/// The default number of programs.
const PROGRAMS: usize = 200;
/// The number of crates they are distributed over.
const PARTS: usize = 4;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=../../tests/random/model.rs");
    let settings: Vec<Option<String>> =
        ["DIFFERENTIAL", "DIFFERENTIAL_SEED", "DIFFERENTIAL_PROGRAMS", "DIFFERENTIAL_REDUCED"]
            .map(|name| {
                println!("cargo::rerun-if-env-changed={name}");
                let value = env::var(name).ok();
                // The library reads the same environment.
                println!("cargo::rustc-env={name}={}", value.as_deref().unwrap_or_default());
                value
            })
            .into();
    if let Some(file) = &settings[2] {
        println!("cargo::rerun-if-changed={file}");
    }
    let programs = draw::selected(settings[0].as_deref(), settings[1].as_deref(), settings[2].as_deref());
    let reduced = reduced::draw::selected(settings[3].as_deref(), settings[1].as_deref());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for part in 0..PARTS {
        fs::write(out.join(format!("part_{part}.rs")), source::file(&programs, part, PARTS))
            .expect("the folder is there");
    }
    fs::write(out.join("reduced.rs"), reduced::source::file(&reduced)).expect("the folder is there");
}
