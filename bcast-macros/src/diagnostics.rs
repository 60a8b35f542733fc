//! Collects every mistake of a call, so that one compilation reports them all.

use std::cell::Cell;
use std::fmt::Display;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::options::Lint;

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

    /// The same place, in code of ours.
    pub fn ours(self) -> Self {
        let ours = |span| Span::mixed_site().located_at(span);
        Self { first: ours(self.first), last: ours(self.last) }
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

/// Legal, and suspicious.
#[derive(Debug)]
struct Warning {
    at: Span,
    lint: Lint,
    message: String,
}

/// The mistakes of one call.
///
/// Forgetting to look is itself a mistake: a debug build panics when this is dropped unseen.
#[derive(Debug, Default)]
pub struct Diagnostics {
    mistakes: Vec<Mistake>,
    warnings: Vec<Warning>,
    /// How many of them the element expression can't be emitted beside.
    fatal: usize,
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
        self.fatal += 1;
        self.error(at, message);
    }

    /// [`fatal`](Self::fatal), underlining these tokens.
    pub fn fatal_at(&mut self, culprit: &impl ToTokens, message: impl Display) {
        self.fatal(SpanRange::of(culprit), message);
    }

    /// Something legal that may well be meant otherwise.
    pub fn warning(&mut self, at: Span, lint: Lint, message: String) {
        self.warnings.push(Warning { at, lint, message });
    }

    /// One use of a deprecated item per warning: on stable Rust a macro has no other way to warn. Without mistakes only, since what
    /// is wrong may be why something else is suspicious.
    pub fn warnings(&self) -> TokenStream {
        match self.mistakes.is_empty() {
            true => self.warnings.iter().map(deprecated_use).collect(),
            false => TokenStream::new(),
        }
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.seen.set(true);
        self.mistakes.is_empty()
    }

    /// Whether the element expression must be left out of the expansion.
    pub fn has_syntax_error(&self) -> bool {
        self.fatal > 0
    }

    /// How many mistakes there are beside which the element expression can't be emitted.
    pub fn fatal_count(&self) -> usize {
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

    /// What each mistake underlines.
    #[cfg(test)]
    pub fn underlined(&self) -> Vec<SpanRange> {
        self.seen.set(true);
        self.mistakes.iter().map(|mistake| mistake.at).collect()
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

/// rustc underlines from the first token of the macro call to its last one, which are given the culprit's ends; an editor
/// underlines the macro's name. No other word stands there, since an editor would explain it beside the culprit.
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
        TokenTree::Ident(Ident::new("core", Span::mixed_site())),
        punct(':', Spacing::Joint),
        punct(':', Spacing::Alone),
        TokenTree::Ident(Ident::new("compile_error", first)),
        punct('!', Spacing::Alone),
        TokenTree::Group(braces),
    ])
}

/// The item goes by the name of the lint, so that the compiler's line names what `allow` takes. What is underlined is the use of
/// it, whose span is the user's: a lint at tokens of a macro's own would not be reported.
fn deprecated_use(warning: &Warning) -> TokenStream {
    let message = &warning.message;
    let item = Ident::new(warning.lint.name(), Span::mixed_site());
    let used = Ident::new(warning.lint.name(), warning.at);
    quote_spanned! {Span::mixed_site()=>
        {
            #[deprecated(note = #message)]
            fn #item() {}
            let _ = #used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostics, SpanRange};
    use proc_macro2::{Span, TokenStream};

    #[test]
    fn one_error_per_mistake_in_order() {
        let mut diagnostics = Diagnostics::new();
        assert!(diagnostics.is_empty());
        diagnostics.error(Span::call_site(), "`b` does not fit");
        assert!(!diagnostics.has_syntax_error());
        let culprit: TokenStream = "x . y".parse().unwrap();
        diagnostics.fatal_at(&culprit, "a \"quoted\"\n  second line");
        assert!(diagnostics.has_syntax_error() && !diagnostics.is_empty());
        let expected =
            r#"::core::compile_error!{"`b` does not fit"} ::core::compile_error!{"a \"quoted\"\n  second line"}"#;
        assert_eq!(diagnostics.into_tokens().to_string(), expected.parse::<TokenStream>().unwrap().to_string());
    }

    #[test]
    fn a_range_reaches_from_the_first_token_to_the_last() {
        let tokens: TokenStream = "a + b".parse().unwrap();
        let range = SpanRange::of(&tokens);
        // Spans can't be compared, but they print where they are.
        let printed: Vec<_> = tokens.into_iter().map(|token| format!("{:?}", token.span())).collect();
        assert_eq!(
            [format!("{:?}", range.first), format!("{:?}", range.last)],
            [printed[0].clone(), printed[2].clone()]
        );
        SpanRange::of(&TokenStream::new());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "nobody looked at them")]
    fn looking_away_panics() {
        drop(Diagnostics::new());
    }

    #[test]
    #[should_panic(expected = "the first panic")]
    fn a_panic_is_not_doubled() {
        let _diagnostics = Diagnostics::new();
        panic!("the first panic");
    }
}
