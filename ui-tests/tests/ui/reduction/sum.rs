mod sum_divided_by_a_length {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn means(x: &Array2<f32>) -> Array1<f32> {
        bcast!(sum(x, axis = 1) / len(axis = 1))
    }
}

mod sum_method_without_axis {
    use bcast::bcast;
    use ndarray::Array2;

    fn shares(x: &Array2<f32>) -> Array2<f32> {
        bcast!(x / x.sum())
    }
}

mod sum_of_bytes {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn sums(x: &Array2<u8>) -> Array1<u8> {
        bcast!(sum(x, axis = 1))
    }
}

mod sum_of_pairs {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn sums(x: &Array2<f32>) -> Array1<(f32, f32)> {
        bcast!(sum((x, x * x), axis = 1))
    }
}

fn main() {}
