use bcast::{Tensor, shape, try_bcast};

fn main() {
    let a = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
    let b = Tensor::<_, shape![4]>::filled(1.0_f32);
    let _ = try_bcast!(a + b).map(|c| c.len());
}
