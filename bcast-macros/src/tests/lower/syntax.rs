//! Unfinished calls and calls that are not Rust: every readable part is kept.

use super::{check_bodies, check_marked, check_messages, operands, read};

#[test]
fn commas() {
    check_marked(&["f::<A, B>(«x»)"]);
    check_bodies(&[
        ("a + b,", "a, b", "#0 + #1"),
        ("a, mode = numpy,", "a", "#0"),
        ("a, where a: [2],", "a", "#0"),
        ("(|a, b| a + b)(x, y), mode = none", "x, y", "(|a, b| a + b)(#0, #1)"),
    ]);
}

#[test]
fn messages_at_the_end_lie_in_the_call() {
    check_messages(&[
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
fn every_part_is_read() {
    let (model, diagnostics) = read("a, mod = 1, axis = , 3, where a: [1.5], b: [2]");
    assert_eq!(diagnostics.messages().len(), 5, "{:?}", diagnostics.messages());
    assert_eq!(operands(&model), "a");
    assert_eq!(model.stated.len(), 1);
}
