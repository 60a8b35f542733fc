//! Costly `let`s that read some of the operands: in large calls they are computed once where those operands stretch. So are elementary
//! functions that no `let` names, in optimised builds and with the feature `every-kernel`, which these tests have.

use std::cell::Cell;

use bcast::math::Real;
use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, Array3, ArrayView1, ArrayView3, Axis, DimMax, Dimension, Ix1, s};

#[path = "common/numbers.rs"]
mod numbers;
use numbers::Numbers;

fn counted(shape: [usize; 3]) -> Array3<f64> {
    let mut next = 0.0;
    Array3::from_shape_simple_fn(shape, || {
        next += 1.0;
        next % 17.0
    })
}

#[test]
fn computed_once_for_each_position_of_their_operands() {
    let calls = Cell::new(0_usize);
    let double = |x: f64| {
        calls.set(calls.get() + 1);
        x * 2.0
    };
    let (x, column, row) = (counted([64, 32, 32]), counted([1, 32, 1]), Array1::from_elem(32, 0.5));
    let y = bcast!({
        let w = double(column * row);
        x * w + w
    });
    assert_eq!(calls.take(), 32 * 32);
    assert_eq!(y, bcast!(x * (column * row * 2.0) + column * row * 2.0));
    // One `let` in another, and one that reads everything.
    let mut place = counted([64, 32, 32]);
    bcast!(
        place = {
            let r = double(row);
            let w = double(column * r);
            let all = (x + w).sqrt();
            all + r
        }
    );
    assert_eq!(calls.take(), 32 * 32 + 32);
    assert_eq!(place, bcast!((x + column * row * 4.0).sqrt() + row * 2.0));
    let mut sum = place.clone();
    bcast!(
        place += {
            let w = double(row);
            w * x
        }
    );
    assert_eq!(calls.take(), 32);
    bcast!(sum = sum + row * 2.0 * x);
    assert_eq!(place, sum);
    // Operands of one shape lie on the same axes, unless one has axes of its own.
    let (x, v) = (Array2::from_shape_fn((141, 141), |(i, j)| (i * 3 + j) as f64), counted([1, 1, 141]));
    let v = v.into_shape_with_order(141).expect("141 elements");
    let u = &v + 1.0;
    let y = bcast!({
        let w = double(v / u);
        x * w
    });
    assert_eq!(calls.take(), 141);
    assert_eq!(y, bcast!(x * (v / u * 2.0)));
    let y = bcast!(
        {
            let w = double(u * v);
            x * w
        },
        axis(u) = 0
    );
    assert_eq!(calls.take(), 141 * 141);
    assert_eq!(y, bcast!(x * (u * v * 2.0), axis(u) = 0));
}

#[test]
fn computed_for_each_element_where_nothing_is_shared() {
    let calls = Cell::new(0_usize);
    let double = |x: f64| {
        calls.set(calls.get() + 1);
        x * 2.0
    };
    let (x, y) = (counted([64, 32, 32]), counted([64, 32, 32]));
    for (x, y, count) in [(&x, &y, x.len()), (&counted([2, 3, 4]), &counted([1, 3, 4]), 24)] {
        let _ = bcast!({
            let w = double(y);
            x * w
        });
        assert_eq!(calls.take(), count);
    }
}

/// In generic code too.
fn scaled<D: Dimension>(x: &ndarray::Array<f64, D>, y: &ndarray::Array<f64, D>) -> ndarray::Array<f64, D> {
    bcast!({
        let w = y.sqrt();
        x * w
    })
}

/// Without a name, and with a type parameter for elements.
fn damped<T: Real>(x: &Array2<T>, v: &Array1<T>) -> Array2<T> {
    bcast!(x * (-v * v).exp())
}

fn turned<T: Real, D>(x: &ndarray::Array<T, D>, angle: &ArrayView1<'_, T>) -> ndarray::Array<T, D>
where
    Ix1: DimMax<D, Output = D>,
    D: Dimension + DimMax<Ix1, Output = D>,
{
    bcast!(angle.cos() * x - angle.sin())
}

#[test]
fn in_generic_code() {
    let (x, y) = (counted([30, 20, 40]), counted([30, 1, 1]));
    assert_eq!(scaled(&x, &y), bcast!(x * y.sqrt()));
    let (matrix, angle) = (x.index_axis(Axis(1), 0).to_owned(), Array1::from_iter((0..40).map(f64::from)));
    let factors = bcast!((-angle * angle).exp());
    assert_eq!(damped(&matrix, &angle), bcast!(matrix * factors));
    let (cosines, sines) = (bcast!(angle.cos()), bcast!(angle.sin()));
    assert_eq!(turned(&x, &angle.view()), bcast!(cosines * x - sines));
}

/// Values of more than a megabyte lie in tiles.
#[test]
fn large_values() {
    let calls = Cell::new(0_usize);
    let double = |x: f64| {
        calls.set(calls.get() + 1);
        x * 2.0
    };
    let (x, w) = (counted([3, 400, 500]), counted([1, 400, 500]));
    let y = bcast!({
        let e = double(w);
        x - e
    });
    assert_eq!(calls.take(), w.len());
    assert_eq!(y, bcast!(x - w * 2.0));
}

#[test]
fn modes_and_options() {
    let (x, v) = (counted([4, 64, 80]), Array1::from_shape_fn(64, |i| i as f64));
    let by_axis = bcast!(
        {
            let s = (v + 1.0).sqrt();
            x * s
        },
        mode = pdpd,
        axis = 1,
        base = x
    );
    assert_eq!(by_axis, bcast!(x * (v + 1.0).sqrt(), mode = pdpd, axis = 1));
    let own = bcast!(
        {
            let s = (v + 1.0).sqrt();
            x * s
        },
        axis(v) = 1
    );
    assert_eq!(own, by_axis);
    let whole = bcast!(
        {
            let s = (v + 1.0).sqrt();
            x * s
        },
        mode = explicit,
        to = [4, 64, 80],
        axes(v) = [1]
    );
    assert_eq!(whole, by_axis);
    let (nested, row) = ([[1.0_f32; 128]; 96], [2.0_f32; 128]);
    let z: [[f32; 128]; 96] = bcast!({
        let e = row.exp();
        nested * e
    });
    assert_eq!(z[95][127], 2.0_f32.exp());
}

/// The words are those of the same call without a `let`.
#[test]
fn errors() {
    let (x, column, row) = (counted([64, 32, 32]), counted([1, 32, 1]), Array1::from_elem(31, 0.5));
    let shared = try_bcast!({
        let w = (column * row).cos();
        x * w
    });
    let inline = try_bcast!((column * row).cos() * x);
    assert_eq!(shared.unwrap_err().to_string(), inline.unwrap_err().to_string());
    for mut place in [counted([64, 31, 32]), counted([1, 32, 32]), counted([64, 32, 1])] {
        let shared = try_bcast!(
            place = {
                let w = column.cos();
                x * w
            }
        );
        let inline = try_bcast!(place = column.cos() * x);
        assert_eq!(shared.unwrap_err().to_string(), inline.unwrap_err().to_string());
        let shared = try_bcast!(
            place += {
                let w = column.cos();
                x * w
            }
        );
        let inline = try_bcast!(place += column.cos() * x);
        assert_eq!(shared.unwrap_err().to_string(), inline.unwrap_err().to_string());
    }
}

/// Shapes and layouts at random, into new memory and into places, against the same formula without a `let`.
#[test]
fn random_shapes() {
    let mut numbers = Numbers(11);
    for _ in 0..150 {
        let lengths = [numbers.below(60) + 1, numbers.below(30) + 1, numbers.below(60) + 1];
        let mut stretched = || {
            let shape = lengths.map(|length| if numbers.below(2) == 0 { 1 } else { length });
            counted([shape[0], shape[1], shape[2]])
        };
        let (mut x, y, z) = (counted(lengths), stretched(), stretched());
        if numbers.below(2) == 0 {
            x.swap_axes(0, 2);
            x = x.as_standard_layout().into_owned();
            x.swap_axes(0, 2);
        }
        let reversed: ArrayView3<'_, f64> = y.slice(s![..;-1, .., ..;-1]);
        let inline = bcast!(x - (reversed / z).sqrt() * (z + 1.0).sqrt());
        let shared = bcast!({
            let a = (reversed / z).sqrt();
            let b = (z + 1.0).sqrt();
            x - a * b
        });
        assert!(inline.iter().zip(&shared).all(|(a, b)| a.to_bits() == b.to_bits()));
        let mut place = Array3::<f64>::zeros((lengths[2], lengths[1], lengths[0]));
        let mut turned = place.view_mut().reversed_axes();
        bcast!(
            turned = {
                let a = (reversed / z).sqrt();
                let b = (z + 1.0).sqrt();
                x - a * b
            }
        );
        assert!(inline.iter().zip(&turned).all(|(a, b)| a.to_bits() == b.to_bits()));
        bcast!(
            turned *= {
                let a = (reversed / z).sqrt();
                x + a
            }
        );
        let product = bcast!(inline * (x + (reversed / z).sqrt()));
        assert!(product.iter().zip(&turned).all(|(a, b)| a.to_bits() == b.to_bits()));
        // Functions without a name, of operands of a lower rank.
        let (plane, row) = (reversed.index_axis(Axis(0), 0), z.slice(s![0, 0, ..]));
        let (of_plane, of_row) = (bcast!(plane.sin()), bcast!(row.exp()));
        let unnamed = bcast!(x - plane.sin() * row.exp());
        assert!(bcast!(x - of_plane * of_row).iter().zip(&unnamed).all(|(a, b)| a.to_bits() == b.to_bits()));
        // The old elements of the place in one, and a place that is written whole.
        let (old, mut place) = (turned.to_owned(), turned.to_owned());
        bcast!(place = place.sin() * row.exp() + x);
        let sines = bcast!(old.sin());
        assert!(bcast!(sines * of_row + x).iter().zip(&place).all(|(a, b)| a.to_bits() == b.to_bits()));
        let expected = bcast!(turned / (x + of_row));
        bcast!(turned /= x + row.exp());
        assert!(expected.iter().zip(&turned).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
    let empty = Array2::<f64>::zeros((0, 10_000));
    let row = Array1::from_elem(10_000, 2.0);
    let none = bcast!({
        let e = row.exp();
        empty + e
    });
    assert_eq!(none.dim(), (0, 10_000));
}

/// An element whose function counts its calls.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counting(f64);

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

impl Counting {
    fn exp(self) -> f64 {
        CALLS.set(CALLS.get() + 1);
        self.0.exp()
    }
}

#[test]
fn functions_without_a_name() {
    let x = counted([64, 32, 32]);
    let table = Array2::from_shape_fn((32, 32), |(i, j)| Counting((i + j) as f64 / 100.0));
    let indices = Array1::from_iter(0..32_u8);
    let exps = table.mapv(|element| element.0.exp());
    assert_eq!(bcast!(x * table.exp() - table.exp()), bcast!(x * exps - exps));
    assert_eq!(CALLS.take(), 32 * 32);
    let (mut place, mut negated) = (x.clone(), x.clone());
    bcast!(place -= (-x) * table.exp());
    assert_eq!(CALLS.take(), 32 * 32);
    bcast!(negated = negated - (-x) * exps);
    assert_eq!(place, negated);
    bcast!(place = if x < 1.0 { x } else { -place } + table.exp());
    assert_eq!(CALLS.take(), 32 * 32);
    bcast!(negated = if x < 1.0 { x } else { -negated } + exps);
    assert_eq!(place, negated);
    // A vector stands first, so that no kernel goes down the rows: its function is computed once for each column.
    let rows = counted([1, 400, 32]).remove_axis(Axis(0));
    let (row, exp) = (table.row(3), exps.row(3));
    assert_eq!(bcast!(row.exp() * rows), bcast!(exp * rows));
    assert_eq!(CALLS.take(), 32);
    // A value that the call itself does not check.
    let same = |x: f64| x;
    assert_eq!(
        bcast!(x * same((row).0.sqrt().exp())),
        bcast!(
            x * {
                let root = (row).0.sqrt();
                root.exp()
            }
        )
    );
    assert_eq!(
        bcast!(x * same((indices as f64).exp())),
        bcast!(
            x * {
                let index = indices as f64;
                index.exp()
            }
        )
    );
    // Nothing is shared: arrays of one rank, and a branch.
    let again = table.clone();
    assert_eq!(bcast!((table).0 * again.exp()), bcast!((table).0 * exps));
    assert_eq!(CALLS.take(), 32 * 32);
    assert_eq!(bcast!(if x > 3.0 { table.exp() } else { x }), bcast!(if x > 3.0 { exps } else { x }));
    let count = x.iter().filter(|x| **x > 3.0).count();
    assert_eq!(CALLS.take(), count);
}

/// As many arrays as a call can have, which leaves none for values.
#[test]
fn sixteen_arrays() {
    let x = counted([64, 32, 32]);
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = [2.0_f64; 15].map(|value| Array1::from_elem(32, value));
    let sum = bcast!(x + a.exp() + b + c + d + e + f + g + h + i + j + k + l + m + n + o);
    let named = bcast!({
        let exp = a.exp();
        x + exp + b + c + d + e + f + g + h + i + j + k + l + m + n + o
    });
    assert_eq!(sum, named);
    assert_eq!(sum[[0, 0, 0]], 1.0 + 2.0_f64.exp() + 28.0);
}
