use bcast::bcast;
use ndarray::Array1;

pub fn convert<T: From<f32>>(y: &mut Array1<T>, x: &Array1<f32>) {
    bcast!(y = (|v: f32| T::from(v))(x));
}

fn main() {}
