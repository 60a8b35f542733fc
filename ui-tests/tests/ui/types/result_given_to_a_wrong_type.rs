use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![2, 1]>::filled(1.0_f32);
    let row = [1.0_f32, 2.0, 3.0];
    let _: Tensor<f32, shape![3, 2]> = bcast!(x + row);
}
