//! The `where` clause.

use super::{check_messages, read};
use crate::model::{Length, Target};

#[test]
fn entries() {
    let (model, diagnostics) =
        read("y = x * g + s, where x: [N, 3, {n + 1}, _], g: [N, {n + 1}, {m}, 4usize], s: [], y: [N],");
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
    let lengths =
        |index: usize| model.stated[index].entries.iter().map(|entry| entry.length.clone()).collect::<Vec<_>>();
    assert_eq!(lengths(0), [Length::Name(0), Length::Known(3), Length::Value(0), Length::Unknown]);
    assert_eq!(lengths(1), [Length::Name(0), Length::Value(0), Length::Value(1), Length::Known(4)]);
    assert_eq!(lengths(2), []);
    let targets: Vec<_> = model.stated.iter().map(|stated| stated.target).collect();
    assert_eq!(targets, [Target::Operand(0), Target::Operand(1), Target::Operand(2), Target::Place]);
    assert_eq!((model.names.len(), model.values.len()), (1, 2));
}

#[test]
fn keys() {
    for (source, target) in [
        ("x += b, where x: [2]", Target::Operand(0)),
        ("x = b * x, where x: [2]", Target::Operand(1)),
        ("x = b, where x: [2]", Target::Place),
        ("self.w * m::X, where m::X: [2]", Target::Operand(1)),
        ("*g + 1.0, where *g: [2]", Target::Operand(0)),
        ("&x.t() + 1.0, where x.t(): [2]", Target::Operand(0)),
    ] {
        let (model, diagnostics) = read(source);
        assert!(diagnostics.is_empty(), "{source}: {:?}", diagnostics.messages());
        assert_eq!(model.stated[0].target, target, "{source}");
    }
    check_messages(&[("x, where y: [2]", "y", "(operands are `x`)"), ("1.0, where x: [2]", "x", "none of this call")]);
}

#[test]
fn wrong_entries() {
    check_messages(&[
        ("x, where x: [99999999999999999999]", "99999999999999999999", "too large"),
        ("x, where x: [2; 3]", "2; 3", "a comma goes between two lengths"),
        ("x, where x: [a::N]", "a::N", "in braces"),
        ("x, where x: [{}]", "{}", "the value is missing"),
        ("x, where x: [{a b}]", "{a b}", "a length is"),
        ("x, where x: [self]", "self", "is a keyword"),
        ("x, where x:", "x:", "a shape stands in brackets"),
    ]);
}
