use bcast::bcast;
use ndarray::Array1;
use num_complex::Complex;

fn rotate(signal: &Array1<Complex<f64>>, gain: &Array1<f32>) -> Array1<Complex<f64>> {
    bcast!(signal * gain)
}

fn main() {}
