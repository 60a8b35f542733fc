//! W10: element-wise functions.

use bcast::bcast;
use ndarray::{Ix2, Zip};

#[cfg(feature = "crates")]
use super::tensor;
use super::{Workload, positive};
use crate::candidate::{Builder, Candidates, Column};
use crate::limit::functions;
use crate::limit::ways;
use crate::memory::{Kind, Memory, Shapes};

/// sqrt(2 / pi)
const GELU: f32 = 0.797_884_6;

pub(super) fn workloads() -> Vec<Workload> {
    let workload = Workload {
        name: "W10a",
        formula: "gelu, its tanh form, (N, M)",
        shapes: |size| Shapes {
            operands: vec![(size.matrix().to_vec(), Kind::Signed)],
            output: size.matrix().to_vec(),
        },
        candidates: w10a,
        tolerance: 2e-6,
        at_1e5: 1.05,
        at_3e7: None,
        at_100: 0.5,
    };
    vec![
        workload,
        Workload { name: "W10b", formula: "exp(-x * x), (N, M)", candidates: w10b, ..workload },
        Workload {
            name: "W10c",
            formula: "sigmoid(x + c), (N, M) and (M,)",
            shapes: |size| positive(&size.matrix(), &[&size.matrix(), &size.matrix()[1..]]),
            candidates: w10c,
            ..workload
        },
    ]
}

fn w10a(memory: &Memory) -> Candidates<'_> {
    let (x, flat_x) = (memory.array2(0), memory.flat(0));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, gelu) in ways!(functions::gelu) {
        builder.limit(label, move |y| gelu(flat_x, y));
    }
    builder.existing(move |y| bcast!(y = 0.5 * x * (1.0 + (GELU * (x + 0.044715 * x * x * x)).tanh())));
    builder.fresh(Column::New, move || bcast!(0.5 * x * (1.0 + (GELU * (x + 0.044715 * x * x * x)).tanh())));
    builder.zip(move |y| Zip::from(y).and(x).for_each(|y, &x| *y = gelu(x)));
    builder.fresh(Column::Ops, move || {
        let inner = (&x + x.mapv(|x| 0.044715 * x * x * x)) * GELU;
        &x * 0.5 * (inner.mapv(f32::tanh) + 1.0)
    });
    builder.plain(move |y| {
        for (y, &x) in y.iter_mut().zip(flat_x) {
            *y = gelu(x);
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => gelu(x[i, j]) });
        let x = tensor(memory, 0);
        builder.fresh(Column::Candle, move || x.gelu());
    }
    builder.build()
}

/// With the standard library's function, which does not vectorise.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + (GELU * (x + 0.044715 * x * x * x)).tanh())
}

fn w10b(memory: &Memory) -> Candidates<'_> {
    let (x, flat_x) = (memory.array2(0), memory.flat(0));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, gauss) in ways!(functions::gauss) {
        builder.limit(label, move |y| gauss(flat_x, y));
    }
    builder.existing(move |y| bcast!(y = (-x * x).exp()));
    builder.fresh(Column::New, move || bcast!((-x * x).exp()));
    builder.zip(move |y| Zip::from(y).and(x).for_each(|y, &x| *y = (-x * x).exp()));
    builder.fresh(Column::Ops, move || (-&x * x).mapv_into(f32::exp));
    builder.plain(move |y| {
        for (y, &x) in y.iter_mut().zip(flat_x) {
            *y = (-x * x).exp();
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => (-x[i, j] * x[i, j]).exp() });
        let x = tensor(memory, 0);
        builder.fresh(Column::Candle, move || x.sqr()?.neg()?.exp());
    }
    builder.build()
}

fn w10c(memory: &Memory) -> Candidates<'_> {
    let (x, c) = (memory.array2(0), memory.array1(1));
    let (flat_x, flat_c) = (memory.flat(0), memory.flat(1));
    let mut builder = Builder::<Ix2>::new(memory);
    for (label, sigmoid) in ways!(functions::sigmoid) {
        builder.limit(label, move |y| sigmoid(flat_x, flat_c, y));
    }
    builder.existing(move |y| bcast!(y = (x + c).sigmoid()));
    builder.fresh(Column::New, move || bcast!((x + c).sigmoid()));
    builder.zip(move |y| Zip::from(y).and(x).and_broadcast(c).for_each(|y, &x, &c| *y = sigmoid(x + c)));
    builder.fresh(Column::Ops, move || (&x + &c).mapv_into(sigmoid));
    builder.plain(move |y| {
        for (y, x) in y.chunks_exact_mut(flat_c.len()).zip(flat_x.chunks_exact(flat_c.len())) {
            for ((y, x), c) in y.iter_mut().zip(x).zip(flat_c) {
                *y = sigmoid(x + c);
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for i j => sigmoid(x[i, j] + c[j]) });
        let (x, c) = (tensor(memory, 0), tensor(memory, 1));
        builder.fresh(Column::Candle, move || (x.broadcast_add(&c)?.neg()?.exp()? + 1.0)?.recip());
    }
    builder.build()
}

/// With the standard library's function.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
