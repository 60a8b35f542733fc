//! Single calls whose machine code `./check` inspects: types know every length, so no code for errors remains.

use bcast::{BroadcastError, TensorView, TensorViewMut, bcast, shape, try_bcast};

/// Two arrays that stretch.
#[inline(never)]
pub fn sum(a: &[[[f32; 4]; 3]; 2], b: &[[f32; 1]; 3]) -> [[[f32; 4]; 3]; 2] {
    bcast!(a + b)
}

/// The batch normalisation of the documentation, with its parameters at axis 1.
#[inline(never)]
pub fn batch_norm(
    x: &[[[[f32; 7]; 5]; 3]; 2],
    mean: &[f32; 3],
    inverse_deviation: &[f32; 3],
    gamma: &[f32; 3],
    beta: &[f32; 3],
) -> [[[[f32; 7]; 5]; 3]; 2] {
    bcast!((x - mean) * inverse_deviation * gamma + beta, mode = pdpd, axis = 1)
}

/// An array in place.
#[inline(never)]
pub fn in_place(y: &mut [[[f32; 4]; 3]; 2], scale: &[f32; 4]) {
    bcast!(y *= scale);
}

/// A `Result` that types know to be `Ok`.
#[inline(never)]
pub fn fallible(y: &mut [[f32; 33]; 5], column: &[[f32; 1]; 5]) -> Result<(), BroadcastError> {
    try_bcast!(y = y + column)
}

/// Borrowed memory with a shape in its type.
#[inline(never)]
pub fn views(out: &mut TensorViewMut<'_, f32, shape![6, 8]>, x: TensorView<'_, f32, shape![8]>) {
    bcast!(out = x.tanh() + 1.0);
}

/// Another alignment for each operand, and a target.
#[inline(never)]
pub fn placed(row: &[i32; 3], column: &[i32; 5]) -> [[i32; 5]; 3] {
    bcast!(row * column, mode = explicit, axes(row) = [0], axes(column) = [1], to = [3, 5])
}

/// A call whose shapes are known only at run time.
#[cfg(feature = "at_run_time")]
pub fn at_run_time(y: &mut [f32], x: &[f32]) {
    bcast!(y += x);
}

/// A result of a shape known only at run time, where another type is expected.
#[cfg(feature = "new_at_run_time")]
pub fn new_at_run_time(x: &[f32]) -> [f32; 3] {
    bcast!(x + 1.0)
}
