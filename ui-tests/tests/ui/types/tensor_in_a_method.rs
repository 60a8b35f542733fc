use bcast::{Tensor, bcast, shape};

pub struct Norm<const C: usize> {
    gamma: Tensor<f32, shape![C]>,
    beta: Tensor<f32, shape![C]>,
}

impl<const C: usize> Norm<C> {
    pub fn run(&self, x: &Tensor<f32, shape![8, C, 16, 16]>) -> Tensor<f32, shape![8, C, 16, 16]> {
        bcast!(x * self.gamma + self.beta, mode = pdpd, axis = 1, axis(self.beta) = 2)
    }
}

fn main() {}
