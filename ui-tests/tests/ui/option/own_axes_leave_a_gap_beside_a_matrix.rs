use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (x, weights) = (Array2::<f32>::zeros((2, 3)), Array2::<f32>::zeros((2, 4)));
    let _ = bcast!(x * weights, axes(x) = [0, 3], axis(weights) = 0, where x: [2, 3], weights: [2, C]);
}
