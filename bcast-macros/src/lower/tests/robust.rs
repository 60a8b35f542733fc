//! No token stream makes the macro panic or overflow the stack.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::{FACADE, read, read_tokens};

/// Knuth's MMIX generator: the same streams on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

const WORDS: &[&str] = &[
    "a",
    "b",
    "self",
    "self.w",
    "x.t()",
    "1",
    "2.5",
    "-1",
    "'l",
    "'l:",
    "_",
    "None",
    "Some",
    "f32::max",
    "mode",
    "axis",
    "axes",
    "to",
    "base",
    "threads",
    "allow",
    "pdpd",
    "explicit",
    "where",
    "if",
    "else",
    "match",
    "let",
    "for",
    "in",
    "while",
    "loop",
    "break",
    "continue",
    "return",
    "move",
    "unsafe",
    "const",
    "async",
    "await",
    "yield",
    "mut",
    "ref",
    "fn",
    "use",
    "struct",
    "as",
    "f32",
    "dyn",
    "impl",
    "true",
    "crate",
    "super",
    "r#type",
    "\"s\"",
    "$",
    "#",
    "@",
    "~",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "!",
    "=",
    "==",
    "+=",
    "<<=",
    "<",
    ">",
    "=>",
    "->",
    "..",
    "..=",
    ".",
    ":",
    "::",
    "b\"x\"",
    "c\"x\"",
    "b'x'",
    "'x'",
    "r#\"x\"#",
    "1u9",
    "1.0f16",
    "0b1_u8",
    "1e5",
    "1.",
    "99999999999999999999999999999999999999999",
    ",",
    ",",
    ",",
    ";",
    "?",
    "&&",
    "||",
    "[N, 3]",
    "x: [2]",
    "{n}",
    "a b",
    "|v|",
];

fn tokens(random: &mut Random, depth: usize) -> TokenStream {
    let mut stream = TokenStream::new();
    for _ in 0..random.below(9) {
        if depth < 5 && random.below(4) == 0 {
            let delimiters = [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None];
            let delimiter = delimiters[random.below(4)];
            stream.extend([TokenTree::Group(Group::new(delimiter, tokens(random, depth + 1)))]);
        } else {
            stream.extend(WORDS[random.below(WORDS.len())].parse::<TokenStream>().unwrap());
        }
    }
    stream
}

#[test]
fn random_streams() {
    let mut random = Random(2026);
    let facade: TokenStream = FACADE.parse().unwrap();
    for _ in 0..4_000 {
        let user = tokens(&mut random, 0);
        let (model, diagnostics) = read_tokens(facade.clone().into_iter().chain(user.clone()).collect());
        // Whatever is emitted is whole: every mistake has its message, and without one there is a body.
        assert!(!diagnostics.is_empty() || !model.body.is_empty(), "{user}");
        let _ = (model.to_string(), diagnostics.into_tokens());
        // Without the facade too.
        let (_, diagnostics) = read_tokens(user);
        diagnostics.is_empty();
    }
}

/// Calls that are right but for one token removed, doubled or swapped.
#[test]
fn damaged_calls() {
    let mut random = Random(7);
    for source in [
        "y = (x - mean) / (var + 1e-5).sqrt() * gamma + beta, mode = pdpd, axis = 1, where x: [N, C, {h}, 7], mean: [C]",
        "if let Some(v) = f(x) && v > 0.0 { let t = v * &y.t()?; t } else { match z { P { a, .. } if a > x => a, _ => x } }",
        "{ let mut s = 0.0; 'a: for i in 0..n { if i > 2 { break 'a; } s += (px)[i]; } s }, threads, allow = default_axis",
        "self.out[0] += &w.row(0) * (|a, b: f32| a * b)(x, *g), axis(x) = -1, axes(*g) = [0, 2], to = (2, n)",
    ] {
        for _ in 0..250 {
            let damaged = damage(source.parse().unwrap(), &mut random);
            let facade: TokenStream = FACADE.parse().unwrap();
            let (model, diagnostics) = read_tokens(facade.into_iter().chain(damaged).collect());
            diagnostics.is_empty();
            let _ = model.to_string();
        }
    }
}

fn damage(tokens: TokenStream, random: &mut Random) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return TokenStream::new();
    }
    let (one, other) = (random.below(tokens.len()), random.below(tokens.len()));
    match (&tokens[one], random.below(4)) {
        (TokenTree::Group(group), 0..3) => {
            tokens[one] = TokenTree::Group(Group::new(group.delimiter(), damage(group.stream(), random)));
        }
        (_, 0) => drop(tokens.remove(one)),
        (_, 1) => tokens.insert(one, tokens[other].clone()),
        _ => tokens.swap(one, other),
    }
    tokens.into_iter().collect()
}

fn nested(delimiter: Delimiter, levels: usize) -> TokenStream {
    let name = TokenTree::Ident(Ident::new("x", Span::call_site()));
    (0..levels).fold(name.into(), |inner, _| TokenTree::Group(Group::new(delimiter, inner)).into())
}

#[test]
fn deep_nesting_is_refused() {
    for delimiter in [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None] {
        let facade: TokenStream = FACADE.parse().unwrap();
        let (_, diagnostics) = read_tokens(facade.into_iter().chain(nested(delimiter, 10_000)).collect());
        assert!(diagnostics.messages()[0].contains("nested more than 100 levels deep"));
    }
    for (prefix, suffix) in [
        ("-", ""),
        ("!", ""),
        ("&", ""),
        ("*", ""),
        ("& &", ""),
        ("|v| ", ""),
        ("return ", ""),
        ("a = ", ""),
        ("a += ", ""),
        ("..", ""),
        ("if a {} else ", "{}"),
        ("f(", ")"),
        ("<", " as T>::X"),
        ("x as &", "u8"),
        ("", ".exp()"),
        ("", "?"),
        ("", "[0]"),
        ("", " as u8"),
        ("a + ", ""),
        ("a.", ""),
        ("{} = ", ""),
        ("move || ", ""),
        ("A<", ">"),
        ("fn() -> ", ""),
        ("{} + ", ""),
        ("1 + {}; ", ""),
        ("a && b || ", ""),
    ] {
        let source = format!("{}x{}", prefix.repeat(10_000), suffix.repeat(10_000));
        let Ok(tokens) = format!("{FACADE}{source}").parse::<TokenStream>() else {
            continue;
        };
        let (_, diagnostics) = read_tokens(tokens);
        assert!(!diagnostics.is_empty(), "{prefix} {suffix}");
    }
    // As long as the tokens may be: now the walk has to notice.
    for (suffix, times) in [(".exp()", 320), ("?", 980), (" as u8", 490), ("[0]", 980), (".await", 490), ("()", 980)] {
        let (_, diagnostics) = read(&format!("x{}", suffix.repeat(times)));
        assert!(diagnostics.has_syntax_error() && !diagnostics.is_empty(), "{suffix}");
    }
}

#[test]
fn ordinary_depth_is_taken() {
    for source in [
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
    ] {
        let (_, diagnostics) = read(&source);
        assert!(diagnostics.is_empty(), "{source:.60} {:?}", diagnostics.messages());
    }
}
