//! The accepted rows of the documents' tables, through `where` clauses: each compiles, and every element is correct.
//!
//! A row gives the axes of the result for an operand's axes. The rows are compared with
//! `tests/data/specification_tables.jsonl`, so that none is missing. Refused rows are in `ui-tests`.

#![allow(deprecated, reason = "some of the documents' rows are legal and suspicious")]

use std::fs;

use bcast::bcast;
use ndarray::{Array, ArrayD, Dimension, IntoDimension};
use serde_json::Value;

#[path = "common/packed.rs"]
mod packed;

/// A row: the call, and its result.
struct Row {
    options: &'static str,
    operands: Vec<Operand>,
    said: Vec<usize>,
    result: ArrayD<i64>,
}

/// An operand's shape, and its axes in the result.
struct Operand {
    shape: Vec<usize>,
    axes: Vec<usize>,
}

macro_rules! rows {
    ($(($($options:tt)*) $a:ident $shape:tt at $axes:tt $(, $b:ident $b_shape:tt at $b_axes:tt)? => $said:tt;)*) => {
        vec![$({
            let $a = numbered($shape);
            $(let $b = numbered($b_shape);)?
            let result = bcast!($a $(* 1000 + $b)?, $($options)*, where $a: $shape $(, $b: $b_shape)?);
            Row {
                options: stringify!($($options)*),
                operands: vec![
                    Operand { shape: $shape.to_vec(), axes: $axes.to_vec() },
                    $(Operand { shape: $b_shape.to_vec(), axes: $b_axes.to_vec() },)?
                ],
                said: $said.to_vec(),
                result: result.into_dyn(),
            }
        }),*]
    };
}

/// An array whose elements count from 1, in C order.
fn numbered<I: IntoDimension<Dim: Dimension>>(shape: I) -> Array<i64, I::Dim> {
    let shape = shape.into_dimension();
    let count = shape.size() as i64;
    Array::from_shape_vec(shape, (1..=count).collect()).unwrap()
}

/// The element of [`numbered`] at this index of the result.
fn element(operand: &Operand, index: &[usize]) -> i64 {
    let mut position = 0;
    for (&length, &axis) in operand.shape.iter().zip(&operand.axes) {
        position = position * length + if length == 1 { 0 } else { index[axis] };
    }
    position as i64 + 1
}

/// Compares the rows with the document's, and the results with index arithmetic.
fn check(document: &str, rows: &[Row]) {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/specification_tables.jsonl")).unwrap();
    let table = packed::rows(&text).into_iter().map(Value::from);
    let table: Vec<Value> = table.filter(|entry| entry["document"] == document && entry["ok"] == true).collect();
    assert_eq!(rows.len(), table.len(), "{document}");
    for (row, entry) in rows.iter().zip(table) {
        assert_eq!(row.options, options(&entry), "{entry}");
        let shapes: Vec<Vec<usize>> = row.operands.iter().map(|operand| operand.shape.clone()).collect();
        assert_eq!(serde_json::json!(shapes), entry["operands"], "{entry}");
        assert_eq!(serde_json::json!(row.said), entry["out"], "{entry}");
        assert_eq!(row.result.shape(), row.said, "{entry}");
        for (index, &found) in row.result.indexed_iter() {
            let fold = |sum, operand| sum * 1000 + element(operand, index.as_array_view().as_slice().unwrap());
            assert_eq!(found, row.operands.iter().fold(0, fold), "{entry} at {index:?}");
        }
    }
}

/// The options as in the rows.
fn options(entry: &Value) -> String {
    let mut text = format!("mode = {}", entry["mode"].as_str().unwrap());
    for name in ["axis", "axes", "to"] {
        if let Some(value) = entry.get(name) {
            let value = value.to_string().replace(',', ", ");
            text += &format!(", {name} = {value}");
        }
    }
    text
}

#[test]
fn onnx() {
    let rows = rows! {
        (mode = numpy) a [2, 3, 4, 5] at [0, 1, 2, 3], b [] at [] => [2, 3, 4, 5];
        (mode = numpy) a [2, 3, 4, 5] at [0, 1, 2, 3], b [5] at [3] => [2, 3, 4, 5];
        (mode = numpy) a [4, 5] at [2, 3], b [2, 3, 4, 5] at [0, 1, 2, 3] => [2, 3, 4, 5];
        (mode = numpy) a [1, 4, 5] at [1, 2, 3], b [2, 3, 1, 1] at [0, 1, 2, 3] => [2, 3, 4, 5];
        (mode = numpy) a [3, 4, 5] at [1, 2, 3], b [2, 1, 1, 1] at [0, 1, 2, 3] => [2, 3, 4, 5];
        (mode = unidirectional) a [2, 3, 4, 5] at [0, 1, 2, 3], b [] at [] => [2, 3, 4, 5];
        (mode = unidirectional) a [2, 3, 4, 5] at [0, 1, 2, 3], b [5] at [3] => [2, 3, 4, 5];
        (mode = unidirectional) a [2, 3, 4, 5] at [0, 1, 2, 3], b [2, 1, 1, 5] at [0, 1, 2, 3] => [2, 3, 4, 5];
        (mode = unidirectional) a [2, 3, 4, 5] at [0, 1, 2, 3], b [1, 3, 1, 5] at [0, 1, 2, 3] => [2, 3, 4, 5];
    };
    check("ONNX, Broadcasting in ONNX", &rows);
}

#[test]
fn openvino_rules() {
    let rows = rows! {
        (mode = numpy) a [] at [], b [] at [] => [];
        (mode = numpy) a [2, 3] at [0, 1], b [1] at [1] => [2, 3];
        (mode = numpy) a [3] at [1], b [2, 3] at [0, 1] => [2, 3];
        (mode = numpy) a [2, 3, 5] at [0, 1, 2], b [] at [] => [2, 3, 5];
        (mode = numpy) a [2, 1, 5] at [0, 1, 2], b [1, 4, 5] at [0, 1, 2] => [2, 4, 5];
        (mode = numpy) a [6, 5] at [1, 2], b [2, 1, 5] at [0, 1, 2] => [2, 6, 5];
        (mode = numpy) a [2, 1, 5] at [0, 1, 2], b [4, 1] at [1, 2] => [2, 4, 5];
        (mode = numpy) a [3, 2, 1, 4] at [0, 1, 2, 3], b [5, 4] at [2, 3] => [3, 2, 5, 4];
        (mode = numpy) a [1, 5, 3] at [1, 2, 3], b [5, 2, 1, 3] at [0, 1, 2, 3] => [5, 2, 5, 3];
        (mode = pdpd, axis = 1) a [2, 3, 4, 5] at [0, 1, 2, 3], b [3, 4] at [1, 2] => [2, 3, 4, 5];
        (mode = pdpd, axis = 1) a [2, 3, 4, 5] at [0, 1, 2, 3], b [3, 1] at [1, 2] => [2, 3, 4, 5];
        (mode = pdpd, axis = -1) a [2, 3, 4, 5] at [0, 1, 2, 3], b [4, 5] at [2, 3] => [2, 3, 4, 5];
        (mode = pdpd) a [2, 3, 4, 5] at [0, 1, 2, 3], b [4, 5] at [2, 3] => [2, 3, 4, 5];
        (mode = pdpd, axis = 2) a [2, 3, 4, 5] at [0, 1, 2, 3], b [4, 5] at [2, 3] => [2, 3, 4, 5];
        (mode = pdpd, axis = 0) a [2, 3, 4, 5] at [0, 1, 2, 3], b [1, 3] at [0, 1] => [2, 3, 4, 5];
        (mode = pdpd) a [2, 3, 4, 5] at [0, 1, 2, 3], b [] at [] => [2, 3, 4, 5];
        (mode = pdpd) a [2, 3, 4, 5] at [0, 1, 2, 3], b [5] at [3] => [2, 3, 4, 5];
        (mode = pdpd, axis = -1) a [2, 3, 4, 5] at [0, 1, 2, 3], b [5] at [3] => [2, 3, 4, 5];
        (mode = pdpd, axis = 3) a [2, 3, 4, 5] at [0, 1, 2, 3], b [5] at [3] => [2, 3, 4, 5];
        (mode = none) a [2, 3] at [0, 1], b [2, 3] at [0, 1] => [2, 3];
        (mode = bidirectional, to = [1]) a [5] at [0] => [5];
        (mode = bidirectional, to = [3]) a [2, 3] at [0, 1] => [2, 3];
        (mode = bidirectional, to = [3, 4]) a [3, 1] at [0, 1] => [3, 4];
        (mode = bidirectional, to = []) a [3, 4] at [0, 1] => [3, 4];
        (mode = bidirectional, to = [2, 1, 6]) a [3, 1] at [1, 2] => [2, 3, 6];
    };
    check("OpenVINO, Broadcast Rules For Elementwise Operations", &rows);
}

#[test]
fn openvino_broadcast_1() {
    let rows = rows! {
        (mode = explicit, axes = [1], to = [1, 16, 50, 50]) a [16] at [1] => [1, 16, 50, 50];
        (mode = explicit, axes = [1, 2], to = [1, 50, 50, 16]) a [50, 50] at [1, 2] => [1, 50, 50, 16];
        (mode = explicit, axes = [1], to = [2, 3, 4, 5]) a [3] at [1] => [2, 3, 4, 5];
        (mode = explicit, axes = [1, 2], to = [2, 3, 4, 5]) a [3, 4] at [1, 2] => [2, 3, 4, 5];
    };
    check("OpenVINO, Broadcast-1", &rows);
}

#[test]
fn ncnn() {
    let rows = rows! {
        (mode = ncnn) a [2] at [0], b [] at [] => [2];
        (mode = ncnn) a [2] at [0], b [1] at [0] => [2];
        (mode = ncnn) a [3, 2] at [0, 1], b [] at [] => [3, 2];
        (mode = ncnn) a [3, 2] at [0, 1], b [1] at [0] => [3, 2];
        (mode = ncnn) a [3, 2] at [0, 1], b [1, 1] at [0, 1] => [3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [] at [] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [1] at [0] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [1, 1] at [0, 1] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [1, 1, 1] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [] at [] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1] at [0] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 1] at [0, 1] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 1, 1] at [0, 1, 2] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 1, 1, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [2] at [0], b [2] at [0] => [2];
        (mode = ncnn) a [3, 2] at [0, 1], b [3, 2] at [0, 1] => [3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [4, 3, 2] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 4, 3, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [3, 2] at [0, 1], b [3, 1] at [0, 1] => [3, 2];
        (mode = ncnn) a [3, 2] at [0, 1], b [1, 2] at [0, 1] => [3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [4, 3, 1] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [4, 1, 2] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [1, 3, 2] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [4, 1, 1] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [1, 3, 1] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [1, 1, 2] at [0, 1, 2] => [4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 4, 3, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 4, 1, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 1, 3, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 4, 3, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 4, 1, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 1, 3, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 4, 3, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 1, 1, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 4, 1, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 1, 3, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 1, 1, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 4, 1, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 1, 3, 1] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [1, 1, 1, 2] at [0, 1, 2, 3] => [5, 4, 3, 2];
        (mode = ncnn) a [3, 2] at [0, 1], b [3] at [0] => [3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [4] at [0] => [4, 3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [4, 3] at [0, 1] => [4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5] at [0] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 4] at [0, 1] => [5, 4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [5, 4, 3] at [0, 1, 2] => [5, 4, 3, 2];
        (mode = ncnn) a [3, 2] at [0, 1], b [2] at [1] => [3, 2];
        (mode = ncnn) a [4, 3, 2] at [0, 1, 2], b [2] at [2] => [4, 3, 2];
        (mode = ncnn) a [5, 4, 3, 2] at [0, 1, 2, 3], b [2] at [3] => [5, 4, 3, 2];
        (mode = ncnn) a [2, 2] at [0, 1], b [2] at [0] => [2, 2];
    };
    check("ncnn, BinaryOp, broadcasting rule", &rows);
}
