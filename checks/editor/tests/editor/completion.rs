//! Completion in whole calls.

use crate::{std_lacks, write};

/// Asserts that all of these are offered at the caret.
pub fn offers(body: &str, names: &[&str]) {
    let offered = write(body).completions();
    let missing: Vec<_> = names.iter().filter(|name| !offered.iter().any(|offered| offered == *name)).collect();
    assert!(missing.is_empty(), "{body}: {missing:?} is not among {offered:?}");
}

/// Asserts that none of these is offered at the caret, where others are.
pub fn leaves_out(body: &str, names: &[&str]) {
    let offered = write(body).completions();
    let wrong: Vec<_> = names.iter().filter(|name| offered.iter().any(|offered| offered == *name)).collect();
    assert!(!offered.is_empty() && wrong.is_empty(), "{body}: {wrong:?} is among {offered:?}");
}

/// Names that can stand in the expression.
pub const OPERANDS: [&str; 7] = ["a", "b", "x", "gamma", "net", "scale", "y"];
pub const OPTIONS: [&str; 8] = ["mode", "axis", "axes", "to", "base", "threads", "keep", "allow"];
pub const MODES: [&str; 10] = [
    "none",
    "numpy",
    "multidirectional",
    "unidirectional",
    "bidirectional",
    "pdpd",
    "paddle",
    "explicit",
    "ncnn",
    "named",
];
pub const LINTS: [&str; 4] = ["mutual_stretch", "rank_promotion", "ncnn_rank_1", "default_axis"];

#[test]
fn operands_at_an_operand() {
    offers("let c = bcast!(a + b * gam$0, mode = pdpd, axis = 1);", &OPERANDS);
}

#[test]
fn operands_in_the_first_place() {
    offers("let c = bcast!(gam$0 + b, mode = pdpd, axis = 1);", &OPERANDS);
}

#[test]
fn fields_of_an_operand() {
    offers("let c = bcast!(a + net.we$0 * b);", &["weight", "bias", "head"]);
}

#[test]
fn fields_of_a_field() {
    offers("let c = bcast!(a + net.head.g$0);", &["gain"]);
}

#[test]
fn methods_of_an_element() {
    offers("let c = bcast!(a.ex$0() + b);", &["exp", "exp2", "max", "mul_add", "abs"]);
}

#[test]
fn methods_of_an_element_are_not_those_of_the_array() {
    leaves_out("let c = bcast!(a.ex$0() + b);", &["outer_iter", "dot", "reversed_axes"]);
}

#[test]
fn methods_of_ours_that_std_lacks() {
    offers("let c = bcast!(a.sig$0() + b);", &std_lacks());
}

#[test]
fn methods_of_the_array_after_a_reference() {
    offers("let c = bcast!(b + &a.ro$0);", &["row", "column", "t", "slice"]);
}

#[test]
fn methods_of_a_value_in_parentheses() {
    offers("let c = bcast!((a + b).ma$0);", &["max", "min", "powi"]);
}

#[test]
fn methods_of_the_array_that_is_a_place() {
    offers("bcast!(y.row$0 = b);", &["row_mut", "slice_mut"]);
}

#[test]
fn locals_of_the_expression() {
    offers("let c = bcast!({ let wide = a - b; wi$0 * wide });", &["wide", "a", "scale"]);
}

#[test]
fn methods_of_a_local_of_the_expression() {
    offers("let c = bcast!({ let wide = a - b; wide.s$0 });", &["sqrt", "signum"]);
}

#[test]
fn the_modes_and_nothing_else() {
    offers("let c = bcast!(a + b, mode = pd$0);", &MODES);
    leaves_out("let c = bcast!(a + b, mode = pd$0);", &["a", "net", "f32", "Array2", "mode", "default_axis"]);
}

#[test]
fn the_modes_with_their_documentation() {
    let shown = write("let c = bcast!(a + b, mode = pd$0);").completion_documentation("pdpd");
    assert!(shown.contains("OpenVINO PDPD"), "{shown}");
}

#[test]
fn the_options_and_nothing_else() {
    offers("let c = bcast!(a + b, ax$0 = 1);", &OPTIONS);
    leaves_out("let c = bcast!(a + b, ax$0 = 1);", &["a", "net", "f32", "Array2", "pdpd"]);
}

#[test]
fn the_options_with_their_documentation() {
    let shown = write("let c = bcast!(a + b, ba$0);").completion_documentation("base");
    assert!(shown.contains("the operand that gives the result its shape"), "{shown}");
}

#[test]
fn the_lints_and_nothing_else() {
    offers("let c = bcast!(a + b, allow = mut$0);", &LINTS);
    leaves_out("let c = bcast!(a + b, allow = mut$0);", &["a", "f32", "pdpd", "mode"]);
}

#[test]
fn names_in_the_values_of_options() {
    offers("let c = bcast!(x * gamma, mode = pdpd, axis = si$0);", &["size"]);
    offers("let c = bcast!(b, to = [2, si$0], where b: [3]);", &["size"]);
    offers("let c = bcast!(gamma * x, mode = pdpd, base = ga$0);", &["gamma", "x"]);
    offers("let c = bcast!(x * gamma, axis(ga$0) = 1);", &["gamma", "x"]);
}

#[test]
fn names_in_where() {
    offers("let c = bcast!(x * gamma, where ga$0: [N]);", &["gamma", "x"]);
    offers("let c = bcast!(x * gamma, where gamma: [{ si$0 }]);", &["size"]);
    offers("let c = bcast!(a + net.weight, where a: [N, M], net.we$0: [N, M]);", &["weight", "bias"]);
}

#[test]
fn operands_in_a_reduction() {
    offers("let c = bcast!(a - mean(gam$0, axis = -1));", &OPERANDS);
}

#[test]
fn methods_of_an_element_in_a_reduction() {
    offers("let c = bcast!(sum(a.ex$0() * b, axis = 1));", &["exp", "exp2", "max", "abs"]);
}

#[test]
fn fields_of_an_operand_in_a_reduction() {
    offers("let c = bcast!(a / max(net.we$0, axis = 1));", &["weight", "bias", "head"]);
}

#[test]
fn methods_of_the_value_of_a_reduction() {
    offers("let c = bcast!(sum(a * a, axis = 1).sq$0());", &["sqrt"]);
}

#[test]
fn locals_in_a_reduction() {
    offers("let c = bcast!({ let wide = a - b; sum(wi$0 * wide, axis = 1) });", &["wide", "a", "scale"]);
}
