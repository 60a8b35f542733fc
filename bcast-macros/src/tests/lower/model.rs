//! Options, shapes and NAMEs as the model has them.

use super::read;
use crate::model::{Length, ListValue, Model};
use bcast_core::rules::mode::Mode;

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
    let lengths =
        |index: usize| model.stated[index].entries.iter().map(|entry| entry.length.clone()).collect::<Vec<_>>();
    assert_eq!(lengths(0), [Length::Name(0), Length::Known(3), Length::Value(0), Length::Unknown]);
    assert_eq!(lengths(1), [Length::Name(0), Length::Value(0), Length::Value(1), Length::Known(4)]);
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
type Frame = (String, Vec<Option<Vec<usize>>>, Vec<usize>, Vec<Vec<i64>>);

fn frame(source: &str) -> Frame {
    let model = valid(source);
    let named = model.named.expect("mode named");
    assert_eq!(named.given.len(), model.names.len());
    let literals =
        |axes: &ListValue| axes.entries.iter().flatten().map(|axis| axis.literal.expect("a number")).collect();
    let axes = model.reductions.iter().map(|reduction| literals(reduction.axes.as_ref().expect("a list"))).collect();
    let names: Vec<String> = model.names.iter().map(ToString::to_string).collect();
    (names.join(" "), named.maps, named.kept, axes)
}

#[test]
fn frames() {
    // Both arrays are read along K.
    let distances = "sum((a - b) * (a - b), axis = K), mode = named, where a: [M, K], b: [N, K]";
    let (names, maps, kept, axes) = frame(distances);
    assert_eq!((names.as_str(), kept, axes), ("M N K", vec![0, 1], vec![vec![2]]));
    assert_eq!(maps, [Some(vec![0, 2]), Some(vec![1, 2])]);
    // One array is read along K, one along N.
    let product = "sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]";
    let (names, maps, kept, axes) = frame(product);
    assert_eq!((names.as_str(), kept, axes), ("M K N", vec![0, 2], vec![vec![1]]));
    assert_eq!(maps, [Some(vec![0, 1]), Some(vec![1, 2])]);
    // The place and `to` give the result's order; a constant has no axes.
    let place = "y = x * k, mode = named, where x: [I, J], y: [J, I], k: []";
    let (names, maps, kept, _) = frame(place);
    assert_eq!((names.as_str(), kept, maps), ("J I", vec![0, 1], vec![Some(vec![1, 0]), None]));
    let bins = "count(bin == index(axis = B), axis = N), mode = named, to = [B = 256], where bin: [N]";
    let (names, maps, kept, axes) = frame(bins);
    assert_eq!((names.as_str(), kept, maps), ("B N", vec![0], vec![Some(vec![1])]));
    assert_eq!(axes, [[0], [1]]);
    // The order of sums is that of the result's NAMEs before the others, wherever arrays are read along the last one.
    let taken_beside = "a - sum(x, axis = [I, J]), mode = named, where x: [J, I], a: [I]";
    assert_eq!(frame(taken_beside).0, "I J");
}
