use bcast::bcast;
use ndarray::Array1;

fn initial() -> Array1<f32> {
    Array1::zeros(8)
}

fn main() {
    let mut state = Array1::<f32>::ones(8);
    bcast!(state = initial());
}
