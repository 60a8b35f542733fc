//! Mistakes that types report. `^^` under a line marks the part to be underlined.

use std::rc::Rc;

use bcast::{Tensor, bcast, shape};
use ndarray::{Array1, Array2, Array4};

pub struct Net {
    pub weight: Tensor<f32, shape![2, 4]>,
}

pub fn shapes(a: [[f32; 3]; 2], b: [f32; 2], t: &Tensor<f32, shape![2, 3]>, net: &Net) {
    bcast!(a + b);
    //         ^
    bcast!(t * 2.0 - net.weight);
    //               ^^^^^^^^^^
    bcast!(t * b, mode = pdpd, axis = 1);
    //         ^
    bcast!(a, to = [3, 3]);
    //     ^
}

pub fn generic<const N: usize, const M: usize>(a: &Tensor<f32, shape![N, 3]>, b: &Tensor<f32, shape![M, 3]>) {
    bcast!(a + b);
    //         ^
}

pub fn operands(name: String, shared: Rc<Array2<f32>>, a: &Array2<f32>, net: &Net) {
    bcast!(a + name.len() as f32 + name);
    //         ^^^^
    bcast!(2.0 * shared + a);
    //           ^^^^^^
    let größe = String::new(); bcast!(a + größe);
    //                                    ^^^^^
    bcast!(net + a);
    //     ^^^
}

pub fn values(x: &Array4<f32>, c: &Array1<f32>, text: &str) {
    bcast!(x + c, mode = pdpd, axis = text);
    //                                ^^^^
    bcast!(x + c, mode = pdpd, axis(c) = 1.5);
    //                                   ^^^
    bcast!(x + c, to = text);
    //                 ^^^^
    bcast!(c, mode = explicit, axes = [1.5], to = [2, 3]);
    //                                 ^^^
    bcast!(x + c, where c: [{ text }]);
    //                        ^^^^
}

pub fn places(mut y: Array2<f32>, s: f32, a: &Array2<f32>) {
    bcast!(s = a);
    //     ^
    bcast!(y = a > 1.0);
    //         ^^^^^^^
    bcast!(y *= a > 1.0);
    //       ^^
    bcast!(y.clone() *= a);
    //     ^^^^^^^^^
}

pub fn elements(a: &Array2<f32>, b: &Array2<f64>) {
    bcast!(a + b);
    //       ^
    bcast!(a * a - b);
    //           ^
    bcast!((2.0 * a).exp() / -b);
    //                     ^
    bcast!(a.lenght() + 1.0);
    //       ^^^^^^
    bcast!(a.powf(b));
    //            ^
    bcast!(if a { 1.0 } else { 2.0 });
    //        ^
}

pub fn too_many(a: &Array1<f32>, v: [f32; 3], n: &Array1<f32>) -> Array1<f32> {
    let (b, c, d, e, f, g, h) = (&v, &v, &v, &v, &v, &v, &v);
    let (i, j, k, l, m, o, p, q) = (&v, &v, &v, &v, &v, &v, &v, &v);
    bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q)
    //                                                                     ^
}
