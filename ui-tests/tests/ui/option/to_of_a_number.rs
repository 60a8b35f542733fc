use bcast::bcast;
use ndarray::Array1;

fn main() {
    let _: Array1<f32> = bcast!(1.0, to = [3]);
}
