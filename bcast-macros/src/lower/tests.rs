//! Source text against operands and body, or against the message and what it underlines.

use proc_macro2::TokenStream;

use super::lower;
use crate::diagnostics::Diagnostics;
use crate::model::Model;
use crate::parse::parse;

/// Reads a call without `$crate`.
fn read(source: &str) -> (Model, Diagnostics) {
    let tokens: TokenStream = format!("krate ; {source}").parse().unwrap();
    let mut diagnostics = Diagnostics::new();
    let input = parse(tokens, &mut diagnostics);
    (lower(input, &mut diagnostics), diagnostics)
}

#[test]
fn smoke() {
    for s in ["a + b", "y = x * 2.0, mode = pdpd, axis = 1", "x += bias, where x: [N, 3], bias: [3]", "net.", "a + ", "if let Some(v) = f(x) && v > 0.0 { v } else { x }"] {
        let (model, diagnostics) = read(s);
        println!("--- {s}\n{model}\n{:?}", diagnostics.messages());
    }
}
