//! The engines' results: their own tests, and random inputs.

mod common;

use bcast_ops::Operator;
use common::{arrays, attributes, cases, check, report};
use serde_json::{Map, Value};

type Case = Map<String, Value>;

fn run(file: &str, make: impl Fn(&Case) -> Result<Operator, bcast_ops::OperatorError>) {
    let cases = cases(file);
    let mut failures = Vec::new();
    for case in &cases {
        let inputs = arrays(case, "inputs");
        let (rtol, atol) = (case["rtol"].as_f64().expect("a number"), case["atol"].as_f64().expect("a number"));
        for (index, output) in arrays(case, "outputs").iter().enumerate() {
            let outcome = make(case)
                .and_then(|operator| operator.output(index))
                .map_err(|error| error.to_string())
                .and_then(|operator| check(&operator, &inputs, output, rtol, atol));
            if let Err(failure) = outcome {
                let name = case.get("name").and_then(Value::as_str).unwrap_or("");
                let (op, attributes) = (&case["op"], &case["attributes"]);
                failures.push(format!("{name} {op} {attributes}, output {index}, {inputs:?}:\n{failure}"));
            }
        }
    }
    report(file, cases.len(), &failures);
}

fn onnx(case: &Case) -> Result<Operator, bcast_ops::OperatorError> {
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
