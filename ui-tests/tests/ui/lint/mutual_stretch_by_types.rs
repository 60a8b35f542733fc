#![deny(deprecated)]

use bcast::bcast;

fn main() {
    let (predicted, wanted) = ([[0.5_f32]; 4], [1.0_f32; 4]);
    let _ = bcast!((predicted - wanted).abs());
}
