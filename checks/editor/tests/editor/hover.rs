//! Hover: types of operands and results, documentation of modes and options.

use crate::{std_lacks, write};

/// The code shown by hover at the caret: the last block, after the item's path.
fn code_at_caret(body: &str) -> String {
    let shown = write(body).hover();
    let code = shown.split("```").skip(1).step_by(2).last().unwrap_or_default();
    code.strip_prefix("rust").unwrap_or(code).trim().to_owned()
}

const A: &str = "a: &ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>";
const B: &str = "b: &ArrayBase<OwnedRepr<f32>, Dim<[usize; 1]>, f32>";
const GAMMA: &str = "gamma: &ArrayBase<OwnedRepr<f64>, Dim<[usize; 1]>, f64>";

#[test]
fn an_operand_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a$0 + b);"), A);
}

#[test]
fn the_last_operand_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a + b$0, mode = pdpd);"), B);
}

#[test]
fn a_repeated_operand_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a * b + a$0);"), A);
}

#[test]
fn a_constant_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a * scale$0);"), "let scale: f32");
}

#[test]
fn a_field_shows_its_type() {
    let shown = code_at_caret("let c = bcast!(a * net.weight$0);");
    assert!(shown.starts_with("pub weight: ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, "), "{shown}");
}

#[test]
fn the_root_of_a_path_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a * net$0.head.gain);"), "net: &Net");
}

#[test]
fn a_place_shows_its_type() {
    assert_eq!(code_at_caret("bcast!(y$0 = a + b);"), "let mut y: ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>");
}

#[test]
fn a_place_of_a_compound_operator_shows_its_type() {
    assert_eq!(code_at_caret("bcast!(y$0 *= a + b);"), "let mut y: ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>");
}

#[test]
fn an_operand_after_a_reference_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a + &net$0.row());"), "net: &Net");
}

#[test]
fn the_method_of_an_operand_after_a_reference_shows_its_signature() {
    let shown = code_at_caret("let c = bcast!(a + &net.row$0());");
    assert!(shown.contains("pub fn row(&self) -> Array1<f32>"), "{shown}");
}

#[test]
fn a_key_of_where_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a + b, where a$0: [N, C], b: [C]);"), A);
}

#[test]
fn a_value_in_where_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(a + b, where b: [{ size$0 + 1 }]);"), "let size: usize");
}

#[test]
fn the_value_of_base_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(gamma * x, mode = pdpd, axis = 1, base = gamma$0);"), GAMMA);
}

#[test]
fn the_operand_in_axis_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(x * gamma, axis(gamma$0) = 1);"), GAMMA);
}

#[test]
fn a_name_in_an_options_value_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(b, to = [2, size$0]);"), "let size: usize");
}

#[test]
fn a_local_of_the_expression_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!({ let d = a - b; d$0 * d });"), "let d: f32");
}

#[test]
fn a_local_bound_by_a_pattern_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(match a { v if v$0 > 0.0 => v, _ => b });"), "let v: f32");
}

#[test]
fn a_method_of_an_element_shows_its_signature() {
    let shown = write("let c = bcast!(a.mul_add$0(scale, b));").hover();
    assert!(shown.contains("fn mul_add(self, a: f32, b: f32) -> f32"), "{shown}");
}

#[test]
fn a_function_of_ours_that_std_lacks_shows_its_documentation() {
    let shown = write("let c = bcast!(a.sigmoid$0());").hover();
    assert!(shown.contains("The function of this name in `bcast::math`"), "{shown}");
}

#[test]
fn a_call_shows_its_documentation() {
    let shown = write("let c = bcast$0!(a + b);").hover();
    assert!(shown.contains("Computes an expression for every element"), "{shown}");
}

#[test]
fn every_mode_shows_its_documentation() {
    let rules = [
        ("none", "nothing stretches"),
        ("numpy", "the default"),
        ("multidirectional", "numpy"),
        ("unidirectional", "ONNX Gemm"),
        ("bidirectional", "ONNX Expand"),
        ("pdpd", "OpenVINO PDPD"),
        ("paddle", "PaddlePaddle"),
        ("explicit", "OpenVINO Broadcast"),
        ("ncnn", "ncnn BinaryOp"),
        ("named", "a product of matrices"),
    ];
    for (mode, words) in rules {
        let shown = write(&format!("let c = bcast!(a + b, mode = {mode}$0);")).hover();
        assert!(shown.contains(mode) && shown.contains(words), "{mode}: {shown}");
    }
}

#[test]
fn every_option_shows_its_documentation() {
    let options = [
        ("mode$0 = pdpd", "the broadcasting rule"),
        ("axis$0 = 1, mode = pdpd", "where an operand's first axis sits"),
        ("axis$0(b) = 1", "the same for one operand"),
        ("axes$0 = [1], mode = explicit", "operand axis i sits at axis `axes[i]`"),
        ("to$0 = [2, 3]", "the shape of the result"),
        ("base$0 = a, mode = pdpd", "the operand that gives the result its shape"),
        ("threads$0", "several threads"),
        ("allow$0 = default_axis", "switches one warning off"),
    ];
    for (option, words) in options {
        let shown = write(&format!("let c = bcast!(a + b, {option});")).hover();
        assert!(shown.contains(words), "{option}: {shown}");
    }
}

#[test]
fn every_lint_shows_its_documentation() {
    for lint in ["mutual_stretch", "rank_promotion", "ncnn_rank_1", "default_axis"] {
        let shown = write(&format!("let c = bcast!(a + b, allow = {lint}$0);")).hover();
        assert!(shown.contains(lint) && shown.contains("---"), "{lint}: {shown}");
    }
}

#[test]
fn the_result_shows_its_type() {
    assert_eq!(code_at_caret("let c$0 = bcast!(a + b);"), "let c: ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>");
}

#[test]
fn the_result_of_the_form_that_tries_shows_its_type() {
    assert_eq!(
        code_at_caret("let c$0 = try_bcast!(x * gamma, mode = pdpd, axis = 1);"),
        "let c: Result<ArrayBase<OwnedRepr<f64>, Dim<[usize; 4]>, f64>, BroadcastError>"
    );
}

#[test]
fn the_result_shows_the_type_of_its_elements() {
    assert_eq!(code_at_caret("let c$0 = bcast!(a > b);"), "let c: ArrayBase<OwnedRepr<bool>, Dim<[usize; 2]>, bool>");
}

#[test]
fn the_result_of_a_function_that_std_lacks_shows_its_type() {
    for name in std_lacks() {
        assert_eq!(
            code_at_caret(&format!("let c$0 = bcast!((x * gamma).{name}());")),
            "let c: ArrayBase<OwnedRepr<f64>, Dim<[usize; 4]>, f64>",
            "{name}"
        );
    }
}

#[test]
fn the_result_of_scalars_shows_its_type() {
    assert_eq!(code_at_caret("let c$0 = bcast!(scale * 2.0);"), "let c: f32");
}

#[test]
fn the_result_of_vectors_shows_its_type() {
    assert_eq!(code_at_caret("let v = vec![1.0_f32]; let c$0 = bcast!(v * 2.0);"), "let c: Vec<f32>");
}

#[test]
fn the_result_of_nested_arrays_shows_its_type() {
    assert_eq!(code_at_caret("let m = [[1.0_f32; 3]; 2]; let c$0 = bcast!(m + [1.0; 3][0]);"), "let c: [[f32; 3]; 2]");
}

#[test]
fn the_result_of_tensors_shows_its_shape() {
    let call = "let t = Tensor::<f32, shape![2, 1]>::filled(1.0); let r = [1.0_f32; 3]; let c$0 = bcast!(t * r);";
    assert_eq!(code_at_caret(call), "let c: Tensor<f32, (Len<2>, Len<3>)>");
}

#[test]
fn the_result_of_a_place_is_nothing() {
    assert_eq!(code_at_caret("let c$0 = bcast!(y = a + b);"), "let c: ()");
    assert_eq!(code_at_caret("let c$0 = try_bcast!(y *= a + b);"), "let c: Result<(), BroadcastError>");
}

#[test]
fn the_result_keeps_its_type_where_shapes_are_wrong() {
    assert_eq!(
        code_at_caret("let c$0 = bcast!(a + b, where a: [2, 3], b: [4]);"),
        "let c: ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>, f32>"
    );
}

#[test]
fn an_operand_in_a_reduction_shows_its_type() {
    assert_eq!(code_at_caret("let c = bcast!(b - mean(a$0 * a, axis = -1));"), A);
}

#[test]
fn reductions_show_their_documentation() {
    for (call, wanted) in [
        ("sum$0(a * b, axis = 1)", "the sum along an axis"),
        ("a - mean$0(a, axis = -1)", "divided by the number of elements"),
        ("a - max$0(a, axis = ..)", "a NaN wins"),
        ("argmax$0(a, axis = 1)", "the position of the first largest element"),
        ("count$0(a > 0.0, axis = 0)", "how many elements"),
        ("a * index$0(axis = 1) as f32", "the position along an axis"),
        ("a / len$0(axis = 1) as f32", "the length of an axis"),
        ("sum(a, axis = 1), keep$0", "with length 1"),
    ] {
        let shown = write(&format!("let c = bcast!({call});")).hover();
        assert!(shown.contains(wanted), "{call}: {shown}");
    }
}
