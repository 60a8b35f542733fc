use bcast::bcast;
use ndarray::Array1;

pub fn convert<T: From<f32>>(x: &Array1<f32>) -> Array1<T> {
    bcast!((|v: f32| T::from(v))(x))
}

fn main() {}
