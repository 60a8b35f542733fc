//! Shapes in types, in user code.

use bcast::{BroadcastError, ShapeError, Tensor, TensorView, TensorViewMut, bcast, dim, shape, try_bcast};
use ndarray::Array1;

dim!(
    /// Any number of images.
    pub Batch,
    pub Time,
    pub(crate) Row
);

const CHANNELS: usize = 3;

/// A layer with generic lengths.
pub struct Scale<const C: usize> {
    /// A factor per channel.
    pub gain: Tensor<f32, shape![C]>,
    /// A summand per channel.
    pub bias: [f32; C],
}

impl<const C: usize> Scale<C> {
    /// The number of channels.
    pub const C: usize = C;

    /// Images, scaled.
    #[must_use]
    pub fn run(&self, images: TensorView<'_, f32, shape![Batch, C, 2, 2]>) -> Tensor<f32, shape![Batch, C, 2, 2]> {
        bcast!(images * self.gain + self.bias, mode = pdpd, axis = 1)
    }

    /// The same in place.
    pub fn run_in_place(&self, images: &mut TensorViewMut<'_, f32, shape![Batch, C, 2, 2]>) {
        bcast!(images *= self.gain, mode = pdpd, axis = 1);
        bcast!(images += self.bias, mode = pdpd, axis = 1);
    }
}

/// A call in a macro.
macro_rules! sum {
    ($($x:expr),+) => { bcast!(0.0 $(+ $x)+) };
}

/// Nested arrays of any lengths, in a macro and in a closure.
#[must_use]
pub fn nested<const N: usize, const M: usize>(
    x: &[[f32; M]; N],
    row: &[f32; M],
    column: [[f32; 1]; N],
) -> [[f32; M]; N] {
    let twice = |x: &[[f32; M]; N]| bcast!(x * 2.0);
    let y = twice(x);
    sum!(y, row, column)
}

/// A tensor beside an ndarray array, a slice and a `where` clause.
///
/// # Errors
/// If the lengths known only at run time do not fit.
pub fn mixed(
    x: &Tensor<f32, shape![Time, { CHANNELS }]>,
    row: &Array1<f32>,
    other: &[f32],
) -> Result<Tensor<f32, shape![Time, CHANNELS]>, BroadcastError> {
    let y = try_bcast!(x + row - other, where x: [T, C], row: [C])?;
    Ok(y)
}

/// A private name.
pub(crate) fn rows(x: &Tensor<u8, shape![Row, 2]>) -> Tensor<u8, shape![Row, 2]> {
    bcast!(x.saturating_add(1))
}

/// The largest entries after a step.
#[must_use]
pub fn largest() -> u8 {
    rows(&Tensor::<_, shape![2, 2]>::from_nested([[1, 2], [3, 255]]).restate::<shape![Row, 2]>())
        .iter()
        .copied()
        .max()
        .unwrap_or(0)
}

/// A call in an async function.
///
/// # Errors
/// If `rows` is not a table of three columns.
pub async fn later(rows: Vec<f32>) -> Result<Tensor<f32, shape![_, CHANNELS]>, ShapeError> {
    let count = rows.len() / CHANNELS;
    let table = Tensor::<_, shape![_, CHANNELS]>::from_vec_with([count, CHANNELS], rows)?;
    let table = std::future::ready(table).await;
    Ok(bcast!(table + 1.0))
}
