#![deny(deprecated)]

use bcast::bcast;

struct Layer {
    bias: [f32; 4],
}

fn main() {
    let (x, layer) = ([[1.0_f32; 4]; 4], Layer { bias: [0.5; 4] });
    let _ = bcast!(x + layer.bias);
}
