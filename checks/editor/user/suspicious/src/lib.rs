//! Suspicious calls. `^` under a line marks the part that the warning underlines.

use bcast::{Tensor, bcast, shape};
use ndarray::{Array1, Array2, Array4};

pub fn stated(x: &Array4<f32>, m: &Array2<f32>, wanted: &Array1<f32>, predicted: &Array2<f32>) {
    let größe = bcast!((predicted - wanted).abs(), where predicted: [N, 1], wanted: [N]);
    //                                                               ^
    drop(größe);
    let _ = bcast!(m - wanted, where m: [8, 8], wanted: [8]);
    //                                                   ^
    let _ = bcast!(m + wanted, mode = ncnn, where m: [2, 2], wanted: [2]);
    //                                                                ^
    let _ = bcast!(x * wanted, mode = pdpd, where x: [_, 7, _, 7], wanted: [7]);
    //                                                                      ^
}

pub fn allowed(x: &Array4<f32>, m: &Array2<f32>, wanted: &Array1<f32>, predicted: &Array2<f32>) {
    let _ = bcast!((predicted - wanted).abs(), allow = mutual_stretch, where predicted: [N, 1], wanted: [N]);
    let _ = bcast!(m - wanted, allow = rank_promotion, where m: [8, 8], wanted: [8]);
    let _ = bcast!(m + wanted, mode = ncnn, allow = ncnn_rank_1, where m: [2, 2], wanted: [2]);
    let _ = bcast!(x * wanted, mode = pdpd, allow = default_axis, where x: [_, 7, _, 7], wanted: [7]);
}

/// Lints need a `where` clause that states shapes.
pub fn typed(column: &Tensor<f32, shape![8, 1]>, row: &[f32; 8], square: &Tensor<f32, shape![8, 8]>) {
    let _ = bcast!(column - row);
    let _ = bcast!(square * row);
    let _ = bcast!(square - row, mode = ncnn);
    let _ = bcast!(column - row, allow = mutual_stretch);
}

pub fn elsewhere(x: &Array2<f32>, row: &Array1<f32>) {
    let _ = bcast!(row, to = [8, 8], where row: [8]);
    //                                           ^
    let _ = bcast!(x + row, mode = ncnn, where x: [{x.nrows()}, {x.nrows()}], row: [{x.nrows()}]);
    //                                                                              ^^^^^^^^^^^
    let _ = bcast!(x - row, where x: [7, 7], row: [7]);
    //                                             ^
}

pub struct Layer {
    pub bias: [f32; 4],
}

macro_rules! difference {
    ($one:ident, $other:ident, $length:literal) => {
        bcast!($one - $other, where $one: [8, 8], $other: [$length])
    };
}

pub fn in_a_macro(m: &Array2<f32>, row: &Array1<f32>) {
    let _ = difference!(m, row, 8);
    //                          ^
}

pub fn nested(square: [[f32; 4]; 4], layer: &Layer) {
    let _ = bcast!(square + layer.bias, where square: [4, 4], layer.bias: [4]);
    //                                                                     ^
    let _ = bcast!(square + layer.bias, mode = pdpd, where square: [4, 4], layer.bias: [4]);
    //                                                                                  ^
}
