use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub struct State {
    pub total: Tensor<f32, shape![Batch, 3]>,
}

pub fn fill(state: &mut State, x: &[[f32; 3]; 8]) {
    bcast!(state.total = x + 1.0);
}

fn main() {}
