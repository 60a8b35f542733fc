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
        model.axis.unwrap().literal
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
        ("a, axsi = 1", "axsi", "there is no option `axsi`; did you mean `axis`?"),
        (
            "a, form = 1",
            "form",
            "(options are `mode`, `axis`, `axes`, `to`, `base`, `threads`, `keep`, `unzip`, `allow`)",
        ),
        ("a, b", "b", "a call has one expression, as in `x + b`"),
        ("a, wher a: [3], b: [2]", "wher", "there is no option `wher`; did you mean `where`?"),
        ("a, Where a: [3]", "Where", "did you mean `where`?"),
        ("a, axsi 1", "axsi", "did you mean `axis`?"),
        ("a > 0.0 ? a : b", "a", "is written `if c { a } else { b }`"),
        ("a, base = a, to = [2]", "base", "mode numpy takes no `base`"),
        ("a, mode = numpy, mode = none", "mode", "`mode` is given twice"),
        ("a, threads, threads", "threads", "`threads` is given twice"),
        ("a, threads = 4", "4", "`threads` takes no value"),
        (
            "a, allow = rank_promo",
            "rank_promo",
            "(lints are `mutual_stretch`, `rank_promotion`, `ncnn_rank_1`, `default_axis`)",
        ),
        ("a, allow = rank_promotino", "rank_promotino", "did you mean `rank_promotion`?"),
        ("a, allow = default_axis, allow = default_axis", "default_axis", "allowed twice"),
        ("a, allow = \"x\"", "\"x\"", "the name of a lint"),
        ("a, mode(a) = numpy", "a", "`axis` and `axes` alone take an operand"),
    ]);
}

#[test]
fn wrong_values() {
    check_messages(&[
        ("a, mode = pdp", "pdp", "did you mean `pdpd`?"),
        ("a, mode = onnx", "onnx", "(modes are `none`, `numpy`,"),
        ("a, mode = cfg.mode", "cfg.mode", "run-time modes belong to the run-time API"),
        ("a + b, mode = pdpd, axis(a) = 0, axis(b) = 1", "axis", "no operand gives the result its shape"),
        ("a, pdpd", "pdpd", "did you mean `mode = pdpd`?"),
        ("a, mode(pdpd)", "mode", "`mode` takes a value"),
        ("a, axis[a] = 1", "[a]", "`axis(a) = ..`"),
        ("a, mode = \"numpy\"", "\"numpy\"", "since it decides types"),
        ("a, mode = Mode::Numpy", "Mode::Numpy", "`mode` is one name"),
        ("a, mode = pdpd, axis = 1.0", "1.0", "`axis` is an integer"),
        ("a, mode = pdpd, axis = \"1\"", "\"1\"", "`axis` is an integer"),
        ("a, mode = pdpd, axis = 99999999999999999999", "99999999999999999999", "too large"),
        ("a, to = 1.5", "1.5", "`to` is a list of integers"),
        ("a, to = [2, -3]", "-3", "a length is not negative"),
        ("a, to() = 3", "to", "`to` is for the whole call"),
        ("a, to = [2, true]", "true", "`to` is a list of integers"),
        ("a, mode = explicit, to = 3, axes = 1", "1", "`axes` is a list"),
    ]);
}

#[test]
fn options_of_modes() {
    check_messages(&[
        ("a + b, axis = 1", "axis", "mode numpy takes no `axis`; modes that do: `pdpd`, `paddle`"),
        ("a + b, mode = pdpd, axes = [1]", "axes", "modes that do: `explicit`"),
        ("a + b, base = a", "base", "modes that do: `unidirectional`, `pdpd`"),
        (
            "a + b, mode = ncnn, axis(b) = 1",
            "axis",
            "takes no `axis(..)`; modes that do: `numpy`, `unidirectional`, `pdpd`, `explicit`",
        ),
        ("a, mode = explicit", "explicit", "mode explicit needs a target shape or a place: `to = [..]`"),
        ("a, mode = bidirectional", "bidirectional", "mode bidirectional needs a target shape: `to = [..]`"),
        ("y = a, mode = bidirectional", "bidirectional", "needs a target shape"),
        ("a + b, mode = pdpd, base = a, to = [2]", "base", "leave out `base` or `to`"),
        ("x += b, mode = pdpd, base = b", "base", "leave out `base`"),
        ("a + b, mode = pdpd, base = a, axis(a) = 1", "base", "has an alignment of its own"),
    ]);
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
        ("alpha + beta, axis(gamma) = 1", "gamma", "(operands are `alpha`, `beta`)"),
        ("a + b, axis(b) = 1, axis(b) = 2", "b", "`b` has an alignment already"),
        ("a + b, axis(b) = 1, axes(b) = [2]", "b", "`b` has an alignment already"),
        ("x += b, axis(x) = 1", "x", "is the place and gives the shape"),
        ("y = b, axis(y) = 1", "y", "has no alignment of its own"),
        ("y = a + b, mode = pdpd, base = y", "y", "`base` is an operand of the expression"),
        ("&f(a) + &f(a), axis(f(a)) = 1", "f(a)", "evaluated more than once"),
        ("a + b, axis() = 1", "axis", "`axis(..)` names an operand"),
    ]);
    let (model, diagnostics) = read("self.w * x, mode = pdpd, base = self.w, axis(x) = -1");
    assert!(diagnostics.is_empty());
    assert_eq!(model.base, Some(0));
}
