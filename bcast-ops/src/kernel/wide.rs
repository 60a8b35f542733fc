//! The types in which operators along axes compute, so that few kernels are compiled: `f64`, `f32` for `f16` and `bf16` too, `i64` and `u64` for
//! narrower integers too. Results are rounded or wrap once.

use bcast::BroadcastError;
use half::{bf16, f16};
use ndarray::{ArrayD, ArrayViewMutD, CowArray, IxDyn};

use crate::element::{Array, ArrayView, ArrayViewMut, Element, ElementType};

/// `f32`, `f64`, `i64` and `u64`.
pub(crate) trait Wide: Element + Copy {
    const ZERO: Self;
    /// The elements in this type; those of this type are borrowed.
    fn read<'v>(array: &'v ArrayView<'_>) -> CowArray<'v, Self, IxDyn>;
    /// Writes the elements in the place's type. Integers wrap, and become clamped and truncated ones of floating point.
    fn store(values: &ArrayD<Self>, place: &mut ArrayViewMut<'_>);
}

/// `f32` and `f64`.
pub(crate) trait Float: Wide {
    fn from_f32(value: f32) -> Self;
}

/// Each type with the others that it stands for, and the conversions of the halves.
macro_rules! wide {
    ($($T:ident $zero:literal: $($Half:ident $to:ident $from:path),*; $($Variant:ident $U:ident),*;)*) => {$(
        impl Wide for $T {
            const ZERO: Self = $zero;
            fn read<'v>(array: &'v ArrayView<'_>) -> CowArray<'v, Self, IxDyn> {
                if let Some(same) = array.as_view::<$T>() {
                    return CowArray::from(same.view());
                }
                CowArray::from(match array {
                    $(ArrayView::$Half(array) => array.mapv(|value| value.$to()),)*
                    $(ArrayView::$Variant(array) => array.mapv(|value| value as $T),)*
                    _ => unreachable!("the element types are checked before"),
                })
            }

            fn store(values: &ArrayD<Self>, place: &mut ArrayViewMut<'_>) {
                match place {
                    $(ArrayViewMut::$Half(place) => convert(values, place, $from),)*
                    $(ArrayViewMut::$Variant(place) => convert(values, place, |value| value as $U),)*
                    _ => unreachable!("the element types are checked before"),
                }
            }
        }
    )*};
}
wide! {
    f32 0.0: Float16 to_f32 f16::from_f32, Bfloat16 to_f32 bf16::from_f32;;
    f64 0.0: Float16 to_f64 f16::from_f64, Bfloat16 to_f64 bf16::from_f64;
        Float32 f32, Int32 i32, Int64 i64, Uint32 u32, Uint64 u64;
    i64 0:; Int8 i8, Int16 i16, Int32 i32;
    u64 0:; Uint8 u8, Uint16 u16, Uint32 u32;
}

impl Float for f32 {
    fn from_f32(value: f32) -> Self {
        value
    }
}

impl Float for f64 {
    fn from_f32(value: f32) -> Self {
        value.into()
    }
}

fn convert<W: Copy, T>(values: &ArrayD<W>, place: &mut ArrayViewMutD<'_, T>, conversion: impl Fn(W) -> T) {
    place.zip_mut_with(values, |place, &value| *place = conversion(value));
}

/// Computes in `W`, directly into the place if its elements are of this type.
pub(crate) fn write<W: Wide>(
    place: &mut ArrayViewMut<'_>,
    compute: impl FnOnce(ArrayViewMutD<'_, W>) -> Result<(), BroadcastError>,
) -> Result<(), BroadcastError> {
    if let Some(place) = W::viewed_mut(place) {
        return compute(place.view_mut());
    }
    let mut wide = ArrayD::from_elem(place.shape(), W::ZERO);
    compute(wide.view_mut())?;
    W::store(&wide, place);
    Ok(())
}

/// Each type of an output along axes, with its zero, least and greatest element.
macro_rules! of_types {
    ($call:ident) => {
        $call! {
            Bool false, false, true;
            Int8 0, i8::MIN, i8::MAX; Int16 0, i16::MIN, i16::MAX; Int32 0, i32::MIN, i32::MAX; Int64 0, i64::MIN, i64::MAX;
            Uint8 0, u8::MIN, u8::MAX; Uint16 0, u16::MIN, u16::MAX; Uint32 0, u32::MIN, u32::MAX; Uint64 0, u64::MIN, u64::MAX;
            Float16 f16::ZERO, f16::NEG_INFINITY, f16::INFINITY; Bfloat16 bf16::ZERO, bf16::NEG_INFINITY, bf16::INFINITY;
            Float32 0.0, f32::NEG_INFINITY, f32::INFINITY; Float64 0.0, f64::NEG_INFINITY, f64::INFINITY;
        }
    };
}

/// An array of zeros, in C order.
pub(crate) fn zeros(element_type: ElementType, shape: &[usize]) -> Array {
    macro_rules! array {
        ($($Variant:ident $zero:expr, $least:expr, $greatest:expr;)*) => {
            match element_type {
                $(ElementType::$Variant => Array::$Variant(ArrayD::from_elem(shape, $zero)),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    of_types!(array)
}

/// Fills the place with the least or greatest element of its type.
pub(crate) fn fill(place: &mut ArrayViewMut<'_>, is_least: bool) {
    macro_rules! fill {
        ($($Variant:ident $zero:expr, $least:expr, $greatest:expr;)*) => {
            match place {
                $(ArrayViewMut::$Variant(place) => place.fill(if is_least { $least } else { $greatest }),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    of_types!(fill);
}
