//! Collects every mistake of a call, so that one compilation reports them all.

use std::cell::Cell;
use std::fmt::Display;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// From the first token to the last one: what rustc underlines.
#[derive(Clone, Copy, Debug)]
pub struct SpanRange {
    /// The span of the first token.
    pub first: Span,
    /// The span of the last token.
    pub last: Span,
}

impl SpanRange {
    /// The range of some tokens; the call site if there are none.
    pub fn of(tokens: &impl ToTokens) -> Self {
        let mut spans = tokens.to_token_stream().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Self { first, last: spans.last().unwrap_or(first) }
    }
}

impl From<Span> for SpanRange {
    fn from(span: Span) -> Self {
        Self { first: span, last: span }
    }
}

#[derive(Debug)]
struct Mistake {
    at: SpanRange,
    message: String,
}

/// The mistakes of one call.
///
/// Forgetting to look is itself a mistake: a debug build panics when this is dropped unseen.
#[derive(Debug, Default)]
pub struct Diagnostics {
    mistakes: Vec<Mistake>,
    fatal: bool,
    seen: Cell<bool>,
}

impl Diagnostics {
    /// A collection without mistakes.
    pub fn new() -> Self {
        Self::default()
    }

    /// A mistake beside which the element expression still stands, such as shapes that do not fit.
    pub fn error(&mut self, at: impl Into<SpanRange>, message: impl Display) {
        self.mistakes.push(Mistake { at: at.into(), message: message.to_string() });
    }

    /// A mistake after which the element expression can't be emitted: a syntax error, a refused form, a bad option.
    pub fn fatal(&mut self, at: impl Into<SpanRange>, message: impl Display) {
        self.fatal = true;
        self.error(at, message);
    }

    /// [`fatal`](Self::fatal), underlining these tokens.
    pub fn fatal_at(&mut self, culprit: &impl ToTokens, message: impl Display) {
        self.fatal(SpanRange::of(culprit), message);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.seen.set(true);
        self.mistakes.is_empty()
    }

    /// Whether the element expression must be left out of the expansion.
    pub fn has_syntax_error(&self) -> bool {
        self.fatal
    }

    /// One `compile_error!` per mistake, in the order they were found.
    pub fn into_tokens(mut self) -> TokenStream {
        self.seen.set(true);
        std::mem::take(&mut self.mistakes).iter().flat_map(compile_error).collect()
    }

    /// The texts alone.
    #[cfg(test)]
    pub fn messages(&self) -> Vec<String> {
        self.seen.set(true);
        self.mistakes.iter().map(|mistake| mistake.message.clone()).collect()
    }

    /// What each mistake underlines, in bytes of the source (all 0 without proc-macro2's `span-locations`).
    #[cfg(test)]
    pub fn underlined(&self) -> Vec<std::ops::Range<usize>> {
        self.seen.set(true);
        self.mistakes.iter().map(|mistake| mistake.at.first.byte_range().start..mistake.at.last.byte_range().end).collect()
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        // A second panic would abort and hide the first one.
        if cfg!(debug_assertions) && !self.seen.get() && !std::thread::panicking() {
            panic!("mistakes were collected, and nobody looked at them");
        }
    }
}

/// rustc underlines from the first token of the macro call to its last one, which are given the culprit's ends.
fn compile_error(mistake: &Mistake) -> TokenStream {
    let SpanRange { first, last } = mistake.at;
    let punct = |character, spacing| {
        let mut punct = Punct::new(character, spacing);
        punct.set_span(first);
        TokenTree::Punct(punct)
    };
    let mut text = Literal::string(&mistake.message);
    text.set_span(last);
    let mut braces = Group::new(Delimiter::Brace, TokenTree::Literal(text).into());
    braces.set_span(last);
    TokenStream::from_iter([
        punct(':', Spacing::Joint),
        punct(':', Spacing::Alone),
        TokenTree::Ident(Ident::new("core", first)),
        punct(':', Spacing::Joint),
        punct(':', Spacing::Alone),
        TokenTree::Ident(Ident::new("compile_error", first)),
        punct('!', Spacing::Alone),
        TokenTree::Group(braces),
    ])
}
