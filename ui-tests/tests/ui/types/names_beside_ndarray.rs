use bcast::{Tensor, bcast, dim, shape};
use ndarray::Array2;

dim!(Batch, Time);

pub fn add(a: &Tensor<f32, shape![Batch, _]>, b: &Tensor<f32, shape![Time, 3]>, c: &Array2<f32>) -> usize {
    bcast!(a + b + c).len()
}

fn main() {}
