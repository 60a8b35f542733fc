use bcast::bcast;
use ndarray::Array1;

fn doubled(x: &Array1<f32>) -> Array1<f32> {
    bcast!((|v: f32| 2 * v)(x))
}

fn main() {}
