//! `f32` and `f64`.

use super::arithmetic::{Arithmetic, of_two};

/// The largest integer not above `x`; infinities and NaN stay. `core` has none.
pub(super) trait Floor {
    fn floor(self) -> Self;
}

macro_rules! floats {
    ($($T:ident $I:ident)*) => {$(
        impl Floor for $T {
            #[inline(always)]
            fn floor(self) -> Self {
                // From here on every number is an integer.
                const WHOLE: $T = (1_u64 << ($T::MANTISSA_DIGITS - 1)) as $T;
                let whole = (self as $I) as $T;
                let below = if whole > self { whole - 1.0 } else { whole };
                // NaN is not below the bound. A zero keeps its sign.
                if self.abs() < WHOLE { below.copysign(self) } else { self }
            }
        }

        impl Arithmetic for $T {
            of_two! { |x, y|
                add: x + y;
                sub: x - y;
                mul: x * y;
                div: x / y;
                floor_div: Floor::floor(x / y);
                modulo: {
                    let remainder = x % y;
                    if remainder == 0.0 {
                        (0.0 as $T).copysign(y)
                    } else if (remainder < 0.0) != (y < 0.0) {
                        // Exact where both are finite and of similar magnitude; `y` itself where it is infinite. NaN
                        // stays NaN.
                        remainder + y
                    } else {
                        remainder
                    }
                };
                fmod: x % y;
                max: {
                    // NaN in `y` fails the comparison.
                    let larger = if x > y { x } else { y };
                    if x.is_nan() { x } else { larger }
                };
                min: {
                    let smaller = if x < y { x } else { y };
                    if x.is_nan() { x } else { smaller }
                };
                prelu: if x < 0.0 { y * x } else { x };
            }
        }
    )*};
}
floats!(f32 i32 f64 i64);
