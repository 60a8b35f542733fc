use bcast::bcast;
use ndarray::Array2;

fn drift(time: f32) -> Vec<f32> {
    vec![time, 0.5 * time, 0.0]
}

fn main() {
    let mut positions = Array2::<f32>::zeros((100, 3));
    bcast!(positions += drift(0.1));
}
