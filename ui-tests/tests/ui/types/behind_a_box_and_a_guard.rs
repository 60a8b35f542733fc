use std::sync::Mutex;

use bcast::{Tensor, bcast, shape};

pub fn add(x: &Mutex<Tensor<f32, shape![2, 3]>>, y: Box<[f32; 2]>) -> f32 {
    let x = x.lock().unwrap();
    bcast!(*x + *y)[[0, 0]]
}

fn main() {}
