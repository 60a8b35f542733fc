mod where_and_types {
    use bcast::{Tensor, bcast, shape};

    pub fn main() {
        let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
        let y = Tensor::<_, shape![4]>::filled(1.0_f32);
        let _ = bcast!(x + y, where x: [2, 3]);
    }
}

mod where_states_less_than_types {
    use bcast::{Tensor, bcast, shape};

    pub fn main() {
        let x = Tensor::<_, shape![2, 3]>::filled(1.0_f32);
        let y = [1.0_f32; 2];
        let _ = bcast!(x + y, where x: [R, C], y: [_]);
    }
}

fn main() {
    where_and_types::main();
    where_states_less_than_types::main();
}
