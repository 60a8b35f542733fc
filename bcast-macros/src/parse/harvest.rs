//! Finds operands in tokens that do not parse as an expression.
//!
//! While a call is being typed (`a + net.`), an editor completes and documents names only if they are emitted as operands.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Expr;

use crate::spelling::{is_sign, words};

/// Returns the paths with fields among the tokens, in order, except names that seem to be bound inside.
pub fn harvest(tokens: &TokenStream) -> Vec<Expr> {
    let mut bound = Vec::new();
    collect_bound(tokens, &mut bound);
    let mut found = Vec::new();
    collect_paths(tokens, &bound, &mut found);
    found
}

/// Names between `let` and `=`, `for` and `in`, `|` and `|`, and all those of a `match` arm's pattern.
fn collect_bound(tokens: &TokenStream, bound: &mut Vec<String>) {
    let mut pending = Vec::new();
    let mut closing = None;
    let mut after_equals = false;
    for token in tokens.clone() {
        match &token {
            TokenTree::Group(group) => collect_bound(&group.stream(), bound),
            TokenTree::Ident(word) if closing == Some("in") && word == "in" => closing = None,
            TokenTree::Ident(word) => match word.to_string().as_str() {
                "let" => closing = Some("="),
                "for" => closing = Some("in"),
                _ => {}
            },
            TokenTree::Punct(punct) => match (punct.as_char(), closing) {
                ('|', Some("|")) | ('=', Some("=")) => closing = None,
                ('|', None) => closing = Some("|"),
                ('>', None) if after_equals => bound.extend(pending.iter().cloned()),
                (',' | ';', None) => pending.clear(),
                _ => {}
            },
            TokenTree::Literal(_) => {}
        }
        after_equals = is_sign(Some(&token), "=");
        let into = if closing.is_some() { &mut *bound } else { &mut pending };
        into.extend(words(token.into()).iter().map(ToString::to_string));
        // Patterns of match arms are short; without a limit the search would be quadratic.
        if pending.len() >= 32 {
            pending.clear();
        }
    }
}

fn collect_paths(tokens: &TokenStream, bound: &[String], found: &mut Vec<Expr>) {
    let mut tokens = tokens.clone().into_iter().peekable();
    let (mut path, mut after_dot) = (Vec::new(), false);
    while let Some(token) = tokens.next() {
        let (mut is_callee, mut is_dot) = (false, false);
        let goes_on = match &token {
            TokenTree::Ident(_) => is_sign(tokens.peek(), ".:"),
            TokenTree::Punct(_) => is_sign(Some(&token), ".:") && !path.is_empty() && !is_sign(path.last(), "."),
            TokenTree::Literal(_) | TokenTree::Group(_) => false,
        };
        match &token {
            TokenTree::Ident(_) => {
                path.push(token.clone());
                is_callee = is_callee_before(&path, tokens.peek());
            }
            TokenTree::Punct(_) if goes_on => path.push(token.clone()),
            // The second dot of `a..b` begins a new expression.
            TokenTree::Punct(_) => is_dot = is_sign(Some(&token), ".") && !is_sign(path.last(), ".") && !after_dot,
            TokenTree::Literal(_) if !path.is_empty() => path.push(token.clone()),
            TokenTree::Literal(_) | TokenTree::Group(_) => {}
        }
        if !goes_on {
            finish(&mut path, is_callee, after_dot, bound, found);
            after_dot = is_dot;
        }
        if let TokenTree::Group(group) = token {
            collect_paths(&group.stream(), bound, found);
        }
    }
    finish(&mut path, false, after_dot, bound, found);
}

/// A path is a callee before `(`, a macro before `!`, and before `{` a struct if it is spelled like a type (unlike `if a {`).
fn is_callee_before(path: &[TokenTree], next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Parenthesis => true,
            Delimiter::Brace => path.last().is_some_and(|last| last.to_string().starts_with(char::is_uppercase)),
            Delimiter::Bracket | Delimiter::None => false,
        },
        next => is_sign(next, "!"),
    }
}

/// Parses the collected tokens, dropping trailing ones until they are an expression: `net.` gives `net`, `x.exp` before `(` gives `x`.
fn finish(path: &mut Vec<TokenTree>, is_callee: bool, is_member: bool, bound: &[String], found: &mut Vec<Expr>) {
    let mut path = std::mem::take(path);
    let is_bound = matches!(path.first(), Some(TokenTree::Ident(root)) if bound.contains(&root.to_string()));
    if is_member || is_bound {
        return;
    }
    if is_callee {
        path.pop();
        if !is_sign(path.pop().as_ref(), ".") {
            return;
        }
    }
    while !path.is_empty() {
        match syn::parse2::<Expr>(path.iter().cloned().collect()) {
            Ok(expr @ (Expr::Path(_) | Expr::Field(_))) => return found.push(expr),
            _ => path.pop(),
        };
    }
}
