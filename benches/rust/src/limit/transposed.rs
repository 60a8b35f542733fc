//! W8, a + b transposed: blocks of 8 by 8 turned in registers.

/// The side of a square of blocks: the number of rows of `b` and of the output in use at a time.
const SQUARE: usize = 64;
const SIDE: usize = 8;

/// Defines a kernel of n by n arrays for each instruction set; `squares` selects the order, square by square or row by
/// row.
#[allow(clippy::type_complexity)]
pub fn add_transposed() -> Vec<(&'static str, fn(usize, &[f32], &[f32], &mut [f32]))> {
    let mut kernels: Vec<(&'static str, fn(usize, &[f32], &[f32], &mut [f32]))> =
        vec![("baseline", |n, a, b, y| blocks::<SQUARE>(n, a, b, y, block))];
    #[cfg(target_arch = "x86_64")]
    if crate::isa::avx2() {
        // SAFETY: the processor has the instructions, as just checked.
        kernels.push(("AVX2, squares", |n, a, b, y| unsafe { avx2::run::<SQUARE>(n, a, b, y) }));
        // SAFETY: as above.
        kernels.push(("AVX2, strips", |n, a, b, y| unsafe { avx2::run::<{ usize::MAX }>(n, a, b, y) }));
    }
    kernels
}

/// Traverses whole blocks in squares of `SQUARE`, then the edges one by one.
#[inline(always)]
fn blocks<const SQUARE: usize>(
    n: usize,
    a: &[f32],
    b: &[f32],
    y: &mut [f32],
    mut block: impl FnMut(usize, &[f32], &[f32], &mut [f32]),
) {
    assert!(a.len() == n * n && b.len() == n * n && y.len() == n * n);
    let whole = n / SIDE * SIDE;
    let step = SQUARE.min(whole.max(1));
    for top in (0..whole).step_by(step) {
        for left in (0..whole).step_by(step) {
            for i in (top..whole.min(top + step)).step_by(SIDE) {
                for j in (left..whole.min(left + step)).step_by(SIDE) {
                    block(n, &a[i * n + j..], &b[j * n + i..], &mut y[i * n + j..]);
                }
            }
        }
    }
    for i in 0..n {
        for j in if i < whole { whole } else { 0 }..n {
            y[i * n + j] = a[i * n + j] + b[j * n + i];
        }
    }
}

#[inline(always)]
fn block(n: usize, a: &[f32], b: &[f32], y: &mut [f32]) {
    let mut turned = [[0.0; SIDE]; SIDE];
    for k in 0..SIDE {
        let Some(b) = b[k * n..].first_chunk::<SIDE>() else { return };
        for l in 0..SIDE {
            turned[l][k] = b[l];
        }
    }
    for (l, turned) in turned.iter().enumerate() {
        let (Some(y), Some(a)) = (y[l * n..].first_chunk_mut::<SIDE>(), a[l * n..].first_chunk::<SIDE>()) else {
            return;
        };
        for k in 0..SIDE {
            y[k] = a[k] + turned[k];
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256, _mm_loadu_ps, _mm256_add_ps, _mm256_castps128_ps256, _mm256_insertf128_ps, _mm256_loadu_ps,
        _mm256_shuffle_ps, _mm256_storeu_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    };

    use super::{SIDE, blocks};

    #[target_feature(enable = "avx2,fma,bmi2")]
    pub fn run<const SQUARE: usize>(n: usize, a: &[f32], b: &[f32], y: &mut [f32]) {
        // SAFETY: `blocks` asserts that the arrays are n by n, and passes the rest of them from the upper left corner
        // of an 8 by 8 block inside.
        blocks::<SQUARE>(n, a, b, y, |n, a, b, y| unsafe { block(n, a.as_ptr(), b.as_ptr(), y.as_mut_ptr()) });
    }

    /// # Safety
    /// 8 rows, n apart, of 8 elements each can be read from `a` and `b` and written to `y`.
    #[inline]
    #[target_feature(enable = "avx2,fma,bmi2")]
    unsafe fn block(n: usize, a: *const f32, b: *const f32, y: *mut f32) {
        // Row k of `halves(0)` is b[k][0..4] and b[k + 4][0..4], of `halves(4)` the same of columns 4 to 8: the rest is
        // to transpose 4 by 4 blocks in each half of a register.
        // SAFETY: promised by the caller for `b`.
        let halves = |column: usize| unsafe {
            let half = |k: usize| {
                let low = _mm256_castps128_ps256(_mm_loadu_ps(b.add(k * n + column)));
                _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(b.add((k + 4) * n + column)))
            };
            turn([half(0), half(1), half(2), half(3)])
        };
        for column in [0, SIDE / 2] {
            for (l, turned) in halves(column).into_iter().enumerate() {
                let at = (column + l) * n;
                // SAFETY: promised by the caller for `a` and `y`.
                unsafe { _mm256_storeu_ps(y.add(at), _mm256_add_ps(_mm256_loadu_ps(a.add(at)), turned)) };
            }
        }
    }

    /// Transposes the 4 by 4 blocks in each half.
    #[inline]
    #[target_feature(enable = "avx2,fma,bmi2")]
    fn turn([r0, r1, r2, r3]: [__m256; 4]) -> [__m256; 4] {
        let (t0, t1) = (_mm256_unpacklo_ps(r0, r1), _mm256_unpackhi_ps(r0, r1));
        let (t2, t3) = (_mm256_unpacklo_ps(r2, r3), _mm256_unpackhi_ps(r2, r3));
        [
            _mm256_shuffle_ps::<0x44>(t0, t2),
            _mm256_shuffle_ps::<0xee>(t0, t2),
            _mm256_shuffle_ps::<0x44>(t1, t3),
            _mm256_shuffle_ps::<0xee>(t1, t3),
        ]
    }
}
