mod name_meets_const_generic {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub fn add<const N: usize>(a: &Tensor<f32, shape![Batch]>, b: &[f32; N]) -> f32 {
        bcast!(a + b)[[0]]
    }
}

mod name_meets_literal {
    use bcast::{Tensor, bcast, dim, shape};

    dim!(Batch);

    pub fn add(a: &Tensor<f32, shape![Batch, 3]>, b: &Tensor<f32, shape![32, 3]>) -> Tensor<f32, shape![32, 3]> {
        bcast!(a + b)
    }
}

mod name_of_a_type_parameter {
    use bcast::typed::AxisName;
    use bcast::{Tensor, bcast, shape};

    pub fn add<A: AxisName, B: AxisName>(a: &Tensor<f32, shape![<A>, 3]>, b: &Tensor<f32, shape![<B>, 3]>) -> usize {
        bcast!(a + b).len()
    }
}

fn main() {}
