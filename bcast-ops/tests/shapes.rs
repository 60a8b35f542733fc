//! The engines' results for shapes (`tests/data/vectors` of the repository) through operators: acceptance, the output's shape, and the
//! element of each input that every element of the output reads.

mod common;

use bcast_ops::{Array, ArrayView, Attribute, Attributes, Operator, OperatorError};
use common::{positions, report, shape, stored};
use ndarray::{ArrayD, IxDyn};
use serde_json::Value;

fn rows(file: &str) -> Vec<Value> {
    let path = format!("{}/../tests/data/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the file is in the repository");
    stored::rows(&text)
}

/// The expected shape, or `None` if the row must be refused. Documents take precedence over engines.
fn verdict(row: &Value) -> Option<Vec<usize>> {
    let flag = |name: &str| row.get(name).and_then(Value::as_bool);
    let accepted = flag("spec_unidirectional_ok").or(flag("document_ok")).or(flag("ok")).expect("a verdict");
    let out = row.get("document_out").or(row.get("out"));
    accepted.then(|| shape(out.expect("an accepted row has an output")))
}

/// Compares an operator with a row. `expected` computes the output's elements from those of the inputs.
fn compare(
    row: &Value,
    operator: Result<Operator, OperatorError>,
    inputs: &[Array],
    indices: &[&str],
    expected: impl Fn(&[i64]) -> i64,
) -> Result<(), String> {
    let output = operator.and_then(|operator| operator.run(inputs));
    let (shape, output) = match (verdict(row), output) {
        (None, Err(_)) => return Ok(()),
        (None, Ok(output)) => return Err(format!("{output:?}, where an error is right")),
        (Some(_), Err(error)) => return Err(error.to_string()),
        (Some(shape), Ok(output)) => (shape, output),
    };
    if output.shape() != shape {
        return Err(format!("the shape {:?}, where {shape:?} is right", output.shape()));
    }
    let lists: Option<Vec<Vec<i64>>> =
        indices.iter().map(|index| row.get(*index).filter(|v| v.is_array()).map(common::integers)).collect();
    let (Some(lists), Some(output)) = (lists, output.as_array::<i64>()) else { return Ok(()) };
    for (position, &found) in output.iter().enumerate() {
        let read: Vec<i64> = lists.iter().map(|list| list[position]).collect();
        if found != expected(&read) {
            return Err(format!("{found} at {position}, where {} is right", expected(&read)));
        }
    }
    Ok(())
}

fn run(file: &str, one: impl Fn(&Value) -> Option<Result<(), String>>) {
    let rows = rows(file);
    let outcomes: Vec<_> =
        rows.iter().filter(|row| row.get("undefined").is_none()).filter_map(|row| Some((row, one(row)?))).collect();
    let failures: Vec<String> =
        outcomes.iter().filter_map(|(row, outcome)| Some(format!("{row}\n{}", outcome.as_ref().err()?))).collect();
    report(file, outcomes.len(), &failures);
}

fn none() -> Attributes {
    Attributes::new()
}

/// Two inputs, the second in thousands, so that a sum identifies its summands.
fn pair(row: &Value) -> [Array; 2] {
    let b = positions(&shape(&row["b"])).into_array::<i64>().expect("positions are integers");
    [positions(&shape(&row["a"])), Array::from(b.mapv(|position| 1000 * position))]
}

fn sum(read: &[i64]) -> i64 {
    read[0] + 1000 * read[1]
}

#[test]
fn addition_in_onnx_and_openvino() {
    for file in ["onnxruntime_add_multidirectional", "numpy_multidirectional"] {
        run(file, |row| {
            Some(compare(row, Operator::onnx("Add", 14, &none()), &pair(row), &["a_index", "b_index"], sum))
        });
    }
    for (file, mode) in
        [("openvino_eltwise_none", "none"), ("openvino_eltwise_numpy", "numpy"), ("openvino_eltwise_pdpd", "pdpd")]
    {
        run(file, |row| {
            let mut attributes = Attributes::from([("auto_broadcast", mode.into())]);
            if let Some(axis) = row.get("axis").and_then(Value::as_i64) {
                attributes.insert("axis", axis);
            }
            let operator = Operator::openvino("Add", 1, &attributes);
            Some(compare(row, operator, &pair(row), &["a_index", "b_index"], sum))
        });
    }
}

#[test]
fn addition_in_paddle() {
    run("paddle_elementwise_axis", |row| {
        let attributes: Attributes =
            row.get("axis").and_then(Value::as_i64).map(|axis| ("axis", Attribute::Int(axis))).into_iter().collect();
        let operator = Operator::paddle("elementwise_add", &attributes);
        Some(compare(row, operator, &pair(row), &["a_index", "b_index"], sum))
    });
}

#[test]
fn addition_in_ncnn() {
    run("ncnn_binaryop_pack", |row| {
        let [a, b] = pair(row).map(|input| {
            let input = input.into_array::<i64>().expect("positions are integers");
            Array::from(input.mapv(|position| position as f32))
        });
        let operator = Operator::ncnn("BinaryOp", &none());
        let outcome = compare(row, operator.clone(), &[a.clone(), b.clone()], &["a_index", "b_index"], sum);
        let (Ok(()), Some(indices)) = (&outcome, row.get("a_index").filter(|v| v.is_array())) else {
            return Some(outcome);
        };
        let output = operator.and_then(|operator| operator.run(&[a, b])).ok()?.into_array::<f32>().expect("the type");
        let read = common::integers(indices).into_iter().zip(common::integers(&row["b_index"]));
        let right = output.iter().zip(read).all(|(&found, (a, b))| found == (a + 1000 * b) as f32);
        Some(if right { Ok(()) } else { Err(format!("{output}")) })
    });
}

#[test]
fn choice_in_onnx() {
    run("onnxruntime_where", |row| {
        let read = |name: &str| positions(&shape(&row[name]));
        let cond = read("cond").into_array::<i64>().expect("positions are integers").mapv(|position| position % 2 == 0);
        let y = read("y").into_array::<i64>().expect("positions are integers").mapv(|position| 1000 + position);
        let inputs = [Array::from(cond), read("x"), Array::from(y)];
        let chosen = |read: &[i64]| if read[0] % 2 == 0 { read[1] } else { 1000 + read[2] };
        let operator = Operator::onnx("Where", 16, &none());
        Some(compare(row, operator, &inputs, &["cond_index", "x_index", "y_index"], chosen))
    });
}

#[test]
fn slopes_in_onnx() {
    run("onnxruntime_prelu_unidirectional", |row| {
        let [a, b] = ["a", "b"].map(|name| shape(&row[name]));
        let x = positions(&a).into_array::<i64>().expect("positions are integers").mapv(|position| -1 - position);
        let slope = positions(&b).into_array::<i64>().expect("positions are integers").mapv(|position| 1000 + position);
        let operator = Operator::onnx("PRelu", 16, &none());
        let product = |read: &[i64]| (-1 - read[0]) * (1000 + read[1]);
        Some(compare(row, operator, &[x.into(), slope.into()], &["a_index", "b_index"], product))
    });
}

#[test]
fn repetition_in_onnx_and_openvino() {
    let files = [
        ("onnxruntime_expand", None),
        ("openvino_broadcast1_numpy", Some(("numpy", 1))),
        ("openvino_broadcast1_explicit", Some(("explicit", 1))),
        ("openvino_broadcast3_numpy", Some(("numpy", 3))),
        ("openvino_broadcast3_bidirectional", Some(("bidirectional", 3))),
    ];
    for (file, openvino) in files {
        run(file, |row| {
            let list = |name: &str| {
                let values = common::integers(&row[name]);
                Array::from(ArrayD::from_shape_vec(IxDyn(&[values.len()]), values).expect("a list"))
            };
            let mut inputs = vec![positions(&shape(&row["data"])), list("target")];
            if row.get("axes_mapping").is_some_and(Value::is_array) {
                inputs.push(list("axes_mapping"));
            }
            let operator = match openvino {
                None => Operator::onnx("Expand", 13, &none()),
                Some((mode, opset)) => {
                    Operator::openvino("Broadcast", opset, &Attributes::from([("mode", mode.into())]))
                }
            };
            let outcome = compare(row, operator.clone(), &inputs, &["data_index"], |read| read[0]);
            // The inferred shape must be the output's.
            if let (Ok(()), Some(shape), Ok(operator)) = (&outcome, verdict(row), operator) {
                let facts: Vec<_> = inputs.iter().map(bcast_ops::Fact::from).collect();
                let inferred = operator.infer(&facts).map_err(|error| error.to_string());
                let shape: Vec<_> = shape.into_iter().map(bcast_ops::Length::Known).collect();
                if inferred.as_ref().map(|fact| &fact.shape) != Ok(&shape) {
                    return Some(Err(format!("inferred {inferred:?}")));
                }
            }
            Some(outcome)
        });
    }
}

#[test]
fn the_third_matrix_of_gemm() {
    run("onnxruntime_gemm_c_unidirectional", |row| {
        // The product has the shape `a` and is 0; the output shows the elements of C alone.
        let product = shape(&row["a"]);
        let [m, n] = product[..] else { return None };
        let flag = |name: &str| row.get(name).and_then(Value::as_i64).unwrap_or(0);
        let (transpose_a, transpose_b) = (flag("transA"), flag("transB"));
        let zeros = |shape: [usize; 2]| Array::from(ArrayD::<i64>::zeros(IxDyn(&shape)));
        let a = zeros(if transpose_a == 1 { [2, m] } else { [m, 2] });
        let b = zeros(if transpose_b == 1 { [n, 2] } else { [2, n] });
        let c = positions(&shape(&row["b"]));
        let attributes = Attributes::from([("transA", transpose_a.into()), ("transB", transpose_b.into())]);
        let operator = Operator::onnx("Gemm", 13, &attributes);
        Some(compare(row, operator, &[a, b, c], &["b_index"], |read| read[0]))
    });
}

#[test]
fn views_of_any_strides() {
    let operator = Operator::onnx("Sub", 14, &none()).expect("a name");
    let a = ndarray::Array::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as i32);
    let mut b = a.t().to_owned();
    b.invert_axis(ndarray::Axis(0));
    let expected = ndarray::Array::from_shape_fn((4, 3), |(i, j)| a[[j, i]] - b[[i, j]]);
    let output = operator.run(&[ArrayView::from(&a.t()), ArrayView::from(&b)]).expect("equal shapes");
    assert_eq!(output, Array::from(expected));
}
