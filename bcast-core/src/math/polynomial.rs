//! Polynomials by Horner's rule.

/// `polynomial!(x; a, b, c)` is a + b x + c x².
macro_rules! polynomial {
    ($x:expr; $last:expr) => { $last };
    ($x:expr; $first:expr, $($rest:expr),+) => { $first + $x * polynomial!($x; $($rest),+) };
}
