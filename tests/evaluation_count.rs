//! A function runs exactly once for each element of the result: a part that is constant along a row is hoisted only if that has no
//! visible effect and cannot fail.

use std::cell::Cell;

use bcast::bcast;
use ndarray::{Array1, Array2, Array3, s};

/// Rows and lengths that coalesce, are staged, are computed in place, and, the last, use streaming stores.
const SIZES: &[(usize, usize)] = &[(1, 1), (3, 5), (2, 64), (70, 3), (40, 40), (9, 1000), (1030, 3100)];

#[test]
fn calls_on_stretched_operands_run_once_per_element() {
    let calls = Cell::new(0_usize);
    let counted = |x: f32| {
        calls.set(calls.get() + 1);
        x + 1.0
    };
    for &(rows, length) in SIZES {
        let x = Array2::<f32>::zeros((rows, length));
        let turned = Array2::<f32>::zeros((length, rows));
        let (row, column) = (Array1::<f32>::zeros(length), Array2::<f32>::zeros((rows, 1)));
        let one = Array1::<f32>::zeros(1);
        let mut place = Array2::<f32>::zeros((rows, length));
        let expect = |what: &str| assert_eq!(calls.take(), rows * length, "{what}, {rows} x {length}");
        let _ = bcast!(x * counted(row));
        expect("a row");
        let _ = bcast!(x * counted(column));
        expect("a column");
        let _ = bcast!(counted(row) * column);
        expect("a row beside a column");
        let _ = bcast!(counted(one) * x + row);
        expect("one element");
        let _ = bcast!(counted(2.0) * x);
        expect("a constant");
        let _ = bcast!(&turned.t() - counted(column));
        expect("a column beside a transposed array");
        bcast!(place = x + counted(column) * row);
        expect("a column, into a place");
        bcast!(place += counted(column));
        expect("a column, in place");
        bcast!(place *= counted(row) - one);
        expect("a row, in place");
        let mut part = place.slice_mut(s![..;-1, ..;2]);
        bcast!(part += counted(column));
        assert_eq!(calls.take(), rows * length.div_ceil(2), "a part, in place, of {rows} x {length}");
    }
}

#[test]
#[allow(unconditional_panic, reason = "no element is computed")]
fn empty_results_evaluate_nothing() {
    let refused = |x: i32| -> i32 { panic!("called with {x}") };
    let (zero, zeros) = (Array1::<i32>::zeros(1), Array2::<i32>::zeros((4, 1)));
    for shape in [(0, 3), (4, 0), (0, 0)] {
        let x = Array2::<i32>::ones(shape);
        assert_eq!(bcast!(x / zero).dim(), shape);
        assert_eq!(bcast!(x % zero + refused(zero)).dim(), shape);
        assert_eq!(bcast!(x / 0).dim(), shape);
        let mut place = x.clone();
        bcast!(place /= zero);
        bcast!(place = x / zero + refused(7));
    }
    let none = Array2::<i32>::ones((4, 0));
    assert_eq!(bcast!(none / zeros).dim(), (4, 0));
    let image = Array3::<i32>::ones((2, 4, 0));
    assert_eq!(bcast!(image / zeros + refused(zeros), mode = pdpd, axis = 1, where zeros: [4, 1]).dim(), (2, 4, 0));
    // Shapes in types.
    let (empty, column): ([[i32; 0]; 4], _) = ([[]; 4], [[0_i32]; 4]);
    let nothing: [[i32; 0]; 4] = bcast!(empty / column);
    assert_eq!(nothing, [[]; 4]);
}

/// A divisor that stretches along the row, and is 0 where the expression does not divide.
#[test]
fn fallible_parts_stay_behind_their_condition() {
    for &(rows, length) in &SIZES[..6] {
        let x = Array2::from_shape_fn((rows, length), |(i, j)| (i * length + j) as i32);
        let divisor = Array2::from_shape_fn((rows, 1), |(i, _)| (i % 3) as i32);
        let from_table = |index: usize| [20, 30][index - 1];
        let y = bcast!(if divisor != 0 { x / divisor } else { -1 });
        let z = bcast!(
            x + {
                let index = divisor as usize;
                if index > 0 { from_table(index) } else { 0 }
            }
        );
        let checked = bcast!(x.checked_div(divisor).unwrap_or(-1));
        for ((i, j), &x) in x.indexed_iter() {
            let divisor = (i % 3) as i32;
            let expected = if divisor == 0 { -1 } else { x / divisor };
            assert_eq!((y[[i, j]], checked[[i, j]]), (expected, expected), "({i}, {j}) of {rows} x {length}");
            assert_eq!(z[[i, j]], x + [0, 20, 30][divisor as usize]);
        }
    }
}

#[test]
fn a_failure_at_one_element_panics() {
    let x = Array2::<i32>::ones((3, 100));
    let divisor = Array1::from_shape_fn(100, |j| i32::from(j != 99));
    assert!(std::panic::catch_unwind(|| bcast!(x / divisor)).is_err());
    assert_eq!(bcast!(&x.slice(s![.., ..99]) / &divisor.slice(s![..99])), Array2::<i32>::ones((3, 99)));
}

/// Rows that are computed as whole vectors, which may overlap where nothing is called.
#[test]
fn functions_in_fields_run_once_per_element() {
    struct Layer<F> {
        activation: F,
    }
    let calls = Cell::new(0_usize);
    let layer = Layer { activation: |x: f32| x + calls.replace(calls.get() + 1) as f32 * 0.0 };
    let x = Array2::<f32>::zeros((7, 40));
    for length in 1..40 {
        let part = x.slice(s![.., ..length]);
        let _ = bcast!(part + (layer.activation)(part));
        assert_eq!(calls.take(), 7 * length, "{length}");
    }
}
