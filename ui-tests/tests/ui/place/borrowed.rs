use bcast::bcast;
use ndarray::Array2;

fn main() {
    let mut y = Array2::<f32>::zeros((2, 3));
    let first = y.row(0);
    bcast!(y += 1.0);
    println!("{first}");
}
