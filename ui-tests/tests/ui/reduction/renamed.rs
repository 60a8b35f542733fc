mod renamed_beside_itself {
    use bcast::bcast;
    use ndarray::{Array1, Array2};

    fn differences(x: &Array2<f32>) -> Array1<f32> {
        bcast!({ let t = x; sum(x - t, axis = 0) })
    }
}

mod renamed_index {
    use bcast::bcast;
    use ndarray::Array2;

    fn running(x: &Array2<f32>) -> Array2<f32> {
        bcast!({ let i = index(axis = 1); x * 0.0 + sum(if index(axis = 1) <= i { x } else { 0.0 }, axis = 1) })
    }
}

fn main() {}
