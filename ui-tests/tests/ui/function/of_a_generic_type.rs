// A generic type has the methods of its bounds.
use bcast::bcast;
use ndarray::Array1;

fn exp<T: Copy>(x: &Array1<T>) -> Array1<T> {
    bcast!(x.exp())
}

fn main() {
    let _ = exp::<f32>;
}
