use bcast::bcast;
use ndarray::Array1;

fn leaky(x: &Array1<f32>) -> Array1<f32> {
    bcast!((if x > 0.0 { x } else { 0.1 * x }) * 2)
}

fn main() {}
