use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<f32>::zeros(3);
    let mut n = 0.0;
    let mut count = |x: f32| {
        n += 1.0;
        x + n
    };
    let _ = bcast!(count(a));
}
