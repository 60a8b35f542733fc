mod length_computed {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, n + 1]);
    }
}

mod length_missing {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, , 3]);
    }
}

mod length_negative {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, -3]);
    }
}

mod length_of_a_float {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, 3.0]);
    }
}

mod length_with_a_suffix {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, where a: [2, 3i32]);
    }
}

fn main() {
    length_computed::main();
    length_missing::main();
    length_negative::main();
    length_of_a_float::main();
    length_with_a_suffix::main();
}
