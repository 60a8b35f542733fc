use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
    let y = Tensor::<_, shape![4]>::filled(1.0_f32);
    let _ = bcast!(x + y, where x: [2, 3]);
}
