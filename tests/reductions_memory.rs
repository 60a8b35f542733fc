//! The memory of calls with reductions, for Miri, AddressSanitizer and valgrind: few calls that take every way through the executor, against
//! index arithmetic. Elements are small integers, whose sums are exact in any order.

use bcast::reduction::Summed;
use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, Array3, ArrayView2, Axis, s};

/// Around the lengths of vectors, of groups of partial sums, and of turned rows.
const LENGTHS: &[usize] = if cfg!(miri) { &[0, 7] } else { &[0, 1, 7, 8, 9, 15, 16, 17, 31, 255, 256, 257, 600] };
fn twice(x: f64) -> f64 {
    x + x
}

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 5) % 13) as f64 - 4.0)
}

fn sum(all: impl Iterator<Item = f64>) -> f64 {
    all.fold(0.0, |sum, x| sum + x)
}

fn largest(all: impl Iterator<Item = f64>) -> f64 {
    all.fold(f64::MIN, f64::max)
}

/// Several results: in place in a circle, a place of a smaller result that others read, and tuples that are computed once.
fn several(x: ArrayView2<'_, f64>) {
    let (rows, columns) = x.dim();
    let (mut a, mut b, mut c) = (x.to_owned(), &x + 1.0, &x + 2.0);
    bcast!((a, b, c) = (b, c, a));
    assert_eq!((&a, &b, &c), (&(&x + 1.0), &(&x + 2.0), &x.to_owned()));
    let mut turned = Array2::<f64>::zeros((columns, rows));
    let mut place = turned.view_mut().reversed_axes();
    bcast!(
        (place, a) = {
            let e = twice(a);
            (e - x, e + place)
        }
    );
    assert_eq!((turned.t(), &a), ((&x + 2.0).view(), &(&x * 2.0 + 2.0)));
    let mut totals = Array1::from_elem(columns, 1.0);
    bcast!((totals, a) = (totals + sum(x, axis = 0), x - totals));
    let by_column: Array1<f64> = x.columns().into_iter().map(|column| sum(column.iter().copied())).collect();
    assert_eq!((totals, a), (by_column + 1.0, &x - 1.0));
    let pair = |x: f64| (x, x + x);
    let (same, double) = bcast!(pair(x), unzip);
    assert_eq!((same, double), (x.to_owned(), &x * 2.0));
}

/// Reductions of both axes: of an array where it lies, of an expression, and values in tiles beside elements that are kept.
fn of_matrix(x: ArrayView2<'_, f64>) {
    let (rows, columns) = x.dim();
    let by_row: Array1<f64> = x.rows().into_iter().map(|row| sum(row.iter().copied())).collect();
    let by_column: Array1<f64> = x.columns().into_iter().map(|column| sum(column.iter().copied())).collect();
    assert_eq!(bcast!(sum(x, axis = 1)), by_row);
    assert_eq!(bcast!(sum(x, axis = 0)), by_column);
    assert_eq!(bcast!(sum(x + x, axis = 1)), &by_row * 2.0);
    assert_eq!(bcast!(sum(x + x, axis = 0)), &by_column * 2.0);
    assert_eq!(bcast!(sum(x, axis = ..)), by_row.sum());
    assert_eq!(bcast!(count(x > 0.0, axis = 0)).sum(), x.iter().filter(|&&x| x > 0.0).count());
    let centred = bcast!({
        let e = twice(x);
        e - sum(e, axis = 1) + sum(e * x, axis = 0)
    });
    let squares = |j: usize| sum(x.column(j).iter().map(|x| 2.0 * x * x));
    let expected = Array2::from_shape_fn((rows, columns), |(i, j)| 2.0 * x[[i, j]] - 2.0 * by_row[i] + squares(j));
    assert_eq!(centred, expected);
    let shifted = bcast!({
        let e = twice(x);
        e - sum(e, axis = 1)
    });
    assert_eq!(shifted, Array2::from_shape_fn((rows, columns), |(i, j)| 2.0 * (x[[i, j]] - by_row[i])));
    // A `where` clause keeps small calls from being computed whole.
    assert_eq!(bcast!(sum(x, axis = 1), where x: [R, C]), by_row);
    assert_eq!(bcast!(sum(x + x, axis = 0), where x: [R, C]), &by_column * 2.0);
    let tiled = bcast!({ let e = twice(x); e - sum(e, axis = 1) }, where x: [R, C]);
    assert_eq!(tiled, shifted);
    let (row, column) = (Array1::from_elem(columns, 2.0), Array1::from_iter((0..rows).map(|i| i as f64)));
    assert_eq!(bcast!(sum(x * row, axis = 1)), &by_row * 2.0);
    let moved = Array1::from_shape_fn(columns, |j| by_column[j] - column.sum());
    assert_eq!(bcast!(sum(x - column, axis = 0), axis(column) = 0), moved);
    assert_eq!(bcast!(sum(sum(x, axis = 1) + 1.0, axis = 0)), by_row.sum() + rows as f64);
    let mut place = Array2::from_elem((rows, columns), 1.0);
    bcast!(place += x - sum(place, axis = 0));
    assert_eq!(place, &x + 1.0 - rows as f64);
    let turned = bcast!(sum(x * index(axis = J) as f64, axis = I), mode = named, to = [J, B = 2], where x: [I, J]);
    assert_eq!(turned, Array2::from_shape_fn((columns, 2), |(j, _)| j as f64 * by_column[j]));
    several(x);
    if columns == 0 {
        assert!(try_bcast!(max(x, axis = 1)).is_err() && try_bcast!(argmin(x, axis = 1)).is_err());
        return;
    }
    let maxima: Array1<f64> = x.rows().into_iter().map(|row| largest(row.iter().copied())).collect();
    assert_eq!(bcast!(max(x, axis = 1)), maxima);
    let at: Array1<usize> = bcast!(argmax(x, axis = 1));
    let first = |i: usize| (0..columns).find(|&j| x[[i, j]] == maxima[i]);
    assert!(at.iter().enumerate().all(|(i, &at)| Some(at) == first(i)));
}

#[test]
fn matrices() {
    for &columns in LENGTHS {
        for &rows in if cfg!(miri) { &[17][..] } else { &[1, 3, 40] } {
            let x = matrix(rows, columns);
            of_matrix(x.view());
            let turned = matrix(columns, rows);
            of_matrix(turned.t());
            let wide = matrix(2 * rows, 2 * columns + 1);
            of_matrix(wide.slice(s![..;-2, 1..;2]));
        }
    }
}

/// Several groups of axes, the last of which comes first; and values of values.
#[test]
fn groups() {
    for (a, b, c) in [(2, 3, 4), (17, 2, 5), (3, 17, 2), (1, 9, 16), (0, 3, 2), (3, 0, 2)] {
        let x = Array3::from_shape_fn((a, b, c), |(i, j, k)| ((i * 7 + j * 5 + k * 3) % 11) as f64 - 3.0);
        let sums = Array1::from_shape_fn(b, |j| sum(x.index_axis(Axis(1), j).iter().copied()));
        assert_eq!(bcast!(sum(x, axis = [0, 2])), sums);
        assert_eq!(bcast!(sum(x + x, axis = [0, 2])), &sums * 2.0);
        assert_eq!(bcast!(sum(sum(x, axis = -1) * 2.0, axis = 0)), &sums * 2.0);
        let kept = bcast!({
            let e = twice(x);
            e - sum(e, axis = [0, 2])
        });
        assert_eq!(kept, Array3::from_shape_fn((a, b, c), |(i, j, k)| 2.0 * (x[[i, j, k]] - sums[j])));
    }
}

/// A type of odd size whose sum has a total of another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Odd([u8; 3]);

impl Summed for Odd {
    type Total = (u8, u32);
    const NOTHING: (u8, u32) = (0, 0);
    fn total(self) -> (u8, u32) {
        (1, self.0.iter().map(|&part| u32::from(part)).sum())
    }
    fn add(left: (u8, u32), right: (u8, u32)) -> (u8, u32) {
        (left.0.wrapping_add(right.0), left.1 + right.1)
    }
    fn summed(total: (u8, u32)) -> Odd {
        Odd([total.0, (total.1 % 251) as u8, 7])
    }
}

fn same(x: Odd) -> Odd {
    x
}

#[test]
fn types_of_users() {
    for &columns in LENGTHS {
        let x = Array2::from_shape_fn((3, columns), |(i, j)| Odd([i as u8, (j % 5) as u8, 1]));
        let of = |all: ndarray::ArrayView1<'_, Odd>| {
            Odd::summed(all.iter().fold(Odd::NOTHING, |sum, x| Odd::add(sum, x.total())))
        };
        let by_row: Array1<Odd> = x.rows().into_iter().map(of).collect();
        assert_eq!(bcast!(sum(x, axis = 1)), by_row);
        let by_column: Array1<Odd> = x.columns().into_iter().map(of).collect();
        assert_eq!(bcast!(sum(x, axis = 0)), by_column);
        assert_eq!(bcast!(sum(same(x), axis = 1)), by_row);
    }
}

/// 1 KB, so that few elements are more than are kept: those of a block are computed whenever it is read.
#[derive(Clone, Copy, Debug)]
struct Large([i64; 128]);

impl Summed for Large {
    type Total = i64;
    const NOTHING: i64 = 0;
    fn total(self) -> i64 {
        self.0[127]
    }
    fn add(left: i64, right: i64) -> i64 {
        left + right
    }
    fn summed(total: i64) -> Large {
        Large([total; 128])
    }
}

fn large(x: i64) -> Large {
    Large([x; 128])
}

fn together(e: Large, sum: Large, of_row: i64) -> i64 {
    e.0[127] + sum.0[0] + of_row
}

/// Elements that are not kept, beside a reduction over an axis on which they have length 1: pieces of the result follow its own lengths.
#[test]
fn elements_that_are_not_kept() {
    let x = Array2::from_shape_fn((1040, 1), |(i, _)| (i % 7) as i64);
    let row = Array2::from_shape_fn((1, 3), |(_, j)| j as i64);
    let sums = bcast!({
        let e = large(x);
        together(e, sum(e, axis = 0), sum(row, axis = 1))
    });
    assert_eq!(sums, &x + (x.sum() + 3));
}

/// Pairs of points, whose coordinates are reduced along one of the points' axes, by copies in another order; and the nearest ones, for which
/// distances lie in another order themselves.
#[test]
fn pairs() {
    let counts = if cfg!(miri) { &[(17, 9), (9, 17)][..] } else { &[(1, 40), (17, 9), (9, 17), (40, 33), (20, 600)] };
    let coordinates = if cfg!(miri) { &[3][..] } else { &[1, 3, 16, 17, 130, 300] };
    for &(n, m) in counts {
        for &d in coordinates {
            let (a, b) = (matrix(n, d), matrix(d, m).reversed_axes());
            let (rows, dense) = (a.view().insert_axis(Axis(1)), b.as_standard_layout());
            let square = |i: usize, j: usize| sum((0..d).map(|k| (a[[i, k]] - b[[j, k]]) * (a[[i, k]] - b[[j, k]])));
            let squares = Array2::from_shape_fn((n, m), |(i, j)| square(i, j));
            assert_eq!(bcast!(sum((rows - dense) * (rows - dense), axis = -1)), squares, "{n} {m} {d}");
            assert_eq!(bcast!(sum((rows - b) * (rows - b), axis = -1)), squares, "{n} {m} {d}");
            let nearest: Array1<usize> = bcast!(argmin(sum((rows - dense) * (rows - dense), axis = -1), axis = 1));
            let first =
                |i: usize| (0..m).fold(0, |best, j| if squares[[i, j]] < squares[[i, best]] { j } else { best });
            assert!(nearest.iter().enumerate().all(|(i, &at)| at == first(i)), "{n} {m} {d}");
            let sums: Array1<f64> = bcast!(sum(sum((rows - dense) * (rows - dense), axis = -1) * 2.0, axis = 1));
            assert_eq!(sums, squares.sum_axis(Axis(1)) * 2.0, "{n} {m} {d}");
        }
    }
}

/// One reduction of more elements than a block has: runs in pieces, several runs at once, and the expression around them.
#[test]
fn long_runs() {
    let shapes: &[_] = if cfg!(miri) { &[(1, 4201)] } else { &[(1, 4201), (3, 2200), (300, 17)] };
    for &(rows, columns) in shapes {
        let x = matrix(rows, columns);
        let by_row: Array1<f64> = x.rows().into_iter().map(|row| sum(row.iter().copied())).collect();
        assert_eq!(bcast!(sum(x, axis = 1)), by_row);
        assert_eq!(bcast!(sum(x + x, axis = 1)), &by_row * 2.0);
        assert_eq!(bcast!(1.0 - sum(x + x, axis = 1)), 1.0 - &by_row * 2.0);
        assert_eq!(bcast!(x - sum(x + 1.0, axis = ..)), &x - (by_row.sum() + (rows * columns) as f64));
        let first =
            |row: usize, most: f64| (0..columns).position(|column| x[[row, column]] == most).expect("it is there");
        let most: Vec<_> = x.rows().into_iter().map(|row| largest(row.iter().copied())).collect();
        let places: Vec<_> = most.iter().enumerate().map(|(row, &most)| first(row, most)).collect();
        assert_eq!(bcast!(argmax(x * 2.0, axis = 1)).to_vec(), places);
        assert_eq!(bcast!(max(x, axis = 1)).to_vec(), most);
    }
}
