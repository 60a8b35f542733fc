//! `threads`: the same bits, and nothing asked of calls that do not say it.

use std::cell::Cell;

use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, s};

#[test]
fn the_same_bits() {
    let a = Array2::from_shape_fn((700, 333), |(i, j)| ((i * 31 + j * 7) % 1000) as f32 / 7.0);
    let b = Array1::from_shape_fn(333, |j| 1.0 / (j as f32 + 1.0));
    let column = Array2::from_shape_fn((700, 1), |(i, _)| i as f32);
    let one = bcast!((a + b) / (column + 1.0));
    assert_eq!(bcast!((a + b) / (column + 1.0), threads), one);
    let mut place = Array2::zeros((700, 333));
    bcast!(place = (a + b) / (column + 1.0), threads);
    assert_eq!(place, one);
    bcast!(place *= b, threads);
    assert_eq!(place, bcast!(one * b));
    // Fully coalesced, transposed, backwards.
    assert_eq!(bcast!(a * 2.0, threads), bcast!(a * 2.0));
    assert_eq!(bcast!(&a.t() * 2.0, threads), bcast!(&a.t() * 2.0));
    assert_eq!(bcast!(&a.slice(s![..;-1, ..;3]) * 2.0, threads), bcast!(&a.slice(s![..;-1, ..;3]) * 2.0));
}

#[test]
fn errors_and_small_calls() {
    let (a, b) = (Array1::<f32>::ones(3), Array1::<f32>::ones(4));
    assert!(try_bcast!(a + b, threads).is_err());
    assert_eq!(bcast!(a + 1.0, threads), Array1::from_elem(3, 2.0));
    assert_eq!(bcast!(1.0 + 2.0, threads), 3.0);
}

#[test]
fn a_panic_on_a_thread_reaches_the_caller() {
    let a = Array1::from_shape_fn(300_000, |i| i);
    let check = |i: usize| {
        assert!(i != 250_000, "reached");
        i
    };
    let result = std::panic::catch_unwind(|| bcast!(check(a), threads));
    assert!(result.is_err());
    assert_eq!(bcast!(a + 1, threads)[299_999], 300_000);
}

#[test]
fn other_calls_share_nothing() {
    let count = Cell::new(0);
    let a = Array1::<f32>::ones(5);
    let counted = |x: f32| {
        count.set(count.get() + 1);
        x
    };
    let _ = bcast!(counted(a));
    assert_eq!(count.get(), 5);
}
