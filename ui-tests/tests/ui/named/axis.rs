mod axis_not_taken {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn call(a: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
        bcast!(a + b, mode = named, axis = 0, where a: [M, K], b: [M])
    }
}

mod axis_twice {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn call(a: &Array2<f32>) -> Array1<f32> {
        bcast!(sum(a, axis = [K, K]), mode = named, where a: [M, K])
    }
}

fn main() {}
