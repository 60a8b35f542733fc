//! Mode named: NAMEs as the axes of a frame.

use super::{check_messages, read};

/// The NAMEs in the frame's order, the axes of each operand, those of the result, and those of each reduction.
type Frame = (String, Vec<Option<Vec<usize>>>, Vec<usize>, Vec<Vec<i64>>);

fn frame(source: &str) -> Frame {
    let (model, diagnostics) = read(source);
    assert!(diagnostics.is_empty(), "{source}: {:?}", diagnostics.messages());
    let named = model.named.expect("mode named");
    assert_eq!(named.given.len(), model.names.len());
    let literals = |axes: &crate::model::ListValue| {
        axes.entries.iter().flatten().map(|axis| axis.literal.expect("a number")).collect()
    };
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

#[test]
fn mistakes() {
    check_messages(&[
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
    ]);
}
