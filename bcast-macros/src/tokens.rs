//! Helpers that build generated tokens, shared by the emitting stages.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::diagnostics::SpanRange;
use crate::invocation::Reader;
use crate::model::Model;

/// Tokens of the macro: their names resolve at its definition, and lints ignore them.
macro_rules! ours {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use ours;

/// A numbered name with the macro's hygiene.
pub fn numbered(name: &str, index: usize) -> Ident {
    format_ident!("{}{}", name, index, span = Span::mixed_site())
}

/// A name with the macro's hygiene, which differs from all of the user's names.
pub fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// `(first, (second, ()))`
pub fn nested(items: Vec<TokenStream>) -> TokenStream {
    items.into_iter().rev().fold(ours!(()), |rest, item| ours!((#item, #rest)))
}

/// `*name` with a span over all of the user's tokens; a method name would have the span of one token only.
pub fn whole(name: &Ident, at: SpanRange) -> TokenStream {
    let at = at.ours();
    let star = quote_spanned!(at.first=> *);
    let name = Ident::new(&name.to_string(), at.last);
    quote!(#star #name)
}

/// A value of which only the type matters. Its expression is unreachable: the compiler infers its type, checks no borrows there and
/// generates no code. The enclosing statement must allow unreachable code. Editors infer no types from unreachable code and run nothing, so
/// they get the plain expression.
pub fn known(model: &Model, expression: &TokenStream) -> TokenStream {
    if model.reader == Reader::Editor {
        return expression.clone();
    }
    let krate = &model.krate;
    ours! {
        'known: {
            break 'known <_ as #krate::__private::Unit>::UNIT;
            #expression
        }
    }
}

/// Calls one of the facade's functions with a span over all of the user's tokens, where its bounds are reported.
pub fn called(name: &str, at: SpanRange, argument: TokenStream) -> TokenStream {
    let name = Ident::new(name, at.last);
    let (path, argument) = (quote_spanned!(at.first=> __bcast::), parenthesized(at.last, argument));
    quote!(#path #name #argument)
}

/// Puts the tokens in parentheses with this span.
pub fn parenthesized(span: Span, tokens: TokenStream) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(span);
    group.into()
}

/// The macro's hygiene, located in the user's text.
pub fn here(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
