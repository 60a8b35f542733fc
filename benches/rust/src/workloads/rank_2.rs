//! W1 to W4, W7, W8 and W14: matrices.

use bcast::bcast;
use ndarray::{Ix2, Zip};

#[cfg(feature = "crates")]
use super::tensor;
use super::{ARITHMETIC, Workload, positive};
use crate::candidate::{Builder, Candidates, Column};
use crate::limit::ways;
use crate::limit::{rows, transposed};
use crate::memory::Memory;

/// W2's constants.
const S: f32 = 1.5;
const T: f32 = 0.25;

pub(super) fn workloads() -> Vec<Workload> {
    let workload = Workload {
        name: "",
        formula: "",
        shapes: |_| positive(&[], &[]),
        candidates: w1,
        tolerance: ARITHMETIC,
        at_1e5: 1.05,
        at_3e7: Some(1.05),
        at_100: 0.5,
    };
    // Short rows, with a shape known at run time and with a stated one.
    let short = Workload {
        name: "R1",
        formula: "a + b, (N, 16) and (16,)",
        shapes: |size| {
            let rows = size.side() * size.side() / 16 + 1;
            positive(&[rows, 16], &[&[rows, 16], &[16]])
        },
        candidates: w3,
        at_1e5: 1.15,
        at_3e7: None,
        ..workload
    };
    vec![
        short,
        Workload { name: "R2", formula: "the same, with `where row: [16]`", candidates: r2, ..short },
        Workload {
            name: "W1",
            formula: "a + b, (N, M) both",
            shapes: |size| positive(&size.matrix(), &[&size.matrix(), &size.matrix()]),
            candidates: w1,
            at_100: 1.0,
            ..workload
        },
        Workload {
            name: "W2",
            formula: "a * s + t, (N, M) and numbers",
            shapes: |size| positive(&size.matrix(), &[&size.matrix()]),
            candidates: w2,
            at_100: 1.0,
            ..workload
        },
        Workload {
            name: "W3",
            formula: "a + b, (N, M) and (M,)",
            shapes: |size| positive(&size.matrix(), &[&size.matrix(), &size.matrix()[1..]]),
            candidates: w3,
            at_1e5: 1.10,
            ..workload
        },
        Workload {
            name: "W4",
            formula: "a + b, (N, M) and (N, 1)",
            shapes: |size| positive(&size.matrix(), &[&size.matrix(), &[size.matrix()[0], 1]]),
            candidates: w4,
            at_1e5: 1.10,
            ..workload
        },
        Workload {
            name: "W7",
            formula: "a * b, (N, 1) and (M,)",
            shapes: |size| positive(&size.matrix(), &[&[size.matrix()[0], 1], &size.matrix()[1..]]),
            candidates: w7,
            at_1e5: 1.15,
            ..workload
        },
        Workload {
            name: "W8",
            formula: "a + b transposed, (N, N) both",
            shapes: |size| positive(&[size.side(); 2], &[&[size.side(); 2], &[size.side(); 2]]),
            candidates: w8,
            at_1e5: 1.20,
            at_3e7: None,
            ..workload
        },
        Workload {
            name: "W14",
            formula: "a + b + c + d, (N, M), (M,), (N, 1), (1, 1)",
            shapes: |size| {
                let [n, m] = size.matrix();
                positive(&[n, m], &[&[n, m], &[m], &[n, 1], &[1, 1]])
            },
            candidates: w14,
            at_1e5: 1.10,
            at_3e7: None,
            ..workload
        },
    ]
}

fn w1(memory: &Memory) -> Candidates<'_> {
    let (a, b) = (memory.array2(0), memory.array2(1));
    let (flat_a, flat_b) = (memory.flat(0), memory.flat(1));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, add) in ways!(rows::add) {
        builder.limit(label, move |y| add(flat_a, flat_b, y));
    }
    builder.existing(move |y| bcast!(y = a + b));
    builder.fresh(Column::New, move || bcast!(a + b));
    builder.zip(move |y| Zip::from(y).and(a).and(b).for_each(|y, &a, &b| *y = a + b));
    builder.fresh(Column::Ops, move || &a + &b);
    builder.plain(move |y| {
        for ((y, a), b) in y.iter_mut().zip(flat_a).zip(flat_b) {
            *y = a + b;
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => a[i, j] + b[i, j] });
        let (a, b) = (tensor(memory, 0), tensor(memory, 1));
        builder.fresh(Column::Candle, move || &a + &b);
    }
    builder.build()
}

fn w2(memory: &Memory) -> Candidates<'_> {
    let (a, flat_a) = (memory.array2(0), memory.flat(0));
    let (s, t) = (std::hint::black_box(S), std::hint::black_box(T));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, scale) in ways!(rows::scale) {
        builder.limit(label, move |y| scale(flat_a, s, t, y));
    }
    builder.existing(move |y| bcast!(y = a * s + t));
    builder.fresh(Column::New, move || bcast!(a * s + t));
    builder.zip(move |y| Zip::from(y).and(a).for_each(|y, &a| *y = a * s + t));
    builder.fresh(Column::Ops, move || &a * s + t);
    builder.plain(move |y| {
        for (y, a) in y.iter_mut().zip(flat_a) {
            *y = a * s + t;
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => a[i, j] * s + t });
        let a = tensor(memory, 0);
        builder.fresh(Column::Candle, move || a.affine(f64::from(s), f64::from(t)));
    }
    builder.build()
}

fn w3(memory: &Memory) -> Candidates<'_> {
    let (a, b) = (memory.array2(0), memory.array1(1));
    let (flat_a, flat_b) = (memory.flat(0), memory.flat(1));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, add_row) in ways!(rows::add_row) {
        builder.limit(label, move |y| add_row(flat_a, flat_b, y));
    }
    if flat_b.len() == 16 {
        builder.limit("of 16", move |y| add_row_16(flat_a, flat_b, y));
    }
    builder.existing(move |y| bcast!(y = a + b));
    builder.fresh(Column::New, move || bcast!(a + b));
    builder.zip(move |y| Zip::from(y).and(a).and_broadcast(b).for_each(|y, &a, &b| *y = a + b));
    builder.fresh(Column::Ops, move || &a + &b);
    builder.plain(move |y| {
        for (y, a) in y.chunks_exact_mut(flat_b.len()).zip(flat_a.chunks_exact(flat_b.len())) {
            for ((y, a), b) in y.iter_mut().zip(a).zip(flat_b) {
                *y = a + b;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => a[i, j] + b[j] });
        let (a, b) = (tensor(memory, 0), tensor(memory, 1));
        builder.fresh(Column::Candle, move || a.broadcast_add(&b));
    }
    builder.build()
}

fn r2(memory: &Memory) -> Candidates<'_> {
    let (a, row) = (memory.array2(0), memory.array1(1));
    let (flat_a, flat_row) = (memory.flat(0), memory.flat(1));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, add_row) in ways!(rows::add_row) {
        builder.limit(label, move |y| add_row(flat_a, flat_row, y));
    }
    builder.limit("of 16", move |y| add_row_16(flat_a, flat_row, y));
    builder.existing(move |y| bcast!(y = a + row, where y: [_, 16], a: [_, 16], row: [16]));
    builder.fresh(Column::New, move || bcast!(a + row, where a: [_, 16], row: [16]));
    builder.zip(move |y| Zip::from(y).and(a).and_broadcast(row).for_each(|y, &a, &b| *y = a + b));
    builder.fresh(Column::Ops, move || &a + &row);
    builder.plain(move |y| add_row_16(flat_a, flat_row, y));
    builder.build()
}

fn add_row_16(a: &[f32], row: &[f32], y: &mut [f32]) {
    let ((y, _), (a, _), Some(row)) = (y.as_chunks_mut::<16>(), a.as_chunks::<16>(), row.first_chunk::<16>()) else {
        return;
    };
    for (y, a) in y.iter_mut().zip(a) {
        for ((y, a), b) in y.iter_mut().zip(a).zip(row) {
            *y = a + b;
        }
    }
}

fn w4(memory: &Memory) -> Candidates<'_> {
    let (a, b) = (memory.array2(0), memory.array2(1));
    let (flat_a, flat_b) = (memory.flat(0), memory.flat(1));
    let length = a.ncols();
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, add) in ways!(rows::add_numbers) {
        builder.limit(label, move |y| add(length, flat_a, flat_b, y));
    }
    builder.existing(move |y| bcast!(y = a + b));
    builder.fresh(Column::New, move || bcast!(a + b));
    builder.zip(move |y| Zip::from(y).and(a).and_broadcast(b).for_each(|y, &a, &b| *y = a + b));
    builder.fresh(Column::Ops, move || &a + &b);
    builder.plain(move |y| {
        for ((y, a), b) in y.chunks_exact_mut(length).zip(flat_a.chunks_exact(length)).zip(flat_b) {
            for (y, a) in y.iter_mut().zip(a) {
                *y = a + b;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        let column = b.index_axis_move(ndarray::Axis(1), 0);
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => a[i, j] + column[i] });
        let (a, b) = (tensor(memory, 0), tensor(memory, 1));
        builder.fresh(Column::Candle, move || a.broadcast_add(&b));
    }
    builder.build()
}

fn w7(memory: &Memory) -> Candidates<'_> {
    let (a, b) = (memory.array2(0), memory.array1(1));
    let (flat_a, flat_b) = (memory.flat(0), memory.flat(1));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, outer) in ways!(rows::outer) {
        builder.limit(label, move |y| outer(flat_a, flat_b, y));
    }
    builder.existing(move |y| bcast!(y = a * b));
    builder.fresh(Column::New, move || bcast!(a * b));
    builder.zip(move |y| Zip::from(y).and_broadcast(a).and_broadcast(b).for_each(|y, &a, &b| *y = a * b));
    builder.fresh(Column::Ops, move || &a * &b);
    builder.plain(move |y| {
        for (y, a) in y.chunks_exact_mut(flat_b.len()).zip(flat_a) {
            for (y, b) in y.iter_mut().zip(flat_b) {
                *y = a * b;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        let column = a.index_axis_move(ndarray::Axis(1), 0);
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => column[i] * b[j] });
        let (a, b) = (tensor(memory, 0), tensor(memory, 1));
        builder.fresh(Column::Candle, move || a.broadcast_mul(&b));
    }
    builder.build()
}

fn w8(memory: &Memory) -> Candidates<'_> {
    let (a, b) = (memory.array2(0), memory.array2(1));
    let (flat_a, flat_b) = (memory.flat(0), memory.flat(1));
    let n = a.ncols();
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, add) in transposed::add_transposed() {
        builder.limit(label, move |y| add(n, flat_a, flat_b, y));
    }
    let b = b.reversed_axes();
    builder.existing(move |y| bcast!(y = a + b));
    builder.fresh(Column::New, move || bcast!(a + b));
    builder.zip(move |y| Zip::from(y).and(a).and(b).for_each(|y, &a, &b| *y = a + b));
    builder.fresh(Column::Ops, move || &a + &b);
    builder.plain(move |y| {
        for (i, (y, a)) in y.chunks_exact_mut(n).zip(flat_a.chunks_exact(n)).enumerate() {
            for ((y, a), b) in y.iter_mut().zip(a).zip(flat_b[i..].iter().step_by(n)) {
                *y = a + b;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => a[i, j] + b[i, j] });
        let a = tensor(memory, 0);
        let b = tensor(memory, 1).t().unwrap_or_else(|error| panic!("{error}"));
        builder.fresh(Column::Candle, move || &a + &b);
    }
    builder.build()
}

fn w14(memory: &Memory) -> Candidates<'_> {
    let (a, b, c, d) = (memory.array2(0), memory.array1(1), memory.array2(2), memory.array2(3));
    let [flat_a, flat_b, flat_c, flat_d] = [0, 1, 2, 3].map(|index| memory.flat(index));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, add) in ways!(rows::add_four) {
        builder.limit(label, move |y| add(flat_a, flat_b, flat_c, flat_d[0], y));
    }
    builder.existing(move |y| bcast!(y = a + b + c + d));
    builder.fresh(Column::New, move || bcast!(a + b + c + d));
    builder.zip(move |y| {
        let zip = Zip::from(y).and(a).and_broadcast(b).and_broadcast(c).and_broadcast(d);
        zip.for_each(|y, &a, &b, &c, &d| *y = a + b + c + d);
    });
    builder.fresh(Column::Ops, move || &a + &b + c + d);
    builder.plain(move |y| {
        let d = flat_d[0];
        for ((y, a), c) in y.chunks_exact_mut(flat_b.len()).zip(flat_a.chunks_exact(flat_b.len())).zip(flat_c) {
            for ((y, a), b) in y.iter_mut().zip(a).zip(flat_b) {
                *y = a + b + c + d;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        let column = c.index_axis_move(ndarray::Axis(1), 0);
        builder.fresh(Column::Tensorism, move || {
            let d = d[(0, 0)];
            tensorism::new_ndarray! { for i j => a[i, j] + b[j] + column[i] + d }
        });
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| tensor(memory, index));
        builder.fresh(Column::Candle, move || a.broadcast_add(&b)?.broadcast_add(&c)?.broadcast_add(&d));
    }
    builder.build()
}
