//! The edge cases of ONNX's arithmetic, in which two engines agree or the rule decides, and ncnn's formulas.

mod common;

use bcast_ops::{Array, Attribute, Attributes, Operator};
use common::{attributes, cases, check, report, shape};
use half::{bf16, f16};
use ndarray::{ArrayD, IxDyn, arr1};
use serde_json::{Map, Value};

/// The numbers in nested lists, in order.
fn flat<'v>(value: &'v Value, into: &mut Vec<&'v Value>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| flat(value, into)),
        value => into.push(value),
    }
}

fn float(value: &Value) -> f64 {
    match value.as_str() {
        Some("nan") => f64::NAN,
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        Some(other) => panic!("no number: {other}"),
        None => value.as_f64().expect("a number"),
    }
}

/// `[type, shape, elements]`.
fn array(value: &Value) -> Array {
    let mut elements = Vec::new();
    flat(&value[2], &mut elements);
    fn made<T>(shape: &[usize], elements: &[&Value], read: impl Fn(&Value) -> T) -> ArrayD<T> {
        ArrayD::from_shape_vec(IxDyn(shape), elements.iter().map(|value| read(value)).collect()).expect("one each")
    }
    let shape = shape(&value[1]);
    macro_rules! integers {
        ($($name:literal $T:ty;)*) => {
            match value[0].as_str().expect("a type") {
                $($name => {
                    let read = |value: &Value| <$T>::try_from(value.as_i128().expect("an integer")).expect("in range");
                    made(&shape, &elements, read).into()
                })*
                "bool" => made(&shape, &elements, |value| value.as_bool().expect("a bool")).into(),
                "float16" => made(&shape, &elements, |value| f16::from_f64(float(value))).into(),
                "bfloat16" => made(&shape, &elements, |value| bf16::from_f64(float(value))).into(),
                "float32" => made(&shape, &elements, |value| float(value) as f32).into(),
                "float64" => made(&shape, &elements, float).into(),
                other => panic!("no type {other}"),
            }
        };
    }
    integers! {
        "int8" i8; "int16" i16; "int32" i32; "int64" i64; "uint8" u8; "uint16" u16; "uint32" u32; "uint64" u64;
    }
}

trait Wide {
    fn as_i128(&self) -> Option<i128>;
}
impl Wide for Value {
    fn as_i128(&self) -> Option<i128> {
        self.as_i64().map(i128::from).or(self.as_u64().map(i128::from))
    }
}

/// The expected result of a case; `None` if it is an error.
fn verdict(case: &Map<String, Value>) -> Option<Array> {
    let (name, checker) = (case["name"].as_str().expect("a name"), case["checker"].as_str().expect("a text"));
    // The schemas define which operators exist.
    if checker != "ok" {
        return None;
    }
    let (ort, reference) = (&case["ort"], &case["ref"]);
    let implemented = ort.as_str().is_none_or(|error| !error.contains("NOT_IMPLEMENTED") && !error.contains("opset"));
    let right = match name {
        // A negative power of an integer other than 1 and -1 is an error.
        "pow i32 neg exp" | "pow i32 0^-1" => return None,
        // Integer powers are exact, and wrap.
        "pow i32 overflow" | "pow i64 big" | "pow i64 precision 3^35" => reference,
        _ if implemented => ort,
        _ => reference,
    };
    right.is_array().then(|| array(right))
}

#[test]
fn the_edges_of_onnx() {
    let cases = cases("edge_onnx.jsonl");
    let mut failures = Vec::new();
    // The last entries record that an engine's process was killed, and have no inputs.
    for case in cases.iter().filter(|case| case.get("in").is_some()) {
        let inputs: Vec<Array> = case["in"].as_array().expect("a list").iter().map(array).collect();
        let operator = Operator::onnx(
            case["op"].as_str().expect("a name"),
            case["opset"].as_i64().expect("an opset"),
            &attributes(&case["attrs"]),
        );
        let outcome = match (verdict(case), operator) {
            (None, Err(_)) => Ok(()),
            (None, Ok(operator)) => match operator.run(&inputs) {
                Err(_) => Ok(()),
                Ok(output) => Err(format!("{output:?}, where an error is right")),
            },
            (Some(_), Err(error)) => Err(error.to_string()),
            (Some(right), Ok(operator)) => check(&operator, &inputs, &right, 1e-6, 0.0),
        };
        if let Err(failure) = outcome {
            failures.push(format!("{} {inputs:?}:\n{failure}", case["name"]));
        }
    }
    report("edges", cases.len(), &failures);
}

/// One of ncnn's formulas in `f64`, by its text in the list.
fn formula(text: &str, x: f64, y: f64) -> f64 {
    match text {
        "x+y" => x + y,
        "x-y" => x - y,
        "x*y" => x * y,
        "x/y" => x / y,
        "std::max(x,y) = x<y?y:x" => {
            if x < y {
                y
            } else {
                x
            }
        }
        "std::min(x,y) = y<x?y:x" => {
            if y < x {
                y
            } else {
                x
            }
        }
        "powf(x,y)" => x.powf(y),
        "y-x" => y - x,
        "y/x" => y / x,
        "powf(y,x)" => y.powf(x),
        "atan2f(x,y)" => x.atan2(y),
        "atan2f(y,x)" => y.atan2(x),
        "fmodf(x,y)" => x % y,
        "fmodf(y,x)" => y % x,
        "max+log1pf(expf(min-max))" => {
            let (larger, smaller) = (if x < y { y } else { x }, if y < x { y } else { x });
            larger + (smaller - larger).exp().ln_1p()
        }
        "floorf(x/y)" => (x / y).floor(),
        "floorf(y/x)" => (y / x).floor(),
        "remainderf(x,y) (IEEE, round-to-nearest-even quotient)" => x - (x / y).round_ties_even() * y,
        "remainderf(y,x)" => y - (y / x).round_ties_even() * x,
        other => panic!("no formula {other}"),
    }
}

#[test]
fn the_formulas_of_ncnn() {
    let path = format!("{}/tests/data/ncnn_formulas.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file is in the repository");
    let formulas: Vec<Value> = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(formulas.len(), 19);
    // Quotients of these are exact, and so are the integers next to them.
    let values = [-7.5, -3.0, -2.5, -1.0, -0.5, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 4.0, 7.0, 100.0_f32, f32::NAN];
    let pairs: Vec<(f32, f32)> = values.iter().flat_map(|&x| values.map(|y| (x, y))).collect();
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let (x, y) = (Array::from(arr1(&x)), Array::from(arr1(&y)));
    let mut failures = Vec::new();
    for case in &formulas {
        let (op_type, text) = (case["op"].as_i64().expect("a number"), case["formula"].as_str().expect("a text"));
        let operator = Operator::ncnn("BinaryOp", &Attributes::from([("0", op_type.into())])).expect("a type");
        let output = operator.run(&[&x, &y]).expect("equal shapes").into_array::<f32>().expect("floating point");
        for (&found, &(x, y)) in output.iter().zip(&pairs) {
            let expected = formula(text, f64::from(x), f64::from(y)) as f32;
            let close = (found - expected).abs() <= 1e-6 * expected.abs().max(1e-2);
            if !(close || found == expected || found.is_nan() && expected.is_nan()) {
                failures.push(format!("{text} of {x} and {y} is {expected}, not {found}"));
            }
            let with_scalar =
                Attributes::from([("op_type", op_type.into()), ("with_scalar", 1.into()), ("b", Attribute::Float(y))]);
            let operator = Operator::ncnn("BinaryOp", &with_scalar).expect("a type");
            let single = operator.run(&[Array::from(arr1(&[x]))]).expect("one input");
            let single = single.into_array::<f32>().expect("floating point")[0];
            if single.to_bits() != found.to_bits() && !(single.is_nan() && found.is_nan()) {
                failures.push(format!("{text} of {x} and the scalar {y} is {found}, not {single}"));
            }
        }
    }
    report("formulas", formulas.len(), &failures);
}
