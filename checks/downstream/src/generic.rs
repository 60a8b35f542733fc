//! Calls in generic code.

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array, Array2, ArrayBase, Data, DataMut, DimMax, Dimension, Ix1, Ix3};
use num_traits::{Float, FromPrimitive, Zero};
use std::ops::AddAssign;

/// Any float, owner and rank.
pub fn leaky_relu<T: Float, S: Data<Elem = T>, D: Dimension>(x: &ArrayBase<S, D>, slope: T) -> Array<T, D> {
    bcast!(if x > T::zero() { x } else { slope * x })
}

/// Two ranks and the larger one.
pub fn hypotenuse<T, D, E>(x: &Array<T, D>, y: &Array<T, E>) -> Array<T, <D as DimMax<E>>::Output>
where
    T: Float,
    D: Dimension + DimMax<E>,
    E: Dimension,
{
    bcast!((x * x + y * y).sqrt())
}

/// The rank of `x`, and an axis as a parameter.
///
/// # Errors
/// If `bias` does not fit there.
pub fn add_bias<T, S, D>(x: &ArrayBase<S, D>, bias: &Array<T, Ix1>, axis: usize) -> Result<Array<T, D>, BroadcastError>
where
    T: Float + FromPrimitive,
    S: Data<Elem = T>,
    D: Dimension,
{
    let half = T::from_f64(0.5).unwrap_or_else(T::one);
    try_bcast!(x + bias * half, mode = pdpd, axis = axis)
}

/// Into memory of any owner.
pub fn update<T, S, D>(y: &mut ArrayBase<S, D>, x: &Array<T, D>, rate: T)
where
    T: Float + AddAssign,
    S: DataMut<Elem = T>,
    D: Dimension,
{
    bcast!(y += rate * x, mode = none);
    bcast!(y = y * y + x);
    bcast!(y = if y.is_nan() { T::zero() } else { y });
}

/// Lengths as const generics, in types and in `where`.
#[must_use]
pub fn lift<const N: usize, const M: usize, T: Float>(x: &[[T; M]; N], row: &[T; M]) -> [[T; M]; N] {
    bcast!(x + row - T::one())
}

/// The same with a run-time check.
///
/// # Errors
/// If `x` has other channels.
pub fn channels<const C: usize, T: Float>(x: &Array<T, Ix3>, gain: &[T; C]) -> Result<Array<T, Ix3>, BroadcastError> {
    try_bcast!(x * gain, mode = pdpd, axis = 1, where x: [N, {C}, W], gain: [{C}])
}

/// An associated type and constant.
pub trait Layer {
    /// The type it computes with.
    type Elem: Float;
    /// A number that it adds.
    const SHIFT: Self::Elem;
    /// Its weights.
    fn weight(&self) -> &Array2<Self::Elem>;
    /// One step.
    fn step(&self, x: &Array2<Self::Elem>) -> Array2<Self::Elem> {
        bcast!(x * &self.weight() + Self::SHIFT)
    }
    /// True if any element is zero.
    fn zeros(&self) -> Array2<bool> {
        bcast!((&self.weight()).is_zero())
    }
}
