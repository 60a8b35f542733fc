//! Nested arrays `[[T; M]; N]`: operands, places and results with their shape in their type.

#![allow(deprecated, reason = "some of the calls are legal and suspicious, and right all the same")]
mod common;

use bcast::{BroadcastError, bcast, try_bcast};
use common::counted;
use ndarray::{Array1, Array2, Array3, ArrayD, IxDyn, array};

#[test]
fn nested_arrays_give_nested_arrays() {
    let (x, row, column) = ([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]], [10.0_f32, 20.0, 30.0], [[100.0_f32], [200.0]]);
    let c: [[f32; 3]; 2] = bcast!(x + row);
    assert_eq!(c, [[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]);
    let c: [[f32; 3]; 2] = bcast!(column + row);
    assert_eq!(c, [[110.0, 120.0, 130.0], [210.0, 220.0, 230.0]]);
    let c: [f32; 3] = bcast!(row * 2.0);
    assert_eq!(c, [20.0, 40.0, 60.0]);
    let s = 2.0;
    let c: [[bool; 3]; 2] = bcast!(x > s);
    assert_eq!(c, [[false, false, true], [true, true, true]]);
    let cube = [[[1_u8; 4]; 1]; 2];
    let other = [[[2_u8]; 3]; 1];
    let c: [[[u8; 4]; 3]; 2] = bcast!(cube + other);
    assert_eq!(c, [[[3; 4]; 3]; 2]);
    let single = [[5.0_f32; 1]; 1];
    let c: [[f32; 1]; 1] = bcast!(single * single);
    assert_eq!(c, [[25.0]]);
    let four = [[[[1_i32; 2]; 1]; 3]; 1];
    let sevens = [[7_i32]; 5];
    let c: [[[[i32; 2]; 5]; 3]; 1] = bcast!(four * sevens);
    assert_eq!(c[0][2][4][1], 7);
}

#[test]
fn by_reference_in_fields_and_as_constants() {
    const KERNEL: [[f32; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
    static SHIFT: [f32; 2] = [10.0, 20.0];
    struct Net {
        weight: [[f32; 2]; 2],
        bias: [f32; 2],
    }
    impl Net {
        const GAIN: [f32; 2] = [2.0, 3.0];
        fn run(&self) -> [[f32; 2]; 2] {
            bcast!(self.weight * Self::GAIN + self.bias)
        }
    }
    let net = Net { weight: KERNEL, bias: SHIFT };
    assert_eq!(net.run(), [[12.0, 26.0], [16.0, 32.0]]);
    assert_eq!(bcast!(KERNEL + SHIFT), [[11.0, 22.0], [13.0, 24.0]]);
    let (by_ref, by_mut, boxed) = (&KERNEL, &mut [5.0_f32, 6.0], Box::new([7.0_f32, 8.0]));
    let c: [[f32; 2]; 2] = bcast!(by_ref + by_mut + *boxed);
    assert_eq!(c, [[13.0, 16.0], [15.0, 18.0]]);
    let rows: Vec<[f32; 2]> = Vec::from([[1.0, 2.0], [3.0, 4.0]]);
    let c: [f32; 2] = bcast!(&rows[1] * 2.0);
    assert_eq!(c, [6.0, 8.0]);
    fn make() -> [f32; 2] {
        [1.0, 2.0]
    }
    let c: [f32; 2] = bcast!(&make() + &make());
    assert_eq!(c, [2.0, 4.0]);
}

#[test]
fn every_mode_with_nested_arrays() {
    let (x, row, column) = ([[1_i32, 2, 3], [4, 5, 6]], [10_i32, 20, 30], [100_i32, 200]);
    let tall = [[100_i32], [200]];
    let by_row = [[11, 22, 33], [14, 25, 36]];
    let by_column = [[101, 102, 103], [204, 205, 206]];
    let c: [[i32; 3]; 2] = bcast!(x + row, mode = unidirectional);
    assert_eq!(c, by_row);
    let c: [[i32; 3]; 2] = bcast!(x + column, mode = pdpd, axis = 0);
    assert_eq!(c, by_column);
    let c: [[i32; 3]; 2] = bcast!(row + x, mode = pdpd, base = x);
    assert_eq!(c, by_row);
    let c: [[i32; 3]; 2] = bcast!(x + x, mode = none);
    assert_eq!(c, [[2, 4, 6], [8, 10, 12]]);
    let c: [[i32; 3]; 2] = bcast!(x + tall, axis(tall) = 0);
    assert_eq!(c, by_column);
    // Literals in `to` give all lengths; run-time values give an owned array.
    let c: [[[i32; 3]; 2]; 2] = bcast!(x + row, to = [2, 2, 3]);
    assert_eq!(c, [by_row, by_row]);
    let c: [[i32; 3]; 2] = bcast!(column, mode = explicit, axes = [0], to = [2, 3]);
    assert_eq!(c, [[100; 3], [200; 3]]);
    let c: [[i32; 3]; 2] = bcast!(tall, mode = bidirectional, to = [1, 3]);
    assert_eq!(c, [[100; 3], [200; 3]]);
    let n = 2;
    let c: Array3<i32> = bcast!(x + row, to = [n, 2, 3]);
    assert_eq!(c, Array3::from(vec![by_row, by_row]));
}

#[test]
fn mixed_with_other_arrays() {
    let (x, row) = ([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]], [10.0_f32, 20.0, 30.0]);
    let (array, vector, dynamic) = (counted((2, 3)), vec![1.0_f32, 2.0, 3.0], counted(IxDyn(&[3])));
    let c: Array2<f32> = bcast!(x + &array.row(0));
    assert_eq!(c, &array + &array.row(0));
    let c: Array2<f32> = bcast!(array + row);
    assert_eq!(c, &array + &array![10.0, 20.0, 30.0]);
    let c: ArrayD<f32> = bcast!(row + dynamic);
    assert_eq!(c, array![11.0, 22.0, 33.0].into_dyn());
    // Rank 1, not all operands nested: a `Vec`.
    let c: Vec<f32> = bcast!(row + vector);
    assert_eq!(c, [11.0, 22.0, 33.0]);
    let slice = &row[..];
    let c: Vec<f32> = bcast!(slice + row);
    assert_eq!(c, [20.0, 40.0, 60.0]);
    // Another rank: an owned array.
    let c: Array2<f32> = bcast!(x + vector);
    assert_eq!(c, array![[2.0, 4.0, 6.0], [5.0, 7.0, 9.0]]);
}

#[test]
fn nested_places() {
    let (row, column) = ([1.0_f32, 2.0, 3.0], array![10.0_f32, 20.0]);
    let mut y = [[0.0_f32; 3]; 2];
    bcast!(y = row * 2.0);
    assert_eq!(y, [[2.0, 4.0, 6.0]; 2]);
    bcast!(y += column, mode = pdpd, axis = 0);
    assert_eq!(y, [[12.0, 14.0, 16.0], [22.0, 24.0, 26.0]]);
    bcast!(y[1] = row);
    bcast!(y[0] -= &y_row(&column));
    assert_eq!(y, [[2.0, 4.0, 6.0], [1.0, 2.0, 3.0]]);
    bcast!(y = y * y);
    assert_eq!(y, [[4.0, 16.0, 36.0], [1.0, 4.0, 9.0]]);
    bcast!(y = 0.5);
    assert_eq!(y, [[0.5; 3]; 2]);
    let by_ref: &mut [[f32; 3]; 2] = &mut y;
    bcast!(by_ref *= 2.0);
    bcast!(*by_ref += row);
    assert_eq!(y, [[2.0, 3.0, 4.0]; 2]);
    let mut deep = ([[[0_u8; 2]; 2]; 2],);
    bcast!(deep.0[1] = 3);
    assert_eq!(deep.0, [[[0; 2]; 2], [[3; 2]; 2]]);
    assert!(try_bcast!(y = column).is_err());
    fn y_row(column: &Array1<f32>) -> f32 {
        column[0]
    }
}

/// Concrete shapes with an element type parameter: the constants in the expansion must not depend on it, since newer compilers refuse that.
fn accumulated<T: Copy + std::ops::AddAssign + std::ops::Add<Output = T> + std::ops::Mul<Output = T>>(
    y: &mut [[T; 2]; 2],
    row: &[T; 2],
    s: T,
) {
    bcast!(y += row * s, axis(row) = 1);
    bcast!(y = y * s + row * s);
}

#[test]
fn generic_elements_in_concrete_shapes() {
    let mut y = [[1, 2], [3, 4]];
    accumulated(&mut y, &[1, 10], 2);
    assert_eq!(y, [[8, 64], [12, 68]]);
}

fn total<const N: usize>(x: &[[f32; N]; 2], row: &[f32; N]) -> [[f32; N]; 2] {
    bcast!(x + row)
}

fn scaled<const N: usize, const M: usize, T>(x: [[T; M]; N], column: [[T; 1]; N], s: T) -> [[T; M]; N]
where
    T: Copy + std::ops::Mul<Output = T>,
{
    bcast!(x * column * s)
}

#[test]
fn lengths_of_const_generics() {
    assert_eq!(total(&[[1.0, 2.0], [3.0, 4.0]], &[10.0, 20.0]), [[11.0, 22.0], [13.0, 24.0]]);
    assert_eq!(total(&[[1.0], [3.0]], &[10.0]), [[11.0], [13.0]]);
    assert_eq!(scaled([[1, 2], [3, 4]], [[10], [20]], 2), [[20, 40], [120, 160]]);
}

#[test]
fn run_time_checks_of_nested_arrays() {
    let (x, dynamic) = ([[1.0_f32, 2.0, 3.0]; 2], counted(IxDyn(&[4])));
    let refused: Result<ArrayD<f32>, BroadcastError> = try_bcast!(x + dynamic);
    assert!(refused.unwrap_err().to_string().contains("dynamic"));
    let n = 3;
    assert_eq!(bcast!(x * 2.0, where x: [2, {n}]), [[2.0, 4.0, 6.0]; 2]);
    let empty = [[0.0_f32; 0]; 3];
    let c: [[f32; 0]; 3] = bcast!(empty + 1.0);
    assert_eq!(c, [[]; 3]);
    let none: [f32; 0] = [];
    let c: [[f32; 0]; 2] = bcast!(none, to = [2, 0]);
    assert_eq!(c, [[], []]);
    let column = array![[1.0_f32], [2.0]];
    assert_eq!(bcast!(x + column), array![[2.0, 3.0, 4.0], [3.0, 4.0, 5.0]]);
}

/// Nested arrays of one element type, filled with 1, 2, ..
macro_rules! counted_nested {
    ($n:ident;) => {{ $n += 1; $n }};
    ($n:ident; $length:literal $($rest:literal)*) => {{
        [(); $length].map(|()| counted_nested!($n; $($rest)*))
    }};
}

/// A call on nested arrays gives the nested array with the shape of the same call on `ArrayD`s.
macro_rules! same_as_dynamic {
    ($([$($a:literal)*], [$($b:literal)*] => $result:ty, ($($option:tt)*));* $(;)?) => {$({
        let mut n = 0;
        let (a, b) = (counted_nested!(n; $($a)*), counted_nested!(n; $($b)*));
        let c: $result = bcast!(a * 100 + b, $($option)*);
        let da = ArrayD::from_shape_fn(IxDyn(&[$($a),*]), |_| 0);
        let mut next = 1..;
        let da = da.mapv(|_: i32| next.next().unwrap());
        let db = ArrayD::from_shape_fn(IxDyn(&[$($b),*]), |_| 0).mapv(|_: i32| next.next().unwrap());
        let dynamic: ArrayD<i32> = bcast!(da * 100 + db, $($option)*);
        let elements = flat(&c);
        assert_eq!(elements, dynamic.iter().copied().collect::<Vec<_>>());
        assert_eq!(size_of_val(&c), dynamic.len() * size_of::<i32>());
    })*};
}

/// The elements of a nested array in C order.
fn flat<T: AsElements>(nested: &T) -> Vec<i32> {
    let mut elements = Vec::new();
    nested.push(&mut elements);
    elements
}

trait AsElements {
    fn push(&self, elements: &mut Vec<i32>);
}
impl AsElements for i32 {
    fn push(&self, elements: &mut Vec<i32>) {
        elements.push(*self);
    }
}
impl<T: AsElements, const N: usize> AsElements for [T; N] {
    fn push(&self, elements: &mut Vec<i32>) {
        self.iter().for_each(|inner| inner.push(elements));
    }
}

#[test]
fn paddle_and_ncnn() {
    same_as_dynamic! {
        [2 3 4 5], [3 4] => [[[[i32; 5]; 4]; 3]; 2], (mode = paddle, axis = 1);
        [2 1 4 5], [3 4] => [[[[i32; 5]; 4]; 3]; 2], (mode = paddle, axis = 1);
        [3 4], [2 1 1 5] => [[[[i32; 5]; 4]; 3]; 2], (mode = paddle, axis = 1);
        [2 3], [2] => [[i32; 3]; 2], (mode = paddle, axis = 0);
        [1 3], [2] => [[i32; 3]; 2], (mode = paddle, axis = 0);
        [2 3], [3] => [[i32; 3]; 2], (mode = paddle, axis = -1);
        [2 1], [3] => [[i32; 3]; 2], (mode = paddle);
        [2 1], [1 3] => [[i32; 3]; 2], (mode = paddle, axis = 0);
        [2 3], [2 3] => [[i32; 3]; 2], (mode = paddle, axis = 5);
        [4 3 2], [4 3] => [[[i32; 2]; 3]; 4], (mode = ncnn);
        [1 3 2], [4 1] => [[[i32; 2]; 3]; 4], (mode = ncnn);
        [4 1], [1 3 2] => [[[i32; 2]; 3]; 4], (mode = ncnn);
        [2 3], [2] => [[i32; 3]; 2], (mode = ncnn);
        [2 3], [3] => [[i32; 3]; 2], (mode = ncnn);
        [2 2], [2] => [[i32; 2]; 2], (mode = ncnn);
        [1 1], [3] => [[i32; 3]; 1], (mode = ncnn);
        [2 1], [1] => [[i32; 1]; 2], (mode = ncnn);
        [1], [3] => [i32; 3], (mode = ncnn);
        [3], [2 1 3] => [[[i32; 3]; 1]; 2], (mode = ncnn);
    }
    // Among equal ranks, an axis known only at run time affects no type.
    let (x, row, k) = ([[1, 2, 3], [4, 5, 6]], [[10], [20]], 0);
    let c: [[i32; 3]; 2] = bcast!(x + row, mode = paddle, axis = k);
    assert_eq!(c, [[11, 12, 13], [24, 25, 26]]);
    // Three operands, in any order.
    let (a, b, c) = ([[[1; 2]; 1]; 4], [[10; 3]; 4], [100; 4]);
    let d: [[[i32; 2]; 3]; 4] = bcast!(a + b + c, mode = ncnn);
    assert_eq!(d, [[[111; 2]; 3]; 4]);
    let d: [[[i32; 2]; 3]; 4] = bcast!(c + b + a, mode = ncnn);
    assert_eq!(d, [[[111; 2]; 3]; 4]);
}

/// ndarray's arrays of generic rank beside nested arrays.
#[test]
fn beside_arrays_of_any_rank() {
    fn sum<D: ndarray::Dimension>(x: &ndarray::Array<i32, D>, row: &[i32; 3]) -> ndarray::Array<i32, D> {
        bcast!(x + row, mode = unidirectional)
    }
    fn add<D: ndarray::Dimension>(y: &mut ndarray::Array<i32, D>, row: &[i32; 3]) {
        bcast!(y += row);
    }
    let mut x = array![[1, 2, 3], [4, 5, 6]];
    assert_eq!(sum(&x, &[10, 20, 30]), array![[11, 22, 33], [14, 25, 36]]);
    add(&mut x, &[10, 20, 30]);
    assert_eq!(x, array![[11, 22, 33], [14, 25, 36]]);
}
