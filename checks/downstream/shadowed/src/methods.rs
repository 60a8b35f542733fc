//! A trait that gives every type methods named like those of the expansion and of `core`. They take `self`, so they
//! precede methods of those names that take a reference.
#![allow(dead_code, reason = "methods that nothing may pick up")]

use bcast::{Tensor, bcast, dim, shape, try_bcast};
use ndarray::{Array1, Array2, Array3};

/// A value that no call expects.
#[derive(Debug)]
pub struct NotThis;

macro_rules! methods {
    ($($name:ident)*) => {
        /// Methods of every type.
        pub trait ByValue: Sized {
            $(
                /// Shadows the intended method.
                fn $name(self) -> NotThis {
                    NotThis
                }
            )*
        }
        impl<T> ByValue for T {}
    };
}
methods!(
    axis axis_of axes base bind bind_place element evaluate evaluate_into guests kind known mutual_stretch operand place rank rank_promotion
    ncnn_rank_1 default_axis resolve shape shape_into shapes says stated step tag target threads to mistaken unit view walk names run plan call lies
    add sub mul div rem neg not bitand bitor bitxor shl shr add_assign mul_assign index index_mut deref deref_mut
    into_ints into_int
);

/// ndarray's arrays.
#[allow(deprecated)] // `threads` warns where it is not built in.
#[must_use]
pub fn arrays(x: &Array2<f32>, row: &Array1<f32>) -> Array2<f32> {
    let mut y = bcast!(x * row + 1.0, mode = pdpd, axis = 1, where x: [_, W], row: [W]);
    bcast!(y += row, mode = unidirectional);
    bcast!(y = if y > row { -y } else { y.max(row) });
    bcast!(y *= 2.0 + row - row, axis(row) = 1);
    let wide: Array3<f32> = bcast!(y, mode = explicit, axes = [1, 2], to = [1, 2, 2]);
    bcast!(y - &wide.index_axis(ndarray::Axis(0), 0), threads)
}

/// Nested arrays and slices.
#[must_use]
pub fn nested(x: [[f32; 2]; 2], row: &[f32]) -> ([[f32; 2]; 2], Vec<f32>) {
    let mut y = bcast!(x * x + 1.0);
    bcast!(y[0] -= row);
    let mut v = bcast!(row + row);
    bcast!(v = 2.0 * v);
    (y, v)
}

dim!(
    /// An array of any length.
    pub Rows
);

/// Tensors.
#[must_use]
pub fn tensors<const N: usize>(x: &Tensor<f32, shape![Rows, N]>, row: &[f32; N]) -> Tensor<f32, shape![Rows, N]> {
    let mut y = bcast!(x * row, mode = ncnn, where x: [R, _]);
    bcast!(y += row, mode = paddle, axis = 1);
    y
}

/// A refused call.
#[must_use]
pub fn refused(x: &Array2<f32>) -> bool {
    try_bcast!(x + x, to = [1, 2, 3]).is_err()
}
