mod target_beside_a_place {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(y: &mut Array2<f32>, a: &Array2<f32>) {
        bcast!(y = a * 2.0, mode = named, to = [K, M], where y: [M, K], a: [M, K]);
    }
}

mod target_lacks_a_name {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn call(a: &Array2<f32>, b: &Array2<f32>) -> Array1<f32> {
        bcast!(sum(a * b, axis = K), mode = named, to = [M], where a: [M, K], b: [K, N])
    }
}

mod target_lists_a_name_twice {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>) -> Array2<f32> {
        bcast!(a, mode = named, to = [M, M], where a: [M, K])
    }
}

mod target_of_lower_case {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>, m: usize) -> Array2<f32> {
        bcast!(a, mode = named, to = [m, K], where a: [M, K])
    }
}

mod target_of_numbers {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>) -> Array2<f32> {
        bcast!(a, mode = named, to = [3, 4], where a: [M, K])
    }
}

fn main() {}
