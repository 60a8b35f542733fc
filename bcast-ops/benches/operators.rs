//! Operators compared with the same expression in `bcast!`: the cost of finding the kernel by name and type.
//!
//! ```text
//! cargo bench -p bcast-ops
//! cargo bench -p bcast-ops -- Add Where
//! ```
//!
//! A figure is the ratio of the operator's time to that of `bcast!` on the same arrays, into the same memory, interleaved, from the minimum
//! times. The goal is 1.10. In the first column the arrays have one element, and the figure is the difference in nanoseconds: the work by
//! name, type, rank and shape; the goal is 100. A call on 100 elements takes little more than that, so its ratio has no goal.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

use bcast::{bcast, ops};
use bcast_ops::{Array, ArrayView, ArrayViewMut, Attribute, Attributes, Element, Operator, OperatorError};
use half::f16;
use ndarray::{ArrayD, IxDyn, linalg::general_mat_mul};

/// The shapes of the inputs, alternating: of the first, third and so on, and of the others.
type Shapes = [&'static [usize]; 2];

/// The workloads: same shapes inside and beyond the caches, a row, a column.
const WORKLOADS: [(&str, Shapes); 5] = [
    ("100", [&[10, 10], &[10, 10]]),
    ("1e5", [&[100, 1000], &[100, 1000]]),
    ("row", [&[100, 1000], &[1000]]),
    ("column", [&[100, 1000], &[100, 1]]),
    ("4e6", [&[2000, 2000], &[2000, 2000]]),
];

/// Seconds per run of each, the minimum of interleaved samples: other load only adds time.
fn measure(mut first: impl FnMut(), mut second: impl FnMut()) -> (f64, f64) {
    let once = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    first();
    second();
    let one = once(&mut first).max(1e-9);
    let repeat = ((50e-6 / one) as usize).clamp(1, 2000);
    let samples = if one > 1e-3 { 25 } else { 101 };
    let many = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        for _ in 0..repeat {
            run();
        }
        start.elapsed().as_secs_f64() / repeat as f64
    };
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..samples {
        a.push(many(&mut first));
        b.push(many(&mut second));
    }
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    (least(&a), least(&b))
}

/// Elements that are neither special nor equal.
fn array<T>(shape: &[usize], convert: impl Fn(i64) -> T) -> ArrayD<T> {
    let mut state = 88172645463325252_u64;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        convert((state >> 33) as i64 % 100 + 1)
    })
}

/// The joint shape of the inputs: the first one's, in these workloads.
fn row(name: &str, mut figure: impl FnMut(&Shapes) -> (f64, f64)) {
    print!("{name:<24}");
    let (operator, expression) = figure(&[&[1], &[1]]);
    print!("{:>8.0} ns", (operator - expression) * 1e9);
    for (_, shapes) in WORKLOADS {
        let (operator, expression) = figure(&shapes);
        print!("{:>8.2}", operator / expression);
    }
    println!();
}

/// A row for an operator of inputs of one type.
macro_rules! same_types {
    ($wanted:expr, $make:expr; $($name:literal $T:ty => $R:ty, $attributes:expr, $convert:expr, |$x:ident $(, $more:ident)*| $expression:expr;)*) => {$(
        if $wanted($name) {
            let make: fn(&str, &Attributes) -> Result<Operator, OperatorError> = $make;
            let operator = make($name, &$attributes).expect("a name");
            row(&format!("{} {}", $name, <$T as Element>::TYPE), |shapes| {
                let mut shapes = shapes.iter().cycle();
                let $x = array::<$T>(shapes.next().expect("they repeat"), $convert);
                $(let $more = array::<$T>(shapes.next().expect("they repeat"), $convert);)*
                // One place for both: the address of an array affects the time as much as the measured difference.
                let output = RefCell::new(ArrayD::<$R>::from_elem($x.raw_dim(), <$R>::default()));
                let inputs = [ArrayView::from(&$x) $(, ArrayView::from(&$more))*];
                let by_name = || {
                    let place = &mut *output.borrow_mut();
                    operator.run_into(black_box(&inputs), ArrayViewMut::from(place)).expect("they fit");
                };
                let by_expression = || {
                    let ($x, $($more,)* place) = (black_box(&$x), $(black_box(&$more),)* &mut *output.borrow_mut());
                    bcast!(place = $expression);
                };
                by_name();
                let found = output.borrow().clone();
                by_expression();
                assert_eq!(found, *output.borrow(), "{}", $name);
                measure(by_name, by_expression)
            });
        }
    )*};
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let none = Attributes::new;
    let one = |name: &str, value: Attribute| Attributes::from([(name, value)]);
    print!("{:<24}{:>11}", "", "dispatch");
    WORKLOADS.iter().for_each(|(name, _)| print!("{name:>8}"));
    println!();
    let float = |v: i64| v as f32 / 8.0;
    same_types! { wanted, |name: &str, attributes: &Attributes| Operator::onnx(name, 28, attributes);
        "Add" f32 => f32, none(), float, |a, b| a + b;
        "Add" i32 => i32, none(), |v| v as i32, |a, b| a.wrapping_add(b);
        "Add" u8 => u8, none(), |v| v as u8, |a, b| a.wrapping_add(b);
        "Add" f64 => f64, none(), |v| v as f64, |a, b| a + b;
        "Add" f16 => f16, none(), |v| f16::from_f32(v as f32), |a, b| a + b;
        "Sub" f32 => f32, none(), float, |a, b| a - b;
        "Mul" f32 => f32, none(), float, |a, b| a * b;
        "Mul" i64 => i64, none(), |v| v, |a, b| a.wrapping_mul(b);
        "Div" f32 => f32, none(), float, |a, b| a / b;
        "Div" i32 => i32, none(), |v| v as i32, |a, b| ops::div(a, b);
        "Mod" i32 => i32, none(), |v| v as i32, |a, b| ops::modulo(a, b);
        "Mod" f32 => f32, one("fmod", 1.into()), float, |a, b| a % b;
        "Max" f32 => f32, none(), float, |a, b| ops::max(a, b);
        "Max" i8 => i8, none(), |v| v as i8, |a, b| if a > b { a } else { b };
        "Max" f32 => f32, none(), float, |a, b, c| ops::max(ops::max(a, b), c);
        "Min" f64 => f64, none(), |v| v as f64, |a, b, c, d| ops::min(ops::min(ops::min(a, b), c), d);
        "Sum" f32 => f32, none(), float, |a, b, c| a + b + c;
        "Sum" f32 => f32, none(), float, |a, b, c, d| a + b + c + d;
        "Sum" f32 => f32, none(), float, |a, b, c, d, e, f| a + b + c + d + e + f;
        "Mean" f32 => f32, none(), float, |a, b, c| (a + b + c) / 3.0;
        "Pow" f32 => f32, none(), float, |a, b| ops::pow(a, b);
        "Pow" i32 => i32, none(), |v| v as i32, |a, b| ops::pow(a, b);
        "PRelu" f32 => f32, none(), float, |a, b| if a < 0.0 { b * a } else { a };
        "Less" f32 => bool, none(), float, |a, b| a < b;
        "Greater" i32 => bool, none(), |v| v as i32, |a, b| a > b;
        "Equal" i64 => bool, none(), |v| v, |a, b| a == b;
        "LessOrEqual" f64 => bool, none(), |v| v as f64, |a, b| a <= b;
        "GreaterOrEqual" u8 => bool, none(), |v| v as u8, |a, b| a >= b;
        "And" bool => bool, none(), |v| v % 2 == 0, |a, b| a & b;
        "Or" bool => bool, none(), |v| v % 2 == 0, |a, b| a | b;
        "Xor" bool => bool, none(), |v| v % 2 == 0, |a, b| a ^ b;
        "BitwiseAnd" i32 => i32, none(), |v| v as i32, |a, b| a & b;
        "BitwiseOr" u8 => u8, none(), |v| v as u8, |a, b| a | b;
        "BitwiseXor" i64 => i64, none(), |v| v, |a, b| a ^ b;
        "Softmax" f32 => f32, none(), float, |a| { let e = (a - max(a, axis = -1)).exp(); e / sum(e, axis = -1) };
        "BitShift" u32 => u32, one("direction", "LEFT".into()), |v| v as u32, |a, b| ops::shift_left(a, b);
        "BitShift" i32 => i32, one("direction", "RIGHT".into()), |v| v as i32, |a, b| ops::shift_right(a, b);
    }
    same_types! { wanted, |name: &str, attributes: &Attributes| Operator::openvino(name, 15, attributes);
        "Divide" i32 => i32, none(), |v| v as i32, |a, b| ops::in_openvino::python_div(a, b);
        "FloorMod" f32 => f32, none(), float, |a, b| ops::in_openvino::floor_mod(a, b);
        "SquaredDifference" f32 => f32, none(), float, |a, b| (a - b) * (a - b);
    }
    let ncnn = |name: &str, _: &Attributes| {
        let op_type: i64 = name.trim_start_matches("ncnn ").parse().expect("its number");
        Operator::ncnn("BinaryOp", &Attributes::from([("op_type", op_type.into())]))
    };
    same_types! { wanted, ncnn;
        "ncnn 0" f32 => f32, none(), float, |a, b| a + b;
        "ncnn 3" f32 => f32, none(), float, |a, b| a / b;
        "ncnn 4" f32 => f32, none(), float, |a, b| ops::in_ncnn::max(a, b);
        "ncnn 6" f32 => f32, none(), float, |a, b| ops::pow(a, b);
        "ncnn 8" f32 => f32, none(), float, |a, b| b / a;
        "ncnn 10" f32 => f32, none(), float, |a, b| ops::in_ncnn::atan2(a, b);
        "ncnn 12" f32 => f32, none(), float, |a, b| a % b;
        "ncnn 14" f32 => f32, none(), float, |a, b| ops::in_ncnn::log_add_exp(a, b);
        "ncnn 15" f32 => f32, none(), float, |a, b| ops::in_ncnn::floor_divide(a, b);
        "ncnn 17" f32 => f32, none(), float, |a, b| ops::in_ncnn::remainder(a, b);
    }
    same_types! { wanted, Operator::paddle;
        "elementwise_mul" f32 => f32, none(), float, |a, b| a * b;
        "less_than" i64 => bool, none(), |v| v, |a, b| a < b;
    }
    if wanted("Where") {
        let operator = Operator::onnx("Where", 16, &none()).expect("a name");
        row("Where float32", |shapes| {
            let condition = array(shapes[0], |v| v % 2 == 0);
            let (x, y) = (array(shapes[1], float), array(shapes[0], float));
            let output = RefCell::new(ArrayD::<f32>::zeros(condition.raw_dim()));
            let inputs = [ArrayView::from(&condition), ArrayView::from(&x), ArrayView::from(&y)];
            let run = || operator.run_into(black_box(&inputs), ArrayViewMut::from(&mut *output.borrow_mut()));
            measure(
                || run().expect("they fit"),
                || {
                    let place = &mut *output.borrow_mut();
                    bcast!(place = if condition { x } else { y })
                },
            )
        });
    }
    if wanted("Expand") {
        let operator = Operator::onnx("Expand", 13, &none()).expect("a name");
        row("Expand float32", |shapes| {
            let x = array(shapes[1], float);
            let to: Vec<i64> = shapes[0].iter().map(|&length| length as i64).collect();
            let shape = Array::from(ndarray::arr1(&to));
            let output = RefCell::new(ArrayD::<f32>::zeros(IxDyn(shapes[0])));
            let inputs = [ArrayView::from(&x), shape.view()];
            let run = || operator.run_into(black_box(&inputs), ArrayViewMut::from(&mut *output.borrow_mut()));
            measure(
                || run().expect("they fit"),
                || {
                    let place = &mut *output.borrow_mut();
                    bcast!(place = x, mode = bidirectional, to = to)
                },
            )
        });
    }
    if wanted("Gemm") {
        let operator = Operator::onnx("Gemm", 13, &none()).expect("a name");
        row("Gemm float32", |shapes| {
            let m = shapes[0].iter().product::<usize>().isqrt().min(400);
            let (a, b, c) = (array(&[m, m], float), array(&[m, m], float), array(&[m], float));
            let output = RefCell::new(ndarray::Array2::<f32>::zeros((m, m)));
            let matrix = |array: &ArrayD<f32>| array.clone().into_dimensionality::<ndarray::Ix2>().expect("a matrix");
            let (left, right) = (matrix(&a), matrix(&b));
            let inputs = [ArrayView::from(&a), ArrayView::from(&b), ArrayView::from(&c)];
            let run = || operator.run_into(black_box(&inputs), ArrayViewMut::from(&mut *output.borrow_mut()));
            measure(
                || run().expect("they fit"),
                || {
                    let place = &mut *output.borrow_mut();
                    bcast!(place = c);
                    general_mat_mul(1.0, &left, &right, 1.0, place);
                },
            )
        });
    }
    if wanted("onnx") {
        let attributes = none();
        let made = || drop(black_box(Operator::onnx(black_box("Xor"), 14, &attributes)));
        let (time, nothing) = measure(made, || {
            black_box(&attributes);
        });
        println!("{:<24}{:>8.0} ns", "Operator::onnx", (time - nothing) * 1e9);
    }
}
