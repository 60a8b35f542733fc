//! The macros for tables of calls.

use bcast::Tensor;
use bcast::typed::{Shape, generic::StaticShape};
use ndarray::{ArrayD, IxDyn};

/// The elements `start`, `start + 1`, ..
pub fn from<S: Shape>(start: i64, lengths: S::Lengths) -> Tensor<i64, S> {
    let count = lengths.as_ref().iter().product::<usize>() as i64;
    Tensor::from_vec_with(lengths, (start..start + count).collect()).unwrap()
}

/// The same elements, in the shape of the type.
pub fn of_type<S: StaticShape>(start: i64) -> Tensor<i64, S> {
    from(start, S::LENGTHS)
}

/// A tensor's elements in an array without a shape in its type.
pub fn untyped<S: Shape>(tensor: &Tensor<i64, S>) -> ArrayD<i64> {
    ArrayD::from_shape_vec(IxDyn(tensor.shape()), tensor.as_slice().to_vec()).unwrap()
}

/// The first element of an operand by its name: `a` at 1, `b` at 1001, and so on.
pub fn start(name: &str) -> i64 {
    1000 * (i64::from(name.as_bytes()[0]) - i64::from(b'a')) + 1
}

/// Fails unless the tensor equals the call's result on arrays without shapes in types.
#[track_caller]
pub fn equal<S: Shape>(typed: &Tensor<i64, S>, expected: &ArrayD<i64>, call: &str) {
    assert_eq!(untyped(typed), *expected, "{call}");
}

/// Calls with all lengths in types: tensors, their views, nested arrays and mixtures give the same result as ndarray's arrays, in a
/// container of exactly the type given first.
///
/// A row is `[RESULT]: OPERAND[SHAPE], .. => (CALL);`.
macro_rules! static_calls {
    ($([$($out:tt)*]: $first:ident [$($axes:tt)*] $(, $other:ident [$($others:tt)*])* => ($($call:tt)+);)+) => {$({
        let $first = $crate::tables::of_type::<shape![$($axes)*]>($crate::tables::start(stringify!($first)));
        $(let $other = $crate::tables::of_type::<shape![$($others)*]>($crate::tables::start(stringify!($other)));)*
        let tensors = ($first, ($($other,)*));
        type Out = shape![$($out)*];
        type OutNested = <Out as bcast::typed::generic::StaticShape>::Nested<i64>;
        let text = stringify!($($call)+);
        let expected: ndarray::ArrayD<i64> = {
            let (ref $first, ($(ref $other,)*)) = tensors;
            let ($first, ($($other,)*)) = ($crate::tables::untyped($first), ($($crate::tables::untyped($other),)*));
            bcast!($($call)+).into_dyn()
        };
        {
            let (ref $first, ($(ref $other,)*)) = tensors;
            let typed: Tensor<i64, Out> = bcast!($($call)+);
            $crate::tables::equal(&typed, &expected, text);
            let typed: Tensor<i64, Out> = bcast!($($call)+, threads);
            $crate::tables::equal(&typed, &expected, text);
        }
        {
            let (ref $first, ($(ref $other,)*)) = tensors;
            let ($first, ($($other,)*)) = ($first.view(), ($($other.view(),)*));
            let typed: Result<Tensor<i64, Out>, _> = try_bcast!($($call)+);
            $crate::tables::equal(&typed.unwrap(), &expected, text);
        }
        {
            let (ref $first, ($(ref $other,)*)) = tensors;
            let ($first, ($($other,)*)) = ($first.as_nested(), ($($other.clone().into_nested(),)*));
            let typed: OutNested = bcast!($($call)+);
            $crate::tables::equal(&Tensor::<i64, Out>::from_nested(typed), &expected, text);
            let typed: OutNested = bcast!($($call)+, threads);
            $crate::tables::equal(&Tensor::<i64, Out>::from_nested(typed), &expected, text);
        }
        {
            // `$other`s without a `$first` of another kind would repeat the call.
            let ($first, ($(ref $other,)*)) = tensors.clone();
            let $first = $first.into_nested();
            $(let $other = $other.view();)*
            let _ = ($(&$other,)*);
            $crate::tables::mixed_static!(text, expected, Out, OutNested, [$($other)*], $($call)+);
        }
        {
            let (ref $first, ($(ref $other,)*)) = tensors;
            $(let $other = $other.as_nested();)*
            let typed: Tensor<i64, Out> = bcast!($($call)+);
            $crate::tables::equal(&typed, &expected, text);
        }
    })+};
}

/// Nested arrays beside tensors give a tensor, and alone a nested array.
macro_rules! mixed_static {
    ($text:ident, $expected:ident, $out:ident, $nested:ident, [], $($call:tt)+) => {
        let typed: $nested = bcast!($($call)+);
        $crate::tables::equal(&Tensor::<i64, $out>::from_nested(typed), &$expected, $text);
    };
    ($text:ident, $expected:ident, $out:ident, $nested:ident, [$($other:ident)+], $($call:tt)+) => {
        let typed: Tensor<i64, $out> = bcast!($($call)+);
        $crate::tables::equal(&typed, &$expected, $text);
    };
}

/// Calls with some lengths known only at run time: tensors and their views give the same result as ndarray's arrays, in a tensor of exactly
/// the type given first.
///
/// A row is `[RESULT]: OPERAND[SHAPE] = [LENGTHS], .. => (CALL);`.
macro_rules! calls {
    ($([$($out:tt)*]: $($name:ident [$($axes:tt)*] = $lengths:expr),+ => ($($call:tt)+);)+) => {$({
        $(let $name = $crate::tables::from::<shape![$($axes)*]>($crate::tables::start(stringify!($name)), $lengths);)+
        let tensors = ($($name,)+);
        type Out = shape![$($out)*];
        let text = stringify!($($call)+);
        let expected: ndarray::ArrayD<i64> = {
            let ($(ref $name,)+) = tensors;
            let ($($name,)+) = ($($crate::tables::untyped($name),)+);
            bcast!($($call)+).into_dyn()
        };
        {
            let ($(ref $name,)+) = tensors;
            let typed: Tensor<i64, Out> = bcast!($($call)+);
            $crate::tables::equal(&typed, &expected, text);
            let typed: Tensor<i64, Out> = bcast!($($call)+, threads);
            $crate::tables::equal(&typed, &expected, text);
        }
        {
            let ($(ref mut $name,)+) = tensors.clone();
            let ($($name,)+) = ($($name.view_mut(),)+);
            let typed: Result<Tensor<i64, Out>, _> = try_bcast!($($call)+);
            $crate::tables::equal(&typed.unwrap(), &expected, text);
        }
    })+};
}

pub(crate) use {calls, mixed_static, static_calls};
