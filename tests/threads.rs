//! `threads`: results have the same bits, and calls without it need no bounds.
#![cfg_attr(not(feature = "rayon"), allow(deprecated, reason = "without the feature, `threads` warns"))]

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
#[cfg(feature = "rayon")]
use std::time::Duration;

use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, Array3, s};

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
    // A function over fewer axes, which is computed first.
    let cosines = bcast!(b.cos());
    assert_eq!(bcast!(a * b.cos(), threads), bcast!(a * cosines));
    bcast!(place += a * b.cos(), threads);
    assert_eq!(place, bcast!(one * b + a * cosines));
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
fn calls_without_threads_need_no_sync() {
    let count = Cell::new(0);
    let a = Array1::<f32>::ones(5);
    let counted = |x: f32| {
        count.set(count.get() + 1);
        x
    };
    let _ = bcast!(counted(a));
    assert_eq!(count.get(), 5);
}

/// Nests with every kind of outermost loop, with cheap and costly expressions, long enough to be divided: each element is computed once.
#[test]
fn every_element_once_however_the_work_is_divided() {
    for (sheets, rows, length) in [(1, 1, 300_007), (1, 3, 110_001), (1, 100_003, 3), (2, 2, 80_001), (3, 700, 131)] {
        let shape = (sheets, rows, length);
        let a = Array3::from_shape_fn(shape, |(i, j, k)| ((i * 31 + j * 7 + k) % 1000) as f32 / 7.0);
        let turned = Array3::from_shape_fn((length, rows, sheets), |(k, j, i)| (i + j * 5 + k) as f32);
        let (column, row) = (Array2::from_elem((rows, 1), 3.0), Array1::from_shape_fn(length, |k| k as f32));
        let calls = AtomicUsize::new(0);
        let counted = |x: f32| {
            calls.fetch_add(1, Ordering::Relaxed);
            x * 0.5
        };
        assert_eq!(bcast!(counted(a) + row, threads), bcast!(a * 0.5 + row), "{shape:?}");
        assert_eq!(calls.into_inner(), sheets * rows * length, "{shape:?}");
        assert_eq!(bcast!(a + &turned.t() * column, threads), bcast!(a + &turned.t() * column), "{shape:?}");
        let expected = bcast!((a - row).exp() / column);
        assert_eq!(bcast!((a - row).exp() / column, threads), expected, "{shape:?}");
        let mut place = a.clone();
        bcast!(place = (place - row).exp() / column, threads);
        assert_eq!(place, expected, "{shape:?}, in place");
    }
}

/// The threads that compute `count` slow elements.
fn threads_of(count: usize) -> HashSet<ThreadId> {
    let seen = Mutex::new(HashSet::new());
    let a = Array1::from_shape_fn(count, |i| i as f32);
    let slow = |x: f32| {
        seen.lock().expect("no thread panics").insert(thread::current().id());
        (0..50).fold(x, |x, _| (x + 1.0).sqrt())
    };
    let _ = bcast!(slow(a), threads);
    seen.into_inner().expect("no thread panics")
}

#[test]
fn large_work_is_divided() {
    let own = HashSet::from([thread::current().id()]);
    assert_eq!(threads_of(1000), own);
    // Divided calls run only on the pool's threads, and this thread is not one.
    let several = cfg!(feature = "rayon") && thread::available_parallelism().is_ok_and(|threads| threads.get() > 1);
    assert_eq!(threads_of(200_000) != own, several);
}

/// Values are computed by several threads too, with the bits of one.
#[test]
fn reductions() {
    for (rows, columns) in [(1, 1), (3, 200_000), (4000, 300), (60_000, 20), (0, 7), (700, 0)] {
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17) % 101) as f32 / 8.0 - 5.0);
        let same = |a: &Array2<f32>, b: &Array2<f32>| a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
        assert_eq!(bcast!(sum(x, axis = 1), threads), bcast!(sum(x, axis = 1)));
        assert_eq!(bcast!(sum(x * x, axis = 0), threads), bcast!(sum(x * x, axis = 0)));
        assert_eq!(bcast!(sum(x, axis = ..), threads).to_bits(), bcast!(sum(x, axis = ..)).to_bits());
        let mut place = Array2::<f32>::zeros((1, rows));
        let mut totals = place.row_mut(0);
        bcast!(totals = sum(x.exp(), axis = 1), threads);
        assert_eq!(totals, bcast!(sum(x.exp(), axis = 1)));
        if columns > 0 && rows > 0 {
            let one = bcast!({
                let e = (x - max(x, axis = 1)).exp();
                e / sum(e, axis = 1)
            });
            let several = bcast!(
                {
                    let e = (x - max(x, axis = 1)).exp();
                    e / sum(e, axis = 1)
                },
                threads
            );
            assert!(same(&one, &several));
            let (mut a, mut b) = (x.clone(), x.clone());
            bcast!((a, b) = (b - max(x, axis = 1), a * 2.0), threads);
            assert!(same(&a, &bcast!(x - max(x, axis = 1))) && same(&b, &bcast!(x * 2.0)));
        }
    }
}

/// Few results of many elements: threads take blocks of the reduced axes, in the order of one thread.
#[test]
fn long_reductions() {
    let numbers = |count: usize| Array1::from_shape_fn(count, |i| ((i * 7919 + 13) % 10007) as f32 / 77.0 - 60.0);
    for count in [65_535, 65_536, 65_792, 100_001, (1 << 18) + 255] {
        let x = numbers(count);
        let bits = |value: f32| value.to_bits();
        assert_eq!(bits(bcast!(sum(x, axis = ..), threads)), bits(bcast!(sum(x, axis = ..))), "{count}");
        assert_eq!(bits(bcast!(sum(x * x.exp(), axis = 0), threads)), bits(bcast!(sum(x * x.exp(), axis = 0))));
        assert_eq!(bits(bcast!(mean(x, axis = 0).sqrt(), threads)), bits(bcast!(mean(x, axis = 0).sqrt())));
        assert_eq!(bits(bcast!(min(x + 1.0, axis = 0), threads)), bits(bcast!(min(x + 1.0, axis = 0))));
        assert_eq!(bcast!(argmax(x, axis = 0), threads), bcast!(argmax(x, axis = 0)));
        assert_eq!(bcast!(argmin(x * 0.5, axis = 0), threads), bcast!(argmin(x * 0.5, axis = 0)));
        assert_eq!(bcast!(count(x > 0.0, axis = ..), threads), bcast!(count(x > 0.0, axis = ..)));
        let normalised = bcast!(x / sum(x * x, axis = 0).sqrt());
        assert_eq!(bcast!(x / sum(x * x, axis = 0).sqrt(), threads), normalised);
        let mut place = 0.0;
        bcast!(place = sum(x, axis = 0), threads);
        assert_eq!(bits(place), bits(bcast!(sum(x, axis = 0))));
    }
    // A NaN, and equal elements in pieces of different threads: the first one.
    let mut x = numbers(1 << 19);
    x[500_000] = 1e9;
    x[300_001] = 1e9;
    assert_eq!(bcast!(argmax(x, axis = 0), threads), 300_001);
    x[510_000] = f32::NAN;
    assert_eq!(bcast!(argmax(x, axis = 0), threads), bcast!(argmax(x, axis = 0)));
    assert!(bcast!(max(x, axis = 0), threads).is_nan());
    for (outer, rows, columns) in [(3, 100_000, 1), (1, 30_001, 3), (2, 50_000, 2), (1, 1 << 14, 7)] {
        let x = numbers(outer * rows * columns).into_shape_with_order((outer, rows, columns)).unwrap();
        assert_eq!(bcast!(sum(x, axis = 1), threads), bcast!(sum(x, axis = 1)), "{outer}, {rows}, {columns}");
        assert_eq!(bcast!(prod(x * 0.01, axis = 1), threads), bcast!(prod(x * 0.01, axis = 1)));
        assert_eq!(bcast!(max(x, axis = 1), threads), bcast!(max(x, axis = 1)));
        assert_eq!(bcast!(argmin(x, axis = 1), threads), bcast!(argmin(x, axis = 1)));
        assert_eq!(bcast!(sum(x, axis = [0, 1]), threads), bcast!(sum(x, axis = [0, 1])));
        let mean = bcast!((x - mean(x, axis = 1)) * 2.0);
        assert_eq!(bcast!((x - mean(x, axis = 1)) * 2.0, threads), mean);
    }
    // Every element is computed once, by more than one thread if there are several.
    let (x, calls, ids) = (numbers(1 << 18), AtomicUsize::new(0), Mutex::new(HashSet::new()));
    let slow = |x: f32| {
        if calls.fetch_add(1, Ordering::Relaxed) % 4096 == 0 {
            ids.lock().unwrap().insert(thread::current().id());
        }
        f32::sin(x)
    };
    let total = bcast!(sum(slow(x), axis = 0), threads);
    assert_eq!(calls.load(Ordering::Relaxed), 1 << 18);
    assert_eq!(bits_of(total), bits_of(bcast!(sum(f32::sin(x), axis = 0))));
    #[cfg(feature = "rayon")]
    assert!(ids.lock().unwrap().len() > 1 || thread::available_parallelism().is_ok_and(|count| count.get() == 1));
    fn bits_of(value: f32) -> u32 {
        value.to_bits()
    }
}

/// Pools of other sizes: pieces of one block, more columns, and matrices of fewer rows than a block.
#[test]
#[cfg(feature = "rayon")]
fn reductions_of_other_pools() {
    for threads in [1, 2, 3, 64] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for shape in [(1, 150_001, 1), (1, 100, 700), (1, 512, 200), (2, 1023, 90), (5, 9000, 9), (50, 2000, 1)] {
            let (outer, rows, columns) = shape;
            let x = Array3::from_shape_fn(shape, |(i, j, k)| ((i * 7919 + j * 31 + k) % 10007) as f64 / 77.0 - 60.0);
            let one = bcast!(sum(x, axis = 1));
            // The first part takes long, so that the rest is divided.
            let calls = AtomicUsize::new(0);
            let slow = |x: f64| {
                if calls.fetch_add(1, Ordering::Relaxed) == 0 {
                    thread::sleep(Duration::from_millis(3));
                }
                x
            };
            assert_eq!(
                pool.install(|| bcast!(sum(x, axis = 1), threads)),
                one,
                "{threads}, {outer}, {rows}, {columns}"
            );
            assert_eq!(pool.install(|| bcast!(sum(slow(x), axis = 1), threads)), one);
            assert_eq!(pool.install(|| bcast!(argmax(x, axis = 1), threads)), bcast!(argmax(x, axis = 1)));
            assert_eq!(pool.install(|| bcast!(max(x + 1.0, axis = 1), threads)), bcast!(max(x + 1.0, axis = 1)));
        }
    }
}
