//! The array types of other crates: one file each.

#[cfg(feature = "ndarray")]
pub mod ndarray;
