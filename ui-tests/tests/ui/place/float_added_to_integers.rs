use bcast::bcast;
use ndarray::Array1;

fn shift(scores: &mut Array1<i64>) {
    bcast!(scores += 0.5);
}

fn main() {}
