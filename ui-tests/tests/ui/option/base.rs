mod base_is_no_operand {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, base = x);
    }
}

mod base_not_taken {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = ncnn, base = a);
    }
}

mod base_of_the_place {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let mut y = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        bcast!(y = b * 2.0, mode = pdpd, base = y);
    }
}

mod base_with_compound_assignment {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let mut a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        bcast!(a += b, mode = unidirectional, base = b);
    }
}

mod base_with_to {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = unidirectional, base = a, to = [2, 3]);
    }
}

fn main() {
    base_is_no_operand::main();
    base_not_taken::main();
    base_of_the_place::main();
    base_with_compound_assignment::main();
    base_with_to::main();
}
