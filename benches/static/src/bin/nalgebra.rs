//! Operations of nalgebra's matrices, beside `bcast!` on nested arrays and on tensors.
//!
//! ```text
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin nalgebra
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --manifest-path benches/static/Cargo.toml --bin nalgebra
//! ```
//!
//! f32; figures are medians of CPU time, interleaved. nalgebra's matrices are in column order, so its R by C matrix is
//! compared with C rows of R elements: the memory is the same, and so are the runs of elements along a vector. Of
//! several ways in nalgebra the fastest counts. Above 1 `bcast!` is slower.

use std::hint::black_box;

use bcast::{Tensor, bcast, shape};
use bcast_static_bench::medians;
use nalgebra::SMatrix;

/// Samples of each kernel.
const SAMPLES: usize = 101;
/// Ratios up to this one count as equal.
const NOISE: f64 = 1.05;

/// A row: nalgebra's ways, then `bcast!` on nested arrays, and on tensors where nothing is allocated.
macro_rules! row {
    ($size:expr, $text:literal, [$parameters:tt -> $result:tt $way:block or $other:block] $($kernel:tt)*) => {
        line($size, $text, &[
            row!(@run [$parameters -> $result $way] $($kernel)*),
            row!(@run [$parameters -> $result $other] $($kernel)*),
        ])
    };
    ($size:expr, $text:literal, [$parameters:tt -> $result:tt $way:block] $($kernel:tt)*) => {
        line($size, $text, &[row!(@run [$parameters -> $result $way] $($kernel)*)])
    };
    (@run $([($($parameter:ident: $type:ty = $value:expr),*) -> $result:tt $body:block])*) => {
        medians(SAMPLES, [$(&mut || {
            #[inline(never)]
            fn kernel($($parameter: $type),*) -> $result $body
            black_box(kernel($(black_box($value)),*));
        }),*]).to_vec()
    };
}

/// The memory that a kernel writes while it runs.
macro_rules! lent {
    ($memory:ident) => {
        // SAFETY: the memory outlives all kernels, which run one after the other, and nothing else reads it.
        unsafe { &mut *$memory }
    };
}

/// `$c` rows of `$r` elements.
macro_rules! size {
    ($c:literal x $r:literal) => {{
        type Nested = [[f32; $r]; $c];
        type Tensors = Tensor<f32, shape![$c, $r]>;
        type Matrix = SMatrix<f32, $r, $c>;
        let value = |index: usize| 1.0 + (index % 7) as f32;
        let a: Nested = std::array::from_fn(|i| std::array::from_fn(|j| value(i * $r + j)));
        let (row, column) = (a[0], a.map(|row| [row[0]]));
        let (mut ty, mut my) = (Tensors::from_nested(a), Matrix::from_fn(|i, j| a[j][i]));
        let (ta, tb, ma, mb) = (ty.clone(), ty.clone(), my, my);
        // The matrices' own memory as nested arrays: in kernels this small the time depends on the operands' addresses.
        let (a, b, y): (&Nested, &Nested, *mut Nested) = (&ma.data.0, &mb.data.0, &raw mut my.data.0);
        let my = &raw mut my;
        let (trow, tcolumn) = (
            Tensor::<f32, shape![$r]>::from_nested(row),
            Tensor::<f32, shape![$c, 1]>::from_nested(column),
        );
        let (mrow, mcolumn) = (
            SMatrix::<f32, $r, 1>::from_fn(|i, _| row[i]),
            SMatrix::<f32, 1, $c>::from_fn(|_, j| column[j][0]),
        );
        let size = concat!($c, " x ", $r);
        let mut slower = 0;
        slower += row!(size, "a + b, new",
            [(a: &Matrix = &ma, b: &Matrix = &mb) -> Matrix { a + b }]
            [(a: &Nested = a, b: &Nested = b) -> Nested { bcast!(a + b) }]);
        slower += row!(size, "a + b, into",
            [(a: &Matrix = &ma, b: &Matrix = &mb, y: &mut Matrix = lent!(my)) -> () { a.add_to(b, y) }]
            [(a: &Nested = a, b: &Nested = b, y: &mut Nested = lent!(y)) -> () { bcast!(y = a + b) }]
            [(a: &Tensors = &ta, b: &Tensors = &tb, y: &mut Tensors = &mut ty) -> () { bcast!(y = a + b) }]);
        slower += row!(size, "a * b, new",
            [(a: &Matrix = &ma, b: &Matrix = &mb) -> Matrix { a.component_mul(b) }]
            [(a: &Nested = a, b: &Nested = b) -> Nested { bcast!(a * b) }]);
        slower += row!(size, "a / b, new",
            [(a: &Matrix = &ma, b: &Matrix = &mb) -> Matrix { a.component_div(b) }]
            [(a: &Nested = a, b: &Nested = b) -> Nested { bcast!(a / b) }]);
        slower += row!(size, "a * 2, new",
            [(a: &Matrix = &ma, s: f32 = 2.0) -> Matrix { a * s }]
            [(a: &Nested = a, s: f32 = 2.0) -> Nested { bcast!(a * s) }]);
        slower += row!(size, "y -= b, in place",
            [(y: &mut Matrix = lent!(my), b: &Matrix = &mb) -> () { *y -= b }]
            [(y: &mut Nested = lent!(y), b: &Nested = b) -> () { bcast!(y -= b) }]
            [(y: &mut Tensors = &mut ty, b: &Tensors = &tb) -> () { bcast!(y -= b) }]);
        slower += row!(size, "a + row, new",
            [(a: &Matrix = &ma, row: &SMatrix<f32, $r, 1> = &mrow) -> Matrix {
                let mut y = *a;
                y.column_iter_mut().for_each(|mut column| column += row);
                y
            } or {
                Matrix::from_fn(|i, j| a[(i, j)] + row[i])
            }]
            [(a: &Nested = a, row: &[f32; $r] = &row) -> Nested { bcast!(a + row, allow = rank_promotion) }]);
        slower += row!(size, "y += row, in place",
            [(y: &mut Matrix = lent!(my), row: &SMatrix<f32, $r, 1> = &mrow) -> () {
                y.column_iter_mut().for_each(|mut column| column += row)
            }]
            [(y: &mut Nested = lent!(y), row: &[f32; $r] = &row) -> () { bcast!(y += row, allow = rank_promotion) }]
            [(y: &mut Tensors = &mut ty, row: &Tensor<f32, shape![$r]> = &trow) -> () { bcast!(y += row, allow = rank_promotion) }]);
        slower += row!(size, "a + column, new",
            [(a: &Matrix = &ma, column: &SMatrix<f32, 1, $c> = &mcolumn) -> Matrix {
                let mut y = *a;
                y.row_iter_mut().for_each(|mut row| row += column);
                y
            } or {
                Matrix::from_fn(|i, j| a[(i, j)] + column[j])
            }]
            [(a: &Nested = a, column: &[[f32; 1]; $c] = &column) -> Nested { bcast!(a + column) }]);
        slower += row!(size, "y += column, in place",
            [(y: &mut Matrix = lent!(my), column: &SMatrix<f32, 1, $c> = &mcolumn) -> () {
                y.row_iter_mut().for_each(|mut row| row += column)
            } or {
                y.column_iter_mut().zip(column.iter()).for_each(|(mut y, &b)| y.add_scalar_mut(b))
            }]
            [(y: &mut Nested = lent!(y), column: &[[f32; 1]; $c] = &column) -> () { bcast!(y += column) }]
            [(y: &mut Tensors = &mut ty, column: &Tensor<f32, shape![$c, 1]> = &tcolumn) -> () { bcast!(y += column) }]);
        slower
    }};
}

/// Prints a row, and returns the number of its ratios above [`NOISE`]; `runs` holds the times of nalgebra's ways, each with those of
/// `bcast!` measured alongside.
fn line(size: &str, text: &str, runs: &[Vec<f64>]) -> usize {
    let Some(run) = runs.iter().min_by(|a, b| a[0].total_cmp(&b[0])) else { return 0 };
    let ratios: Vec<f64> = run[1..].iter().map(|time| time / run[0]).collect();
    let text: String = ratios
        .iter()
        .map(|ratio| format!("{ratio:>9.2}"))
        .fold(format!("{size:<10}{text:<24}{:>11.1}", run[0] * 1e9), |line, ratio| line + &ratio);
    let slower = ratios.iter().filter(|&&ratio| ratio > NOISE).count();
    println!("{text}{}", if slower > 0 { "   slower" } else { "" });
    slower
}

fn main() {
    println!("{:<34}{:>11}{:>9}{:>9}", "", "nalgebra", "nested", "tensors");
    println!("{:<34}{:>11}{:>9}{:>9}", "rows x elements", "ns", "ratio", "ratio");
    let slower =
        [size!(2 x 3), size!(4 x 4), size!(6 x 6), size!(3 x 10), size!(10 x 3), size!(16 x 16), size!(64 x 64)];
    println!("{} ratios above {NOISE}", slower.iter().sum::<usize>());
}
