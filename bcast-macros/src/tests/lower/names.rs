//! Operands, and names that are not operands.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::{check_bodies, check_marked, read, read_tokens};

#[test]
fn operands_alone_are_replaced() {
    check_marked(&[
        // Paths and fields. Each spelling is a separate path.
        "«a.b» + «a.c» + «a»",
        "«self.0» + «x.1.2»",
        "«Self::BIAS» + «T::EPS»",
        "«std::f32::consts::PI» * «i32::MAX»",
        "«::std::f32::EPSILON»",
        "«<f32 as Float>::MAX» + «a»",
        "«Foo::<f32>::X.y»",
        "«*self.guard» * «**boxed» + f(«**boxed»)",
        "«*self» + 1.0",
        "\"text\"",
        "«r#type» + 1",
        // Constructors without a type path.
        "«x» == None",
        "«x».map(Some).ok_or(Err)",
        "«Option::<f32>::None»",
        // References in arguments, and those to anything but a name, are Rust's own.
        "f(&«*x»)",
        "f(&&«x»)",
        "f((&«x»))",
        "f((&«x», 1))",
        "f(if «c» { &«x» } else { &«y» })",
        "Some(&«x»)",
        "&-«x»",
        "{ let v = «x»; f(&v.re) }",
        "{ let v = «x»; f(&v.max(«y»)) }",
        "{ let v = «x»; f(&«y».max(v)) }",
        "f(&self)",
        "f(&None)",
        // Borrowed calls are operands. A member spelled like a local is not a local.
        "«&layers[0].bias» * «x»",
        "«&load()?» + «x»",
        "«&load().await» + «x»",
        "«&f(a, b[0].c)» + «x»",
        "«&(self.f)(1)»",
        "f(«&table.row(0)»)",
        "{ let t = 1.0; «&x.t()» * t }",
        "{ let a = 1.0; «&m::a(x)» * a }",
        // Callees, receivers, members and indices.
        "f32::max(«x», «y»)",
        "(self.f)(«x»)",
        "self.0(«x»)",
        "(*f)(«x»)",
        "(|v| v * «s»)(«x»)",
        "f(1.0)(«x»)",
        "«x».exp(«y») + «x».ln::<f32>()",
        "{ fn f(x: f32) -> f32 { x.exp() } f(«x») }",
        "«x».map(«f32::exp»)",
        "f(self)",
        "self[0] + «x»",
        "f(«x»).0",
        "{ let v = «z»; v.re + v[0] }",
        "[«a», «b»][0]",
        "{ let x = «a»; P { x } }",
        "m::P { x: -«a» }",
        "[«x»; N]",
        "f::<A, B>(«x»)",
        // Locals of blocks.
        "{ let x = «x» * 2.0; x }",
        "{ let x = 1.0; x } + «x»",
        "«x» + { let x = 1.0; x }",
        "{ let (a, b) = «x»; a + b + «c» }",
        "{ let v: f32 = «x»; v }",
        "{ let v; v = «x»; v }",
        "{ let mut s = 0.0; s += «x»; s = s * «y»; s }",
        "{ let Some(v) = f(«x») else { loop {} }; v }",
        "{ let Some(v) = f(«x») else { «v» }; v }",
        "{ const K: f32 = 2.0; «x» * K }",
        "{ let v = K * «x»; const K: f32 = 2.0; v }",
        "{ fn g(v: f32) -> f32 { return v } g(«x») }",
        "{ enum E { A } E::A as i32 + «x» }",
        "{ use std::f32::consts::{PI, E as EULER}; PI * «x» + EULER }",
        // A module may have the same name as a local.
        "{ let m = 1; «m::X» + m }",
        "unsafe { f(«x») }",
        "const { N + 1 } + «x»",
        "{ ; «x» }",
        // Locals of patterns.
        "match f(«x») { Some(v) if v > «x» => v, None => «y», other => other }",
        "match «x» { v @ 0..=3 => v, P { a, b: c } => a + c + «b», _ => 0 }",
        "match «x» { A(v) | B(v) => v, [first, .., last] => first + last, &r => r, (ref a, mut b) => b }",
        "match «x» { v if let Some(w) = g(v) => w, w => w }",
        "match «x» { P { x } => x } + «x»",
        "if let Some(v) = f(«x») && v > 0.0 { v } else { «v» }",
        "if let Some(x) = f(«x») { x } else if let Some(y) = g(«y») { «x» + y } else { «y» }",
        "{ let mut s = «x»; while let Some(v) = next(s) { s = v; } s + «v» }",
        "{ let mut s = 0.0; for i in 0..«n» { s += «x» * i; } s + «i» }",
        "{ let mut s = 0; for (i, v) in (0..=«k»).rev().zip(«w») { s += i * v; } s }",
        "(|a, (b, _): (f32, f32)| a + b + «c»)(«x», «y»)",
        "f(move |x| x) + «x»",
        // Loops and labels.
        "loop { break «x»; }",
        "'a: loop { loop { break 'a «x»; } }",
        "'a: { if «x» > 0.0 { break 'a «x»; } «y» }",
        "{ let mut n = 0; while n < 3 { n += 1; if n == 2 { continue; } } «x» }",
        "{ let mut t = [0; 3]; t[0] = «x»; (t[1], t[2]) = («y», «z»); t }",
        "{ let mut p = P::new(); p.re = «x»; *p.at(«y») += 1; p }",
        "{ let mut p = «x»; _ = «y»; (p) = «z»; p }",
    ]);
}

#[test]
fn bodies() {
    check_bodies(&[
        // References at operators change nothing.
        ("&*arc + 1.0", "*arc", "#0 + 1.0"),
        ("(&a) + &b", "a, b", "(#0) + #1"),
        ("if c { &a } else { &b }", "c, a, b", "if #0 { #1 } else { #2 }"),
        ("match &a { v => v }", "a", "match #0 { v => v }"),
        ("{ let v = &a; v }", "a", "{ let v = #0; v }"),
        ("P { f: &a }", "a", "P { f: #0 }"),
        ("a as f64 + (&b).exp()", "a, b", "#0 as f64 + __bcast::MethodReceiver(#1).exp().__bcast_computed(__fused)"),
        ("f(&x + &y)", "x, y", "f(#0 + #1)"),
        ("f(|v| v + &x)", "x", "f(|v| v + #0)"),
        ("&(a + b).exp()", "a, b", "&__bcast::MethodReceiver(#0 + #1).exp().__bcast_computed(__fused)"),
        // Every `&` call is evaluated separately.
        ("&x.t() * &x.t()", "&x.t(), &x.t()", "#0 * #1"),
        ("P { x: a, y }", "a, y", "P { x: #0, y: #1 }"),
        // Commas.
        ("a, mode = numpy,", "a", "#0"),
        ("a, where a: [2],", "a", "#0"),
        ("(|a, b| a + b)(x, y), mode = none", "x, y", "(|a, b| a + b)(#0, #1)"),
        // Places.
        ("x <<= &x", "x", "{ let mut __place = #0; __place <<= #0; __place }"),
        ("(y) = a", "a", "#0"),
        ("v.slice_mut(s![..]) += x", "v.slice_mut(s![..]), x", "{ let mut __place = #0; __place += #1; __place }"),
        ("rows[i] = x", "x", "#0"),
        ("self.out()? = x", "x", "#0"),
    ]);
}

#[test]
fn places() {
    let place_operand = |source: &str| {
        let (mut model, diagnostics) = read(source);
        assert!(diagnostics.is_empty());
        let place = model.places.remove(0);
        (place.name, place.operand, place.op.map(|op| op.to_string()))
    };
    assert_eq!(place_operand("y = a + b"), ("y".to_owned(), None, None));
    assert_eq!(place_operand("x = s * x"), ("x".to_owned(), Some(1), None));
    assert_eq!(place_operand("x -= s * x"), ("x".to_owned(), Some(0), Some("-=".to_owned())));
    assert_eq!(place_operand("*g = s * *g"), ("*g".to_owned(), Some(1), None));
    assert_eq!(place_operand("self.out[0] += s"), ("self.out[0]".to_owned(), Some(0), Some("+=".to_owned())));
}

#[test]
fn repeats_keep_their_own_tokens() {
    let (model, diagnostics) = read("a + a * &a + self.b + self.b");
    assert!(diagnostics.is_empty());
    let repeats: Vec<usize> = model.operands.iter().map(|operand| operand.repeats.len()).collect();
    assert_eq!(repeats, [2, 1]);
    assert_eq!(model.operands[1].repeats[0].to_string(), "self . b");
}

/// `$x` of `macro_rules!`.
fn invisible(source: &str) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::None, source.parse().unwrap())).into()
}

#[test]
fn invisible_groups_keep_their_precedence() {
    let times = |one: TokenStream, other: TokenStream| {
        let (model, diagnostics) = read_tokens(quote!(#one * #other));
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
        (super::operands(&model), super::body(&model))
    };
    let pair = |names: &str, body: &str| (names.to_owned(), body.to_owned());
    assert_eq!(times(invisible("a + b"), invisible("y")), pair("a, b, y", "(#0+#1)*#2"));
    assert_eq!(times(invisible("self.w"), invisible("m::X")), pair("self.w, m::X", "#0*#1"));
    assert_eq!(times(invisible("2.0"), invisible("f(x)")), pair("x", "2.0*f(#0)"));
    // A field after a path that came as a group belongs to the path.
    let z = invisible("z");
    assert_eq!(times(quote!(#z.re), invisible("a")), pair("z.re, a", "#0*#1"));
    let nested = TokenTree::Group(Group::new(Delimiter::None, invisible("a - b"))).into();
    assert_eq!(times(nested, invisible("c")), pair("a, b, c", "(#0-#1)*#2"));
}

#[test]
fn invisible_statements_and_nothing() {
    let (statement, nothing) = (invisible("let t = a * b"), invisible(""));
    let (model, diagnostics) = read_tokens(quote!({ #statement; t #nothing }));
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
    assert_eq!(super::body(&model), "{lett=#0*#1;t}");
}
