use bcast::bcast;
use ndarray::Array1;

fn main() {
    fn double<T: std::ops::Add<Output = T>>(x: &Array1<T>) -> Array1<T> {
        bcast!(x + x)
    }
    let _ = double(&Array1::<f32>::zeros(3));
}
