//! Inputs that hold a shape or axes.

use smallvec::SmallVec;

use crate::element::ArrayView;

/// The elements of an integer array; `None` for other types, or if an element does not fit.
pub(crate) fn values(array: &ArrayView<'_>) -> Option<Vec<i64>> {
    macro_rules! integers {
        ($($Variant:ident)*) => {
            match array {
                $(ArrayView::$Variant(array) => array.iter().map(|&value| i64::try_from(value).ok()).collect(),)*
                _ => None,
            }
        };
    }
    integers!(Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64)
}

/// The values as lengths; `None` if one is negative. Values beyond the address space saturate.
pub(crate) fn lengths(values: &[i64]) -> Option<SmallVec<[usize; 8]>> {
    values.iter().map(|&value| (value >= 0).then(|| usize::try_from(value).unwrap_or(usize::MAX))).collect()
}
