//! Argument reduction of `sin`, `cos` and `tan`: |x| = n π/2 + r with |r| up to π/4.
//!
//! |x| · 2/π needs only the digits of 2/π that the exponent of `x` selects: earlier digits give multiples of four,
//! which change neither quadrant nor rest, and later ones are negligible. For `f32` there are five ranges, selected
//! without branches, so that loops vectorise. For `f64` there are too many: numbers from 2^20 on take the digits from a
//! table, in a separate function, and the others subtract n π/2 in parts. That branch keeps loops over `f64` scalar; a
//! single path by table and integer arithmetic did not vectorise either, since compilers rate 64-bit products too
//! expensive, and took twice the time.

use core::f64::consts::{FRAC_2_PI, FRAC_PI_2};

use super::exact;

/// The digits of 2/π, starting at 2^6.
#[rustfmt::skip]
const DIGITS: [u64; 20] = [
    0x0145_f306_dc9c_882a, 0x53f8_4eaf_a3ea_69bb, 0x81b6_c52b_3278_8720,
    0x83fc_a2c7_57bd_778a, 0xc36e_48dc_7484_9ba5, 0xc00c_925d_d413_a324,
    0x39fc_3bd6_3962_534e, 0x7dd1_046b_ea5d_7689, 0x09d3_38e0_4d68_befc,
    0x8273_23ac_7306_a673, 0xe939_08bf_177b_f250, 0x763f_f12f_ffbc_0b30,
    0x1fde_5e23_16b4_14da, 0x3eda_6cfd_9e4f_9613, 0x6e9e_8c7e_cd3c_bfd4,
    0x5aea_4f75_8fd7_cbe2, 0xf67a_0e73_ef14_a525, 0xd4d7_f6bf_623f_1aba,
    0x10ac_0660_8df8_f6d7, 0x57e1_9f78_4135_e86c,
];

/// 64 digits of 2/π, starting at 2^(54 - skipped). It shifts whole words: the compiler evaluates a table of these.
const fn digits(skipped: usize) -> u64 {
    // Digits before the first of `DIGITS` are 0.
    if skipped < 48 {
        return DIGITS[0] >> (48 - skipped);
    }
    let (word, within) = ((skipped - 48) / 64, (skipped - 48) % 64);
    let next = if within == 0 { 0 } else { DIGITS[word + 1] >> (64 - within) };
    DIGITS[word] << within | next
}

pub struct Quadrant {
    /// Its last two bits are the quadrant.
    pub n: u64,
    pub r: f64,
    /// The rounding error of `r`.
    pub lost: f64,
}

impl Quadrant {
    /// sin r, and its rounding error.
    #[inline(always)]
    fn sin(&self, polynomial: impl Fn(f64) -> f64) -> (f64, f64) {
        let square = self.r * self.r;
        exact::sum(self.r, self.r * square * polynomial(square) + self.lost)
    }

    /// cos r, and its rounding error.
    #[inline(always)]
    fn cos(&self, polynomial: impl Fn(f64) -> f64) -> (f64, f64) {
        let square = self.r * self.r;
        let half = 0.5 * square;
        let sum = 1.0 - half;
        exact::sum(sum, ((1.0 - sum) - half) + (square * square * polynomial(square) - self.r * self.lost))
    }
}

/// 2^-n
const fn unit(n: u64) -> f64 {
    f64::from_bits((1023 - n) << 52)
}

/// `y`, with its sign flipped if the lowest bit of `is_negative` is set.
#[inline(always)]
pub fn signed(y: f64, is_negative: u64) -> f64 {
    f64::from_bits(y.to_bits() ^ (is_negative << 63))
}

pub mod single {
    use super::{FRAC_PI_2, Quadrant, digits, unit};

    /// 2/π without the digits that give multiples of four for multiples of 2^skipped, as a sum of three numbers; the
    /// products of the first two with an `f32` are exact.
    const fn parts(skipped: u64) -> [f64; 3] {
        let (first, second) = (digits(53 + skipped as usize) >> 4, digits(108 + skipped as usize) >> 4);
        let (high, middle, low) = (first >> 31, (first >> 5) & ((1 << 26) - 1), second >> 7);
        [
            high as f64 * unit(27) * unit(skipped),
            middle as f64 * unit(53) * unit(skipped),
            low as f64 * unit(106) * unit(skipped),
        ]
    }

    /// Reduces |x|. `r` has more correct digits than an `f32` holds.
    #[inline(always)]
    pub fn of(x: f32) -> Quadrant {
        let size = f64::from(x.abs());
        // From 2^(26 i) on, an `f32` is a multiple of 2^(26 i - 23).
        let mut digits = const { parts(0) };
        digits = if size >= (1_u64 << 26) as f64 { const { parts(3) } } else { digits };
        digits = if size >= (1_u64 << 52) as f64 { const { parts(29) } } else { digits };
        digits = if size >= (1_u128 << 78) as f64 { const { parts(55) } } else { digits };
        digits = if size >= (1_u128 << 104) as f64 { const { parts(81) } } else { digits };
        let [high, middle, low] = digits.map(|digits| size * digits);
        let (n_high, bits_high) = whole(high);
        let (n_middle, bits_middle) = whole(middle);
        // These are exact, and so is their sum where the result is small.
        let (high, middle) = (high - n_high, middle - n_middle);
        let (n, bits) = whole(high + middle + low);
        let fraction = ((high - n) + middle) + low;
        Quadrant { n: bits_high.wrapping_add(bits_middle).wrapping_add(bits), r: fraction * FRAC_PI_2, lost: 0.0 }
    }

    /// The nearest integer, for magnitudes below 2^51, and bits of which the last two are its own.
    #[inline(always)]
    fn whole(x: f64) -> (f64, u64) {
        const SHIFT: f64 = 1.5 * (1_u64 << 52) as f64;
        let shifted = x + SHIFT;
        (shifted - SHIFT, shifted.to_bits())
    }
}

pub mod double {
    use super::super::format::Format;
    use super::{FRAC_2_PI, FRAC_PI_2, Quadrant, digits, exact, signed, unit};

    /// For each 8 exponents, 64 digits starting at 2^(54 - 8 i).
    static TABLE: [[u64; 3]; 256] = {
        let mut table = [[0; 3]; 256];
        let mut i = 0;
        while i <= 128 {
            let mut j = 0;
            while j < 3 {
                table[i][j] = digits(8 * i + 64 * j);
                j += 1;
            }
            i += 1;
        }
        table
    };

    /// Reduces |x|. Below 2^20 it multiplies by π/2 in parts, of which the first two are short enough to be exact; the
    /// branch is almost always the same.
    #[inline(always)]
    pub fn of(x: f64) -> Quadrant {
        let size = x.abs();
        if size < (1 << 20) as f64 {
            let (n, bits) = size.nearest::<false>(FRAC_2_PI);
            let (high, low) = (size - n * 1.5707963267341256, n * 6.07710050359346e-11);
            let r = high - low;
            // Either may be the larger one.
            let taken = r - high;
            let lost = (high - (r - taken)) - (low + taken);
            let (r, lost) = exact::sum(r, lost - n * 2.912732056093356e-20);
            // The last bits are those of n + 2 · 1023.
            Quadrant { n: bits + 2, r, lost }
        } else {
            large(size)
        }
    }

    #[cold]
    #[inline(never)]
    fn large(size: f64) -> Quadrant {
        const PI_LOST: f64 = 6.123233995736766e-17;
        let bits = size.to_bits();
        // |x| = m 2^(8 i - 53) with m below 2^60.
        let exponent = (bits >> 52).wrapping_sub(1022);
        let m = ((bits & ((1 << 52) - 1)) | 1 << 52) << (exponent & 7);
        let [high, middle, low] = TABLE[(exponent >> 3) as usize & 255];
        // The product without multiples of four and without the last digits, in units of 2^-126.
        let product = (u128::from(m.wrapping_mul(high)) << 64)
            .wrapping_add(u128::from(m) * u128::from(middle))
            .wrapping_add((u128::from(m) * u128::from(low)) >> 64);
        // From a half on, the rest is below the next quarter; the complement of the digits is a good approximation of 1
        // minus them.
        let (high, low) = ((product >> 64) as u64, product as u64);
        let is_high = (high >> 61) & 1;
        let flip = is_high.wrapping_neg();
        let (head, tail) = ((high ^ flip) & ((1 << 62) - 1), low ^ flip);
        // The last 11 digits of the first, which do not fit an `f64`, go with the second.
        const ROOM: u64 = (1 << 11) - 1;
        let tail = (((head & ROOM) << 52) | (tail >> 12)) as i64 as f64 * unit(114);
        let head = (head & !ROOM) as i64 as f64 * unit(62);
        let (fraction, fraction_lost) = exact::sum(head, tail);
        let (r, r_lost) = exact::product::<false>(fraction, FRAC_PI_2);
        let lost = r_lost + (fraction * PI_LOST + fraction_lost * FRAC_PI_2);
        Quadrant { n: (high >> 62) + is_high, r: signed(r, is_high), lost: signed(lost, is_high) }
    }
}

/// Never contracted: most of the work is splitting the argument.
const FUSED: bool = false;

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

/// sin r and cos r, accurate enough for a result in `f32`.
pub mod wide {
    use super::{FUSED, Quadrant};
    polynomials!(
        [-1.6666666641617506e-1, 8.33332938477611e-3, -1.9839334466799786e-4, 2.7183079060021493e-6],
        [4.16666505950146e-2, -1.3887519393717962e-3, 2.4453456661736543e-5]
    );
}

/// sin r and cos r.
pub mod full {
    use super::{FUSED, Quadrant};
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

/// Defines a function for both formats by two expressions: its value, from the sine and the cosine of `r` with their rounding errors, and
/// bits of which the last one flips its sign.
macro_rules! of_quadrant {
    ($name:ident: |$x:ident, $quadrant:ident, $sin:ident, $cos:ident| $value:expr, $is_negative:expr) => {
        of_quadrant! { @ $name single f32 wide, |$x, $quadrant, $sin, $cos| $value, $is_negative }
        of_quadrant! { @ $name double f64 full, |$x, $quadrant, $sin, $cos| $value, $is_negative }
    };
    (@ $name:ident $format:ident $T:ident $terms:ident, |$x:ident, $quadrant:ident, $sin:ident, $cos:ident| $value:expr, $is_negative:expr) => {
        pub(super) mod $format {
            use super::quadrant::{signed, $format::of, $terms as terms};

            #[inline(always)]
            pub fn $name($x: $T) -> $T {
                let $quadrant = of($x);
                let ($sin, $cos) = (terms::sin(&$quadrant), terms::cos(&$quadrant));
                let y = signed($value, $is_negative);
                if $x.abs() < $T::INFINITY { y as $T } else { $T::NAN }
            }
        }
    };
}
pub(super) use of_quadrant;
