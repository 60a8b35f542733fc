//! Operands, and names that are not operands.

use super::{check_bodies, read, read_tokens};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

#[test]
fn paths_and_fields() {
    check_bodies(&[
        ("a + b", "a, b", "#0 + #1"),
        ("a * a + b", "a, b", "#0 * #0 + #1"),
        ("self.weight * x", "self.weight, x", "#0 * #1"),
        ("self.0 + x.1.2", "self.0, x.1.2", "#0 + #1"),
        ("Self::BIAS + T::EPS", "Self::BIAS, T::EPS", "#0 + #1"),
        ("std::f32::consts::PI * i32::MAX", "std::f32::consts::PI, i32::MAX", "#0 * #1"),
        ("::std::f32::EPSILON", "::std::f32::EPSILON", "#0"),
        ("<f32 as Float>::MAX + a", "<f32 as Float>::MAX, a", "#0 + #1"),
        ("Foo::<f32>::X.y", "Foo::<f32>::X.y", "#0"),
        // Each spelling is a separate path.
        ("a.b + a.c + a", "a.b, a.c, a", "#0 + #1 + #2"),
        ("*guard + x", "*guard, x", "#0 + #1"),
        ("*self.guard + **boxed", "*self.guard, **boxed", "#0 + #1"),
        ("x * *guard + f(**boxed)", "x, *guard, **boxed", "#0 * #1 + f (#2)"),
        ("-x", "x", "-#0"),
        ("!x", "x", "!#0"),
        ("x as f64", "x", "#0 as f64"),
        ("*self + 1.0", "*self", "#0 + 1.0"),
        ("2.0", "", "2.0"),
        ("\"text\"", "", "\"text\""),
        // Constructors without a type path.
        ("x == None", "x", "#0 == None"),
        ("x.map(Some).ok_or(Err)", "x", "#0.map(Some).ok_or(Err)"),
        ("Option::<f32>::None", "Option::<f32>::None", "#0"),
        ("r#type + 1", "r#type", "#0 + 1"),
    ]);
}

#[test]
fn references_at_operators_change_nothing() {
    check_bodies(&[
        ("&a + &b", "a, b", "#0 + #1"),
        ("&a", "a", "#0"),
        ("&*arc + 1.0", "*arc", "#0 + 1.0"),
        ("-&a", "a", "-#0"),
        ("(&a) + &b", "a, b", "(#0) + #1"),
        ("{ &a }", "a", "{ #0 }"),
        ("if c { &a } else { &b }", "c, a, b", "if #0 { #1 } else { #2 }"),
        ("match &a { v => v }", "a", "match #0 { v => v }"),
        ("{ let v = &a; v }", "a", "{ let v = #0; v }"),
        ("(&a, &b)", "a, b", "(#0, #1)"),
        ("P { f: &a }", "a", "P { f: #0 }"),
        ("a as f64 + (&b).exp()", "a, b", "#0 as f64 + __bcast::MethodReceiver(#1).exp().__bcast_computed(__fused)"),
        // The same operand with and without `&`.
        ("a + &a", "a", "#0 + #0"),
    ]);
}

#[test]
fn references_in_arguments_are_rusts_own() {
    check_bodies(&[
        ("x.total_cmp(&y)", "x, y", "#0.total_cmp(&#1)"),
        ("x.total_cmp(&0.0)", "x", "#0.total_cmp(&0.0)"),
        ("f(&x)", "x", "f(&#0)"),
        ("f(&*x)", "*x", "f(&#0)"),
        ("f(&&x)", "x", "f(&&#0)"),
        ("f((&x))", "x", "f((&#0))"),
        ("f((&x, 1))", "x", "f((&#0, 1))"),
        ("f(&x + &y)", "x, y", "f(#0 + #1)"),
        ("f(if c { &x } else { &y })", "c, x, y", "f(if #0 { &#1 } else { &#2 })"),
        ("Some(&x)", "x", "Some(&#0)"),
        ("f(|v| v + &x)", "x", "f(|v| v + #0)"),
    ]);
}

#[test]
fn references_to_anything_else_are_rusts_own() {
    check_bodies(&[
        ("&1.0", "", "&1.0"),
        ("&(x)", "x", "&(#0)"),
        ("&(a + b).exp()", "a, b", "&__bcast::MethodReceiver(#0 + #1).exp().__bcast_computed(__fused)"),
        ("&-x", "x", "&-#0"),
        ("{ let v = x; f(&v) }", "x", "{ let v = #0; f(&v) }"),
        ("{ let v = x; f(&v.re) }", "x", "{ let v = #0; f(&v.re) }"),
        ("{ let v = x; f(&v.max(y)) }", "x, y", "{ let v = #0; f(&v.max(#1)) }"),
        ("{ let v = x; f(&y.max(v)) }", "x, y", "{ let v = #0; f(&#1.max(v)) }"),
        ("&[x, y]", "x, y", "&[#0, #1]"),
        ("f(&self)", "", "f(&self)"),
        ("f(&None)", "", "f(&None)"),
    ]);
}

#[test]
fn borrowed_calls_are_operands() {
    check_bodies(&[
        ("&x.t() + y", "&x.t(), y", "#0 + #1"),
        ("&layers[0].bias * x", "&layers[0].bias, x", "#0 * #1"),
        ("&load()? + x", "&load()?, x", "#0 + #1"),
        ("&load().await + x", "&load().await, x", "#0 + #1"),
        ("&rows[i]", "&rows[i]", "#0"),
        ("&self.bias() + x", "&self.bias(), x", "#0 + #1"),
        ("&(self.f)(1)", "&(self.f)(1)", "#0"),
        ("&x.slice(s![.., 0])", "&x.slice(s![.., 0])", "#0"),
        ("f(&table.row(0))", "&table.row(0)", "f(#0)"),
        // Every `&` call is evaluated separately.
        ("&x.t() * &x.t()", "&x.t(), &x.t()", "#0 * #1"),
        // A member spelled like a local is not a local.
        ("{ let t = 1.0; &x.t() * t }", "&x.t()", "{ let t = 1.0; #0 * t }"),
        ("{ let a = 1.0; &m::a(x) * a }", "&m::a(x)", "{ let a = 1.0; #0 * a }"),
    ]);
}

#[test]
fn callees_and_receivers() {
    check_bodies(&[
        ("gelu(x)", "x", "gelu(#0)"),
        ("f32::max(x, y)", "x, y", "f32::max(#0, #1)"),
        ("Some(x)", "x", "Some(#0)"),
        ("(self.f)(x)", "x", "(self.f)(#0)"),
        ("self.0(x)", "x", "self.0(#0)"),
        ("(*f)(x)", "x", "(*f)(#0)"),
        ("(|v| v * s)(x)", "s, x", "(|v| v * #0)(#1)"),
        ("f(1.0)(x)", "x", "f(1.0)(#0)"),
        ("self.scale(x)", "x", "self.scale(#0)"),
        ("x.exp(y) + x.ln::<f32>()", "x, y", "#0.exp(#1) + #0.ln::<f32>()"),
        ("{ fn f(x: f32) -> f32 { x.exp() } f(x) }", "x", "{ fn f(x: f32) -> f32 { x.exp() } f(#0) }"),
        ("x.exp().max(y)", "x, y", "__bcast::MethodReceiver(#0).exp().__bcast_computed(__fused).max(#1)"),
        ("x.cast::<f64>()", "x", "#0.cast::<f64>()"),
        ("x.map(f32::exp)", "x, f32::exp", "#0.map(#1)"),
        ("f(self)", "", "f(self)"),
        ("self[0] + x", "x", "self[0] + #0"),
    ]);
}

#[test]
fn members_and_indices_of_elements() {
    check_bodies(&[
        ("(z).re", "z", "(#0).re"),
        ("z.re", "z.re", "#0"),
        ("(px)[0]", "px", "(#0)[0]"),
        ("(px)[i]", "px, i", "(#0)[#1]"),
        ("f(x).0", "x", "f(#0).0"),
        ("x.conj().re", "x", "#0.conj().re"),
        ("{ let v = z; v.re + v[0] }", "z", "{ let v = #0; v.re + v[0] }"),
        ("[a, b][0]", "a, b", "[#0, #1][0]"),
    ]);
}

#[test]
fn struct_literals() {
    check_bodies(&[
        ("P { x: a, y }", "a, y", "P { x: #0, y: #1 }"),
        ("P { x }", "x", "P { x: #0 }"),
        ("{ let x = a; P { x } }", "a", "{ let x = #0; P { x } }"),
        ("P { x, ..rest }", "x, rest", "P { x: #0, ..#1 }"),
        ("m::P { x: -a }", "a", "m::P { x: -#0 }"),
        ("[x; 3]", "x", "[#0; 3]"),
        ("[x; N]", "x", "[#0; N]"),
    ]);
}

#[test]
fn locals_of_blocks() {
    check_bodies(&[
        ("{ let x = x * 2.0; x }", "x", "{ let x = #0 * 2.0; x }"),
        ("{ let x = 1.0; x } + x", "x", "{ let x = 1.0; x } + #0"),
        ("x + { let x = 1.0; x }", "x", "#0 + { let x = 1.0; x }"),
        ("{ let (a, b) = x; a + b + c }", "x, c", "{ let (a, b) = #0; a + b + #1 }"),
        ("{ let v: f32 = x; v }", "x", "{ let v: f32 = #0; v }"),
        ("{ let v; v = x; v }", "x", "{ let v; v = #0; v }"),
        ("{ let mut s = 0.0; s += x; s = s * y; s }", "x, y", "{ let mut s = 0.0; s += #0; s = s * #1; s }"),
        ("{ let Some(v) = f(x) else { loop {} }; v }", "x", "{ let Some(v) = f(#0) else { loop {} }; v }"),
        ("{ let Some(v) = f(x) else { v }; v }", "x, v", "{ let Some(v) = f(#0) else { #1 }; v }"),
        ("{ const K: f32 = 2.0; x * K }", "x", "{ const K: f32 = 2.0; #0 * K }"),
        ("{ let v = K * x; const K: f32 = 2.0; v }", "x", "{ let v = K * #0; const K: f32 = 2.0; v }"),
        ("{ fn g(v: f32) -> f32 { return v } g(x) }", "x", "{ fn g(v: f32) -> f32 { return v } g(#0) }"),
        ("{ enum E { A } E::A as i32 + x }", "x", "{ enum E { A } E::A as i32 + #0 }"),
        (
            "{ use std::f32::consts::{PI, E as EULER}; PI * x + EULER }",
            "x",
            "{ use std::f32::consts::{PI, E as EULER}; PI * #0 + EULER }",
        ),
        // A module may have the same name as a local.
        ("{ let m = 1; m::X + m }", "m::X", "{ let m = 1; #0 + m }"),
        ("unsafe { f(x) }", "x", "unsafe { f(#0) }"),
        ("const { N + 1 } + x", "x", "const { N + 1 } + #0"),
        ("{ ; x }", "x", "{ ; #0 }"),
    ]);
}

#[test]
fn locals_of_patterns() {
    check_bodies(&[
        (
            "match f(x) { Some(v) if v > x => v, None => y, other => other }",
            "x, y",
            "match f(#0) { Some(v) if v > #0 => v, None => #1, other => other }",
        ),
        (
            "match x { v @ 0..=3 => v, P { a, b: c } => a + c + b, _ => 0 }",
            "x, b",
            "match #0 { v @ 0..=3 => v, P { a, b: c } => a + c + #1, _ => 0 }",
        ),
        (
            "match x { A(v) | B(v) => v, [first, .., last] => first + last, &r => r, (ref a, mut b) => b }",
            "x",
            "match #0 { A(v) | B(v) => v, [first, .., last] => first + last, &r => r, (ref a, mut b) => b }",
        ),
        ("match x { v if let Some(w) = g(v) => w, w => w }", "x", "match #0 { v if let Some(w) = g(v) => w, w => w }"),
        ("match x { P { x } => x } + x", "x", "match #0 { P { x } => x } + #0"),
        (
            "if let Some(v) = f(x) && v > 0.0 { v } else { v }",
            "x, v",
            "if let Some(v) = f(#0) && v > 0.0 { v } else { #1 }",
        ),
        (
            "if let Some(x) = f(x) { x } else if let Some(y) = g(y) { x + y } else { y }",
            "x, y",
            "if let Some(x) = f(#0) { x } else if let Some(y) = g(#1) { #0 + y } else { #1 }",
        ),
        (
            "{ let mut s = x; while let Some(v) = next(s) { s = v; } s + v }",
            "x, v",
            "{ let mut s = #0; while let Some(v) = next(s) { s = v; } s + #1 }",
        ),
        (
            "{ let mut s = 0.0; for i in 0..n { s += x * i; } s + i }",
            "n, x, i",
            "{ let mut s = 0.0; for i in 0..#0 { s += #1 * i; } s + #2 }",
        ),
        (
            "{ let mut s = 0; for (i, v) in (0..=k).rev().zip(w) { s += i * v; } s }",
            "k, w",
            "{ let mut s = 0; for (i, v) in (0..=#0).rev().zip(#1) { s += i * v; } s }",
        ),
        ("(|a, (b, _): (f32, f32)| a + b + c)(x, y)", "c, x, y", "(|a, (b, _): (f32, f32)| a + b + #0)(#1, #2)"),
        ("f(move |x| x) + x", "x", "f(move |x| x) + #0"),
    ]);
}

#[test]
fn loops_and_labels() {
    check_bodies(&[
        ("loop { break x; }", "x", "loop { break #0; }"),
        ("'a: loop { loop { break 'a x; } }", "x", "'a: loop { loop { break 'a #0; } }"),
        ("'a: { if x > 0.0 { break 'a x; } y }", "x, y", "'a: { if #0 > 0.0 { break 'a #0; } #1 }"),
        (
            "{ let mut n = 0; while n < 3 { n += 1; if n == 2 { continue; } } x }",
            "x",
            "{ let mut n = 0; while n < 3 { n += 1; if n == 2 { continue; } } #0 }",
        ),
        (
            "{ let mut t = [0; 3]; t[0] = x; (t[1], t[2]) = (y, z); t }",
            "x, y, z",
            "{ let mut t = [0; 3]; t[0] = #0; (t[1], t[2]) = (#1, #2); t }",
        ),
        (
            "{ let mut p = P::new(); p.re = x; *p.at(y) += 1; p }",
            "x, y",
            "{ let mut p = P::new(); p.re = #0; *p.at(#1) += 1; p }",
        ),
        ("{ let mut p = x; _ = y; (p) = z; p }", "x, y, z", "{ let mut p = #0; _ = #1; (p) = #2; p }"),
    ]);
}

#[test]
fn places() {
    check_bodies(&[
        ("y = a + b", "a, b", "#0 + #1"),
        ("x += bias", "x, bias", "{ let mut __place = #0; __place += #1; __place }"),
        ("x <<= &x", "x", "{ let mut __place = #0; __place <<= #0; __place }"),
        ("x = s * x", "s, x", "#0 * #1"),
        ("y = 0.0", "", "0.0"),
        ("(y) = a", "a", "#0"),
        ("v.slice_mut(s![..]) += x", "v.slice_mut(s![..]), x", "{ let mut __place = #0; __place += #1; __place }"),
        ("rows[i] = x", "x", "#0"),
        ("self.out()? = x", "x", "#0"),
        ("*y = x", "x", "#0"),
    ]);
    let place_operand = |source: &str| {
        let (model, diagnostics) = read(source);
        assert!(diagnostics.is_empty());
        let place = model.place.unwrap();
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
        let star: TokenStream = "*".parse().unwrap();
        let facade: TokenStream = super::FACADE.parse().unwrap();
        let (model, diagnostics) = read_tokens([facade, one, star, other].into_iter().collect());
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
        (super::operands(&model), super::body(&model))
    };
    let pair = |names: &str, body: &str| (names.to_owned(), body.to_owned());
    assert_eq!(times(invisible("a + b"), invisible("y")), pair("a, b, y", "(#0+#1)*#2"));
    assert_eq!(times(invisible("self.w"), invisible("m::X")), pair("self.w, m::X", "#0*#1"));
    assert_eq!(times(invisible("2.0"), invisible("f(x)")), pair("x", "2.0*f(#0)"));
    // A field after a path that came as a group belongs to the path.
    let field: TokenStream = invisible("z").into_iter().chain(".re".parse::<TokenStream>().unwrap()).collect();
    assert_eq!(times(field, invisible("a")), pair("z.re, a", "#0*#1"));
    let nested = TokenTree::Group(Group::new(Delimiter::None, invisible("a - b"))).into();
    assert_eq!(times(nested, invisible("c")), pair("a, b, c", "(#0-#1)*#2"));
}

#[test]
fn invisible_statements_and_nothing() {
    let mut block: TokenStream = invisible("let t = a * b");
    block.extend("; t".parse::<TokenStream>());
    block.extend(invisible(""));
    let braces = TokenTree::Group(Group::new(Delimiter::Brace, block));
    let facade: TokenStream = super::FACADE.parse().unwrap();
    let (model, diagnostics) = read_tokens(facade.into_iter().chain([braces]).collect());
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
    assert_eq!(super::body(&model), "{lett=#0*#1;t}");
}
