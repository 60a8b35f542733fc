use bcast::bcast;
use ndarray::Array1;

fn doubled(x: &Array1<Option<f32>>) -> Array1<f32> {
    bcast!(if let Some(v) = x { v * 2 } else { 0.0 })
}

fn main() {}
