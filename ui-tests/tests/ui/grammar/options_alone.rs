use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(mode = numpy);
    let _ = bcast!(mode = pdpd, axis = 1);
    let _ = bcast!(axis(a) = 1, a * 2.0);
    // A place may be called so.
    let (mut mode, none) = (a.clone(), a.clone());
    bcast!(mode = a);
    bcast!(mode = none, mode = none);
}
