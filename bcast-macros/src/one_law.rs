//! The macro refuses exactly the stated shapes that the run-time core refuses.
//!
//! The calls are those that types are asked about in `tests/one_law`, and more: this costs microseconds a call, types cost
//! milliseconds.

#[allow(dead_code)]
#[path = "../../tests/one_law/cases.rs"]
mod cases;

use std::fmt::Write as _;

use bcast_core::call::{Alignment, Call, Operand};
use bcast_core::mode::Mode;
use bcast_core::resolve::resolve_all;
use proc_macro2::TokenStream;

use self::cases::{Case, Form, Own, Random, asked, random_case};
use crate::check::check;
use crate::diagnostics::Diagnostics;
use crate::lower::lower;
use crate::parse::parse;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// The call as it is written.
fn source(case: &Case) -> String {
    let names = &NAMES[..case.operands.len()];
    let mut text = format!("krate ; {}, mode = {}", names.join(" + "), case.mode);
    let own = case.own.iter().zip(names).map(|(own, name)| match own {
        Own::ByMode => String::new(),
        Own::Axis(axis) => format!(", axis({name}) = {axis}"),
        Own::Axes(axes) => format!(", axes({name}) = {axes:?}"),
    });
    let options = [
        case.axis.map(|axis| format!(", axis = {axis}")),
        case.axes.as_ref().map(|axes| format!(", axes = {axes:?}")),
        case.to.as_ref().map(|to| format!(", to = {to:?}")),
        case.base.map(|base| format!(", base = {}", names[base])),
    ];
    text.extend(own);
    text.extend(options.into_iter().flatten());
    text.push_str(", where");
    for (name, shape) in names.iter().zip(&case.operands) {
        write!(text, " {name}: {shape:?},").unwrap();
    }
    text
}

/// Whether the macro refuses the call.
fn macro_refuses(case: &Case) -> bool {
    let tokens: TokenStream = source(case).parse().unwrap();
    let mut diagnostics = Diagnostics::new();
    let input = parse(tokens, &mut diagnostics);
    let model = lower(input, &mut diagnostics);
    assert!(!diagnostics.has_syntax_error(), "{}: {:?}", source(case), diagnostics.messages());
    check(&model, &mut diagnostics);
    !diagnostics.messages().is_empty()
}

/// Whether the run-time core takes the call.
fn core_takes(case: &Case) -> bool {
    let operands: Vec<Operand<'_, usize>> = (case.operands.iter().enumerate())
        .map(|(index, shape)| Operand {
            name: NAMES[index],
            shape,
            alignment: match case.own.get(index) {
                None | Some(Own::ByMode) => Alignment::ByMode,
                Some(Own::Axis(axis)) => Alignment::Axis(*axis),
                Some(Own::Axes(axes)) => Alignment::Axes(axes),
            },
        })
        .collect();
    let resolution = resolve_all(&Call {
        mode: Mode::from_name(case.mode).unwrap(),
        operands: &operands,
        axis: case.axis,
        axes: case.axes.as_deref(),
        to: case.to.as_deref(),
        base: case.base,
        place: None,
    });
    resolution.is_ok()
}

fn compare(cases: impl IntoIterator<Item = Case>) {
    let (mut count, mut accepted, mut wrong) = (0, 0, Vec::new());
    for case in cases {
        let takes = core_takes(&case);
        // `[]` may be stated of a constant, which fits everywhere and leads nothing: such calls may wait for run time.
        let undecided = case.operands.iter().any(Vec::is_empty);
        let refused = macro_refuses(&case);
        if refused == takes && (takes || !undecided) {
            wrong.push(format!("{}\n   macro refuses: {refused}, core takes: {takes}", source(&case)));
        }
        count += 1;
        accepted += usize::from(takes);
    }
    println!("{count} calls, of which {accepted} are right");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn the_macro_refuses_what_the_core_refuses() {
    let form = Form::of(std::env::var("ONE_LAW").ok().as_deref());
    compare(asked(form));
}

#[test]
fn the_macro_refuses_what_the_core_refuses_at_random() {
    let mut random = Random(7);
    compare((0..20_000).map(|_| random_case(&mut random)));
}
