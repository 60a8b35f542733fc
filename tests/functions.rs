//! `x.exp()` and similar methods: `bcast::math` for `f32` and `f64`, the type's own method otherwise.
use bcast::__private::limit_instructions;
use bcast::{bcast, math};
use ndarray::{Array1, array};

/// Bits in which `bcast::math` and the standard library differ, which identify the function that ran. After this call every kernel computes
/// without fused multiply-adds, as functions called by name do.
fn differing() -> (f32, f64) {
    limit_instructions(0);
    let single = (1..100_000).map(|i| i as f32 * 1e-3).find(|x| x.exp() != math::exp(*x));
    let double = (1..100_000).map(|i| f64::from(i) * 1e-3).find(|x| x.exp() != math::exp(*x));
    (single.expect("an argument"), double.expect("an argument"))
}

#[test]
fn concrete_types() {
    let (single, double) = differing();
    let (x, y) = (array![single], array![double]);
    assert_eq!(bcast!(x.exp())[0], math::exp(single));
    assert_eq!(bcast!(y.exp())[0], math::exp(double));
    assert_ne!(bcast!(x.exp())[0], single.exp());
    // A path as callee is left as it is.
    assert_eq!(bcast!(f32::exp(x))[0], single.exp());
    assert_eq!(bcast!(f64::exp(y))[0], double.exp());
    // A constant, and a call without any array.
    assert_eq!(bcast!(x * 0.0 + single.exp())[0], math::exp(single));
    assert_eq!(bcast!(single.exp()), math::exp(single));
}

#[test]
fn every_method() {
    limit_instructions(0);
    let x = array![0.75_f32];
    let v = 0.75_f32;
    assert_eq!(bcast!(x.cos())[0], math::cos(v));
    assert_eq!(bcast!(x.exp())[0], math::exp(v));
    assert_eq!(bcast!(x.exp2())[0], math::exp2(v));
    assert_eq!(bcast!(x.exp_m1())[0], math::exp_m1(v));
    assert_eq!(bcast!(x.ln())[0], math::ln(v));
    assert_eq!(bcast!(x.ln_1p())[0], math::ln_1p(v));
    assert_eq!(bcast!(x.log10())[0], math::log10(v));
    assert_eq!(bcast!(x.log2())[0], math::log2(v));
    assert_eq!(bcast!(x.powf(x))[0], math::powf(v, v));
    assert_eq!(bcast!(x.powf(2.5))[0], math::powf(v, 2.5));
    assert_eq!(bcast!(x.sin())[0], math::sin(v));
    assert_eq!(bcast!(x.sqrt())[0], math::sqrt(v));
    assert_eq!(bcast!(x.tan())[0], math::tan(v));
    assert_eq!(bcast!(x.tanh())[0], math::tanh(v));
    assert_eq!(bcast!(x.erf())[0], math::erf(v));
    assert_eq!(bcast!(x.gelu())[0], math::gelu(v));
    assert_eq!(bcast!(x.gelu_tanh())[0], math::gelu_tanh(v));
    assert_eq!(bcast!(x.rsqrt())[0], math::rsqrt(v));
    assert_eq!(bcast!(x.sigmoid())[0], math::sigmoid(v));
    assert_eq!(bcast!(x.silu())[0], math::silu(v));
    assert_eq!(bcast!(x.softplus())[0], math::softplus(v));
}

#[test]
fn receivers_of_every_form() {
    let (v, _) = differing();
    let exp = math::exp(v);
    let x = array![v / 2.0];
    assert_eq!(bcast!((x + x).exp())[0], exp);
    assert_eq!(bcast!((x * 2.0).exp())[0], exp);
    assert_eq!(bcast!((2.0 * x).exp())[0], exp);
    assert_eq!(
        bcast!({
            let t = x * 2.0;
            t.exp()
        })[0],
        exp
    );
    assert_eq!(
        bcast!({
            let t = x * 2.0;
            let r = &t;
            r.exp()
        })[0],
        exp
    );
    assert_eq!(bcast!((|t: f32| t.exp())(x * 2.0))[0], exp);
    assert_eq!(bcast!((x * 2.0).exp().ln())[0], math::ln(exp));
    assert_eq!(bcast!((x * 2.0).exp().max(0.0).ln().exp2())[0], math::exp2(math::ln(exp)));
    assert_eq!(bcast!(-(x + x).exp())[0], -exp);
    assert_eq!(bcast!(if x > 0.0 { (x + x).exp() } else { 0.0 })[0], exp);
    assert_eq!(bcast!(x * 0.0 + 1.0.exp())[0], math::exp(1.0));
    assert_eq!(bcast!(f64::from(x).exp())[0], math::exp(f64::from(v / 2.0)));
    assert_eq!(bcast!([x.exp(), x][0])[0], math::exp(v / 2.0));
    let mut y = array![v];
    bcast!(y = y.exp());
    assert_eq!(y[0], exp);
    bcast!(y *= (x + x).exp());
    assert_eq!(y[0], exp * exp);
}

/// Items in the expression, operands and options are ordinary Rust, references included.
#[test]
fn ordinary_rust_in_a_call() {
    let (v, _) = differing();
    let x = array![v];
    let (values, behind) = ([v], &v);
    assert_eq!(bcast!(&values.iter().map(|v| v.exp()).collect::<Vec<f32>>() * 1.0)[0], v.exp());
    assert_eq!(
        bcast!(&values.iter().filter(|v| v.exp() == (**v).exp()).collect::<Vec<&f32>>()[0].exp() * x)[0],
        v.exp() * v
    );
    assert_eq!(bcast!(x, to = [behind.exp() as usize]).len(), v.exp() as usize);
    let y = bcast!({
        fn exp_of(x: f32) -> f32 {
            x.exp()
        }
        fn exp_behind(x: &f32) -> f32 {
            x.exp()
        }
        if exp_of(x) == exp_behind(&x) { exp_of(x) } else { 0.0 }
    });
    assert_eq!(y[0], v.exp());
}

/// A trait like num-traits'.
trait Float: Copy {
    fn exp(self) -> Self;
    fn tanh(&self) -> Self;
}

impl Float for f32 {
    fn exp(self) -> Self {
        -1.0
    }
    fn tanh(&self) -> Self {
        -2.0
    }
}

#[test]
fn generic_types_have_their_trait() {
    limit_instructions(0);
    fn own<T: Float>(x: &Array1<T>) -> (Array1<T>, Array1<T>) {
        (bcast!(x.exp()), bcast!(x.tanh().exp()))
    }
    assert_eq!(own(&array![0.5]), (array![-1.0], array![-1.0]));

    fn ours<T: math::Real>(x: &Array1<T>) -> Array1<T> {
        bcast!(x.exp() * x.sigmoid())
    }
    assert_eq!(ours(&array![0.5_f32])[0], math::exp(0.5) * math::sigmoid(0.5));
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Complex<T> {
    re: T,
    im: T,
}

impl Complex<f32> {
    fn exp(self) -> Self {
        Self { re: self.im, im: self.re }
    }
    fn ln(&self) -> Self {
        *self
    }
    fn log2(self, base: i32) -> i32 {
        base
    }
}

/// The operands' element types need not be `Copy`.
struct Big(Vec<f32>);

impl Big {
    fn exp(&self) -> f32 {
        self.0[0]
    }
}

#[test]
fn other_types_have_their_method() {
    let z = array![Complex { re: 1.0, im: 2.0 }];
    assert_eq!(bcast!(z.exp().ln())[0], Complex { re: 2.0, im: 1.0 });
    assert_eq!(bcast!((z).re.exp())[0], math::exp(1.0_f32));
    assert_eq!(bcast!(z.log2(3))[0], 3);
    let x = array![1.0_f32];
    let y = bcast!({
        let big = Big(Vec::from([x, x]));
        big.exp() + big.exp()
    });
    assert_eq!(y[0], 2.0);
}

/// A user's trait takes precedence over functions missing from the standard library.
#[test]
fn own_sigmoid() {
    trait Activation {
        fn sigmoid(self) -> Self;
    }
    impl Activation for f32 {
        fn sigmoid(self) -> Self {
            -1.0
        }
    }
    let x = array![0.0_f32];
    assert_eq!(bcast!(x.sigmoid())[0], -1.0);
    assert_eq!(bcast!(math::sigmoid(x))[0], 0.5);
    let y = array![0.0_f64];
    assert_eq!(bcast!(y.sigmoid())[0], 0.5);
}
