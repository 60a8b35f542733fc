use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![2, 3, 4]>::filled(1.0_f32);
    let gain = [1.0_f32; 3];
    let _ = bcast!(x * gain, mode = pdpd);
}
