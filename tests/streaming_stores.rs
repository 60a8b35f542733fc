//! Output far larger than the caches is written with streaming stores, in parts that end at cache lines: rows of every kind, beginning and
//! ending inside parts, under every instruction set.

use bcast::__private::limit_instructions;
use bcast::bcast;
use ndarray::{Array2, Array3, s};

const ROWS: usize = 1203;
const LENGTH: usize = 3501;

fn fill(rows: usize, length: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, length), |(row, index)| ((row * 31 + index * 7) % 251) as f32)
}

#[test]
fn large_places() {
    for level in 0..3 {
        limit_instructions(level);
        rows_without_gaps();
    }
    limit_instructions(usize::MAX);
    rows_with_gaps();
    elements_of_other_sizes();
}

fn rows_with_gaps() {
    let (a, row, column) = (fill(ROWS, LENGTH), fill(1, LENGTH), fill(ROWS, 1));
    let transposed = fill(LENGTH, ROWS);
    let mut wide = Array2::<f32>::zeros((ROWS, LENGTH + 5));
    let mut y = wide.slice_mut(s![.., 3..LENGTH + 3]);
    bcast!(y = a + row);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == a[(i, j)] + row[(0, j)]));
    bcast!(y = a + column);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == a[(i, j)] + column[(i, 0)]));
    bcast!(y = a * &transposed.t() + column);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == a[(i, j)] * transposed[(j, i)] + column[(i, 0)]));
    bcast!(y += a);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == a[(i, j)] * transposed[(j, i)] + column[(i, 0)] + a[(i, j)]));
    assert!(wide.column(2).iter().chain(wide.column(LENGTH + 3)).all(|&gap| gap == 0.0));
}

fn rows_without_gaps() {
    let (a, row, column) = (fill(ROWS, LENGTH), fill(1, LENGTH), fill(ROWS, 1));
    let mut y = Array2::<f32>::zeros((ROWS, LENGTH));
    bcast!(y = a + row);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == a[(i, j)] + row[(0, j)]));
    bcast!(y = row * column);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == row[(0, j)] * column[(i, 0)]));
    bcast!(y = a + a * column);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == a[(i, j)] + a[(i, j)] * column[(i, 0)]));

    let (short, one_each) = (fill(140_400, 29), fill(140_400, 1));
    let mut y = Array2::<f32>::zeros((140_400, 29));
    bcast!(y = short + one_each);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == short[(i, j)] + one_each[(i, 0)]));

    // Sheets with one number per row, in a part of an array that begins inside a cache line.
    let x = Array3::from_shape_fn((7, 19, 30_011), |(n, c, i)| ((n * 5 + c * 3 + i) % 241) as f32);
    let numbers = fill(19, 1);
    let mut memory = vec![0.0_f32; x.len() + 2];
    let mut y = ndarray::ArrayViewMut3::from_shape(x.dim(), &mut memory[1..=x.len()]).unwrap();
    bcast!(y = x + numbers);
    assert!(y.indexed_iter().all(|((n, c, i), &y)| y == x[(n, c, i)] + numbers[(c, 0)]));
    assert_eq!([memory[0], memory[x.len() + 1]], [0.0; 2]);
}

fn elements_of_other_sizes() {
    let a = fill(ROWS, LENGTH);
    let mut y = Array2::<f64>::zeros((ROWS, LENGTH));
    bcast!(y = f64::from(a) * 2.0);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == f64::from(a[(i, j)]) * 2.0));

    let bytes = Array2::from_shape_fn((ROWS, 4 * LENGTH), |(row, index)| (row * 31 + index * 7) as u8);
    let row = Array2::from_shape_fn((1, 4 * LENGTH), |(_, index)| (index * 3) as u8);
    let mut y = Array2::<u8>::zeros(bytes.dim());
    bcast!(y = bytes ^ row);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == bytes[(i, j)] ^ row[(0, j)]));

    let mut y = Array2::<u128>::zeros((ROWS, 1000));
    let (column, row) = (fill(ROWS, 1).mapv(|x| x as u128), fill(1, 1000).mapv(|x| x as u128));
    bcast!(y = column << 64 | row);
    assert!(y.indexed_iter().all(|((i, j), &y)| y == column[(i, 0)] << 64 | row[(0, j)]));
}
