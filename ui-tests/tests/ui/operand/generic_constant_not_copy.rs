use bcast::bcast;
use ndarray::Array1;

pub fn scale<T>(x: &Array1<f32>, s: T) -> Array1<f32>
where
    f32: std::ops::Mul<T, Output = f32>,
{
    bcast!(x * s)
}

fn main() {}
