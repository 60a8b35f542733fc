mod ncnn_aligns_outermost {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[[1.0_f32; 2]; 3]; 4], [[1.0_f32; 2]; 3]);
        let _ = bcast!(x + b, mode = ncnn);
    }
}

mod ncnn_vector_fits_nowhere {
    use bcast::bcast;

    pub fn main() {
        let (x, b) = ([[1.0_f32; 3]; 2], [1.0_f32; 4]);
        let _ = bcast!(x + b, mode = ncnn);
    }
}

mod ncnn_vector_of_a_name {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Width);

    pub fn add(x: &Tensor<f32, shape![4, 3]>, b: &Tensor<f32, shape![Width]>) -> usize {
        bcast!(x + b, mode = ncnn).len()
    }
}

mod ncnn_vector_of_unknown_length {
    use bcast::{Tensor, bcast, shape};

    pub fn add(x: &Tensor<f32, shape![4, 1]>, b: &Tensor<f32, shape![_]>) -> usize {
        bcast!(x + b, mode = ncnn).len()
    }
}

fn main() {
    ncnn_aligns_outermost::main();
    ncnn_vector_fits_nowhere::main();
}
