//! Output far larger than the caches is written with streaming stores, in parts that end at cache lines: rows of every kind, beginning and
//! ending inside parts, under every instruction set.

use bcast::__private::limit_instructions;
use bcast::bcast;
use ndarray::{Array2, Array3, Zip, s};

const ROWS: usize = 1203;
const LENGTH: usize = 3501;

fn fill(rows: usize, length: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, length), |(row, index)| ((row * 31 + index * 7) % 251) as f32)
}

#[test]
fn large_places() {
    let (short, sheets) = (fill(140_400, 29), fill(7 * 19, 30_011));
    let sheets = sheets.into_shape_with_order((7, 19, 30_011)).unwrap();
    let a = fill(ROWS, LENGTH);
    for level in 0..3 {
        limit_instructions(level);
        rows_without_gaps(&a, &short, &sheets);
    }
    limit_instructions(usize::MAX);
    rows_with_gaps(&a);
    elements_of_other_sizes(&a);
}

fn rows_with_gaps(a: &Array2<f32>) {
    let (row, column) = (fill(1, LENGTH), fill(ROWS, 1));
    let transposed = fill(LENGTH, ROWS);
    let mut wide = Array2::<f32>::zeros((ROWS, LENGTH + 5));
    let mut y = wide.slice_mut(s![.., 3..LENGTH + 3]);
    bcast!(y = a + row);
    assert!(Zip::from(&y).and(a).and_broadcast(&row).all(|&y, &a, &row| y == a + row));
    bcast!(y = a + column);
    assert!(Zip::from(&y).and(a).and_broadcast(&column).all(|&y, &a, &column| y == a + column));
    bcast!(y = a * &transposed.t() + column);
    let expected = |a: f32, t: f32, column: f32| a * t + column;
    let each = || Zip::from(a).and(transposed.t()).and_broadcast(&column);
    assert!(each().and(&y).all(|&a, &t, &column, &y| y == expected(a, t, column)));
    bcast!(y += a);
    assert!(each().and(&y).all(|&a, &t, &column, &y| y == expected(a, t, column) + a));
    assert!(wide.column(2).iter().chain(wide.column(LENGTH + 3)).all(|&gap| gap == 0.0));
}

fn rows_without_gaps(a: &Array2<f32>, short: &Array2<f32>, x: &Array3<f32>) {
    let (row, column) = (fill(1, LENGTH), fill(ROWS, 1));
    let mut y = Array2::<f32>::zeros((ROWS, LENGTH));
    bcast!(y = a + row);
    assert!(Zip::from(&y).and(a).and_broadcast(&row).all(|&y, &a, &row| y == a + row));
    bcast!(y = row * column);
    assert!(Zip::from(&y).and_broadcast(&row).and_broadcast(&column).all(|&y, &row, &column| y == row * column));
    bcast!(y = a + a * column);
    assert!(Zip::from(&y).and(a).and_broadcast(&column).all(|&y, &a, &column| y == a + a * column));

    let one_each = fill(140_400, 1);
    let mut y = Array2::<f32>::zeros((140_400, 29));
    bcast!(y = short + one_each);
    assert!(Zip::from(&y).and(short).and_broadcast(&one_each).all(|&y, &short, &one| y == short + one));

    // Sheets with one number per row, in a part of an array that begins inside a cache line.
    let numbers = fill(19, 1);
    let mut memory = vec![0.0_f32; x.len() + 2];
    let mut y = ndarray::ArrayViewMut3::from_shape(x.dim(), &mut memory[1..=x.len()]).unwrap();
    bcast!(y = x + numbers);
    assert!(Zip::from(&y).and(x).and_broadcast(&numbers).all(|&y, &x, &number| y == x + number));
    assert_eq!([memory[0], memory[x.len() + 1]], [0.0; 2]);
}

fn elements_of_other_sizes(a: &Array2<f32>) {
    let mut y = Array2::<f64>::zeros((ROWS, LENGTH));
    bcast!(y = f64::from(a) * 2.0);
    assert!(Zip::from(&y).and(a).all(|&y, &a| y == f64::from(a) * 2.0));

    let bytes = Array2::from_shape_fn((ROWS, 4 * LENGTH), |(row, index)| (row * 31 + index * 7) as u8);
    let row = Array2::from_shape_fn((1, 4 * LENGTH), |(_, index)| (index * 3) as u8);
    let mut y = Array2::<u8>::zeros(bytes.dim());
    bcast!(y = bytes ^ row);
    assert!(Zip::from(&y).and(&bytes).and_broadcast(&row).all(|&y, &byte, &row| y == byte ^ row));

    let mut y = Array2::<u128>::zeros((ROWS, 1000));
    let (column, row) = (fill(ROWS, 1).mapv(|x| x as u128), fill(1, 1000).mapv(|x| x as u128));
    bcast!(y = column << 64 | row);
    assert!(Zip::from(&y).and_broadcast(&column).and_broadcast(&row).all(|&y, &column, &row| y == column << 64 | row));
}
