//! A call as the editor gets to see it: every name at the place where it stands, in whole and in half-typed calls.
//!
//! A compiler needs each operand once, and no option's name at all. An editor asks of every word what it is, and what
//! could stand in its place. So in an editor the expansion begins with the words of the call, in source order and in a
//! form that resolves; it is never run, and a compiler never sees it.
//!
//! What is typed at the caret comes in as one more word, and all before it has to expand to the same text as without
//! that word: then completion works. Hence the holes, `()`, wherever a word may be missing.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Expr;

use crate::lower;
use crate::model::Place;
use crate::options::OptionName;
use crate::parse::{Input, RawEntry, RawOption, harvest, repair, split_place};

/// Who reads the expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// rustc, which compiles it.
    Compiler,
    /// rust-analyzer, which looks names up in it.
    Editor,
}

impl Reader {
    /// Who runs this macro. `cfg(rust_analyzer)` can't tell: it is not set in crates from a registry, and asked in the
    /// user's crate it is an unexpected `cfg`.
    pub fn here() -> Self {
        let program = std::env::current_exe().ok();
        let name = program.as_deref().and_then(|path| path.file_name()?.to_str());
        if name.is_some_and(|name| name.contains("rust-analyzer")) { Self::Editor } else { Self::Compiler }
    }
}

/// The name of the element expression's value.
const ELEMENT: &str = "__element";

/// The words of a call, as statements; the value of its expression is called [`ELEMENT`].
pub fn words(input: &Input) -> TokenStream {
    let krate = &input.krate;
    let (place, element) = element(input);
    let name = Ident::new(ELEMENT, Span::mixed_site());
    let options = input.options.iter().map(|raw| option(krate, raw));
    let keys = input.keys.iter().map(names_in);
    let entries = input.shapes.iter().flat_map(|shape| &shape.entries);
    let values = entries.filter_map(|entry| match entry {
        RawEntry::Value(tokens, _) => Some(tokens),
        _ => None,
    });
    quote_spanned! {Span::mixed_site()=>
        let _ = &(#place);
        let #name = #element;
        let _ = (#(#options,)* (#krate::__private::option::any), #(#keys,)* &(()), #(&(#values),)* &(()));
    }
}

/// The place, and the expression with each operand's element where the operand stands.
fn element(input: &Input) -> (TokenStream, TokenStream) {
    // Read anew rather than cloned, which recurses deeper.
    let tokens = input.expr.as_ref().map_or_else(|| repair(input.unread.clone()), Expr::to_token_stream);
    let (place, expr) = syn::parse2(tokens.clone()).ok().map(split_place).unzip();
    let place = input.place.as_ref().or(place.as_ref().and_then(Option::as_ref));
    let place = place.map_or_else(hole, |(place, _)| place.to_token_stream());
    let element = expr.and_then(lower::shown).unwrap_or_else(|| {
        let names = harvest(&tokens);
        let (names, hole) = (names.iter().map(shown), as_value(hole()));
        quote_spanned!(Span::mixed_site()=> (#(#names,)* #hole))
    });
    (place, element)
}

/// An operand as a value of its element's type. Before the last dot stands such a value too: after `x.` an element's
/// methods are offered, after `net.` the fields of `net`.
pub fn shown(operand: &Expr) -> TokenStream {
    match operand {
        Expr::Field(field) => {
            let (base, dot, member) = (value(&field.base), &field.dot_token, &field.member);
            as_value(quote_spanned!(Span::mixed_site()=> #base #dot #member))
        }
        whole => value(whole),
    }
}

/// A value of the type of an array's elements, or of the type itself if it is no array's.
pub fn value(expr: &Expr) -> TokenStream {
    match expr {
        // Like everything half typed it begins with the user's own words.
        Expr::Path(_) | Expr::Field(_) | Expr::Tuple(_) => as_value(expr.to_token_stream()),
        _ => as_value(quote_spanned!(Span::mixed_site()=> (#expr))),
    }
}

fn as_value(tokens: TokenStream) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> #tokens.__bcast_tag().__bcast_shown())
}

/// An option: its name, the operand in parentheses, its value.
fn option(krate: &TokenStream, RawOption { ident, path, value }: &RawOption) -> TokenStream {
    let path = path.iter().map(names_in);
    let value = match (crate::options::from_name(&ident.to_string()), value) {
        (Some(OptionName::Mode), value) => listed(krate, "mode_name", value.as_ref()),
        (Some(OptionName::Allow), value) => listed(krate, "lint", value.as_ref()),
        (_, Some(value)) => quote_spanned!(Span::mixed_site()=> &(#value)),
        (_, None) => quote_spanned!(Span::mixed_site()=> &(())),
    };
    let name = if is_keyword(ident) { any() } else { ident.to_token_stream() };
    quote_spanned!(Span::mixed_site()=> (#krate::__private::option::#name, #(#path,)* #value))
}

/// A value that is one of the names in a module.
fn listed(krate: &TokenStream, module: &str, value: Option<&Expr>) -> TokenStream {
    let module = Ident::new(module, Span::mixed_site());
    let (name, other) = match value {
        Some(Expr::Path(name)) => (name.to_token_stream(), None),
        // Enough is said about a value that is no name.
        other => (any(), other),
    };
    let other = other.map(|other| quote_spanned!(Span::mixed_site()=> , &(#other)));
    quote_spanned!(Span::mixed_site()=> #krate::__private::#module::#name #other)
}

/// What stands for a name that is missing, or none.
fn any() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> any)
}

/// Whether it can't be the name of an item.
fn is_keyword(ident: &Ident) -> bool {
    syn::parse2::<Ident>(ident.to_token_stream()).is_err()
}

/// A key, or as much of it as is typed.
fn names_in(key: &TokenStream) -> TokenStream {
    let name = harvest(key).into_iter().next().map_or_else(hole, Expr::into_token_stream);
    quote_spanned!(Span::mixed_site()=> &(#name))
}

fn hole() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ())
}

/// What the kernel computes, in an editor: the expression stands among the words already, and what is wrong with it
/// would be said a second time. `place op= e` has a value of its own type.
pub fn body(krate: &TokenStream, place: Option<&Place>) -> TokenStream {
    let name = Ident::new(ELEMENT, Span::mixed_site());
    match place {
        Some(place) if place.op.is_some() => quote_spanned!(Span::mixed_site()=> #krate::__private::any()),
        _ => name.into_token_stream(),
    }
}

/// The same code, nowhere in the user's text: what has its words already is not found a second time.
pub fn nowhere(tokens: TokenStream) -> TokenStream {
    let unplaced = |token| match token {
        TokenTree::Group(group) => {
            let mut unplaced = Group::new(group.delimiter(), nowhere(group.stream()));
            unplaced.set_span(Span::call_site().resolved_at(group.span()));
            TokenTree::Group(unplaced)
        }
        mut token => {
            token.set_span(Span::call_site().resolved_at(token.span()));
            token
        }
    };
    tokens.into_iter().map(unplaced).collect()
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::expand::{Finish, expand};

    fn expansion(call: &str) -> String {
        expand(format!("krate ; {call}").parse().unwrap(), Finish::Panic, Reader::Editor).to_string()
    }

    /// Each `|` is a caret, where a word is typed or not yet.
    #[test]
    fn the_text_before_a_typed_word_is_stable() {
        let mut wrong = Vec::new();
        for call in [
            "|",
            "al|",
            "a + |",
            "a * | + b",
            "a * (b + |) - c",
            "net.|",
            "a + net.|, mode = pdpd, axis = 1",
            "(a + net.|) * s",
            "net.weight * net.|",
            "(a + b).|",
            "a.exp().|",
            "&a.|",
            "{ let d = a - b; d.| }",
            "{ let d = a - b; | }",
            "if a > |",
            "| = a",
            "y = |",
            "y += a * |",
            "a + b, |",
            "a + b, mode = |",
            "a + b, mode = | , axis = 1",
            "a + b, mode = pdpd, |",
            "a + b, axis = |",
            "a + b, axis(|) = 1",
            "a + b, base = |",
            "a + b, allow = |",
            "a + b, to = [n, |]",
            "a + b, where |",
            "a + b, where a: [N], |",
            "a + b, where net.|",
            "a + b, where a: [{|}]",
        ] {
            let (whole, half) = (expansion(&call.replace('|', "caret")), expansion(&call.replace('|', "")));
            // A dot that nothing follows is left out.
            let before = whole.split("caret").next().map(|before| before.trim_end().trim_end_matches(" ."));
            if !before.is_some_and(|before| before.len() < whole.len() && half.starts_with(before)) {
                wrong.push(format!("{call}\n{whole}\n{half}\n"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// An editor takes no type from what is never reached.
    #[test]
    fn types_are_asked_where_they_are_reached() {
        assert!(!expansion("y = a + b").contains("'known"));
    }

    /// The compiler warns about a result that is dropped, and an editor shows its warnings.
    #[test]
    fn nothing_stands_around_the_words() {
        assert!(!expansion("a + b").contains("result"));
    }

    /// What an editor can't read is an entry of its own in the list of problems, beside the one about the mistake.
    #[test]
    fn words_that_are_no_names_are_left_out() {
        for call in ["a, mod = pdpd", "a, mode = 3", "a, mode = f(a)", "a, allow = 1.5", "a, if = 1", "a, axis(if) = 1"]
        {
            let text = expansion(call).parse().expect("the tokens are whole");
            assert!(syn::parse2::<syn::Expr>(text).is_ok(), "{call}");
        }
    }

    #[test]
    fn every_word_stands_in_the_expansion() {
        let call = "y = x * x + net.bias, mode = pdpd, axis(net.bias) = at, threads, where x: [{n}], y: [{n}]";
        let text = expansion(call);
        let (words, _) = text.split_once("match").unwrap();
        for (word, count) in
            [("y", 2), ("x", 3), ("bias", 2), ("pdpd", 1), ("axis", 1), ("at", 1), ("threads", 1), ("n", 2)]
        {
            let found = words.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|found| *found == word).count();
            assert_eq!(found, count, "{word} in {words}");
        }
    }
}
