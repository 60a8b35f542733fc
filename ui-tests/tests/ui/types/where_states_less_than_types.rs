use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
    let y = [1.0_f32; 2];
    let _ = bcast!(x + y, where x: [R, C], y: [_]);
}
