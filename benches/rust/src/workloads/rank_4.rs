//! W5, W6, W9 and W11: images with a parameter per channel.

use bcast::bcast;
use ndarray::{ArrayView1, ArrayView3, Axis, Ix4, Zip};

use super::{ARITHMETIC, Size, Workload, positive};
#[cfg(feature = "crates")]
use super::{tensor, tensor_as};
use crate::EPS;
use crate::candidate::{Builder, Candidates, Column};
use crate::limit::ways;
use crate::limit::{rows, short};
use crate::memory::{Kind, Memory, Shapes};

pub(super) fn workloads() -> Vec<Workload> {
    let workload = Workload {
        name: "W5",
        formula: "x + b, (N, C, H, W) and (C,), axis = 1",
        shapes: |size| {
            let x = size.images();
            positive(&x, &[&x, &x[1..2]])
        },
        candidates: w5,
        tolerance: ARITHMETIC,
        at_1e5: 1.10,
        at_3e7: Some(1.05),
        at_100: 0.5,
    };
    vec![
        workload,
        Workload {
            name: "W6",
            formula: "x + b, (N, C, H, W) and (C, H), axis = 1",
            shapes: |size| {
                let x = size.images();
                positive(&x, &[&x, &x[1..3]])
            },
            candidates: w6,
            at_1e5: 1.15,
            at_3e7: None,
            ..workload
        },
        Workload {
            name: "W9",
            formula: "batch norm, (N, C, H, W) and four (C,)",
            shapes: |size| {
                let x = size.images();
                positive(&x, &[&x, &x[1..2], &x[1..2], &x[1..2], &x[1..2]])
            },
            candidates: w9,
            at_1e5: 1.15,
            at_3e7: Some(1.15),
            ..workload
        },
        Workload {
            name: "W11",
            formula: "PRelu, (N, C, H, W) and (C, 1, 1)",
            shapes: prelu,
            candidates: w11,
            at_3e7: None,
            ..workload
        },
    ]
}

fn prelu(size: Size) -> Shapes {
    let x = size.images();
    let operands = vec![(x.to_vec(), Kind::Signed), (vec![x[1]], Kind::Positive)];
    Shapes { operands, output: x.to_vec() }
}

/// (C,) as (C, 1, 1), which broadcasts with (N, C, H, W) in ndarray.
fn over_planes(v: ArrayView1<'_, f32>) -> ArrayView3<'_, f32> {
    v.insert_axis(Axis(1)).insert_axis(Axis(2))
}

fn w5(memory: &Memory) -> Candidates<'_> {
    let (x, bias) = (memory.array4(0), memory.array1(1));
    let (flat_x, flat_bias) = (memory.flat(0), memory.flat(1));
    let plane = x.dim().2 * x.dim().3;
    let mut builder = Builder::<Ix4>::new(memory);
    for (label, add) in ways!(rows::add_numbers) {
        builder.limit(label, move |y| add(plane, flat_x, flat_bias, y));
    }
    let bias3 = over_planes(bias);
    builder.existing(move |y| bcast!(y = x + bias, mode = pdpd, axis = 1));
    builder.fresh(Column::New, move || bcast!(x + bias, mode = pdpd, axis = 1));
    builder.zip(move |y| Zip::from(y).and(x).and_broadcast(bias3).for_each(|y, &x, &b| *y = x + b));
    builder.fresh(Column::Ops, move || &x + &bias3);
    builder.plain(move |y| add_numbers(plane, flat_x, flat_bias, y));
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || tensorism::new_ndarray! { for n c h w => x[n, c, h, w] + bias[c] });
        let (x, bias) = (tensor(memory, 0), tensor_as(memory, 1, &[bias.len(), 1, 1]));
        builder.fresh(Column::Candle, move || x.broadcast_add(&bias));
    }
    builder.build()
}

fn w6(memory: &Memory) -> Candidates<'_> {
    let (x, middle) = (memory.array4(0), memory.array2(1));
    let (flat_x, flat_middle) = (memory.flat(0), memory.flat(1));
    let width = x.dim().3;
    let mut builder = Builder::<Ix4>::new(memory);
    for (label, add) in ways!(rows::add_numbers) {
        builder.limit(label, move |y| add(width, flat_x, flat_middle, y));
    }
    if width == 28 {
        for (label, add) in short::add_numbers_28() {
            builder.limit(format!("{label} of 28"), move |y| add(flat_x, flat_middle, y));
        }
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(add) = short::add_numbers_masked() {
        builder.limit("AVX-512 masked", move |y| add(width, flat_x, flat_middle, y));
    }
    let middle3 = middle.insert_axis(Axis(2));
    builder.existing(move |y| bcast!(y = x + middle, mode = pdpd, axis = 1));
    builder.fresh(Column::New, move || bcast!(x + middle, mode = pdpd, axis = 1));
    builder.zip(move |y| Zip::from(y).and(x).and_broadcast(middle3).for_each(|y, &x, &b| *y = x + b));
    builder.fresh(Column::Ops, move || &x + &middle3);
    builder.plain(move |y| add_numbers(width, flat_x, flat_middle, y));
    #[cfg(feature = "crates")]
    {
        builder
            .fresh(Column::Tensorism, move || tensorism::new_ndarray! { for n c h w => x[n, c, h, w] + middle[c, h] });
        let (c, h) = middle.dim();
        let (x, middle) = (tensor(memory, 0), tensor_as(memory, 1, &[c, h, 1]));
        builder.fresh(Column::Candle, move || x.broadcast_add(&middle));
    }
    builder.build()
}

fn w9(memory: &Memory) -> Candidates<'_> {
    let (x, flat_x) = (memory.array4(0), memory.flat(0));
    let [mean, var, gamma, beta] = [1, 2, 3, 4].map(|index| memory.array1(index));
    let flat = [1, 2, 3, 4].map(|index| memory.flat(index));
    let plane = x.dim().2 * x.dim().3;
    let mut builder = Builder::<Ix4>::new(memory);
    for (label, norm) in ways!(rows::batch_norm) {
        builder.limit(label, move |y| norm(plane, flat_x, flat[0], flat[1], flat[2], flat[3], y));
    }
    builder.existing(move |y| bcast!(y = (x - mean) / (var + EPS).sqrt() * gamma + beta, mode = pdpd, axis = 1));
    builder.fresh(Column::New, move || bcast!((x - mean) / (var + EPS).sqrt() * gamma + beta, mode = pdpd, axis = 1));
    let [mean3, var3, gamma3, beta3] = [mean, var, gamma, beta].map(over_planes);
    builder.zip(move |y| {
        let zip = Zip::from(y).and(x).and_broadcast(mean3).and_broadcast(var3);
        let zip = zip.and_broadcast(gamma3).and_broadcast(beta3);
        zip.for_each(|y, &x, &mean, &var, &gamma, &beta| *y = (x - mean) / (var + EPS).sqrt() * gamma + beta);
    });
    builder.fresh(Column::Ops, move || (&x - &mean3) / &(&var3 + EPS).mapv(f32::sqrt) * gamma3 + beta3);
    builder.plain(move |y| {
        let [mean, var, gamma, beta] = flat;
        let channels = mean.iter().zip(var).zip(gamma).zip(beta).cycle();
        for ((y, x), (((mean, var), gamma), beta)) in
            y.chunks_exact_mut(plane).zip(flat_x.chunks_exact(plane)).zip(channels)
        {
            for (y, x) in y.iter_mut().zip(x) {
                *y = (x - mean) / (var + EPS).sqrt() * gamma + beta;
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        builder.fresh(Column::Tensorism, move || {
            tensorism::new_ndarray! {
                for n c h w => (x[n, c, h, w] - mean[c]) / (var[c] + EPS).sqrt() * gamma[c] + beta[c]
            }
        });
        let x = tensor(memory, 0);
        let [mean, var, gamma, beta] = [1, 2, 3, 4].map(|index| tensor_as(memory, index, &[mean.len(), 1, 1]));
        builder.fresh(Column::Candle, move || {
            let deviation = (&var + f64::from(EPS))?.sqrt()?;
            x.broadcast_sub(&mean)?.broadcast_div(&deviation)?.broadcast_mul(&gamma)?.broadcast_add(&beta)
        });
    }
    builder.build()
}

fn w11(memory: &Memory) -> Candidates<'_> {
    let (x, slope) = (memory.array4(0), over_planes(memory.array1(1)));
    let (flat_x, flat_slope) = (memory.flat(0), memory.flat(1));
    let plane = x.dim().2 * x.dim().3;
    let mut builder = Builder::<Ix4>::new(memory);
    for (label, prelu) in ways!(rows::prelu) {
        builder.limit(label, move |y| prelu(plane, flat_x, flat_slope, y));
    }
    builder.existing(move |y| bcast!(y = if x < 0.0 { slope * x } else { x }, mode = unidirectional));
    builder.fresh(Column::New, move || bcast!(if x < 0.0 { slope * x } else { x }, mode = unidirectional));
    builder.zip(move |y| {
        Zip::from(y).and(x).and_broadcast(slope).for_each(|y, &x, &slope| *y = if x < 0.0 { slope * x } else { x });
    });
    builder.fresh(Column::Ops, move || x.mapv(|x| x.max(0.0)) + x.mapv(|x| x.min(0.0)) * slope);
    builder.plain(move |y| {
        for ((y, x), slope) in y.chunks_exact_mut(plane).zip(flat_x.chunks_exact(plane)).zip(flat_slope.iter().cycle())
        {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = if x < 0.0 { slope * x } else { x };
            }
        }
    });
    #[cfg(feature = "crates")]
    {
        let slopes = memory.array1(1);
        builder.fresh(Column::Tensorism, move || {
            tensorism::new_ndarray! {
                for n c h w => if x[n, c, h, w] < 0.0 { slopes[c] * x[n, c, h, w] } else { x[n, c, h, w] }
            }
        });
        let (x, slope) = (tensor(memory, 0), tensor_as(memory, 1, &[slopes.len(), 1, 1]));
        builder.fresh(Column::Candle, move || x.relu()? + (&x - x.relu()?)?.broadcast_mul(&slope)?);
    }
    builder.build()
}

/// Each run of `inner` elements plus one number, cyclically.
fn add_numbers(inner: usize, x: &[f32], numbers: &[f32], y: &mut [f32]) {
    for ((y, x), b) in y.chunks_exact_mut(inner).zip(x.chunks_exact(inner)).zip(numbers.iter().cycle()) {
        for (y, x) in y.iter_mut().zip(x) {
            *y = x + b;
        }
    }
}
