use bcast::{Tensor, bcast, shape};

fn main() {}

#[allow(dead_code)]
fn nobody_calls_me(a: Tensor<f64, shape![2, 3]>, b: Tensor<f64, shape![3, 2]>) {
    let _ = || {
        let c = bcast!(a - b);
        c.len()
    };
}
