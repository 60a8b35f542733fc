//! Mistakes, with the smallest part underlined, and what is none.

use super::{check_accepted, check_messages, operands, read};

#[test]
fn mistakes() {
    check_messages(&[
        // Forms that leave the expression.
        ("loop { let f = || break; }", "break", "no loop inside it"),
        ("'a: { continue 'a; }", "continue 'a", "must label a loop"),
        ("'a: { break; a }", "break", "no loop"),
        ("f(async |v| v)", "async", "async"),
        // Forms without a value for one element.
        ("{ println!(\"{}\", a); a }", "println!", "print the array outside of the call"),
        ("match a { p!() => 1, _ => 2 }", "p!", "bind its value"),
        ("(px)[1..=2]", "..=", "head of a `for`"),
        ("f(..)", "..", "head of a `for`"),
        ("{ for i in { let t = 0..n; t } {} a }", "..", "head of a `for`"),
        ("f(try { a })", "try { a }", "not supported"),
        ("{ macro_rules! m { () => {} } a }", "macro_rules!", "bind its value"),
        // Tables.
        ("{ let i = x; f(&lut[i]) }", "lut[i]", "`let at = |i: usize| lut[i];`"),
        ("{ let i = x; &lut[i] }", "lut[i]", "`let at = |i: usize| lut[i];`"),
        ("lut[x](y)", "lut[x]", "`let at = |i: usize| lut[i];`"),
        // Assignments.
        ("{ a = b; b }", "a", "`a` is no local of the expression"),
        ("{ self.n += b; b }", "self.n", "elements have no order"),
        ("{ (t, u) = b; b }", "t", "no local"),
        ("(x += 1.0)", "x", "no local"),
        ("y = x = a", "x", "no local"),
        // Places.
        ("() = c", "()", "has one to 8"),
        ("(a, b) = (c, c), mode = named, where c: [N]", "a", "mode named writes to one place"),
        ("(a, b) = (c, c), where c: [N], a: [N]", "a", "`a` is a place only"),
        ("self += c", "self", "`*self`"),
        ("{ y } = c", "{ y }", "a place is a path"),
        // Options.
        ("a, Where a: [3]", "Where", "did you mean `where`?"),
        ("a, axsi 1", "axsi", "did you mean `axis`?"),
        ("a, allow = default_axis, allow = default_axis", "default_axis", "allowed twice"),
        ("a, allow = \"x\"", "\"x\"", "the name of a lint"),
        ("a, mode(pdpd)", "mode", "`mode` takes a value"),
        ("a, axis[a] = 1", "[a]", "`axis(a) = ..`"),
        ("a, to() = 3", "to", "`to` is for the whole call"),
        ("y = a, mode = bidirectional", "bidirectional", "needs a target shape"),
        ("alpha + beta, mode = pdpd, base = alpa", "alpa", "did you mean `alpha`?"),
        ("y = b, axis(y) = 1", "y", "has no alignment of its own"),
        ("&f(a) + &f(a), axis(f(a)) = 1", "f(a)", "evaluated more than once"),
        // Shapes.
        ("x, where x: [99999999999999999999]", "99999999999999999999", "too large"),
        ("x, where x: [2; 3]", "2; 3", "a comma goes between two lengths"),
        ("x, where x: [a::N]", "a::N", "in braces"),
        ("x, where x: [{}]", "{}", "the value is missing"),
        ("x, where x: [{a b}]", "{a b}", "a length is"),
        ("x, where x: [self]", "self", "is a keyword"),
        ("x, where x:", "x:", "a shape stands in brackets"),
        ("x, where y: [2]", "y", "(operands are `x`)"),
        ("1.0, where x: [2]", "x", "none of this call"),
        // Mode named.
        (
            "sum(a, axis = Q), mode = named, where a: [M, K]",
            "Q",
            "no array has the NAME `Q`; `to = [.., Q = 256]` makes it an axis of the result (NAMEs are `M`, `K`)",
        ),
        (
            "a, mode = named, to = [M, Colum], where a: [M, Column]",
            "Colum",
            "no array has `Colum`, so it needs a length, as in `Colum = 256`; did you mean `Column`?",
        ),
        // Unfinished calls, and calls that are not Rust.
        ("a + , mode = none", "+", "an operand is missing after `+`"),
        ("a, mode", "mode", "`mode` takes a value, as in `mode = pdpd`"),
        ("a, axis(a)", "axis", "`axis` takes a value"),
        ("a, mode == none", "==", "expected `=` and a value, as in `mode = pdpd`"),
        (", where a: [2]", ",", "the expression for one element comes first"),
        (", a + b", ",", "the expression for one element comes first"),
        ("y **= a", "**", "`**` is no operator of Rust"),
        ("where a: [2]", "where", "the expression for one element comes first"),
    ]);
    let (_, diagnostics) = read("");
    assert_eq!(diagnostics.messages(), ["nothing to compute; write the expression for one element: `bcast!(a + b)`"]);
}

#[test]
fn all_mistakes_are_reported() {
    for (source, mistakes, shapes) in [
        ("f(a)? + g!(b) + lut[c], mod = pdpd, axis = 1.5, axis = 2", 6, 0),
        ("a, mod = 1, axis = , 3, where a: [1.5], b: [2]", 5, 1),
    ] {
        let (model, diagnostics) = read(source);
        assert_eq!(diagnostics.messages().len(), mistakes, "{:?}", diagnostics.messages());
        assert_eq!((operands(&model).as_str(), model.stated.len()), ("a", shapes));
    }
}

#[test]
fn valid_calls() {
    check_accepted(&[
        // Any Rust is allowed inside operands, places and values.
        "&load()? + x",
        "&rows[0..3] + x",
        "&f(&mut state) + x",
        "&vec![1.0].concat() + x",
        "self.out()? = x",
        "x, to = [n()?, m!()]",
        "x, mode = pdpd, axis = pick()?",
        // Options in modes that take them.
        "y = a, mode = explicit, axes = [1]",
        "y = 0.0, mode = bidirectional",
        "a + b, mode = explicit, to = [1, 2], axes(b) = [1]",
        "a, mode = ncnn, to = [2], threads, allow = ncnn_rank_1, allow = default_axis",
    ]);
}

#[test]
fn too_many_names() {
    let names: Vec<String> = (0..101).map(|index| format!("a{index}")).collect();
    check_messages(&[(names.join(" + ").as_str(), "a100", "at most 100")]);
    check_accepted(&[&names[..100].join(" + ")]);
}
