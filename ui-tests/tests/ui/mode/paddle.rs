mod paddle_axis_of_equal_ranks {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f32>::zeros((2, 3));
        let y = Array2::<f32>::zeros((2, 1));
        let _ = bcast!(x + y, mode = paddle, axis = 1, where x: [2, 3], y: [2, 1]);
    }
}

mod paddle_lengths_differ {
    use bcast::bcast;
    use ndarray::{Array1, Array3};

    pub fn main() {
        let x = Array3::<f32>::zeros((2, 3, 4));
        let y = Array1::<f32>::zeros(2);
        let _ = bcast!(x + y, mode = paddle, axis = 1, where x: [2, 3, 4], y: [2]);
    }
}

fn main() {
    paddle_axis_of_equal_ranks::main();
    paddle_lengths_differ::main();
}
