//! The invisible groups that `macro_rules!` puts around `$x:expr`.
//!
//! syn and rustc each lose them in places: `$x * $y` with `a + b` for `$x` would compute `a + b * y`. So they become parentheses before
//! parsing, or just the path if they hold only a path with fields, which is then an operand.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::Expr;

/// Returns the tokens without invisible groups; tokens without any are returned unchanged, with their spans.
pub fn visible(tokens: TokenStream) -> TokenStream {
    if holds_invisible(&tokens) { tokens.into_iter().flat_map(visible_token).collect() } else { tokens }
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
    let delimiter = match group.delimiter() {
        Delimiter::None if stands_alone(&content) => return content,
        Delimiter::None => Delimiter::Parenthesis,
        visible => visible,
    };
    // The added parentheses count as expanded code, so `unused_parens` skips them.
    let span = match group.delimiter() {
        Delimiter::None => Span::mixed_site().located_at(group.span()),
        _ => group.span(),
    };
    let mut replaced = Group::new(delimiter, content);
    replaced.set_span(span);
    TokenTree::Group(replaced).into()
}

/// True if parentheses would be redundant (one token, a path with fields) or invalid (a statement).
fn stands_alone(content: &TokenStream) -> bool {
    let mut tokens = content.clone().into_iter();
    let Some(first) = tokens.next() else {
        return true;
    };
    let Some(second) = tokens.next() else {
        return true;
    };
    // `$l:lifetime`: an apostrophe and a name.
    if matches!(&first, TokenTree::Punct(punct) if punct.as_char() == '\'') && tokens.next().is_none() {
        return matches!(second, TokenTree::Ident(_));
    }
    if let TokenTree::Ident(word) = &first {
        let word = word.to_string();
        if matches!(word.as_str(), "let" | "const" | "fn" | "use" | "static" | "struct" | "enum" | "impl" | "type") {
            return true;
        }
    }
    syn::parse2::<Expr>(content.clone()).is_ok_and(|expr| is_path_with_fields(&expr))
}

fn is_path_with_fields(mut expr: &Expr) -> bool {
    while let Expr::Field(field) = expr {
        expr = &field.base;
    }
    matches!(expr, Expr::Path(_))
}
