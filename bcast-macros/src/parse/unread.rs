//! Reports tokens that are not an expression: the missing part if it is evident, else syn's error.

use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};

use super::idioms;
use crate::diagnostics::Diagnostics;

/// Reports these tokens, which syn refused with this error.
pub fn report(tokens: &TokenStream, error: &syn::Error, diagnostics: &mut Diagnostics) {
    // `y **= x`: the stars are the cause and have been reported.
    if idioms::power(tokens).is_some() {
        return;
    }
    if let Some((at, message)) = idioms::find(tokens) {
        return diagnostics.fatal(at, message);
    }
    match dangling(tokens) {
        Some(operator) => {
            let text: String = operator.iter().map(Punct::as_char).collect();
            let operator: TokenStream = operator.into_iter().map(TokenTree::Punct).collect();
            let missing = if text == "." { "a field or a method" } else { "an operand" };
            diagnostics.fatal_at(&operator, format!("{missing} is missing after `{text}`, or it is one too many"));
        }
        None => {
            let message = match error.to_string().trim_start_matches("unexpected end of input, ") {
                "expected `,`" => "expected an operator, or `,`".to_owned(),
                "comparison operators cannot be chained" => {
                    "comparisons are joined by `&&`: `a < x && x < b`".to_owned()
                }
                message => message.to_owned(),
            };
            // syn keeps both ends of an error's range only in the tokens it would emit.
            diagnostics.fatal_at(&error.to_compile_error(), message);
        }
    }
}

/// Finds the operator with nothing after it, at the end of the tokens or of the first parentheses with one.
fn dangling(tokens: &TokenStream) -> Option<Vec<Punct>> {
    let mut run: Vec<Punct> = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(punct) => {
                if run.last().is_some_and(|last| last.spacing() == Spacing::Alone) {
                    run.clear();
                }
                run.push(punct);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                if let Some(inner) = dangling(&group.stream()) {
                    return Some(inner);
                }
                run.clear();
            }
            _ => run.clear(),
        }
    }
    Some(run).filter(|run| run.last().is_some_and(|last| !matches!(last.as_char(), ',' | ';' | '?')))
}
