mod comma_doubled {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b,, mode = pdpd);
    }
}

mod comma_missing {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b mode = pdpd);
    }
}

mod comma_missing_before_where {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b where a: [2, 3]);
    }
}

mod comma_missing_between_options {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd axis = 1);
    }
}

fn main() {
    comma_doubled::main();
    comma_missing::main();
    comma_missing_before_where::main();
    comma_missing_between_options::main();
}
