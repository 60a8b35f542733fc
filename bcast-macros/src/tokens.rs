//! Helpers that build generated tokens, shared by the emitting stages.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use crate::diagnostics::SpanRange;
use crate::model::{InferredValue, Model, Reader};

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

/// A name for one of the places: with its number, if there are several.
pub fn of_place(model: &Model, name: &str, place: usize) -> Ident {
    if model.is_tuple { numbered(name, place) } else { local(name) }
}

/// The name of the view of the place that an operand is.
pub fn view_of(model: &Model, operand: usize) -> Option<Ident> {
    model.place_of(operand).map(|place| of_place(model, "__view", place))
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

/// `(name,).0`, for an element `__xI` and a value `__rI`, with the span of the occurrence that it replaces, so that lints and errors are as
/// outside of a call.
pub fn held(name: &Ident, at: SpanRange) -> TokenStream {
    let mut zero = Literal::usize_unsuffixed(0);
    zero.set_span(at.last);
    let (tuple, entry) = (quote_spanned!(at.first=> (#name,)), quote_spanned!(at.last=> .#zero));
    quote!(#tuple #entry)
}

/// Calls an associated function of one of core's traits in scope, `#of::__bcast_#name(..)`. The compiler reports a missing impl at
/// the user's tokens, all of them, without mentioning the macro: names with the user's spans are items, which resolve everywhere.
pub fn called(of: &str, at: SpanRange, name: &str, argument: TokenStream) -> TokenStream {
    let SpanRange { first, last } = at;
    let (of, name) = (Ident::new(of, first), format_ident!("__bcast_{name}", span = last));
    let (colons, argument) = (quote_spanned!(first=> ::), parenthesized(last, argument));
    quote!(#of #colons #name #argument)
}

/// Passes a value through a function that [`called`] calls with a reference.
pub fn passed(of: &str, at: SpanRange, name: &str, value: TokenStream) -> TokenStream {
    let (reference, value) = (quote_spanned!(at.first=> &), parenthesized(at.last, value));
    called(of, at, name, quote!(#reference #value))
}

/// Passes a value through core's trait `Accepted`, which refuses it at the user's tokens.
pub fn accepted(at: SpanRange, value: TokenStream) -> TokenStream {
    passed("__BcastAccepted", at, "accepted", value)
}

/// Checks a value by a function of one of core's traits, as [`called`] does.
pub fn check(of: &str, at: SpanRange, name: &str, value: TokenStream) -> TokenStream {
    let call = passed(of, at, name, value);
    ours!(#call;)
}

/// `Some` or `None`.
pub fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => ours!(::core::option::Option::Some(#value)),
        None => ours!(::core::option::Option::None),
    }
}

/// `&[0, 2]`
pub fn indices(indices: &[usize]) -> TokenStream {
    let indices = indices.iter().map(|&index| Literal::usize_unsuffixed(index));
    ours!(&[#(#indices),*])
}

/// A number whose type is inferred, as a side in checks.
pub fn literal(value: Option<u128>) -> TokenStream {
    match value {
        Some(value) => {
            let value = Literal::u128_unsuffixed(value);
            ours!(__bcast::literal::<__bcast::IntegerLiteral<#value>, _>(0))
        }
        None => ours!(__bcast::literal::<__bcast::FloatLiteral, _>(0.0)),
    }
}

/// Puts the tokens in parentheses with this span.
pub fn parenthesized(span: Span, tokens: TokenStream) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(span);
    group.into()
}

/// A group with other content, at the same place.
pub fn regrouped(group: &Group, content: TokenStream) -> TokenTree {
    let mut regrouped = Group::new(group.delimiter(), content);
    regrouped.set_span(group.span());
    regrouped.into()
}

/// The macro's hygiene, located in the user's text.
pub fn here(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// The attribute of a trait with this message and label.
pub fn unimplemented([message, label]: [&str; 2]) -> TokenStream {
    let escaped = |text: &str| text.replace('{', "{{").replace('}', "}}");
    let (message, label) = (escaped(message), escaped(label));
    ours!(#[diagnostic::on_unimplemented(message = #message, label = #label)])
}

/// Checks `kind` by a trait of the call's own, `names[0]`, which is implemented where core's trait `names[1]` is; so the message and the
/// label can quote the user's tokens. Returns the kind.
pub fn check_here(at: SpanRange, names: [&str; 2], texts: [&str; 2], kind: TokenStream) -> TokenStream {
    let (here, needed) = (local(names[0]), local(names[1]));
    let explained = unimplemented(texts);
    let check = passed(names[0], at, "holds", kind);
    ours! {
        {
            #explained
            trait #here: __bcast::Unit {
                fn __bcast_holds(_: &Self) -> Self {
                    Self::UNIT
                }
            }
            #[diagnostic::do_not_recommend]
            impl<K: __bcast::#needed> #here for K {}
            #check
        }
    }
}

/// Checks that a value is no array. The message quotes the call if `&` or a `let` before the loop would do.
pub fn one_element(call: &InferredValue, kind: TokenStream) -> TokenStream {
    let Some((message, label)) = &call.refusal else {
        return passed("__BcastElement", call.span, "one_element", kind);
    };
    check_here(call.span, ["OneElement", "GivesOneElement"], [message, label], kind)
}
