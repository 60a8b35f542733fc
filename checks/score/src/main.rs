//! The score of wrong programs: what the compiler answers to mistakes that people make.
//!
//! `wrong.txt` has programs with one mistake each, with programs that the author may have meant, and programs that somebody made by
//! doing what the answer says; `legal.txt` has programs without mistakes. Each wrong program is compiled alone, with [`PRELUDE`] before it. The score has these parts:
//!
//! * one error: exactly one error is reported; in the category `lost`, whose programs compile, exactly one warning;
//! * no leaks: the text has no name that nobody wrote, such as those of the expansion (see [`judge::leaks`]);
//! * one file: no line of another file is shown, as rustc does for mismatched arguments (see [`judge::files`]);
//! * in full: the text contains code that occurs in a program that was meant, but not in the wrong one;
//! * a way out: the same; or the form of the code occurs, as of `x.powf(y)` (see [`judge::has_form`]); or the code becomes such a
//!   line in place of the underlined code, as in "did you mean `bias`?"; or the answer has the words that a program was made by;
//! * accepted: wrong programs that compile without an error;
//! * legal: legal programs without an error or warning;
//! * the median number of lines of the text.
//!
//! ```text
//! cargo run -p bcast-score                            # the figures, for each category too
//! cargo run -p bcast-score -- --list lacking --brief  # names and first lines of the programs whose answer has no way out
//! cargo run -p bcast-score -- integer_literal_times   # everything about one program
//! ```
//!
//! The kinds of `--list`, which may be repeated, are `several`, `leaks`, `files`, `lacking`, `accepted` and `legal`. `--brief` prints one line
//! for each program instead of the whole text: the call, the first line of the answer, and the leaks. `--only CATEGORY` compiles one
//! category. The exit code is 1 if a legal program gets an error or warning, or one that was meant, which is a mistake of the data; and,
//! when all programs are compiled, if a figure falls below [`LEAST_ONE`] or [`LEAST_CLEAN`], or the median is above [`MOST_LINES`].

mod compile;
mod data;
mod judge;

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use compile::{Compiler, Diagnostic};
use data::Program;
use judge::Verdict;

/// What stands before each program.
const PRELUDE: &str =
    "#![allow(dead_code, unused_assignments, unused_imports, unused_macros, unused_mut, unused_variables)]\n";

/// The imports of each program, in the crate or, if programs are compiled together, in the program's module.
const IMPORTS: &str = "\
use std::{cell::{Cell, RefCell}, collections::HashMap, rc::Rc, sync::{Arc, LazyLock, Mutex}};
use bcast::{Broadcast, BroadcastError, ShapeError, Tensor, TensorView, TensorViewMut, bcast, dim, shape, try_bcast};
use ndarray::{Array, Array0, Array1, Array2, Array3, Array4, ArrayBase, ArrayD, ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2};
use ndarray::{Axis, Dimension, Ix1, Ix2, NewAxis, array, s};
use num_complex::Complex;
";

/// The number of meant or legal programs that are compiled together; only if the compiler reports something, each is compiled alone.
const TOGETHER: usize = 40;

/// The kinds of `--list`.
const KINDS: [&str; 6] = ["several", "leaks", "files", "lacking", "accepted", "legal"];

#[derive(Default)]
struct Options {
    list: Vec<String>,
    brief: bool,
    only: Option<String>,
    names: Vec<String>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let options = options()?;
    let started = Instant::now();
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut wrong = data::read(&format!("{folder}/wrong.txt"))?;
    let mut legal = data::read(&format!("{folder}/legal.txt"))?;
    for programs in [&mut wrong, &mut legal] {
        programs.retain(|program| {
            options.only.as_ref().is_none_or(|only| *only == program.category)
                && (options.names.is_empty() || options.names.contains(&program.name))
        });
    }
    let compiler = Compiler::new()?;
    let answers = compiler.each(&wrong, |program| alone(&program.text));
    let verdicts: Vec<_> = wrong.iter().zip(answers).map(|(program, answer)| Verdict::new(program, answer)).collect();
    let meant: Vec<_> = wrong.iter().flat_map(|program| program.right().map(move |text| (program, text))).collect();
    let refused_meant = refused(&compiler, &meant.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>());
    let refused_legal = refused(&compiler, &legal.iter().map(|program| program.text.as_str()).collect::<Vec<_>>());

    for verdict in &verdicts {
        show(verdict, &options);
    }
    for (i, text) in &refused_legal {
        if options.list.iter().any(|kind| kind == "legal") || !options.names.is_empty() {
            println!("=== {} | legal\n{}\n{text}", legal[*i].name, legal[*i].text);
        }
    }
    if options.names.is_empty() {
        table(&verdicts);
        println!(
            "{:5.1} % of {} legal programs without error or warning",
            share(legal.len() - refused_legal.len(), legal.len()),
            legal.len()
        );
        println!("      {:.0} s", started.elapsed().as_secs_f64());
    }
    for (i, text) in &refused_meant {
        println!(
            "a mistake of the data: `{}`: what was meant gets an error or warning\n{}\n{text}",
            meant[*i].0.name, meant[*i].1
        );
    }
    let is_whole = options.names.is_empty() && options.only.is_none();
    let is_kept = !is_whole || keeps_figures(&verdicts);
    let is_right = refused_meant.is_empty() && refused_legal.is_empty() && is_kept;
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--list" => match arguments.next() {
                Some(kind) if KINDS.contains(&kind.as_str()) => options.list.push(kind),
                _ => return Err(format!("`--list` needs one of {}", KINDS.join(", "))),
            },
            "--brief" => options.brief = true,
            "--only" => options.only = Some(arguments.next().ok_or("`--only` needs a category")?),
            name if !name.starts_with('-') => options.names.push(name.to_owned()),
            other => return Err(format!("unknown option `{other}`")),
        }
    }
    Ok(options)
}

/// The source of one program alone.
fn alone(text: &str) -> String {
    format!("{PRELUDE}{IMPORTS}\n{text}")
}

/// The source of several programs, each in a module.
fn together(texts: &[&str]) -> String {
    let modules = texts.iter().enumerate().map(|(i, text)| format!("mod program_{i} {{\n{IMPORTS}\n{text}\n}}\n"));
    PRELUDE.to_owned() + &modules.collect::<String>()
}

/// The positions of those programs that get an error or warning, with its text.
fn refused(compiler: &Compiler, texts: &[&str]) -> Vec<(usize, String)> {
    let chunks: Vec<_> = texts.chunks(TOGETHER).collect();
    let answers = compiler.each(&chunks, |chunk| together(chunk));
    let suspects: Vec<_> =
        (0..texts.len()).filter(|i| !answers[i / TOGETHER].is_empty()).map(|i| (i, texts[i])).collect();
    let answers = compiler.each(&suspects, |(_, text)| alone(text));
    let text = |answer: Vec<Diagnostic>| answer.iter().map(|diagnostic| diagnostic.rendered.as_str()).collect();
    suspects.iter().zip(answers).filter(|(_, answer)| !answer.is_empty()).map(|((i, _), a)| (*i, text(a))).collect()
}

/// Prints one program's text and verdict, if the options ask for it.
fn show(verdict: &Verdict<'_>, options: &Options) {
    let kinds = verdict.kinds();
    let Program { name, category, text, meant, followed } = verdict.program;
    if !options.names.is_empty() {
        println!("=== {name} | {category}\n{text}");
        meant.iter().for_each(|text| println!("--- meant\n{text}"));
        followed.iter().for_each(|(words, text)| println!("--- by {words}\n{text}"));
    } else if !options.list.iter().any(|kind| kinds.contains(&kind.as_str())) {
        return;
    }
    let leaks = [&verdict.leaks[..], &verdict.files].concat().join(" ");
    let ways = [&verdict.ways_out[..], &verdict.in_place, &verdict.forms, &verdict.words].concat().join("  ");
    if options.brief {
        let first = verdict.answer.first().map_or("", |diagnostic| diagnostic.rendered.lines().next().unwrap_or(""));
        let line = text.lines().find(|line| line.contains("bcast!")).unwrap_or("").trim();
        println!(
            "{category:9} {name:40} {} errors, {} lines  {line}  ->  {first}  {leaks}",
            verdict.errors(),
            verdict.lines
        );
        return;
    }
    println!("=== {name} | {category}: {} errors, {} lines, {}", verdict.errors(), verdict.lines, kinds.join(", "));
    println!("leaks: {leaks}\nways out: {ways}");
    verdict.answer.iter().for_each(|diagnostic| println!("{}", diagnostic.rendered));
}

/// Prints the figures, for each category and for all.
fn table(verdicts: &[Verdict<'_>]) {
    let mut categories = BTreeMap::<&str, Vec<&Verdict<'_>>>::new();
    for verdict in verdicts {
        categories.entry(&verdict.program.category).or_default().push(verdict);
    }
    println!(
        "{:12}{:>9}{:>11}{:>11}{:>11}{:>11}{:>11}{:>10}{:>8}",
        "", "programs", "one error", "no leaks", "one file", "in full", "a way out", "accepted", "lines"
    );
    let all: Vec<_> = verdicts.iter().collect();
    for (name, rows) in categories.into_iter().chain([("all", all)]) {
        let share = |good: fn(&Verdict<'_>) -> bool| share(rows.iter().filter(|row| good(row)).count(), rows.len());
        let mut lines: Vec<_> = rows.iter().map(|row| row.lines).collect();
        lines.sort_unstable();
        println!(
            "{name:12}{:9}{:9.1} %{:9.1} %{:9.1} %{:9.1} %{:9.1} %{:10}{:8}",
            rows.len(),
            share(|row| row.is_one()),
            share(|row| row.leaks.is_empty()),
            share(|row| row.files.is_empty()),
            share(|row| !row.ways_out.is_empty()),
            share(|row| row.has_way_out()),
            rows.iter().filter(|row| row.is_accepted()).count(),
            lines.get(lines.len() / 2).copied().unwrap_or(0),
        );
    }
}

/// The figures that are kept, in percent and in lines.
const LEAST_ONE: f64 = 96.0;
const LEAST_CLEAN: f64 = 96.0;
const MOST_LINES: usize = 11;

fn keeps_figures(verdicts: &[Verdict<'_>]) -> bool {
    let part =
        |good: fn(&Verdict<'_>) -> bool| share(verdicts.iter().filter(|verdict| good(verdict)).count(), verdicts.len());
    let mut lines: Vec<_> = verdicts.iter().map(|verdict| verdict.lines).collect();
    lines.sort_unstable();
    let is_kept = part(|verdict| verdict.is_one()) >= LEAST_ONE
        && part(|verdict| verdict.leaks.is_empty()) >= LEAST_CLEAN
        && lines.get(lines.len() / 2).is_none_or(|&median| median <= MOST_LINES);
    if !is_kept {
        println!("a figure is worse than {LEAST_ONE} %, {LEAST_CLEAN} % or {MOST_LINES} lines");
    }
    is_kept
}

/// A part in percent.
fn share(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}
