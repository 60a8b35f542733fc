mod place_does_not_stretch {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[0.0_f32; 3]; 1];
        let x = [[1.0_f32; 3]; 2];
        bcast!(y = x * 2.0);
    }
}

mod place_inner_array {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[[0.0_f32; 4]; 3]; 2];
        let row = [1.0_f32; 3];
        bcast!(y[1] -= row);
    }
}

mod place_length_differs {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[0.0_f32; 3]; 2];
        let x = [1.0_f32; 4];
        bcast!(y = x * 2.0);
    }
}

mod place_literal_meets_name {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub struct State {
        pub total: Tensor<f32, shape![Batch, 3]>,
    }

    pub fn fill(state: &mut State, x: &[[f32; 3]; 8]) {
        bcast!(state.total = x + 1.0);
    }
}

mod place_name_meets_literal {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub fn fill(y: &mut Tensor<f32, shape![8, 3]>, x: &Tensor<f32, shape![Batch, 3]>) {
        bcast!(y = x + 1.0);
    }
}

mod place_of_a_name {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch, Time);

    pub fn copy(y: &mut Tensor<f32, shape![Batch, 3]>, x: &Tensor<f32, shape![Time, 3]>) {
        bcast!(y = x * 2.0);
    }
}

mod place_of_another_rank_in_paddle {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[[0.0_f32; 3]; 2]; 1];
        let x = [[1.0_f32; 3]; 2];
        bcast!(y = x * 2.0, mode = paddle);
    }
}

mod place_of_another_shape_in_pdpd {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[0.0_f32; 3]; 2];
        let (x, b) = ([[1.0_f32; 3]; 1], [1.0_f32; 3]);
        bcast!(y = x * b, mode = pdpd);
    }
}

mod place_of_lower_rank {
    use bcast::bcast;

    pub fn main() {
        let mut y = [0.0_f32; 3];
        let x = [[1.0_f32; 3]; 1];
        bcast!(y = x * 2.0);
    }
}

mod place_with_to {
    use bcast::bcast;

    pub fn main() {
        let mut y = [[0.0_f32; 3]; 2];
        let row = [1.0_f32; 3];
        bcast!(y = row * 2.0, to = [1, 3]);
    }
}

fn main() {
    place_does_not_stretch::main();
    place_inner_array::main();
    place_length_differs::main();
    place_of_another_rank_in_paddle::main();
    place_of_another_shape_in_pdpd::main();
    place_of_lower_rank::main();
    place_with_to::main();
}
