mod result_type_stays_known {
    use bcast::{Tensor, bcast, shape};

    pub fn main() {
        let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
        let y = Tensor::<_, shape![4]>::filled(1.0_f32);
        let z = bcast!(x + y);
        let _: f32 = z[[0, 1]] + z.as_nested()[1][2] + bcast!(z * 2.0).as_slice()[0];
    }
}

mod result_used_in_the_next_call {
    use bcast::bcast;

    pub fn main() {
        let (x, row) = ([[1.0_f32; 3]; 2], [1.0_f32; 3]);
        let y = bcast!(x + row);
        let _ = bcast!(y * [1.0_f32; 4].len() as f32 + x);
        let z = [1.0_f32; 2];
        let _ = bcast!(y * z);
    }
}

fn main() {
    result_type_stays_known::main();
    result_used_in_the_next_call::main();
}
