use bcast::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::filled(0.0);
    let _ = x[[1, 2, 0]];
}
