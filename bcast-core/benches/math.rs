//! Nanoseconds per element of each function of `bcast::math`, and of the standard library's, over 4096 numbers.
//!
//! ```sh
//! cargo bench -p bcast-core --bench math
//! RUSTFLAGS="-C target-cpu=native" cargo bench -p bcast-core --bench math
//! ```

use std::hint::black_box;
use std::time::Instant;

use bcast_core::math;

/// The minimum time per element of many runs.
fn time<T: Copy>(x: &[T], f: impl Fn(T) -> T) -> f64 {
    let mut y = x.to_vec();
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        for (y, &x) in y.iter_mut().zip(black_box(x)) {
            *y = f(x);
        }
        black_box(&mut y);
        best = best.min(start.elapsed().as_secs_f64());
    }
    best / x.len() as f64 * 1e9
}

/// 4096 unordered numbers between the bounds.
fn arguments(low: f64, high: f64) -> (Vec<f32>, Vec<f64>) {
    let double: Vec<f64> = (0..4096).map(|i| low + (high - low) * f64::from(i * 1229 % 4096) / 4096.0).collect();
    (double.iter().map(|&x| x as f32).collect(), double)
}

macro_rules! rows {
    ($($name:path, $label:literal $low:literal..$high:literal $(|$x:ident| $std:expr)?;)*) => {
        $(
            let (single, double) = arguments($low, $high);
            let ours = [time(&single, |x| $name(x)), time(&double, |x| $name(x))];
            print!("{:14} {:8.2} {:8.2}", $label, ours[0], ours[1]);
            $(print!(" {:8.2} {:8.2}", time(&single, |$x: f32| $std), time(&double, |$x: f64| $std));)?
            println!();
        )*
    };
}

fn power<T: math::Real>(x: T) -> T {
    math::powf(x, x)
}

fn main() {
    println!("{:14} {:>8} {:>8} {:>8} {:>8}", "ns per element", "f32", "f64", "std: f32", "f64");
    rows! {
        math::cos, "cos" -10.0..10.0 |x| x.cos();
        math::exp, "exp" -10.0..10.0 |x| x.exp();
        math::exp2, "exp2" -10.0..10.0 |x| x.exp2();
        math::exp_m1, "exp_m1" -10.0..10.0 |x| x.exp_m1();
        math::ln, "ln" 0.0..10.0 |x| x.ln();
        math::ln_1p, "ln_1p" -1.0..10.0 |x| x.ln_1p();
        math::log10, "log10" 0.0..10.0 |x| x.log10();
        math::log2, "log2" 0.0..10.0 |x| x.log2();
        power, "powf" 0.0..10.0 |x| x.powf(x);
        math::rsqrt, "rsqrt" 0.0..10.0 |x| 1.0 / x.sqrt();
        math::sigmoid, "sigmoid" -10.0..10.0 |x| 1.0 / (1.0 + (-x).exp());
        math::silu, "silu" -10.0..10.0 |x| x / (1.0 + (-x).exp());
        math::sin, "sin" -10.0..10.0 |x| x.sin();
        math::sin, "sin, large" -1e30..1e30 |x| x.sin();
        math::softplus, "softplus" -10.0..10.0 |x| x.max(0.0) + (-x.abs()).exp().ln_1p();
        math::sqrt, "sqrt" 0.0..10.0 |x| x.sqrt();
        math::tan, "tan" -10.0..10.0 |x| x.tan();
        math::tanh, "tanh" -10.0..10.0 |x| x.tanh();
        math::gelu_tanh, "gelu_tanh" -10.0..10.0 |x| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044715 * x * x * x)).tanh());
        math::gelu, "gelu" -10.0..10.0;
        math::erf, "erf" -3.0..3.0;
    }
}
