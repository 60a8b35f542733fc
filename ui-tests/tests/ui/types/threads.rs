#![allow(deprecated)] // The pair is not about the feature `rayon`, which is off.
use bcast::{Tensor, bcast, shape};

fn main() {
    let x = Tensor::<_, shape![512, 64]>::filled(1.0_f32);
    let y = Tensor::<_, shape![512]>::filled(1.0_f32);
    let _ = bcast!(x + y, threads);
}
