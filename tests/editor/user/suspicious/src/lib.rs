//! Calls that are legal and suspicious: each is a warning, and nothing else is. Under each line stands that part of it that is to be underlined.

use bcast::{Tensor, bcast, shape};
use ndarray::{Array1, Array2, Array4};

macro_rules! difference {
    ($one:expr, $other:expr) => {
        bcast!($one - $other)
    };
}

pub struct Layer {
    pub bias: [f32; 4],
}

pub fn stated(column: &Array2<f32>, row: &Array1<f32>, x: &Array2<f32>, image: &Array4<f32>) {
    bcast!(column * row, where column: [N, 1], row: [N]);
    //                                  ^
    bcast!(column * row, allow = mutual_stretch, where column: [N, 1], row: [N]);
    bcast!(x + row, where x: [8, 8], row: [8]);
    //                                     ^
    bcast!(row, to = [8, 8], where row: [8]);
    //                                   ^
    bcast!(x + row, mode = ncnn, where x: [{x.nrows()}, {x.nrows()}], row: [{x.nrows()}]);
    //                                                                      ^^^^^^^^^^^
    bcast!(image * row, mode = pdpd, where image: [_, C, _, C], row: [C]);
    //                                                                ^
}

pub fn typed(column: [[f32; 1]; 4], row: [f32; 4], x: [[f32; 4]; 4], layer: &Layer) {
    bcast!(column * row);
    //     ^^^^^^
    difference!(row, column);
    //          ^^^
    bcast!(column * row, allow = mutual_stretch);
    bcast!(x + layer.bias);
    //               ^^^^
    bcast!(x + row, mode = ncnn);
    //         ^^^
    bcast!(x + row, mode = pdpd);
    //         ^^^
    bcast!(x + row, mode = pdpd, axis = -1);
}

pub fn generic<const N: usize>(column: &Tensor<f32, shape![N, 1]>, row: &Tensor<f32, shape![N]>) {
    bcast!(column * row);
    //     ^^^^^^
}
