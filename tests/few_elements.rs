//! Calls of few elements over several axes, in every layout, against index arithmetic: arrays of one shape, of its last or other axes, and those that
//! stretch.

use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, Array3, Axis, ShapeBuilder, s};

const LAYOUTS: usize = 6;

/// An array of these values in another layout: C order, F order, reversed rows, reversed columns, with gaps between columns, or between rows.
fn lay_out(values: &Array2<f64>, layout: usize) -> Array2<f64> {
    let (m, n) = values.dim();
    let mut laid = match layout {
        0 => Array2::zeros((m, n)),
        1 => Array2::zeros((m, n).f()),
        2 | 3 => {
            let mut reversed = Array2::zeros((m, n));
            reversed.invert_axis(Axis(layout - 2));
            reversed
        }
        4 => Array2::zeros((m, 2 * n)).slice_move(s![.., ..;2]),
        _ => Array2::zeros((2 * m, n)).slice_move(s![..;2, ..]),
    };
    laid.assign(values);
    laid
}

fn numbers(shape: (usize, usize), from: f64) -> Array2<f64> {
    Array2::from_shape_fn(shape, |(i, j)| from + (i * 37 + j * 5 % 23) as f64)
}

/// Few elements and more: 511 and 512 are the limit.
fn shapes() -> &'static [(usize, usize)] {
    let all = &[(2, 3), (1, 5), (4, 1), (0, 3), (1, 1), (5, 9), (40, 3), (7, 73), (8, 64), (3, 200), (16, 2), (2, 0)];
    // Miri interprets each element.
    if cfg!(miri) { &all[..2] } else { all }
}

/// The layouts of places.
fn layouts() -> core::ops::Range<usize> {
    if cfg!(miri) { 1..3 } else { 0..LAYOUTS }
}

/// The layouts of operands beside one of the place.
fn beside(layout: usize) -> Vec<usize> {
    if cfg!(miri) { vec![layout, (layout + 1) % LAYOUTS] } else { (0..LAYOUTS).collect() }
}

#[test]
fn matrices_of_one_shape() {
    for &shape in shapes() {
        let (old, one, two) = (numbers(shape, 1.0), numbers(shape, 0.5), numbers(shape, -7.0));
        let of = |compute: &dyn Fn(f64, f64, f64) -> f64| {
            Array2::from_shape_fn(shape, |at| compute(old[at], one[at], two[at]))
        };
        let (sums, products) = (of(&|_, a, b| a * 2.0 + b), of(&|z, a, b| z + a * b));
        let quotients = of(&|z, a, _| (a - z) / 3.0);
        for layout in 0..LAYOUTS {
            let z = lay_out(&old, layout);
            for operand in beside(layout) {
                let (a, b) = (lay_out(&one, operand), lay_out(&two, if operand == 5 { 0 } else { operand }));
                let (mut plain, mut compound, mut costly) = (z.clone(), z.clone(), z.clone());
                bcast!(plain = a * 2.0 + b);
                bcast!(compound += a * b);
                bcast!(costly = (a - costly) / 3.0);
                assert_eq!(
                    (&plain, &compound, &costly),
                    (&sums, &products, &quotients),
                    "{shape:?}, {layout}, {operand}"
                );
                let (new, alike) = (bcast!(a * 2.0), bcast!(a * 2.0 + b, mode = none));
                assert_eq!((new, alike), (of(&|_, a, _| a * 2.0), sums.clone()), "{shape:?}, {operand}");
            }
            let (mut scaled, mut filled) = (z.clone(), z);
            bcast!(scaled *= 2.0);
            bcast!(filled = 4.0);
            assert_eq!((scaled, filled), (of(&|z, _, _| z * 2.0), of(&|_, _, _| 4.0)), "{shape:?}, {layout}");
        }
    }
}

#[test]
fn rows_beside_matrices() {
    for &shape in shapes() {
        let (old, one) = (numbers(shape, 1.0), numbers(shape, 0.5));
        let row = Array1::from_shape_fn(shape.1, |j| 0.25 + j as f64);
        let of = |compute: &dyn Fn(f64, f64, f64) -> f64| {
            Array2::from_shape_fn(shape, |at| compute(old[at], one[at], row[at.1]))
        };
        let (mut backwards, long) = (row.clone(), Array1::<f64>::zeros(shape.1 + 1));
        backwards.invert_axis(Axis(0));
        backwards.assign(&row);
        for layout in 0..LAYOUTS {
            let z = lay_out(&old, layout);
            for r in [&row, &backwards] {
                let (mut filled, mut compound) = (z.clone(), z.clone());
                bcast!(filled = r);
                bcast!(compound -= r * 2.0);
                assert_eq!(filled, of(&|_, _, r| r), "{shape:?}, {layout}");
                assert_eq!(compound, of(&|z, _, r| z - r * 2.0), "{shape:?}, {layout}");
                assert_eq!(bcast!(z - r), of(&|z, _, r| z - r), "{shape:?}, {layout}");
                assert_eq!(bcast!(r - z, mode = paddle), of(&|z, _, r| r - z), "{shape:?}, {layout}");
                for operand in beside(layout) {
                    let (a, mut written) = (lay_out(&one, operand), z.clone());
                    bcast!(written = a * r + 1.0);
                    assert_eq!(written, of(&|_, a, r| a * r + 1.0), "{shape:?}, {layout}, {operand}");
                }
            }
            // One longer, and no mode in which last axes need not meet.
            let mut refused = z.clone();
            // One element stretches.
            assert_eq!(try_bcast!(refused += long).is_err(), shape.1 > 0, "{shape:?}, {layout}");
            assert_eq!(try_bcast!(z - long).is_err(), shape.1 > 1, "{shape:?}, {layout}");
            let (of_any_rank, z_of_any_rank) = (row.clone().into_dyn(), z.clone().into_dyn());
            assert!(try_bcast!(refused += of_any_rank, mode = none).is_err());
            assert!(try_bcast!(z + of_any_rank, mode = none).is_err());
            assert!(try_bcast!(of_any_rank + z_of_any_rank, mode = unidirectional).is_err());
            assert_eq!(refused, old, "{shape:?}, {layout}");
        }
    }
    // The first axes meet: a vector of the first axis' length is no row.
    let (mut z, v) = (numbers((3, 3), 0.0), Array1::from_vec(vec![1.0, 2.0, 3.0]));
    let expected = Array2::from_shape_fn((3, 3), |at| z[at] + v[at.0]);
    assert_eq!(bcast!(z + v, mode = pdpd, axis = 0), expected);
    bcast!(z += v, mode = pdpd, axis = 0);
    assert_eq!(z, expected);
}

#[test]
fn stretching_arrays() {
    for &shape in if cfg!(miri) { &shapes()[..1] } else { shapes() } {
        let (m, n) = shape;
        let (old, one) = (numbers(shape, 1.0), numbers(shape, 0.5));
        let (columns, rows) = (numbers((m, 1), 2.0), numbers((1, n), -3.0));
        let (vector, single) = (Array1::from_shape_fn(n, |j| 0.25 + j as f64), Array1::from_elem(1, 0.75));
        let of = |compute: &dyn Fn(f64, f64, f64, f64, f64) -> f64| {
            Array2::from_shape_fn(shape, |(i, j)| {
                compute(old[[i, j]], one[[i, j]], columns[[i, 0]], rows[[0, j]], vector[j])
            })
        };
        let (sums, outer) = (of(&|_, a, c, _, _| a + c), of(&|_, _, c, r, _| c * r));
        let (vectors, four) = (of(&|_, _, c, _, v| c - v), of(&|_, a, c, r, _| a + r + c + 0.75));
        let (compound, costly) = (of(&|z, _, c, r, _| z - c * r), of(&|_, a, c, _, _| a / (c + 100.0)));
        for layout in layouts() {
            let z = lay_out(&old, layout);
            for operand in beside(layout) {
                let (a, c, r) = (lay_out(&one, operand), lay_out(&columns, operand), lay_out(&rows, operand));
                let at = (shape, layout, operand);
                let into = |write: &dyn Fn(&mut Array2<f64>)| {
                    let mut written = z.clone();
                    write(&mut written);
                    written
                };
                assert_eq!(into(&|z| bcast!(z = a + c)), sums, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a + c, mode = paddle)), sums, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a + c, mode = unidirectional)), sums, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = c * r)), outer, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = c - vector)), vectors, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a + r + c + single)), four, "{at:?}");
                assert_eq!(into(&|z| bcast!(z -= c * r)), compound, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a / (c + 100.0))), costly, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a + c, where a: [M, N], c: [M, _])), sums, "{at:?}");
                assert_eq!((bcast!(a + c), bcast!(c * r)), (sums.clone(), outer.clone()), "{at:?}");
                assert_eq!(bcast!(a + r + c + single), four, "{at:?}");
                assert_eq!(bcast!(c - vector), vectors, "{at:?}");
                // On the first axis.
                let first = c.column(0);
                assert_eq!(into(&|z| bcast!(z = a + first, axis(first) = 0)), sums, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = first - vector, axis(first) = 0, axis(vector) = 1)), vectors, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a + first, mode = pdpd, axis = 0)), sums, "{at:?}");
                assert_eq!(into(&|z| bcast!(z -= first * r, axis(first) = 0)), compound, "{at:?}");
                assert_eq!(into(&|z| bcast!(z = a / (first + 100.0), axis(first) = 0)), costly, "{at:?}");
                assert_eq!(bcast!(a + first, axis(first) = 0), sums, "{at:?}");
                assert_eq!(bcast!(a + first, axis(first) = 0, where a: [M, _], first: [M]), sums, "{at:?}");
                assert_eq!(bcast!(a + c, mode = bidirectional, to = [m, n]), sums, "{at:?}");
                let new = bcast!(c + a, where c: [M, 1], a: [M, _]);
                // The new array has the order of axes of `a`.
                assert_eq!((new.is_standard_layout(), &new), (operand != 1 || m < 2 || n < 2, &sums), "{at:?}");
            }
            // The place does not stretch, and a NAME neither; the modes none and pdpd do not stretch their first array.
            let (mut refused, long) = (z.clone(), numbers((m + 2, n), 0.0));
            assert!(try_bcast!(refused = long + columns).is_err(), "{shape:?}, {layout}");
            assert_eq!(try_bcast!(refused = columns + one, mode = none).is_err(), n != 1, "{shape:?}, {layout}");
            assert_eq!(try_bcast!(refused = columns + one, mode = pdpd).is_err(), n != 1, "{shape:?}, {layout}");
            assert_eq!(try_bcast!(refused = columns * rows, mode = unidirectional).is_err(), n != 1);
            let named = try_bcast!(refused = one + columns, where one: [_, N], columns: [_, N]);
            assert_eq!(named.is_err(), n != 1, "{shape:?}, {layout}");
            let named = try_bcast!(refused = one + vector, where vector: [{ n + 1 }]);
            assert!(named.is_err(), "{shape:?}, {layout}");
        }
    }
}

#[test]
fn cubes_and_their_last_axes() {
    let all = &[(2, 3, 4), (3, 1, 2), (2, 2, 1), (1, 4, 5), (5, 6, 16), (6, 6, 16)];
    for &(k, m, n) in if cfg!(miri) { &all[..3] } else { &all[..] } {
        let cube = Array3::from_shape_fn((k, m, n), |(h, i, j)| (h * 100 + i * 10 + j) as f64);
        let (matrix, row) = (numbers((m, n), 0.5), Array1::from_shape_fn(n, |j| j as f64 - 3.0));
        let swapped = Array3::from_shape_fn((m, k, n), |(i, h, j)| cube[[h, i, j]]);
        // An axis of length 1 may have any stride.
        let odd = cube.slice(s![.., ..;m as isize, ..]);
        for z in [cube.clone(), swapped.permuted_axes([1, 0, 2])] {
            let of = |compute: &dyn Fn(f64, f64, f64) -> f64| {
                Array3::from_shape_fn((k, m, n), |(h, i, j)| compute(z[[h, i, j]], matrix[[i, j]], row[j]))
            };
            let (mut two, mut three, mut filled, mut rows) = (z.clone(), z.clone(), z.clone(), z.clone());
            bcast!(two += matrix);
            bcast!(three = three * matrix + row);
            bcast!(filled = matrix);
            bcast!(rows -= row);
            assert_eq!(two, of(&|z, m, _| z + m), "{:?}", (k, m, n));
            assert_eq!(three, of(&|z, m, r| z * m + r), "{:?}", (k, m, n));
            assert_eq!(filled, of(&|_, m, _| m), "{:?}", (k, m, n));
            assert_eq!(rows, of(&|z, _, r| z - r), "{:?}", (k, m, n));
            assert_eq!(bcast!(z - matrix), of(&|z, m, _| z - m), "{:?}", (k, m, n));
            assert_eq!(bcast!(row * z), of(&|z, _, r| r * z), "{:?}", (k, m, n));
        }
        let expected = Array3::from_shape_fn((k, 1, n), |(h, _, j)| cube[[h, 0, j]] + row[j]);
        assert_eq!(bcast!(odd + row), expected, "{:?}", (k, m, n));
    }
}

#[test]
fn cubes_in_every_order_of_axes() {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let all = &[(2, 3, 4), (1, 2, 2), (3, 1, 2), (2, 2, 1), (5, 4, 7), (3, 8, 16), (7, 9, 9), (2, 0, 3)];
    // Miri interprets each element.
    for &shape in if cfg!(miri) { &all[..2] } else { &all[..] } {
        let cube = |from: f64| Array3::from_shape_fn(shape, |(h, i, j)| from + (h * 100 + i * 10 + j) as f64);
        let in_order = |values: &Array3<f64>, order: [usize; 3], is_reversed: bool| {
            let lengths = order.map(|axis| values.shape()[axis]);
            let mut laid = Array3::zeros(lengths);
            if is_reversed {
                laid.invert_axis(Axis(1));
            }
            // Axis `axis` is where `order` has it.
            let place = [0, 1, 2].map(|axis| order.iter().position(|&at| at == axis).unwrap());
            let mut laid = laid.permuted_axes(place);
            laid.assign(values);
            laid
        };
        let (old, one) = (cube(1.0), cube(0.5));
        let vectors = [0, 1, 2].map(|axis| Array1::from_shape_fn(old.len_of(Axis(axis)), |at| at as f64 - 1.5));
        let [first, second, third] = &vectors;
        let of = |compute: &dyn Fn(f64, f64, [f64; 3]) -> f64| {
            Array3::from_shape_fn(shape, |(h, i, j)| {
                compute(old[[h, i, j]], one[[h, i, j]], [first[h], second[i], third[j]])
            })
        };
        let (copied, added) = (of(&|_, a, _| a), of(&|z, a, _| z + a * 2.0));
        let (scaled, shifted) = (of(&|z, _, v| z * v[0]), of(&|_, a, v| a - v[1]));
        let (costly, all) = (of(&|_, a, v| a / (v[0] + 100.0)), of(&|z, _, v| z * v[2] + v[0] * v[1]));
        for order in if cfg!(miri) { &ORDERS[2..4] } else { &ORDERS[..] } {
            for is_reversed in [false, true] {
                let z = in_order(&old, *order, is_reversed);
                let into = |write: &dyn Fn(&mut Array3<f64>)| {
                    let mut written = z.clone();
                    write(&mut written);
                    written
                };
                let at = (shape, order, is_reversed);
                assert_eq!(into(&|z| bcast!(z *= first, axis(first) = 0)), scaled, "{at:?}");
                assert_eq!(
                    into(&|z| bcast!(z = z * third + first * second, axis(first) = 0, axis(second) = 1)),
                    all,
                    "{at:?}"
                );
                for operand in if cfg!(miri) { &ORDERS[1..3] } else { &ORDERS[..] } {
                    let (a, at) = (in_order(&one, *operand, !is_reversed), (at, operand));
                    assert_eq!(into(&|z| bcast!(z = a)), copied, "{at:?}");
                    assert_eq!(into(&|z| bcast!(z += a * 2.0)), added, "{at:?}");
                    assert_eq!(into(&|z| bcast!(z = a - second, axis(second) = 1)), shifted, "{at:?}");
                    assert_eq!(into(&|z| bcast!(z = a / (first + 100.0), axis(first) = 0)), costly, "{at:?}");
                    assert_eq!(bcast!(a - second, axis(second) = 1), shifted, "{at:?}");
                }
            }
        }
        let (mut refused, long) = (old.clone(), Array1::<f64>::zeros(shape.0 + 7));
        assert!(try_bcast!(refused += long, axis(long) = 0).is_err());
        assert!(try_bcast!(refused = old + long, axis(long) = 0).is_err());
        assert!(try_bcast!(old + long, axis(long) = 0).is_err());
        // A trailing 1 beyond the result is dropped.
        assert_eq!(try_bcast!(refused += first, axis(first) = 3).is_err(), shape.0 != 1, "{shape:?}");
        refused.assign(&old);
        assert_eq!(refused, old);
    }
}

#[test]
fn vectors_that_say_where_they_lie() {
    for &(m, n) in if cfg!(miri) { &shapes()[..1] } else { shapes() } {
        let (column, row) =
            (Array1::from_shape_fn(m, |i| i as f64 - 1.5), Array1::from_shape_fn(n, |j| 0.25 + j as f64));
        let of = |compute: &dyn Fn(f64, f64) -> f64| Array2::from_shape_fn((m, n), |(i, j)| compute(column[i], row[j]));
        let (outer, costly) = (of(&|c, r| c * r), of(&|c, r| c / r));
        assert_eq!(bcast!(column * row, axis(column) = 0, axis(row) = 1), outer);
        assert_eq!(bcast!(row * column, axis(column) = 0, axis(row) = 1), outer);
        assert_eq!(bcast!(column / row, axis(column) = 0, axes(row) = [1]), costly);
        let (even, single) = (column.slice(s![..;2]), Array1::from_elem(1, 2.0));
        let expected = Array2::from_shape_fn((even.len(), n), |(i, j)| even[i] - row[j] + 2.0);
        let sum = bcast!(even - row + single, axis(even) = 0, axis(row) = 1, axis(single) = 0);
        assert_eq!(sum, expected, "{m}, {n}");
        assert_eq!(bcast!(even - row + single, axis(even) = 0, axis(row) = 1, axis(single) = 1), expected);
        let long = Array1::<f64>::zeros(m + 2);
        assert!(try_bcast!(column * row * long, axis(column) = 0, axis(row) = 1, axis(long) = 0).is_err() || m == 1);
        assert!(try_bcast!(column * row, axis(column) = 1, axis(row) = 1).is_err());
    }
}
