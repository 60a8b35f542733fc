use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![8, 3, 32, 32]>::filled(1.0_f32);
    let gain = Tensor::<_, shape![3]>::filled(2.0_f32);
    let _ = bcast!(x * gain);
}
