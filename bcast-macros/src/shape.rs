//! `shape!` and `dim!`: shapes as types, and names for axes.

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, LitInt, Token, Type, Visibility};

use crate::diagnostics::SpanRange;
use crate::parse::split_krate;
use crate::tokens::here;
use crate::typed::MAX_RANK;

const ENTRIES: &str = "an entry is a number, a constant in UPPER CASE, a name made by `dim!` in CamelCase, or `_`";

/// Expands `shape!` to a tuple of axes, or to its mistakes.
pub fn expand_shape(input: TokenStream) -> TokenStream {
    let (krate, tokens) = split_krate(input);
    let span = SpanRange::of(&tokens).first;
    let axes = entries(tokens, |input| axis(input, &krate)).and_then(|axes| match axes.len() {
        0..=MAX_RANK => Ok(quote_spanned!(Span::mixed_site()=> (#(#axes,)*))),
        count => {
            let message =
                format!("a shape in types has at most {MAX_RANK} axes, an `ArrayD` more; this one has {count}");
            Err(syn::Error::new(span, message))
        }
    });
    axes.unwrap_or_else(syn::Error::into_compile_error)
}

/// Expands entries with commas between them.
fn entries(
    tokens: TokenStream,
    expand: impl Fn(ParseStream<'_>) -> syn::Result<TokenStream>,
) -> syn::Result<Vec<TokenStream>> {
    let read = |input: ParseStream<'_>| {
        let mut entries = Vec::new();
        while !input.is_empty() {
            entries.push(expand(input)?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(entries)
    };
    read.parse2(tokens)
}

/// Expands an axis to its type.
fn axis(input: ParseStream<'_>, krate: &TokenStream) -> syn::Result<TokenStream> {
    if input.peek(Token![_]) {
        let token: Token![_] = input.parse()?;
        return Ok(quote_spanned!(here(token.span)=> #krate::typed::Unknown));
    }
    // Tested before literals, since a minus and a number parse as one literal.
    if input.peek(Token![-]) {
        return Err(input.error("a length is not negative"));
    }
    if input.peek(LitInt) {
        let literal: LitInt = input.parse()?;
        if !matches!(literal.suffix(), "" | "usize") {
            return Err(syn::Error::new(literal.span(), "a length is a plain number, as in `shape![2, 3]`"));
        }
        // A number above `usize::MAX` is above `isize::MAX`, the limit for lengths.
        let Some(length) = literal.base10_parse::<u64>().ok().filter(|&length| length <= i64::MAX as u64) else {
            return Err(syn::Error::new(literal.span(), "a length fits `isize`"));
        };
        ended(input)?;
        let (span, number) = (here(literal.span()), Literal::u64_unsuffixed(length));
        return Ok(match length {
            1 => quote_spanned!(span=> #krate::typed::One),
            _ => quote_spanned!(span=> #krate::typed::Len<#number>),
        });
    }
    if input.peek(Token![<]) {
        let _: Token![<] = input.parse()?;
        let name: Type = input.parse()?;
        let _: Token![>] = input.parse()?;
        return Ok(quote!(#krate::typed::NamedLen<#name>));
    }
    if input.peek(syn::token::Brace) {
        let group: proc_macro2::Group = input.parse()?;
        // The macro adds the braces, since the compiler would warn that the user's are unnecessary.
        let value = group.stream();
        let braces = quote_spanned!(Span::mixed_site()=> { #value });
        return Ok(quote!(#krate::typed::Len<#braces>));
    }
    // The group that `macro_rules!` puts around its arguments.
    if let Some((TokenTree::Group(group), _)) = input.cursor().token_tree()
        && group.delimiter() == Delimiter::None
    {
        input.parse::<TokenTree>()?;
        return (|input: ParseStream<'_>| axis(input, krate)).parse2(group.stream());
    }
    let path: syn::Path = input.call(syn::Path::parse_mod_style).map_err(|error| {
        syn::Error::new(error.span(), if input.is_empty() { "an entry is missing" } else { ENTRIES })
    })?;
    ended(input)?;
    let Some(last) = path.segments.last() else {
        return Err(input.error(ENTRIES));
    };
    match case(&last.ident) {
        // In braces even a single name is a value; a missing one is reported by the compiler.
        Case::Upper => Ok(quote!(#krate::typed::Len<{ #path }>)),
        Case::Camel => Ok(quote!(#krate::typed::NamedLen<#path>)),
        Case::Lower => {
            let name = &last.ident;
            let (upper, camel) = (name.to_string().to_uppercase(), camel(&name.to_string()));
            let dim = if camel.chars().any(char::is_lowercase) { format!(" (`{camel}`)") } else { String::new() };
            let message = format!(
                "`{name}` is neither a constant (`{upper}`) nor a name made by `dim!`{dim}\n\
                     help: a length known only at run time is `_`; `{{{name}}}` is a constant all the same"
            );
            Err(syn::Error::new(path.span(), message))
        }
    }
}

/// Returns an error if more tokens follow an entry.
fn ended(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    let message = "entries are separated by commas; a constant that is computed stands in braces, as in `shape![{2 * SIZE}]`\n\
         help: a const generic stands alone; what would be computed of it is a parameter of its own";
    Err(syn::Error::new(input.span(), message))
}

/// The kind of a name by its spelling, according to Rust's naming conventions.
enum Case {
    Upper,
    Camel,
    Lower,
}

fn case(name: &Ident) -> Case {
    let name = name.to_string();
    let name = name.trim_start_matches("r#").trim_start_matches('_');
    match name.chars().next() {
        Some(first) if first.is_lowercase() => Case::Lower,
        _ if name.chars().any(char::is_lowercase) => Case::Camel,
        _ => Case::Upper,
    }
}

/// Converts `batch_size` to `BatchSize`.
fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    name.split('_').filter_map(capital).collect()
}

/// Expands `dim!` to one type per name.
pub fn expand_dim(input: TokenStream) -> TokenStream {
    let (krate, names) = split_krate(input);
    if names.is_empty() {
        let message = "`dim!` makes names of axes, as in `dim!(Batch);`";
        return syn::Error::new(Span::call_site(), message).into_compile_error();
    }
    let types = entries(names, |input| axis_name(input, &krate));
    types.map_or_else(syn::Error::into_compile_error, TokenStream::from_iter)
}

/// Expands `pub Batch` to a type.
fn axis_name(input: ParseStream<'_>, krate: &TokenStream) -> syn::Result<TokenStream> {
    let (attributes, visibility): (_, Visibility) = (input.call(Attribute::parse_outer)?, input.parse()?);
    let name: Ident =
        input.parse().map_err(|error| syn::Error::new(error.span(), "`dim!` takes names, as in `dim!(Batch);`"))?;
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error("names of axes are separated by commas, as in `dim!(Batch, Time);`"));
    }
    if !matches!(case(&name), Case::Camel) {
        let camel = camel(&name.to_string().to_lowercase());
        let way_out = if camel.chars().any(char::is_lowercase) {
            format!("`{camel}`")
        } else {
            format!("a longer word than `{name}`")
        };
        let message = format!(
            "the name of an axis is written in CamelCase, so that `shape!` can tell it from a constant\nhelp: {way_out}"
        );
        return Err(syn::Error::new(name.span(), message));
    }
    let text = Literal::string(&name.to_string());
    let documented = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
    let doc = (!documented).then(|| quote!(#[doc = "The name of an axis whose length is known only at run time."]));
    Ok(quote_spanned! {Span::mixed_site()=>
        #doc
        #(#attributes)*
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        // Has no effect on an enum without variants, and keeps `clippy::exhaustive_enums` quiet at the user's `dim!`.
        #[non_exhaustive]
        #visibility enum #name {}
        impl #krate::typed::AxisName for #name {
            const NAME: &'static ::core::primitive::str = #text;
            const DECLARED_AT: &'static ::core::primitive::str =
                ::core::concat!(::core::module_path!(), ":", ::core::line!(), ":", ::core::column!());
        }
        impl #krate::typed::DeclaredName for #name {}
    })
}
