//! Takes the programs out of the guide's chapter: `src/programs.rs` measures the functions that are printed there.

use std::fmt::Write;
use std::path::Path;

const CHAPTER: &str = "../../docs/programs.md";

fn main() {
    println!("cargo::rerun-if-changed={CHAPTER}");
    let chapter = std::fs::read_to_string(CHAPTER).expect("the guide's chapter of programs");
    let (mut modules, mut counts) = (String::new(), String::new());
    let blocks = chapter.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest));
    for block in blocks.filter(|block| block.contains("\nfn by_ndarray(")) {
        let items = items(block);
        let name = items.split_once("\nfn ").and_then(|(_, rest)| rest.split('(').next()).expect("a function");
        let (ours, theirs) = (body(&items, name), body(&items, "by_ndarray"));
        let calls = ours.join("\n").matches("bcast!(").count();
        let _ = writeln!(modules, "pub mod {name} {{\n{}}}", items.replace("\nfn ", "\npub fn "));
        let _ = writeln!(counts, "    (\"{name}\", [{calls}, {}, {}]),", ours.len(), theirs.len());
    }
    let _ = write!(
        modules,
        "/// Of each program: calls of `bcast!`, lines, and lines with ndarray.\n\
         pub const COUNTS: &[(&str, [usize; 3])] = &[\n{counts}];\n"
    );
    let directory = std::env::var_os("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&directory).join("programs.rs"), modules).expect("the directory can be written");
}

/// The `use` lines and functions before the first statement of a block.
fn items(block: &str) -> String {
    let is_of_item =
        |line: &&str| line.is_empty() || ["use ", "fn ", " ", "}"].iter().any(|start| line.starts_with(start));
    block.lines().take_while(is_of_item).flat_map(|line| [line, "\n"]).collect()
}

/// The lines of a function's body.
fn body<'a>(items: &'a str, name: &str) -> Vec<&'a str> {
    let head = format!("fn {name}(");
    items.lines().skip_while(|line| !line.starts_with(&head)).skip(1).take_while(|&line| line != "}").collect()
}
