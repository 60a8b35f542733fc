mod any_of_numbers {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn some(x: &Array2<f32>) -> Array1<bool> {
        bcast!(any(x, axis = 1))
    }
}

mod any_times_numbers {
    use bcast::bcast;
    use ndarray::Array2;

    fn masked(x: &Array2<f32>) -> Array2<f32> {
        bcast!(x * any(x > 0.0, axis = 1))
    }
}

fn main() {}
