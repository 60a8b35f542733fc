//! `x ** y`, the power operator of other languages, which Rust parses as `x * (*y)`: a product if `*y` is an operand.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::diagnostics::SpanRange;

/// The message about `**`.
pub const MESSAGE: &str =
    "`**` is no operator of Rust; write `x.powf(y)` for the power, or `x * *y` with a space for the product with `*y`";

/// Finds the first `**` between two operands. Before a single operand it dereferences twice.
pub fn find(tokens: &TokenStream) -> Option<SpanRange> {
    let mut after_operand = false;
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_star = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '*');
        match &token {
            TokenTree::Punct(star) if after_operand && is_star(&token) && star.spacing() == Spacing::Joint => {
                if let Some(other) = tokens.peek().filter(|next| is_star(next)) {
                    return Some(SpanRange { first: star.span(), last: other.span() });
                }
            }
            TokenTree::Group(group) => {
                if let Some(found) = find(&group.stream()) {
                    return Some(found);
                }
            }
            _ => {}
        }
        after_operand = ends_operand(&token);
    }
    None
}

fn ends_operand(token: &TokenTree) -> bool {
    const PREFIXES: [&str; 9] = ["break", "else", "if", "in", "let", "match", "move", "return", "while"];
    match token {
        TokenTree::Ident(word) => PREFIXES.iter().all(|prefix| word != prefix),
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Punct(_) => false,
    }
}
