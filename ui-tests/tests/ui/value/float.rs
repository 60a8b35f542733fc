mod float_beside_bits {
    use bcast::bcast;
    use ndarray::Array1;

    fn odd(n: &Array1<u8>) -> Array1<u8> {
        bcast!(n & 1.0)
    }
}

mod float_beside_bytes {
    use bcast::bcast;
    use ndarray::{Array1, Array3};

    fn normalize(image: &Array3<u8>, mean: &Array1<f32>) -> Array3<f32> {
        bcast!(image / 255.0 - mean)
    }
}

mod float_on_the_left_of_a_parameter {
    use bcast::bcast;
    use ndarray::Array1;

    fn doubled<T: Copy>(x: &Array1<T>) -> Array1<T> {
        bcast!(2.0 * x)
    }
}

mod float_on_the_right_of_a_parameter {
    use std::ops::Mul;

    use bcast::bcast;
    use ndarray::Array1;

    fn doubled<T: Copy + Mul<Output = T>>(x: &Array1<T>) -> Array1<T> {
        bcast!(x * 2.0)
    }
}

mod float_times_a_counter {
    use bcast::bcast;
    use ndarray::Array1;

    fn ramps(start: &Array1<f32>) -> Vec<Array1<f32>> {
        (0..4).map(|step: i32| bcast!(start + 0.5 * step)).collect()
    }
}

mod float_times_integers {
    use bcast::bcast;
    use ndarray::Array2;

    fn doubled(counts: &Array2<i32>) -> Array2<i32> {
        bcast!(counts * 2.0)
    }
}

fn main() {}
