//! An expression that panics at any element: nothing leaks, the place holds only old and new values, and later calls work.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

use bcast::__private::limit_instructions;
use bcast::{Tensor, bcast, shape};
use ndarray::{Array1, Array2, ArrayViewMut2, s};

/// The system's allocator, counting this thread's outstanding memory.
struct Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // Ignores a thread that is exiting.
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
}

// SAFETY: every method forwards to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: promised by the caller.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The payload: a panic with a message would be printed.
struct Stopped;

/// Returns `x`, or panics if it equals `stop`.
fn check(x: u32, stop: u32) -> u32 {
    if x == stop {
        panic_any(Stopped);
    }
    x
}

/// Asserts that the call panics and frees all its memory.
fn stops(call: impl FnOnce()) {
    let before = LIVE.get();
    let thrown = catch_unwind(AssertUnwindSafe(call)).expect_err("one element is the one that panics");
    assert!(thrown.is::<Stopped>());
    drop(thrown);
    assert_eq!(LIVE.get(), before, "bytes that are not given back");
}

/// Distinct numbers, from 1 on.
fn counted(shape: (usize, usize)) -> Array2<u32> {
    let mut next = 0;
    Array2::from_shape_simple_fn(shape, || {
        next += 1;
        next
    })
}

/// The possible values of a place of zeros while `a + 1_000_000` is written to it.
fn is_old_or_new(y: &ArrayViewMut2<'_, u32>, a: &Array2<u32>) -> bool {
    y.indexed_iter().all(|(at, &y)| y == 0 || y == a[at] + 1_000_000)
}

fn at_every_element(shape: (usize, usize)) {
    let a = counted(shape);
    let (rows, columns) = shape;
    let row = Array1::<u32>::zeros(columns);
    let mut first = a.t().to_owned();
    let mut stepped = Array2::<u32>::zeros((2 * rows, 2 * columns));
    let (transposed, mut place) = (first.t(), Array2::<u32>::zeros(shape));
    for stop in 1..=(rows * columns) as u32 {
        stops(|| drop(bcast!(check(a, stop) + row)));
        stops(|| drop(bcast!(check(transposed, stop) + row)));
        stops(|| drop(bcast!(check(transposed, stop) + a)));
        place.fill(0);
        stops(|| bcast!(place = check(a, stop) + row + 1_000_000));
        assert!(is_old_or_new(&place.view_mut(), &a));
        place.fill(0);
        stops(|| bcast!(place = check(transposed, stop) + 1_000_000));
        assert!(is_old_or_new(&place.view_mut(), &a));
        let mut every_second = stepped.slice_mut(s![..;2, ..;2]);
        every_second.fill(0);
        stops(|| bcast!(every_second = check(a, stop) + row + 1_000_000));
        assert!(is_old_or_new(&every_second, &a));
        let mut reversed = place.slice_mut(s![..;-1, ..;-1]);
        reversed.fill(0);
        stops(|| bcast!(reversed = check(a, stop) + 1_000_000));
        assert!(is_old_or_new(&reversed, &a));
        // A call in place reads what it writes.
        place.assign(&a);
        stops(|| bcast!(place = check(place, stop) + 1_000_000));
        assert!(place.iter().zip(&a).all(|(&y, &a)| y == a || y == a + 1_000_000));
    }
    assert_eq!(stepped.slice(s![1..;2, ..]).sum(), 0);
    // Later calls work.
    assert_eq!(bcast!(check(a, 0) + row), a);
    first.fill(0);
    bcast!(first += 1);
    assert_eq!(first, Array2::ones((columns, rows)));
}

fn of_types() {
    let a: [[u32; 5]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| (i * 5 + j) as u32 + 1));
    let tensor = Tensor::<u32, shape![20, 30]>::from_fn(|[i, j]: [usize; 2]| (i * 30 + j) as u32 + 1);
    for stop in 1..=15 {
        stops(|| {
            std::hint::black_box(bcast!(check(a, stop)));
        });
        let mut place = [[0; 5]; 3];
        stops(|| bcast!(place = check(a, stop) + 1_000_000));
        let both = place.iter().flatten().zip(a.iter().flatten());
        assert!(both.clone().all(|(&y, &a)| y == 0 || y == a + 1_000_000));
    }
    for stop in [1, 2, 31, 299, 300, 599, 600] {
        stops(|| drop(bcast!(check(tensor, stop))));
    }
}

/// A size above the threshold for streaming stores.
fn streamed() {
    let a = counted((1500, 2500));
    let mut place = Array2::<u32>::zeros((1500, 2500));
    for stop in [1, 2, 1024, 1_500_000, 3_749_999, 3_750_000] {
        place.fill(0);
        stops(|| bcast!(place = check(a, stop) + 1_000_000));
        assert!(is_old_or_new(&place.view_mut(), &a));
        stops(|| drop(bcast!(check(a, stop) + 1)));
    }
}

/// A single test, since the level applies to all threads.
#[test]
fn at_any_element() {
    // Silences thousands of panic messages.
    std::panic::set_hook(Box::new(|_| {}));
    for level in 0..3 {
        if limit_instructions(level) == level {
            for shape in [(1, 1), (1, 7), (7, 1), (3, 5), (2, 40), (40, 2), (9, 33)] {
                at_every_element(shape);
            }
            of_types();
        }
    }
    streamed();
    limit_instructions(usize::MAX);
    #[cfg(feature = "rayon")]
    on_threads();
    let _ = std::panic::take_hook();
}

/// The pool stays usable, and the place holds only old and new values. Allocations by the pool's threads are not counted.
#[cfg(feature = "rayon")]
fn on_threads() {
    let a = counted((700, 1100));
    let mut place = Array2::<u32>::zeros((700, 1100));
    for stop in [1, 2, 300_000, 385_000, 385_001, 769_999, 770_000] {
        place.fill(0);
        let thrown = catch_unwind(AssertUnwindSafe(|| bcast!(place = slow(check(a, stop)) + 1_000_000, threads)));
        assert!(thrown.expect_err("one element is the one that panics").is::<Stopped>());
        assert!(is_old_or_new(&place.view_mut(), &a));
        assert!(catch_unwind(AssertUnwindSafe(|| bcast!(slow(check(a, stop)), threads))).is_err());
        bcast!(place = slow(a) + 1_000_000, threads);
        assert!(place.iter().zip(&a).all(|(&y, &a)| y == a + 1_000_000));
    }
}

/// Enough work for the call to be divided.
#[cfg(feature = "rayon")]
fn slow(x: u32) -> u32 {
    (0..50).fold(x, |x, i| std::hint::black_box(x ^ i)) ^ (0..50).fold(0, |x, i| x ^ i)
}
