//! Completion, hover and navigation in unfinished calls.

use crate::completion::{LINTS, MODES, OPERANDS, OPTIONS, leaves_out, offers};
use crate::write;

#[test]
fn operands_in_an_empty_call() {
    offers("let c = bcast!($0);", &OPERANDS);
}

#[test]
fn operands_after_an_operator() {
    offers("let c = bcast!(a + $0);", &OPERANDS);
}

#[test]
fn operands_after_an_operator_before_options() {
    offers("let c = bcast!(a + $0, mode = pdpd, axis = 1, where a: [N, 3]);", &OPERANDS);
}

#[test]
fn operands_between_operators() {
    offers("let c = bcast!(a * $0 + b);", &OPERANDS);
}

#[test]
fn operands_in_parentheses() {
    offers("let c = bcast!(a * (b + $0) - scale);", &OPERANDS);
}

#[test]
fn operands_as_an_argument() {
    offers("let c = bcast!(a.max($0));", &OPERANDS);
}

#[test]
fn operands_in_a_branch() {
    offers("let c = bcast!(if a > 0.0 { $0 } else { b });", &OPERANDS);
}

#[test]
fn operands_in_a_condition() {
    offers("let c = bcast!(if a > $0);", &OPERANDS);
}

#[test]
fn operands_after_a_place() {
    offers("bcast!(y = $0);", &OPERANDS);
}

#[test]
fn operands_after_a_compound_operator() {
    offers("bcast!(y += a * $0);", &OPERANDS);
}

#[test]
fn fields_after_a_dot() {
    offers("let c = bcast!(net.$0);", &["weight", "bias", "head"]);
}

#[test]
fn fields_after_the_second_dot() {
    offers("let c = bcast!(a + net.head.$0, mode = numpy);", &["gain"]);
}

#[test]
fn methods_after_a_dot() {
    offers("let c = bcast!(b + a.$0);", &["exp", "max", "sigmoid"]);
    offers("let c = bcast!((a + b).$0);", &["exp", "max", "sigmoid"]);
    offers("let c = bcast!({ let d = a - b; d.$0 });", &["exp", "max", "sigmoid"]);
}

#[test]
fn methods_of_the_array_after_a_reference_and_a_dot() {
    offers("let c = bcast!(b + &a.$0);", &["row", "column", "t"]);
}

#[test]
fn options_after_a_comma() {
    offers("let c = bcast!(a + b, $0);", &OPTIONS);
    leaves_out("let c = bcast!(a + b, $0);", &["a", "net", "Array2", "pdpd"]);
}

#[test]
fn options_after_an_option() {
    offers("let c = bcast!(a + b, mode = pdpd, $0);", &OPTIONS);
}

#[test]
fn options_after_half_an_expression() {
    offers("let c = bcast!(a + , $0);", &OPTIONS);
}

#[test]
fn modes_after_the_sign() {
    offers("let c = bcast!(a + b, mode = $0);", &MODES);
    leaves_out("let c = bcast!(a + b, mode = $0);", &["a", "net", "Array2", "mode"]);
}

#[test]
fn modes_before_another_option() {
    offers("let c = bcast!(x * gamma, mode = $0, axis = 1);", &MODES);
}

#[test]
fn modes_after_half_an_expression() {
    offers("let c = bcast!(x * , mode = $0);", &MODES);
}

#[test]
fn lints_after_the_sign() {
    offers("let c = bcast!(a + b, allow = $0);", &LINTS);
}

#[test]
fn names_after_the_sign() {
    for option in ["axis = ", "axes = [", "to = [2, ", "base = ", "axis(", "axes(a) = "] {
        let closing = option.chars().filter_map(|open| match open {
            '[' => Some(']'),
            '(' if !option.contains(')') => Some(')'),
            _ => None,
        });
        offers(&format!("let c = bcast!(a + b, {option}$0{});", closing.collect::<String>()), &["size", "a", "gamma"]);
    }
}

#[test]
fn names_in_half_a_where() {
    offers("let c = bcast!(a + b, where $0);", &["a", "b", "net"]);
    offers("let c = bcast!(a + b, where a: [N, M], $0);", &["a", "b", "net"]);
    offers("let c = bcast!(a + b, where a: [{$0}]);", &["size"]);
    offers("let c = bcast!(a + net.weight, where net.$0);", &["weight", "bias"]);
}

#[test]
fn an_operand_before_the_gap_shows_its_type() {
    let shown = write("let c = bcast!(net.bias * a$0 + );").hover();
    assert!(shown.contains("a: &ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>"), "{shown}");
}

#[test]
fn an_operand_after_the_gap_shows_its_type() {
    let shown = write("let c = bcast!(a * + b$0);").hover();
    assert!(shown.contains("b: &ArrayBase<OwnedRepr<f32>, Dim<[usize; 1]>, f32>"), "{shown}");
}

#[test]
fn a_mode_after_the_gap_shows_its_documentation() {
    let shown = write("let c = bcast!(a + , mode = pdpd$0, axis = );").hover();
    assert!(shown.contains("OpenVINO PDPD"), "{shown}");
}

#[test]
fn an_operand_leads_to_its_definition() {
    let mut document = write("let d = a.clone();\n    let c = bcast!(b * d$0 + );");
    assert_eq!(document.definition(), "let «d» = a.clone();");
}

#[test]
fn an_operand_is_renamed() {
    let mut document = write("let d = a.clone();\n    let c = bcast!(d$0 * d + , axis(d) = );");
    assert_eq!(document.rename("e"), "let e = a.clone();\nlet c = bcast!(e * e + , axis(e) = );");
}

#[test]
fn a_call_nested_as_deep_as_can_be_is_understood() {
    for (open, close) in [("(", ")"), ("{", "}"), ("b.max(", ")")] {
        let call = format!("let c = bcast!({}a$0{});", open.repeat(100), close.repeat(100));
        let shown = write(&call).hover();
        assert!(shown.contains("a: &ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>"), "{call}: {shown}");
    }
}
