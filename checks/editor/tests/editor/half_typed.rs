//! Completion, hover and navigation in unfinished calls.

use std::collections::HashSet;

use crate::completion::{LINTS, MODES, OPERANDS, OPTIONS, leaves_out, offers};
use crate::{write, write_method};

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

/// Asserts that these are offered at the caret in each of these calls in a method, and the others are not.
fn offers_in_a_method(calls: &[&str], names: &[&str], others: &[&str]) {
    let mut wrong = Vec::new();
    for call in calls {
        let closing = call.matches('(').count() - call.matches(')').count();
        let offered = write_method(&format!("bcast!({call}{});", ")".repeat(closing))).completions();
        let is_offered = |name: &&&str| offered.iter().any(|offered| offered == **name);
        let missing: Vec<_> = names.iter().filter(|name| !is_offered(name)).collect();
        let surplus: Vec<_> = others.iter().filter(is_offered).collect();
        if !missing.is_empty() || !surplus.is_empty() {
            wrong.push(format!("{call}: without {missing:?}, with {surplus:?}, of {} names", offered.len()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn fields_of_self_in_every_position() {
    let calls = [
        "self.$0",
        "rows * self.$0",
        "rows * self.$0 + self.bias",
        "rows * self.$0 * self.bias",
        "rows * self.$0 - self.bias",
        "rows * (self.$0) - self.bias",
        "self.$0 + rows",
        "self.bias + rows.max(self.$0)",
        "rows.max(self.$0).exp()",
        "f32::max(rows, self.$0)",
        "-self.$0",
        "rows + &self.$0",
        "if rows > self.$0",
        "if rows > self.$0 { rows } else { self.bias }",
        "if rows > 0.0 { self.$0 } else { self.bias }",
        "if rows > 0.0 { rows } else { self.$0 }",
        "match rows { r => self.$0 }",
        "{ let d = self.$0; d * d }",
        "{ let d = rows - self.bias; d * self.$0 }",
        "rows * self.$0, mode = pdpd, axis = 1",
        "rows, axis = self.$0",
        "rows, to = [1, self.$0]",
        "rows * self.bias, axis(self.$0) = 1",
        "rows * self.bias, axes(self.$0)",
        "rows * self.bias, base = self.$0",
        "rows * self.bias, where self.$0",
        "rows * self.bias, where rows: [N, M], self.$0: [M]",
        "rows * self.bias, where rows: [{ self.$0 }]",
        "self.$0 = rows",
        "self.$0 += rows",
        "self.bias = rows * self.$0",
        "self.bias += rows * self.$0",
    ];
    offers_in_a_method(&calls, &["weight", "bias", "head"], &["outer_iter"]);
}

#[test]
fn methods_of_what_a_method_of_self_returns() {
    offers_in_a_method(&["rows * self.row().$0", "rows * self.row().$0 + self.bias"], &["len", "first"], &["bias"]);
}

#[test]
fn operands_where_an_option_names_one() {
    let calls = [
        "rows * self.bias, axis($0)",
        "rows * self.bias, axis($0) = ",
        "rows * self.bias, axis($0) = 1",
        "rows * self.bias, axis(ro$0",
        "rows * self.bias, axes($0)",
        "rows * self.bias, axes($0) = [0]",
        "rows * self.bias, mode = pdpd, axis($0)",
        "rows * self.bias, axis(self.bias) = 1, axis($0)",
        "rows * self.bias, base = $0",
        "rows * self.bias, where $0",
        "rows * self.bias, where ro$0",
        "rows * self.bias, where rows: [N, M], $0",
        "rows * self.bias, where rows: [N, M], ro$0",
        "rows * self.bias, axis(self.bias) = 1, where $0",
        "axis($0)",
        "rows * , axis($0)",
        "rows * self., axis($0)",
        "self.bias = rows, axis($0)",
        "if rows > 0.0 { rows }, axis($0)",
        "rows[0], axis($0)",
        "rows?, axis($0)",
    ];
    offers_in_a_method(&calls, &["rows", "self"], &["outer_iter"]);
}

/// Names of the expansion are in no list.
#[test]
fn nothing_that_the_file_lacks() {
    let known: HashSet<String> = write("let c = ($0);").completions().into_iter().collect();
    let mut wrong = Vec::new();
    for call in [
        "$0",
        "a + $0",
        "a + b$0",
        "y = $0",
        "y += $0",
        "a + b, axis = $0",
        "a + b, axis(net.bias) = $0",
        "a + b, to = [$0]",
        "a + b, base = $0",
        "a + b, axis($0)",
        "a + b, where $0",
        "a + b, where ga$0",
        "a + b, where a: [N, M], $0",
        "a + b, where a: [{$0}]",
        "if a > $0",
        "if a > 0.0 { $0 }",
        "a.max($0)",
    ] {
        let offered = write(&format!("bcast!({call});")).completions();
        let unknown: Vec<_> = offered.iter().filter(|name| !known.contains(*name)).collect();
        if offered.is_empty() || !unknown.is_empty() {
            wrong.push(format!("{call}: {unknown:?} of {} names", offered.len()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
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
