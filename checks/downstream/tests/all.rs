//! The functions of this crate return the expected results.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

use downstream::layers::{Act, Linear, closures};
use downstream::{add_to, asynchronous, generic, macros, options, pass, plain, product, scaled};
use ndarray::{Array1, Array2, Array3, Array4, ArrayD, Axis, IxDyn, arr0, array};
use std::future::{Future, ready};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("nothing waits"),
    }
}

#[test]
fn operators() {
    let (sum, flags, bits, wide) = plain::operators(&array![[1.0, 5.0]], &[2.0, 5.0], &array![4, 5]);
    assert_eq!(sum, array![[-2.5, -25.0]]);
    assert_eq!(flags, array![[false, true]]);
    assert_eq!(bits, array![u32::MAX, u32::MAX]);
    assert_eq!(wide, array![2.0, 2.5]);
}

#[test]
fn control() {
    let (relu, picked, counted) = plain::control(&array![-4.0, 2.0, 3.0], &array![Some(8.0), Some(0.5), None]);
    assert_eq!(relu, array![-1.0, 2.0, 3.0]);
    assert_eq!(picked, array![8.0, 2.5, 0.0]);
    assert_eq!(counted, array![3, 0, 0]);
}

#[test]
fn elements() {
    let (points, lengths, grey, pairs) =
        plain::elements(&array![3.0, -6.0], &array![[4.0], [8.0]], &[[3, 6, 9], [30, 0, 3]]);
    assert_eq!(points[[1, 0]], plain::Point { x: 3.0, y: 8.0 });
    assert_eq!((lengths[[0, 0]], lengths[[1, 1]]), (8.0, 4.0));
    assert_eq!(grey, [6, 11]);
    assert_eq!(pairs, array![(3.0, false), (6.0, true)]);
}

#[test]
fn borrowed() {
    let shared = Arc::new(array![[1.0, 2.0], [3.0, 4.0]]);
    let locked = Mutex::new(array![1.0, 10.0]);
    let layers = [array![2.0, 3.0], array![5.0, 5.0]];
    let result = plain::borrowed(&shared, &locked, &layers, |_| Ok(array![1.0, 1.0]));
    assert_eq!(result, Ok(array![[5.0, 78.0], [15.0, 148.0]]));
    assert_eq!(*locked.lock().unwrap(), array![5.0, 50.0]);
    assert_eq!(plain::borrowed(&shared, &locked, &layers, |_| Err("no".to_owned())), Err("no".to_owned()));
}

#[test]
fn places() {
    let x = array![[1.0, -2.0], [3.0, 4.0]];
    let (mut y, mut v, mut slice, mut rows) =
        (Array2::zeros((2, 2)), vec![0.0; 2], [3.0, 4.0], [array![0.0, 0.0], array![0.0, 0.0]]);
    plain::places(&mut y, &mut v, &mut slice, &mut rows, &x);
    // y is x + 1, then 2x + 1, then -x - 1, and then halved and cut below
    assert_eq!(y, array![[-1.0, 0.5], [0.0, 0.0]]);
    assert_eq!((v, slice), (vec![2.0, 1.0], [6.0, 4.0]));
    assert_eq!(rows, [array![9.0, 8.0], array![-2.0, 1.0]]);
    let mut n = array![7, 20];
    plain::compound(&mut n, &array![1, 2]);
    let expected = |n: i64, by: i64| ((((((n + by - 1) * (by + 1) / 2 % 100) & 0x7f) | by) ^ 1) << 2) >> by;
    assert_eq!(n, array![expected(7, 1), expected(20, 2)]);
}

#[test]
fn nested_and_results() {
    let (y, row, deep) = plain::nested([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &[1.0, 1.0, 1.0], &[[10.0], [100.0]]);
    assert_eq!((y, row), ([[10.0, 20.0, 30.0], [401.0, 501.0, 601.0]], [2.0; 3]));
    assert_eq!(deep, [y; 4]);
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    let (two, any, zero, vector, scalar, three) =
        plain::results(&x.view(), &ArrayD::from_elem(IxDyn(&[2]), 2.0), &arr0(1.0), &[1.0], 3.0);
    assert_eq!((two, any), (&x + 1.0, (&x * 2.0).into_dyn()));
    assert_eq!((zero, vector, three.index_axis(Axis(0), 1)), (arr0(3.0), vec![4.0], x.view()));
    assert!((scalar - 9.0).abs() < f32::EPSILON);
    assert_eq!(plain::fallible(&x, &array![1.0, 2.0]).unwrap(), array![[4.0, 8.0], [8.0, 12.0]]);
    assert!(plain::fallible(&x, &array![1.0, 2.0, 3.0]).is_err());
}

#[test]
fn modes() {
    let (x, row, column) = (array![[1.0, 2.0], [3.0, 4.0]], array![10.0, 20.0], array![100.0, 200.0]);
    let (by_row, by_column) = (&x + &row, &x + &column.clone().insert_axis(Axis(1)));
    let only = array![[100.0, 100.0], [200.0, 200.0]];
    let expected = [
        &by_row,
        &by_row,
        &by_row,
        &by_row,
        &by_row,
        &by_column,
        &by_row,
        &by_column,
        &by_column,
        &only,
        &by_row,
        &(&x * 2.0),
        &(&by_row + &only),
    ];
    let results = options::modes(&x, &row, &column).unwrap();
    assert_eq!(results.iter().collect::<Vec<_>>(), expected);
    assert!(options::modes(&x, &array![1.0, 2.0, 3.0], &column).is_err());
}

#[test]
fn blocks() {
    let x = Array4::from_shape_fn((1, 2, 1, 2), |(_, c, _, w)| [[1.0, 3.0], [10.0, 30.0]][c][w]);
    let mut y = Array4::zeros((1, 2, 1, 2));
    options::normalise(&mut y, &x, &array![1.0, 10.0], &array![1.0 - 1e-5, 4.0 - 1e-5], 2.0);
    // (1 - 1) / 1 * 2 + 1, (3 - 1) / 1 * 2 + 1, (10 - 10) / 2 * 2 + 10, (30 - 10) / 2 * 2 + 10
    let expected = array![[[[1.0, 5.0]], [[10.0, 30.0]]]];
    assert!((y - expected).iter().all(|d: &f32| d.abs() < 1e-3));
    let wide = options::broadcast(&array![[1.0, 2.0]], 3, 2);
    assert_eq!((wide.dim(), wide[[2, 0, 1, 1]]), ((3, 1, 2, 2), 2.0));
    let (three, two, one) = options::targets(&array![1.0, 2.0], &[3, 2]).unwrap();
    assert_eq!((three.dim(), two.dim(), one), ((2, 2, 2), (3, 2), array![1.0, 2.0]));
    assert!(options::targets(&array![1.0, 2.0], &[3, 1]).is_err());
}

struct Double(Array2<f64>);
impl generic::Layer for Double {
    type Elem = f64;
    const SHIFT: f64 = 0.5;
    fn weight(&self) -> &Array2<f64> {
        &self.0
    }
}

#[test]
fn generics() {
    use generic::Layer;
    assert_eq!(generic::leaky_relu(&array![[-4.0_f64, 2.0]].t(), 0.5), array![[-2.0], [2.0]]);
    assert_eq!(generic::hypotenuse(&array![3.0_f32], &array![[4.0_f32], [0.0]]), array![[5.0], [3.0]]);
    assert_eq!(generic::add_bias(&array![[1.0_f32], [2.0]], &array![2.0, 4.0], 0).unwrap(), array![[2.0], [4.0]]);
    assert!(generic::add_bias(&array![[1.0_f32], [2.0]], &array![2.0, 4.0], 1).is_err());
    let mut y = array![1.0_f64, f64::NAN];
    generic::update(&mut y.view_mut(), &array![2.0, 3.0], 0.5);
    assert_eq!(y, array![6.0, 0.0]);
    assert_eq!(generic::lift(&[[1.0_f32, 2.0]; 3], &[10.0, 20.0]), [[10.0, 21.0]; 3]);
    let x = Array3::from_elem((2, 2, 3), 1.0_f32);
    assert_eq!(generic::channels(&x, &[1.0, 2.0]).unwrap().index_axis(Axis(1), 1), Array2::from_elem((2, 3), 2.0));
    assert!(generic::channels(&x, &[1.0, 2.0, 3.0]).is_err());
    let layer = Double(array![[2.0, 0.0]]);
    assert_eq!(
        (layer.step(&array![[1.0], [2.0]]), layer.zeros()),
        (array![[2.5, 0.5], [4.5, 0.5]], array![[false, true]])
    );
}

#[test]
fn layers() {
    let mut layer =
        Linear { weight: array![[1.0, -1.0]], bias: (array![1.0, 2.0], 0.5), act: Act::Relu, apply: f32::abs };
    assert_eq!(layer.forward(&array![[1.0, 2.0], [3.0, 4.0]]), array![[2.5, 0.0], [6.5, 0.0]]);
    assert_eq!(layer.called(), array![[1.0, 0.0]]);
    layer.train(&array![[2.0, 1.0]], 0.25);
    assert_eq!((layer.weight, layer.bias.0), (array![[0.5, -0.5]], array![0.5, 1.75]));
    let scaled = closures(&array![1.0, 2.0]);
    assert_eq!(scaled(2.0), array![23.0, 206.0]);
}

#[test]
fn async_functions() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    let result = now(asynchronous::fetch(x.clone(), ready(array![10.0, 20.0]), ready(0)));
    assert_eq!(result.unwrap(), array![[21.0, 22.0], [43.0, 44.0]]);
    assert!(now(asynchronous::fetch(x, ready(Array1::zeros(3)), ready(0))).is_err());
}

#[test]
fn inside_macros() {
    let (a, b, x) = (array![1.0, 2.0], array![3.0, 4.0], array![[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(product!(a + b, b - a), array![8.0, 12.0]);
    assert_eq!(product!(x, a + b, mode = pdpd, axis = 1 - 1), array![[4.0, 8.0], [18.0, 24.0]]);
    let mut y = x.clone();
    add_to!(y, a, b * 2.0, &x.t());
    assert_eq!(y, array![[9.0, 15.0], [12.0, 18.0]]);
    let factor = scaled!(x by a at 0, pdpd, [N, 2]);
    assert_eq!(factor.unwrap(), array![[3.0, 5.0], [8.0, 10.0]]);
    assert!(scaled!(x by a at 0, pdpd, [3, _]).is_err());
    pass!(y = if y > 10.0 { y } else { a }, mode = numpy);
    assert_eq!(y, array![[1.0, 15.0], [12.0, 18.0]]);
    let any = array![-2.0, 3.0].into_dyn();
    let all = [macros::absolute(&any), macros::twice_and_one(&any), macros::relu(&any)];
    assert_eq!(all, [array![2.0, 3.0], array![-3.0, 7.0], array![0.0, 3.0]].map(Array1::into_dyn));
}

#[test]
fn shapes_in_types() {
    use bcast::{Tensor, TensorViewMut, shape};
    use downstream::typed::{Batch, Scale, Time, largest, later, mixed, nested};

    let scale = Scale { gain: Tensor::from_nested([1.0, 2.0]), bias: [0.5, 0.25] };
    let mut images = Tensor::<_, shape![Batch, 2, 2, 2]>::filled_with([3, 2, 2, 2], 1.0).unwrap();
    let y = scale.run(images.view());
    assert_eq!((y[[2, 0, 1, 1]], y[[2, 1, 0, 0]]), (1.5, 2.25));
    let mut view: TensorViewMut<'_, f32, shape![Batch, 2, 2, 2]> = images.view_mut();
    scale.run_in_place(&mut view);
    assert_eq!(images, y);

    assert_eq!(largest(), 255);
    assert_eq!(nested(&[[1.0, 2.0]], &[10.0, 20.0], [[100.0]]), [[112.0, 124.0]]);

    let x = Tensor::<_, shape![Time, 3]>::from_vec_with([1, 3], vec![1.0, 2.0, 3.0]).unwrap();
    let y = mixed(&x, &array![10.0, 20.0, 30.0], &[1.0, 1.0, 1.0]).unwrap();
    assert_eq!(y.as_slice(), [10.0, 21.0, 32.0]);
    assert!(mixed(&x, &array![10.0, 20.0, 30.0], &[1.0, 1.0]).is_err());

    assert_eq!(now(later(vec![1.0, 2.0, 3.0])).unwrap().as_slice(), [2.0, 3.0, 4.0]);
    assert!(now(later(vec![1.0, 2.0])).is_err());
}
