//! Shrinks failing programs while they still fail.
//!
//! ```sh
//! cargo run --manifest-path checks/Cargo.toml -p differential --bin shrink -- FAILED.json
//! ```
//!
//! Each round compiles all programs that are one step smaller, and continues with the smallest that still fails.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use differential::program::{Expr, Finish, Form, Kind, Program, Stated};
use differential::source;

fn main() -> ExitCode {
    let Some(path) = env::args_os().nth(1) else {
        eprintln!("usage: shrink FAILED.json");
        return ExitCode::FAILURE;
    };
    let text = fs::read_to_string(path).expect("the file of programs");
    let programs: Vec<Program> = serde_json::from_str(&text).expect("programs");
    let mut smallest = programs.into_iter().min_by_key(size).expect("a program");
    loop {
        let candidates: Vec<Program> =
            smaller(&smallest).into_iter().filter(|program| size(program) < size(&smallest)).collect();
        eprintln!("{} characters; {} programs to try", size(&smallest), candidates.len());
        match failing(&candidates).into_iter().min_by_key(size) {
            Some(next) => smallest = next,
            None => break,
        }
    }
    println!("{}{}", source::function(0, &smallest), serde_json::to_string(&[&smallest]).expect("JSON"));
    ExitCode::SUCCESS
}

/// The size of a program as text.
fn size(program: &Program) -> usize {
    source::function(0, program).len()
}

/// The programs that compile and fail.
fn failing(programs: &[Program]) -> Vec<Program> {
    if programs.is_empty() {
        return Vec::new();
    }
    let folder = env::temp_dir().join("bcast_differential_shrink");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    let file = folder.join("programs.json");
    fs::write(&file, serde_json::to_string(programs).expect("JSON")).expect("the file");
    let cargo = |arguments: &[&str]| {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .arg(arguments[0])
            .arg("--manifest-path")
            .arg(manifest)
            .args(&arguments[1..])
            .env("DIFFERENTIAL_PROGRAMS", &file)
            .env("DIFFERENTIAL_FAILED", &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("cargo runs")
            .success()
    };
    if !cargo(&["test", "--no-run"]) {
        // One of them does not compile.
        if programs.len() == 1 {
            return Vec::new();
        }
        let (first, second) = programs.split_at(programs.len() / 2);
        return [failing(first), failing(second)].concat();
    }
    cargo(&["test", "--no-fail-fast"]);
    let read = |part| fs::read_to_string(folder.join(format!("failed_{part}.json"))).ok();
    let texts = (0..differential::PARTS).filter_map(read);
    texts.flat_map(|text| serde_json::from_str::<Vec<Program>>(&text).expect("programs")).collect()
}

/// Programs that are one step smaller.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Program)| {
        let mut next = program.clone();
        change(&mut next);
        let is_right = next.case().answer().is_some() == program.case().answer().is_some();
        if is_right && (next.case().answer().is_some() || next.is_checked_at_run_time()) && next.is_well_formed() {
            all.push(next);
        }
    };
    with(&|program| program.threads = false);
    with(&|program| program.stated = Stated::Nothing);
    with(&|program| program.finish = Finish::Itself);
    with(&|program| program.to = None);
    with(&|program| program.axis = None);
    with(&|program| {
        program.form = Form::New;
        program.place = None;
    });
    for index in 0..program.arrays.len() {
        for kind in [Kind::Fixed, Kind::Dynamic] {
            with(&|program| program.arrays[index].kind = kind);
        }
        if program.arrays.len() > 1 && program.base.is_none() {
            with(&|program| {
                program.arrays.remove(index);
                program.own.remove(index);
                program.value = without(program.value.clone(), index);
            });
        }
    }
    let lengths = program.arrays.iter().chain(&program.place).flat_map(|array| &array.shape);
    let mut lengths: Vec<usize> = lengths.copied().filter(|&length| length > 1).collect();
    lengths.sort_unstable();
    lengths.dedup();
    for &length in &lengths {
        for less in 1..length {
            with(&|program| {
                let shapes = program.arrays.iter_mut().chain(&mut program.place).map(|array| &mut array.shape);
                let entries = shapes.chain(&mut program.to).flatten();
                entries.filter(|entry| **entry == length).for_each(|entry| *entry = less);
            });
        }
    }
    for part in 0..count(&program.value) {
        for child in 0..3 {
            with(&|program| program.value = replaced(program.value.clone(), &mut { part }, child));
        }
    }
    all
}

/// The expression without an array.
fn without(expr: Expr, array: usize) -> Expr {
    match expr {
        Expr::Array(index) if index == array => Expr::Literal(1),
        Expr::Array(index) if index > array => Expr::Array(index - 1),
        other => other.map(&mut |part| without(part, array)),
    }
}

/// The number of parts of an expression, itself included.
fn count(expr: &Expr) -> usize {
    let mut parts = 1;
    expr.clone().map(&mut |part| {
        parts += count(&part);
        part
    });
    parts
}

/// The expression with one of its parts replaced by a part of that part.
fn replaced(expr: Expr, left: &mut usize, child: usize) -> Expr {
    if *left == 0 {
        *left = usize::MAX;
        let mut children = Vec::new();
        let same = expr.map(&mut |part| {
            children.push(part.clone());
            part
        });
        return children.get(child).cloned().unwrap_or(same);
    }
    *left -= 1;
    expr.map(&mut |part| if *left == usize::MAX { part } else { replaced(part, left, child) })
}
