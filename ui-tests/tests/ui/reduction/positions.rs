mod positions_along_two_axes {
    use bcast::bcast;
    use ndarray::Array2;

    fn ramp(x: &Array2<f32>) -> Array2<f32> {
        bcast!(x * index(axis = [0, 1]) as f32)
    }
}

mod positions_of_two_axes {
    use bcast::bcast;
    use ndarray::{Array1, Array3};

    fn best(x: &Array3<f32>) -> Array1<usize> {
        bcast!(argmax(x, axis = [1, 2]))
    }
}

mod positions_without_a_length {
    use bcast::bcast;
    use ndarray::Array1;

    fn ramp() -> Array1<usize> {
        bcast!(index(axis = 0))
    }
}

fn main() {}
