#![deny(deprecated)]

use bcast::bcast;

fn main() {
    let (x, gamma) = ([[[1.0_f32; 3]; 3]; 2], [0.5_f32; 3]);
    let _ = bcast!(x * gamma, mode = pdpd);
}
