//! Array types of other crates, one file each.

#[cfg(feature = "ndarray")]
pub mod ndarray;
#[cfg(feature = "ndarray")]
mod ndarray_views;
