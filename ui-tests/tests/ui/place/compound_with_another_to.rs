use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (mut y, a) = (Array2::<f32>::zeros((5, 3)), Array2::<f32>::zeros((5, 2)));
    bcast!(y += a, to = [5, 2], where y: [5, 3], a: [5, 2]);
}
