use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<f32>::zeros(1);
    let _ = bcast!(a, to = [1099511627776, 1099511627776], where a: [1]);
}
