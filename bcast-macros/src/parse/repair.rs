//! Completes a partial expression.
//!
//! While `a + ` or `net.` is being typed, an editor still understands the rest of the call.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

/// Returns the tokens with `()` for missing operands, and without trailing dots.
pub fn repair(tokens: TokenStream) -> TokenStream {
    let mut repaired: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    if tokens.peek().is_none() {
        repaired.push(hole());
    }
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let content = group.stream();
                let content = if content.is_empty() { content } else { repair(content) };
                let mut whole = Group::new(group.delimiter(), content);
                whole.set_span(group.span());
                repaired.push(whole.into());
            }
            TokenTree::Punct(punct) if nothing_follows(&punct, tokens.peek()) => {
                let is_range = punct.as_char() == '.' && ends_in_dot(&repaired);
                match punct.as_char() {
                    '.' if !is_range => {}
                    ',' | ';' | '?' | '.' => repaired.push(punct.into()),
                    _ => repaired.extend([punct.into(), hole()]),
                }
            }
            token => repaired.push(token),
        }
    }
    repaired.into_iter().collect()
}

fn ends_in_dot(tokens: &[TokenTree]) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
}

/// True if no operand follows: the input ends, or a binary operator follows.
fn nothing_follows(punct: &Punct, next: Option<&TokenTree>) -> bool {
    // `==` and the like are one operator; no operator continues after a dot.
    let is_whole = punct.spacing() == Spacing::Alone || punct.as_char() == '.';
    match next {
        None => true,
        Some(TokenTree::Punct(next)) => match next.as_char() {
            ',' | ';' => true,
            '+' | '/' | '%' | '^' | '=' | '>' => is_whole,
            _ => false,
        },
        Some(_) => false,
    }
}

fn hole() -> TokenTree {
    let mut hole = Group::new(Delimiter::Parenthesis, TokenStream::new());
    hole.set_span(Span::mixed_site());
    hole.into()
}

#[cfg(test)]
mod tests {
    use super::repair;
    use crate::spelling::spelling;

    #[test]
    fn holes_are_filled() {
        for (half, whole) in [
            ("", "()"),
            ("a +", "a + ()"),
            ("a * + b", "a * () + b"),
            ("a == ", "a == ()"),
            ("net.", "net"),
            ("(a + net.) * s", "(a + net) * s"),
            ("net. + b", "net + b"),
            ("f(net., b -, c >= , d)", "f(net, b - (), c >= (), d)"),
            ("{ let d = ; d. }", "{ let d = (); d }"),
            ("y = ", "y = ()"),
            ("a.max()", "a.max()"),
            ("f(a, b)?", "f(a, b)?"),
            ("for i in 0.. {}", "for i in 0.. {}"),
        ] {
            assert_eq!(spelling(repair(half.parse().unwrap())), spelling(whole.parse().unwrap()));
        }
    }
}
