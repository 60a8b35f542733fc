//! Calls that are legal and suspicious. Under each line stands that part of it which the warning is to underline.

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

pub fn typed(column: &Tensor<f32, shape![8, 1]>, row: &[f32; 8], square: &Tensor<f32, shape![8, 8]>) {
    let _ = bcast!(column - row);
    //             ^^^^^^
    let _ = bcast!(square * row);
    //                      ^^^
    let _ = bcast!(square - row, mode = ncnn);
    //                      ^^^
    let _ = bcast!(column - row, allow = mutual_stretch);
}

macro_rules! difference {
    ($one:expr, $other:expr) => {
        bcast!($one - $other)
    };
}

pub struct Layer {
    pub bias: [f32; 4],
}

pub fn in_a_macro(column: [[f32; 1]; 4], layer: &Layer) {
    let _ = difference!(layer.bias, column);
    //                        ^^^^
}

pub fn elsewhere(x: &Array2<f32>, row: &Array1<f32>, square: [[f32; 4]; 4], layer: &Layer) {
    let _ = bcast!(row, to = [8, 8], where row: [8]);
    //                                           ^
    let _ = bcast!(x + row, mode = ncnn, where x: [{x.nrows()}, {x.nrows()}], row: [{x.nrows()}]);
    //                                                                              ^^^^^^^^^^^
    let _ = bcast!(square + layer.bias);
    //                            ^^^^
    let _ = bcast!(square + layer.bias, mode = pdpd);
    //                            ^^^^
    let _ = bcast!(square + layer.bias, mode = pdpd, axis = -1);
}

pub fn generic<const N: usize>(column: &Tensor<f32, shape![N, 1]>, row: &Tensor<f32, shape![N]>) {
    let _ = bcast!(column * row);
    //             ^^^^^^
}
