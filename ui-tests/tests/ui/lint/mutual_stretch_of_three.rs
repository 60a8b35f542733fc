#![deny(deprecated)]

use bcast::bcast;

fn main() {
    let (planes, column, row) = ([[[1.0_f32]]; 2], [[2.0_f32]; 3], [0.5_f32; 3]);
    let _ = bcast!(planes * column + row);
}
