//! Calls of every kind, where every name is shadowed.
crate::names::everything!();

use ::core::primitive::{bool as Bool, f32 as F32, usize as Usize};
use ::ndarray as nd;

type Matrix = nd::Array2<F32>;

/// ndarray's arrays.
#[must_use]
pub fn arrays(x: &Matrix, row: &nd::Array1<F32>) -> (Matrix, nd::Array2<Bool>) {
    let mut y = ::bcast::bcast!(x * row + 1.0, mode = pdpd, axis = -1, where x: [_, W], row: [W]);
    ::bcast::bcast!(y += row, mode = unidirectional);
    ::bcast::bcast!(y = if y > row { -y } else { y.exp().ln() });
    ::bcast::bcast!(y -= x, mode = none);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lints reach the casts of a call")]
    let flags = ::bcast::bcast!(x > row && x >= 2.0 || x as Usize >> 1 == 7);
    (::bcast::bcast!(y + 0.0, mode = bidirectional, to = [1, 2]), flags)
}

/// A call into a `Result`.
///
/// # Errors
/// If the row does not fit.
pub fn results(x: &Matrix, row: &[F32]) -> ::core::result::Result<Matrix, ::bcast::BroadcastError> {
    let two = ::bcast::try_bcast!(x + row, mode = paddle, axis = 1)?;
    ::bcast::try_bcast!(two * x, mode = ncnn)
}

/// A call with a target.
#[must_use]
pub fn explicit_axes(row: &nd::Array1<F32>) -> nd::Array3<F32> {
    ::bcast::bcast!(row, mode = explicit, axes = [1], to = [2, row.len(), 2])
}

/// Nested arrays.
#[must_use]
pub fn nested(x: [[F32; 2]; 2], row: &[F32; 2]) -> [[F32; 2]; 2] {
    let mut y = ::bcast::bcast!(x * row, allow = rank_promotion);
    ::bcast::bcast!(y[1] /= row);
    y
}

::bcast::dim!(
    /// An array of any length.
    pub Rows
);

/// Tensors.
#[must_use]
pub fn tensor<const N: Usize>(
    x: &::bcast::Tensor<F32, ::bcast::shape![Rows, N]>,
    row: &[F32; N],
) -> ::bcast::Tensor<F32, ::bcast::shape![Rows, N]> {
    let mut y = ::bcast::bcast!(x.max(0.0) * row, mode = pdpd, axis = 1);
    ::bcast::bcast!(y += row, mode = numpy);
    ::bcast::bcast!(y - x, mode = multidirectional, where x: [R, _])
}

/// With threads, where they are built in; elsewhere the option warns.
#[allow(deprecated)]
#[must_use]
pub fn threads(x: &Matrix) -> Matrix {
    let mut y = ::bcast::bcast!(x + x, threads);
    ::bcast::bcast!(y *= 2.0, threads);
    y
}

/// Operands with such names.
#[must_use]
pub fn named(panic: &nd::Array1<F32>, axis: F32) -> nd::Array1<F32> {
    let drop = axis;
    ::bcast::bcast!(panic * axis + panic * drop - panic)
}
