mod to_of_a_vec_has_no_rank {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let c: Array2<f32> = bcast!(a + 1.0, to = vec![2, 3]);
    }
}

mod to_of_an_array {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, to = b);
    }
}

mod to_of_constants {
    use bcast::bcast;

    pub fn main() {
        let s = 2.0;
        let _ = bcast!(s, to = [2, 3]);
    }
}

fn main() {
    to_of_a_vec_has_no_rank::main();
    to_of_an_array::main();
    to_of_constants::main();
}
