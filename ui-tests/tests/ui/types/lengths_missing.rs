use bcast::{Tensor, dim, shape};

dim!(Batch);

fn main() {
    let _ = Tensor::<f32, shape![Batch, 3]>::filled(0.0);
}
