//! Finds values that an operator refuses, before any output is written.

use bcast::{Broadcast, BroadcastError};
use ndarray::ArrayViewD;

use crate::element::ArrayView;

/// The position of the first 0 in an array of integers.
pub(crate) fn zero(array: &ArrayView<'_>) -> Option<Vec<usize>> {
    macro_rules! of_integers {
        ($($Variant:ident)*) => {
            match array {
                $(ArrayView::$Variant(array) => find(array, |value| value == 0),)*
                _ => None,
            }
        };
    }
    of_integers!(Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64)
}

/// The position of the first element for which `is_refused` holds. The search does not stop within a block of contiguous memory, so that it
/// vectorises.
fn find<T: Copy>(array: &ArrayViewD<'_, T>, is_refused: impl Fn(T) -> bool) -> Option<Vec<usize>> {
    let any = match array.as_slice_memory_order() {
        Some(elements) => {
            elements.chunks(1024).any(|block| block.iter().fold(false, |any, &element| any | is_refused(element)))
        }
        None => array.iter().any(|&element| is_refused(element)),
    };
    if !any {
        return None;
    }
    use ndarray::Dimension;
    array.indexed_iter().find(|(_, element)| is_refused(**element)).map(|(index, _)| index.slice().to_vec())
}

/// The position in the output of an integer other than 1 and -1 raised to a negative power.
pub(crate) fn negative_exponent(
    broadcast: &Broadcast<'_>,
    x: &ArrayView<'_>,
    y: &ArrayView<'_>,
) -> Result<Option<Vec<usize>>, BroadcastError> {
    macro_rules! of_signed {
        ($array:expr; $($Variant:ident)*; $body:expr) => {
            match $array {
                $(ArrayView::$Variant(array) => $body(array.mapv(|value| value as i64)),)*
                _ => return Ok(None),
            }
        };
    }
    macro_rules! has_negative {
        ($($Variant:ident)*) => {
            match y {
                $(ArrayView::$Variant(y) => find(y, |value| value < 0).is_some(),)*
                _ => false,
            }
        };
    }
    if !has_negative!(Int8 Int16 Int32 Int64) {
        return Ok(None);
    }
    // This case is rare, so both are converted to `i64`. The largest `u64` must not become -1.
    let exponents = of_signed!(y; Int8 Int16 Int32 Int64; |y| y);
    let largest = |array: &ArrayViewD<'_, u64>| array.mapv(|value| i64::try_from(value).unwrap_or(i64::MAX));
    let bases = match x {
        ArrayView::Uint64(x) => largest(x),
        _ => of_signed!(x; Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32; |x| x),
    };
    let refused = broadcast.try_apply((&bases, &exponents), |(x, y)| y < 0 && x != 1 && x != -1)?;
    Ok(find(&refused.view(), |refused| refused))
}
