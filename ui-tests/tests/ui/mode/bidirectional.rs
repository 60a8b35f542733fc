mod bidirectional_length_meets_target {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let data = Array1::<f32>::zeros(3);
        let _ = bcast!(data, mode = bidirectional, to = [2], where data: [3]);
    }
}

mod bidirectional_target_of_lower_rank {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = bidirectional, to = 4, where a: [2, 3], b: [3]);
    }
}

fn main() {
    bidirectional_length_meets_target::main();
    bidirectional_target_of_lower_rank::main();
}
