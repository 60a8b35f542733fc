//! The reductions of `bcast!`: `sum(x, axis = 1)`, `max(x, axis = -1)`, and what they mean for each type of elements.
//!
//! A reduction is one more value at the current position. `sum` and `mean` of floats add in a stated order, which neither layout, axis,
//! instructions nor threads change.

use crate::exec::reduce::{Functions, Parts, Pick, Reduce, Reduction};

/// Types that `sum` adds up.
///
/// Integers of 32 bits add up in 64 bits, and the sum panics if it does not fit; integers of 64 bits overflow as Rust's `+` does. Complex
/// numbers are those of num-complex, with the feature `ndarray`.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::reduction::Summed;
///
/// #[derive(Clone, Copy)]
/// struct Meters(f64);
///
/// impl Summed for Meters {
///     type Total = f64;
///     const NOTHING: f64 = 0.0;
///     fn total(self) -> f64 {
///         self.0
///     }
///     fn add(left: f64, right: f64) -> f64 {
///         left + right
///     }
///     fn summed(total: f64) -> Self {
///         Meters(total)
///     }
/// }
/// assert_eq!(Meters::summed(Meters::add(Meters(1.0).total(), Meters(2.0).total())).0, 3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`sum` does not add elements of type `{Self}`",
    label = "`sum` is of 32- and 64-bit integers, floats of 32 bits or more, and types with `bcast::reduction::Summed`",
    note = "small integers are widened, `sum(u64::from(x), axis = ..)`; `bool`s are counted, `count(x, axis = ..)`"
)]
pub trait Summed: Copy {
    /// The type that adds up.
    type Total: Copy;
    /// The sum of no elements.
    const NOTHING: Self::Total;
    /// One element.
    fn total(self) -> Self::Total;
    /// Adds two totals; `left` has the earlier elements.
    fn add(left: Self::Total, right: Self::Total) -> Self::Total;
    /// The sum of a total.
    ///
    /// # Panics
    /// If the total does not fit.
    fn summed(total: Self::Total) -> Self;
    /// True if totals of any elements are added without an overflow, and no code of users is called.
    #[doc(hidden)]
    const __BCAST_IS_TOTAL: bool = false;
    /// See [`Reduction::functions`]; numbers have them from this crate.
    #[doc(hidden)]
    fn __bcast_functions() -> &'static Functions {
        const { &Functions::of::<Self, Sum>() }
    }
}

/// Types that `prod` multiplies. Integers overflow as Rust's `*` does.
#[diagnostic::on_unimplemented(
    message = "`prod` does not multiply elements of type `{Self}`",
    label = "`prod` is of 32- and 64-bit integers, floats of 32 bits or more, and types with `bcast::reduction::Multiplied`",
    note = "small integers are widened, `prod(u64::from(x), axis = ..)`"
)]
pub trait Multiplied: Copy {
    /// The product of no elements.
    const NOTHING: Self;
    /// Multiplies two products; `left` has the earlier elements.
    #[must_use]
    fn multiply(left: Self, right: Self) -> Self;
    /// As that of [`Summed`], of products.
    #[doc(hidden)]
    const __BCAST_IS_TOTAL: bool = false;
}

/// Types that `mean` averages: a sum that can be divided by a number of elements.
#[diagnostic::on_unimplemented(
    message = "`mean` does not average elements of type `{Self}`",
    label = "`mean` is of floats",
    note = "integers are converted first, `mean(x as f64, axis = ..)`, and a mask is read as `mean(if m {{ 1.0 }} else {{ 0.0 }}, axis = ..)`"
)]
pub trait Averaged: Summed {
    /// The sum, divided by a number of elements.
    #[must_use]
    fn divided(self, count: usize) -> Self;
    /// See [`Reduction::functions`]; numbers have them from this crate.
    #[doc(hidden)]
    fn __bcast_averaging() -> &'static Functions {
        const { &Functions::of::<Self, Mean>() }
    }
}

/// Numbers that `min`, `max`, `argmin` and `argmax` compare: a NaN wins. To `min` and `max` -0.0 is below 0.0, to positions they are equal.
#[diagnostic::on_unimplemented(
    message = "`min` and `max` do not compare elements of type `{Self}`",
    label = "they are of integers and floats",
    note = "of `bool`s, `any` is the largest and `all` the smallest"
)]
pub trait Compared: Copy {
    /// The smaller one.
    #[must_use]
    fn smaller(self, other: Self) -> Self;
    /// The larger one.
    #[must_use]
    fn larger(self, other: Self) -> Self;
    /// True if it is above `other`, or a NaN where `other` is none.
    fn is_above(self, other: Self) -> bool;
    /// True if it is below `other`, or a NaN where `other` is none.
    fn is_below(self, other: Self) -> bool;
    /// True if it is a NaN, of which the following two say nothing.
    #[doc(hidden)]
    fn __bcast_is_nan(self) -> bool {
        false
    }
    /// As [`is_above`](Self::is_above) of two numbers that are no NaN.
    #[doc(hidden)]
    fn __bcast_is_number_above(self, other: Self) -> bool {
        self.is_above(other)
    }
    /// As [`is_below`](Self::is_below) of two numbers that are no NaN.
    #[doc(hidden)]
    fn __bcast_is_number_below(self, other: Self) -> bool {
        self.is_below(other)
    }
    /// The functions of `min`, `max`, `argmin` and `argmax`; see [`Reduction::functions`].
    #[doc(hidden)]
    fn __bcast_comparing() -> &'static [Functions; 4] {
        const { &comparing::<Self>() }
    }
}

const fn comparing<T: Compared>() -> [Functions; 4] {
    [
        Functions::of_elements::<T, Min>(),
        Functions::of_elements::<T, Max>(),
        Functions::of_pick::<T, ArgMin>(),
        Functions::of_pick::<T, ArgMax>(),
    ]
}

/// The elements of `any`, `all` and `count`: `bool`.
#[diagnostic::on_unimplemented(
    message = "`any`, `all` and `count` are of `bool`s, not of `{Self}`",
    label = "compare the elements, as in `count(x > 0.0, axis = ..)`"
)]
pub trait Condition {}
impl Condition for bool {}

macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
    )*};
}
reductions! {
    /// `sum(e, axis = k)`: 0 for an empty axis.
    Sum
    /// `prod(e, axis = k)`: 1 for an empty axis.
    Prod
    /// `mean(e, axis = k)`: NaN for an empty axis.
    Mean
    /// `min(e, axis = k)`: an empty axis is an error.
    Min
    /// `max(e, axis = k)`: an empty axis is an error.
    Max
    /// `argmin(e, axis = k)`, a `usize`: the first of equals, or the first NaN. An empty axis is an error.
    ArgMin
    /// `argmax(e, axis = k)`, a `usize`: the first of equals, or the first NaN. An empty axis is an error.
    ArgMax
    /// `any(e, axis = k)`: false for an empty axis.
    Any
    /// `all(e, axis = k)`: true for an empty axis.
    All
    /// `count(e, axis = k)`, a `usize`: 0 for an empty axis.
    Count
}

macro_rules! reduce {
    ($([$($generic:tt)*] $name:ident of $element:ty: $part:ty, $of_parts:ty => $out:ty, $functions:expr;
        |$x:ident| $lift:expr; |$left:ident, $right:ident| $join:expr; |$total:ident, $count:ident| $finish:expr;
        $({$($constant:tt)*})?)*) => {$(
        impl<$($generic)*> Reduction<$element> for $name {
            type Out = $out;
            fn functions() -> &'static Functions {
                $functions
            }
        }
        impl<$($generic)*> Reduce<$element> for $name {
            type Part = $part;
            type Out = $out;
            type OfParts = $of_parts;
            $($($constant)*)?
            #[inline(always)]
            fn lift($x: $element) -> $part {
                $lift
            }
            #[inline(always)]
            fn join($left: $part, $right: $part) -> $part {
                $join
            }
            #[inline(always)]
            fn finish($total: Option<$part>, $count: usize) -> $out {
                $finish
            }
        }
    )*};
}
/// Reductions to positions.
macro_rules! pick {
    ($($name:ident, $functions:literal, $is_better:ident, $is_number_better:ident;)*) => {$(
        impl<T: Compared> Reduction<T> for $name {
            type Out = usize;
            fn functions() -> &'static Functions {
                &T::__bcast_comparing()[$functions]
            }
        }
        impl<T: Compared> Pick<T> for $name {
            #[inline(always)]
            fn is_better(element: T, earlier: T) -> bool {
                element.$is_better(earlier)
            }
            #[inline(always)]
            fn is_number_better(element: T, earlier: T) -> bool {
                element.$is_number_better(earlier)
            }
            #[inline(always)]
            fn is_nan(element: T) -> bool {
                element.__bcast_is_nan()
            }
        }
    )*};
}
/// The functions of a reduction, compiled in this crate and not at each call.
macro_rules! precompiled {
    ($name:ident: $functions_of:ty = $functions:expr) => {
        fn $name() -> &'static $functions_of {
            static FUNCTIONS: $functions_of = $functions;
            &FUNCTIONS
        }
    };
}
/// Unwraps the result of a comparison, which the rulebook refuses on an empty axis.
fn some<P>(part: Option<P>) -> P {
    part.expect("an empty axis is an error before anything is computed")
}
reduce! {
    [T: Summed] Sum of T: T::Total, Parts<T, Self> => T, T::__bcast_functions();
        |x| x.total(); |left, right| T::add(left, right); |total, _count| T::summed(total.unwrap_or(T::NOTHING));
        { const IS_TOTAL: bool = T::__BCAST_IS_TOTAL; }
    [T: Averaged] Mean of T: T::Total, Parts<T, Self> => T, T::__bcast_averaging();
        |x| x.total(); |left, right| T::add(left, right); |total, count| T::summed(total.unwrap_or(T::NOTHING)).divided(count);
        { const IS_TOTAL: bool = T::__BCAST_IS_TOTAL; }
    [T: Multiplied] Prod of T: T, Self => T, const { &Functions::of::<T, Self>() };
        |x| x; |left, right| T::multiply(left, right); |total, _count| total.unwrap_or(T::NOTHING);
        { const IS_TOTAL: bool = T::__BCAST_IS_TOTAL; }
    [T: Compared] Min of T: T, Self => T, &T::__bcast_comparing()[0];
        |x| x; |left, right| left.smaller(right); |total, _count| some(total); { const IS_ORDERED: bool = false; }
    [T: Compared] Max of T: T, Self => T, &T::__bcast_comparing()[1];
        |x| x; |left, right| left.larger(right); |total, _count| some(total); { const IS_ORDERED: bool = false; }
    [] Any of bool: bool, Self => bool, const { &Functions::of::<bool, Self>() };
        |x| x; |left, right| left | right; |total, _count| total.unwrap_or(false); { const IS_ORDERED: bool = false; }
    [] All of bool: bool, Self => bool, const { &Functions::of::<bool, Self>() };
        |x| x; |left, right| left & right; |total, _count| total.unwrap_or(true); { const IS_ORDERED: bool = false; }
    [] Count of bool: usize, Parts<bool, Self> => usize, const { &Functions::of::<bool, Self>() };
        |x| usize::from(x); |left, right| left + right; |total, _count| total.unwrap_or(0); { const IS_ORDERED: bool = false; }
}
pick! {
    ArgMin, 2, is_below, __bcast_is_number_below;
    ArgMax, 3, is_above, __bcast_is_number_above;
}

macro_rules! compared_floats {
    ($($number:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Compared for $number {
            // Selections, which vectorise. Equal numbers differ in the sign of zero alone.
            #[inline(always)]
            fn smaller(self, other: $number) -> $number {
                let bits = <$number>::from_bits(self.to_bits() | other.to_bits());
                let number = if self == other { bits } else if self < other { self } else { other };
                if self.is_nan() { self } else { number }
            }
            #[inline(always)]
            fn larger(self, other: $number) -> $number {
                let bits = <$number>::from_bits(self.to_bits() & other.to_bits());
                let number = if self == other { bits } else if self > other { self } else { other };
                if self.is_nan() { self } else { number }
            }
            #[inline(always)]
            fn is_above(self, other: $number) -> bool {
                // Without branches, so that it vectorises.
                ((self > other) | self.is_nan()) & !other.is_nan()
            }
            #[inline(always)]
            fn is_below(self, other: $number) -> bool {
                ((self < other) | self.is_nan()) & !other.is_nan()
            }
            #[inline(always)]
            fn __bcast_is_nan(self) -> bool {
                self.is_nan()
            }
            #[inline(always)]
            fn __bcast_is_number_above(self, other: $number) -> bool {
                self > other
            }
            #[inline(always)]
            fn __bcast_is_number_below(self, other: $number) -> bool {
                self < other
            }
            precompiled!(__bcast_comparing: [Functions; 4] = comparing::<$number>());
        }
    )*};
}
compared_floats!(f32 f64);

/// Numbers that `+` adds up, in a type of totals, and `*` multiplies. Each line says whether `+` and `*` never overflow; it has the sum and the
/// product of nothing, the total of a number `x`, and the functions of `sum` if this crate has them.
macro_rules! numbers {
    ($($number:ty as $total:ty, $sums:literal, $products:literal: $nothing:expr, $one:expr, |$x:ident| $of_one:expr $(, $functions:expr)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Summed for $number {
            type Total = $total;
            const NOTHING: $total = $nothing;
            #[inline(always)]
            fn total(self) -> $total {
                let $x = self;
                $of_one
            }
            #[inline(always)]
            fn add(left: $total, right: $total) -> $total {
                left + right
            }
            #[inline(always)]
            fn summed(total: $total) -> $number {
                match total.try_into() {
                    Ok(sum) => sum,
                    Err(_) => panic!(
                        "the sum {total} does not fit a `{}`; `sum({}::from(x), axis = ..)` has 64 bits",
                        stringify!($number),
                        stringify!($total),
                    ),
                }
            }
            const __BCAST_IS_TOTAL: bool = $sums;
            $(precompiled!(__bcast_functions: Functions = $functions);)?
        }
        #[diagnostic::do_not_recommend]
        impl Multiplied for $number {
            const NOTHING: $number = $one;
            const __BCAST_IS_TOTAL: bool = $products;
            #[inline(always)]
            fn multiply(left: $number, right: $number) -> $number {
                left * right
            }
        }
    )*};
}
/// Numbers that are divided by a count as another type.
macro_rules! averaged {
    ($($number:ty, $count:ty $(, $functions:expr)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Averaged for $number {
            #[inline(always)]
            fn divided(self, count: usize) -> $number {
                self / count as $count
            }
            $(precompiled!(__bcast_averaging: Functions = $functions);)?
        }
    )*};
}
numbers! {
    i32 as i64, true, false: 0, 1, |x| x.into();
    u32 as u64, true, false: 0, 1, |x| x.into();
    i64 as i64, false, false: 0, 1, |x| x;
    u64 as u64, false, false: 0, 1, |x| x;
    isize as isize, false, false: 0, 1, |x| x;
    usize as usize, false, false: 0, 1, |x| x;
    i128 as i128, false, false: 0, 1, |x| x;
    u128 as u128, false, false: 0, 1, |x| x;
    f32 as f32, true, true: 0.0, 1.0, |x| x, Functions::of_elements::<f32, Sum>();
    f64 as f64, true, true: 0.0, 1.0, |x| x, Functions::of_elements::<f64, Sum>();
}
averaged! {
    f32, f32, Functions::averaging::<f32, Sum, Mean>();
    f64, f64, Functions::averaging::<f64, Sum, Mean>();
}
#[cfg(feature = "ndarray")]
mod complex {
    use num_complex::Complex;

    use super::{Averaged, Multiplied, Summed};

    numbers! {
        Complex<f32> as Complex<f32>, true, true: Self { re: 0.0, im: 0.0 }, Self { re: 1.0, im: 0.0 }, |x| x;
        Complex<f64> as Complex<f64>, true, true: Self { re: 0.0, im: 0.0 }, Self { re: 1.0, im: 0.0 }, |x| x;
    }
    averaged! {
        Complex<f32>, f32;
        Complex<f64>, f64;
    }
}

macro_rules! compared_integers {
    ($($number:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Compared for $number {
            #[inline(always)]
            fn smaller(self, other: $number) -> $number {
                self.min(other)
            }
            #[inline(always)]
            fn larger(self, other: $number) -> $number {
                self.max(other)
            }
            #[inline(always)]
            fn is_above(self, other: $number) -> bool {
                self > other
            }
            #[inline(always)]
            fn is_below(self, other: $number) -> bool {
                self < other
            }
        }
    )*};
}
compared_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
