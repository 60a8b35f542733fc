mod shape_comma_missing {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![2 3]>) {}
}

mod shape_computed {
    use bcast::{Tensor, shape};

    const N: usize = 2;

    pub fn rows(_: &Tensor<f32, shape![N + 1, 3]>) {}
}

mod shape_computed_of_a_generic {
    use bcast::{Tensor, shape};

    pub fn rows<const N: usize>(_: &Tensor<f32, shape![{ N + 1 }, 3]>) {}
}

mod shape_entry_missing {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![2, , 3]>) {}
}

mod shape_float {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![2, 3.0]>) {}
}

mod shape_lower_case {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![batch_size, 3]>) {}
}

mod shape_negative {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![2, -1]>) {}
}

mod shape_of_a_local {
    use bcast::{Tensor, shape};

    pub fn main() {
        let n = 3;
        let _ = Tensor::<usize, shape![2, n]>::filled(n);
    }
}

mod shape_string {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![2, "Batch"]>) {}
}

mod shape_suffix {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![2_i32, 3]>) {}
}

mod shape_too_large {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![9223372036854775808]>) {}
}

mod shape_too_many_axes {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![1, 2, 3, 4, 5, 6, 7, 8, 9]>) {}
}

fn main() {
    shape_of_a_local::main();
}
