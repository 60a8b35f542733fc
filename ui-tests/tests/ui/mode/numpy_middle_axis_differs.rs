use bcast::bcast;
use ndarray::Array3;

fn main() {
    let a = Array3::<f32>::zeros((3, 1, 5));
    let b = Array3::<f32>::zeros((4, 4, 5));
    let _ = bcast!(a + b, mode = numpy, where a: [3, 1, 5], b: [4, 4, 5]);
}
