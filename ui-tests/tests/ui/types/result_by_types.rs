mod result_given_to_a_wrong_type {
    use bcast::{Tensor, bcast, shape};

    pub fn main() {
        let x = Tensor::<_, shape![2, 1]>::filled(1.0_f32);
        let row = [1.0_f32, 2.0, 3.0];
        let _: Tensor<f32, shape![3, 2]> = bcast!(x + row);
    }
}

mod result_returned_as_a_wrong_type {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub fn scaled(x: &Tensor<f32, shape![Batch, 3]>, gain: &[f32; 3]) -> Tensor<f32, shape![8, 3]> {
        bcast!(x * gain)
    }
}

fn main() {
    result_given_to_a_wrong_type::main();
}
