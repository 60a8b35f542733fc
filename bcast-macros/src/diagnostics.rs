//! Collects every mistake of a call, so that one compilation reports them all.

use std::fmt::Display;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::options::Lint;

/// The range that rustc underlines, from the first token to the last.
#[derive(Clone, Copy, Debug)]
pub struct SpanRange {
    pub first: Span,
    pub last: Span,
}

impl SpanRange {
    /// Returns the range of the tokens, or the call site if there are none.
    pub fn of(tokens: &impl ToTokens) -> Self {
        let mut spans = tokens.to_token_stream().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Self { first, last: spans.last().unwrap_or(first) }
    }

    /// Returns the same range with the macro's hygiene.
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

/// The mistakes of one call.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// Each mistake has the source range that the compiler underlines, and a message.
    pub mistakes: Vec<(SpanRange, String)>,
    /// Legal but suspicious forms.
    warnings: Vec<(Span, Lint, String)>,
    /// The number of mistakes that prevent the element expression from being emitted.
    fatal: usize,
}

impl Diagnostics {
    /// Reports a mistake that leaves the element expression usable, such as shapes that do not fit.
    pub fn error(&mut self, at: impl Into<SpanRange>, message: impl Display) {
        self.mistakes.push((at.into(), message.to_string()));
    }

    /// Reports a mistake that prevents the element expression from being emitted: a syntax error, a refused form, an invalid option.
    pub fn fatal(&mut self, at: impl Into<SpanRange>, message: impl Display) {
        self.fatal += 1;
        self.error(at, message);
    }

    /// Reports a [`fatal`](Self::fatal) mistake that underlines these tokens.
    pub fn fatal_at(&mut self, culprit: &impl ToTokens, message: impl Display) {
        self.fatal(SpanRange::of(culprit), message);
    }

    /// Warns about legal code that is probably unintended.
    pub fn warning(&mut self, at: Span, lint: Lint, message: String) {
        self.warnings.push((at, lint, message));
    }

    /// Emits a use of a deprecated item per warning, the only way for a macro to warn on stable Rust. Emits none beside mistakes, which may
    /// have caused the suspicion.
    pub fn warnings(&self) -> TokenStream {
        let warnings = self.warnings.iter().filter(|_| self.mistakes.is_empty()).map(deprecated_use);
        quote!(#(#warnings)*)
    }

    /// True if nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// The number of mistakes that prevent the element expression from being emitted.
    pub fn fatal_count(&self) -> usize {
        self.fatal
    }

    /// Emits one `compile_error!` per mistake, in the order they were found.
    pub fn into_tokens(self) -> TokenStream {
        let mistakes = self.mistakes.iter().map(compile_error);
        quote!(#(#mistakes)*)
    }

    /// The messages without their spans.
    #[cfg(test)]
    pub fn messages(&self) -> Vec<String> {
        self.mistakes.iter().map(|(_, message)| message.clone()).collect()
    }
}

/// For rustc, the first and last tokens carry the culprit's spans, which it underlines as a range; an editor underlines the macro's name.
/// Other tokens keep the macro's spans, or an editor would show their documentation beside the culprit.
fn compile_error((SpanRange { first, last }, message): &(SpanRange, String)) -> TokenStream {
    let (first, last, mut text) = (*first, *last, Literal::string(message));
    text.set_span(last);
    let core = Ident::new("core", Span::mixed_site());
    let (colons, name) = (quote_spanned!(first=> ::), quote_spanned!(first=> compile_error!));
    let braces = quote_spanned!(last=> { #text });
    quote!(#colons #core #colons #name #braces)
}

/// The item is named after the lint, so the compiler prints the name that `allow` takes. The use has the user's span, since lints at a
/// macro's own tokens are not reported.
fn deprecated_use((at, lint, message): &(Span, Lint, String)) -> TokenStream {
    let (item, used) = (Ident::new(lint.name(), Span::mixed_site()), Ident::new(lint.name(), *at));
    quote_spanned! {Span::mixed_site()=>
        {
            #[deprecated(note = #message)]
            fn #item() {}
            let _ = #used;
        }
    }
}
