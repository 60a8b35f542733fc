//! Reproducible random numbers.

/// A small generator (splitmix64), good enough for offsets and for data without a learnable pattern.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// A number from 0.5 to 1.5.
    pub fn number(&mut self) -> f32 {
        0.5 + (self.bits() >> 40) as f32 / (1 << 24) as f32
    }
}
