mod shape_constant_of_another_type {
    use bcast::{Tensor, shape};

    const COLUMNS: i32 = 3;

    pub fn rows(_: &Tensor<f32, shape![COLUMNS, 3]>) {}
}

mod shape_constant_of_nothing {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![ROWS, 3]>) {}
}

mod shape_is_a_nested_array {
    use bcast::Tensor;

    pub fn rows(_: &Tensor<f32, [[f32; 3]; 2]>) {}
}

mod shape_is_a_tuple_of_others {
    use bcast::Tensor;

    pub fn rows(_: &Tensor<f32, (usize, usize)>) {}
}

mod shape_name_not_made_by_dim {
    use bcast::{Tensor, shape};

    pub struct Batch;

    pub fn rows(_: &Tensor<f32, shape![Batch, 3]>) {}
}

mod shape_name_of_nothing {
    use bcast::{Tensor, shape};

    pub fn rows(_: &Tensor<f32, shape![Time, 3]>) {}
}

mod shape_type_parameter_without_bound {
    use bcast::{Tensor, shape};

    pub fn rows<Batch>(_: &Tensor<f32, shape![Batch, 3]>) {}
}

fn main() {}
