//! Options, shapes and NAMEs as the model has them.

use bcast_core::rules::mode::Mode;

use super::read;
use crate::model::{Length, Model};

/// Reads a call without mistakes.
fn valid(source: &str) -> Model {
    let (model, diagnostics) = read(source);
    assert!(diagnostics.is_empty(), "{source}: {:?}", diagnostics.messages());
    model
}

#[test]
fn modes() {
    for mode in Mode::ALL {
        let to = if matches!(mode, Mode::Explicit | Mode::Bidirectional) { ", to = [2]" } else { "" };
        assert_eq!(valid(&format!("a, mode = {mode}{to}")).mode, mode);
    }
    let model = valid("a, mode = multidirectional");
    assert_eq!((model.mode, model.mode_name.unwrap().to_string().as_str()), (Mode::Numpy, "multidirectional"));
}

#[test]
fn values() {
    let axis = |source: &str| {
        valid(&format!("a, mode = pdpd, axis = {source}")).axes.unwrap().list.literals().map(|axes| axes[0])
    };
    assert_eq!(axis("1"), Some(1));
    assert_eq!(axis("-1"), Some(-1));
    assert_eq!(axis("(-1i8)"), Some(-1));
    assert_eq!(axis("0x10usize"), Some(16));
    assert_eq!(axis("k - 1"), None);
    let to = |source: &str| {
        valid(&format!("a, to = {source}"))
            .to
            .unwrap()
            .entries
            .map(|entries| entries.into_iter().map(|entry| entry.literal).collect::<Vec<_>>())
    };
    assert_eq!(to("[2, n, 4]"), Some(vec![Some(2), None, Some(4)]));
    assert_eq!(to("(2, n)"), Some(vec![Some(2), None]));
    assert_eq!(to("&[2]"), Some(vec![Some(2)]));
    assert_eq!(to("[]"), Some(vec![]));
    assert_eq!(to("3"), Some(vec![Some(3)]));
    assert_eq!(to("(3)"), Some(vec![Some(3)]));
    assert_eq!(to("x.raw_dim()"), None);
    assert_eq!(to("[n; 3]"), None);
}

#[test]
fn bases() {
    assert_eq!(valid("self.w * x, mode = pdpd, base = self.w, axis(x) = -1").base, Some(0));
}

#[test]
fn entries() {
    let model = valid("y = x * g + s, where x: [N, 3, {n + 1}, _], g: [N, {n + 1}, {m}, 4usize], s: [], y: [N],");
    let lengths = |index: usize| model.stated[index].entries.iter().map(|entry| entry.length).collect::<Vec<_>>();
    assert_eq!(lengths(0), [Length::Symbol(0), Length::Known(3), Length::Value(0), Length::Open]);
    assert_eq!(lengths(1), [Length::Symbol(0), Length::Value(0), Length::Value(1), Length::Known(4)]);
    assert_eq!(lengths(2), []);
    let targets: Vec<_> = model.stated.iter().map(|stated| stated.target).collect();
    assert_eq!(targets, [Some(0), Some(1), Some(2), None]);
    assert_eq!((model.names.len(), model.values.len()), (1, 2));
}

#[test]
fn keys() {
    for (source, target) in [
        ("x += b, where x: [2]", Some(0)),
        ("x = b * x, where x: [2]", Some(1)),
        ("x = b, where x: [2]", None),
        ("self.w * m::X, where m::X: [2]", Some(1)),
        ("*g + 1.0, where *g: [2]", Some(0)),
        ("&x.t() + 1.0, where x.t(): [2]", Some(0)),
    ] {
        assert_eq!(valid(source).stated[0].target, target, "{source}");
    }
}

/// The NAMEs in the frame's order, the axes of each operand, those of the result, and those of each reduction.
fn frame(source: &str) -> String {
    let model = valid(source);
    let named = model.named.expect("mode named");
    assert_eq!(named.given.len(), model.names.len());
    let axes: Vec<_> = model.reductions.iter().map(|reduction| reduction.axes.as_ref()?.literals()).collect();
    let names: Vec<String> = model.names.iter().map(ToString::to_string).collect();
    format!("{} {:?} {:?} {axes:?}", names.join(" "), named.maps, named.kept).replace("Some", "")
}

#[test]
fn frames() {
    for (call, arrays, wanted) in [
        // Both arrays are read along K.
        ("sum((a - b) * (a - b), axis = K)", "a: [M, K], b: [N, K]", "M N K [([0, 2]), ([1, 2])] [0, 1] [([2])]"),
        // One array is read along K, one along N.
        ("sum(a * b, axis = K)", "a: [M, K], b: [K, N]", "M K N [([0, 1]), ([1, 2])] [0, 2] [([1])]"),
        // The place and `to` give the result's order; a constant has no axes.
        ("y = x * k", "x: [I, J], y: [J, I], k: []", "J I [([1, 0]), None] [0, 1] []"),
        ("count(a == index(axis = B), axis = N), to = [B = 256]", "a: [N]", "B N [([1])] [0] [([0]), ([1])]"),
        // The order of sums is that of the result's NAMEs before the others, wherever arrays are read along the last one.
        ("a - sum(x, axis = [I, J])", "x: [J, I], a: [I]", "I J [([0]), ([1, 0])] [0] [([0, 1])]"),
    ] {
        assert_eq!(frame(&format!("{call}, mode = named, where {arrays}")), wanted, "{call}");
    }
}
