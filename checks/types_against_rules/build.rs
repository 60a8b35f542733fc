//! Writes every checked call as the closure that `bcast!` expands to, reduced to its types.

#[allow(dead_code)]
mod cases;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use cases::{BATCH, Case, Form, M, N, Own, TIME, UNKNOWN, core_result, selected, source, symbolic, written_out};

/// The number of crates the cases are distributed over, which compile in parallel.
const PARTS: usize = 4;
/// The number of cases in an array.
const CHUNK: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=cases.rs");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TYPES_AGAINST_RULES");
    let form = Form::of(env::var("TYPES_AGAINST_RULES").ok().as_deref());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let cases = selected(form);
    write_symbolic(form, &out);
    write_calls(form, &out);
    for part in 0..PARTS {
        let mine: Vec<&Case> = cases.iter().skip(part).step_by(PARTS).collect();
        let mut text = String::new();
        for (chunk, cases) in mine.chunks(CHUNK).enumerate() {
            let cases: Vec<String> = cases.iter().map(|case| written(case, core_result(case).is_some())).collect();
            writeln!(text, "static C{chunk}: [TypesVerdict; {}] = [{}];", cases.len(), cases.join(",\n")).unwrap();
        }
        let chunks: Vec<String> = (0..mine.len().div_ceil(CHUNK)).map(|chunk| format!("&C{chunk}")).collect();
        writeln!(text, "static SAID: &[&[TypesVerdict]] = &[{}];", chunks.join(", ")).unwrap();
        fs::write(out.join(format!("types_{part}.rs")), text).unwrap();
    }
}

/// The cases with const generics, names and `_`, as constants of a type with two parameters.
fn write_symbolic(form: Form, out: &Path) {
    let cases = symbolic(form);
    let mut text = String::from("impl<const N: usize, const M: usize> Generic<N, M> {");
    for (chunk, cases) in cases.chunks(CHUNK).enumerate() {
        let cases: Vec<String> = cases.iter().map(|case| written(case, true)).collect();
        writeln!(text, "const C{chunk}: [TypesVerdict; {}] = [{}];", cases.len(), cases.join(",\n")).unwrap();
    }
    let chunks: Vec<String> = (0..cases.len().div_ceil(CHUNK)).map(|chunk| format!("&Self::C{chunk}")).collect();
    writeln!(text, "const SAID: &[&[TypesVerdict]] = &[{}]; }}", chunks.join(", ")).unwrap();
    fs::write(out.join("symbolic.rs"), text).unwrap();
}

/// Complete calls, with and without a `where` clause.
fn write_calls(form: Form, out: &Path) {
    let mut text = String::from("fn run() {\n");
    let cases = written_out(form);
    for (index, case) in cases.iter().enumerate().filter(|(_, case)| core_result(case).is_some()) {
        let names = &["a", "b", "c"][..case.operands.len()];
        let (call, stated) = source(case, &format!("[{}]", names.join(", ")));
        writeln!(text, "check({index}, || {{").unwrap();
        for (name, shape) in names.iter().zip(&case.operands) {
            writeln!(text, "let {name} = tensor::<shape!{shape:?}>();").unwrap();
        }
        writeln!(text, "(elements(try_bcast!({call})), elements(try_bcast!({call}{stated}))) }});").unwrap();
    }
    text.push('}');
    fs::write(out.join("calls.rs"), text).unwrap();
}

/// `(first, (second, ()))`
fn nested(items: impl DoubleEndedIterator<Item = String>) -> String {
    items.rev().fold("()".to_owned(), |rest, item| format!("({item},{rest})"))
}

fn list(shape: &[usize]) -> String {
    nested(shape.iter().map(|&length| match length {
        1 => "One".to_owned(),
        N => "Len<N>".to_owned(),
        M => "Len<M>".to_owned(),
        BATCH => "NamedLen<Batch>".to_owned(),
        TIME => "NamedLen<Time>".to_owned(),
        UNKNOWN => "Unknown".to_owned(),
        _ => format!("Len<{length}>"),
    }))
}

fn axis_type(axis: i64) -> String {
    match usize::try_from(axis) {
        Ok(axis) => format!("AtAxis<{}>", nested((0..axis).map(|_| "One".to_owned()))),
        Err(_) => "NoAxis".to_owned(),
    }
}

fn axis_mark(axis: i64) -> String {
    match usize::try_from(axis) {
        Ok(axis) => format!("at_axis::<{}>()", nested((0..axis).map(|_| "One".to_owned()))),
        Err(_) => "NoAxis".to_owned(),
    }
}

fn mask(axes: &[i64]) -> String {
    let last = axes.last().map_or(-1, |&last| last);
    let mask = (0..=last).map(|axis| if axes.contains(&axis) { "Here" } else { "Skip" }.to_owned());
    nested(mask.collect::<Vec<_>>().into_iter())
}

fn axes_mark(axes: &[i64]) -> String {
    format!("by_axes::<{}>()", mask(axes))
}

/// `l.1.1.0`
fn element(index: usize) -> String {
    format!("{}.0", behind(index))
}

/// The list from one element on: `l.1.1`
fn behind(index: usize) -> String {
    format!("l{}", ".1".repeat(index))
}

/// A pair of shapes as types alone, if no method of the expansion decides anything in its mode.
fn in_types(case: &Case, with_bounds: bool) -> Option<String> {
    if !case.own.is_empty() || matches!(case.mode, "ncnn" | "bidirectional") {
        return None;
    }
    let to = case.to.as_ref().map_or("NoTo".to_owned(), |to| format!("StaticTo<{}>", list(to)));
    let to = if case.mode == "none" { format!("Known<NoRank,{to}>") } else { to };
    let axis = match (case.axis, &case.axes) {
        (Some(axis), _) => axis_type(axis),
        (None, Some(axes)) => format!("ByAxes<{}>", mask(axes)),
        (None, None) => "NoAxis".to_owned(),
    };
    let operands = nested(case.operands.iter().map(|shape| format!("TensorType<{}>", list(shape))));
    let function = if with_bounds { "fitting" } else { "asked" };
    Some(format!("{function}::<{},{to},{axis},{operands}>()", case.mode))
}

fn written(case: &Case, with_bounds: bool) -> String {
    if let Some(types) = in_types(case, with_bounds) {
        return types;
    }
    let count = case.operands.len();
    let entries: Vec<String> = (0..count)
        .map(|index| {
            let operand = format!("o::<TensorOperand<{}>>()", list(&case.operands[index]));
            match case.own.get(index) {
                Some(Own::Axis(axis)) => format!("own_aligned({operand},{})", axis_mark(*axis)),
                Some(Own::Axes(axes)) => format!("own_aligned({operand},{})", axes_mark(axes)),
                _ if case.base == Some(index) => format!("base({operand})"),
                _ => operand,
            }
        })
        .collect();
    let axis = match (case.axis, &case.axes) {
        (Some(axis), _) => axis_mark(axis),
        (None, Some(axes)) => axes_mark(axes),
        (None, None) => "NoAxis".to_owned(),
    };
    let mut target = case.to.as_ref().map_or("NoTo".to_owned(), |to| format!("static_to::<{}>()", list(to)));
    if case.mode == "none" {
        let ranks = nested((0..count).map(|index| format!("(&&&rank_of(&{})).__bcast_rank()", element(index))));
        target = match &case.to {
            Some(to) => format!("known_rank_to({ranks},&__BcastInts::__bcast_ints(&[0_usize;{}]),{target})", to.len()),
            None => format!("known_rank({ranks})"),
        };
    }
    let marked = if case.mode == "ncnn" {
        let marks = (0..count).map(|index| {
            let element = element(index);
            format!("lying_as({element},(&&&&c.vector(&l,&{element})).__bcast_lies())")
        });
        format!("let l={};", nested(marks))
    } else {
        String::new()
    };
    let questions: Vec<String> =
        (0..count).map(|index| format!("s.operand::<{index}, _, _>(&{})", behind(index))).collect();
    let mut others = Vec::new();
    if case.mode == "bidirectional" {
        others.push("s.target()".to_owned());
    }
    let checked = format!(
        "let l={};let c=call({},{target},{axis},TypesDecide);{marked}let s=c.check(&l);",
        nested(entries.into_iter()),
        case.mode,
    );
    // Bounds may not refuse calls that the rulebook accepts, so only those are compiled with bounds, which take the compiler long.
    if with_bounds {
        let (questions, others) = (nested(questions.into_iter()), nested(others.into_iter()));
        format!(
            "said(||{{{checked}(s,(&All({questions})).fit(),(&All({others})).fit(),constants(&s.__bcast_check()))}})"
        )
    } else {
        format!("said(||{{{checked}(s,DoesNot,DoesNot,constants(&s.__bcast_check()))}})")
    }
}
