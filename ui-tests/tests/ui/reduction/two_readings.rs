mod two_readings {
    use bcast::bcast;
    use ndarray::{Array2, Array3};

    fn centered(x: &Array3<f32>, r: &Array2<f32>) -> Array3<f32> {
        bcast!(x - mean(r, axis = 1), where x: [B, N, M], r: [N, M])
    }
}

mod two_readings_of_a_value {
    use bcast::bcast;
    use ndarray::{Array1, Array3};

    fn largest(x: &Array3<f32>) -> Array1<f32> {
        bcast!(max(sum(x, axis = 0), axis = 1), where x: [A, B, C])
    }
}

fn main() {}
