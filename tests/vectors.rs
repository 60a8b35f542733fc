//! The engines' results (tests/data/vectors) through `try_bcast!` with run-time options: acceptance, the result's shape, and the element of
//! each operand that every element of the result reads. `ENGINES=DIRECTORY` selects other rows than the stored ones, such as those of
//! `.ci/engines/run`.
use bcast::{BroadcastError, try_bcast};
use ndarray::{ArrayD, IxDyn};
use serde::Deserialize;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

#[path = "common/vectors.rs"]
mod stored;

#[derive(Debug, Deserialize)]
struct Row {
    axis: Option<i64>,
    axes_mapping: Option<Vec<i64>>,
    target: Option<Vec<usize>>,
    a: Option<Vec<usize>>,
    b: Option<Vec<usize>>,
    data: Option<Vec<usize>>,
    cond: Option<Vec<usize>>,
    x: Option<Vec<usize>>,
    y: Option<Vec<usize>>,
    ok: bool,
    out: Option<Vec<usize>>,
    document_ok: Option<bool>,
    document_out: Option<Vec<usize>>,
    spec_unidirectional_ok: Option<bool>,
    undefined: Option<serde_json::Value>,
    a_index: Option<Vec<usize>>,
    b_index: Option<Vec<usize>>,
    data_index: Option<Vec<usize>>,
    cond_index: Option<Vec<usize>>,
    x_index: Option<Vec<usize>>,
    y_index: Option<Vec<usize>>,
}

/// An operand of a row: its shape, and the elements that the result reads, if the row has them.
type Read<'a> = (&'a Option<Vec<usize>>, &'a Option<Vec<usize>>);

impl Row {
    fn operands(&self) -> Vec<(ArrayD<usize>, Option<&[usize]>)> {
        let all: [Read<'_>; 6] = [
            (&self.a, &self.a_index),
            (&self.b, &self.b_index),
            (&self.data, &self.data_index),
            (&self.cond, &self.cond_index),
            (&self.x, &self.x_index),
            (&self.y, &self.y_index),
        ];
        let given = all.into_iter().filter_map(|(shape, index)| Some((shape.as_ref()?, index.as_deref())));
        given.map(|(shape, index)| (positions(shape), index)).collect()
    }

    /// True if neither the engine's nor the document's result is known.
    fn is_undefined(&self) -> bool {
        self.undefined.is_some() && self.document_ok.is_none()
    }

    /// The expected shape, or `None` if the row must be refused. Documents take precedence over engines.
    fn verdict(&self) -> Option<&[usize]> {
        let accepted = self.spec_unidirectional_ok.or(self.document_ok).unwrap_or(self.ok);
        let shape = self.document_out.as_deref().or(self.out.as_deref());
        accepted.then(|| shape.expect("an accepted row has an output"))
    }
}

/// An array whose elements are their own positions in C order.
fn positions(shape: &[usize]) -> ArrayD<usize> {
    let count = shape.iter().product();
    ArrayD::from_shape_vec(IxDyn(shape), (0..count).collect()).unwrap()
}

/// The elements of each operand that the result reads.
type Reads = [usize; 3];
type Answer = Result<ArrayD<Reads>, BroadcastError>;

/// A row's call into a place.
type Into = fn(&Row, &[ArrayD<usize>], &mut ArrayD<Reads>) -> Result<(), BroadcastError>;

/// A call into new memory and the same call into a place of the expected shape.
struct Call {
    fresh: fn(&Row, &[ArrayD<usize>]) -> Answer,
    into: Into,
}

macro_rules! call {
    ([$($operand:ident),*] $array:expr, |$row:ident| $($options:tt)*) => {
        Call {
            fresh: |$row, operands| {
                let [$($operand),*] = operands else { panic!("a row has {} operands", operands.len()) };
                try_bcast!($array, $($options)*)
            },
            into: |$row, operands, place| {
                let [$($operand),*] = operands else { panic!("a row has {} operands", operands.len()) };
                try_bcast!(place = $array, $($options)*)
            },
        }
    };
}

fn target(row: &Row) -> &[usize] {
    row.target.as_deref().expect("the row has a target")
}

fn axis(row: &Row) -> i64 {
    row.axis.expect("the row has an axis")
}

/// The calls that must reproduce a file's results. Some targets can be written in several ways.
fn calls(file: &str) -> Vec<Call> {
    match file {
        "openvino_eltwise_none" => vec![call!([a, b] [a, b, 0], |_row| mode = none)],
        "openvino_eltwise_numpy" | "paddle_api" => vec![call!([a, b] [a, b, 0], |_row| mode = numpy)],
        "numpy_multidirectional" | "onnxruntime_add_multidirectional" => {
            vec![call!([a, b] [a, b, 0], |_row| mode = multidirectional)]
        }
        "onnxruntime_where" | "openvino_select_numpy" => vec![call!([cond, x, y] [cond, x, y], |_row| mode = numpy)],
        "onnxruntime_gemm_c_unidirectional" | "onnxruntime_prelu_unidirectional" => vec![
            call!([a, b] [a, b, 0], |_row| mode = unidirectional),
            call!([a, b] [a, b, 0], |_row| mode = unidirectional, base = a),
        ],
        "openvino_eltwise_pdpd" => vec![
            call!([a, b] [a, b, 0], |row| mode = pdpd, axis = axis(row)),
            call!([a, b] [a, b, 0], |row| mode = numpy, axis(b) = axis(row)),
            call!([a, b] [a, b, 0], |row| mode = pdpd, axis = axis(row), base = a),
        ],
        "paddle_elementwise_axis" => vec![call!([a, b] [a, b, 0], |row| mode = paddle, axis = axis(row))],
        "ncnn_binaryop_pack" => vec![call!([a, b] [a, b, 0], |_row| mode = ncnn)],
        "openvino_broadcast1_explicit" | "openvino_broadcast3_explicit" => vec![
            call!([data] [data, 0, 0], |row| mode = explicit, axes = row.axes_mapping.as_ref().unwrap(), to = target(row)),
            call!([data] [data, 0, 0], |row| mode = numpy, axes(data) = row.axes_mapping.clone().unwrap(), to = target(row)),
        ],
        "openvino_broadcast1_numpy" | "openvino_broadcast3_numpy" | "numpy_broadcast_to" => vec![
            call!([data] [data, 0, 0], |row| mode = numpy, to = target(row)),
            call!([data] [data, 0, 0], |row| mode = unidirectional, to = target(row)),
        ],
        "openvino_broadcast3_bidirectional" | "onnxruntime_expand" => {
            vec![call!([data] [data, 0, 0], |row| mode = bidirectional, to = target(row))]
        }
        unknown => panic!("no calls for {unknown}"),
    }
}

/// Compares one call's result with a row.
fn check(row: &Row, call: &Call) -> Result<(), String> {
    let (arrays, indices): (Vec<_>, Vec<_>) = row.operands().into_iter().unzip();
    let answer = (call.fresh)(row, &arrays);
    let Some(shape) = row.verdict() else {
        return match answer {
            Err(error) if error.to_string().is_empty() => Err("refused without a word".to_owned()),
            Err(_) => Ok(()),
            Ok(result) => Err(format!("accepted with shape {:?}, to be refused", result.shape())),
        };
    };
    let result = answer.map_err(|error| format!("refused, to be accepted with shape {shape:?}: {error}"))?;
    if result.shape() != shape {
        return Err(format!("shape {:?} instead of {shape:?}", result.shape()));
    }
    for (operand, index) in indices.iter().enumerate() {
        let Some(index) = index else { continue };
        let read: Vec<usize> = result.iter().map(|reads| reads[operand]).collect();
        if read != *index {
            return Err(format!("operand {operand} is read at {read:?} instead of {index:?}"));
        }
    }
    let mut place = ArrayD::from_elem(IxDyn(shape), [usize::MAX; 3]);
    (call.into)(row, &arrays, &mut place).map_err(|error| format!("refused by a place of its own shape: {error}"))?;
    if place == result { Ok(()) } else { Err("a place gets other elements than a new array".to_owned()) }
}

/// Checks every row of a folder, and returns the counts.
fn every_row_of(folder: &Path) -> (usize, usize) {
    let (mut rows, mut skipped, mut failures) = (0, 0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let calls = calls(file.strip_prefix("drawn_").unwrap_or(&file));
        for (number, row) in stored::rows(&fs::read_to_string(&path).unwrap()).into_iter().enumerate() {
            let row: Row = serde_json::from_value(row).unwrap();
            if row.is_undefined() {
                skipped += 1;
                continue;
            }
            rows += 1;
            for (which, call) in calls.iter().enumerate() {
                if let Err(wrong) = check(&row, call) {
                    failures.push(format!("{file}, row {}, call {which}: {wrong}", number + 1));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    (rows, skipped)
}

#[test]
fn every_row() {
    match env::var_os("ENGINES") {
        None => {
            let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors");
            assert_eq!(every_row_of(&stored), (11863, 15));
        }
        Some(folder) => {
            let (rows, skipped) = every_row_of(&PathBuf::from(folder));
            println!("{rows} rows have the expected results, {skipped} skipped as undefined");
            assert!(rows > 0);
        }
    }
}
