mod axes_not_increasing_without_shapes {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(a, mode = explicit, axes = [1, 0], to = [3, 2]);
    }
}

mod axes_not_taken {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axes = [1]);
    }
}

mod axes_of_one_integer {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(b, mode = explicit, axes = 1, to = [2, 3]);
    }
}

mod axes_out_of_range {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(b, mode = explicit, axes = [2], to = [2, 3], where b: [3]);
    }
}

fn main() {
    axes_not_increasing_without_shapes::main();
    axes_not_taken::main();
    axes_of_one_integer::main();
    axes_out_of_range::main();
}
