//! The expansion for editors: every name at its place, in whole and in half-typed calls.
//!
//! Compilers need each operand once and no option names; editors resolve and complete every word. So the editor's expansion begins with the
//! words of the call, in source order and in a form that resolves. It never runs, and no compiler sees it.
//!
//! Completion inserts a word at the caret and requires that the expansion before it stays the same. So the expansion contains holes, `()`,
//! wherever a word may be missing.

use bcast_core::rules::mode::Mode;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

use crate::lower::{self, as_value, editor_operand};
use crate::model::{Model, Place};
use crate::options::OptionName;
use crate::parse::{Input, RawOption, harvest, repair, split_place, unknown_name};
use crate::spelling::is_sign;
use crate::tokens::{ours, regrouped};

/// The local that holds the element expression's value.
const ELEMENT: &str = "__element";

/// Emits the words of a call as statements; the value of its expression is bound to [`ELEMENT`].
pub fn words(input: &Input) -> TokenStream {
    let krate = &input.krate;
    let (place, element) = element(input);
    let name = Ident::new(ELEMENT, Span::mixed_site());
    let by_names = by_names(input);
    let options = input.options.iter().map(|raw| option(krate, raw, by_names));
    let keys = input.keys.iter().map(names_in);
    let values = &input.typed_values;
    ours! {
        let _ = &(#place);
        // One statement: in the options the local is not in scope, so no editor offers it there.
        let (#name, _) =
            (#element, (#(#options,)* (#krate::__private::option::any), #(#keys,)* &(()), #(&(#values),)* &(())));
    }
}

/// Returns the place, and the expression with each operand replaced by its element.
fn element(input: &Input) -> (TokenStream, TokenStream) {
    // Parsing again recurses less deeply than cloning.
    let tokens = input.expr.as_ref().map_or_else(|| repair(input.unread.clone()), Expr::to_token_stream);
    let tokens = if by_names(input) { without_names(tokens) } else { tokens };
    let (place, expr) = syn::parse2(tokens.clone()).ok().map(split_place).unzip();
    let place = input.place.as_ref().or(place.as_ref().and_then(Option::as_ref));
    let place = place.map_or_else(hole, |(place, _)| place.to_token_stream());
    let element = expr.and_then(|expr| lower::editor_expression(expr, &input.krate)).unwrap_or_else(|| {
        let names = harvest(&tokens);
        let (names, hole) = (names.iter().map(editor_operand), as_value(hole()));
        ours!((#(#names,)* #hole))
    });
    (place, element)
}

/// True for a call in a mode whose axes are NAMEs, which are no names of Rust.
fn by_names(input: &Input) -> bool {
    let is_mode = |raw: &&RawOption| crate::options::from_name(&raw.ident.to_string()) == Some(OptionName::Mode);
    let mode = input.options.iter().find(is_mode).and_then(|raw| raw.value.as_ref());
    let mode = mode.and_then(|mode| Mode::from_name(&mode.to_token_stream().to_string()));
    mode.is_some_and(Mode::lies_by_names)
}

/// The tokens with a number for the NAMEs after each `axis =`.
fn without_names(tokens: TokenStream) -> TokenStream {
    let (mut kept, mut before, mut is_value) = (Vec::new(), [String::new(), String::new()], false);
    for token in tokens {
        let is_comma = is_sign(Some(&token), ",");
        is_value &= !is_comma;
        if !is_value && before == ["axis", "="] && !is_comma {
            kept.push(Literal::usize_unsuffixed(0).into());
            is_value = true;
        }
        before = [before[1].clone(), token.to_string()];
        match token {
            _ if is_value => {}
            TokenTree::Group(group) => kept.push(regrouped(&group, without_names(group.stream()))),
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// Emits an option: its name, the operand in parentheses, its value.
fn option(krate: &TokenStream, RawOption { ident, path, value }: &RawOption, by_names: bool) -> TokenStream {
    let path = path.iter().map(names_in);
    let value = match (crate::options::from_name(&ident.to_string()), value) {
        (Some(OptionName::Mode), value) => listed(krate, "mode_name", value.as_ref()),
        (Some(OptionName::Allow), value) => listed(krate, "lint", value.as_ref()),
        // The NAMEs of `to` are no names of Rust; their lengths are values.
        (Some(OptionName::To), Some(value)) if by_names => lower::elements(value).map_or_else(hole, |entries| {
            let lengths = entries.iter().filter_map(|entry| match entry {
                Expr::Assign(assign) => Some(&assign.right),
                _ => None,
            });
            ours!((#(&(#lengths),)*))
        }),
        (_, Some(value)) => ours!(&(#value)),
        (_, None) => ours!(&(())),
    };
    // A keyword can't be the name of an item.
    let is_name = syn::parse2::<Ident>(ident.to_token_stream()).is_ok();
    let name = if is_name { ident.clone() } else { unknown_name() };
    ours!((#krate::__private::option::#name, #(#path,)* #value))
}

/// Emits a value that is one of the names in a module.
fn listed(krate: &TokenStream, module: &str, value: Option<&Expr>) -> TokenStream {
    let module = Ident::new(module, Span::mixed_site());
    let (name, other) = match value {
        Some(Expr::Path(name)) => (name.to_token_stream(), None),
        // Another message already covers a value that is not a name.
        other => (unknown_name().into_token_stream(), other),
    };
    let other = other.map(|other| ours!(, &(#other)));
    ours!(#krate::__private::#module::#name #other)
}

/// Emits a key, or as much of it as is typed.
fn names_in(key: &TokenStream) -> TokenStream {
    let name = harvest(&repair(key.clone())).into_iter().next().map_or_else(hole, Expr::into_token_stream);
    ours!(&(#name))
}

fn hole() -> TokenStream {
    ours!(())
}

/// The kernel's body in an editor: a reference to the element's value, since the expression itself is among the words and its errors would
/// appear twice. `place op= e` has a value of its own type.
pub fn set_body(model: &mut Model) {
    let name = Ident::new(ELEMENT, Span::mixed_site());
    let body = match model.place() {
        Some(Place { op: Some(_), .. }) => {
            let krate = &model.krate;
            ours!(#krate::__private::any())
        }
        _ => name.to_token_stream(),
    };
    match model.tuple {
        Some(tuple) => model.reductions[tuple].formula.body = body,
        None if model.has_several_results() => {
            for (entry, result) in model.results.iter_mut().enumerate() {
                let entry = Literal::usize_unsuffixed(entry);
                result.body = ours!(#body.#entry);
            }
        }
        None => model.results[0].body = body,
    }
}

/// Moves code out of the user's text, so that names already among the words are not found twice.
pub fn nowhere(tokens: TokenStream) -> TokenStream {
    let mut unplaced = Vec::new();
    for mut token in tokens {
        if let TokenTree::Group(group) = &token {
            token = regrouped(group, nowhere(group.stream()));
        }
        token.set_span(Span::call_site().resolved_at(token.span()));
        unplaced.push(token);
    }
    unplaced.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::expand::expand;
    use crate::model::{Finish, Reader};

    fn expansion(call: &str) -> String {
        expand(format!("krate ; {call}").parse().unwrap(), Finish::Panic, Reader::Editor).to_string()
    }

    /// Each `|` is a caret, with or without a word typed there.
    #[test]
    fn the_text_before_a_typed_word_is_stable() {
        let mut wrong = Vec::new();
        for call in [
            "|",
            "al|",
            "a + |",
            "a * (b + |) - c",
            "a + net.|, mode = pdpd, axis = 1",
            "net.weight * net.|",
            "a * self.| - b",
            "a * self|",
            "a + in|",
            "f32::|",
            "if a > 0.0 { a } else { net.| }",
            "if | { a }",
            "{ for i in | }",
            "{ let d = a * | }",
            "match | { v => v }",
            "match a { | }",
            "match a { Some(|) }",
            "match a { Some(v) if v > | }",
            "match a { Some(v) => v * | }",
            "(a + b).|",
            "&a.|",
            "{ let d = a - b; d.| }",
            "{ let d = a - b; | }",
            "if a > |",
            "| = a",
            "y = |",
            "y += a * |",
            "a + b, |",
            "a + b, mode = | , axis = 1",
            "a + b, mode = pdpd, |",
            "a + b, axis = |",
            "a + b, axis = net.|",
            "a + b, to = [1, net.|]",
            "a + b, axis(|) = 1",
            "a + b, axes(in|)",
            "a + b, axis(net.|)",
            "a + b, base = |",
            "a + b, allow = |",
            "a + b, to = [n, |]",
            "a + b, where |",
            "a + b, where a: [N], |",
            "a + b, where net.|",
            "a + b, where a: [{|}]",
            "a + b, where a: [{net.|}]",
            "sum(a * net.|, axis = K), mode = named, where a: [K]",
            "sum(a, axis = [I, K]) + net.|, mode = named, to = [N, B = net.x], where a: [I, K]",
            "a, mode = named, to = [N, B = net.|]",
        ] {
            let (whole, half) = (expansion(&call.replace('|', "caret")), expansion(&call.replace('|', "")));
            let before = whole.split("caret").next().map(|before| before.trim_end().trim_end_matches("in"));
            if !before.is_some_and(|before| before.len() < whole.len() && half.starts_with(before)) {
                wrong.push(format!("{call}\n{whole}\n{half}\n"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Editors infer no types from unreachable code, and rust-analyzer shows the compiler's warning about a dropped result.
    #[test]
    fn code_is_reachable_and_not_wrapped() {
        assert!(!expansion("y = a + b").contains("'known") && !expansion("a + b").contains("result"));
    }

    /// An expansion that does not parse would add an entry to the editor's list of problems.
    #[test]
    fn unreadable_words_are_left_out() {
        for call in ["a, mod = pdpd", "a, mode = 3", "a, mode = f(a)", "a, allow = 1.5", "a, if = 1", "a, axis(if) = 1"]
        {
            let text = expansion(call).parse().expect("the tokens are whole");
            assert!(syn::parse2::<syn::Expr>(text).is_ok(), "{call}");
        }
    }

    #[test]
    fn every_word_is_in_the_expansion() {
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

    /// They would be reported as unknown.
    #[test]
    fn names_of_axes_are_no_words() {
        let call = "sum(x * max(y, axis = [Ia, Ib]), axis = Ka), mode = named, to = [Na, Ba = n], where x: [Na, Ka], y: [Ib, Ia]";
        let text = expansion(call);
        let (words, _) = text.split_once("match").unwrap();
        assert!(["Ia", "Ib", "Ka", "Na", "Ba"].iter().all(|name| !words.contains(name)), "{words}");
        assert!(["x", "y", "n", "sum", "max", "named"].iter().all(|name| words.contains(name)), "{words}");
    }

    #[test]
    fn half_typed_calls_keep_their_operands() {
        for (source, wanted) in [
            ("net.", "net"),
            ("a + ", "a"),
            ("a + net.", "a, net"),
            ("self.w. + a", "self.w, a"),
            ("a + , mode = pdpd", "a"),
            ("(a + net.) * b", "a, net, b"),
            ("f32::max(a, b.) + c", "a, b, c"),
            ("y = a + ", "y, a"),
            ("y += ", "y"),
            ("if a > { b } else { c }", "a, b, c"),
            ("{ let t = a; t * net. }", "a, net"),
            ("f(|v| v + net.)", "net"),
            ("match a { Some(v) => v + net., None => b }", "a, net, b"),
            ("a.exp(b) * ", "a, b"),
            ("x b", "x"),
            ("(z).re. + b", "z, b"),
            ("f(a..b.c.)", "a, b.c"),
            ("a + where a: [2]", "a"),
            ("m::X + ", "m::X"),
        ] {
            let text = expansion(source);
            let (words, _) = text.split_once("compile_error").unwrap();
            for name in wanted.split(", ") {
                let path = name.replace('.', " . ").replace("::", " :: ");
                let (value, place) = (format!("{path} . "), format!("& ({path})"));
                assert!(words.contains(&value) || words.contains(&place), "{source}: {name} in {words}");
            }
        }
    }
}
