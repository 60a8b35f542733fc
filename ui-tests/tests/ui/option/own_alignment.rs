mod own_axes_count {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, axes(b) = [0, 1], where a: [2, 3], b: [3]);
    }
}

mod own_axes_elsewhere {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = explicit, axes(b) = [0], to = [2, 3], where a: [2, 3], b: [3]);
    }
}

mod own_axes_leave_a_gap {
    use bcast::bcast;
    use ndarray::Array1;

    pub fn main() {
        let (row, column) = (Array1::<f32>::zeros(3), Array1::<f32>::zeros(2));
        let _ = bcast!(row * column, axis(column) = 0, axis(row) = 2, where row: [W], column: [H]);
    }
}

mod own_axes_leave_a_gap_beside_a_matrix {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let (x, weights) = (Array2::<f32>::zeros((2, 3)), Array2::<f32>::zeros((2, 4)));
        let _ = bcast!(x * weights, axes(x) = [0, 3], axis(weights) = 0, where x: [2, 3], weights: [2, C]);
    }
}

mod own_axes_not_increasing {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(a, mode = explicit, axes(a) = [1, 1], to = [2, 3], where a: [2, 3]);
    }
}

mod own_axes_not_increasing_without_shapes {
    use bcast::bcast;
    use ndarray::{Array2, Array3};

    pub fn main() {
        let (a, m) = (Array3::<f32>::zeros((2, 3, 4)), Array2::<f32>::zeros((4, 3)));
        let _ = bcast!(a * m, axes(m) = [2, 1]);
    }
}

mod own_axis_and_axes {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis(b) = 1, axes(b) = [1]);
    }
}

mod own_axis_below_minus_1 {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (a, m) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
        let _ = bcast!(a * m, axis(m) = -2);
    }
}

mod own_axis_not_taken {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = paddle, axis(b) = 1);
    }
}

mod own_axis_of_everything {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis(a) = 0, axis(b) = 1);
    }
}

mod own_axis_of_no_operand {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis(gamma) = 1);
    }
}

mod own_axis_of_the_base {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, base = a, axis(a) = 0);
    }
}

mod own_axis_of_the_first {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let (a, b) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
        let _ = bcast!(a + b, mode = unidirectional, axis(a) = 0, where a: [2, 3], b: [3]);
    }
}

mod own_axis_of_the_place {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let mut y = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        bcast!(y += b, mode = pdpd, axis(y) = 1);
    }
}

mod own_axis_out_of_range {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis(b) = 5, where a: [2, 3], b: [3]);
    }
}

mod own_axis_with_a_reference {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f32>::zeros((4, 3));
        let _ = bcast!(x - &x.column(0), axis(&x.column(0)) = 0);
    }
}

mod own_axis_without_an_operand {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    pub fn main() {
        let a = Array2::<f32>::zeros((2, 3));
        let b = Array1::<f32>::zeros(3);
        let _ = bcast!(a + b, mode = pdpd, axis() = 1);
    }
}

fn main() {
    own_axes_count::main();
    own_axes_elsewhere::main();
    own_axes_leave_a_gap::main();
    own_axes_leave_a_gap_beside_a_matrix::main();
    own_axes_not_increasing::main();
    own_axes_not_increasing_without_shapes::main();
    own_axis_and_axes::main();
    own_axis_below_minus_1::main();
    own_axis_not_taken::main();
    own_axis_of_everything::main();
    own_axis_of_no_operand::main();
    own_axis_of_the_base::main();
    own_axis_of_the_first::main();
    own_axis_of_the_place::main();
    own_axis_out_of_range::main();
    own_axis_with_a_reference::main();
    own_axis_without_an_operand::main();
}
