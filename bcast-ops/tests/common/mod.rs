//! Cases of `tests/data` as operators, arrays and tolerances.
#![allow(dead_code, reason = "each test uses its part")]

use bcast_ops::{
    Array, ArrayView, ArrayViewMut, Attribute, Attributes, Element, ElementType, Fact, Operator, OperatorError,
};
use half::{bf16, f16};
use ndarray::{Array as NdArray, ArrayD, Axis, IxDyn, Slice, arr1};
use num_complex::Complex;
use serde_json::{Map, Value};

#[path = "../../../tests/common/vectors.rs"]
pub mod stored;

/// The cases of a file.
pub fn cases(file: &str) -> Vec<Map<String, Value>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the file is in the repository");
    stored::packed::rows(&text)
}

/// A list of numbers.
pub fn integers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|entry| entry.as_i64().expect("an integer")).collect()
}

pub fn shape(value: &Value) -> Vec<usize> {
    integers(value).into_iter().map(|length| length as usize).collect()
}

pub fn attributes(value: &Value) -> Attributes {
    let attribute = |value: &Value| match value {
        Value::String(text) => Attribute::from(text.as_str()),
        Value::Object(float) => Attribute::Float(float["float"].as_f64().expect("a number") as f32),
        Value::Array(_) => Attribute::Ints(integers(value)),
        number => Attribute::Int(number.as_i64().expect("an integer")),
    };
    value.as_object().expect("a map").iter().map(|(name, value)| (name.as_str(), attribute(value))).collect()
}

/// The bytes of elements of this size, from their digits or from integers.
fn bytes(elements: &Value, size: usize) -> Vec<u8> {
    if let Some(digits) = elements.as_str() {
        let byte = |i: usize| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("two digits");
        return (0..digits.len() / 2).map(byte).collect();
    }
    let wide = |entry: &Value| entry.as_u64().or(entry.as_i64().map(i64::cast_unsigned)).expect("an integer");
    elements.as_array().expect("a list").iter().flat_map(|entry| wide(entry).to_le_bytes()[..size].to_vec()).collect()
}

macro_rules! of_types {
    ($value:ident: $($name:literal $T:ty = $read:expr, $size:literal;)*) => {{
        let [element_type, shape, elements] = $value;
        let shape = IxDyn(&self::shape(shape));
        match element_type.as_str().expect("a type") {
            $($name => {
                let bytes = bytes(elements, $size);
                let elements: Vec<$T> = bytes.chunks_exact($size).map(|c| $read(c.try_into().unwrap())).collect();
                ArrayD::from_shape_vec(shape, elements).expect("as many as the shape").into()
            })*
            "string" => {
                let texts = elements.as_array().expect("a list").iter();
                let elements = texts.map(|text| text.as_str().expect("a text").to_owned()).collect();
                ArrayD::from_shape_vec(shape, elements).expect("as many as the shape").into()
            }
            other => panic!("no type {other}"),
        }
    }};
}

/// The arrays of a list of a case, which has those with names.
pub fn arrays(case: &Map<String, Value>, list: &str) -> Vec<Array> {
    let arrays = case[list].as_array().expect("a list").iter();
    let array = |stored: &Value| {
        let parts = stored.as_str().map_or(stored, |name| &case[name]).as_array().expect("the parts of an array");
        array(match &parts[..] {
            [shape, elements] => [&case["type"], shape, elements],
            [element_type, shape, elements] => [element_type, shape, elements],
            _ => panic!("no array: {stored}"),
        })
    };
    arrays.map(array).collect()
}

fn array(value: [&Value; 3]) -> Array {
    let pair =
        |c: [u8; 8]| (f32::from_le_bytes(c[..4].try_into().unwrap()), f32::from_le_bytes(c[4..].try_into().unwrap()));
    of_types! { value:
        "bool" bool = |c: [u8; 1]| c[0] != 0, 1;
        "int8" i8 = i8::from_le_bytes, 1;
        "int16" i16 = i16::from_le_bytes, 2;
        "int32" i32 = i32::from_le_bytes, 4;
        "int64" i64 = i64::from_le_bytes, 8;
        "uint8" u8 = u8::from_le_bytes, 1;
        "uint16" u16 = u16::from_le_bytes, 2;
        "uint32" u32 = u32::from_le_bytes, 4;
        "uint64" u64 = u64::from_le_bytes, 8;
        "float16" f16 = f16::from_le_bytes, 2;
        "bfloat16" bf16 = bf16::from_le_bytes, 2;
        "float32" f32 = f32::from_le_bytes, 4;
        "float64" f64 = f64::from_le_bytes, 8;
        "complex64" Complex<f32> = |c| { let (re, im) = pair(c); Complex::new(re, im) }, 8;
    }
}

/// Floating-point elements as `f64`, exactly; `None` for other types.
pub fn floats(array: &Array) -> Option<Vec<f64>> {
    match array {
        Array::Float16(array) => Some(array.iter().map(|v| v.to_f64()).collect()),
        Array::Bfloat16(array) => Some(array.iter().map(|v| v.to_f64()).collect()),
        Array::Float32(array) => Some(array.iter().map(|&v| f64::from(v)).collect()),
        Array::Float64(array) => Some(array.iter().copied().collect()),
        _ => None,
    }
}

/// True if the arrays agree: floating point within the tolerances, with NaN equal to NaN, other types exactly.
pub fn alike(found: &Array, expected: &Array, rtol: f64, atol: f64) -> bool {
    if (found.element_type(), found.shape()) != (expected.element_type(), expected.shape()) {
        return false;
    }
    let (Some(a), Some(b)) = (floats(found), floats(expected)) else { return found == expected };
    a.iter().zip(&b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= atol + rtol * b.abs())
}

/// An array of this type and shape with gaps between elements: every second element of a larger one along each axis.
pub fn scattered(element_type: ElementType, shape: &[usize]) -> Array {
    let larger: Vec<usize> = shape.iter().map(|length| 2 * length).collect();
    macro_rules! of_types {
        ($($Variant:ident)*) => {
            match element_type {
                $(ElementType::$Variant => Array::$Variant(ArrayD::default(IxDyn(&larger))),)*
                _ => unreachable!("all types are listed"),
            }
        };
    }
    of_types!(
        Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64 Complex64 Complex128 String
    )
}

/// Every second element along each axis.
pub fn every_second(larger: &mut Array) -> ArrayViewMut<'_> {
    macro_rules! of_types {
        ($($Variant:ident)*) => {
            match larger {
                $(Array::$Variant(array) => {
                    let mut view = array.view_mut();
                    view.slice_each_axis_inplace(|_| Slice::from(..).step_by(2));
                    ArrayViewMut::$Variant(view)
                })*
                _ => unreachable!("all types are listed"),
            }
        };
    }
    of_types!(
        Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64 Complex64 Complex128 String
    )
}

/// A copy of a mutable view's elements.
pub fn owned(view: &ArrayViewMut<'_>) -> Array {
    macro_rules! of_types {
        ($($Variant:ident)*) => {
            match view {
                $(ArrayViewMut::$Variant(view) => Array::$Variant(view.to_owned()),)*
                _ => unreachable!("all types are listed"),
            }
        };
    }
    of_types!(
        Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64 Complex64 Complex128 String
    )
}

/// Runs an operator in every way, and returns the first difference from `expected`.
pub fn check(operator: &Operator, inputs: &[Array], expected: &Array, rtol: f64, atol: f64) -> Result<(), String> {
    let new = operator.run(inputs).map_err(|error| error.to_string())?;
    if !alike(&new, expected, rtol, atol) {
        return Err(format!("{new:?}\nwhere this is right:\n{expected:?}"));
    }
    let facts: Vec<Fact> = inputs.iter().map(Fact::from).collect();
    let inferred = operator.infer(&facts).map_err(|error| format!("inferred: {error}"))?;
    let fact = Fact::from(expected);
    if (inferred.element_type, &inferred.shape) != (fact.element_type, &fact.shape) {
        return Err(format!("inferred {inferred}, and it is {fact}"));
    }
    let mut memory = scattered(expected.element_type(), expected.shape());
    let mut place = every_second(&mut memory);
    let views: Vec<ArrayView<'_>> = inputs.iter().map(Array::view).collect();
    match &mut place {
        ArrayViewMut::Float32(view) => operator.run_into(&views, ArrayViewMut::Float32(view.view_mut())),
        _ => {
            let result = operator.run_into(&views, every_second(&mut memory));
            place = every_second(&mut memory);
            result
        }
    }
    .map_err(|error| format!("into memory: {error}"))?;
    let written = owned(&place);
    if !same_bits(&written, &new) {
        return Err(format!("into memory: {written:?}\nand new: {new:?}"));
    }
    Ok(())
}

/// True if equal, with NaN equal to NaN.
fn same_bits(a: &Array, b: &Array) -> bool {
    alike(a, b, 0.0, 0.0)
}

/// Panics with all failures, if any.
pub fn report(name: &str, count: usize, failures: &[String]) {
    assert!(count > 0, "{name}: no case was run");
    assert!(failures.is_empty(), "{name}: {} of {count} failed\n{}", failures.len(), failures.join("\n\n"));
}

/// An array whose elements are their own positions in C order.
pub fn positions(shape: &[usize]) -> Array {
    let count = shape.iter().product();
    NdArray::from_shape_vec(IxDyn(shape), (0..count).map(|position: usize| position as i64).collect())
        .expect("as many positions as elements")
        .into()
}

/// The same array with its axes in reverse order in memory.
pub fn in_f_order<T: Clone>(array: &ArrayD<T>) -> ArrayD<T> {
    let mut reversed = array.view().reversed_axes().as_standard_layout().into_owned().reversed_axes();
    reversed.swap_axes(0, 0);
    debug_assert_eq!(reversed.len_of(Axis(0)), array.len_of(Axis(0)));
    reversed
}

/// One attribute.
pub fn one(name: &str, value: impl Into<Attribute>) -> Attributes {
    Attributes::from([(name, value.into())])
}

/// An operator of ONNX.
pub fn onnx(name: &str, opset: i64, attributes: &Attributes) -> Operator {
    Operator::onnx(name, opset, attributes).expect("an operator")
}

/// A vector.
pub fn vector<T: Element>(elements: &[T]) -> Array {
    arr1(elements).into()
}

/// The text of an expected error.
pub fn text_of<T: std::fmt::Debug>(result: Result<T, OperatorError>) -> String {
    result.expect_err("this is refused").to_string()
}
