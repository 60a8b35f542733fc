use bcast::{Tensor, bcast, shape};

fn add<const N: usize>(a: &Tensor<f32, shape![N, 3]>, b: &Tensor<f32, shape![4, 3]>) -> f32 {
    bcast!(a + b)[[0, 0]]
}

fn main() {
    // Not even here, where N is 1.
    let _ = add::<1>(&Tensor::filled(0.0), &Tensor::filled(0.0));
}
