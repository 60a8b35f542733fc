//! Keyword spotting without std and without an allocator: every layer's shape is a type.
//!
//! The network is the reference model for keyword spotting of the benchmark MLPerf Tiny, a DS-CNN after "Hello Edge: Keyword
//! Spotting on Microcontrollers" (Zhang et al., 2017). Its layers, with a feature map as (channels, time, frequency):
//!
//! | layer | kernel | stride | gives |
//! |---|---|---|---|
//! | features of one second of sound | | | (49, 10) |
//! | convolution | (10, 4) | (2, 2) | (64, 25, 5) |
//! | 4 times: depthwise convolution, then pointwise convolution | (3, 3), then (1, 1) | (1, 1) | (64, 25, 5) |
//! | average pool | (24, 5) | | (64,) |
//! | dense, softmax | | | (12,) |
//!
//! Each convolution is followed by batch normalisation and ReLU; maps are padded with zeros, so that only strides
//! change lengths. The model has 24,908 parameters.
//!
//! All element-wise steps are `bcast!` calls: dequantisation, bias, normalisation, ReLU, softmax, quantisation. Sums
//! over windows and channels are plain loops. **The parameters are pseudo-random numbers and the features are
//! synthetic**: the example shows the shapes, and that the scores equal those of the plain loops in `reference.rs`.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

use bcast::bcast;

pub mod calls;
pub mod parameters;
#[cfg(test)]
mod reference;

use parameters::{Network, Norm, Separable};

/// The channels of every feature map.
pub const CHANNELS: usize = 64;
/// A feature map. The network computes in the memory of two.
pub type Map = [[[f32; 5]; 25]; CHANNELS];
/// The features of one second of sound for a quantised model: 49 moments, 10 coefficients each.
pub type Features = [[i8; 10]; 49];
/// One number for each word.
pub type Words<T> = [T; 12];

/// The word of each score.
pub const WORDS: Words<&str> =
    ["down", "go", "left", "no", "off", "on", "right", "stop", "up", "yes", "silence", "unknown"];

/// The scores of each word, in 1/255.
pub fn classify(network: &Network, features: &Features) -> Words<u8> {
    let (step, zero) = (network.input_step, network.input_zero);
    let input: [[f32; 10]; 49] = bcast!((f32::from(features) - zero) * step);

    let mut map: Map = [[[0.0; 5]; 25]; CHANNELS];
    let mut summed: Map = map;
    convolve(&input, &network.first, &mut map);
    activate(&mut map, &network.first_bias, &network.first_norm);
    for layer in &network.separable {
        separable(layer, &mut map, &mut summed);
    }

    let pooled = average(&map);
    let mut logits = dense(&pooled, &network.dense);
    bcast!(logits += network.dense_bias);
    let scores = softmax(&logits);
    bcast!((scores * 255.0 + 0.5) as u8)
}

/// A depthwise convolution and a pointwise one, from `map` to `map`.
fn separable(layer: &Separable, map: &mut Map, summed: &mut Map) {
    depthwise(map, &layer.depthwise, summed);
    activate(summed, &layer.depthwise_bias, &layer.depthwise_norm);
    pointwise(summed, &layer.pointwise, map);
    activate(map, &layer.pointwise_bias, &layer.pointwise_norm);
}

/// Bias, batch normalisation and ReLU in one pass; each parameter is one number a channel, at axis 0 of the map.
fn activate(map: &mut Map, bias: &[f32; CHANNELS], norm: &Norm) {
    bcast!(
        map = ((map + bias - norm.mean) * norm.inverse_deviation * norm.gamma + norm.beta).max(0.0),
        mode = pdpd,
        axis = 0
    );
}

/// Probabilities; no `exp` overflows, since no argument is above 0.
fn softmax(logits: &Words<f32>) -> Words<f32> {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let powers = bcast!((logits - largest).exp());
    let sum: f32 = powers.iter().sum();
    bcast!(powers / sum)
}

/// The element at (time, frequency), with zeros around the map: a position before 0 wraps around to beyond the end.
fn around<const T: usize, const F: usize>(map: &[[f32; F]; T], time: usize, frequency: usize) -> f32 {
    map.get(time).and_then(|row| row.get(frequency)).copied().unwrap_or(0.0)
}

/// The first convolution: of its 9 zeros for 49 moments 4 lie before them, and of its 2 for 10 frequencies 1.
fn convolve(input: &[[f32; 10]; 49], kernels: &[[[f32; 4]; 10]; CHANNELS], output: &mut Map) {
    for (channel, kernel) in output.iter_mut().zip(kernels) {
        for (time, row) in channel.iter_mut().enumerate() {
            for (frequency, sum) in row.iter_mut().enumerate() {
                *sum = window(input, kernel, (2 * time).wrapping_sub(4), (2 * frequency).wrapping_sub(1));
            }
        }
    }
}

/// Convolves each channel with its own kernel.
fn depthwise(input: &Map, kernels: &[[[f32; 3]; 3]; CHANNELS], output: &mut Map) {
    for ((channel, input), kernel) in output.iter_mut().zip(input).zip(kernels) {
        for (time, row) in channel.iter_mut().enumerate() {
            for (frequency, sum) in row.iter_mut().enumerate() {
                *sum = window(input, kernel, time.wrapping_sub(1), frequency.wrapping_sub(1));
            }
        }
    }
}

/// The sum of a kernel times the elements under it.
fn window<const T: usize, const F: usize, const H: usize, const W: usize>(
    input: &[[f32; F]; T],
    kernel: &[[f32; W]; H],
    time: usize,
    frequency: usize,
) -> f32 {
    let mut sum = 0.0;
    for (down, row) in kernel.iter().enumerate() {
        for (along, weight) in row.iter().enumerate() {
            sum += weight * around(input, time.wrapping_add(down), frequency.wrapping_add(along));
        }
    }
    sum
}

/// Computes each output channel as a weighted sum of all input channels, a map at a time.
fn pointwise(input: &Map, weights: &[[f32; CHANNELS]; CHANNELS], output: &mut Map) {
    for (sum, weights) in output.iter_mut().zip(weights) {
        bcast!(sum = 0.0);
        for (channel, &weight) in input.iter().zip(weights) {
            bcast!(sum += weight * channel);
        }
    }
}

/// Each channel's mean over the first 24 moments: the pool covers half the features' length, and one of 25 moments is
/// left over.
fn average(map: &Map) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for (sum, channel) in sums.iter_mut().zip(map) {
        *sum = channel.iter().take(24).flatten().sum();
    }
    bcast!(sums / (24.0 * 5.0))
}

/// Each word's weights times the pooled channels.
fn dense(pooled: &[f32; CHANNELS], weights: &Words<[f32; CHANNELS]>) -> Words<f32> {
    weights.map(|weights| bcast!(weights * pooled).iter().sum())
}
