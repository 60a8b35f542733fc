//! Normalisations along axes, each one formula of `bcast!`.

use bcast::{BroadcastError, try_bcast};
use ndarray::{ArrayBase, ArrayViewD, ArrayViewMutD, Axis, CowArray, IxDyn, RawData, Slice, aview0};
use smallvec::SmallVec;

use super::wide::{Float, write};
use crate::along::Axes;
use crate::element::{ArrayView, ArrayViewMut, ElementType};
use crate::form::{Normalization, Normalize};

/// Normalises along these axes, in `f64` if an input or `stash_type` is `float64`.
pub(crate) fn run(
    normalize: &Normalize,
    inputs: &[ArrayView<'_>],
    axes: &Axes,
    place: &mut ArrayViewMut<'_>,
) -> Result<(), BroadcastError> {
    // The largest element of an empty axis is an error, and has no use here.
    if place.shape().contains(&0) {
        return Ok(());
    }
    let is_wide = |input: &ArrayView<'_>| input.element_type() == ElementType::Float64;
    if normalize.stash == ElementType::Float64 || inputs.iter().any(is_wide) {
        of_type::<f64>(normalize, inputs, axes, place)
    } else {
        of_type::<f32>(normalize, inputs, axes, place)
    }
}

fn of_type<F: Formulas>(
    normalize: &Normalize,
    inputs: &[ArrayView<'_>],
    axes: &Axes,
    place: &mut ArrayViewMut<'_>,
) -> Result<(), BroadcastError> {
    let inputs: SmallVec<[CowArray<'_, F, IxDyn>; 5]> = inputs.iter().map(F::read).collect();
    let x = inputs[0].view();
    let (rank, epsilon) = (x.ndim(), F::from_f32(normalize.epsilon));
    let constants = [F::from_f32(0.0), F::from_f32(1.0)];
    let [zero, one] = constants.each_ref().map(|constant| || placed(aview0(constant).into_dyn(), rank, rank));
    // Scales and biases get the input's rank: by its last axes, or as the channels of axis 1.
    let broadcast = |index: usize| inputs.get(index).map(|input| placed(input.view(), rank - input.ndim(), rank));
    let channels = |index: usize| placed(inputs[index].view(), rank.min(2) - 1, rank);
    write(place, |mut place: ArrayViewMutD<'_, F>| match (&normalize.how, normalize.output) {
        (Normalization::Softmax { is_log, .. }, _) => F::softmax(*is_log, &x, axes, &mut place),
        (Normalization::Lp { is_root, .. }, _) => F::lp(*is_root, &x, axes, &mut place),
        (Normalization::Layer { .. }, 0) => {
            let (scale, bias) = (broadcast(1).unwrap_or_else(&one), broadcast(2).unwrap_or_else(&zero));
            F::standardize(&x, [&scale, &bias], axes, [epsilon, F::from_f32(0.0)], &mut place)
        }
        (Normalization::Layer { .. }, 1) => F::running([&x, &zero()], F::from_f32(0.0), false, axes, &mut place),
        (Normalization::Layer { .. }, _) => F::inverse_deviation(&x, axes, epsilon, &mut place),
        (Normalization::Rms { .. }, _) => {
            F::root_mean_square(&x, &broadcast(1).unwrap_or_else(&one), axes, epsilon, &mut place)
        }
        (Normalization::Instance, _) | (Normalization::BatchTraining { .. }, 0) => {
            F::standardize(&x, [&channels(1), &channels(2)], axes, [epsilon, F::from_f32(0.0)], &mut place)
        }
        (Normalization::Group { count, is_per_channel }, _) => {
            let size = x.len_of(Axis(1)) / count;
            for group in 0..*count {
                let own = Slice::from(group * size..(group + 1) * size);
                let of_parameter = if *is_per_channel { own } else { Slice::from(group..group + 1) };
                let [scale, bias] = [1, 2].map(|index| channels(index).slice_axis_move(Axis(1), of_parameter));
                let mut place = place.slice_axis_mut(Axis(1), own);
                let x = x.slice_axis(Axis(1), own);
                F::standardize(&x, [&scale, &bias], axes, [epsilon, F::from_f32(0.0)], &mut place)?;
            }
            Ok(())
        }
        (Normalization::Batch, _) => F::shift(&x, [1, 2, 3, 4].map(channels).each_ref(), epsilon, &mut place),
        (Normalization::BatchTraining { momentum }, output) => {
            let mut place = placed(place, rank.min(2) - 1, rank);
            F::running([&x, &channels(2 + output)], F::from_f32(*momentum), output == 2, axes, &mut place)
        }
        // The function in the operator's schema adds this to the deviation.
        (Normalization::MeanVariance { .. }, _) => {
            let epsilons = [F::from_f32(0.0), F::from_f32(1e-9)];
            F::standardize(&x, [&one(), &zero()], axes, epsilons, &mut place)
        }
    })
}

/// Adds axes of length 1: this number before the array's own, and the rest up to this rank after them.
fn placed<S: RawData>(mut array: ArrayBase<S, IxDyn>, before: usize, rank: usize) -> ArrayBase<S, IxDyn> {
    for _ in 0..before {
        array = array.insert_axis(Axis(0));
    }
    while array.ndim() < rank {
        let last = array.ndim();
        array = array.insert_axis(Axis(last));
    }
    array
}

type View<'v, F> = ArrayViewD<'v, F>;
type Place<'v, F> = ArrayViewMutD<'v, F>;

/// The formulas. All arrays have the rank of `x`.
trait Formulas: Float {
    fn softmax(
        is_log: bool,
        x: &View<'_, Self>,
        axes: &[usize],
        place: &mut Place<'_, Self>,
    ) -> Result<(), BroadcastError>;
    fn lp(is_root: bool, x: &View<'_, Self>, axes: &[usize], place: &mut Place<'_, Self>)
    -> Result<(), BroadcastError>;
    /// Mean 0 and variance 1, scaled and shifted; one epsilon is added to the variance, the other to the deviation.
    fn standardize(
        x: &View<'_, Self>,
        affine: [&View<'_, Self>; 2],
        axes: &[usize],
        epsilons: [Self; 2],
        place: &mut Place<'_, Self>,
    ) -> Result<(), BroadcastError>;
    /// Standardised with a given mean and variance: scale, bias, mean, variance.
    fn shift(
        x: &View<'_, Self>,
        parameters: [&View<'_, Self>; 4],
        epsilon: Self,
        place: &mut Place<'_, Self>,
    ) -> Result<(), BroadcastError>;
    fn root_mean_square(
        x: &View<'_, Self>,
        scale: &View<'_, Self>,
        axes: &[usize],
        epsilon: Self,
        place: &mut Place<'_, Self>,
    ) -> Result<(), BroadcastError>;
    fn inverse_deviation(
        x: &View<'_, Self>,
        axes: &[usize],
        epsilon: Self,
        place: &mut Place<'_, Self>,
    ) -> Result<(), BroadcastError>;
    /// The mean or variance of the first array, and the second one with the weight `momentum`.
    fn running(
        arrays: [&View<'_, Self>; 2],
        momentum: Self,
        is_variance: bool,
        axes: &[usize],
        place: &mut Place<'_, Self>,
    ) -> Result<(), BroadcastError>;
}

macro_rules! formulas {
    ($($T:ident)*) => {$(
        impl Formulas for $T {
            fn softmax(is_log: bool, x: &View<'_, $T>, axes: &[usize], place: &mut Place<'_, $T>) -> Result<(), BroadcastError> {
                if is_log {
                    return try_bcast!(place = { let d = x - max(x, axis = axes); d - sum(d.exp(), axis = axes).ln() });
                }
                try_bcast!(place = { let e = (x - max(x, axis = axes)).exp(); e / sum(e, axis = axes) })
            }

            fn lp(is_root: bool, x: &View<'_, $T>, axes: &[usize], place: &mut Place<'_, $T>) -> Result<(), BroadcastError> {
                // Zeros stay, though their norm is 0.
                let divided = |x: $T, norm: $T| if norm == 0.0 { 0.0 } else { x / norm };
                if is_root {
                    return try_bcast!(place = divided(x, sum(x * x, axis = axes).sqrt()));
                }
                try_bcast!(place = divided(x, sum(x.abs(), axis = axes)))
            }

            fn standardize(
                x: &View<'_, $T>,
                [scale, bias]: [&View<'_, $T>; 2],
                axes: &[usize],
                [of_variance, of_deviation]: [$T; 2],
                place: &mut Place<'_, $T>,
            ) -> Result<(), BroadcastError> {
                try_bcast!(place = {
                    let d = x - mean(x, axis = axes);
                    d / ((mean(d * d, axis = axes) + of_variance).sqrt() + of_deviation) * scale + bias
                })
            }

            fn shift(
                x: &View<'_, $T>,
                [scale, bias, mean, variance]: [&View<'_, $T>; 4],
                epsilon: $T,
                place: &mut Place<'_, $T>,
            ) -> Result<(), BroadcastError> {
                try_bcast!(place = (x - mean) / (variance + epsilon).sqrt() * scale + bias)
            }

            fn root_mean_square(
                x: &View<'_, $T>,
                scale: &View<'_, $T>,
                axes: &[usize],
                epsilon: $T,
                place: &mut Place<'_, $T>,
            ) -> Result<(), BroadcastError> {
                try_bcast!(place = x / (mean(x * x, axis = axes) + epsilon).sqrt() * scale)
            }

            fn inverse_deviation(
                x: &View<'_, $T>,
                axes: &[usize],
                epsilon: $T,
                place: &mut Place<'_, $T>,
            ) -> Result<(), BroadcastError> {
                try_bcast!(
                    place = { let d = x - mean(x, axis = axes); 1.0 / (mean(d * d, axis = axes) + epsilon).sqrt() },
                    keep
                )
            }

            fn running(
                [x, old]: [&View<'_, $T>; 2],
                momentum: $T,
                is_variance: bool,
                axes: &[usize],
                place: &mut Place<'_, $T>,
            ) -> Result<(), BroadcastError> {
                let new = 1.0 - momentum;
                if is_variance {
                    return try_bcast!(place = {
                        let d = x - mean(x, axis = axes);
                        old * momentum + mean(d * d, axis = axes) * new
                    });
                }
                try_bcast!(place = old * momentum + mean(x, axis = axes) * new)
            }
        }
    )*};
}
formulas!(f32 f64);
