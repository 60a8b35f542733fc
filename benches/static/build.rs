//! Selects the cases that `src/bin/lengths.rs` compiles: every case is code of its own.

use std::env::var;
use std::fmt::Write as _;

const PATTERNS: [&str; 6] = ["same", "row", "column", "outer", "norm", "divide"];

fn main() {
    for name in ["LENGTHS", "TOTALS", "PATTERNS"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let lengths = match var("LENGTHS") {
        Ok(all) if all == "all" => (1..=64).map(|length| format!(" {length}")).collect(),
        Ok(list) => list.replace(',', " "),
        Err(_) => "1 2 3 4 5 7 8 12 16 17 31 33 64".to_owned(),
    };
    let totals = var("TOTALS").unwrap_or_else(|_| "1 10 1000 100000".to_owned()).replace(',', " ");
    let chosen = var("PATTERNS").unwrap_or_else(|_| PATTERNS.join(","));
    let mut code = format!(
        "macro_rules! chosen_lengths {{ ($($pattern:tt)*) => {{ pattern!($($pattern)*, [{lengths}]) }}; }}\n\
         macro_rules! chosen_totals {{ ($($case:tt)*) => {{ pattern!(@ totals $($case)*, {totals}) }}; }}\n"
    );
    for pattern in PATTERNS {
        let body = if chosen.split([',', ' ']).any(|chosen| chosen == pattern) { "$($calls)*" } else { "" };
        writeln!(code, "macro_rules! if_{pattern} {{ ($($calls:tt)*) => {{ {body} }}; }}").expect("a string grows");
    }
    let path = std::path::Path::new(&var("OUT_DIR").expect("cargo says where")).join("chosen.rs");
    std::fs::write(path, code).expect("the directory can be written");
}
