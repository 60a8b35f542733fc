//! A call allocates only its result; a call into a place allocates nothing.

use bcast::{bcast, try_bcast};
use ndarray::{Array, Array1, Array2, Array3, Array4, Array5, Array6, ArrayD, Axis, IxDyn, ShapeBuilder, Slice, s};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// The system's allocator, counting each thread's allocations.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: usize) {
    // Ignores a thread that is exiting.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
    let _ = BYTES.try_with(|sum| sum.set(sum.get() + bytes));
}

// SAFETY: every method forwards to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: promised by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: promised by the caller.
        unsafe { System.realloc(ptr, layout, size) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: promised by the caller.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts the allocations and bytes of `call`, with its value still alive.
fn allocations<T>(call: impl FnOnce() -> T) -> (usize, usize) {
    let before = (COUNT.get(), BYTES.get());
    let value = black_box(call());
    let after = (COUNT.get(), BYTES.get());
    drop(value);
    (after.0 - before.0, after.1 - before.1)
}

/// Asserts that every call allocates once, for this number of `f32`s; prints count and bytes otherwise.
macro_rules! allocates_its_result {
    ($($elements:expr => $call:expr;)*) => {
        let mut failures = Vec::new();
        $(
            let counted = allocations(|| $call);
            let expected = (1, $elements * size_of::<f32>());
            if counted != expected {
                failures.push(format!("{}: {counted:?}, not {expected:?}", stringify!($call)));
            }
        )*
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    };
}

macro_rules! allocates_nothing {
    ($($call:expr;)*) => {
        let mut failures = Vec::new();
        $(
            let counted = allocations(|| $call);
            if counted != (0, 0) {
                failures.push(format!("{}: {counted:?}", stringify!($call)));
            }
        )*
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    };
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| vec![1_u8; 100]), (1, 100));
    assert_eq!(allocations(|| (Box::new(1_u32), Array2::<f32>::zeros((3, 4)))), (2, 52));
    assert_eq!(allocations(|| 1 + 1), (0, 0));
}

#[test]
fn new_arrays_of_every_rank() {
    let (a0, a1) = (Array::from_elem((), 1.0_f32), Array1::from_elem(6, 1.0_f32));
    let (a2, a3) = (Array2::from_elem((5, 6), 1.0_f32), Array3::from_elem((4, 1, 6), 1.0_f32));
    let (a4, a5) = (Array4::from_elem((3, 4, 5, 1), 1.0_f32), Array5::from_elem((2, 1, 4, 5, 6), 1.0_f32));
    let a6 = Array6::from_elem([2, 2, 3, 1, 5, 6], 1.0_f32);
    let s = 2.0;
    allocates_its_result! {
        1 => bcast!(a0 * s);
        6 => bcast!(a1 + a0);
        30 => bcast!(a2 * a1 + s);
        120 => bcast!(a3 - a2 * a1);
        360 => bcast!(a4 + a3 * a2 - a1);
        720 => bcast!(a5 * a4 + a3 - a2 / a1);
        1440 => bcast!(a6 + a5 * a4 - a3 * a2 + a1);
        30 => bcast!(a2 + a1, mode = pdpd, axis = 1);
        360 => bcast!(a4 + a3 + a2 + a1, to = [3, 4, 5, 6]);
        360 => bcast!(a2, mode = explicit, axes = [2, 3], to = [3, 4, 5, 6]);
        360 => bcast!(a4 + a2, mode = bidirectional, to = [1, 1, 5, 6]);
        30 => bcast!(a2 + a1, mode = paddle, axis = 1);
        30 => bcast!(a2 + a1, mode = ncnn, where a2: [H, 6], a1: [6]);
        30 => bcast!(a1 + a2, mode = pdpd, axis(a1) = 1);
        30 => try_bcast!(a2 * a2, mode = none, where a2: [N, {s as usize * 3}]).unwrap();
        30 => bcast!(&a2.t() * s);
    }
}

#[test]
fn layouts_that_are_copied_aside() {
    let wide = Array2::from_elem((64, 4000), 1.0_f32);
    let columns = Array2::from_elem((64, 2000).f(), 1.0_f32);
    let (reversed, row) = (wide.slice(s![.., ..2000;-1]), wide.slice(s![0, ..2000]));
    let column = wide.slice(s![.., ..1]);
    let stepped = wide.slice(s![.., ..;2]);
    allocates_its_result! {
        128_000 => bcast!(columns + reversed * stepped - row * column);
        128_000 => bcast!(stepped + stepped);
    }
    // Nothing coalesces: six loops over six operands.
    let odd = Array6::from_elem([4, 4, 4, 4, 4, 4], 1.0_f32);
    let p = odd.slice(s![..;2, ..;2, ..;2, ..;2, ..;2, ..;2]);
    let q = p.view().permuted_axes([5, 4, 3, 2, 1, 0]);
    let r = odd.slice(s![..2, 1..3, 2.., ..2, 1..3, ..;-2]);
    let t = r.view().permuted_axes([1, 0, 3, 2, 5, 4]);
    let u = p.slice(s![.., ..1, .., ..1, .., ..1]);
    let w = q.slice(s![..1, .., ..1, .., ..1, ..]);
    allocates_its_result! {
        64 => bcast!(p + q * r - t * u + w);
        64 => bcast!(p + q);
        64 => bcast!(p + q + r + t);
    }
    // An array of unknown rank stores its shape inline below rank 5, and on the heap from there on.
    let dynamic = ArrayD::from_elem(IxDyn(&[2, 3, 4]), 1.0_f32);
    allocates_its_result! { 24 => bcast!(dynamic + dynamic * 2.0); }
}

/// From rank 5 on, an array of unknown rank allocates its lengths and its strides: three allocations in total, no more than making such an
/// array takes. A call into a place allocates nothing, up to six operands that do not coalesce.
#[test]
fn unknown_ranks_to_8() {
    for rank in 1..=8 {
        let shape = vec![2; rank];
        let stretched: Vec<usize> = (0..rank).map(|axis| 1 + axis % 2).collect();
        let other: Vec<usize> = (0..rank).map(|axis| 2 - axis % 2).collect();
        let [a, b] = [&shape, &shape].map(|shape| ArrayD::from_elem(IxDyn(shape), 1.0_f32));
        let [c, d] = [&stretched, &other].map(|shape| ArrayD::from_elem(IxDyn(shape), 1.0_f32));
        let (e, f) = (a.view().reversed_axes(), b.view().reversed_axes());
        let mut y = ArrayD::from_elem(IxDyn(&shape), 0.0_f32);
        let alone = allocations(|| ArrayD::from_elem(IxDyn(&shape), 0.0_f32));
        for (call, counted) in [
            ("a + b", allocations(|| bcast!(a + b))),
            ("a + c * d", allocations(|| bcast!(a + c * d))),
            ("a + b * c - d * e + f", allocations(|| bcast!(a + b * c - d * e + f))),
        ] {
            assert!(counted.0 <= alone.0 && counted.1 <= alone.1, "{call}, rank {rank}: {counted:?}, not {alone:?}");
        }
        let counted = allocations(|| bcast!(y = a + b * c - d * e + f));
        assert_eq!(counted, (0, 0), "into a place of rank {rank}");
        assert_eq!(y.iter().copied().reduce(f32::max), Some(2.0));
        // Elements contiguous on no axis are staged, and so are the operands.
        let mut memory = ArrayD::from_elem(IxDyn(&vec![4; rank]), 0.0_f32);
        let mut apart = memory.view_mut();
        (0..rank).for_each(|axis| apart.slice_axis_inplace(Axis(axis), Slice::new(0, None, 2)));
        let counted = allocations(|| {
            bcast!(apart = a + b * c - d * e + f);
            bcast!(apart += a * c - d * e + f);
        });
        assert_eq!(counted, (0, 0), "into a place of rank {rank} whose elements lie apart");
        assert!(apart.iter().all(|&element| element == 3.0), "{apart}");
    }
}

#[test]
fn vectors_and_scalars() {
    let (v, w, s) = (vec![1.0_f32; 50], vec![2.0_f32; 50], 3.0_f32);
    let slice = &w[..];
    allocates_its_result! { 50 => bcast!(v * slice + s); }
    allocates_nothing! {
        bcast!(s * s + 1.0);
    }
}

#[test]
fn places() {
    let (x, row) = (Array3::from_elem((4, 5, 600), 1.0_f32), Array1::from_elem(600, 2.0_f32));
    let columns = Array2::from_elem((600, 5), 3.0_f32);
    let mut y = Array3::zeros((4, 5, 600));
    let mut dynamic = ArrayD::zeros(IxDyn(&[4, 5, 600]));
    let mut six = Array6::zeros([1, 1, 1, 4, 5, 600]);
    let mut memory = Array3::zeros((4, 5, 1200));
    let mut v = vec![0.0_f32; 600];
    let gain = Array1::from_elem(4, 1.0_f32);
    let s = 2.0;
    allocates_nothing! {
        bcast!(y = x * row + s);
        bcast!(y += x * row);
        bcast!(y = y * s);
        bcast!(y = 0.0);
        bcast!(y = x + &columns.t() * row);
        bcast!(y *= gain, mode = pdpd, axis = 0, where y: [N, _, _], gain: [N]);
        bcast!(y = row + gain, mode = explicit, axes(row) = [2], axes(gain) = [0], to = [4, 5, 600]);
        bcast!(dynamic = x - row);
        bcast!(six = x * row + &columns.t());
        bcast!(memory.slice_mut(s![.., .., ..;-2]) = x * row + s);
        bcast!(memory.index_axis_mut(Axis(0), 2) += 1.0);
        bcast!(v = row * s);
        bcast!(v[10..20] = s);
        try_bcast!(y = x * row * s + &columns.t() - gain, axis(gain) = 0).unwrap();
    }
    // 1 * 2 * 2 + 3 - 1
    assert_eq!(y[[0, 0, 0]], 6.0);
}

/// Calls with shapes in types, either decided by types alone or with lengths compared at run time.
#[test]
fn shapes_in_types() {
    use bcast::{Tensor, dim, shape};
    dim!(Batch, Row);
    type Named = shape![Batch, Row, _, 2, _, 1];

    let (matrix, row) = ([[1.0_f32; 3]; 2], [2.0_f32; 3]);
    assert_eq!(allocations(|| bcast!(matrix + row)), (0, 0));
    let (a, b) = (Tensor::<f32, shape![4, 5]>::filled(1.0), Tensor::<f32, shape![5]>::filled(2.0));
    allocates_its_result! {
        4 * 5 => bcast!(a + b);
    }
    let x = Tensor::<f32, Named>::filled_with([2, 3, 2, 2, 3, 1], 1.0).unwrap();
    let y = Tensor::<f32, shape![_, 2, _, 1]>::filled_with([2, 2, 3, 1], 2.0).unwrap();
    let s = Tensor::<f32, shape![{ 1 }]>::filled(3.0);
    let mut place = x.clone();
    allocates_its_result! {
        72 => bcast!(x + y);
        72 => bcast!(x + y + s + x * y + x);
        72 => try_bcast!(x * s).unwrap();
    }
    assert_eq!(allocations(|| bcast!(place = x + y * s)), (0, 0));
    assert_eq!(allocations(|| bcast!(place += x)), (0, 0));
}

/// Distances and attention need memory for their result, their values and some blocks, and none of the size of the frame.
#[test]
fn reductions_allocate_nothing_of_the_frame() {
    const SOME: usize = 600 * 1024;
    let (n, m, d) = (300, 200, 64);
    let a = Array::from_shape_fn((n, 1, d), |(i, _, k)| (i * k % 7) as f32);
    let b = Array::from_shape_fn((m, d), |(j, k)| (j * k % 5) as f32);
    let (_, bytes) = allocations(|| bcast!(sum((a - b) * (a - b), axis = -1)));
    assert!(bytes <= n * m * 4 + SOME && SOME < n * m * d * 4 / 10, "{bytes} bytes");
    // Scores (B, T, S, 1) and values (B, 1, S, D): the frame has 3.1 million elements, the scores that are kept 49,152.
    let scores = Array4::from_shape_fn((2, 96, 256, 1), |(b, t, s, _)| ((b + t * s) % 11) as f32);
    let v = Array4::from_shape_fn((2, 1, 256, d), |(b, _, s, k)| ((b + s * k) % 13) as f32);
    let attention = || {
        bcast!({
            let p = (scores - max(scores, axis = 2)).exp();
            sum(p * v, axis = 2) / sum(p, axis = 2)
        })
    };
    let (_, bytes) = allocations(attention);
    assert!(bytes <= 2 * (2 * 96 * d * 4) + SOME, "{bytes} bytes");
}
