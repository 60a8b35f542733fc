//! The macro refuses the same stated shapes that the core refuses at run time.
//!
//! The calls include those of `checks/types_against_rules`: a call costs microseconds here, milliseconds in types.

#[allow(dead_code)]
#[path = "../../../checks/types_against_rules/cases.rs"]
pub mod cases;

use proc_macro2::TokenStream;

use self::cases::{Case, Form, Random, core_result, random_case, selected, source};
use crate::check::check;
use crate::diagnostics::Diagnostics;
use crate::lower::lower;
use crate::model::Reader;
use crate::parse::parse;

/// True if the macro refuses the call.
fn macro_refuses(text: &str) -> bool {
    let tokens: TokenStream = text.parse().unwrap();
    let mut diagnostics = Diagnostics::default();
    let input = parse(tokens, &mut diagnostics);
    let model = lower(input, Reader::Compiler, &mut diagnostics);
    assert!(diagnostics.fatal_count() == 0, "{text}: {:?}", diagnostics.messages());
    check(&model, &mut diagnostics);
    !diagnostics.messages().is_empty()
}

fn compare(cases: impl IntoIterator<Item = Case>) {
    let (mut count, mut accepted, mut wrong) = (0, 0, Vec::new());
    for case in cases {
        let (call, stated) = source(&case, ["a", "a + b", "a + b + c"][case.operands.len() - 1]);
        let takes = core_result(&case).is_some();
        // An operand stated as `[]` may be a constant, which fits everywhere and has no shape: such calls may be left to run time.
        let undecided = case.operands.iter().any(Vec::is_empty);
        let refused = macro_refuses(&format!("krate ; {call}{stated}"));
        if refused == takes && (takes || !undecided) {
            wrong.push(format!("{call}{stated}\n   macro refuses: {refused}, core takes: {takes}"));
        }
        count += 1;
        accepted += usize::from(takes);
    }
    println!("{count} calls, of which {accepted} are right");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn the_macro_refuses_what_the_core_refuses() {
    let form = Form::of(std::env::var("TYPES_AGAINST_RULES").ok().as_deref());
    compare(selected(form));
}

#[test]
fn the_macro_refuses_what_the_core_refuses_at_random() {
    let mut random = Random(7);
    compare((0..20_000).map(|_| random_case(&mut random)));
}
