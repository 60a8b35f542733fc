use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<f32>::zeros(3);
    let scale = 2.0;
    let _ = bcast!(a * scale, mode = pdpd, base = scale);
}
