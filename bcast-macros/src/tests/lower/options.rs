//! Options: their names, their values, and the modes that take them.

use super::{check_messages, read};
use bcast_core::rules::mode::Mode;

#[test]
fn modes() {
    for mode in Mode::ALL {
        let to = if matches!(mode, Mode::Explicit | Mode::Bidirectional) { ", to = [2]" } else { "" };
        let (model, diagnostics) = read(&format!("a, mode = {mode}{to}"));
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
        assert_eq!(model.mode.mode, mode);
    }
    let (model, diagnostics) = read("a, mode = multidirectional");
    assert!(diagnostics.is_empty());
    assert_eq!((model.mode.mode, model.mode.ident.unwrap().to_string().as_str()), (Mode::Numpy, "multidirectional"));
}

#[test]
fn values() {
    let axis = |source: &str| {
        let (model, diagnostics) = read(&format!("a, mode = pdpd, axis = {source}"));
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
        model.axes.unwrap().literals().map(|axes| axes[0])
    };
    assert_eq!(axis("1"), Some(1));
    assert_eq!(axis("-1"), Some(-1));
    assert_eq!(axis("(-1i8)"), Some(-1));
    assert_eq!(axis("0x10usize"), Some(16));
    assert_eq!(axis("k - 1"), None);
    let to = |source: &str| {
        let (model, diagnostics) = read(&format!("a, to = {source}"));
        assert!(diagnostics.is_empty(), "{:?}", diagnostics.messages());
        let to = model.to.unwrap();
        to.entries.map(|entries| entries.into_iter().map(|entry| entry.literal).collect::<Vec<_>>())
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
fn vocabulary() {
    check_messages(&[
        ("a, Where a: [3]", "Where", "did you mean `where`?"),
        ("a, axsi 1", "axsi", "did you mean `axis`?"),
        (
            "a, allow = rank_promo",
            "rank_promo",
            "(lints are `mutual_stretch`, `rank_promotion`, `ncnn_rank_1`, `default_axis`)",
        ),
        ("a, allow = default_axis, allow = default_axis", "default_axis", "allowed twice"),
        ("a, allow = \"x\"", "\"x\"", "the name of a lint"),
    ]);
}

#[test]
fn wrong_values() {
    check_messages(&[
        ("a, mode = onnx", "onnx", "(modes are `none`, `numpy`,"),
        ("a, mode(pdpd)", "mode", "`mode` takes a value"),
        ("a, axis[a] = 1", "[a]", "`axis(a) = ..`"),
        ("a, to() = 3", "to", "`to` is for the whole call"),
    ]);
}

#[test]
fn options_of_modes() {
    check_messages(&[("y = a, mode = bidirectional", "bidirectional", "needs a target shape")]);
    for source in [
        "a, mode = pdpd, axis = 1",
        "a, mode = paddle, axis = 1",
        "y = a, mode = explicit, axes = [1]",
        "y = 0.0, mode = bidirectional",
        "a + b, mode = unidirectional, base = b",
        "a + b, axis(b) = 1",
        "a + b, mode = explicit, to = [1, 2], axes(b) = [1]",
        "a, mode = ncnn, to = [2], threads, allow = ncnn_rank_1, allow = default_axis",
    ] {
        let (_, diagnostics) = read(source);
        assert!(diagnostics.is_empty(), "{source}: {:?}", diagnostics.messages());
    }
}

#[test]
fn paths_of_options() {
    check_messages(&[
        ("alpha + beta, mode = pdpd, base = alpa", "alpa", "did you mean `alpha`?"),
        ("y = b, axis(y) = 1", "y", "has no alignment of its own"),
        ("&f(a) + &f(a), axis(f(a)) = 1", "f(a)", "evaluated more than once"),
    ]);
    let (model, diagnostics) = read("self.w * x, mode = pdpd, base = self.w, axis(x) = -1");
    assert!(diagnostics.is_empty());
    assert_eq!(model.base, Some(0));
}
