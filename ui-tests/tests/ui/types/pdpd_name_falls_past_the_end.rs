use bcast::{Tensor, bcast, dim, shape};

dim!(Time);

pub fn add(x: &Tensor<f32, shape![2, 3]>, b: &Tensor<f32, shape![3, Time]>) -> Tensor<f32, shape![2, 3]> {
    bcast!(x + b, mode = pdpd, axis = 1)
}

fn main() {}
