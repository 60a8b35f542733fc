mod operator_missing {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a b);
    }
}

mod operator_missing_in_parentheses {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!((a b) * 2.0);
    }
}

fn main() {
    operator_missing::main();
    operator_missing_in_parentheses::main();
}
