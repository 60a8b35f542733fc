//! Requirements of every expansion, of valid and invalid calls: it is quick, it is balanced code, and it underlines only the user's text.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::expand::expand;
use crate::model::{Finish, Reader};

/// The time limit for a call on a shared machine.
const PATIENCE: Duration = Duration::from_secs(5);
/// The facade's tokens before a call.
pub const FACADE: &str = "krate ; ";

/// Splits the facade's tokens from the user's.
pub fn split(tokens: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = tokens.into_iter();
    (tokens.by_ref().take(2).collect(), tokens.collect())
}

/// Finds the first and the last span of each `compile_error!`.
fn mistakes(tokens: TokenStream, found: &mut Vec<(Span, Span)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match (token, &tokens[index + 1..]) {
            // A user's own word may be spelled the same.
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

/// Returns the number of mistakes that an expansion reports, or a description of the expansion's fault.
pub fn verdict(text: &str, call: &TokenStream, finish: Finish, reader: Reader) -> Result<usize, String> {
    let begin = Instant::now();
    let expansion = catch_unwind(AssertUnwindSafe(|| expand(call.clone(), finish, reader)));
    let (time, expansion) = (begin.elapsed(), expansion.map_err(|_| "it panics".to_owned())?);
    if time > PATIENCE {
        return Err(format!("it takes {time:?}"));
    }
    let mut found = Vec::new();
    mistakes(expansion.clone(), &mut found);
    // An empty call has nothing to underline.
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
    // An editor's expansion may contain the user's mistakes unchanged, beside their messages.
    let may_be_broken = reader == Reader::Editor && !found.is_empty();
    if !may_be_broken && syn::parse2::<syn::Expr>(expansion).is_err() {
        return Err("the expansion is no expression".to_owned());
    }
    Ok(found.len())
}
