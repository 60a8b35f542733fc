use bcast::bcast;
use ndarray::Array1;

fn relu(x: f32) -> f32 {
    x.max(0.0)
}

fn doubled(x: &Array1<f32>) -> Array1<f32> {
    bcast!({
        let d = relu(x);
        d * 2
    })
}

fn main() {}
