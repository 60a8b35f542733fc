//! The network's parameters, in the shapes of the published model, with pseudo-random values computed at compile time.

use crate::{CHANNELS, Features, Words};

/// A batch normalisation, with a number of each kind per channel.
pub struct Norm {
    /// The mean, which is subtracted.
    pub mean: [f32; CHANNELS],
    /// 1 / sqrt(variance + epsilon), computed before a model ships.
    pub inverse_deviation: [f32; CHANNELS],
    /// The factor.
    pub gamma: [f32; CHANNELS],
    /// The offset, added last.
    pub beta: [f32; CHANNELS],
}

/// A depthwise convolution and the pointwise one after it.
pub struct Separable {
    /// A kernel for each channel.
    pub depthwise: [[[f32; 3]; 3]; CHANNELS],
    /// The first bias.
    pub depthwise_bias: [f32; CHANNELS],
    /// The first normalisation.
    pub depthwise_norm: Norm,
    /// For each output channel, a weight for each input channel.
    pub pointwise: [[f32; CHANNELS]; CHANNELS],
    /// The second bias.
    pub pointwise_bias: [f32; CHANNELS],
    /// The second normalisation.
    pub pointwise_norm: Norm,
}

/// All parameters.
pub struct Network {
    /// The value of a quantisation step of the features.
    pub input_step: f32,
    /// The quantised feature that means 0.
    pub input_zero: f32,
    /// The first convolution's kernels.
    pub first: [[[f32; 4]; 10]; CHANNELS],
    /// Its bias.
    pub first_bias: [f32; CHANNELS],
    /// Its normalisation.
    pub first_norm: Norm,
    /// The four blocks.
    pub separable: [Separable; 4],
    /// For each word, a weight for each channel.
    pub dense: Words<[f32; CHANNELS]>,
    /// The bias of each word.
    pub dense_bias: Words<f32>,
}

/// Uniform pseudo-random numbers: the upper 24 bits of a 64-bit linear congruential generator.
struct Random(u64);

impl Random {
    /// A number between `low` and `high`.
    const fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let unit = (self.0 >> 40) as f32 / (1_u32 << 24) as f32;
        low + unit * (high - low)
    }

    const fn row<const N: usize>(&mut self, low: f32, high: f32) -> [f32; N] {
        let mut row = [0.0; N];
        let mut k = 0;
        while k < N {
            row[k] = self.between(low, high);
            k += 1;
        }
        row
    }

    const fn table<const N: usize, const M: usize>(&mut self, most: f32) -> [[f32; N]; M] {
        let mut table = [[0.0; N]; M];
        let mut k = 0;
        while k < M {
            table[k] = self.row(-most, most);
            k += 1;
        }
        table
    }

    const fn kernels<const W: usize, const H: usize>(&mut self, most: f32) -> [[[f32; W]; H]; CHANNELS] {
        let mut kernels = [[[0.0; W]; H]; CHANNELS];
        let mut k = 0;
        while k < CHANNELS {
            kernels[k] = self.table(most);
            k += 1;
        }
        kernels
    }

    const fn norm(&mut self) -> Norm {
        Norm {
            mean: self.row(-0.2, 0.2),
            inverse_deviation: self.row(0.5, 1.5),
            gamma: self.row(0.5, 1.5),
            beta: self.row(-0.2, 0.2),
        }
    }

    const fn separable(&mut self) -> Separable {
        Separable {
            depthwise: self.kernels(0.8),
            depthwise_bias: self.row(-0.1, 0.1),
            depthwise_norm: self.norm(),
            pointwise: self.table(0.3),
            pointwise_bias: self.row(-0.1, 0.1),
            pointwise_norm: self.norm(),
        }
    }
}

impl Network {
    /// A network of pseudo-random numbers, in a range that keeps the signal alive through all layers.
    pub const fn pseudo_random(seed: u64) -> Self {
        let mut random = Random(seed);
        Self {
            input_step: 0.0625,
            input_zero: 3.0,
            first: random.kernels(0.4),
            first_bias: random.row(-0.1, 0.1),
            first_norm: random.norm(),
            separable: [random.separable(), random.separable(), random.separable(), random.separable()],
            dense: random.table(0.3),
            dense_bias: random.row(-0.1, 0.1),
        }
    }
}

/// The parameters of this example, in read-only memory.
pub static NETWORK: Network = Network::pseudo_random(1);

/// Synthetic features: a wave of a different length in each coefficient, and some noise.
pub const fn synthetic(seed: u64) -> Features {
    let mut random = Random(seed);
    let mut features = [[0; 10]; 49];
    let mut time = 0;
    while time < 49 {
        let mut k = 0;
        while k < 10 {
            let phase = (time * (k + 1)) % 20;
            let wave = if phase < 10 { 2 * phase } else { 40 - 2 * phase } as f32 - 10.0;
            features[time][k] = (4.0 * wave + random.between(-8.0, 8.0)) as i8;
            k += 1;
        }
        time += 1;
    }
    features
}

/// The features of this example.
pub static FEATURES: Features = synthetic(2);

/// The scores of [`FEATURES`], as the tests' plain loops compute them.
pub const ANSWER: Words<u8> = [2, 24, 19, 8, 4, 2, 5, 40, 125, 1, 21, 3];
