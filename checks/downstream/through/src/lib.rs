//! Calls through a re-export, in a crate that does not depend on the facade itself.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

use reexport::ndarray::{Array1, Array2};
use reexport::prelude::{BroadcastError, Tensor, bcast, dim, shape, try_bcast};

dim!(pub Batch);

/// Shapes in types, through a re-export.
#[must_use]
pub fn typed(x: [[f32; 3]; 2], row: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![2, 3]> {
    bcast!(x * row)
}

/// The same with a name.
#[must_use]
pub fn named(x: &Tensor<f32, shape![Batch, 3]>) -> Tensor<f32, shape![Batch, 3]> {
    bcast!(x * 2.0)
}

/// Each path to the macro once.
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
    fn shapes_in_types() {
        let row = super::Tensor::from_nested([1.0, 2.0, 3.0]);
        let y = super::typed([[1.0; 3], [2.0; 3]], &row);
        assert_eq!(y, [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]);
        assert_eq!(super::named(&y.restate()).as_slice(), [2.0, 4.0, 6.0, 4.0, 8.0, 12.0]);
    }

    #[test]
    fn every_way() {
        let (x, row) = (array![[1.0, 2.0]], array![10.0, 20.0]);
        // one = 11 22, two = 22 44, three = 21 42, four = 32 64, then 14 28, then 4 8
        assert_eq!(super::run(&x, &row).unwrap(), array![[12.0, 24.0]]);
        assert!(super::run(&x, &array![1.0, 2.0, 3.0]).is_err());
    }
}
