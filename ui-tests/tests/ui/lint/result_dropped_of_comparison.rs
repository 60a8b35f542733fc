#![deny(unused_must_use)]

use bcast::bcast;

fn main() {
    let (x, y) = ([1.0_f32, 2.0], [0.0_f32; 2]);
    bcast!(y == x * 2.0);
}
