use bcast::bcast;
use ndarray::Array2;

pub fn centre(x: &Array2<f32>) -> Array2<f32> {
    bcast!({
        let k = 0;
        x - x.row(k)
    })
}

fn main() {}
