//! The types in which floating point is computed along axes: `f64` for `f64`, and `f32` for `f32` and for `f16` and `bf16`, which are
//! rounded once.

use bcast::BroadcastError;
use half::{bf16, f16};
use ndarray::{ArrayD, ArrayViewMutD, CowArray, IxDyn};

use crate::element::{Array, ArrayView, ArrayViewMut, Element, ElementType};

/// `f32` and `f64`.
pub(crate) trait Float: Element + Copy {
    /// The elements in this type; those of this type are borrowed.
    fn read<'v>(array: &'v ArrayView<'_>) -> CowArray<'v, Self, IxDyn>;
    /// Writes the elements in the place's type; integers are truncated toward zero and clamped.
    fn store(values: &ArrayD<Self>, place: &mut ArrayViewMut<'_>);
    fn from_f32(value: f32) -> Self;
}

macro_rules! floats {
    ($($T:ident, $from_half:ident, $to_half:ident;)*) => {$(
        impl Float for $T {
            fn read<'v>(array: &'v ArrayView<'_>) -> CowArray<'v, Self, IxDyn> {
                if let Some(same) = array.as_view::<$T>() {
                    return CowArray::from(same.view());
                }
                CowArray::from(match array {
                    ArrayView::Float16(array) => array.mapv(|value| value.$to_half()),
                    ArrayView::Bfloat16(array) => array.mapv(|value| value.$to_half()),
                    ArrayView::Float32(array) => array.mapv(|value| value as $T),
                    ArrayView::Float64(array) => array.mapv(|value| value as $T),
                    ArrayView::Int32(array) => array.mapv(|value| value as $T),
                    ArrayView::Int64(array) => array.mapv(|value| value as $T),
                    ArrayView::Uint32(array) => array.mapv(|value| value as $T),
                    ArrayView::Uint64(array) => array.mapv(|value| value as $T),
                    _ => unreachable!("the element types are checked before"),
                })
            }

            fn store(values: &ArrayD<Self>, place: &mut ArrayViewMut<'_>) {
                match place {
                    ArrayViewMut::Float16(place) => convert(values, place, f16::$from_half),
                    ArrayViewMut::Bfloat16(place) => convert(values, place, bf16::$from_half),
                    ArrayViewMut::Float32(place) => convert(values, place, |value| value as f32),
                    ArrayViewMut::Float64(place) => convert(values, place, |value| value as f64),
                    ArrayViewMut::Int32(place) => convert(values, place, |value| value as i32),
                    ArrayViewMut::Int64(place) => convert(values, place, |value| value as i64),
                    ArrayViewMut::Uint32(place) => convert(values, place, |value| value as u32),
                    ArrayViewMut::Uint64(place) => convert(values, place, |value| value as u64),
                    _ => unreachable!("the element types are checked before"),
                }
            }

            fn from_f32(value: f32) -> Self {
                value.into()
            }
        }
    )*};
}
floats! {
    f32, from_f32, to_f32;
    f64, from_f64, to_f64;
}

fn convert<F: Copy, T>(values: &ArrayD<F>, place: &mut ArrayViewMutD<'_, T>, conversion: impl Fn(F) -> T) {
    place.zip_mut_with(values, |place, &value| *place = conversion(value));
}

/// Computes in `F`, directly into the place if its elements are of this type.
pub(crate) fn write<F: Float>(
    place: &mut ArrayViewMut<'_>,
    compute: impl FnOnce(ArrayViewMutD<'_, F>) -> Result<(), BroadcastError>,
) -> Result<(), BroadcastError> {
    if let Some(place) = F::viewed_mut(place) {
        return compute(place.view_mut());
    }
    let mut wide = ArrayD::from_elem(place.shape(), F::from_f32(0.0));
    compute(wide.view_mut())?;
    F::store(&wide, place);
    Ok(())
}

/// An array of zeros, in C order.
pub(crate) fn zeros(element_type: ElementType, shape: &[usize]) -> Array {
    macro_rules! of_types {
        ($($Variant:ident $zero:expr;)*) => {
            match element_type {
                $(ElementType::$Variant => Array::$Variant(ArrayD::from_elem(shape, $zero)),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    of_types! {
        Bool false; Int8 0; Int16 0; Int32 0; Int64 0; Uint8 0; Uint16 0; Uint32 0; Uint64 0;
        Float16 f16::ZERO; Bfloat16 bf16::ZERO; Float32 0.0; Float64 0.0;
    }
}
