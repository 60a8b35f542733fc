//! Long rows: one or several operands with a number per element, others with one per row.

use super::pieces::{STREAMED, pieces};
use crate::EPS;
use crate::isa::per_isa;

per_isa! {
    /// W1, a + b.
    pub fn add<const WAY: u8>(a: &[f32], b: &[f32], y: &mut [f32]) {
        let length = if WAY == STREAMED { y.len().min(1 << 16) } else { y.len() };
        let (a, b) = (&a[..y.len()], &b[..y.len()]);
        pieces::<WAY>(y, length, |row, column, y| {
            let start = row * length + column;
            for ((y, a), b) in y.iter_mut().zip(&a[start..]).zip(&b[start..]) {
                *y = a + b;
            }
        });
    }
}

per_isa! {
    /// W2, a * s + t.
    pub fn scale<const WAY: u8>(a: &[f32], s: f32, t: f32, y: &mut [f32]) {
        let length = if WAY == STREAMED { y.len().min(1 << 16) } else { y.len() };
        let a = &a[..y.len()];
        pieces::<WAY>(y, length, |row, column, y| {
            for (y, a) in y.iter_mut().zip(&a[row * length + column..]) {
                *y = a * s + t;
            }
        });
    }
}

per_isa! {
    /// W3, each row plus the same row.
    pub fn add_row<const WAY: u8>(a: &[f32], b: &[f32], y: &mut [f32]) {
        pieces::<WAY>(y, b.len(), |row, column, y| {
            let a = &a[row * b.len() + column..][..y.len()];
            for ((y, a), b) in y.iter_mut().zip(a).zip(&b[column..]) {
                *y = a + b;
            }
        });
    }
}

per_isa! {
    /// W4, W5 and W6: each row of `length` elements plus one number, cyclically.
    pub fn add_numbers<const WAY: u8>(length: usize, a: &[f32], numbers: &[f32], y: &mut [f32]) {
        let mut last = (0, 0);
        pieces::<WAY>(y, length, |row, column, y| {
            last = turn(last, row, numbers.len());
            let b = numbers[last.1];
            let a = &a[row * length + column..][..y.len()];
            for (y, a) in y.iter_mut().zip(a) {
                *y = a + b;
            }
        });
    }
}

per_isa! {
    /// W7, the outer product.
    pub fn outer<const WAY: u8>(a: &[f32], b: &[f32], y: &mut [f32]) {
        pieces::<WAY>(y, b.len(), |row, column, y| {
            let a = a[row];
            for (y, b) in y.iter_mut().zip(&b[column..]) {
                *y = a * b;
            }
        });
    }
}

per_isa! {
    /// W9, batch norm: the part that depends on the channel is computed once per plane.
    #[allow(clippy::too_many_arguments)]
    pub fn batch_norm<const WAY: u8>(
        length: usize, x: &[f32], mean: &[f32], var: &[f32], gamma: &[f32], beta: &[f32], y: &mut [f32],
    ) {
        let mut last = (0, 0);
        pieces::<WAY>(y, length, |row, column, y| {
            last = turn(last, row, mean.len());
            let c = last.1;
            let (mean, deviation, gamma, beta) = (mean[c], (var[c] + EPS).sqrt(), gamma[c], beta[c]);
            let x = &x[row * length + column..][..y.len()];
            for (y, x) in y.iter_mut().zip(x) {
                *y = (x - mean) / deviation * gamma + beta;
            }
        });
    }
}

per_isa! {
    /// W11, PRelu.
    pub fn prelu<const WAY: u8>(length: usize, x: &[f32], slope: &[f32], y: &mut [f32]) {
        let mut last = (0, 0);
        pieces::<WAY>(y, length, |row, column, y| {
            last = turn(last, row, slope.len());
            let slope = slope[last.1];
            let x = &x[row * length + column..][..y.len()];
            for (y, &x) in y.iter_mut().zip(x) {
                *y = if x < 0.0 { slope * x } else { x };
            }
        });
    }
}

per_isa! {
    /// W14, a + b + c + d with a row, a column and one number.
    pub fn add_four<const WAY: u8>(a: &[f32], b: &[f32], c: &[f32], d: f32, y: &mut [f32]) {
        pieces::<WAY>(y, b.len(), |row, column, y| {
            let c = c[row];
            let a = &a[row * b.len() + column..][..y.len()];
            for ((y, a), b) in y.iter_mut().zip(a).zip(&b[column..]) {
                *y = a + b + c + d;
            }
        });
    }
}

/// The number for `row`, of `count` used cyclically, given the last call's `(row, turn)`: without a division.
#[inline(always)]
fn turn((last_row, last): (usize, usize), row: usize, count: usize) -> (usize, usize) {
    if row == last_row { (row, last) } else { (row, if last + 1 == count { 0 } else { last + 1 }) }
}
