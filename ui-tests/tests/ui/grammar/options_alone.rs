use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(mode = numpy);
    let _ = bcast!(mode = pdpd, axis = 1);
    // A place may be called so.
    let mut mode = a.clone();
    bcast!(mode = a);
}
