//! `(p, v) = e` and `unzip`: each entry of a tuple goes to a place or an array of its own.
#![cfg(feature = "ndarray")]

use std::cell::Cell;

use bcast::{bcast, try_bcast};
use ndarray::{Array, Array1, Array2, Array3, Array4, Axis, Dimension, arr1, arr2, s};

fn counted(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (i * columns + j) as f64 * 0.25 - 3.0)
}

#[test]
fn each_entry_goes_to_its_place() {
    let x = counted(5, 7);
    let (mut sine, mut cosine) = (Array2::zeros((5, 7)), Array2::<f64>::zeros((5, 7)));
    bcast!((sine, cosine) = x.sin_cos());
    assert_eq!(sine, x.mapv(f64::sin));
    assert_eq!(cosine, x.mapv(f64::cos));
    // Entries of different types, a slice, a `Vec` and a nested array.
    let a = [1.5_f32, -2.0, 3.0];
    let (mut whole, mut is_negative, mut double) = (vec![0_i64; 3], [false; 3], [0.0_f64; 3]);
    let slice = &mut double[..];
    bcast!((whole, is_negative, slice) = (a as i64, a < 0.0, f64::from(a) * 2.0));
    assert_eq!(whole, [1, -2, 3]);
    assert_eq!(is_negative, [false, true, false]);
    assert_eq!(double, [3.0, -4.0, 6.0]);
    // Nested arrays of two axes, and a vector that stretches.
    let (grid, row) = ([[1, 2, 3], [4, 5, 6]], [10, 20, 30]);
    let (mut sum, mut product) = ([[0; 3]; 2], [[0_i64; 3]; 2]);
    bcast!((sum, product) = (grid + row, i64::from(grid) * i64::from(row)));
    assert_eq!(sum, [[11, 22, 33], [14, 25, 36]]);
    assert_eq!(product, [[10, 40, 90], [40, 100, 180]]);
}

#[test]
fn one_place_and_eight() {
    let x = [1, 2];
    let mut y = [0; 2];
    bcast!((y,) = (x + 1,));
    assert_eq!(y, [2, 3]);
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = [[0; 2]; 8];
    bcast!((a, b, c, d, e, f, g, h) = (x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7));
    assert_eq!([a, b, c, d, e, f, g, h].map(|each| each[1]), [2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn places_of_any_layout() {
    let x = counted(6, 10);
    let (mut wide, mut turned) = (Array2::<f64>::zeros((12, 20)), Array2::<f64>::zeros((10, 6)));
    let mut reversed = Array2::<f64>::zeros((6, 10));
    bcast!(
        (wide.slice_mut(s![..;2, 1..;2]), turned.view_mut().reversed_axes(), reversed.slice_mut(s![..;-1, ..;-1])) =
            (x, x + 1.0, -x)
    );
    for ((i, j), &x) in x.indexed_iter() {
        assert_eq!(wide[(2 * i, 2 * j + 1)], x);
        assert_eq!(turned[(j, i)], x + 1.0);
        assert_eq!(reversed[(5 - i, 9 - j)], -x);
    }
    assert_eq!(wide.iter().filter(|&&x| x != 0.0).count(), x.iter().filter(|&&x| x != 0.0).count());
}

#[test]
fn a_result_stretches_to_its_place() {
    let row = [1.0, 2.0, 3.0];
    let (mut grid, mut line) = (Array2::<f64>::zeros((4, 3)), [0.0; 3]);
    bcast!((grid, line) = (row, row * 10.0));
    assert!(grid.rows().into_iter().all(|own| own == arr1(&row)));
    assert_eq!(line, [10.0, 20.0, 30.0]);
    let (mut ones, mut twos) = (Array2::<f64>::zeros((2, 2)), vec![0; 3]);
    bcast!((ones, twos) = (1.0, 2));
    assert_eq!((ones.sum(), twos), (4.0, vec![2; 3]));
}

#[test]
fn places_are_read_before_they_are_written() {
    for length in [1, 7, 4096, 20_000] {
        let old_a: Vec<u64> = (0..length).collect();
        let old_b: Vec<u64> = (0..length).map(|i| 1000 - i % 7).collect();
        let (mut a, mut b) = (old_a.clone(), old_b.clone());
        bcast!((a, b) = (b, a));
        assert_eq!((&a, &b), (&old_b, &old_a));
        bcast!((a, b) = (a + b, a * 2));
        assert!(a.iter().zip(&old_a).zip(&old_b).all(|((new, a), b)| *new == a + b));
        assert!(b.iter().zip(&old_b).all(|(new, b)| *new == b * 2));
    }
}

#[test]
fn adam() {
    let shape = (37, 211);
    let of = |seed: usize| Array2::from_shape_fn(shape, |(i, j)| ((i * 31 + j * 17 + seed) % 101) as f64 * 0.01);
    let (mut m, mut v, mut p, g) = (of(1), of(2), of(3), of(4));
    let (old_m, old_v, old_p) = (m.clone(), v.clone(), p.clone());
    let (b1, b2, lr, eps) = (0.9, 0.99, 0.001, 1e-8);
    bcast!(
        (m, v, p) = {
            let m1 = b1 * m + (1.0 - b1) * g;
            let v1 = b2 * v + (1.0 - b2) * g * g;
            (m1, v1, p - lr * m1 / (v1.sqrt() + eps))
        }
    );
    for ((at, &g), &old) in g.indexed_iter().zip(&old_p) {
        let (m1, v1) = (b1 * old_m[at] + (1.0 - b1) * g, b2 * old_v[at] + (1.0 - b2) * g * g);
        assert_eq!((m[at], v[at]), (m1, v1));
        assert_eq!(p[at], old - lr * m1 / (v1.sqrt() + eps));
    }
}

struct Layer {
    weight: Array2<f64>,
    velocity: Vec<f64>,
}

impl Layer {
    fn step(&mut self, gradient: &Array1<f64>) {
        bcast!((self.velocity, self.weight.row_mut(0)) = (0.5 * self.velocity + gradient, gradient * 2.0));
    }
}

#[test]
fn fields_and_methods_are_places() {
    let mut layer = Layer { weight: Array2::zeros((2, 3)), velocity: vec![1.0; 3] };
    layer.step(&arr1(&[1.0, 2.0, 3.0]));
    assert_eq!(layer.velocity, [1.5, 2.5, 3.5]);
    assert_eq!(layer.weight, arr2(&[[2.0, 4.0, 6.0], [0.0; 3]]));
}

#[test]
fn each_entry_is_a_new_array() {
    let x = counted(5, 7);
    let (sine, cosine) = bcast!(x.sin_cos(), unzip);
    assert_eq!((sine, cosine), (x.mapv(f64::sin), x.mapv(f64::cos)));
    let (a, b, c) = bcast!((x, x > 0.0, x as i32), unzip);
    assert_eq!((a, b, c), (x.clone(), x.mapv(|x| x > 0.0), x.mapv(|x| x as i32)));
    // Nested arrays stay nested; a tuple without `unzip` is an element.
    let pair = [1, 2];
    let ([one, two], [three, _]): ([i32; 2], [i32; 2]) = bcast!((pair, pair * 3), unzip);
    assert_eq!((one, two, three), (1, 2, 3));
    let pairs = bcast!(x.sin_cos());
    assert_eq!(pairs[(1, 2)], x[(1, 2)].sin_cos());
    let (low, high) = try_bcast!((x.min(0.0), x.max(0.0)), unzip).unwrap();
    assert_eq!(low + high, x);
}

#[test]
fn mean_and_variance() {
    let x = Array4::from_shape_fn((3, 4, 5, 6), |(n, c, h, w)| ((n * 7 + c * 5 + h * 3 + w * 11) % 13) as f64);
    let expected = || x.axis_iter(Axis(1)).map(|one| (one.mean().unwrap(), one.var(0.0)));
    let (mut mu, mut var) = (Array1::<f64>::zeros(4), vec![0.0; 4]);
    bcast!(
        (mu, var) = {
            let m = mean(x, axis = [0, 2, 3]);
            (m, mean((x - m) * (x - m), axis = [0, 2, 3]))
        }
    );
    let (new_mu, new_var) = bcast!(
        {
            let m = mean(x, axis = [0, 2, 3]);
            (m, mean((x - m) * (x - m), axis = [0, 2, 3]))
        },
        unzip
    );
    assert_eq!((&mu, &var), (&new_mu, &new_var.to_vec()));
    for (c, (mean, variance)) in expected().enumerate() {
        assert!((mu[c] - mean).abs() < 1e-12 && (var[c] - variance).abs() < 1e-12);
    }
    // Running statistics have the rank of the results.
    let (mut running_mu, mut running_var) = (arr1(&[1.0, 2.0, 3.0, 4.0]), [1.0; 4]);
    bcast!(
        (running_mu, running_var) = {
            let m = mean(x, axis = [0, 2, 3]);
            let v = mean((x - m) * (x - m), axis = [0, 2, 3]);
            (running_mu + 0.1 * (m - running_mu), running_var + 0.1 * (v - running_var))
        }
    );
    for c in 0..4 {
        let old = (c + 1) as f64;
        assert!((running_mu[c] - (old + 0.1 * (mu[c] - old))).abs() < 1e-12);
        assert!((running_var[c] - (1.0 + 0.1 * (var[c] - 1.0))).abs() < 1e-12);
    }
}

#[test]
fn entries_keep_axes_of_their_own() {
    let x = counted(40, 300);
    let (mut mu, mut centred, mut total) = (Array1::<f64>::zeros(300), Array2::<f64>::zeros((40, 300)), vec![0.0; 40]);
    bcast!(
        (mu, centred) = {
            let m = mean(x, axis = 0);
            (m, x - m)
        }
    );
    let expected = x.mean_axis(Axis(0)).unwrap();
    assert!(mu.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12));
    assert_eq!(centred, &x - &mu);
    let (new_mu, new_centred) = bcast!(
        {
            let m = mean(x, axis = 0);
            (m, x - m)
        },
        unzip
    );
    assert_eq!((&new_mu, &new_centred), (&mu, &centred));
    let (sums, all): (Array1<f64>, Array2<f64>) = bcast!((sum(x, axis = 1), x * 2.0), unzip);
    assert_eq!(all, &x * 2.0);
    assert!(sums.iter().zip(x.rows()).all(|(a, b)| (a - b.sum()).abs() < 1e-9));
    let low: f64;
    let high: f64;
    (low, high) = bcast!((min(x, axis = ..), max(x, axis = ..)), unzip);
    assert_eq!((low, high), (x[(0, 0)], x[(39, 299)]));
    // A length is a number, beside an array of a higher rank too.
    let row = x.row(1);
    let (average, doubled) = bcast!((sum(row, axis = ..) / len(axis = 1) as f64, x * 2.0), unzip);
    let (sum, _) = bcast!((sum(row, axis = ..), x * 2.0), unzip);
    assert_eq!((average, doubled), (sum / 300.0, &x * 2.0));
    let mut rows = vec![0.0; 300];
    bcast!((total, rows) = (sum(x, axis = 1), max(x, axis = 0)));
    assert!((total[3] - x.row(3).sum()).abs() < 1e-9 && rows[7] == x[(39, 7)]);
}

/// The old elements of a place are seen at every position, also where another entry needs them after the place is written.
#[test]
fn a_place_of_a_smaller_result_is_copied() {
    let x = counted(500, 30);
    let old: Array1<f64> = (0..30).map(f64::from).collect();
    let (mut running, mut y) = (old.clone(), Array2::<f64>::zeros((500, 30)));
    bcast!((running, y) = (running + max(x, axis = 0), x - running));
    assert_eq!(running, &old + &x.row(499));
    assert_eq!(y, &x - &old);
    let (mut kept, mut y) = (old.clone().insert_axis(Axis(0)), Array2::<f64>::zeros((500, 30)));
    bcast!((kept, y) = (kept + max(x, axis = 0), x - kept));
    assert_eq!(kept.row(0), &old + &x.row(499));
    assert_eq!(y, &x - &old);
}

/// To other entries, a place of a lower rank than the frame's is an array on the axes of its own result.
#[test]
fn a_place_of_a_smaller_result_is_read_by_others() {
    let x = counted(3, 4);
    let old = arr1(&[100.0, 200.0, 300.0]);
    let column = old.clone().insert_axis(Axis(1));
    let (sums, maxima) = (x.sum_axis(Axis(1)), &x.row(2));
    let double = |x: f64| x * 2.0;
    let (mut r, mut y) = (old.clone(), Array2::<f64>::zeros((3, 4)));
    bcast!((r, y) = (r + sum(x, axis = 1), max(x, axis = 0) - r));
    assert_eq!((&r, &y), (&(&old + &sums), &(maxima - &column)));
    let mut short = [0.0; 4];
    let error = try_bcast!((r, short) = (r + sum(x, axis = 1), max(x, axis = 0) - r)).unwrap_err().to_string();
    assert!(error.contains("the result does not stretch to the place `short`"), "{error}");
    // By way of a `let` that is computed once, and in a tuple that is no literal.
    let mut r = old.clone();
    bcast!(
        (r, y) = {
            let d = double(r);
            (d + sum(x, axis = 1), x - d)
        }
    );
    assert_eq!((&r, &y), (&(&old * 2.0 + &sums), &(&x - &column * 2.0)));
    let (mut r, mut s) = (old.clone(), old.clone());
    let pair = |x: f64, y: f64| (x + y, x - y);
    bcast!((r, s) = pair(r + s, sum(x, axis = 1)));
    assert_eq!((&r, &s), (&(&old * 2.0 + &sums), &(&old * 2.0 - &sums)));
    // The axes of its own result do not depend on other places.
    let cube = Array3::<f64>::ones((2, 3, 4));
    let (mut s, mut both) = (arr1(&[1.0; 3]), Array2::<f64>::ones((3, 4)));
    let error = try_bcast!((s, both) = (s + sum(cube, axis = [0, 2]), both + s + sum(cube, axis = [0, 1])));
    assert!(error.is_err());
    // Reductions can't read it.
    let (mut r, mut s) = (old.clone(), old.clone());
    assert!(try_bcast!((r, s) = (sum(x * r, axis = 1), r)).is_err());
}

#[test]
fn a_reduced_place() {
    let x = counted(60, 200);
    let (mut p, mut q) = (x.clone(), Array2::<f64>::ones((60, 200)));
    bcast!((p, q) = (p - max(p, axis = 1), q * p));
    for ((i, j), &old) in x.indexed_iter() {
        assert_eq!((p[(i, j)], q[(i, j)]), (old - x[(i, 199)], old));
    }
    let (mut p, mut q) = (x.clone(), x.clone());
    bcast!((q, p) = (max(p, axis = 0) + q, q - p + max(q, axis = 1)));
    for ((i, j), &old) in x.indexed_iter() {
        assert_eq!((q[(i, j)], p[(i, j)]), (x[(59, j)] + old, x[(i, 199)]));
    }
}

#[test]
fn modes_and_options() {
    let (x, v) = (Array3::<f64>::ones((2, 3, 4)), arr1(&[1.0, 2.0, 3.0]));
    let (mut a, mut b) = (Array3::<f64>::zeros((2, 3, 4)), Array3::<f64>::zeros((2, 3, 4)));
    bcast!((a, b) = (x + v, x * v), mode = pdpd, axis = 1);
    assert_eq!((a[(1, 2, 3)], b[(0, 1, 2)]), (4.0, 2.0));
    bcast!((a, b) = (v, v * 2.0), mode = explicit, to = [2, 3, 4], axes = [1]);
    assert_eq!((a[(1, 2, 3)], b[(0, 1, 2)]), (3.0, 4.0));
    let (c, d) = bcast!((v, v + 1.0), mode = explicit, to = [2, 3, 4], axes = [1], unzip);
    assert_eq!((c[(1, 2, 3)], d.dim()), (3.0, (2, 3, 4)));
    let zero = Array2::<usize>::zeros((3, 2));
    let (rows, columns) = bcast!((zero + index(axis = 0), zero + index(axis = 1)), unzip);
    assert_eq!((rows, columns), (arr2(&[[0, 0], [1, 1], [2, 2]]), arr2(&[[0, 1], [0, 1], [0, 1]])));
    let (kept, other) = bcast!((sum(x, axis = 1), max(x, axis = 2)), keep, unzip);
    assert_eq!((kept.dim(), other.dim()), ((2, 1, 4), (2, 3, 1)));
    let (a, b) = bcast!((sum(x, axis = 1), max(x, axis = 2)), unzip);
    assert_eq!((a, b.dim()), (Array2::from_elem((2, 4), 3.0), (2, 3)));
}

fn generic_step<D: Dimension>(p: &mut Array<f64, D>, v: &mut Array<f64, D>, g: &Array<f64, D>) {
    bcast!(
        (p, v) = {
            let v1 = 0.5 * v + g;
            (p - v1, v1)
        }
    );
}

#[test]
fn generic_ranks_and_numbers() {
    let g = counted(4, 5);
    let (mut p, mut v) = (Array2::<f64>::ones((4, 5)), Array2::<f64>::ones((4, 5)));
    generic_step(&mut p, &mut v, &g);
    assert_eq!((&v, &p), (&(&g + 0.5), &(0.5 - &g)));
    let (mut p, mut v) = (p.into_dyn(), v.into_dyn());
    let (old_p, old_v) = (p.clone(), v.clone());
    generic_step(&mut p, &mut v, &g.clone().into_dyn());
    assert_eq!(v, &old_v * 0.5 + &g);
    assert_eq!(p, &old_p - &v);
    let (low, high) = (1.0, 2.0_f64);
    assert_eq!(bcast!((low + high, high > low), unzip), (3.0, true));
}

#[cfg(feature = "rayon")]
#[test]
fn several_threads() {
    let x = counted(700, 1100);
    let (mut a, mut b) = (x.clone(), x.clone());
    bcast!((a, b) = (a * 2.0 + max(x, axis = 1), (b + a).exp()), threads);
    for ((i, j), &old) in x.indexed_iter() {
        assert_eq!(a[(i, j)], old * 2.0 + x[(i, 1099)]);
        assert!(b[(i, j)] == (old + old).exp() || (b[(i, j)] / (old + old).exp() - 1.0).abs() < 1e-12);
    }
    let (c, d) = bcast!((x + 1.0, x as i64), threads, unzip);
    assert_eq!((c, d), (&x + 1.0, x.mapv(|x| x as i64)));
}

#[test]
fn wrong_shapes_are_errors() {
    let x = counted(2, 3);
    let (mut a, mut b) = (Array2::<f64>::ones((2, 3)), Array2::<f64>::ones((3, 2)));
    let error = try_bcast!((a, b) = (x, x)).unwrap_err().to_string();
    assert!(error.contains("the result does not stretch to the place `b`"), "{error}");
    assert_eq!(a, Array2::<f64>::ones((2, 3)), "nothing is written before all fits");
    let y = counted(4, 3);
    assert!(try_bcast!((x + y, x), unzip).is_err());
    let mut short = [0.0; 2];
    assert!(try_bcast!((a, short) = (x, sum(x, axis = 0))).is_err());
    assert!(try_bcast!((a, short) = (x, sum(x, axis = 1))).is_ok());
    assert_eq!(short, [-8.25, -6.0]);
}

#[test]
fn empty_axes() {
    let x = Array2::<f64>::zeros((0, 3));
    let (mut a, mut b) = (x.clone(), x.clone());
    bcast!((a, b) = (x, x + 1.0));
    let (sums, means) = bcast!((sum(x, axis = 0), mean(x, axis = 0)), unzip);
    assert!(sums == arr1(&[0.0; 3]) && means.iter().all(|mean: &f64| mean.is_nan()));
    let (sums, none) = bcast!((sum(x, axis = 0), x), unzip);
    assert_eq!((sums, none), (arr1(&[0.0; 3]), x.clone()));
    let mut c = arr1(&[1.0; 3]);
    bcast!((c, b) = (sum(x, axis = 0), x));
    assert_eq!(c, arr1(&[0.0; 3]));
}

#[test]
fn the_expression_runs_once_per_element() {
    let calls = Cell::new(0_usize);
    let pair = |x: f64| {
        calls.set(calls.get() + 1);
        (x, x + 1.0)
    };
    for (rows, columns) in [(1, 1), (3, 5), (70, 3), (40, 400), (300, 1000)] {
        let x = Array2::<f64>::zeros((rows, columns));
        let (mut a, mut b) = (x.clone(), x.clone());
        bcast!((a, b) = pair(x));
        assert_eq!(calls.take(), rows * columns);
        let _ = bcast!(pair(x), unzip);
        assert_eq!(calls.take(), rows * columns);
        bcast!(
            (a, b) = {
                let (one, two) = pair(a);
                (one + b, two)
            }
        );
        assert_eq!(calls.take(), rows * columns);
        let _ = bcast!(
            {
                let t = pair(x);
                (t.0, t.1, t.0)
            },
            unzip
        );
        assert_eq!(calls.take(), rows * columns);
    }
}

/// Rows too long to keep: a `let` that reads places is computed whenever an entry reads it, and must see old elements then.
#[test]
fn long_rows() {
    let x = counted(2, 300_000);
    let (mut a, mut b) = (x.clone(), &x * 0.5);
    let (old_a, old_b) = (a.clone(), b.clone());
    let calls = Cell::new(0_usize);
    let double = |x: f64| {
        calls.set(calls.get() + 1);
        x * 2.0
    };
    bcast!(
        (a, b) = {
            let d = double(a) - b;
            (d - max(d, axis = 1), d + a)
        }
    );
    assert!(calls.get() >= x.len());
    let d = &old_a * 2.0 - &old_b;
    for (row, d) in d.outer_iter().enumerate() {
        let most = d.fold(f64::MIN, |most: f64, &d| most.max(d));
        assert!(a.row(row).iter().zip(&d).all(|(&new, &d)| new == d - most));
    }
    assert_eq!(b, &d + &old_a);
}

/// A costly `let` that entries use by way of others is computed once.
#[test]
fn lets_of_lets() {
    let calls = Cell::new(0_usize);
    let double = |x: f64| {
        calls.set(calls.get() + 1);
        x * 2.0
    };
    let x = counted(40, 30);
    let (a, b, c) = bcast!(
        {
            let d = double(x);
            let e = d + 1.0;
            (e, e * 2.0, d)
        },
        unzip
    );
    assert_eq!(calls.get(), x.len());
    assert_eq!((&a - 1.0, &b * 0.5, &c), (&x * 2.0, a, &(&x * 2.0)));
}

/// Shapes and layouts at random, against index arithmetic.
#[test]
fn random_shapes() {
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..100 {
        let lengths = [random(4) + 1, random(30) + 1, random(90) + 1];
        let mut stretched = || {
            let [a, b, c] = lengths.map(|length| if random(3) == 0 { 1 } else { length });
            Array3::from_shape_fn((a, b, c), |_| random(1000) as f64)
        };
        let (x, y) = (stretched(), stretched());
        let whole = || Array3::<f64>::from_elem((lengths[0], lengths[1], lengths[2]), 2.0);
        let (mut p, mut big) = (whole(), Array3::<f64>::ones((lengths[0] * 2, lengths[2], lengths[1])));
        let mut q = big.slice_mut(s![..;-2, .., ..]);
        q.swap_axes(1, 2);
        let mut maxima = Array2::<f64>::zeros((lengths[0], lengths[2]));
        let old_q = q.to_owned();
        bcast!((p, q, maxima) = (x + y + q, x - y * p, max(p + x * y + q, axis = 1)));
        let at = |array: &Array3<f64>, index: [usize; 3]| {
            let shape = array.shape();
            array[[0, 1, 2].map(|axis| if shape[axis] == 1 { 0 } else { index[axis] })]
        };
        for (index, new) in p.indexed_iter() {
            let index = [index.0, index.1, index.2];
            let (x, y) = (at(&x, index), at(&y, index));
            assert_eq!(*new, x + y + old_q[index]);
            assert_eq!(q[index], x - y * 2.0);
        }
        for ((i, k), &maximum) in maxima.indexed_iter() {
            let row = (0..lengths[1]).map(|j| 2.0 + at(&x, [i, j, k]) * at(&y, [i, j, k]) + old_q[[i, j, k]]);
            assert_eq!(maximum, row.fold(f64::MIN, f64::max));
        }
    }
}

/// An entry whose arrays all stand in reductions over `..` is a number, whatever axes the others have.
#[test]
fn numbers_beside_arrays() {
    let (x, v) = (counted(3, 4), arr1(&[1.0, 2.0, 3.0, 4.0]));
    let (total, y) = bcast!((sum(v, axis = ..), 1.0 + x), unzip);
    assert_eq!((total, y), (10.0, &x + 1.0));
    let (total, y) = bcast!((sum(v, axis = ..) * 2.0, 1.0 + sum(x, axis = 1)), unzip);
    assert_eq!((total, y), (20.0, x.sum_axis(Axis(1)) + 1.0));
    let (mut total, mut rows) = (1.0, Array1::zeros(3));
    bcast!((total, rows) = (total + sum(v, axis = ..), sum(x, axis = 1)));
    assert_eq!((total, &rows), (11.0, &x.sum_axis(Axis(1))));
    let (mut a, mut b) = (2.0, Array1::zeros(4));
    bcast!((a, b) = (sum(x - a, axis = ..), max(x - a, axis = 0)));
    assert_eq!((a, b), (x.sum() - 24.0, &x.row(2) - 2.0));
}
