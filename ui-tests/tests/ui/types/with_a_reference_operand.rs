use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
    let _ = bcast!(x + &x.transpose());
}
