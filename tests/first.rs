//! The first calls: what people touch.
use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, Array4, array};

#[test]
fn adds_a_row() {
    let a = Array2::from_shape_fn((3, 4), |(i, j)| (i * 10 + j) as f32);
    let b = Array1::from_shape_fn(4, |j| j as f32);
    let c = bcast!(a + b);
    assert_eq!(c, &a + &b);
    let s = 2.0;
    let c = bcast!((a + b) * s);
    assert_eq!(c, (&a + &b) * 2.0);
}

#[test]
fn pdpd_axis_1() {
    let x = Array4::from_shape_fn((2, 3, 4, 5), |(n, c, h, w)| (n * 1000 + c * 100 + h * 10 + w) as f32);
    let gamma = array![1.0f32, 2.0, 3.0];
    let beta = array![0.5f32, 0.25, 0.125];
    let y = bcast!(x * gamma + beta, mode = pdpd, axis = 1);
    let shape = |v: &Array1<f32>| v.clone().into_shape_with_order((3, 1, 1)).unwrap();
    assert_eq!(y, &x * &shape(&gamma) + &shape(&beta));
    let mut z = x.clone();
    bcast!(z = x * gamma + beta, mode = pdpd, axis = 1);
    assert_eq!(y, z);
    bcast!(z -= beta, mode = pdpd, axis = 1);
    let error = try_bcast!(x * gamma + beta, mode = pdpd, axis = 0).unwrap_err();
    println!("{error}");
}

#[test]
fn nested_arrays() {
    let a = [[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let b = [[10.0f32], [20.0]];
    let c: [[f32; 3]; 2] = bcast!(a + b);
    assert_eq!(c, [[11.0, 12.0, 13.0], [24.0, 25.0, 26.0]]);
    let d: [[f32; 3]; 2] = bcast!(b, to = [2, 3]);
    assert_eq!(d, [[10.0; 3], [20.0; 3]]);
    let x = array![[1.0f32, 2.0, 3.0]];
    let e: Array2<f32> = bcast!(a * x);
    assert_eq!(e, array![[1.0, 4.0, 9.0], [4.0, 10.0, 18.0]]);
    let mut y = [[0.0f32; 3]; 2];
    bcast!(y = a * 2.0);
    assert_eq!(y, [[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]);
    bcast!(y += b);
    assert_eq!(y[1], [28.0, 30.0, 32.0]);
    let v = vec![1.0, 2.0];
    let w: Vec<f64> = bcast!(v * 2.0);
    assert_eq!(w, [2.0, 4.0]);
    let dynamic = x.into_dyn();
    let fixed = array![[1.0f32, 1.0, 1.0]];
    let same: Array2<f32> = bcast!(dynamic + fixed, mode = none);
    let _ = same;
}
