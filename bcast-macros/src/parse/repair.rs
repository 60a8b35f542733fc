//! Completes a partial expression.
//!
//! While `a + `, `net.` or `if x` is being typed, an editor still understands the rest of the call. What is added goes after the typed words:
//! the tree before the caret is the same with and without a word there.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::spelling::is_sign;
use crate::tokens::{local, ours, parenthesized, regrouped};

/// Returns the tokens with `()` for missing operands, a name after trailing dots, and blocks for `if`, `match` and the like.
pub fn repair(tokens: TokenStream) -> TokenStream {
    if tokens.is_empty() {
        return hole().into();
    }
    Repair { is_typed: true, ..Repair::default() }.all(tokens, false)
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
    /// An arm with its `if`: `=>` is missing.
    GuardedArrow,
}

/// The repair of the tokens between two delimiters.
#[derive(Default)]
struct Repair {
    repaired: Vec<TokenTree>,
    /// True if the last token may be the one being typed: nothing follows the delimiters, nor those around them.
    is_typed: bool,
    open: Open,
    /// A `let` before its `=`.
    lacks_value: bool,
    /// A `let` before its semicolon, other than that of `if let`.
    lacks_semicolon: bool,
    /// Where the arm, or the value after `=`, begins.
    begin: usize,
}

impl Repair {
    fn all(mut self, tokens: TokenStream, are_arms: bool) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut ends_arm = are_arms;
        while let Some(token) = tokens.next() {
            if std::mem::take(&mut ends_arm) {
                (self.open, self.begin) = (Open::Arrow, self.repaired.len());
            }
            let next = tokens.peek();
            match token {
                TokenTree::Group(group) => {
                    let is_block = self.open != Open::Arrow && group.delimiter() == Delimiter::Brace;
                    self.group(&group, next.is_none());
                    let goes_on = matches!(next, Some(TokenTree::Ident(word)) if word == "else");
                    ends_arm = are_arms && is_block && !goes_on && !matches!(next, Some(TokenTree::Punct(_)));
                }
                TokenTree::Ident(word) => self.word(word, next),
                TokenTree::Punct(punct) => {
                    ends_arm = are_arms && punct.as_char() == ',';
                    self.punct(punct, next);
                }
                // Numbers have no completions, and `x > 1` may become `x > 1.0`.
                TokenTree::Literal(_) if self.is_typed && next.is_none() && !self.ends_in(".") => {
                    self.repaired.push(hole())
                }
                TokenTree::Literal(literal) => self.repaired.push(literal.into()),
            }
        }
        self.finish();
        if self.lacks_semicolon {
            // The value alone, since half a value may not fit the pattern.
            let value = self.repaired.split_off(self.begin);
            self.repaired.extend(ours!({ #(#value)*; () };));
        }
        self.repaired.into_iter().collect()
    }

    fn group(&mut self, group: &Group, is_last: bool) {
        let is_block = group.delimiter() == Delimiter::Brace;
        let content = match self.open {
            // `Some()` as a value lacks an argument.
            Open::Arrow if group.stream().is_empty() => hole().into(),
            open => {
                let inner = Self { is_typed: self.is_typed && is_last, ..Self::default() };
                inner.all(group.stream(), is_block && open == Open::Arms)
            }
        };
        self.repaired.push(regrouped(group, content));
        if is_block && self.open != Open::Arrow {
            self.open = Open::Nothing;
        }
    }

    fn word(&mut self, word: Ident, next: Option<&TokenTree>) {
        let is_last = ends(next);
        let (text, follows_operand) = (word.to_string(), self.follows_operand());
        let needed = match text.as_str() {
            "else" if follows_operand => Some(ours!({})),
            "loop" | "unsafe" => Some(ours!({})),
            "as" if follows_operand => Some(ours!(_)),
            "in" if self.open == Open::In => Some(hole().into()),
            "if" | "while" | "match" | "for" | "let" => Some(hole().into()),
            _ => None,
        };
        let is_member = self.ends_in(".") && !self.ends_in_range();
        if is_last && is_keyword(&word) && (is_member || needed.is_none()) {
            // A name begins so: `mod` becomes `model`.
            return self.repaired.push(Ident::new_raw(&text, word.span()).into());
        }
        match text.as_str() {
            // An arm's condition.
            "if" if self.open == Open::Arrow => (self.open, self.begin) = (Open::GuardedArrow, self.repaired.len() + 1),
            "if" | "while" => self.open = Open::Block,
            "match" => self.open = Open::Arms,
            "for" => self.open = Open::In,
            "in" => self.open = Open::Block,
            "let" => (self.lacks_value, self.lacks_semicolon) = (true, self.open == Open::Nothing),
            _ => {}
        }
        self.repaired.push(word.into());
        // `if { a }` lacks a condition.
        let is_before_block = matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
        if is_last || is_before_block && matches!(text.as_str(), "if" | "while" | "match" | "in") {
            self.repaired.extend(needed.unwrap_or_default());
        }
    }

    fn punct(&mut self, punct: Punct, next: Option<&TokenTree>) {
        let character = punct.as_char();
        match character {
            '.' => {
                let is_member = !self.ends_in(".") && !is_sign(next, ".");
                self.repaired.push(punct.into());
                if is_member && !matches!(next, Some(TokenTree::Ident(_) | TokenTree::Literal(_))) {
                    self.repaired.push(unknown_name().into());
                }
                return;
            }
            ',' | ';' => {
                self.finish();
                self.lacks_semicolon = false;
                self.repaired.push(punct.into());
                return;
            }
            '>' if self.ends_in("=") && matches!(self.open, Open::Arrow | Open::GuardedArrow) => {
                self.open = Open::Nothing
            }
            '=' if self.lacks_value && punct.spacing() == Spacing::Alone => {
                (self.lacks_value, self.begin) = (false, self.repaired.len() + 1);
            }
            _ => {}
        }
        let is_path = character == ':' && self.ends_in(":");
        let added = match character {
            '?' => None,
            _ if !nothing_follows(&punct, next) => None,
            _ if is_path => Some(unknown_name().into()),
            _ => Some(hole()),
        };
        self.repaired.push(punct.into());
        self.repaired.extend(added);
    }

    /// Finishes the forms that are open where a part ends.
    fn finish(&mut self) {
        if std::mem::take(&mut self.lacks_value) {
            self.repaired.extend(ours!(=));
            self.begin = self.repaired.len();
            self.repaired.extend(ours!(()));
        }
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::Block | Open::Arms => self.repaired.extend(ours!({})),
            Open::In => self.repaired.extend(ours!(in () {})),
            // Half a condition may not be a `bool`.
            Open::GuardedArrow => {
                let condition = self.repaired.split_off(self.begin);
                self.repaired.extend(ours!({ #(#condition)*; () } => ()));
            }
            // Half a pattern would be a mistake of its own; as a value it has the same completions.
            Open::Arrow => {
                let pattern = self.repaired.split_off(self.begin);
                self.repaired.extend(ours!(_ => { #(#pattern)*; () }));
            }
        }
    }

    fn ends_in(&self, sign: &str) -> bool {
        is_sign(self.repaired.last(), sign)
    }

    fn ends_in_range(&self) -> bool {
        matches!(&self.repaired[..], [.., one, other] if is_sign(Some(one), ".") && is_sign(Some(other), "."))
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
    next.is_none() || is_sign(next, ",;")
}

/// True if no operand follows: the input ends, or a binary operator follows.
fn nothing_follows(punct: &Punct, next: Option<&TokenTree>) -> bool {
    // `==` and the like are one operator.
    if is_sign(next, "+/%^=>") { punct.spacing() == Spacing::Alone } else { ends(next) }
}

fn hole() -> TokenTree {
    parenthesized(Span::mixed_site(), TokenStream::new())
}

/// The stand-in for a name that is missing or none: of a field, a method or an item.
pub fn unknown_name() -> Ident {
    local("any")
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
            ("net.in", "net.r#in"),
            ("a + mod, b", "a + r#mod, b"),
            ("f32::", "f32::any"),
            ("f(net., b -, c >= , d)", "f(net.any, b - (), c >= (), d)"),
            ("{ let d = ; d. }", "{ let d = (); d.any }"),
            ("{ let d }", "{ let d = { (); () }; }"),
            ("{ let }", "{ let () = { (); () }; }"),
            ("{ let d = a }", "{ let d = { a; () }; }"),
            ("{ let d = a; d * }", "{ let d = a; d * () }"),
            ("y = ", "y = ()"),
            ("a.max()", "a.max()"),
            ("f(a, b)?", "f(a, b)?"),
            ("for i in 0.. {}", "for i in 0.. {}"),
            ("if", "if () {}"),
            ("if { a }", "if () { a }"),
            ("if a > ", "if a > () {}"),
            ("if a > 0", "if a > () {}"),
            ("if a > 0.0 { a } else", "if a > 0.0 { a } else {}"),
            ("if a > 0.0 { a } else if b", "if a > 0.0 { a } else if b {}"),
            ("if let Some(v)", "if let Some(v) = () {}"),
            ("a + match b", "a + match b {}"),
            ("match a { Some(v) if v > }", "match a { Some(v) if { v > (); () } => () }"),
            ("b * (a + 1) - ", "b * (a + 1) - ()"),
            ("match a { Some(v) => v, No }", "match a { Some(v) => v, _ => { No; () } }"),
            ("match a { Some(v) => { v } No }", "match a { Some(v) => { v } _ => { No; () } }"),
            ("match (a + ) { v => v * }", "match (a + ()) { v => v * () }"),
            ("match a { Some(v) => v, None => }", "match a { Some(v) => v, None => () }"),
            ("for", "for () in () {}"),
            ("{ for i in }", "{ for i in () {} }"),
            ("a as", "a as _"),
        ] {
            assert_eq!(spelling(repair(half.parse().unwrap())), spelling(whole.parse().unwrap()));
        }
    }
}
