mod names_beside_ndarray {
    use bcast::{Tensor, bcast, dim, shape};
    use ndarray::Array2;

    dim!(Batch, Time);

    pub fn add(a: &Tensor<f32, shape![Batch, _]>, b: &Tensor<f32, shape![Time, 3]>, c: &Array2<f32>) -> usize {
        bcast!(a + b + c).len()
    }
}

mod names_differ {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch, Time);

    pub fn add(a: &Tensor<f32, shape![Batch, 3]>, b: &Tensor<f32, shape![Time, 3]>) -> Tensor<f32, shape![Batch, 3]> {
        bcast!(a + b)
    }
}

fn main() {}
