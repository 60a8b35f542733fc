//! Forms that an element expression cannot contain, with the smallest part underlined.

use super::{check_messages, operands, read};

#[test]
fn forms_that_leave_the_expression() {
    check_messages(&[
        ("loop { let f = || break; }", "break", "no loop inside it"),
        ("'a: { continue 'a; }", "continue 'a", "must label a loop"),
        ("'a: { break; a }", "break", "no loop"),
        ("f(async |v| v)", "async", "async"),
    ]);
}

#[test]
fn forms_without_an_element_value() {
    check_messages(&[
        ("{ println!(\"{}\", a); a }", "println!", "print the array outside of the call"),
        ("match a { p!() => 1, _ => 2 }", "p!", "bind its value"),
        ("(px)[1..=2]", "..=", "head of a `for`"),
        ("f(..)", "..", "head of a `for`"),
        ("{ for i in { let t = 0..n; t } {} a }", "..", "head of a `for`"),
        ("f(try { a })", "try { a }", "not supported"),
        ("{ macro_rules! m { () => {} } a }", "macro_rules!", "bind its value"),
    ]);
}

#[test]
fn tables() {
    check_messages(&[
        ("{ let i = x; f(&lut[i]) }", "lut[i]", "`let at = |i: usize| lut[i];`"),
        ("{ let i = x; &lut[i] }", "lut[i]", "`let at = |i: usize| lut[i];`"),
        ("lut[x](y)", "lut[x]", "`let at = |i: usize| lut[i];`"),
    ]);
}

#[test]
fn assignments() {
    check_messages(&[
        ("{ a = b; b }", "a", "`a` is no local of the expression"),
        ("{ self.n += b; b }", "self.n", "elements have no order"),
        ("{ (t, u) = b; b }", "t", "no local"),
        ("(x += 1.0)", "x", "no local"),
        ("y = x = a", "x", "no local"),
    ]);
}

#[test]
fn invalid_places() {
    check_messages(&[
        ("() = c", "()", "has one to 8"),
        ("(a, b) = (c, c), mode = named, where c: [N]", "a", "mode named writes to one place"),
        ("(a, b) = (c, c), where c: [N], a: [N]", "a", "`a` is a place only"),
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
