use bcast::bcast;
use std::collections::HashMap;

use ndarray::{Array1, Array2};

fn forward(x: &Array2<f32>, weights: &HashMap<String, Array1<f32>>) -> Array2<f32> {
    bcast!(x + weights["bias"])
}

fn main() {}
