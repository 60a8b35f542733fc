//! Mistakes that the macro reports. `^^` under a line marks the parts to be underlined, one per mistake.

use bcast::{bcast, try_bcast};
use ndarray::{Array1, Array2, Array4};

pub struct Net {
    pub weight: Array2<f32>,
}

pub fn shapes(x: &Array4<f32>, a: &Array2<f32>, b: &Array2<f32>, net: &Net, n: usize) {
    bcast!(a + b, where a: [2, 3], b: [2, 4]);
    //                                    ^
    bcast!(a * net.weight - 1.0, where a: [N, 3], net.weight: [M, 3]);
    //                                                         ^
    bcast!(x * &a.row(n), mode = pdpd, axis = 1, where x: [8, 3, 7, 7], a.row(n): [7]);
    //                                                                             ^
    bcast!(a + b, where a: [2, n + 1]);
    //                         ^^^^^
    bcast!(a + b, where b: [2, ..]);
    //                         ^^
    bcast!(a + b, where a: [2, 3.5]);
    //                         ^^^
    bcast!(a + b, where b: [-1, 2]);
    //                      ^^
    bcast!(a + b, where b: [1, "c"]);
    //                         ^^^
    bcast!(a + b, where c: [2, 3], a: [2, 3], a: [2, 3]);
    //                  ^                     ^
}

pub fn options(x: &Array4<f32>, c: &Array1<f32>, größe: usize) {
    bcast!(x + c, mode = nunpy);
    //                   ^^^^^
    bcast!(x + c, mod = pdpd);
    //            ^^^
    bcast!(x + c, mode = pdpd, axis = 4, where x: [8, 3, 7, 7], c: [3]);
    //                                                              ^
    bcast!(x + c, mode = pdpd, axis = -2);
    //                                ^^
    bcast!(x + c, axis = 1);
    //            ^^^^
    bcast!(x + c, mode = pdpd, axis = 1, axis = 1);
    //                                   ^^^^
    bcast!(c, mode = explicit, axes = [größe - 1, 2, 1], to = [größe, 3, -7]);
    //                                                                   ^^
    bcast!(x + c, mode = pdpd, base = größe.max(1));
    //                                ^^^^^^^^^^^^
    bcast!(x + c, axis(d) = 1, allow = ncnn);
    //                 ^               ^^^^
    bcast!(x + c, threads = größe);
    //                      ^^^^^
}

pub fn forms(a: &Array2<f32>, b: &Array1<f32>) -> Option<Array2<f32>> {
    let größe = ("größe", bcast!(a + b *));
    //                                 ^
    bcast!(a + if b > 0.0 { return None } else { b });
    //                      ^^^^^^
    bcast!(a + Some(b)?);
    //                ^
    bcast!(a + b[0] * vec![1.0]);
    //         ^^^^   ^^^^
    bcast!(a + &mut b);
    //         ^^^^
    try_bcast!(a + b; b).ok();
    //              ^
    bcast!(a b);
    //       ^
    bcast!(
        a * b
            + (a - return)
            //     ^^^^^^
            + b,
        mode = pdqd,
        //     ^^^^
    );
    bcast!(a ** b);
    //       ^^
    bcast!(a + b.await);
    //          ^^^^^^
    bcast!(a + b, axes = 1..2);
    //            ^^^^
    bcast!(a + b, mode = numpy numpy);
    //                         ^^^^^
    None
}

macro_rules! sum {
    ($x:expr, $y:expr) => {
        bcast!($x + $y)
    };
}

pub fn through_a_macro(a: &Array2<f32>, b: &Array1<f32>) {
    sum!(a, b?);
    //       ^
}
