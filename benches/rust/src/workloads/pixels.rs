//! W12: bytes to numbers, with a parameter for each of three colours.

use bcast::bcast;
use ndarray::{Ix3, Zip};

#[cfg(feature = "crates")]
use super::tensor;
use super::{ARITHMETIC, Workload};
use crate::candidate::{Builder, Candidates, Column};
use crate::limit::short;
use crate::limit::ways;
use crate::memory::{Kind, Memory, Shapes};

pub(super) fn workloads() -> Vec<Workload> {
    vec![Workload {
        name: "W12",
        formula: "(x / 255 - mean) / std, u8 (H, W, 3) and two (3,)",
        shapes: |size| Shapes {
            operands: vec![(size.photo().to_vec(), Kind::Byte), (vec![3], Kind::Positive), (vec![3], Kind::Positive)],
            output: size.photo().to_vec(),
        },
        candidates: w12,
        tolerance: ARITHMETIC,
        at_1e5: 1.10,
        at_3e7: None,
        at_100: 0.5,
    }]
}

fn w12(memory: &Memory) -> Candidates<'_> {
    let (x, mean, std) = (memory.bytes3(0), memory.array1(1), memory.array1(2));
    let (flat_x, flat_mean, flat_std) = (memory.bytes(0), memory.flat(1), memory.flat(2));
    let mut builder = Builder::<Ix3>::new(memory);
    for (label, pixels) in ways!(short::pixels) {
        builder.limit(label, move |y| pixels(flat_x, flat_mean, flat_std, y));
    }
    builder.existing(move |y| bcast!(y = (f32::from(x) / 255.0 - mean) / std));
    builder.fresh(Column::New, move || bcast!((f32::from(x) / 255.0 - mean) / std));
    builder.zip(move |y| {
        let zip = Zip::from(y).and(x).and_broadcast(mean).and_broadcast(std);
        zip.for_each(|y, &x, &mean, &std| *y = (f32::from(x) / 255.0 - mean) / std);
    });
    builder.fresh(Column::Ops, move || (x.mapv(|x| f32::from(x) / 255.0) - mean) / std);
    builder.plain(move |y| {
        for (y, x) in y.chunks_exact_mut(3).zip(flat_x.chunks_exact(3)) {
            for (((y, x), mean), std) in y.iter_mut().zip(x).zip(flat_mean).zip(flat_std) {
                *y = (f32::from(*x) / 255.0 - mean) / std;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || {
            tensorism::new_ndarray! { for h w c => (f32::from(x[h, w, c]) / 255.0 - mean[c]) / std[c] }
        });
        let device = candle_core::Device::Cpu;
        let x = candle_core::Tensor::from_slice(flat_x, memory.shapes().operands[0].0.as_slice(), &device);
        let x = x.unwrap_or_else(|error| panic!("{error}"));
        let (mean, std) = (tensor(memory, 1), tensor(memory, 2));
        builder.fresh(Column::Candle, move || {
            let x = (x.to_dtype(candle_core::DType::F32)? / 255.0)?;
            x.broadcast_sub(&mean)?.broadcast_div(&std)
        });
    }
    builder.build()
}
