mod missing_entry {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>, b: &Array2<f32>) -> Array2<f32> {
        bcast!(sum(a * b, axis = K), mode = named, where a: [M, K])
    }
}

mod missing_where {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>, b: &Array2<f32>) -> Array2<f32> {
        bcast!(a + b, mode = named)
    }
}

fn main() {}
