use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
    let y = Tensor::<_, shape![4]>::filled(1.0_f32);
    let z = bcast!(x + y);
    let _: f32 = z[[0, 1]] + z.as_nested()[1][2] + bcast!(z * 2.0).as_slice()[0];
}
