mod compound_in_pdpd {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[0.0_f32; 3]; 2];
        let row = [1.0_f32; 3];
        bcast!(y *= row, mode = pdpd, axis = 0);
    }
}

mod compound_length_differs {
    use bcast::{Tensor, bcast, shape};

    struct State {
        total: Tensor<f64, shape![2, 3]>,
    }

    impl State {
        fn add(&mut self, by: &[f64; 2]) {
            bcast!(self.total += by * 0.5);
        }
    }

    pub fn main() {
        State { total: Tensor::filled(0.0) }.add(&[1.0, 2.0]);
    }
}

mod compound_place_does_not_stretch {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[0.0_f32; 1]; 2];
        let row = [1.0_f32; 3];
        bcast!(y += row);
    }
}

mod compound_with_another_to {
    use bcast::bcast;

    pub fn main() {
        let (mut y, a) = ([[1.0_f32; 3]; 5], [[1.0_f32; 2]; 5]);
        bcast!(y += a, to = [5, 2]);
    }
}

fn main() {
    compound_in_pdpd::main();
    compound_length_differs::main();
    compound_place_does_not_stretch::main();
    compound_with_another_to::main();
}
