//! The invisible groups that `macro_rules!` puts around `$x:expr`.
//!
//! syn and rustc each lose them in places: `$x * $y` with `a + b` for `$x` would compute `a + b * y`. So they become parentheses before
//! parsing, or just the path if they hold only a path with fields, which is then an operand.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::Expr;

use crate::spelling::{has_word, is_sign};
use crate::tokens::{here, parenthesized, regrouped};

/// Returns the tokens without invisible groups; tokens without any are returned unchanged, with their spans.
pub fn visible(tokens: TokenStream) -> TokenStream {
    if !holds_invisible(&tokens) {
        return tokens;
    }
    let tokens = tokens.into_iter().map(visible_token);
    quote!(#(#tokens)*)
}

fn holds_invisible(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::None || holds_invisible(&group.stream()),
        _ => false,
    })
}

fn visible_token(token: TokenTree) -> TokenStream {
    let TokenTree::Group(group) = token else {
        return token.into();
    };
    let content = visible(group.stream());
    match group.delimiter() {
        Delimiter::None if stands_alone(&content) => content,
        // The added parentheses count as expanded code, so `unused_parens` skips them.
        Delimiter::None => parenthesized(here(group.span()), content).into(),
        _ => regrouped(&group, content).into(),
    }
}

/// True if parentheses would be redundant (one token, a path with fields) or invalid (a statement).
fn stands_alone(content: &TokenStream) -> bool {
    let mut tokens = content.clone().into_iter();
    let (Some(first), Some(second)) = (tokens.next(), tokens.next()) else { return true };
    // `$l:lifetime`: an apostrophe and a name.
    if is_sign(Some(&first), "'") && tokens.next().is_none() {
        return matches!(second, TokenTree::Ident(_));
    }
    let begins_statement = "let const fn use static struct enum impl type";
    matches!(&first, TokenTree::Ident(word) if has_word(begins_statement, word))
        || syn::parse2::<Expr>(content.clone()).is_ok_and(|expr| is_path_with_fields(&expr))
}

fn is_path_with_fields(expr: &Expr) -> bool {
    match expr {
        Expr::Field(field) => is_path_with_fields(&field.base),
        _ => matches!(expr, Expr::Path(_)),
    }
}
