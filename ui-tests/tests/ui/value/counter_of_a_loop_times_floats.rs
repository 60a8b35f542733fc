use bcast::bcast;
use ndarray::Array1;

fn series(x: &Array1<f32>) -> Array1<f32> {
    bcast!({
        let mut s = 0.0;
        for k in 0..3 {
            s += x * k;
        }
        s
    })
}

fn main() {}
