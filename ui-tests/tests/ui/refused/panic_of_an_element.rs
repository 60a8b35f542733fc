use bcast::bcast;
use ndarray::Array1;

fn roots(x: &Array1<f64>) -> Array1<f64> {
    bcast!({ if x < 0.0 { panic!("no root of {x}") } x.sqrt() })
}

fn main() {}
