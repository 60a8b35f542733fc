mod axis_alone {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis);
    }
}

mod axis_below_minus_1 {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis = -2, where a: [2, 3], b: [3]);
    }
}

mod axis_below_minus_1_without_shapes {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (a, b) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
        let _ = bcast!(a + b, mode = pdpd, axis = -2);
    }
}

mod axis_of_a_string {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis = "1");
    }
}

mod axis_out_of_range {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis = 3, where a: [2, 3], b: [3]);
    }
}

mod axis_too_large {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis = 99999999999999999999);
    }
}

fn main() {
    axis_alone::main();
    axis_below_minus_1::main();
    axis_below_minus_1_without_shapes::main();
    axis_of_a_string::main();
    axis_out_of_range::main();
    axis_too_large::main();
}
