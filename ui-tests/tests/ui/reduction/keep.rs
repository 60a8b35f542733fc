mod keep_twice {
    use bcast::bcast;
    use ndarray::Array2;

    fn sums(x: &Array2<f32>) -> Array2<f32> {
        bcast!(sum(x, axis = 1), keep, keep)
    }
}

mod keep_with_a_value {
    use bcast::bcast;
    use ndarray::Array2;

    fn means(x: &Array2<f32>) -> Array2<f32> {
        bcast!(mean(x, axis = 1), keep = true)
    }
}

mod keep_without_a_reduction {
    use bcast::bcast;
    use ndarray::Array2;

    fn double(x: &Array2<f32>) -> Array2<f32> {
        bcast!(x * 2.0, keep)
    }
}

fn main() {}
