use super::exp;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// The error function, 2/√π times the integral of e^(-t²) from 0 to `x`.
///
/// Method: up to 0.8 an odd minimax polynomial; from there 1 - e^(-x²) P(t) / (2 + |x|) with a minimax polynomial in
/// t = (|x| - 2) / (|x| + 2). For `f32` it is computed in `f64`.
///
/// Largest error: 0.52 ULP for `f32`, 1.85 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | 1 |
/// | -∞ | -1 |
/// | 0, -0 | `x` |
/// | subnormal | as for normal `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::erf;
///
/// assert_eq!(erf(0.0), 0.0);
/// assert!((erf(0.5_f64) - 0.520_499_877_813_046_5).abs() < 1e-15);
/// assert_eq!(erf(f32::NEG_INFINITY), -1.0);
/// ```
#[inline(always)]
pub fn erf<T: Real>(x: T) -> T {
    T::erf(x, Fused::NO)
}

macro_rules! erf {
    ($exp:path, one_from: $one_from:literal, [$($near:literal),+], [$($far:literal),+]) => {
        #[inline(always)]
        pub fn erf<const FUSED: bool>(x: f64) -> f64 {
            use $exp as exp;
            let square = x * x;
            let near = mul_add::<_, FUSED>(x, polynomial!(square; $($near),+), x);
            // From this bound on the result is 1; NaN passes.
            let size = x.abs().clamp(0.0, $one_from);
            let inverse = 1.0 / (2.0 + size);
            let t = (size - 2.0) * inverse;
            let far = 1.0 - exp::exp::<FUSED>(-size * size) * (inverse * polynomial!(t; $($far),+));
            if size < 0.8 { near } else { far.copysign(x) }
        }
    };
}

pub(super) mod single {
    #[inline(always)]
    pub fn erf<const FUSED: bool>(x: f32) -> f32 {
        super::wide::erf::<FUSED>(f64::from(x)) as f32
    }
}

mod wide {
    use super::{exp, mul_add};
    erf!(exp::wide, one_from: 4.0,
        [1.2837916703482938e-1, -3.7612637964576e-1, 1.1283767953997208e-1, -2.6863918515830244e-2,
         5.213746907559601e-3, -8.307385643056614e-4, 9.170169353149305e-5],
        [1.0215828343281168, -6.871605906890482e-1, 2.794239541789116e-1, -3.698884466716934e-2, -2.391353295535265e-2,
         1.81654927774131e-3]);
}

pub(super) mod double {
    use super::{exp, mul_add};
    erf!(exp::double, one_from: 6.0,
        [1.283791670955126e-1, -3.761263890318375e-1, 1.128379167095468e-1, -2.686617064501424e-2,
         5.223977623853967e-3, -8.548326896422176e-4, 1.2055326550993509e-4, -1.4925436396023686e-5,
         1.6457371360799138e-6, -1.6296382514516882e-7, 1.4158862825519077e-8, -8.739672526877927e-10],
        [1.021582705242023, -6.871606844138064e-1, 2.794720925559779e-1, -3.644223150947207e-2, -2.15106618972569e-2,
         6.479185293328494e-3, 3.0906139046955935e-3, -8.372966796237918e-4, -6.631318336662299e-4,
         3.415307648824665e-5, 1.4454745286690811e-4, 3.663077670654855e-5, -1.4875769419958543e-5,
         -8.713874877004944e-6]);
}
