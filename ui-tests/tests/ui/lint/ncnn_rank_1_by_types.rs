#![deny(deprecated)]

use bcast::bcast;

fn main() {
    let (x, b) = ([[1.0_f32; 2]; 2], [0.5_f32; 2]);
    let _ = bcast!(x + b, mode = ncnn);
}
