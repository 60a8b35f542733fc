use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (target, prediction) = (Array1::<f32>::zeros(32), Array2::<f32>::zeros((32, 1)));
    let _ = bcast!((prediction - target) * (prediction - target), where prediction: [N, 1], target: [N]);
}
