//! Places: their kinds, the fit of the result, compound operators, and fills.
mod common;

use bcast::{bcast, try_bcast};
use common::counted;
use ndarray::{Array0, Array1, Array2, Array3, ArrayD, ArrayRef2, ArrayViewMut2, Axis, IxDyn, ShapeBuilder, array, s};
use std::cell::{Cell, RefCell};
use std::sync::Mutex;

struct State {
    out: Array2<f32>,
    rows: Vec<Array1<f32>>,
    pair: (Array1<f32>, f32),
}

impl State {
    fn new() -> Self {
        State { out: Array2::zeros((2, 3)), rows: vec![array![0.0, 0.0]; 2], pair: (array![1.0, 2.0], 3.0) }
    }

    fn update(&mut self, x: &Array2<f32>) {
        bcast!(self.out = x + 1.0);
        bcast!(self.rows[1] = self.pair.0 * self.pair.1);
        bcast!(self.pair.0 -= self.pair.1);
    }

    fn row(&mut self, index: usize) -> &mut Array1<f32> {
        &mut self.rows[index]
    }
}

#[test]
fn every_kind_of_place() {
    let x = counted((2, 3));
    let expected = &x + 1.0;
    // A path, and its value is `()`.
    let mut y = Array2::zeros((2, 3));
    let () = bcast!(y = x + 1.0);
    assert_eq!(y, expected);
    // Fields, an index of a `Vec` of arrays, method calls.
    let mut state = State::new();
    state.update(&x);
    assert_eq!((&state.out, &state.rows[1], &state.pair.0), (&expected, &array![3.0, 6.0], &array![-2.0, -1.0]));
    bcast!(state.row(0) = 5.0);
    bcast!(state.row(0) += &state_sum(&x));
    assert_eq!(state.rows[0], array![26.0, 26.0]);
    fn state_sum(x: &Array2<f32>) -> f32 {
        x.sum()
    }
    let mut v = Array2::zeros((3, 4));
    bcast!(v.slice_mut(s![1.., ..3]) = x + 1.0);
    assert_eq!((v.slice(s![1.., ..3]), v.sum()), (expected.view(), expected.sum()));
    bcast!(v.row_mut(0) = 1.0);
    bcast!(v.index_axis_mut(Axis(1), 3) += 2.0);
    assert_eq!((v.row(0), v.column(3)), (array![1.0, 1.0, 1.0, 3.0].view(), array![3.0, 2.0, 2.0].view()));
    // `*path`: guards, boxes, references.
    let mutex = Mutex::new(Array2::zeros((2, 3)));
    let mut guard = mutex.lock().unwrap();
    bcast!(*guard = x + 1.0);
    assert_eq!(*guard, expected);
    let mut boxed = Box::new(Array2::zeros((2, 3)));
    bcast!(*boxed = x + 1.0);
    assert_eq!(*boxed, expected);
    let cell = RefCell::new(Array2::zeros((2, 3)));
    let mut borrowed = cell.borrow_mut();
    bcast!(*borrowed = x + 1.0);
    bcast!(*borrowed *= 2.0);
    drop(borrowed);
    assert_eq!(cell.into_inner(), &expected * 2.0);
}

fn into_parameter(y: &mut Array2<f32>, x: &Array2<f32>) {
    bcast!(y = x * 2.0);
    bcast!(*y += x);
    bcast!(y -= 1.0);
}

fn into_array_ref(y: &mut ArrayRef2<f32>, x: &Array2<f32>) {
    bcast!(y = x * 3.0 - 1.0);
}

fn into_view(mut y: ArrayViewMut2<'_, f32>, x: &Array2<f32>) {
    bcast!(y = x * 3.0 - 1.0);
}

#[test]
fn parameters_need_no_mut() {
    let x = counted((2, 2));
    let mut y = Array2::zeros((2, 2));
    into_parameter(&mut y, &x);
    assert_eq!(y, &x * 3.0 - 1.0);
    let mut z = Array2::zeros((2, 2));
    into_array_ref(&mut z, &x);
    assert_eq!(z, y);
    z.fill(0.0);
    into_view(z.view_mut(), &x);
    assert_eq!(z, y);
    let mut shared = Array2::zeros((2, 2)).into_shared();
    let untouched = shared.clone();
    bcast!(shared = x + 0.0);
    assert_eq!((shared.to_owned(), untouched.sum()), (x, 0.0));
}

#[test]
fn vectors_and_slices() {
    let x = [1.0_f32, 2.0, 3.0];
    let x = &x[..];
    let mut v = vec![0.0; 3];
    bcast!(v = x * 2.0);
    assert_eq!(v, [2.0, 4.0, 6.0]);
    let w: &mut Vec<f32> = &mut v;
    bcast!(w += x);
    let slice: &mut [f32] = &mut v[1..];
    bcast!(slice = 0.5);
    bcast!(*slice += 0.25);
    assert_eq!(v, [3.0, 0.75, 0.75]);
    bcast!(v[..2] = 9.0);
    bcast!(v.iter_mut().into_slice() -= 1.0);
    assert_eq!(v, [8.0, 8.0, -0.25]);
    let mut pairs = [(0, 0.0_f32); 3];
    let pairs = &mut pairs[..];
    bcast!(pairs = (1, x));
    assert_eq!(pairs[2], (1, 3.0));
    assert!(try_bcast!(v = x + 1.0, mode = none).is_ok());
    v.push(0.0);
    assert!(try_bcast!(v = x + 1.0).is_err());
}

#[test]
fn the_place_is_evaluated_once() {
    let count = Cell::new(0);
    let next = || {
        count.set(count.get() + 1);
        count.get() - 1
    };
    let mut rows = vec![array![1.0_f32, 2.0], array![3.0, 4.0]];
    bcast!(rows[next()] += 1.0);
    bcast!(rows[next()] = 0.0);
    assert_eq!((rows, count.get()), (vec![array![2.0, 3.0], array![0.0, 0.0]], 2));
}

#[test]
fn compound_operators() {
    macro_rules! operators {
        ($(|$x:ident: $type:ty, $y:ident| $op:tt;)*) => {$({
            let $y: Array1<$type> = Array1::from_iter([1, 2, 3]);
            let start: Array2<$type> = Array2::from_shape_fn((2, 3), |(i, j)| (13 * (i + 1) + j) as $type);
            let mut $x = start.clone();
            bcast!($x $op $y);
            let expected = Array2::from_shape_fn((2, 3), |(i, j)| { let mut v = start[[i, j]]; v $op $y[j]; v });
            assert_eq!($x, expected, stringify!($op));
            bcast!($x $op 1);
            let expected = expected.mapv(|mut v| { v $op 1; v });
            assert_eq!($x, expected, "{} by a number", stringify!($op));
        })*};
    }
    operators! {
        |x: i32, y| +=; |x: i32, y| -=; |x: i64, y| *=; |x: i64, y| /=; |x: u8, y| %=;
        |x: u8, y| &=; |x: u8, y| |=; |x: u16, y| ^=; |x: u32, y| <<=; |x: u32, y| >>=;
    }
    // The right side is one value, whatever its operators.
    let mut x = array![10.0_f32, 20.0];
    let y = array![1.0_f32, 2.0];
    bcast!(x *= y + 1.0);
    assert_eq!(x, array![20.0, 60.0]);
    bcast!(x -= if x > 30.0 { x } else { y });
    assert_eq!(x, array![19.0, 0.0]);
    bcast!(
        x /= {
            let z = y;
            z * 2.0
        }
    );
    assert_eq!(x, array![9.5, 0.0]);
    // A type's own compound operator runs.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Saturating(u8);
    impl std::ops::AddAssign<u8> for Saturating {
        fn add_assign(&mut self, other: u8) {
            self.0 = self.0.saturating_add(other);
        }
    }
    let mut total = array![Saturating(250), Saturating(1)];
    let more = array![10_u8];
    bcast!(total += more);
    assert_eq!(total, array![Saturating(255), Saturating(11)]);
}

#[test]
fn the_place_may_stand_in_the_expression() {
    let s = array![[2.0_f32], [3.0]];
    let mut x = counted((2, 3));
    let before = x.clone();
    bcast!(x = s * x);
    assert_eq!(x, &before * &s);
    bcast!(x = x);
    bcast!(x = x * x - x);
    let squared = &before * &s;
    assert_eq!(x, &squared * &squared - &squared);
    // It is A, as with `op=`: `s` sits at axis 0 of `x`, although `s` comes first.
    let gain = array![2.0_f32, 3.0];
    let mut x = before.clone();
    bcast!(x = gain * x, mode = pdpd, axis = 0);
    assert_eq!(x, &before * &s);
    bcast!(x = gain + x, mode = unidirectional, axis(gain) = 0);
    assert_eq!(x, &before * &s + &s);
    // Through a field and a dereference.
    let mut state = State::new();
    bcast!(state.pair.0 = state.pair.1 - state.pair.0);
    assert_eq!(state.pair.0, array![2.0, 1.0]);
    let mut boxed = Box::new(array![1.0_f32, 2.0]);
    bcast!(*boxed = 10.0 * *boxed);
    assert_eq!(*boxed, array![10.0, 20.0]);
    let y = &mut array![1.0_f32, 2.0];
    bcast!(y = y + y);
    assert_eq!(y, &array![2.0, 4.0]);
}

#[test]
fn a_place_never_stretches() {
    let (row, grid) = (array![1.0_f32, 2.0, 3.0], counted((2, 3)));
    // The compiler refuses what ranks in types contradict.
    let mut narrow = array![[0.0_f32], [0.0]];
    let (mut short, any_row) = (array![0.0_f32, 0.0, 0.0].into_dyn(), row.view().into_dyn());
    for refused in [
        try_bcast!(narrow = row + 1.0),
        try_bcast!(narrow += row),
        try_bcast!(narrow = narrow + row),
        try_bcast!(narrow = grid + 1.0),
        try_bcast!(short = grid + 1.0),
        try_bcast!(short += grid),
        try_bcast!(short += grid, mode = pdpd, axis = 0),
        try_bcast!(short = grid + row, mode = unidirectional),
        try_bcast!(narrow -= row, mode = ncnn),
        try_bcast!(narrow -= row, mode = paddle),
        try_bcast!(narrow = grid, mode = explicit),
        try_bcast!(narrow = row, mode = bidirectional, to = [2, 1]),
        try_bcast!(narrow = row, mode = numpy, to = [2, 3]),
        try_bcast!(narrow = any_row, mode = none),
    ] {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("short") || error.contains("narrow") || error.contains("row"), "{error}");
    }
    assert_eq!((narrow.sum(), short.sum()), (0.0, 0.0));
}

#[test]
fn in_numpy_and_unidirectional_the_result_stretches_to_the_place() {
    let (row, column) = (array![1.0_f32, 2.0, 3.0], array![[1.0_f32], [2.0]]);
    let mut y = Array3::<f32>::zeros((4, 2, 3));
    bcast!(y = row + row);
    assert_eq!(y, (&row * 2.0).broadcast((4, 2, 3)).unwrap());
    bcast!(y = column * 1.0);
    assert_eq!(y, column.broadcast((4, 2, 3)).unwrap());
    bcast!(y = row + 0.0 * &column[[0, 0]], mode = unidirectional);
    assert_eq!(y, row.broadcast((4, 2, 3)).unwrap());
}

#[test]
fn in_the_other_modes_the_place_has_the_results_shape() {
    let (row, grid) = (array![1.0_f32, 2.0, 3.0], counted((2, 3)));
    let twice = &grid * 2.0;
    // The compiler refuses what ranks in types contradict.
    let mut wide = Array3::<f32>::zeros((4, 2, 3)).into_dyn();
    let mut y = Array2::<f32>::zeros((2, 3));
    for refused in [
        try_bcast!(wide = grid * 2.0, mode = none),
        try_bcast!(wide = grid + row, mode = pdpd),
        try_bcast!(wide = grid + row, mode = paddle),
        try_bcast!(wide = grid * 2.0, mode = ncnn),
        try_bcast!(wide = grid * 2.0, mode = bidirectional, to = [2, 3]),
        try_bcast!(wide = grid * 2.0, mode = explicit, to = [2, 3]),
    ] {
        assert!(refused.unwrap_err().to_string().contains("wide"));
    }
    bcast!(y = grid * 2.0, mode = none);
    assert_eq!(y, twice);
    bcast!(y = grid + row, mode = pdpd);
    assert_eq!(y, &grid + &row);
    bcast!(y = row + grid, mode = paddle);
    assert_eq!(y, &grid + &row);
    bcast!(y = grid * 2.0, mode = ncnn);
    assert_eq!(y, twice);
    bcast!(y = grid * 2.0, mode = bidirectional, to = [1, 3]);
    assert_eq!(y, twice);
    bcast!(y = row * 1.0, mode = explicit, axes = [1]);
    assert_eq!(y, row.broadcast((2, 3)).unwrap());
    bcast!(y = row * 1.0, mode = explicit, axes = [1], to = [2, 3]);
    assert_eq!(y, row.broadcast((2, 3)).unwrap());
    // With `to`, the place has that shape too, except in modes whose result stretches to it.
    bcast!(y = row * 2.0, to = [2, 3]);
    assert_eq!(y, (&row * 2.0).broadcast((2, 3)).unwrap());
    assert!(try_bcast!(y = row * 1.0, mode = explicit, axes = [1], to = [3, 3]).is_err());
    assert!(try_bcast!(y = row * 1.0, mode = pdpd, axis = 1, to = [1, 3]).is_err());
}

#[test]
fn a_compound_place_is_a() {
    let gain = array![2.0_f32, 3.0];
    let x = counted((2, 3));
    let column = gain.clone().insert_axis(Axis(1));
    let mut y = x.clone();
    bcast!(y *= gain, mode = pdpd, axis = 0);
    assert_eq!(y, &x * &column);
    let mut y = x.clone();
    bcast!(y += gain, mode = paddle, axis = 0);
    assert_eq!(y, &x + &column);
    let mut y = x.clone();
    bcast!(y += gain, mode = ncnn);
    assert_eq!(y, &x + &column);
    let mut y = x.clone();
    bcast!(y += gain, mode = explicit, axes(gain) = [0]);
    assert_eq!(y, &x + &column);
    let mut y = x.clone();
    bcast!(y += x, mode = none);
    assert_eq!(y, &x * 2.0);
    let mut y = x.clone();
    bcast!(y -= column, mode = unidirectional);
    assert_eq!(y, &x - &column);
    let mut y = x.clone();
    bcast!(y -= column, mode = bidirectional, to = [1, 3]);
    assert_eq!(y, &x - &column);
    let mut y = x.clone();
    bcast!(y -= column, to = [2, 3]);
    assert_eq!(y, &x - &column);
    let mut y = x.clone().into_dyn();
    assert!(try_bcast!(y -= column, to = [4, 2, 3]).is_err());
}

#[test]
fn fills() {
    let mut y = Array2::<f32>::zeros((2, 3));
    let s = 4.0;
    let expect = |value: f32, y: &mut Array2<f32>| {
        assert_eq!(*y, Array2::from_elem((2, 3), value));
        y.fill(-1.0);
    };
    bcast!(y = 0.5);
    expect(0.5, &mut y);
    bcast!(y = s * s + 1.0);
    expect(17.0, &mut y);
    bcast!(y = s, mode = none);
    expect(4.0, &mut y);
    bcast!(y = s, mode = numpy);
    expect(4.0, &mut y);
    bcast!(y = s, mode = unidirectional);
    expect(4.0, &mut y);
    bcast!(y = s, mode = pdpd, axis = 1);
    expect(4.0, &mut y);
    bcast!(y = s, mode = paddle);
    expect(4.0, &mut y);
    bcast!(y = s, mode = ncnn);
    expect(4.0, &mut y);
    bcast!(y = s, mode = explicit);
    expect(4.0, &mut y);
    bcast!(y = 2.0, mode = bidirectional);
    expect(2.0, &mut y);
    bcast!(y = s, mode = bidirectional, to = [2, 3]);
    expect(4.0, &mut y);
    bcast!(y.slice_mut(s![.., 1]) = s);
    assert_eq!(y, array![[-1.0, 4.0, -1.0], [-1.0, 4.0, -1.0]]);
    let mut zero = Array0::<f32>::zeros(());
    bcast!(zero = s);
    assert_eq!(zero.into_scalar(), 4.0);
    let mut letters = vec!['a'; 3];
    bcast!(letters = 'z');
    assert_eq!(letters, ['z'; 3]);
}

#[test]
fn places_of_any_strides() {
    let (x, row) = (counted((3, 4)), array![1.0_f32, 2.0, 3.0, 4.0]);
    let expected = &x + &row;
    let mut fortran = Array2::zeros((3, 4).f());
    bcast!(fortran = x + row);
    assert_eq!(fortran, expected);
    let mut memory = Array2::<f32>::zeros((9, 8));
    {
        let mut view = memory.slice_mut(s![..;-3, ..;2]);
        bcast!(view = x + row);
        assert_eq!(view, expected);
        bcast!(view -= row);
        assert_eq!(view, x);
        let mut transposed = view.reversed_axes();
        bcast!(transposed *= row, mode = pdpd, axis = 0);
        assert_eq!(transposed, (&x * &row).t());
    }
    assert_eq!(memory.sum(), (&x * &row).sum());
    let mut dynamic: ArrayD<f32> = ArrayD::zeros(IxDyn(&[3, 4]));
    bcast!(dynamic = x + row);
    assert_eq!(dynamic, expected.into_dyn());
}

/// One axis: contiguous or not, of few elements or more, with operands that are as long, one long, or neither.
#[test]
fn one_axis_of_few_elements() {
    // Miri interprets each element: it has the first lengths alone.
    let all = [0, 1, 3, 16, 2, 4, 7, 33, 511, 512, 513, 2000];
    for &length in if cfg!(miri) { &all[..4] } else { &all[..] } {
        for own in [length, 1, length + 1] {
            for (step, operand_step) in [(1, 1), (1, 2), (2, 1), (-1, 1), (1, -1), (-2, 3)] {
                let z = Array2::from_shape_fn((3, 2 * length), |(row, column)| (row * 1000 + column) as f64);
                let x = Array1::from_shape_fn(3 * own, |index| 0.5 + index as f64);
                let y = x.slice(s![..;operand_step]).slice_move(s![..own]);
                let expected_row = |compound: bool| {
                    let mut expected = z.clone();
                    for (index, place) in expected.slice_mut(s![1, ..;step]).iter_mut().take(length).enumerate() {
                        let old = if compound { *place } else { 0.0 };
                        *place = old + 2.0 * y[if own == 1 { 0 } else { index }];
                    }
                    expected
                };
                let fits = own == length || own == 1;
                let expected = if fits { [false, true].map(expected_row) } else { [z.clone(), z.clone()] };
                let (mut plain, mut compound, mut modes) = (z.clone(), z.clone(), z.clone());
                let result = try_bcast!(plain.slice_mut(s![1, ..;step]).slice_mut(s![..length]) = 2.0 * y);
                assert_eq!((result.is_ok(), &plain), (fits, &expected[0]), "{length}, {own}, {step}, {operand_step}");
                let result = try_bcast!(compound.slice_mut(s![1, ..;step]).slice_mut(s![..length]) += y * 2.0);
                assert_eq!(
                    (result.is_ok(), &compound),
                    (fits, &expected[1]),
                    "{length}, {own}, {step}, {operand_step}"
                );
                // Without stretching, operands of one element fit one element alone.
                let result =
                    try_bcast!(modes.slice_mut(s![1, ..;step]).slice_mut(s![..length]) += y * 2.0, mode = none);
                let fits = own == length;
                assert_eq!((result.is_ok(), &modes), (fits, if fits { &expected[1] } else { &z }));
            }
        }
    }
    let mut long = vec![1_u8; 511];
    let mut whole = long.clone();
    bcast!(long += whole);
    assert!(long == [2; 511]);
    bcast!(whole = long, where long: [N]);
    assert!(whole == long);
    assert!(try_bcast!(whole += long, where long: [4]).is_err());
    assert!(whole == long);
}

#[test]
fn a_refused_call_writes_nothing() {
    let (x, long) = (array![1.0_f32, 2.0], array![1.0_f32, 2.0, 3.0]);
    let mut y = array![[7.0_f32, 8.0]];
    let count = Cell::new(0);
    let counting = |v: f32| {
        count.set(count.get() + 1);
        v
    };
    assert!(try_bcast!(y = counting(x + long)).is_err());
    assert!(try_bcast!(y += counting(long)).is_err());
    assert_eq!((y, count.get()), (array![[7.0, 8.0]], 0));
}

/// Zero-sized elements may be too many to count; nothing overflows if a length is 0 or a view is stretched.
#[test]
fn elements_without_size() {
    let many = 1_usize << (usize::BITS - 24);
    let units = Array2::from_elem((3, 4), ());
    let mut place = Array2::from_elem((3, 4), ());
    bcast!(place = units);
    assert_eq!(bcast!(units).dim(), (3, 4));
    let one = ndarray::array![2.0_f32];
    let wide = one.broadcast((many, 1 << 22)).unwrap();
    assert!(bcast::try_bcast!(wide + 1.0).is_err(), "more bytes than memory can have");
    let nothing = Array2::<f32>::zeros((0, 1));
    let none = bcast!(nothing + one);
    assert_eq!(none.dim(), (0, 1));
}
