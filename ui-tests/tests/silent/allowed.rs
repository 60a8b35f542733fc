//! The suspicious calls of `tests/ui/lint`, allowed.
#![deny(warnings)]

use bcast::{Tensor, bcast, dim, shape};
use ndarray::{Array1, Array2, Array3, Array4};

dim!(Batch);

fn named(predicted: &Tensor<f32, shape![Batch, 1]>, wanted: &Tensor<f32, shape![Batch]>) -> usize {
    bcast!(predicted - wanted, allow = mutual_stretch).len()
}

fn generic<const N: usize>(x: &mut Tensor<f32, shape![N, 2, N]>, by: &Tensor<f32, shape![N]>) {
    bcast!(x += by, allow = rank_promotion);
}

fn main() {
    let (predicted, wanted) = (Array2::<f32>::zeros((32, 1)), Array1::<f32>::zeros(32));
    let _ = bcast!((predicted - wanted).abs(), allow = mutual_stretch, where predicted: [N, 1], wanted: [N]);
    let (predicted, wanted) = ([[0.5_f32]; 4], [1.0_f32; 4]);
    let _ = bcast!((predicted - wanted).abs(), allow = mutual_stretch);
    let predicted = Tensor::<f32, shape![Batch, 1]>::filled_with([4, 1], 1.0).unwrap();
    let wanted = Tensor::<f32, shape![Batch]>::filled_with([4], 1.0).unwrap();
    assert_eq!(named(&predicted, &wanted), 16);
    let mut x = Tensor::<f32, shape![3, 2, 3]>::filled(0.0);
    generic(&mut x, &Tensor::filled(1.0));

    let (x, mean) = (Array2::<f32>::zeros((8, 8)), Array1::<f32>::zeros(8));
    let _ = bcast!(x - mean, allow = rank_promotion, where x: [8, 8], mean: [8]);
    let _ = bcast!(mean, to = [8, 8], allow = rank_promotion, where mean: [8]);
    let (x, b) = ([[1.0_f32; 2]; 2], [0.5_f32; 2]);
    let _ = bcast!(x + b, allow = rank_promotion);
    let _ = bcast!(x + b, mode = ncnn, allow = ncnn_rank_1);
    let _ = bcast!(x + b, mode = pdpd, allow = default_axis);
    let _ = bcast!(x + b, mode = paddle, allow = default_axis);
    let (x, b) = (Array2::<f32>::zeros((2, 2)), Array1::<f32>::zeros(2));
    let _ = bcast!(x + b, mode = ncnn, allow = ncnn_rank_1, where x: [2, 2], b: [2]);
    let (x, gamma) = (Array4::<f32>::zeros((2, 7, 7, 7)), Array1::<f32>::zeros(7));
    let _ = bcast!(x * gamma, mode = pdpd, allow = default_axis, where x: [_, 7, _, 7], gamma: [7]);
    let (x, y) = (Array3::<f32>::zeros((5, 5, 5)), Array2::<f32>::zeros((5, 5)));
    let _ = bcast!(x + y, mode = paddle, allow = default_axis, where x: [N, N, N], y: [N, N]);
}
