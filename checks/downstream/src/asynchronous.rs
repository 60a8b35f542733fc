//! Calls beside `.await`.

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array1, Array2};
use std::future::Future;

/// Awaits the call's input, and holds its result across another await.
///
/// # Errors
/// If the row does not fit.
pub async fn fetch<F: Future<Output = Array1<f32>>>(
    x: Array2<f32>,
    row: F,
    axis: impl Future<Output = i64>,
) -> Result<Array2<f32>, BroadcastError> {
    let row = row.await;
    let mut sum = try_bcast!(x + row, mode = pdpd, axis = axis.await)?;
    later().await;
    bcast!(sum *= &later().await);
    let all = async {
        later().await;
        bcast!(sum - x)
    };
    Ok(all.await)
}

async fn later() -> f32 {
    std::future::ready(2.0).await
}
