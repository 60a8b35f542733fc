//! The facade and ndarray under other names.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

use bc::{bcast as elementwise, try_bcast};
use nd::Array2;

/// Occupies the name of a renamed crate.
pub mod bcast {}
/// Occupies the name of a renamed crate.
pub mod bcast_dsl {}
/// Occupies the name of a renamed crate.
pub mod ndarray {}

/// Calls the macro by its new name and by its path.
///
/// # Errors
/// If `b` does not fit at axis 0.
pub fn run(x: &Array2<f32>, b: &[f32]) -> Result<Array2<f32>, bc::BroadcastError> {
    let mut y = try_bcast!(x + b, mode = pdpd, axis = 0, where x: [N, _], b: [N])?;
    elementwise!(y *= 2.0);
    Ok(bc::bcast!(y - x, mode = multidirectional))
}

#[cfg(test)]
mod tests {
    use nd::array;

    #[test]
    fn by_another_name() {
        let x = array![[1.0, 2.0], [3.0, 4.0]];
        assert_eq!(super::run(&x, &[10.0, 20.0]).unwrap(), array![[21.0, 22.0], [43.0, 44.0]]);
        let error = super::run(&x, &[10.0]).unwrap_err().to_string();
        assert!(error.contains("`N` is 2 at axis 0 of `x`"), "{error}");
    }
}
