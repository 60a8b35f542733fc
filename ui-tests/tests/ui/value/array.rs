mod array_from_a_map {
    use bcast::bcast;
    use std::collections::HashMap;

    use ndarray::{Array1, Array2};

    fn forward(x: &Array2<f32>, weights: &HashMap<String, Array1<f32>>) -> Array2<f32> {
        bcast!(x + weights["bias"])
    }
}

mod array_from_the_macro {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn main() {
        let x = Array2::<f32>::zeros((2, 3));
        let _ = bcast!(x + ndarray::array![1.0, 2.0, 3.0]);
    }
}

mod array_written_out_times_a_number {
    use bcast::bcast;
    use ndarray::Array1;

    fn scaled(x: &Array1<f64>) -> Array1<f64> {
        bcast!(x + 2.0 * [1.0, 2.0, 3.0])
    }
}

fn main() {
    array_from_the_macro::main();
}
