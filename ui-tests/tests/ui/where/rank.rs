mod rank_above_the_types {
    use bcast::bcast;
    use ndarray::Array3;

    pub fn per_channel(x: &Array3<f32>, bias: &[f32]) -> Array3<f32> {
        bcast!(x + bias, axis(bias) = 1, where x: [N, C, H, W], bias: [C])
    }
}

mod rank_below_the_types {
    use bcast::bcast;
    use ndarray::Array2;

    pub fn double(x: &mut Array2<f32>) {
        bcast!(x *= 2.0, where x: [N]);
    }
}

fn main() {}
