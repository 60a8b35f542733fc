use bcast::bcast;
use ndarray::Array1;
use num_complex::Complex;

fn shift(signal: &Array1<Complex<f64>>) -> Array1<Complex<f64>> {
    bcast!(signal + 1)
}

fn main() {}
