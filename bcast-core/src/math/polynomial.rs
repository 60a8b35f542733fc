//! Polynomials by Horner's rule.

/// `polynomial!(x; a, b, c)` is a + b x + c x², contracted where the function is `FUSED`.
macro_rules! polynomial {
    ($x:expr; $last:expr) => { $last };
    ($x:expr; $first:expr, $($rest:expr),+) => {
        $crate::math::fused::mul_add::<_, FUSED>($x, polynomial!($x; $($rest),+), $first)
    };
}
