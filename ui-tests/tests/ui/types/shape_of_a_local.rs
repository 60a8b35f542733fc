use bcast::{Tensor, shape};

fn main() {
    let n = 3;
    let _ = Tensor::<usize, shape![2, n]>::filled(n);
}
