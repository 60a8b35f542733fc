mod entry_of_a_number {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>, scale: f32) -> Array2<f32> {
        bcast!(a * scale, mode = named, where a: [M, K], scale: [M])
    }
}

mod entry_of_another_rank {
    use bcast::bcast;
    use ndarray::Array2;

    fn call(a: &Array2<f32>) -> Array2<f32> {
        bcast!(sum(a, axis = K), mode = named, where a: [M, N, K])
    }
}

fn main() {}
