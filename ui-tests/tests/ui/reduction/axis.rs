mod axis_before_the_operand {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn sums(x: &Array2<f32>) -> Array1<f32> {
        bcast!(sum(axis = 1, x))
    }
}

mod axis_beside_the_reduction {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(x - mean(x), axis = 0);
    }
}

mod axis_of_another_array {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn shifted(x: &Array2<f32>, v: &Array1<f32>) -> Array2<f32> {
        bcast!(x + sum(v, axis = -2), where x: [N, M], v: [M])
    }
}

mod axis_out_of_range {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn sums(x: &Array2<f32>) -> Array1<f32> {
        bcast!(sum(x, axis = 2), where x: [N, 3])
    }
}

mod axis_taken_inside {
    // The sum inside has taken the axis; axes are those of the whole call.
    use bcast::bcast;
    use ndarray::Array2;

    fn total(x: &Array2<f32>) -> f32 {
        bcast!(sum(sum(x, axis = 0), axis = 0))
    }
}

mod axis_twice {
    use bcast::bcast;
    use ndarray::Array3;

    fn total(x: &Array3<f32>) -> Array3<f32> {
        bcast!(x / sum(x, axis = [0, 2, 0]))
    }
}

fn main() {
    axis_beside_the_reduction::main();
}
