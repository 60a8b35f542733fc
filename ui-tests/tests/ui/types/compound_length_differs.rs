use bcast::{Tensor, bcast, shape};

struct State {
    total: Tensor<f64, shape![2, 3]>,
}

impl State {
    fn add(&mut self, by: &[f64; 2]) {
        bcast!(self.total += by * 0.5);
    }
}

fn main() {
    State { total: Tensor::filled(0.0) }.add(&[1.0, 2.0]);
}
