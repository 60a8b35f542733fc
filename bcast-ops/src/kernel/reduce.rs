//! Reductions along axes, with those of `bcast!`. Integers wrap; formulas with a root, a logarithm or an exponential are computed in `f64`
//! for integers.

use bcast::reduction::{Multiplied, Summed};
use bcast::{BroadcastError, try_bcast};
use ndarray::{ArrayViewD, ArrayViewMutD, Axis};

use super::wide::{Wide, fill, write};
use crate::along::Axes;
use crate::element::{ArrayView, ArrayViewMut, Element};
use crate::form::{Reduce, Reduction};

/// Reduces along these axes.
pub(crate) fn run(
    reduce: &Reduce,
    x: &ArrayView<'_>,
    axes: &Axes,
    place: &mut ArrayViewMut<'_>,
) -> Result<(), BroadcastError> {
    // An empty place needs no elements, also where a reduced axis has none.
    if place.shape().contains(&0) {
        return Ok(());
    }
    // `bcast!` has no largest of no elements, but ONNX has; LogSumExp subtracts the largest.
    let has_extreme = matches!(reduce.function, Reduction::Max | Reduction::Min | Reduction::LogSumExp);
    if has_extreme && axes.iter().any(|&axis| x.shape()[axis] == 0) {
        fill(place, reduce.function != Reduction::Min);
        return Ok(());
    }
    let call = Call { reduce, axes };
    let is_of_floats = matches!(reduce.function, Reduction::L2 | Reduction::LogSum | Reduction::LogSumExp);
    match x {
        ArrayView::Bool(x) => call.bools(x.view(), place),
        ArrayView::Float16(_) | ArrayView::Bfloat16(_) | ArrayView::Float32(_) => call.of_type::<f32>(x, place),
        ArrayView::Float64(_) => call.of_type::<f64>(x, place),
        _ if is_of_floats => call.of_type::<f64>(x, place),
        ArrayView::Int8(_) | ArrayView::Int16(_) | ArrayView::Int32(_) | ArrayView::Int64(_) => {
            call.of_type::<i64>(x, place)
        }
        _ => call.of_type::<u64>(x, place),
    }
}

/// A reduction and its axes, before the element type is known.
#[derive(Clone, Copy)]
struct Call<'c> {
    reduce: &'c Reduce,
    axes: &'c Axes,
}

impl Call<'_> {
    /// Gives the place the reduced axes with length 1 if the output lacks them, and an input that is not reduced an axis of length 1, since
    /// `bcast!` reduces along one axis or more.
    fn arrange<T: Element, R: Element>(
        self,
        mut x: ArrayViewD<'_, T>,
        mut place: ArrayViewMutD<'_, R>,
        compute: impl FnOnce(ArrayViewD<'_, T>, &[usize], &mut ArrayViewMutD<'_, R>) -> Result<(), BroadcastError>,
    ) -> Result<(), BroadcastError> {
        if self.axes.is_empty() {
            let last = x.ndim();
            x = x.insert_axis(Axis(last));
            place = place.insert_axis(Axis(last));
            return compute(x, &[last], &mut place);
        }
        if !self.reduce.keeps {
            place = self.axes.iter().fold(place, |place, &axis| place.insert_axis(Axis(axis)));
        }
        compute(x, self.axes, &mut place)
    }

    fn bools(self, x: ArrayViewD<'_, bool>, place: &mut ArrayViewMut<'_>) -> Result<(), BroadcastError> {
        let place = bool::viewed_mut(place).expect("the types are compared before").view_mut();
        self.arrange(x, place, |x, axes, place| {
            if self.reduce.function == Reduction::Max {
                return try_bcast!(place = any(x, axis = axes), keep);
            }
            try_bcast!(place = all(x, axis = axes), keep)
        })
    }

    fn of_type<W: Kernels>(self, x: &ArrayView<'_>, place: &mut ArrayViewMut<'_>) -> Result<(), BroadcastError> {
        let x = W::read(x);
        let Reduction::Position { is_largest, is_last } = self.reduce.function else {
            return write(place, |place| {
                self.arrange(x.view(), place, |x, axes, place| W::reduce(self.reduce.function, &x, axes, place))
            });
        };
        let place = i64::viewed_mut(place).expect("a position is an `int64`").view_mut();
        self.arrange(x.view(), place, |mut x, axes, place| {
            // The last of equals is the first one from the end.
            let end = is_last.then(|| x.len_of(Axis(axes[0])) as i64 - 1);
            if is_last {
                x.invert_axis(Axis(axes[0]));
            }
            W::position(is_largest, end, &x, axes, place)
        })
    }
}

/// A type with kernels.
trait Kernels: Wide {
    fn reduce(
        function: Reduction,
        x: &ArrayViewD<'_, Self>,
        axes: &[usize],
        place: &mut ArrayViewMutD<'_, Self>,
    ) -> Result<(), BroadcastError>;
    /// The positions, or if `end` is given, `end` less the positions.
    fn position(
        is_largest: bool,
        end: Option<i64>,
        x: &ArrayViewD<'_, Self>,
        axes: &[usize],
        place: &mut ArrayViewMutD<'_, i64>,
    ) -> Result<(), BroadcastError>;
}

/// An integer whose sums and products wrap.
#[derive(Clone, Copy)]
struct Wrapping<T>(T);

/// The kernels of a type, with the sums and products that differ between integers and floating point.
macro_rules! kernels {
    ($($T:ident, |$function:ident, $x:ident, $axes:ident, $place:ident| { $($pattern:pat => $result:expr,)* })*) => {$(
        impl Kernels for $T {
            fn reduce(
                $function: Reduction,
                $x: &ArrayViewD<'_, Self>,
                $axes: &[usize],
                $place: &mut ArrayViewMutD<'_, Self>,
            ) -> Result<(), BroadcastError> {
                match $function {
                    Reduction::Max => try_bcast!($place = max($x, axis = $axes), keep),
                    Reduction::Min => try_bcast!($place = min($x, axis = $axes), keep),
                    $($pattern => $result,)*
                    _ => unreachable!("other types compute this"),
                }
            }

            fn position(
                is_largest: bool,
                end: Option<i64>,
                x: &ArrayViewD<'_, Self>,
                axes: &[usize],
                place: &mut ArrayViewMutD<'_, i64>,
            ) -> Result<(), BroadcastError> {
                let placed = |position: usize| end.map_or(position as i64, |end| end - position as i64);
                if is_largest {
                    return try_bcast!(place = placed(argmax(x, axis = axes)), keep);
                }
                try_bcast!(place = placed(argmin(x, axis = axes)), keep)
            }
        }
    )*};
}

macro_rules! floats {
    ($($T:ident)*) => {
        kernels! {$(
            $T, |function, x, axes, place| {
                Reduction::Sum | Reduction::LogSum => {
                    let finish: fn($T) -> $T = if function == Reduction::Sum { |sum| sum } else { bcast::math::ln };
                    try_bcast!(place = finish(sum(x, axis = axes)), keep)
                },
                Reduction::SumSquare | Reduction::L2 => {
                    let finish: fn($T) -> $T = if function == Reduction::L2 { $T::sqrt } else { |sum| sum };
                    try_bcast!(place = finish(sum(x * x, axis = axes)), keep)
                },
                Reduction::L1 => try_bcast!(place = sum(x.abs(), axis = axes), keep),
                Reduction::Mean => try_bcast!(place = mean(x, axis = axes), keep),
                Reduction::Prod => try_bcast!(place = prod(x, axis = axes), keep),
                // Subtracting an infinity would give NaN.
                Reduction::LogSumExp => try_bcast!(
                    place = {
                        let most = max(x, axis = axes);
                        let shift = if most.is_finite() { most } else { 0.0 };
                        sum((x - shift).exp(), axis = axes).ln() + shift
                    },
                    keep
                ),
            }
        )*}
    };
}
floats!(f32 f64);

macro_rules! integers {
    ($($T:ident, $abs:expr;)*) => {
        kernels! {$(
            $T, |function, x, axes, place| {
                Reduction::Sum | Reduction::Mean => {
                    let count: usize = axes.iter().map(|&axis| x.len_of(Axis(axis))).product();
                    // The mean of no elements is undefined; here it is 0.
                    let divisor = if function == Reduction::Mean { count.max(1) as $T } else { 1 };
                    try_bcast!(place = sum(Wrapping(x), axis = axes).0 / divisor, keep)
                },
                Reduction::Prod => try_bcast!(place = prod(Wrapping(x), axis = axes).0, keep),
                Reduction::SumSquare => try_bcast!(place = sum(Wrapping(x.wrapping_mul(x)), axis = axes).0, keep),
                Reduction::L1 => {
                    let abs = $abs;
                    try_bcast!(place = sum(Wrapping(abs(x)), axis = axes).0, keep)
                },
            }
        )*}

        $(
            impl Summed for Wrapping<$T> {
                type Total = $T;
                const NOTHING: $T = 0;
                fn total(self) -> $T {
                    self.0
                }
                fn add(left: $T, right: $T) -> $T {
                    left.wrapping_add(right)
                }
                fn summed(total: $T) -> Self {
                    Wrapping(total)
                }
            }

            impl Multiplied for Wrapping<$T> {
                const NOTHING: Self = Wrapping(1);
                fn multiply(left: Self, right: Self) -> Self {
                    Wrapping(left.0.wrapping_mul(right.0))
                }
            }
        )*
    };
}
integers! {
    i64, i64::wrapping_abs;
    u64, core::convert::identity::<u64>;
}
