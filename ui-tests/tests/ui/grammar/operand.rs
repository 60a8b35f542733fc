mod operand_missing {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b *);
    }
}

mod operand_missing_after_a_place {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let mut y = a.clone();
        bcast!(y += );
    }
}

mod operand_missing_in_parentheses {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!((a + ) * b);
    }
}

fn main() {
    operand_missing::main();
    operand_missing_after_a_place::main();
    operand_missing_in_parentheses::main();
}
