mod comma_missing_between_lengths {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2 3]);
    }
}

mod comma_missing_between_shapes {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [N, C] b: [C]);
    }
}

fn main() {
    comma_missing_between_lengths::main();
    comma_missing_between_shapes::main();
}
