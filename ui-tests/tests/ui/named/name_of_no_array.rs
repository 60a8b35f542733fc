use bcast::bcast;
use ndarray::Array1;

fn call(bin: &Array1<usize>) -> Array1<usize> {
    bcast!(count(bin == index(axis = B), axis = N), mode = named, where bin: [N])
}

fn main() {}
