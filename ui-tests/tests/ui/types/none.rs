mod none_first_of_length_1 {
    use bcast::bcast;

    pub fn main() {
        let (x, y) = ([[1.0_f32; 1]; 2], [[1.0_f32; 3]; 2]);
        let _ = bcast!(x + y, mode = none);
    }
}

mod none_lengths_differ {
    use bcast::bcast;

    pub fn main() {
        let (x, y) = ([[1.0_f32; 3]; 2], [[1.0_f32; 4]; 2]);
        let _ = bcast!(x + y, mode = none);
    }
}

mod none_name_of_length_1 {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub fn add(x: &Tensor<f32, shape![Batch, 3]>, y: &Tensor<f32, shape![1, 3]>) -> usize {
        bcast!(x + y, mode = none).len()
    }
}

mod none_nothing_stretches {
    use bcast::bcast;

    pub fn main() {
        let (x, y) = ([[1.0_f32; 3]; 2], [[1.0_f32; 1]; 2]);
        let _ = bcast!(x + y, mode = none);
    }
}

fn main() {
    none_first_of_length_1::main();
    none_lengths_differ::main();
    none_nothing_stretches::main();
}
