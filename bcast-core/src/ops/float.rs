//! `f32` and `f64`.

use super::arithmetic::{Arithmetic, of_two};

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl Arithmetic for $T {
            of_two! { |x, y|
                add: x + y;
                sub: x - y;
                mul: x * y;
                div: x / y;
                python_div: x / y;
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
floats!(f32 f64);
