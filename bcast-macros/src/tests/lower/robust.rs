//! Deeply nested calls are refused without a stack overflow.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::{check_accepted, read, read_tokens};

fn nested(delimiter: Delimiter, levels: usize) -> TokenStream {
    let name = TokenTree::Ident(Ident::new("x", Span::call_site()));
    (0..levels).fold(name.into(), |inner, _| TokenTree::Group(Group::new(delimiter, inner)).into())
}

#[test]
fn deep_nesting_is_refused() {
    for delimiter in [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None] {
        let (_, diagnostics) = read_tokens(nested(delimiter, 10_000));
        assert!(diagnostics.messages()[0].contains("nested more than 100 levels deep"));
    }
    // `~` stands for the form itself.
    let forms = "-~, !~, &~, *~, & &~, |v| ~, return ~, a = ~, a += ~, ..~, if a {} else ~{}, f(~), <~ as T>::X, x as &~u8, ~.exp(), ~?, \
                 ~[0], ~ as u8, a + ~, a.~, {} = ~, move || ~, A<~>, fn() -> ~, {} + ~, 1 + {}; ~, a && b || ~";
    for (prefix, suffix) in forms.split(", ").filter_map(|form| form.split_once('~')) {
        let source = format!("{}x{}", prefix.repeat(10_000), suffix.repeat(10_000));
        let Ok(tokens) = source.parse::<TokenStream>() else { continue };
        let (_, diagnostics) = read_tokens(tokens);
        assert!(!diagnostics.is_empty(), "{prefix} {suffix}");
    }
    // The longest input that passes the token check: the walk has to detect its depth.
    for (suffix, times) in [(".exp()", 320), ("?", 980), (" as u8", 490), ("[0]", 980), (".await", 490), ("()", 980)] {
        let (_, diagnostics) = read(&format!("x{}", suffix.repeat(times)));
        assert!(diagnostics.fatal_count() > 0 && !diagnostics.is_empty(), "{suffix}");
    }
}

#[test]
fn ordinary_depth_is_accepted() {
    check_accepted(
        &[
            format!("{}x{}", "(".repeat(60), ")".repeat(60)),
            vec!["x"; 200].join(" + "),
            format!("x{}", ".exp()".repeat(90)),
            format!("{}x", "-".repeat(90)),
            format!("x{}", ".a".repeat(490)),
            vec!["x"; 490].join(" + "),
            format!(
                "match x {{ {} _ => 1 }}",
                (0..500).map(|arm| format!("{arm} => {{ y + {arm} }} ")).collect::<String>()
            ),
            format!("match x {{ {} _ => 1 }}", (0..500).map(|arm| format!("{arm} => y, ")).collect::<String>()),
            format!("{{ {} x }}", (0..500).map(|local| format!("let v{local} = x - 1.0; ")).collect::<String>()),
            format!("{{ {} x }}", "if x > 1.0 { y; } ".repeat(500)),
        ]
        .each_ref()
        .map(|call| &**call),
    );
}
