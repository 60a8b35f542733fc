//! Completes a partial expression.
//!
//! While `a + `, `net.` or `if x` is being typed, an editor still understands the rest of the call. What is added goes after the typed words:
//! the tree before the caret is the same with and without a word there.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// Returns the tokens with `()` for missing operands, a name after trailing dots, and blocks for `if`, `match` and the like.
pub fn repair(tokens: TokenStream) -> TokenStream {
    if tokens.is_empty() {
        return hole().into();
    }
    Repair::default().all(tokens, false)
}

/// A form that is not finished yet.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    /// `if` and `while`: a block is missing.
    Block,
    /// `match`: its arms are missing.
    Arms,
    /// `for`: `in` and a block are missing.
    In,
    /// An arm of a `match`: `=>` is missing.
    Arrow,
}

/// The repair of the tokens between two delimiters.
#[derive(Default)]
struct Repair {
    repaired: Vec<TokenTree>,
    open: Open,
    /// A `let` before its `=`.
    lacks_value: bool,
    /// A `let` before its semicolon, other than that of `if let`.
    lacks_semicolon: bool,
}

impl Repair {
    fn all(mut self, tokens: TokenStream, are_arms: bool) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        if are_arms && tokens.peek().is_some() {
            self.open = Open::Arrow;
        }
        while let Some(token) = tokens.next() {
            let next = tokens.peek();
            match token {
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Ident(word) => self.word(word, ends(next)),
                TokenTree::Punct(punct) => {
                    self.punct(punct, next);
                    if are_arms && self.ends_in(',') && next.is_some() {
                        self.open = Open::Arrow;
                    }
                }
                TokenTree::Literal(literal) => self.repaired.push(literal.into()),
            }
        }
        self.finish();
        if self.lacks_semicolon {
            self.repaired.extend(quote!(;));
        }
        self.repaired.into_iter().collect()
    }

    fn group(&mut self, group: &Group) {
        let are_arms = self.open == Open::Arms;
        let mut whole = Group::new(group.delimiter(), Self::default().all(group.stream(), are_arms));
        whole.set_span(group.span());
        self.repaired.push(whole.into());
        if group.delimiter() == Delimiter::Brace && self.open != Open::Arrow {
            self.open = Open::Nothing;
        }
    }

    fn word(&mut self, word: Ident, is_last: bool) {
        let (text, is_member) = (word.to_string(), self.ends_in('.') && !self.ends_in_range());
        let follows_operand = self.follows_operand();
        if is_last && is_member && is_keyword(&word) {
            // `net.in` may become `net.input`.
            return self.repaired.push(name().into());
        }
        let added = match text.as_str() {
            "else" if follows_operand => quote!({}),
            "loop" | "unsafe" => quote!({}),
            "as" if follows_operand => hole().into(),
            "if" | "while" | "match" | "for" | "let" | "in" => hole().into(),
            // `mod` may become `model`.
            _ if is_last && is_keyword(&word) => return self.repaired.push(hole()),
            _ => TokenStream::new(),
        };
        match text.as_str() {
            "in" if self.open != Open::In && is_last => return self.repaired.push(hole()),
            // The `if` of an arm is no form of its own.
            "if" | "while" if self.open != Open::Arrow => self.open = Open::Block,
            "match" => self.open = Open::Arms,
            "for" => self.open = Open::In,
            "in" => self.open = Open::Block,
            "let" => (self.lacks_value, self.lacks_semicolon) = (true, self.open == Open::Nothing),
            _ => {}
        }
        self.repaired.push(word.into());
        if is_last {
            self.repaired.extend(added);
        }
    }

    fn punct(&mut self, punct: Punct, next: Option<&TokenTree>) {
        let character = punct.as_char();
        match character {
            '.' => {
                let is_member =
                    !self.ends_in('.') && !matches!(next, Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
                self.repaired.push(punct.into());
                if is_member && !matches!(next, Some(TokenTree::Ident(_) | TokenTree::Literal(_))) {
                    self.repaired.push(name().into());
                }
                return;
            }
            ',' | ';' => {
                self.finish();
                self.lacks_semicolon = false;
                self.repaired.push(punct.into());
                return;
            }
            '>' if self.ends_in('=') && self.open == Open::Arrow => self.open = Open::Nothing,
            '=' if punct.spacing() == Spacing::Alone => self.lacks_value = false,
            _ => {}
        }
        let is_path = character == ':' && self.ends_in(':');
        let added = match character {
            '?' => None,
            _ if !nothing_follows(&punct, next) => None,
            _ if is_path => Some(name().into()),
            _ => Some(hole()),
        };
        self.repaired.push(punct.into());
        self.repaired.extend(added);
    }

    /// Finishes the forms that are open where a part ends.
    fn finish(&mut self) {
        if std::mem::take(&mut self.lacks_value) {
            self.repaired.extend(quote!(= ()));
        }
        self.repaired.extend(match std::mem::take(&mut self.open) {
            Open::Nothing => TokenStream::new(),
            Open::Block | Open::Arms => quote!({}),
            Open::In => quote!(in () {}),
            Open::Arrow => quote!(=> ()),
        });
    }

    fn ends_in(&self, character: char) -> bool {
        matches!(self.repaired.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == character)
    }

    fn ends_in_range(&self) -> bool {
        let dots = self.repaired.iter().rev();
        dots.take(2).filter(|token| matches!(token, TokenTree::Punct(dot) if dot.as_char() == '.')).count() == 2
    }

    /// True if an operand ends here, so that `as` or `else` may follow.
    fn follows_operand(&self) -> bool {
        match self.repaired.last() {
            Some(TokenTree::Ident(word)) => !is_keyword(word),
            Some(TokenTree::Group(_) | TokenTree::Literal(_)) => true,
            Some(TokenTree::Punct(_)) | None => false,
        }
    }
}

/// True if a word is neither a name nor a value.
fn is_keyword(word: &Ident) -> bool {
    let is_value = ["self", "Self", "super", "crate", "true", "false", "_"].iter().any(|value| word == value);
    !is_value && syn::parse2::<Ident>(word.to_token_stream()).is_err()
}

/// True if a part of the expression ends here.
fn ends(next: Option<&TokenTree>) -> bool {
    match next {
        None => true,
        Some(TokenTree::Punct(next)) => matches!(next.as_char(), ',' | ';'),
        Some(_) => false,
    }
}

/// True if no operand follows: the input ends, or a binary operator follows.
fn nothing_follows(punct: &Punct, next: Option<&TokenTree>) -> bool {
    match next {
        // `==` and the like are one operator.
        Some(TokenTree::Punct(next)) if matches!(next.as_char(), '+' | '/' | '%' | '^' | '=' | '>') => {
            punct.spacing() == Spacing::Alone
        }
        next => ends(next),
    }
}

fn hole() -> TokenTree {
    let mut hole = Group::new(Delimiter::Parenthesis, TokenStream::new());
    hole.set_span(Span::mixed_site());
    hole.into()
}

/// The stand-in for a field, a method or an item of a path.
fn name() -> Ident {
    Ident::new("any", Span::mixed_site())
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
            ("net.", "net.any"),
            ("(a + net.) * s", "(a + net.any) * s"),
            ("net. + b", "net.any + b"),
            ("net. * b", "net.any * b"),
            ("net.in", "net.any"),
            ("a + in", "a + ()"),
            ("a + mod, b", "a + (), b"),
            ("f32::", "f32::any"),
            ("f(net., b -, c >= , d)", "f(net.any, b - (), c >= (), d)"),
            ("{ let d = ; d. }", "{ let d = (); d.any }"),
            ("{ let d }", "{ let d = (); }"),
            ("{ let }", "{ let () = (); }"),
            ("{ let d = a }", "{ let d = a; }"),
            ("y = ", "y = ()"),
            ("a.max()", "a.max()"),
            ("f(a, b)?", "f(a, b)?"),
            ("for i in 0.. {}", "for i in 0.. {}"),
            ("if", "if () {}"),
            ("if a > ", "if a > () {}"),
            ("if a > 0.0 { a } else", "if a > 0.0 { a } else {}"),
            ("if a > 0.0 { a } else if b", "if a > 0.0 { a } else if b {}"),
            ("if let Some(v)", "if let Some(v) = () {}"),
            ("a + match b", "a + match b {}"),
            ("match a { Some(v) if v > }", "match a { Some(v) if v > () => () }"),
            ("match a { Some(v) => v, No }", "match a { Some(v) => v, No => () }"),
            ("match a { Some(v) => v, None => }", "match a { Some(v) => v, None => () }"),
            ("for", "for () in () {}"),
            ("{ for i in }", "{ for i in () {} }"),
            ("a as", "a as ()"),
        ] {
            assert_eq!(spelling(repair(half.parse().unwrap())), spelling(whole.parse().unwrap()));
        }
    }
}
