use bcast::bcast;
use ndarray::Array1;

fn hann(length: usize) -> Array1<f32> {
    Array1::zeros(length)
}

fn main() {
    let _ = bcast!(hann(64));
}
