use bcast::bcast;
use ndarray::{Array1, Array2};

fn scale(x: &Array2<f32>, gain: &Array1<f32>) -> Vec<f32> {
    let scaled: Array2<f32> = bcast!(x * gain, where x: [N, C], gain: [N]);
    scaled.into_raw_vec_and_offset().0
}

fn main() {}
