mod place_lacks_a_name {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn call(y: &mut Array1<f32>, a: &Array2<f32>) {
        bcast!(y = a * 2.0, mode = named, where y: [M], a: [M, K]);
    }
}

mod place_without_entry {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn call(y: &mut Array1<f32>, a: &Array2<f32>) {
        bcast!(y = sum(a, axis = K), mode = named, where a: [M, K]);
    }
}

fn main() {}
