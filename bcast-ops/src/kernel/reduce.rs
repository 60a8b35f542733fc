//! Reductions along axes, with those of `bcast!`. Integers wrap; formulas with a root, a logarithm or an exponential are computed in `f64`
//! for integers.

use bcast::reduction::{Multiplied, Summed};
use bcast::{BroadcastError, try_bcast};
use ndarray::{ArrayViewD, ArrayViewMutD, Axis};

use super::float::{Float, write};
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
    let call = Call { reduce, axes };
    macro_rules! of_types {
        ($method:ident: $($Variant:ident)*) => {
            match x {
                $(ArrayView::$Variant(x) => call.$method(x.view(), place),)*
                ArrayView::Float64(_) => call.float::<f64>(x, place),
                ArrayView::Float16(_) | ArrayView::Bfloat16(_) | ArrayView::Float32(_) => call.float::<f32>(x, place),
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    match reduce.function {
        Reduction::Position { .. } => of_types!(position: Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64),
        Reduction::Max | Reduction::Min => match x {
            ArrayView::Bool(x) => call.bools(x.view(), place),
            _ => of_types!(extreme: Int8 Int32 Int64 Uint8 Uint32 Uint64),
        },
        Reduction::L2 | Reduction::LogSum | Reduction::LogSumExp if !is_narrow_float(x) => call.float::<f64>(x, place),
        _ => of_types!(integers: Int32 Int64 Uint32 Uint64),
    }
}

fn is_narrow_float(x: &ArrayView<'_>) -> bool {
    matches!(x, ArrayView::Float16(_) | ArrayView::Bfloat16(_) | ArrayView::Float32(_))
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

    fn is_empty<T>(self, x: &ArrayViewD<'_, T>) -> bool {
        self.axes.iter().any(|&axis| x.len_of(Axis(axis)) == 0)
    }

    fn is_max(self) -> bool {
        matches!(self.reduce.function, Reduction::Max | Reduction::Position { is_largest: true, .. })
    }

    fn position<T: Ordered>(self, x: ArrayViewD<'_, T>, place: &mut ArrayViewMut<'_>) -> Result<(), BroadcastError> {
        let place = i64::viewed_mut(place).expect("a position is an `int64`").view_mut();
        let is_last = matches!(self.reduce.function, Reduction::Position { is_last: true, .. });
        self.arrange(x, place, |mut x, axes, place| {
            // The last of equals is the first one from the end.
            let end = is_last.then(|| x.len_of(Axis(axes[0])) as i64 - 1);
            if is_last {
                x.invert_axis(Axis(axes[0]));
            }
            T::position(self.is_max(), end, &x, axes, place)
        })
    }

    fn extreme<T: Ordered>(self, x: ArrayViewD<'_, T>, place: &mut ArrayViewMut<'_>) -> Result<(), BroadcastError> {
        let place = T::viewed_mut(place).expect("the types are compared before");
        self.extreme_into(x, place.view_mut())
    }

    fn extreme_into<T: Ordered>(
        self,
        x: ArrayViewD<'_, T>,
        mut place: ArrayViewMutD<'_, T>,
    ) -> Result<(), BroadcastError> {
        if self.is_empty(&x) {
            place.fill(if self.is_max() { T::LEAST } else { T::GREATEST });
            return Ok(());
        }
        self.arrange(x, place, |x, axes, place| T::extreme(self.is_max(), &x, axes, place))
    }

    fn bools(self, x: ArrayViewD<'_, bool>, place: &mut ArrayViewMut<'_>) -> Result<(), BroadcastError> {
        let place = bool::viewed_mut(place).expect("the types are compared before").view_mut();
        self.arrange(x, place, |x, axes, place| {
            if self.is_max() {
                return try_bcast!(place = any(x, axis = axes), keep);
            }
            try_bcast!(place = all(x, axis = axes), keep)
        })
    }

    fn integers<T: Number>(self, x: ArrayViewD<'_, T>, place: &mut ArrayViewMut<'_>) -> Result<(), BroadcastError> {
        let place = T::viewed_mut(place).expect("the types are compared before").view_mut();
        self.arrange(x, place, |x, axes, place| T::reduce(self.reduce.function, &x, axes, place))
    }

    fn float<F: Float + Ordered + Number>(
        self,
        x: &ArrayView<'_>,
        place: &mut ArrayViewMut<'_>,
    ) -> Result<(), BroadcastError> {
        let x = F::read(x);
        match self.reduce.function {
            Reduction::Position { .. } => self.position(x.view(), place),
            Reduction::Max | Reduction::Min => write(place, |place| self.extreme_into(x.view(), place)),
            // Without elements there is no largest one to subtract.
            Reduction::LogSumExp if self.is_empty(&x.view()) => write(place, |mut place: ArrayViewMutD<'_, F>| {
                place.fill(F::LEAST);
                Ok(())
            }),
            function => write(place, |place| {
                self.arrange(x.view(), place, |x, axes, place| F::reduce(function, &x, axes, place))
            }),
        }
    }
}

/// A type whose elements are compared.
trait Ordered: Element + Copy {
    /// The largest of no elements.
    const LEAST: Self;
    /// The smallest of no elements.
    const GREATEST: Self;
    fn extreme(
        is_max: bool,
        x: &ArrayViewD<'_, Self>,
        axes: &[usize],
        place: &mut ArrayViewMutD<'_, Self>,
    ) -> Result<(), BroadcastError>;
    /// The positions, or if `end` is given, `end` less the positions.
    fn position(
        is_max: bool,
        end: Option<i64>,
        x: &ArrayViewD<'_, Self>,
        axes: &[usize],
        place: &mut ArrayViewMutD<'_, i64>,
    ) -> Result<(), BroadcastError>;
}

macro_rules! ordered {
    ($($T:ident, $least:ident, $greatest:ident;)*) => {$(
        impl Ordered for $T {
            const LEAST: Self = $T::$least;
            const GREATEST: Self = $T::$greatest;
            fn extreme(
                is_max: bool,
                x: &ArrayViewD<'_, Self>,
                axes: &[usize],
                place: &mut ArrayViewMutD<'_, Self>,
            ) -> Result<(), BroadcastError> {
                if is_max {
                    return try_bcast!(place = max(x, axis = axes), keep);
                }
                try_bcast!(place = min(x, axis = axes), keep)
            }
            fn position(
                is_max: bool,
                end: Option<i64>,
                x: &ArrayViewD<'_, Self>,
                axes: &[usize],
                place: &mut ArrayViewMutD<'_, i64>,
            ) -> Result<(), BroadcastError> {
                let placed = |position: usize| end.map_or(position as i64, |end| end - position as i64);
                if is_max {
                    return try_bcast!(place = placed(argmax(x, axis = axes)), keep);
                }
                try_bcast!(place = placed(argmin(x, axis = axes)), keep)
            }
        }
    )*};
}
ordered! {
    i8, MIN, MAX; i16, MIN, MAX; i32, MIN, MAX; i64, MIN, MAX; u8, MIN, MAX; u16, MIN, MAX; u32, MIN, MAX; u64, MIN, MAX;
    f32, NEG_INFINITY, INFINITY; f64, NEG_INFINITY, INFINITY;
}

/// A type whose elements are added and multiplied.
trait Number: Element + Copy {
    fn reduce(
        function: Reduction,
        x: &ArrayViewD<'_, Self>,
        axes: &[usize],
        place: &mut ArrayViewMutD<'_, Self>,
    ) -> Result<(), BroadcastError>;
}

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl Number for $T {
            fn reduce(
                function: Reduction,
                x: &ArrayViewD<'_, Self>,
                axes: &[usize],
                place: &mut ArrayViewMutD<'_, Self>,
            ) -> Result<(), BroadcastError> {
                match function {
                    Reduction::Sum => try_bcast!(place = sum(x, axis = axes), keep),
                    Reduction::Mean => try_bcast!(place = mean(x, axis = axes), keep),
                    Reduction::Prod => try_bcast!(place = prod(x, axis = axes), keep),
                    Reduction::L1 => try_bcast!(place = sum(x.abs(), axis = axes), keep),
                    Reduction::L2 => try_bcast!(place = sum(x * x, axis = axes).sqrt(), keep),
                    Reduction::SumSquare => try_bcast!(place = sum(x * x, axis = axes), keep),
                    Reduction::LogSum => try_bcast!(place = sum(x, axis = axes).ln(), keep),
                    // Subtracting an infinity would give NaN.
                    Reduction::LogSumExp => try_bcast!(
                        place = {
                            let most = max(x, axis = axes);
                            let shift = if most.is_finite() { most } else { 0.0 };
                            sum((x - shift).exp(), axis = axes).ln() + shift
                        },
                        keep
                    ),
                    _ => unreachable!("comparisons have their own kernels"),
                }
            }
        }
    )*};
}
floats!(f32 f64);

/// An integer whose sums and products wrap.
#[derive(Clone, Copy)]
struct Wrapping<T>(T);

macro_rules! integers {
    ($($T:ident, $abs:expr;)*) => {$(
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

        impl Number for $T {
            fn reduce(
                function: Reduction,
                x: &ArrayViewD<'_, Self>,
                axes: &[usize],
                place: &mut ArrayViewMutD<'_, Self>,
            ) -> Result<(), BroadcastError> {
                match function {
                    Reduction::Sum => try_bcast!(place = sum(Wrapping(x), axis = axes).0, keep),
                    Reduction::Mean => {
                        let count: usize = axes.iter().map(|&axis| x.len_of(Axis(axis))).product();
                        // The mean of no elements is undefined; here it is 0.
                        let count = $T::try_from(count).unwrap_or($T::MAX).max(1);
                        try_bcast!(place = sum(Wrapping(x), axis = axes).0 / count, keep)
                    }
                    Reduction::Prod => try_bcast!(place = prod(Wrapping(x), axis = axes).0, keep),
                    Reduction::L1 => {
                        let abs = $abs;
                        try_bcast!(place = sum(Wrapping(abs(x)), axis = axes).0, keep)
                    }
                    Reduction::SumSquare => try_bcast!(place = sum(Wrapping(x.wrapping_mul(x)), axis = axes).0, keep),
                    _ => unreachable!("other formulas are computed in `f64`"),
                }
            }
        }
    )*};
}
integers! {
    i32, i32::wrapping_abs; i64, i64::wrapping_abs; u32, core::convert::identity::<u32>; u64, core::convert::identity::<u64>;
}
