use bcast::bcast;
use ndarray::Array1;

fn ramps(start: &Array1<f32>) -> Vec<Array1<f32>> {
    (0..4).map(|step: i32| bcast!(start + 0.5 * step)).collect()
}

fn main() {}
