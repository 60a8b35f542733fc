use bcast::typed::AxisName;
use bcast::{Tensor, bcast, shape};

pub fn add<A: AxisName, B: AxisName>(a: &Tensor<f32, shape![<A>, 3]>, b: &Tensor<f32, shape![<B>, 3]>) -> usize {
    bcast!(a + b).len()
}

fn main() {}
