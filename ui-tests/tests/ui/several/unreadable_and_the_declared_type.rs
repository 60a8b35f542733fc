use bcast::bcast;
use ndarray::Array2;

fn power(x: &Array2<f32>, y: &Array2<f32>) -> f32 {
    let z: Array2<f32> = bcast!(x ** y, mod = numpy);
    z.sum()
}

fn main() {}
