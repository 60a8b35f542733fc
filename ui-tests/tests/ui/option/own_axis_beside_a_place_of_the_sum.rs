use bcast::bcast;
use ndarray::{Array1, Array2};

fn accumulated(total: &mut Array1<f32>, x: &Array2<f32>, scale: &Array1<f32>) {
    bcast!(total += sum(x * scale, axis = 1), axis(scale) = 3);
}

fn main() {
    let _ = accumulated;
}
