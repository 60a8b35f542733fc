//! Short rows: W6, whose rows are 28 long, and W12, whose rows are 3.

use super::pieces::{STREAMED, pieces};
use crate::isa::per_isa;

per_isa! {
    /// W6 with rows of a constant 28 elements.
    pub fn add_numbers_28(a: &[f32], numbers: &[f32], y: &mut [f32]) {
        let (a, _) = a.as_chunks::<28>();
        let (y, _) = y.as_chunks_mut::<28>();
        for (y, a) in y.chunks_mut(numbers.len()).zip(a.chunks(numbers.len())) {
            for ((y, a), b) in y.iter_mut().zip(a).zip(numbers) {
                for i in 0..28 {
                    y[i] = a[i] + b;
                }
            }
        }
    }
}

/// W6 with masks for the end of each row, for AVX-512.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::type_complexity)]
pub fn add_numbers_masked() -> Option<fn(usize, &[f32], &[f32], &mut [f32])> {
    use std::arch::x86_64::{
        _mm512_add_ps, _mm512_loadu_ps, _mm512_mask_storeu_ps, _mm512_maskz_loadu_ps, _mm512_set1_ps, _mm512_storeu_ps,
    };

    #[target_feature(enable = "avx2,fma,bmi2,avx512f,avx512vl,avx512bw,avx512dq")]
    fn masked(length: usize, a: &[f32], numbers: &[f32], y: &mut [f32]) {
        assert!(length > 0 && a.len() == y.len() && y.len().is_multiple_of(length * numbers.len()));
        let (whole, rest) = (length / 16, length % 16);
        let mask = ((1_u32 << rest) - 1) as u16;
        let (mut a, mut y, end) = (a.as_ptr(), y.as_mut_ptr(), a.len() / length / numbers.len());
        for _ in 0..end {
            for &number in numbers {
                let b = _mm512_set1_ps(number);
                // SAFETY: `a` and `y` have equal lengths, a whole number of rows, as asserted; a row is `whole` times
                // 16 elements and those in `mask`.
                unsafe {
                    for i in 0..whole {
                        _mm512_storeu_ps(y.add(i * 16), _mm512_add_ps(_mm512_loadu_ps(a.add(i * 16)), b));
                    }
                    let tail = _mm512_maskz_loadu_ps(mask, a.add(whole * 16));
                    _mm512_mask_storeu_ps(y.add(whole * 16), mask, _mm512_add_ps(tail, b));
                    (a, y) = (a.add(length), y.add(length));
                }
            }
        }
    }

    // SAFETY: the processor has the instructions, as just checked.
    crate::isa::avx512().then_some(|length, a, numbers, y| unsafe { masked(length, a, numbers, y) })
}

/// Elements per step of W12, a multiple of 3 and of the longest register.
const STEP: usize = 48;

per_isa! {
    /// W12, pixels: the three numbers are repeated, so that no register is assembled from them.
    pub fn pixels<const WAY: u8>(x: &[u8], mean: &[f32], std: &[f32], y: &mut [f32]) {
        const PERIODS: usize = STEP + 3;
        let means: [f32; PERIODS] = std::array::from_fn(|i| mean[i % 3]);
        let stds: [f32; PERIODS] = std::array::from_fn(|i| std[i % 3]);
        let length = if WAY == STREAMED { y.len().min(3 << 16) } else { y.len() };
        let x = &x[..y.len()];
        pieces::<WAY>(y, length, |row, column, y| {
            let start = row * length + column;
            let (Some(means), Some(stds)) =
                (means[start % 3..].first_chunk::<STEP>(), stds[start % 3..].first_chunk::<STEP>()) else { return };
            let x = &x[start..start + y.len()];
            let ((y, y_rest), (x, x_rest)) = (y.as_chunks_mut::<STEP>(), x.as_chunks::<STEP>());
            for (y, x) in y.iter_mut().zip(x) {
                for i in 0..STEP {
                    y[i] = (f32::from(x[i]) / 255.0 - means[i]) / stds[i];
                }
            }
            for (i, (y, x)) in y_rest.iter_mut().zip(x_rest).enumerate() {
                *y = (f32::from(*x) / 255.0 - means[i]) / stds[i];
            }
        });
    }
}
