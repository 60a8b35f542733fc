use bcast::bcast;
use ndarray::Array1;

fn less(x: &Array1<f32>) -> Array1<f32> {
    bcast!({
        let mut s = x * 2.0;
        s -= 1;
        s
    })
}

fn main() {}
