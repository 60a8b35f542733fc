use bcast::bcast;
use ndarray::{Array1, Array2};

fn loss(p: &Array2<f32>, t: &Array1<f32>) -> f32 {
    bcast!(mean((p - t) * (p - t), axis = ..), where p: [N, 1], t: [N])
}

fn main() {}
