//! The engines' results: their own tests, and random inputs.

mod common;

use bcast_ops::Operator;
use common::{array, attributes, check, lines, report};
use serde_json::Value;

fn run(file: &str, make: impl Fn(&Value) -> Result<Operator, bcast_ops::OperatorError>) {
    let cases = lines(file);
    let mut failures = Vec::new();
    for case in &cases {
        let inputs: Vec<_> = case["inputs"].as_array().expect("a list").iter().map(array).collect();
        let (rtol, atol) = (case["rtol"].as_f64().expect("a number"), case["atol"].as_f64().expect("a number"));
        let others = case["others"].as_array().map_or(&[][..], Vec::as_slice);
        for (index, output) in [&case["output"]].into_iter().chain(others).enumerate() {
            let outcome = make(case)
                .and_then(|operator| operator.output(index))
                .map_err(|error| error.to_string())
                .and_then(|operator| check(&operator, &inputs, &array(output), rtol, atol));
            if let Err(failure) = outcome {
                let name = case["name"].as_str().unwrap_or("");
                let (op, attributes) = (&case["op"], &case["attributes"]);
                failures.push(format!("{name} {op} {attributes}, output {index}, {inputs:?}:\n{failure}"));
            }
        }
    }
    report(file, cases.len(), &failures);
}

fn onnx(case: &Value) -> Result<Operator, bcast_ops::OperatorError> {
    let opset = case["opset"].as_i64().expect("an opset");
    Operator::onnx(case["op"].as_str().expect("a name"), opset, &attributes(&case["attributes"]))
}

#[test]
fn the_node_tests_of_onnx() {
    run("onnx_node.jsonl", onnx);
}

/// Reductions and normalisations, with all of their outputs.
#[test]
fn the_node_tests_of_onnx_along_axes() {
    run("onnx_along.jsonl", onnx);
}

#[test]
fn onnxruntime_on_random_inputs() {
    run("onnxruntime.jsonl", onnx);
}

#[test]
fn openvino_on_random_inputs() {
    run("openvino.jsonl", |case| {
        Operator::openvino(case["op"].as_str().expect("a name"), 1, &attributes(&case["attributes"]))
    });
}

#[test]
fn ncnn_on_random_inputs() {
    run("ncnn.jsonl", |case| Operator::ncnn("BinaryOp", &attributes(&case["attributes"])));
}
