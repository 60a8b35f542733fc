//! Reductions against NumPy's answers on random calls (tests/data/numpy_calls.jsonl): dynamic ranks, every reduction, several axes, broadcasting in and
//! around the reduction, every layout, zero lengths, NaN and -0.0. `checks/numpy/run` draws other calls, which `NUMPY=FILE` selects.

use std::{collections::BTreeMap, env, fs, path::Path};

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array1, Array2, ArrayD, Axis, IxDyn, Slice};
use serde::Deserialize;
use serde_json::Value;

#[path = "common/drawn.rs"]
mod drawn;
#[path = "common/packed.rs"]
mod packed;
use drawn::{bits, float, integer};

/// One call, as `checks/numpy/calls.py` writes it.
#[derive(Deserialize)]
struct Row {
    reduction: String,
    form: String,
    r#type: String,
    kind: String,
    seed: u64,
    shape: Vec<usize>,
    x: Layout,
    partner: Option<Vec<usize>>,
    y: Option<Layout>,
    axes: Vec<i64>,
    #[serde(default)]
    outer: i64,
    refused: Option<String>,
    #[serde(default)]
    out: Vec<usize>,
    #[serde(default)]
    values: String,
    #[serde(default)]
    tolerances: String,
}

#[derive(Default, Deserialize)]
struct Layout {
    order: Vec<usize>,
    steps: Vec<isize>,
}

/// An element type: how the data of a call are made, and how answers are stored.
trait Element: Copy + Default {
    fn drawn(_kind: &str, _seed: u64, _z: u64) -> Self {
        Self::default()
    }
    fn of_bytes(bytes: &[u8]) -> Self;
    /// Whether this is NumPy's answer, within a tolerance that is 0 where the answer is exact.
    fn agrees(self, answer: Self, tolerance: f32) -> bool;
    /// The number of bytes that store an answer.
    const STORED: usize = size_of::<Self>();
}

macro_rules! element {
    ($type:ty, |$kind:ident, $z:ident, $seed:ident| $drawn:expr) => {
        impl Element for $type {
            fn drawn($kind: &str, $seed: u64, $z: u64) -> Self {
                $drawn
            }
            element!(exact $type);
        }
    };
    (exact $type:ty) => {
        fn of_bytes(bytes: &[u8]) -> Self {
            <$type>::from_le_bytes(bytes.try_into().expect("bytes of an answer"))
        }
        fn agrees(self, answer: Self, _: f32) -> bool {
            self == answer
        }
    };
    (float $type:ty) => {
        impl Element for $type {
            fn drawn(kind: &str, _: u64, z: u64) -> Self {
                float(kind, z) as $type
            }
            fn of_bytes(bytes: &[u8]) -> Self {
                <$type>::from_le_bytes(bytes.try_into().expect("bytes of an answer"))
            }
            fn agrees(self, answer: Self, tolerance: f32) -> bool {
                let is_same = self.to_bits() == answer.to_bits() || self.is_nan() && answer.is_nan();
                // The difference of finite numbers: infinities are compared above.
                is_same || f64::from(self - answer).abs() <= f64::from(tolerance) && tolerance > 0.0
            }
        }
    };
}

element!(float f32);
element!(float f64);
element!(i32, |kind, z, _seed| integer(kind, z, 201, 100) as i32);
element!(i64, |kind, z, _seed| integer(kind, z, 201, 100));
element!(u8, |kind, z, _seed| (integer(kind, z, 256, 0) + if kind == "ties" { 2 } else { 0 }) as u8);

impl Element for u64 {
    element!(exact u64);
}

impl Element for usize {
    const STORED: usize = 4;
    fn of_bytes(bytes: &[u8]) -> Self {
        u32::from_le_bytes(bytes.try_into().expect("bytes of an answer")) as usize
    }
    fn agrees(self, answer: Self, _: f32) -> bool {
        self == answer
    }
}

impl Element for bool {
    fn drawn(_: &str, seed: u64, z: u64) -> Self {
        z % 8 < seed % 9
    }
    fn of_bytes(bytes: &[u8]) -> Self {
        bytes == [1]
    }
    fn agrees(self, answer: Self, _: f32) -> bool {
        self == answer
    }
}

/// An operand with the data and the memory layout of a call.
fn operand<T: Element>(row: &Row, seed: u64, shape: &[usize], layout: &Layout) -> ArrayD<T> {
    let Layout { order, steps } = layout;
    let wide: Vec<usize> = order.iter().map(|&axis| shape[axis] * steps[axis].unsigned_abs()).collect();
    let mut memory = ArrayD::<T>::default(IxDyn(&wide));
    let mut back = vec![0; order.len()];
    for (at, &axis) in order.iter().enumerate() {
        memory.slice_axis_inplace(Axis(at), Slice::new(0, None, steps[axis]));
        back[axis] = at;
    }
    let mut array = memory.permuted_axes(back);
    let elements = (0..).map(|position| T::drawn(&row.kind, seed, bits(seed, position)));
    let data: Vec<T> = elements.take(array.len()).collect();
    array.assign(&ArrayD::from_shape_vec(IxDyn(shape), data).expect("data of this shape"));
    array
}

fn partner<T: Element>(row: &Row) -> ArrayD<T> {
    let (Some(shape), Some(layout)) = (&row.partner, &row.y) else { return ArrayD::default(IxDyn(&[])) };
    operand(row, row.seed + 1, shape, layout)
}

/// Compares a call's result with the row.
fn compare<V: Element + std::fmt::Debug>(row: &Row, result: Result<ArrayD<V>, BroadcastError>) -> Result<(), String> {
    let (result, refused) = match (result, &row.refused) {
        (Ok(result), refused) => (result, refused),
        (Err(_), Some(_)) => return Ok(()),
        (Err(error), None) => return Err(format!("refused, to be accepted: {error}")),
    };
    if let Some(rule) = refused {
        return Err(format!("accepted with shape {:?}, to be refused: {rule}", result.shape()));
    }
    if result.shape() != row.out {
        return Err(format!("shape {:?} instead of {:?}", result.shape(), row.out));
    }
    let (values, tolerances) = (unhexed(&row.values), unhexed(&row.tolerances));
    for (position, &ours) in result.iter().enumerate() {
        let answer = V::of_bytes(&values[position * V::STORED..][..V::STORED]);
        let tolerance = tolerances.get(4 * position..4 * position + 4).map_or(0.0, f32::of_bytes);
        if !ours.agrees(answer, tolerance) {
            return Err(format!("element {position} is {ours:?} instead of {answer:?}, tolerance {tolerance:e}"));
        }
    }
    Ok(())
}

fn unhexed(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Runs the call of a row's form.
macro_rules! call {
    ($row:ident, $reduce:ident, $type:ty, $value:ty, |$x:ident, $y:ident| $e:expr, $inside:expr $(, $arithmetic:ident)?) => {{
        let ($x, $y, axes) = (operand::<$type>($row, $row.seed, &$row.shape, &$row.x), partner::<$type>($row), &$row.axes);
        match &*$row.form {
            "plain" => compare::<$value>($row, try_bcast!($reduce($e, axis = axes))),
            "keep" => compare::<$value>($row, try_bcast!($reduce($e, axis = axes), keep)),
            "place" => {
                let mut place = ArrayD::<$value>::default(IxDyn(&$row.out));
                compare::<$value>($row, try_bcast!(place = $reduce($e, axis = axes)).map(|()| place))
            }
            "inside" => compare::<$value>($row, try_bcast!($reduce($inside, axis = axes), allow = mutual_stretch)),
            "inside_keep" => compare::<$value>($row, try_bcast!($reduce($inside, axis = axes), keep)),
            "whole" => {
                let number = try_bcast!($reduce($e, axis = ..));
                compare::<$value>($row, number.map(|number| ArrayD::from_elem(IxDyn(&[]), number)))
            }
            "paired" => {
                let pairs = try_bcast!(($x, $reduce($e, axis = axes)));
                compare::<$value>($row, pairs.map(|pairs| pairs.mapv(|(_, value)| value)))
            }
            form => call!(form $($arithmetic)?, $row, $reduce, $type, $x, $y, axes),
        }
    }};
    ($form:ident, $row:ident, $reduce:ident, $type:ty, $x:ident, $y:ident, $axes:ident) => {
        Err(format!("no call for {}", $form))
    };
    ($form:ident arithmetic, $row:ident, $reduce:ident, $type:ty, $x:ident, $y:ident, $axes:ident) => {
        match $form {
            "minus" => compare::<$type>($row, try_bcast!($x - $reduce($x, axis = $axes))),
            "divided" => compare::<$type>($row, try_bcast!($x / $reduce($x, axis = $axes))),
            "beside" | "raised" => compare::<$type>($row, try_bcast!($y - $reduce($x, axis = $axes))),
            "nested" => {
                let outer = $row.outer;
                compare::<$type>($row, try_bcast!(max($reduce($x, axis = $axes), axis = outer)))
            }
            "scaled" => compare::<$type>($row, try_bcast!(($x - $reduce($x, axis = $axes)) * $y)),
            form => Err(format!("no call for {form}")),
        }
    };
}

/// The calls of a reduction for several element types.
macro_rules! calls {
    ($row:ident, $reduce:ident: $($name:literal $type:ty => $value:ty, |$x:ident, $y:ident| $e:expr, $inside:expr $(, $arithmetic:ident)?;)*) => {
        match &*$row.r#type {
            $($name => call!($row, $reduce, $type, $value, |$x, $y| $e, $inside $(, $arithmetic)?),)*
            name => Err(format!("no call for {name}")),
        }
    };
}

fn check(row: &Row) -> Result<(), String> {
    match &*row.reduction {
        "sum" => calls!(row, sum:
            "f32" f32 => f32, |x, y| x, x * y, arithmetic; "f64" f64 => f64, |x, y| x, x * y, arithmetic;
            "i32" i32 => i32, |x, y| x, x * y, arithmetic; "i64" i64 => i64, |x, y| x, x * y, arithmetic;
            "u8" u8 => u64, |x, y| u64::from(x), u64::from(x & y);
        ),
        "prod" => calls!(row, prod:
            "f32" f32 => f32, |x, y| x, x * y, arithmetic; "f64" f64 => f64, |x, y| x, x * y, arithmetic;
            "i32" i32 => i32, |x, y| x, x * y, arithmetic; "i64" i64 => i64, |x, y| x, x * y, arithmetic;
        ),
        "mean" => calls!(row, mean:
            "f32" f32 => f32, |x, y| x, x * y, arithmetic; "f64" f64 => f64, |x, y| x, x * y, arithmetic;
        ),
        "min" => calls!(row, min:
            "f32" f32 => f32, |x, y| x, x * y, arithmetic; "f64" f64 => f64, |x, y| x, x * y, arithmetic;
            "i32" i32 => i32, |x, y| x, x * y, arithmetic; "i64" i64 => i64, |x, y| x, x * y, arithmetic;
            "u8" u8 => u8, |x, y| x, x & y;
        ),
        "max" => calls!(row, max:
            "f32" f32 => f32, |x, y| x, x - y, arithmetic; "f64" f64 => f64, |x, y| x, x - y, arithmetic;
            "i32" i32 => i32, |x, y| x, x - y, arithmetic; "i64" i64 => i64, |x, y| x, x - y, arithmetic;
            "u8" u8 => u8, |x, y| x, x & y;
        ),
        "argmin" => calls!(row, argmin:
            "f32" f32 => usize, |x, y| x, x * y; "f64" f64 => usize, |x, y| x, x * y;
            "i32" i32 => usize, |x, y| x, x * y; "i64" i64 => usize, |x, y| x, x * y;
            "u8" u8 => usize, |x, y| x, x & y;
        ),
        "argmax" => calls!(row, argmax:
            "f32" f32 => usize, |x, y| x, x * y; "f64" f64 => usize, |x, y| x, x * y;
            "i32" i32 => usize, |x, y| x, x * y; "i64" i64 => usize, |x, y| x, x * y;
            "u8" u8 => usize, |x, y| x, x & y;
        ),
        "any" => calls!(row, any: "bool" bool => bool, |x, y| x, x & y;),
        "all" => calls!(row, all: "bool" bool => bool, |x, y| x, x & y;),
        "count" => calls!(row, count: "bool" bool => usize, |x, y| x, x & y;),
        unknown => Err(format!("no calls for {unknown}")),
    }
}

#[test]
fn random_calls_have_numpys_answers() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/numpy_calls.jsonl");
    let path = env::var_os("NUMPY").map_or(stored, Into::into);
    let (mut failures, mut calls, mut refused) = (BTreeMap::<String, Vec<String>>::new(), 0, 0);
    for (number, row) in packed::rows(&fs::read_to_string(path).expect("stored calls")).into_iter().enumerate() {
        let line = Value::from(row).to_string();
        let row: Row = serde_json::from_str(&line).expect("a call");
        calls += 1;
        refused += usize::from(row.refused.is_some());
        if let Err(wrong) = check(&row) {
            let kind = format!("{} {} {}", row.reduction, row.form, row.r#type);
            failures.entry(kind).or_default().push(format!("call {}: {wrong}\n  {line:.300}", number + 1));
        }
    }
    println!("{calls} calls, {refused} of them refused: all as NumPy and the reference say");
    let count: usize = failures.values().map(Vec::len).sum();
    let first: Vec<&String> = failures.values().map(|failures| &failures[0]).collect();
    assert!(failures.is_empty(), "{count} failures, the first of each kind:\n{first:#?}");
    assert!(calls >= 300 && refused > 0 && refused < calls / 4);
}

/// Prints the errors of sums for the table in docs/math.md: for each kind of data, number of elements and array library, the root mean square
/// and the largest of |sum - exact| / (u sum|x|). `checks/numpy/run --errors` adds NumPy's.
#[test]
#[ignore = "prints measurements"]
fn errors_of_sums() {
    for kind in ["plain", "hard"] {
        for (count, sums) in [(1_000, 1000), (10_000, 1000), (100_000, 200), (1_000_000, 20), (10_000_000, 4)] {
            let drawn = |row: usize| (0..count).map(move |position| float(kind, bits(row as u64, position)) as f32);
            let rows = Array2::from_shape_vec((sums, count), (0..sums).flat_map(drawn).collect()).expect("rows");
            let columns = rows.t().as_standard_layout().into_owned();
            let ours = bcast!(sum(rows, axis = 1));
            assert_eq!(ours, bcast!(sum(columns, axis = 0)), "the same bits along both axes");
            let exact = bcast!(sum(f64::from(rows), axis = 1));
            let unit = bcast!(sum(f64::from(rows).abs(), axis = 1) * f64::from(f32::EPSILON) / 2.0);
            let measure = |name: &str, sums: Array1<f32>| {
                let errors = bcast!((f64::from(sums) - exact).abs() / unit);
                let (rms, worst) = (bcast!(mean(errors * errors, axis = 0).sqrt()), bcast!(max(errors, axis = 0)));
                println!("error\t{kind}\t{count}\t{sums}\t{name}\t{rms}\t{worst}", sums = errors.len());
            };
            measure("bcast", ours);
            measure("ndarray last", rows.sum_axis(Axis(1)));
            measure("ndarray 0", columns.sum_axis(Axis(0)));
        }
    }
}
