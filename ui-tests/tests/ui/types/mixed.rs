mod mixed_in_mode_none {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn scaled(x: [[f32; 3]; 2], b: &Array1<f32>) -> usize {
        bcast!(x + b, mode = none).len()
    }
}

mod mixed_with_ndarray_and_another {
    use bcast::{Tensor, bcast, shape};
    use ndarray::Array2;

    pub fn scaled(x: &Array2<f32>, gain: &Tensor<f32, shape![3]>, shift: [f32; 4]) -> usize {
        bcast!(x * gain + shift).len()
    }
}

mod mixed_with_ndarray_of_higher_rank {
    use bcast::bcast;
    use ndarray::Array3;

    pub fn scaled(gain: [[f32; 3]; 2], x: &Array3<f32>) -> usize {
        bcast!(gain * x, mode = unidirectional).len()
    }
}

fn main() {}
