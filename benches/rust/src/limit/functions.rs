//! W10: element-wise functions, through one branch-free polynomial for e^x.

use super::pieces::{STREAMED, pieces};
use crate::isa::per_isa;

/// sqrt(2 / pi)
const GELU: f32 = 0.797_884_6;

/// `a * b + c`, with a single rounding if that is an instruction.
#[inline(always)]
fn mul_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// e^x for `x` up to 88: 2^n e^r with a Taylor polynomial of degree 6 in |r| <= ln 2 / 2, about 2 units in the last place.
///
/// Below -87 it is the least normal number instead of 0 or a subnormal one, a difference that affects no row here.
#[inline(always)]
fn exp<const FMA: bool>(x: f32) -> f32 {
    // Adding it rounds to an integer, which is in the lowest bits of the sum.
    const MAGIC: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let shifted = mul_add::<FMA>(x, std::f32::consts::LOG2_E, MAGIC);
    let n = shifted - MAGIC;
    let r = mul_add::<FMA>(n, -1.428_606_8e-6, mul_add::<FMA>(n, -6.931_457_5e-1, x));
    let mut sum = 1.388_250_4e-3;
    for coefficient in [8.366_520_5e-3, 4.166_72e-2, 1.666_654_3e-1, 5e-1, 1.0, 1.0] {
        sum = mul_add::<FMA>(sum, r, coefficient);
    }
    f32::from_bits(sum.to_bits().wrapping_add(shifted.to_bits() << 23))
}

per_isa! {
    /// The tanh form of gelu, by 1 + tanh(u) = 2 / (1 + e^-2u).
    pub fn gelu<const WAY: u8>(x: &[f32], y: &mut [f32]) {
        let length = if WAY == STREAMED { y.len().min(1 << 16) } else { y.len() };
        let x = &x[..y.len()];
        pieces::<WAY>(y, length, |row, column, y| {
            for (y, &x) in y.iter_mut().zip(&x[row * length + column..]) {
                let u = x * mul_add::<FMA>(x * x, -2.0 * GELU * 0.044_715, -2.0 * GELU);
                *y = x / (1.0 + exp::<FMA>(u));
            }
        });
    }
}

per_isa! {
    /// e^(-x x)
    pub fn gauss<const WAY: u8>(x: &[f32], y: &mut [f32]) {
        let length = if WAY == STREAMED { y.len().min(1 << 16) } else { y.len() };
        let x = &x[..y.len()];
        pieces::<WAY>(y, length, |row, column, y| {
            for (y, &x) in y.iter_mut().zip(&x[row * length + column..]) {
                *y = exp::<FMA>(-x * x);
            }
        });
    }
}

per_isa! {
    /// 1 / (1 + e^-(x + c)), with a number per row, cyclically.
    pub fn sigmoid<const WAY: u8>(x: &[f32], c: &[f32], y: &mut [f32]) {
        pieces::<WAY>(y, c.len(), |row, column, y| {
            let x = &x[row * c.len() + column..][..y.len()];
            for ((y, x), c) in y.iter_mut().zip(x).zip(&c[column..]) {
                *y = 1.0 / (1.0 + exp::<FMA>(-(x + c)));
            }
        });
    }
}
