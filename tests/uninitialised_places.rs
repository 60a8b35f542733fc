//! Places of `MaybeUninit` elements: a call writes all of them, whatever their layout, and reads none.

use bcast::{bcast, try_bcast};
use ndarray::{
    Array, Array1, Array2, Array3, ArrayD, ArrayViewMut2, Axis, Dimension, IxDyn, ShapeBuilder, Zip, array, s,
};
use std::fmt::Debug;
use std::mem::MaybeUninit;

fn counted(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (i * columns + j) as f64 - 2.5)
}

/// The array of a place that a call has filled.
fn filled<T: Copy, D: Dimension>(place: Array<MaybeUninit<T>, D>) -> Array<T, D> {
    // SAFETY: a call writes each element of its place.
    unsafe { place.assume_init() }
}

/// The elements of a slice that a call has filled.
fn elements<T: Copy>(place: &[MaybeUninit<T>]) -> Vec<T> {
    // SAFETY: as in `filled`.
    place.iter().map(|element| unsafe { element.assume_init() }).collect()
}

#[test]
fn every_kind_of_place() {
    let (a, row) = (counted(3, 4), array![1.0, 2.0, 3.0, 4.0]);
    let expected = &a * &row;

    let mut place = Array2::uninit((3, 4));
    bcast!(place = a * row);
    assert_eq!(filled(place), expected);
    let mut place = Array2::uninit((3, 4).f());
    bcast!(place = a * row);
    assert_eq!(filled(place), expected);
    let mut place = ArrayD::uninit(IxDyn(&[3, 4]));
    bcast!(place = a * row);
    assert_eq!(filled(place), expected.clone().into_dyn());
    let mut place = Array::uninit(());
    bcast!(place = 1.5);
    assert_eq!(filled(place), array![1.5].remove_axis(Axis(0)));

    // A `Vec`'s spare memory, and a nested array.
    let mut v = Vec::with_capacity(4);
    bcast!(v.spare_capacity_mut()[..4] = row + 1.0);
    // SAFETY: four elements are written.
    unsafe { v.set_len(4) };
    assert_eq!(v, [2.0, 3.0, 4.0, 5.0]);
    let mut nested = [[MaybeUninit::uninit(); 2]; 1];
    let x = [[1_u8, 2]];
    bcast!(nested = x + 1);
    assert_eq!(elements(nested.as_flattened()), [2, 3]);
    let (mut boxed, x) = (Box::new_uninit_slice(4), row.to_vec());
    bcast!(*boxed = x - 1.0);
    assert_eq!(elements(&boxed), [0.0, 1.0, 2.0, 3.0]);
}

#[test]
fn views_of_any_strides() {
    let a = counted(5, 6);
    let mut place = Array2::uninit((10, 12));
    bcast!(place = 0.0);
    let mut expected = Array2::zeros((10, 12));
    expected.slice_mut(s![..;2, ..;-2]).assign(&a.mapv(f64::abs));
    bcast!(place.slice_mut(s![..;2, ..;-2]) = a.abs());
    bcast!(place.column_mut(2) = 7.0);
    expected.column_mut(2).fill(7.0);
    bcast!(place.slice_mut(s![..5, ..6]).diag_mut() = &a.diag() + 1.0);
    expected.slice_mut(s![..5, ..6]).diag_mut().assign(&(&a.diag() + 1.0));
    assert_eq!(filled(place), expected);

    // Transposed, in memory of every size that is computed in another way.
    let shapes = [(1, 1), (2, 3), (4, 4), (17, 9), (20, 33), (40, 70), (300, 200)];
    for &(rows, columns) in &shapes[..if cfg!(miri) { 5 } else { shapes.len() }] {
        let a = counted(rows, columns);
        let mut place = Array2::uninit((columns, rows));
        bcast!(place = &a.t());
        assert_eq!(filled(place), a.t());
        let mut place = Array2::uninit((columns, rows));
        bcast!(place.view_mut().reversed_axes() = a * 2.0);
        assert_eq!(filled(place).t(), &a * 2.0);
    }
}

fn into_place<T: Copy + std::ops::Add<Output = T>, D: Dimension>(
    place: &mut Array<MaybeUninit<T>, D>,
    x: &Array<T, D>,
    y: T,
) {
    bcast!(place = x + y);
}

fn into_view(mut place: ArrayViewMut2<'_, MaybeUninit<i64>>, x: &Array2<i64>) {
    bcast!(place = x + 1);
}

#[test]
fn generic_elements_and_ranks() {
    fn check<T: Copy + std::ops::Add<Output = T> + PartialEq + Debug, D: Dimension>(x: &Array<T, D>, y: T) {
        let mut place = Array::uninit(x.raw_dim());
        into_place(&mut place, x, y);
        assert_eq!(filled(place), x.mapv(|x| x + y));
    }
    check(&array![1_u8, 2, 3], 4);
    check(&counted(4, 5), 0.5);
    check(&counted(4, 5).into_dyn(), 0.5);
    let x = array![[1_i64, 2], [3, 4]];
    let built = Array2::build_uninit((2, 2), |place| into_view(place, &x));
    assert_eq!(filled(built), &x + 1);
}

/// Types of elements decide the type of a literal, and are decided by the result where nothing else does.
#[test]
fn inferred_elements() {
    let x = array![1.5_f32, 2.5];
    let mut place = Array1::uninit(2);
    bcast!(place = x);
    assert_eq!(filled(place), x);
    let mut place = Array1::<u16>::uninit(2);
    bcast!(place = 3);
    assert_eq!(filled(place), array![3, 3]);
    let mut place = Array1::<MaybeUninit<bool>>::uninit(2);
    bcast!(place = if x > 2.0 { MaybeUninit::new(true) } else { MaybeUninit::uninit() });
    // SAFETY: the second element is above 2.
    assert!(unsafe { filled(place)[1].assume_init() });
    // Elements of types that are not inferred yet are no `MaybeUninit`.
    let mut place = Array1::from_elem(2, Default::default());
    bcast!(place = x * 2.0);
    assert_eq!(place, array![3.0, 5.0]);
}

#[test]
fn reductions() {
    let a = counted(6, 7);
    let mut place = Array1::uninit(7);
    bcast!(place = sum(a, axis = 0));
    assert_eq!(filled(place), a.sum_axis(Axis(0)));
    let mut place = Array1::uninit(6);
    bcast!(place = max(a, axis = 1) - mean(a, axis = 1));
    assert_eq!(filled(place), Array1::from_elem(6, 3.0));
    let mut place = Array2::uninit((6, 7));
    bcast!(place = a - mean(a, axis = 0));
    assert_eq!(filled(place), &a - &a.mean_axis(Axis(0)).unwrap());
    let mut place = Array2::<usize>::uninit((2, 3));
    bcast!(place = index(axis = 1) + 3 * index(axis = 0), to = [2, 3]);
    assert_eq!(filled(place), array![[0, 1, 2], [3, 4, 5]]);
    let mut number = MaybeUninit::uninit();
    bcast!(number = sum(a, axis = ..));
    // SAFETY: as in `filled`.
    assert_eq!(unsafe { number.assume_init() }, a.sum());
    // Enough elements for tiles, and more than fit the caches of a core.
    let shape @ (rows, _, columns) = if cfg!(miri) { (2, 3, 40) } else { (40, 50, 60) };
    let a = Array3::from_shape_fn(shape, |(i, j, k)| ((i * 7 + j * 5 + k * 3) % 11) as f64);
    let mut place = Array2::uninit((rows, columns));
    bcast!(place = sum(a, axis = 1));
    assert_eq!(filled(place), a.sum_axis(Axis(1)));
    let mut place = Array3::uninit(shape);
    bcast!(place = a / max(a, axis = 2));
    let greatest = a.map_axis(Axis(2), |row| row.fold(0.0, |a: f64, &b| a.max(b)));
    assert_eq!(filled(place), &a / &greatest.insert_axis(Axis(2)));
}

#[test]
fn several_places() {
    let (a, b) = (counted(3, 4), array![0.5, 1.5, 2.5, 3.5]);
    let (mut sums, mut products, mut written) = (Array2::uninit((3, 4)), Array2::uninit((3, 4)), Array2::zeros((3, 4)));
    bcast!((sums, products, written) = (a + b, a * b, a));
    assert_eq!((filled(sums), filled(products), written), (&a + &b, &a * &b, a.clone()));
    // One place is read, another one is not.
    let (mut old, mut new) = (a.clone(), Array2::uninit((3, 4)));
    bcast!((old, new) = (old + b, old));
    assert_eq!((old, filled(new)), (&a + &b, a.clone()));
    let (mut mean, mut least) = (Array1::uninit(4), MaybeUninit::uninit());
    bcast!((mean, least) = (mean(a, axis = 0), min(a, axis = ..)));
    // SAFETY: as in `filled`.
    assert_eq!((filled(mean), unsafe { least.assume_init() }), (a.row(1).to_owned(), -2.5));
}

#[test]
fn modes_and_options() {
    let (x, bias) =
        (Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (i + 2 * j + 3 * k) as f32), array![1.0_f32, 2.0, 3.0]);
    let expected = &x + &bias.clone().insert_axis(Axis(1));
    let mut place = Array3::uninit((2, 3, 4));
    bcast!(place = x + bias, mode = pdpd, axis = 1);
    assert_eq!(filled(place), expected);
    let mut place = Array3::uninit((2, 3, 4));
    bcast!(place = x + bias, mode = named, where place: [N, C, W], x: [N, C, W], bias: [C]);
    assert_eq!(filled(place), expected);
    let mut place = Array3::uninit((2, 3, 4));
    bcast!(place = x + bias, axis(bias) = 1);
    assert_eq!(filled(place), expected);
    let mut place = Array2::uninit((2, 3));
    bcast!(place = bias, where place: [2, 3]);
    assert_eq!(filled(place), array![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    // A refused call writes nothing, and its error is that of any place.
    let (mut place, mut other) = (Array3::uninit((2, 3, 5)), Array3::zeros((2, 3, 5)));
    let refused = try_bcast!(place = x + 1.0).unwrap_err();
    let expected = try_bcast!(other = x + 1.0).unwrap_err();
    assert_eq!(refused.to_string(), expected.to_string().replace("other", "place"));
}

/// Results so large that they are written past the caches.
#[test]
fn large_places() {
    let length = if cfg!(miri) { 2_000 } else { 3_000_000 };
    let x = Array1::from_shape_fn(length, |i| i as f32);
    let mut place = Array1::uninit(length);
    bcast!(place = x * 0.5 + 1.0);
    assert!(Zip::from(&filled(place)).and(&x).all(|&y, &x| y == x * 0.5 + 1.0));
}
