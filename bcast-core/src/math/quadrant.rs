//! How `sin`, `cos` and `tan` take whole quarters of a turn from their argument: |x| = n π/2 + r with |r| up to π/4.
//!
//! The product |x| · 2/π is computed in integers, from those digits of 2/π that the exponent of `x` selects: digits before them give
//! multiples of four, which change neither quadrant nor rest, and digits after them are too small to count. So this holds for every
//! finite number, and all of them take the same path, which the compiler turns into vector code; only the digits are loaded one by one.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use super::exact;

/// The digits of 2/π, from that of 2^6 on.
#[rustfmt::skip]
const DIGITS: [u64; 19] = [
    0x0145_f306_dc9c_882a, 0x53f8_4eaf_a3ea_69bb, 0x81b6_c52b_3278_8720,
    0x83fc_a2c7_57bd_778a, 0xc36e_48dc_7484_9ba5, 0xc00c_925d_d413_a324,
    0x39fc_3bd6_3962_534e, 0x7dd1_046b_ea5d_7689, 0x09d3_38e0_4d68_befc,
    0x8273_23ac_7306_a673, 0xe939_08bf_177b_f250, 0x763f_f12f_ffbc_0b30,
    0x1fde_5e23_16b4_14da, 0x3eda_6cfd_9e4f_9613, 0x6e9e_8c7e_cd3c_bfd4,
    0x5aea_4f75_8fd7_cbe2, 0xf67a_0e73_ef14_a525, 0xd4d7_f6bf_623f_1aba,
    0x10ac_0660_8df8_f6d7,
];

/// 60 digits of 2/π, from that of 2^(54 - skipped) on.
const fn digits(skipped: usize) -> u64 {
    let mut digits = 0;
    let mut i = skipped;
    while i < skipped + 60 {
        let digit = if i < 48 { 0 } else { (DIGITS[(i - 48) / 64] >> (63 - (i - 48) % 64)) & 1 };
        digits = digits << 1 | digit;
        i += 1;
    }
    digits
}

pub struct Quadrant {
    /// Its last two bits count.
    pub n: u64,
    pub r: f64,
    /// What rounding took away from `r`.
    pub lost: f64,
}

impl Quadrant {
    /// sin r, and what rounding took away from it.
    #[inline(always)]
    fn sin(&self, polynomial: impl Fn(f64) -> f64) -> (f64, f64) {
        let square = self.r * self.r;
        exact::sum(self.r, self.r * square * polynomial(square) + self.lost)
    }

    /// cos r, and what rounding took away from it.
    #[inline(always)]
    fn cos(&self, polynomial: impl Fn(f64) -> f64) -> (f64, f64) {
        let square = self.r * self.r;
        let half = 0.5 * square;
        let sum = 1.0 - half;
        exact::sum(sum, ((1.0 - sum) - half) + (square * square * polynomial(square) - self.r * self.lost))
    }
}

/// An integer below 2^52 as a number: SSE2 has no instruction for it.
#[inline(always)]
fn float(digits: u64) -> f64 {
    const WHOLE: f64 = (1_u64 << 52) as f64;
    f64::from_bits(digits | WHOLE.to_bits()) - WHOLE
}

/// 2^-n
const fn unit(n: u64) -> f64 {
    f64::from_bits((1023 - n) << 52)
}

/// `y` with the other sign where the lowest bit of `is_negative` is set.
#[inline(always)]
pub fn signed(y: f64, is_negative: u64) -> f64 {
    f64::from_bits(y.to_bits() ^ (is_negative << 63))
}

pub mod single {
    use super::{FRAC_PI_2, FRAC_PI_4, Quadrant, digits, float, signed, unit};

    /// For each 8 exponents the digits from 2^(30 - 8 i) on: 32, 32 and 32 of them, two in one.
    static TABLE: [[u64; 2]; 32] = {
        let mut table = [[0; 2]; 32];
        let mut i = 0;
        while i <= 16 {
            let (high, low) = (digits(24 + 8 * i), digits(84 + 8 * i));
            table[i] = [high << 4 | low >> 56, (low >> 24) & 0xffff_ffff];
            i += 1;
        }
        table
    };

    /// For |x|. Nothing is lost: `r` is right to more digits than an `f32` has.
    #[inline(always)]
    pub fn of(x: f32) -> Quadrant {
        const LOW: u64 = 0xffff_ffff;
        let size = f64::from(x.abs());
        let bits = u64::from(x.abs().to_bits());
        // |x| = m 2^(8 i - 29) with m below 2^31. Small numbers, for which this is wrong, are their own rest.
        let exponent = (bits >> 23).wrapping_sub(121);
        let m = ((bits & 0x7f_ffff) | 0x80_0000) << (exponent & 7);
        let [digits, low] = TABLE[(exponent >> 3) as usize & 31];
        // Their product without multiples of four, in units of 2^-62.
        let product = ((m * (digits >> 32)) << 32).wrapping_add(m * (digits & LOW) + ((m * low) >> 32));
        // From a half on a fraction is the rest below the next quarter; the complement of its digits is as good as what they lack of 1.
        let is_high = (product >> 61) & 1;
        let fraction = (product ^ is_high.wrapping_neg()) & ((1 << 62) - 1);
        let r = (float(fraction >> 32) * unit(30) + float(fraction & LOW) * unit(62)) * FRAC_PI_2;
        let is_small = size < FRAC_PI_4;
        let n = if is_small { 0 } else { (product >> 62) + is_high };
        Quadrant { n, r: if is_small { size } else { signed(r, is_high) }, lost: 0.0 }
    }
}

pub mod double {
    use super::{FRAC_PI_2, FRAC_PI_4, Quadrant, digits, exact, float, signed, unit};

    /// For each 8 exponents the digits from 2^(54 - 8 i) on, 60 each.
    static TABLE: [[u64; 3]; 256] = {
        let mut table = [[0; 3]; 256];
        let mut i = 0;
        while i <= 128 {
            table[i] = [digits(8 * i), digits(60 + 8 * i), digits(120 + 8 * i)];
            i += 1;
        }
        table
    };

    /// For |x|.
    #[inline(always)]
    pub fn of(x: f64) -> Quadrant {
        const LOW: u64 = (1 << 30) - 1;
        const PI_LOST: f64 = 6.123233995736766e-17;
        let size = x.abs();
        let bits = size.to_bits();
        // |x| = m 2^(8 i - 53) with m below 2^60. Small numbers, for which this is wrong, are their own rest.
        let exponent = (bits >> 52).wrapping_sub(1022);
        let m = ((bits & ((1 << 52) - 1)) | 1 << 52) << (exponent & 7);
        let digits = &TABLE[(exponent >> 3) as usize & 255];
        // Their product without multiples of four, 30 digits at a time from the last ones that count: units of 2^-118.
        let (high, low) = (m >> 30, m & LOW);
        let [d5, d3, d1] = digits.map(|digits| digits >> 30);
        let [d4, d2, d0] = digits.map(|digits| digits & LOW);
        let p1 = low * d1 + high * d0;
        let p2 = low * d2 + high * d1 + (p1 >> 30);
        let p3 = low * d3 + high * d2 + (p2 >> 30);
        let p4 = low * d4 + high * d3 + (p3 >> 30);
        let p5 = low * d5 + high * d4 + (p4 >> 30);
        // From a half on a fraction is the rest below the next quarter; the complement of its digits is as good as what they lack of 1.
        let is_high = (p5 >> 27) & 1;
        let flip = is_high.wrapping_neg();
        let head = float((p5 ^ flip) & ((1 << 28) - 1)) * unit(28);
        let tail = float((p3 ^ flip) & LOW) * unit(88) + float((p2 ^ flip) & LOW) * unit(118);
        let tail = float((p4 ^ flip) & LOW) * unit(58) + tail;
        let (fraction, fraction_lost) = exact::sum(head, tail);
        let (r, r_lost) = exact::product(fraction, FRAC_PI_2);
        let lost = r_lost + (fraction * PI_LOST + fraction_lost * FRAC_PI_2);
        let is_small = size < FRAC_PI_4;
        Quadrant {
            n: if is_small { 0 } else { (p5 >> 28) + is_high },
            r: if is_small { size } else { signed(r, is_high) },
            lost: if is_small { 0.0 } else { signed(lost, is_high) },
        }
    }
}

macro_rules! polynomials {
    ([$($sin:literal),+], [$($cos:literal),+]) => {
        #[inline(always)]
        pub fn sin(quadrant: &Quadrant) -> (f64, f64) {
            quadrant.sin(|square| polynomial!(square; $($sin),+))
        }

        #[inline(always)]
        pub fn cos(quadrant: &Quadrant) -> (f64, f64) {
            quadrant.cos(|square| polynomial!(square; $($cos),+))
        }
    };
}

/// sin r and cos r, right to what a result in `f32` needs.
pub mod wide {
    use super::Quadrant;
    polynomials!(
        [-1.6666666641617506e-1, 8.33332938477611e-3, -1.9839334466799786e-4, 2.7183079060021493e-6],
        [4.16666505950146e-2, -1.3887519393717962e-3, 2.4453456661736543e-5]
    );
}

/// sin r and cos r.
pub mod full {
    use super::Quadrant;
    polynomials!(
        [
            -1.6666666666666638e-1,
            8.333333333323353e-3,
            -1.9841269830405656e-4,
            2.755731386590158e-6,
            -2.5050781769368877e-8,
            1.5898014897304832e-10
        ],
        [
            4.166666666666666e-2,
            -1.388888888888262e-3,
            2.4801587294192267e-5,
            -2.755731558355017e-7,
            2.0875876831073026e-9,
            -1.1367020534065762e-11
        ]
    );
}
