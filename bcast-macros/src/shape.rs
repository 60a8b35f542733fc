//! `shape!` and `dim!`: shapes as types, and names for axes.

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitInt, Token, Type, Visibility};

use crate::diagnostics::SpanRange;
use crate::tokens::here;
use crate::typed::MAX_RANK;

const ENTRIES: &str = "an entry is a number, a constant in UPPER CASE, a name made by `dim!` in CamelCase, or `_`";

/// Expands `shape!` to a tuple of axes, or to its mistakes.
pub fn expand_shape(input: TokenStream) -> TokenStream {
    let (krate, entries) = head(input);
    let span = SpanRange::of(&entries).first;
    let axes = match Punctuated::<Entry, Token![,]>::parse_terminated.parse2(entries) {
        Ok(axes) => axes,
        Err(error) => return mistake(error.span(), &error.to_string()),
    };
    if axes.len() > MAX_RANK {
        let count = axes.len();
        let message = format!("a shape in types has at most {MAX_RANK} axes, an `ArrayD` more; this one has {count}");
        return mistake(span, &message);
    }
    let axes = axes.iter().map(|axis| axis.tokens(&krate));
    quote_spanned!(Span::mixed_site()=> (#(#axes,)*))
}

/// Splits the facade's `$crate` from the user's tokens after the semicolon.
fn head(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = input.into_iter();
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let krate = tokens.by_ref().take_while(|token| !is_end(token)).collect();
    (krate, tokens.collect())
}

/// Emits an error in the place of a type or an item.
fn mistake(span: Span, message: &str) -> TokenStream {
    let message = Literal::string(message);
    quote_spanned!(span=> ::core::compile_error! { #message })
}

/// One axis as written.
enum Entry {
    Known(u64, Span),
    Unknown(Span),
    Constant(TokenStream),
    Value(TokenStream),
    Name(TokenStream),
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![_]) {
            return Ok(Self::Unknown(input.parse::<Token![_]>()?.span));
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
            return match literal.base10_parse::<u64>() {
                Ok(length) if length <= i64::MAX as u64 => ended(input).map(|()| Self::Known(length, literal.span())),
                _ => Err(syn::Error::new(literal.span(), "a length fits `isize`")),
            };
        }
        if input.peek(Token![<]) {
            let _: Token![<] = input.parse()?;
            let name: Type = input.parse()?;
            let _: Token![>] = input.parse()?;
            return Ok(Self::Name(name.to_token_stream()));
        }
        if input.peek(syn::token::Brace) {
            let group: proc_macro2::Group = input.parse()?;
            return Ok(Self::Value(group.stream()));
        }
        let tokens = ungrouped(input.cursor().token_tree());
        if let Some(entry) = tokens {
            input.parse::<TokenTree>()?;
            return Entry::parse.parse2(entry);
        }
        let path: syn::Path = input.call(syn::Path::parse_mod_style).map_err(|error| {
            syn::Error::new(error.span(), if input.is_empty() { "an entry is missing" } else { ENTRIES })
        })?;
        ended(input)?;
        let Some(last) = path.segments.last() else {
            return Err(input.error(ENTRIES));
        };
        match case(&last.ident) {
            Case::Upper => Ok(Self::Constant(path.to_token_stream())),
            Case::Camel => Ok(Self::Name(path.to_token_stream())),
            Case::Lower => {
                let name = &last.ident;
                let (upper, camel) = (name.to_string().to_uppercase(), camel(&name.to_string()));
                let dim = if camel.chars().any(char::is_lowercase) { format!(" (`{camel}`)") } else { String::new() };
                let message = format!(
                    "`{name}` is neither a constant (`{upper}`) nor a name made by `dim!`{dim}\n\
                     help: a length known only at run time is `_`; `{{{name}}}` is a constant all the same"
                );
                Err(syn::Error::new_spanned(&path, message))
            }
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

/// Unwraps the group that `macro_rules!` puts around its arguments.
fn ungrouped(tree: Option<(TokenTree, syn::buffer::Cursor<'_>)>) -> Option<TokenStream> {
    match tree {
        Some((TokenTree::Group(group), _)) if group.delimiter() == Delimiter::None => Some(group.stream()),
        _ => None,
    }
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

impl Entry {
    fn tokens(&self, krate: &TokenStream) -> TokenStream {
        match self {
            Self::Known(1, span) => quote_spanned!(here(*span)=> #krate::typed::One),
            Self::Known(length, span) => {
                let length = Literal::u64_unsuffixed(*length);
                quote_spanned!(here(*span)=> #krate::typed::Len<#length>)
            }
            Self::Unknown(span) => quote_spanned!(here(*span)=> #krate::typed::Unknown),
            // In braces even a single name is a value; a missing one is reported by the compiler.
            Self::Constant(path) => quote!(#krate::typed::Len<{ #path }>),
            // The macro adds the braces, since the compiler would warn that the user's are unnecessary.
            Self::Value(value) => {
                let braces = quote_spanned!(Span::mixed_site()=> { #value });
                quote!(#krate::typed::Len<#braces>)
            }
            Self::Name(path) => quote!(#krate::typed::NamedLen<#path>),
        }
    }
}

/// Expands `dim!` to one type per name.
pub fn expand_dim(input: TokenStream) -> TokenStream {
    let (krate, names) = head(input);
    if names.is_empty() {
        return mistake(Span::call_site(), "`dim!` makes names of axes, as in `dim!(Batch);`");
    }
    match Punctuated::<Name, Token![,]>::parse_terminated.parse2(names) {
        Ok(names) => names.iter().map(|name| name.tokens(&krate)).collect(),
        Err(error) => mistake(error.span(), &error.to_string()),
    }
}

/// `pub Batch`
struct Name {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: Ident,
}

impl Parse for Name {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (attributes, visibility) = (input.call(Attribute::parse_outer)?, input.parse()?);
        let name: Ident =
            input.parse().map_err(|error| syn::Error::new(error.span(), "`dim!` takes names, as in `dim!(Batch);`"))?;
        if !input.is_empty() && !input.peek(Token![,]) {
            return Err(input.error("names of axes are separated by commas, as in `dim!(Batch, Time);`"));
        }
        match case(&name) {
            Case::Camel => Ok(Self { attributes, visibility, name }),
            _ => {
                let camel = camel(&name.to_string().to_lowercase());
                let way_out = if camel.chars().any(char::is_lowercase) {
                    format!("`{camel}`")
                } else {
                    format!("a longer word than `{name}`")
                };
                let message = format!(
                    "the name of an axis is written in CamelCase, so that `shape!` can tell it from a constant\nhelp: {way_out}"
                );
                Err(syn::Error::new(name.span(), message))
            }
        }
    }
}

impl Name {
    fn tokens(&self, krate: &TokenStream) -> TokenStream {
        let Self { attributes, visibility, name } = self;
        let text = Literal::string(&name.to_string());
        let documented = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
        let doc = (!documented).then(|| quote!(#[doc = "The name of an axis whose length is known only at run time."]));
        quote_spanned! {Span::mixed_site()=>
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
        }
    }
}
