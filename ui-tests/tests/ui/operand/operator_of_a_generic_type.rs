use bcast::bcast;
use ndarray::Array2;

fn sum<T: Copy>(a: &Array2<T>, b: &Array2<T>) -> Array2<T> {
    bcast!(a + b)
}

fn main() {
    let _ = sum::<f32>;
}
