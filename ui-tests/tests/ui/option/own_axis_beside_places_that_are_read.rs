use bcast::bcast;
use ndarray::{Array1, Array2};

fn moved(position: &mut Array2<f32>, velocity: &mut Array2<f32>, wind: &Array1<f32>) {
    bcast!((position, velocity) = (position + velocity, velocity + wind), axis(wind) = 3);
}

fn main() {
    let _ = moved;
}
