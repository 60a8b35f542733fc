mod option_of_a_borrowed_array {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn linear(x: &Array2<f32>, bias: Option<&Array1<f32>>) -> Array2<f32> {
        bcast!(x + bias)
    }
}

mod option_times_a_number {
    use bcast::bcast;
    use ndarray::Array1;

    fn scaled(x: &Array1<f32>, gain: Option<f32>) -> Array1<f32> {
        bcast!(x + gain * 2.0)
    }
}

fn main() {}
