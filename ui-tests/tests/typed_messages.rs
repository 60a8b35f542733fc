//! Every refusal by types in a call without type parameters has a full message: checks random calls on shapes of literals, names and
//! unknown lengths, many of them wrong, in one run of the compiler.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The number of calls in the file.
const CALLS: usize = 300;

/// Reproducible random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    fn list(&mut self, least: usize, most: usize, of: &[&str]) -> String {
        let entries: Vec<&str> = (0..least + self.below(most + 1 - least)).map(|_| of[self.below(of.len())]).collect();
        entries.join(", ")
    }

    fn shape(&mut self, highest: usize) -> String {
        let least = usize::from(!self.one_in(10));
        let lengths = ["1", "1", "2", "2", "3", "3", "500", "Batch", "Batch", "Time", "_", "_"];
        self.list(least, highest, &lengths)
    }

    /// A function of one call.
    fn function(&mut self, number: usize) -> String {
        let modes = ["numpy", "none", "unidirectional", "pdpd", "paddle", "explicit", "bidirectional", "ncnn"];
        let (mode, highest) = (modes[self.below(modes.len())], 1 + self.below(4));
        let operands = ["a", "b", "c"].into_iter().take(1 + self.below(3)).collect::<Vec<_>>();
        let mut parameters: Vec<String> = operands
            .iter()
            .map(|name| match self.one_in(7) {
                true => format!("{name}: &ndarray::Array{}<f32>", self.below(highest + 1)),
                false => format!("{name}: &Tensor<f32, shape![{}]>", self.shape(highest)),
            })
            .collect();
        let mut options = format!("mode = {mode}");
        if (mode == "pdpd" || mode == "paddle") && !self.one_in(3) {
            options += &format!(", axis = {}", self.below(5) as i64 - 1);
        }
        if mode == "explicit" && self.one_in(2) {
            options += &format!(", axes = [{}]", ["0", "1", "2", "0, 1", "0, 2", "1, 3"][self.below(6)]);
        }
        if mode == "explicit" || mode == "bidirectional" || mode != "none" && self.one_in(5) {
            options += &format!(", to = [{}]", self.list(1, 4, &["1", "2", "3"]));
        }
        if !["none", "explicit", "ncnn", "bidirectional"].contains(&mode) && self.one_in(10) {
            options += &format!(", axis({}) = {}", operands[self.below(operands.len())], self.below(3));
        }
        let mut place = "";
        if self.one_in(5) {
            parameters.push(format!("y: &mut Tensor<f32, shape![{}]>", self.shape(highest)));
            place = ["y = ", "y += "][self.below(2)];
        }
        let (parameters, expression) = (parameters.join(", "), operands.join(" + "));
        format!("pub fn f{number}({parameters}) {{ let _ = bcast!({place}{expression}, {options}); }}\n")
    }
}

#[test]
fn every_refusal_has_a_full_message() {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typed_messages");
    fs::create_dir_all(package.join("src")).expect("a directory for the crate");
    let facade = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the facade");
    let manifest = format!(
        "[package]\nname = \"typed_messages\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         bcast-dsl = {{ path = {facade:?} }}\nndarray = \"0.17\"\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("a file can be written");
    fs::copy(facade.join("Cargo.lock"), package.join("Cargo.lock")).expect("the workspace has a lock file");
    let mut random = Random(26);
    let head = "#![allow(warnings)]\nuse bcast::{Tensor, bcast, dim, shape};\ndim!(Batch, Time);\n".to_owned();
    let source: String = (0..CALLS).fold(head, |source, number| source + &random.function(number));
    fs::write(package.join("src/lib.rs"), &source).expect("a file can be written");

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--offline", "--quiet", "--message-format=short"])
        // One directory for all such crates: their dependencies are the same.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&package)
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut messages: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("src/lib.rs:")) {
        if let Some((number, message)) = line.split_once(':').filter(|(_, message)| message.contains("error")) {
            messages.entry(number.parse().expect("a line")).or_default().push(message);
        }
    }
    // The macro reports some mistakes itself, such as an axis beyond `to`.
    let is_full = |message: &str| {
        let by_macro = message.contains(": error: ");
        by_macro || message.contains("error[E0080]: evaluation panicked: ") && !message.contains("do not fit")
    };
    for (line, messages) in &messages {
        let call = source.lines().nth(line - 1).unwrap_or_default();
        assert!(messages.iter().all(|message| is_full(message)), "{call}\n{messages:#?}");
    }
    assert!(messages.len() > CALLS / 2, "only {} calls are refused: {text}", messages.len());
    assert!(messages.len() < CALLS * 9 / 10, "hardly any call fits: {text}");
}
