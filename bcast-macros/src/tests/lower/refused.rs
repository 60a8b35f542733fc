//! Forms that an element expression cannot contain, with the smallest part underlined.

use super::{check_messages, operands, read};

#[test]
fn forms_that_leave_the_expression() {
    check_messages(&[
        ("if a > 0.0 { return a } else { b }", "return", "choose a value with `if` or `match`"),
        ("f(a)? + b", "?", "`.unwrap_or(0.0)`, or unwrap before the call"),
        ("a.await + b", ".await", "await the value before the call"),
        ("f(a).await + b", ".await", "await the value before the call"),
        ("{ yield a }", "yield", "`yield`"),
        ("{ break; a }", "break", "no loop inside it"),
        ("{ continue; a }", "continue", "no loop inside it"),
        ("loop { break 'outer a }", "break 'outer", "`'outer` must label a loop inside it"),
        ("loop { let f = || break; }", "break", "no loop inside it"),
        ("'a: { continue 'a; }", "continue 'a", "must label a loop"),
        ("'a: { break; a }", "break", "no loop"),
        ("async { a }", "async", "async"),
        ("f(async |v| v)", "async", "async"),
    ]);
}

#[test]
fn forms_without_an_element_value() {
    check_messages(&[
        ("max!(a, b) + c", "max!", "bind its value before the call: `let v = max!(a, b);`"),
        ("{ println!(\"{}\", a); a }", "println!", "print the array outside of the call"),
        ("match a { p!() => 1, _ => 2 }", "p!", "bind its value"),
        ("f(&mut a)", "&mut", "`let mut` local"),
        ("f(a..b)", "..", "head of a `for`"),
        ("(px)[1..=2]", "..=", "head of a `for`"),
        ("f(..)", "..", "head of a `for`"),
        ("{ for i in { let t = 0..n; t } {} a }", "..", "head of a `for`"),
        ("f(&raw const a)", "&raw", "not supported"),
        ("f(try { a })", "try { a }", "not supported"),
        ("{ macro_rules! m { () => {} } a }", "macro_rules!", "bind its value"),
    ]);
}

#[test]
fn tables() {
    check_messages(&[
        ("lut[x]", "lut[x]", "`let at = |i: usize| lut[i];`"),
        ("self.lut[0] + a", "self.lut[0]", "and `(self.lut)[..]`"),
        ("{ let i = x; f(&lut[i]) }", "lut[i]", "`let at = |i: usize| lut[i];`"),
        ("{ let i = x; &lut[i] }", "lut[i]", "`let at = |i: usize| lut[i];`"),
        ("lut[x](y)", "lut[x]", "`let at = |i: usize| lut[i];`"),
    ]);
}

#[test]
fn assignments() {
    check_messages(&[
        ("{ a = b; b }", "a", "`a` is no local of the expression"),
        ("{ a += b; b }", "a", "no local"),
        ("{ self.n += b; b }", "self.n", "elements have no order"),
        ("{ (t, u) = b; b }", "t", "no local"),
        ("{ t[0] = b; b }", "t[0]", "no local"),
        ("(x += 1.0)", "x", "no local"),
        ("y = x = a", "x", "no local"),
    ]);
}

#[test]
fn invalid_places() {
    check_messages(&[
        ("1.0 = a", "1.0", "a place is a path"),
        ("a + b = c", "a + b", "a place is a path"),
        ("(a, (b, c)) = d", "(b, c)", "has no tuple in it"),
        ("(a, _) = b", "_", "`_` is no place"),
        ("(a, a) = b", "a", "`a` is written twice"),
        ("(a, b) += c", "+=", "an operator writes to one place"),
        ("() = c", "()", "has one to 8"),
        ("(a, b) = (c, d, e)", "(c, d, e)", "this tuple has 3 entries, and there are 2 places"),
        ("(a, b) = c, unzip", "unzip", "this call writes to places"),
        ("(a, b) = (c, c), mode = named, where c: [N]", "a", "mode named writes to one place"),
        ("(a, b) = (c, c), where c: [N], a: [N]", "a", "`a` is a place only"),
        ("f() += c", "f()", "a place is a path"),
        ("&mut y = c", "&mut y", "write `y` alone"),
        ("self += c", "self", "`*self`"),
        ("{ y } = c", "{ y }", "a place is a path"),
    ]);
}

#[test]
fn all_mistakes_are_reported() {
    let (model, diagnostics) = read("f(a)? + g!(b) + lut[c], mod = pdpd, axis = 1.5, axis = 2");
    assert_eq!(diagnostics.messages().len(), 6, "{:?}", diagnostics.messages());
    assert_eq!(operands(&model), "a");
}

#[test]
fn any_rust_is_allowed_inside_operands_places_and_values() {
    for source in [
        "&load()? + x",
        "&rows[0..3] + x",
        "&f(&mut state) + x",
        "&vec![1.0].concat() + x",
        "self.out()? = x",
        "views[0..2] = x",
        "x, to = [n()?, m!()]",
        "x, mode = pdpd, axis = pick()?",
    ] {
        let (_, diagnostics) = read(source);
        assert!(diagnostics.is_empty(), "{source}: {:?}", diagnostics.messages());
    }
}

#[test]
fn too_many_names() {
    let names: Vec<String> = (0..101).map(|index| format!("a{index}")).collect();
    check_messages(&[(names.join(" + ").as_str(), "a100", "at most 100")]);
    let (_, diagnostics) = read(&names[..100].join(" + "));
    assert!(diagnostics.is_empty());
}
