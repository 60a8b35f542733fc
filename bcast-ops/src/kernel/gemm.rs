//! `alpha * A * B + beta * C`.
//!
//! `f32` and `f64` use ndarray's product, which is matrixmultiply's. `f16` and `bf16` are computed in `f32` and rounded once. Integer
//! products, which these crates lack, are sums of rows, added with `bcast!`.

use std::borrow::Cow;

use bcast::{BroadcastError, bcast, ops, try_bcast};
use half::{bf16, f16};
use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayD, ArrayView2, ArrayViewD, ArrayViewMut2, Axis, Ix2, LinalgScalar};

use crate::element::{ArrayView, Element};
use crate::form::{Gemm, Target};

pub(crate) fn run(
    gemm: &Gemm,
    shape: [usize; 2],
    inputs: &[ArrayView<'_>],
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    macro_rules! of_types {
        ($($Variant:ident)*) => {
            match &inputs[0] {
                $(ArrayView::$Variant(a) => of_type(gemm, shape, a, inputs, target),)*
                _ => unreachable!("the element types are checked before"),
            }
        };
    }
    of_types!(Int32 Int64 Uint32 Uint64 Float16 Bfloat16 Float32 Float64)
}

fn of_type<T: Multiply>(
    gemm: &Gemm,
    shape: [usize; 2],
    a: &ArrayViewD<'_, T>,
    inputs: &[ArrayView<'_>],
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    let same = |index: usize| inputs[index].as_view::<T>().expect("the types of the inputs are compared before");
    let (a, b) = (matrix(a, gemm.transpose_a), matrix(same(1), gemm.transpose_b));
    // With `beta = 0`, `C` is not read.
    let c = (inputs.len() > 2 && gemm.beta != 0.0).then(|| same(2));
    let write = |output: &mut ArrayViewMut2<'_, T>| T::gemm(gemm, Terms { a, b, c }, output);
    match target {
        Target::New(output) => {
            let mut array = Array2::from_elem(shape, T::ZERO);
            write(&mut array.view_mut())?;
            *output = Some(T::own(array.into_dyn()));
            Ok(())
        }
        Target::Existing(place) => {
            let place = T::viewed_mut(place).expect("the type of the memory is compared before");
            if let Some(elements) = place.as_slice_mut() {
                return write(&mut ArrayViewMut2::from_shape(shape, elements).expect("the shape is compared before"));
            }
            let mut place = place.view_mut().into_dimensionality::<Ix2>().expect("the shape is compared before");
            write(&mut place)
        }
    }
}

fn matrix<'v, T>(view: &'v ArrayViewD<'_, T>, is_transposed: bool) -> ArrayView2<'v, T> {
    // Copying shapes of dynamic rank takes longer than making a view from a slice.
    let view = match (view.shape(), view.as_slice()) {
        (&[rows, columns], Some(elements)) => ArrayView2::from_shape((rows, columns), elements).expect("all of them"),
        _ => view.view().into_dimensionality().expect("the rank is checked before"),
    };
    if is_transposed { view.reversed_axes() } else { view }
}

/// Fills the output with `C`, broadcast to its shape.
fn fill<T: Element + Copy>(output: &mut ArrayViewMut2<'_, T>, c: &ArrayViewD<'_, T>) -> Result<(), BroadcastError> {
    try_bcast!(output = c)
}

/// The factors, and the summand if there is one.
struct Terms<'v, T> {
    a: ArrayView2<'v, T>,
    b: ArrayView2<'v, T>,
    c: Option<&'v ArrayViewD<'v, T>>,
}

/// An element type of products.
trait Multiply: Element + Copy {
    const ZERO: Self;
    fn gemm(gemm: &Gemm, terms: Terms<'_, Self>, output: &mut ArrayViewMut2<'_, Self>) -> Result<(), BroadcastError>;
}

/// Adds ndarray's product to the output, which holds `C`.
fn multiply<T: LinalgScalar>(
    (alpha, beta): (T, T),
    a: ArrayView2<'_, T>,
    b: ArrayView2<'_, T>,
    output: &mut ArrayViewMut2<'_, T>,
) {
    general_mat_mul(alpha, &a, &b, beta, output);
}

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl Multiply for $T {
            const ZERO: Self = 0.0;
            fn gemm(
                gemm: &Gemm,
                Terms { a, b, c }: Terms<'_, Self>,
                output: &mut ArrayViewMut2<'_, Self>,
            ) -> Result<(), BroadcastError> {
                let beta = match c {
                    Some(c) => {
                        fill(output, c)?;
                        gemm.beta
                    }
                    None => 0.0,
                };
                multiply(($T::from(gemm.alpha), $T::from(beta)), a, b, output);
                Ok(())
            }
        }
    )*};
}
floats!(f32 f64);

macro_rules! halves {
    ($($T:ident)*) => {$(
        impl Multiply for $T {
            const ZERO: Self = $T::ZERO;
            fn gemm(
                gemm: &Gemm,
                Terms { a, b, c }: Terms<'_, Self>,
                output: &mut ArrayViewMut2<'_, Self>,
            ) -> Result<(), BroadcastError> {
                let (a, b) = (a.mapv(f32::from), b.mapv(f32::from));
                let c: Option<ArrayD<f32>> = c.map(|c| c.mapv(f32::from));
                let mut wide = Array2::zeros(output.raw_dim());
                let c = c.as_ref().map(|c| c.view());
                f32::gemm(gemm, Terms { a: a.view(), b: b.view(), c: c.as_ref() }, &mut wide.view_mut())?;
                output.zip_mut_with(&wide, |place, &value| *place = $T::from_f32(value));
                Ok(())
            }
        }
    )*};
}
halves!(f16 bf16);

macro_rules! integers {
    ($($T:ident)*) => {$(
        impl Multiply for $T {
            const ZERO: Self = 0;
            fn gemm(
                gemm: &Gemm,
                Terms { a, b, c }: Terms<'_, Self>,
                output: &mut ArrayViewMut2<'_, Self>,
            ) -> Result<(), BroadcastError> {
                let is_plain = gemm.alpha == 1.0 && (c.is_none() || gemm.beta == 1.0);
                if is_plain {
                    match c {
                        Some(c) => fill(output, c)?,
                        None => output.fill(0),
                    }
                    add_product(a, b, output);
                    return Ok(());
                }
                let mut product = Array2::from_elem(output.raw_dim(), 0);
                add_product(a, b, &mut product.view_mut());
                match c {
                    Some(c) => fill(output, c)?,
                    None => output.fill(0),
                }
                let (alpha, beta) = (f64::from(gemm.alpha), f64::from(gemm.beta));
                // `as` truncates toward zero and saturates.
                bcast!(output = (alpha * product as f64 + beta * output as f64) as $T);
                Ok(())
            }
        }
    )*};
}
integers!(i32 i64 u32 u64);

/// Adds the wrapping product of two integer matrices: each row of the output is a sum of rows of `b`.
fn add_product<T: Element + ops::Number>(
    a: ArrayView2<'_, T>,
    b: ArrayView2<'_, T>,
    output: &mut ArrayViewMut2<'_, T>,
) {
    // The rows must be contiguous.
    let b: Cow<'_, [T]> = match b.to_slice() {
        Some(rows) => Cow::Borrowed(rows),
        None => Cow::Owned(b.iter().copied().collect()),
    };
    let columns = output.ncols();
    if columns == 0 {
        return;
    }
    for (factors, mut row) in a.axis_iter(Axis(0)).zip(output.axis_iter_mut(Axis(0))) {
        for (&factor, other) in factors.iter().zip(b.chunks_exact(columns)) {
            bcast!(row = ops::add(row, ops::mul(factor, other)));
        }
    }
}
