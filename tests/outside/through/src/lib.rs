//! Calls through a re-export, in a crate whose `Cargo.toml` does not name the facade.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

use reexport::ndarray::{Array1, Array2};
use reexport::prelude::{BroadcastError, bcast, try_bcast};

/// Each way to the macro once.
///
/// # Errors
/// If `row` does not fit.
pub fn run(x: &Array2<f32>, row: &Array1<f32>) -> Result<Array2<f32>, BroadcastError> {
    let one = try_bcast!(x + row, mode = pdpd, axis = 1)?;
    let two = try_bcast!(one * 2.0, mode = unidirectional, where one: [N, C])?;
    let three = reexport::each!(two - x, mode = none);
    let unit = bcast!(0.5);
    let mut four = reexport::bcast::bcast!(three + one, to = [x.nrows(), x.ncols()]);
    reexport::accumulate!(four, 2.0, x - row);
    reexport::bcast::try_bcast!(four -= row)?;
    Ok(reexport::axpy!(unit, four, row, mode = pdpd, axis = -1))
}

#[cfg(test)]
mod tests {
    use reexport::ndarray::array;

    #[test]
    fn every_way() {
        let (x, row) = (array![[1.0, 2.0]], array![10.0, 20.0]);
        // one = 11 22, two = 22 44, three = 21 42, four = 32 64, then 14 28, then 4 8
        assert_eq!(super::run(&x, &row).unwrap(), array![[12.0, 24.0]]);
        assert!(super::run(&x, &array![1.0, 2.0, 3.0]).is_err());
    }
}
