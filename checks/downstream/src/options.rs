//! Every mode, every option, and `where`.

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array1, Array2, Array3, Array4};

/// The default axis of the modules below.
pub const AXIS: i64 = 1;

/// Each mode once.
///
/// # Errors
/// If an operand does not fit.
pub fn modes(x: &Array2<f32>, row: &Array1<f32>, column: &Array1<f32>) -> Result<Vec<Array2<f32>>, BroadcastError> {
    let (n, m) = x.dim();
    Ok(vec![
        try_bcast!(x + row)?,
        try_bcast!(x + row, mode = numpy)?,
        try_bcast!(x + row, mode = multidirectional)?,
        try_bcast!(x + row, mode = unidirectional)?,
        try_bcast!(row + x, mode = unidirectional, base = x)?,
        try_bcast!(x + column, mode = pdpd, axis = 0)?,
        try_bcast!(x + row, mode = pdpd, axis = AXIS, base = x)?,
        try_bcast!(column + x, mode = paddle, axis = 0)?,
        try_bcast!(x + column, mode = ncnn)?,
        try_bcast!(column, mode = explicit, axes = [0], to = [n, m])?,
        try_bcast!(x + row, mode = bidirectional, to = [1, m])?,
        try_bcast!(x * 2.0, mode = none, to = x.dim())?,
        try_bcast!(x + row + column, axis(column) = 0, axes(row) = [1])?,
    ])
}

/// A block of a network, with stated shapes.
pub fn normalise(y: &mut Array4<f32>, x: &Array4<f32>, mean: &Array1<f32>, var: &Array1<f32>, gain: f32) {
    bcast!(y = (x - mean) / (var + 1e-5).sqrt() * gain, mode = pdpd, axis = 1, where x: [N, C, H, W], y: [N, C, H, W], mean: [C], var: [C]);
    let channels = mean.len();
    bcast!(y += mean, mode = pdpd, axis = 1, where y: [_, {channels}, _, _], mean: [{channels}],);
}

/// `OpenVINO`'s Broadcast.
#[must_use]
pub fn broadcast(data: &Array2<f32>, n: usize, c: usize) -> Array4<f32> {
    let (h, w) = data.dim();
    bcast!(data, mode = explicit, axes = [1, 2], to = [n, h, w, c], where data: [H, W])
}

/// One result of each rank.
pub type Ranks = (Array3<f32>, Array2<f32>, Array1<f32>);

/// Targets of other types, and lints switched off.
///
/// # Errors
/// If `row` does not fit.
pub fn targets(row: &Array1<f32>, lengths: &[usize]) -> Result<Ranks, BroadcastError> {
    let three = try_bcast!(row, to = (2, 2, row.len()), allow = rank_promotion)?;
    let two = try_bcast!(row + row, to = [lengths[0], lengths[1]], allow = mutual_stretch, allow = default_axis)?;
    let one = try_bcast!(&two.row(0) * 0.5, to = row.len())?;
    Ok((three, two, one))
}
