//! Rows of one array beside vectors that stretch along them: what only the vectors decide is computed once a column, with the same bits as in
//! each row alone.

use bcast::bcast;
use ndarray::{Array1, Array2, Array3, ArrayViewMut2, Axis, ShapeBuilder, s};

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(row, column)| ((row * 31 + column * 7) % 23) as f32 * 0.37 - 3.0)
}

fn vector(columns: usize, first: f32) -> Array1<f32> {
    Array1::from_shape_fn(columns, |column| first + (column % 11) as f32 * 0.3)
}

/// Holds the rows of a result against those that are computed alone.
fn check<T: Copy + PartialEq + std::fmt::Debug>(result: &Array2<T>, what: &str, row: impl Fn(usize) -> Array1<T>) {
    for (number, computed) in result.rows().into_iter().enumerate() {
        assert_eq!(computed, row(number), "row {number} of {:?}, {what}", result.dim());
    }
}

#[test]
fn same_bits_as_each_row_alone() {
    for (rows, columns) in
        (1..12).flat_map(|rows| [1, 3, 8, 15, 16, 17, 31, 32, 33, 40, 64, 85, 129].map(|columns| (rows, columns)))
    {
        let (a, m) = (matrix(rows, columns), vector(columns, 0.1));
        let (v, g, b, eps) = (vector(columns, 0.5), vector(columns, -1.0), vector(columns, 2.0), 1e-3_f32);
        let norm = bcast!((a - m) / (v + eps).sqrt() * g + b);
        check(&norm, "batch norm", |row| {
            let a = a.row(row);
            bcast!((a - m) / (v + eps).sqrt() * g + b)
        });
        let bell = bcast!(a * (-v * v).exp());
        check(&bell, "a bell", |row| {
            let a = a.row(row);
            bcast!(a * (-v * v).exp())
        });
        // Both matrices step from row to row.
        let c = matrix(2 * rows, columns + 3);
        let c = c.slice(s![..;-2, 1..=columns]);
        let residual = bcast!((a - m) / (v + eps).sqrt() * g + c);
        check(&residual, "a second matrix", |row| {
            let (a, c) = (a.row(row), c.row(row));
            bcast!((a - m) / (v + eps).sqrt() * g + c)
        });
        check(&bcast!(v * (c * c + g.exp())), "a vector first", |row| {
            let c = c.row(row);
            bcast!(v * (c * c + g.exp()))
        });
        let mut z = a.clone();
        bcast!(z *= (v * g).tanh());
        check(&z, "a place that is read", |row| {
            let a = a.row(row);
            bcast!(a * (v * g).tanh())
        });
        let (a, v) = (a.mapv(f64::from), v.mapv(f64::from));
        check(&bcast!(a + 1.0 / v), "f64", |row| {
            let a = a.row(row);
            bcast!(a + 1.0 / v)
        });
        let (a, v) = (a.mapv(|x| x as i64), v.mapv(|x| x as i64 + 1));
        check(&bcast!(a - 1000 / v), "i64", |row| {
            let a = a.row(row);
            bcast!(a - 1000 / v)
        });
    }
}

/// Rows that the caches do not hold together are computed in parts, and so are long rows of unaligned outputs by other kernels.
#[test]
fn many_rows_and_long_ones() {
    for (rows, columns) in [(1500, 33), (40, 1000), (5, 20_001)] {
        let (a, v) = (matrix(rows, columns), vector(columns, 0.5));
        check(&bcast!(a * v.sqrt()), "a new array", |row| {
            let a = a.row(row);
            bcast!(a * v.sqrt())
        });
        let mut memory = vec![0.0_f32; rows * columns + 1];
        let mut place = ArrayViewMut2::from_shape((rows, columns), &mut memory[1..]).expect("enough elements");
        bcast!(place = a * v.sqrt());
        check(&place.to_owned(), "a place one element on", |row| {
            let a = a.row(row);
            bcast!(a * v.sqrt())
        });
    }
}

/// Results of another type, of rows that are apart, along another axis, or of several axes.
#[test]
fn other_places_and_types() {
    let (rows, columns) = (9, 37);
    let (a, v) = (matrix(rows, columns), vector(columns, 0.5));
    let alone = |row: usize| {
        let a = a.row(row);
        bcast!(a * v.ln())
    };
    let mut wide = Array2::<f32>::zeros((rows, columns + 5));
    bcast!(wide.slice_mut(s![.., 2..columns + 2]) = a * v.ln());
    check(&wide.slice(s![.., 2..columns + 2]).to_owned(), "apart", alone);
    assert!(wide.column(1).iter().chain(wide.column(columns + 2)).all(|&x| x == 0.0));
    let mut reversed = Array2::<f32>::zeros((rows, columns));
    bcast!(reversed.slice_mut(s![..;-1, ..]) = a * v.ln());
    reversed.invert_axis(Axis(0));
    check(&reversed, "from the last row", alone);
    let mut columns_first = Array2::<f32>::zeros((rows, columns).f());
    bcast!(columns_first = a * v.ln());
    check(&columns_first, "columns first", alone);
    check(&bcast!(a > v.ln()), "comparisons", |row| {
        let a = a.row(row);
        bcast!(a > v.ln())
    });
    let deep = Array3::from_shape_fn((2, rows, columns), |(sheet, row, column)| a[[row, column]] + sheet as f32);
    let result = bcast!(deep * v.ln());
    for (sheet, computed) in result.outer_iter().enumerate() {
        check(&computed.to_owned(), "sheets", |row| {
            let a = deep.slice(s![sheet, row, ..]);
            bcast!(a * v.ln())
        });
    }
    let along = vector(rows, 0.7);
    let result = bcast!(a * along.ln(), axis(along) = 0);
    for (row, computed) in result.rows().into_iter().enumerate() {
        let (a, x) = (a.row(row), along[row]);
        assert_eq!(computed, bcast!(a * x.ln()), "row {row}");
    }
}

thread_local! {
    static ROOTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

trait Counted {
    fn counted_root(self) -> Self;
}

impl Counted for f32 {
    fn counted_root(self) -> f32 {
        ROOTS.set(ROOTS.get() + 1);
        self.sqrt()
    }
}

/// Only what the compiler knows to have no effect is computed once a column.
#[test]
fn effects_are_those_of_every_element() {
    let (a, v) = (matrix(8, 140), vector(140, 0.5));
    let result = bcast!(a * v.counted_root());
    assert_eq!((ROOTS.get(), result[[7, 139]]), (8 * 140, a[[7, 139]] * v[139].sqrt()));
}
