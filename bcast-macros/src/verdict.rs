//! What is asked of the macro's answer to any call at all, right or wrong: that there is one, at once, that it is whole code, and that it
//! underlines the user's own text.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::editor::Reader;
use crate::expand::{Finish, expand};

/// The longest that a call may take, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(5);
/// What the facade puts before a call.
pub const FACADE: &str = "krate ; ";

/// The facade's tokens and the user's.
pub fn split(tokens: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = tokens.into_iter();
    (tokens.by_ref().take(2).collect(), tokens.collect())
}

/// The first and the last span of each `compile_error!`.
fn mistakes(tokens: TokenStream, found: &mut Vec<(Span, Span)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match (token, &tokens[index + 1..]) {
            // A user's own word may be the same.
            (TokenTree::Ident(ident), [TokenTree::Punct(punct), TokenTree::Group(group), ..])
                if ident == "compile_error" && punct.as_char() == '!' =>
            {
                found.push((ident.span(), group.span()));
            }
            (TokenTree::Group(group), _) => mistakes(group.stream(), found),
            _ => {}
        }
    }
}

/// How many mistakes the answer to a call reports, or what is wrong with the answer.
pub fn verdict(text: &str, call: &TokenStream, finish: Finish, reader: Reader) -> Result<usize, String> {
    let begin = Instant::now();
    let expansion = catch_unwind(AssertUnwindSafe(|| expand(call.clone(), finish, reader)));
    let (time, expansion) = (begin.elapsed(), expansion.map_err(|_| "it panics".to_owned())?);
    if time > PATIENCE {
        return Err(format!("it takes {time:?}"));
    }
    let mut found = Vec::new();
    mistakes(expansion.clone(), &mut found);
    // Of an empty call there is nothing to underline.
    let (_, user) = split(call.clone());
    let is_inside = |span: Span| {
        let bytes = span.byte_range();
        bytes.start >= FACADE.len() && !bytes.is_empty() && text.get(bytes) == span.source_text().as_deref()
    };
    if let Some((first, last)) = found.iter().find(|(first, last)| !is_inside(*first) || !is_inside(*last))
        && !user.is_empty()
    {
        return Err(format!("{:?} to {:?} is not the user's", first.byte_range(), last.byte_range()));
    }
    // What the user writes wrong may be shown to an editor as it is, beside the message about it.
    let may_be_broken = reader == Reader::Editor && !found.is_empty();
    if !may_be_broken && syn::parse2::<syn::Expr>(expansion).is_err() {
        return Err("the expansion is no expression".to_owned());
    }
    Ok(found.len())
}
