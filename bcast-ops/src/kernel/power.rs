//! Powers of every type to every type.

use bcast::{Broadcast, BroadcastError, ops};
use ndarray::ArrayViewD;

use super::apply;
use crate::element::{ArrayView, Element, ElementType};
use crate::form::Target;

pub(crate) fn run(
    broadcast: Broadcast<'_>,
    x: &ArrayView<'_>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    macro_rules! of_bases {
        ($to_any:ident: $($Variant:ident)*; $to_same:ident: $($Other:ident)*) => {
            match x {
                $(ArrayView::$Variant(x) => $to_any(broadcast, x, y, target),)*
                $(ArrayView::$Other(x) => $to_same(broadcast, x, y, target),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    of_bases!(to_any: Int32 Int64 Float16 Bfloat16 Float32 Float64; to_same: Int8 Int16 Uint8 Uint16 Uint32 Uint64)
}

fn to_any<T: Element + ops::Base>(
    broadcast: Broadcast<'_>,
    x: &ArrayViewD<'_, T>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    macro_rules! of_exponents {
        ($($Variant:ident)*) => {
            match y {
                $(ArrayView::$Variant(y) => raise(broadcast, x, y, target),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    of_exponents!(Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64)
}

fn to_same<T: Element + ops::Base + ops::Exponent>(
    broadcast: Broadcast<'_>,
    x: &ArrayViewD<'_, T>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    raise(broadcast, x, y.as_view::<T>().expect("the types of the inputs are compared before"), target)
}

fn raise<T: Element + ops::Base, E: Element + ops::Exponent>(
    broadcast: Broadcast<'_>,
    x: &ArrayViewD<'_, T>,
    y: &ArrayViewD<'_, E>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    // Integer powers do not vectorise, and the other types are rare.
    use ElementType::{Float32, Float64, Int32, Int64};
    if const { matches!(T::TYPE, Float32 | Float64) && matches!(E::TYPE, Float32 | Float64 | Int32 | Int64) } {
        return apply!(
            broadcast,
            (x, y),
            target,
            T,
            #[inline(always)]
            |(x, y)| ops::pow(x, y)
        );
    }
    let broadcast = broadcast.cheap();
    apply!(
        broadcast,
        (x, y),
        target,
        T,
        #[inline(always)]
        |(x, y)| ops::pow(x, y)
    )
}
