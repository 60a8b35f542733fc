//! The same network as plain loops over indices in `f64`: it shares only the parameters with the implementation, and
//! uses no `bcast!`.

use std::vec;
use std::vec::Vec;

use crate::parameters::{ANSWER, FEATURES, NETWORK, Network, Norm, Separable, synthetic};
use crate::{Features, Words, classify};

/// A feature map of any lengths: (channels, time, frequency).
struct Plain {
    shape: [usize; 3],
    values: Vec<f64>,
}

impl Plain {
    fn zeros(shape: [usize; 3]) -> Self {
        Plain { shape, values: vec![0.0; shape.iter().product()] }
    }

    /// Returns 0 outside.
    fn get(&self, channel: usize, time: isize, frequency: isize) -> f64 {
        let [_, times, frequencies] = self.shape;
        if time < 0 || frequency < 0 || time >= times as isize || frequency >= frequencies as isize {
            return 0.0;
        }
        self.values[(channel * times + time as usize) * frequencies + frequency as usize]
    }

    fn set(&mut self, channel: usize, time: usize, frequency: usize, value: f64) {
        let [_, times, frequencies] = self.shape;
        self.values[(channel * times + time) * frequencies + frequency] = value;
    }
}

/// A convolution with normalisation and ReLU: `weight(output channel, input channel, time, frequency)`.
#[allow(clippy::too_many_arguments, reason = "a convolution has so many settings")]
fn convolution(
    input: &Plain,
    kernel: [usize; 2],
    stride: usize,
    inputs_of: impl Fn(usize) -> Vec<usize>,
    weight: impl Fn(usize, usize, usize, usize) -> f32,
    bias: &[f32],
    norm: &Norm,
) -> Plain {
    let [_, times, frequencies] = input.shape;
    let (times_out, frequencies_out) = (times.div_ceil(stride), frequencies.div_ceil(stride));
    // Zeros are padded equally at both ends, so that the windows end where the map does; an odd one goes to the end.
    let before = |length: usize, out: usize, window: usize| ((out - 1) * stride + window).saturating_sub(length) / 2;
    let before = [before(times, times_out, kernel[0]), before(frequencies, frequencies_out, kernel[1])];
    let mut output = Plain::zeros([bias.len(), times_out, frequencies_out]);
    for (channel, &bias) in bias.iter().enumerate() {
        for time in 0..times_out {
            for frequency in 0..frequencies_out {
                let mut sum = f64::from(bias);
                for from in inputs_of(channel) {
                    for down in 0..kernel[0] {
                        for along in 0..kernel[1] {
                            let at = [
                                (time * stride + down) as isize - before[0] as isize,
                                (frequency * stride + along) as isize - before[1] as isize,
                            ];
                            sum += f64::from(weight(channel, from, down, along)) * input.get(from, at[0], at[1]);
                        }
                    }
                }
                let scale = f64::from(norm.inverse_deviation[channel]) * f64::from(norm.gamma[channel]);
                let value = (sum - f64::from(norm.mean[channel])) * scale + f64::from(norm.beta[channel]);
                output.set(channel, time, frequency, if value > 0.0 { value } else { 0.0 });
            }
        }
    }
    output
}

fn probabilities(network: &Network, features: &Features) -> Vec<f64> {
    let mut map = Plain::zeros([1, 49, 10]);
    for (time, row) in features.iter().enumerate() {
        for (frequency, &feature) in row.iter().enumerate() {
            let value = (f64::from(feature) - f64::from(network.input_zero)) * f64::from(network.input_step);
            map.set(0, time, frequency, value);
        }
    }
    let first = |to: usize, _: usize, down: usize, along: usize| network.first[to][down][along];
    map = convolution(&map, [10, 4], 2, |_| vec![0], first, &network.first_bias, &network.first_norm);
    assert_eq!(map.shape, [64, 25, 5]);
    for Separable { depthwise, depthwise_bias, depthwise_norm, pointwise, pointwise_bias, pointwise_norm } in
        &network.separable
    {
        let own = |to: usize, _: usize, down: usize, along: usize| depthwise[to][down][along];
        map = convolution(&map, [3, 3], 1, |to| vec![to], own, depthwise_bias, depthwise_norm);
        let mixed = |to: usize, from: usize, _: usize, _: usize| pointwise[to][from];
        map = convolution(&map, [1, 1], 1, |_| (0..64).collect(), mixed, pointwise_bias, pointwise_norm);
    }
    let logits: Vec<f64> = (0..12)
        .map(|word| {
            let mut logit = f64::from(network.dense_bias[word]);
            for channel in 0..64 {
                let mut sum = 0.0;
                for time in 0..24 {
                    for frequency in 0..5 {
                        sum += map.get(channel, time, frequency);
                    }
                }
                logit += f64::from(network.dense[word][channel]) * sum / 120.0;
            }
            logit
        })
        .collect();
    let sum: f64 = logits.iter().map(|logit| logit.exp()).sum();
    logits.iter().map(|logit| logit.exp() / sum).collect()
}

fn quantised(probabilities: &[f64]) -> Words<u8> {
    std::array::from_fn(|word| (probabilities[word] * 255.0).round() as u8)
}

#[test]
fn the_answer_is_that_of_plain_loops() {
    let expected = quantised(&probabilities(&NETWORK, &FEATURES));
    assert_eq!(classify(&NETWORK, &FEATURES), expected);
    assert_eq!(expected, ANSWER);
}

#[test]
fn other_networks_and_features_too() {
    for seed in 10..14 {
        let (network, features) = (std::boxed::Box::new(Network::pseudo_random(seed)), synthetic(100 + seed));
        let (ours, expected) = (classify(&network, &features), probabilities(&network, &features));
        for (word, (score, probability)) in ours.iter().zip(&expected).enumerate() {
            // Allows half a step for rounding, and a little for `f32`.
            let differs = (f64::from(*score) - probability * 255.0).abs();
            assert!(differs <= 0.51, "seed {seed}, word {word}: {score} for {}", probability * 255.0);
        }
    }
}

/// The number of parameters of the published model, without step and zero of the features.
#[test]
fn there_are_as_many_parameters_as_published() {
    assert_eq!(size_of::<Network>() / size_of::<f32>() - 2, 24_908);
}
