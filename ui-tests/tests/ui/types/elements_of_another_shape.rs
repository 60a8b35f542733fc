use bcast::{Tensor, shape};

fn main() {
    let _ = Tensor::<f32, shape![2, 3]>::from_nested([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
}
