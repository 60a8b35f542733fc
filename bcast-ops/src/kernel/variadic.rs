//! Functions of any number of elements of one type: up to six at once, any others accumulated one by one.

use bcast::{Broadcast, BroadcastError, ops, try_bcast};
use half::{bf16, f16};
use ndarray::{ArrayViewD, ArrayViewMutD};
use smallvec::SmallVec;

use super::{apply, binary};
use crate::element::{ArrayView, Element};
use crate::form::{Binary, Target, Variadic};

pub(crate) fn run(
    function: Variadic,
    broadcast: Broadcast<'_>,
    shapes: &[&[usize]],
    inputs: &[ArrayView<'_>],
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    macro_rules! of_types {
        ($call:ident; $($Variant:ident)*) => {
            match &inputs[0] {
                $(ArrayView::$Variant(first) => $call(broadcast, shapes, &views(first, inputs), target),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    macro_rules! of_numbers {
        ($call:ident) => {
            of_types!($call; Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64)
        };
    }
    // Two inputs use the kernels of binary functions.
    let of_two = match function {
        Variadic::Max => Some(Binary::Max),
        Variadic::Min => Some(Binary::Min),
        Variadic::Sum => Some(Binary::Add),
        Variadic::Mean => None,
    };
    if let ([a, b], Some(function)) = (inputs, of_two) {
        return binary::run(function, broadcast, a, b, target);
    }
    match function {
        Variadic::Max => of_numbers!(max),
        Variadic::Min => of_numbers!(min),
        Variadic::Sum => of_types!(sum; Float16 Bfloat16 Float32 Float64),
        Variadic::Mean => of_types!(mean; Float16 Bfloat16 Float32 Float64),
    }
}

/// The inputs, all of the first one's type.
fn views<'v, 'a, T: Element>(
    _first: &ArrayViewD<'_, T>,
    inputs: &'v [ArrayView<'a>],
) -> SmallVec<[&'v ArrayViewD<'a, T>; 6]> {
    let view = |input: &'v ArrayView<'a>| input.as_view::<T>().expect("the types of the inputs are compared before");
    inputs.iter().map(view).collect()
}

macro_rules! folds {
    ($($name:ident $function:expr, $what:literal;)*) => {$(
        #[doc = $what]
        fn $name<T: Element + ops::Number>(
            broadcast: Broadcast<'_>,
            shapes: &[&[usize]],
            inputs: &[&ArrayViewD<'_, T>],
            target: Target<'_, '_>,
        ) -> Result<(), BroadcastError> {
            fold(broadcast, shapes, inputs, target, $function)
        }
    )*};
}
folds! {
    max ops::max, "The largest.";
    min ops::min, "The smallest.";
    sum ops::add, "The sum, from the left.";
}

/// Copies the only input.
fn copy<T: Element + Copy>(
    broadcast: Broadcast<'_>,
    input: &ArrayViewD<'_, T>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    let broadcast = broadcast.cheap();
    apply!(
        broadcast,
        (input,),
        target,
        T,
        #[inline(always)]
        |(input,)| input
    )
}

/// Folds the inputs from the left with a binary function.
fn fold<T: Element + Copy>(
    broadcast: Broadcast<'_>,
    shapes: &[&[usize]],
    inputs: &[&ArrayViewD<'_, T>],
    target: Target<'_, '_>,
    function: impl Fn(T, T) -> T + Copy,
) -> Result<(), BroadcastError> {
    if let [input] = *inputs {
        return copy(broadcast, input, target);
    }
    let broadcast = broadcast.cheap();
    match *inputs {
        [a, b, c] => apply!(
            broadcast,
            (a, b, c),
            target,
            T,
            #[inline(always)]
            |(a, b, c)| function(function(a, b), c)
        ),
        [a, b, c, d] => apply!(
            broadcast,
            (a, b, c, d),
            target,
            T,
            #[inline(always)]
            |(a, b, c, d)| function(function(function(a, b), c), d)
        ),
        [a, b, c, d, e] => apply!(
            broadcast,
            (a, b, c, d, e),
            target,
            T,
            #[inline(always)]
            |(a, b, c, d, e)| function(function(function(function(a, b), c), d), e)
        ),
        [a, b, c, d, e, f] => apply!(broadcast, (a, b, c, d, e, f), target, T, six(function)),
        [a, b, c, d, e, f, ref rest @ ..] => {
            let whole = broadcast.try_resolve(shapes)?.shape;
            let broadcast = broadcast.to(&whole[..]);
            then(
                target,
                |target| apply!(broadcast, (a, b, c, d, e, f), target, T, six(function)),
                |output| rest.iter().try_for_each(|input| accumulate(output, input, function)),
            )
        }
        [] | [_] | [_, _] => unreachable!("the number of inputs is checked before"),
    }
}

/// A function of six, made from a binary function.
#[inline(always)]
fn six<T: Copy>(function: impl Fn(T, T) -> T + Copy) -> impl Fn((T, T, T, T, T, T)) -> T {
    core::convert::identity(
        #[inline(always)]
        move |(a, b, c, d, e, f)| function(function(function(function(function(a, b), c), d), e), f),
    )
}

/// The sum of the inputs, divided by their number.
fn mean<T: Element + ops::Number + Count>(
    broadcast: Broadcast<'_>,
    shapes: &[&[usize]],
    inputs: &[&ArrayViewD<'_, T>],
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    let count = T::count(inputs.len());
    match *inputs {
        [a, b] => apply!(
            broadcast,
            (a, b),
            target,
            T,
            #[inline(always)]
            |(a, b)| ops::div(ops::add(a, b), count)
        ),
        [a, b, c] => apply!(
            broadcast,
            (a, b, c),
            target,
            T,
            #[inline(always)]
            |(a, b, c)| ops::div(ops::add(ops::add(a, b), c), count)
        ),
        [a, b, c, d] => apply!(
            broadcast,
            (a, b, c, d),
            target,
            T,
            #[inline(always)]
            |(a, b, c, d)| { ops::div(ops::add(ops::add(ops::add(a, b), c), d), count) }
        ),
        _ => then(target, |target| sum(broadcast, shapes, inputs, target), |output| divide(output, count)),
    }
}

/// Computes the output in two steps, the second in place.
fn then<T: Element>(
    target: Target<'_, '_>,
    first: impl FnOnce(Target<'_, '_>) -> Result<(), BroadcastError>,
    second: impl FnOnce(&mut ArrayViewMutD<'_, T>) -> Result<(), BroadcastError>,
) -> Result<(), BroadcastError> {
    match target {
        Target::New(output) => {
            first(Target::New(output))?;
            let mut view = output.as_mut().expect("the first step has made it").view_mut();
            second(T::viewed_mut(&mut view).expect("the output has the type of the inputs"))
        }
        Target::Existing(place) => {
            first(Target::Existing(place))?;
            second(T::viewed_mut(place).expect("the type of the memory is compared before"))
        }
    }
}

/// Adds an input.
fn accumulate<T: Element + Copy>(
    output: &mut ArrayViewMutD<'_, T>,
    input: &ArrayViewD<'_, T>,
    function: impl Fn(T, T) -> T,
) -> Result<(), BroadcastError> {
    try_bcast!(output = function(output, input))
}

fn divide<T: Element + ops::Number>(output: &mut ArrayViewMutD<'_, T>, count: T) -> Result<(), BroadcastError> {
    try_bcast!(output = ops::div(output, count))
}

/// The number of inputs as an element.
trait Count: Sized {
    fn count(count: usize) -> Self;
}

macro_rules! counts {
    ($($T:ty, $convert:expr;)*) => {$(
        impl Count for $T {
            fn count(count: usize) -> Self {
                $convert(count)
            }
        }
    )*};
}
counts! {
    f32, |count| count as f32;
    f64, |count| count as f64;
    f16, |count| f16::from_f64(count as f64);
    bf16, |count| bf16::from_f64(count as f64);
}
