//! A crate without a prelude, in which every name that generated code could use by accident has another meaning.
#![no_std]
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

/// Shadows `::core`.
pub mod core {
    /// Shadows `::core::option`.
    pub mod option {}
}
/// Shadows `::std`.
pub mod std {}
/// Shadows `::alloc`.
pub mod alloc {}
/// Shadows the facade.
pub mod bcast {}
/// Shadows the options' modes.
pub mod mode {}

/// Shadows the prelude's.
pub struct Option;
/// Shadows the prelude's.
pub struct Some;
/// Shadows the prelude's.
pub struct Result;
/// Shadows the prelude's.
pub struct Ok;
/// Shadows the prelude's.
pub struct Err;
/// Shadows the prelude's.
pub struct Vec;
/// Shadows the prelude's.
pub trait Fn {}
/// Shadows the prelude's.
pub trait Iterator {}

/// Calls of every kind.
#[must_use]
pub fn run(x: &[[f32; 2]; 2], row: &[f32], b: f32) -> ([[f32; 2]; 2], f32) {
    let mut y = ::bcast::bcast!(x * b + x, where x: [2, 2]);
    ::bcast::bcast!(y += row, mode = pdpd, axis = -1, where y: [_, C], row: [C]);
    ::bcast::bcast!(y[0] = if row > b { row } else { -row });
    let (__b0, __x0) = ([1.0_f32, 2.0], b);
    let z = ::bcast::bcast!(y + __b0 * __x0, mode = unidirectional, to = [2, 2], allow = rank_promotion);
    (z, ::bcast::bcast!(b * 2.0))
}

::bcast::dim!(
    /// The rows of a call.
    pub Rows,
    Hidden
);

/// Calls on arrays with shapes in their types.
#[must_use]
pub fn typed<const N: usize>(
    x: &::bcast::Tensor<f32, ::bcast::shape![Rows, N, { 1 }]>,
    row: &[f32; N],
) -> ::bcast::Tensor<f32, ::bcast::shape![Rows, N, { 1 }]> {
    let mut y = ::bcast::bcast!(x * row, mode = pdpd, axis = 1);
    ::bcast::bcast!(y += row, mode = paddle, axis = 1, where y: [_, C, _], row: [C]);
    let rows = ::bcast::bcast!(row + row, mode = ncnn);
    let _: ::bcast::Tensor<f32, ::bcast::shape![<Rows>, N, { 1 }]> =
        ::bcast::bcast!(y - rows, mode = unidirectional, base = y, axes(rows) = [1]);
    let _ = |_: ::bcast::TensorView<'_, u8, ::bcast::shape![Hidden, _]>| {};
    y
}

#[cfg(test)]
mod tests {
    use ::core::{assert_eq, prelude::rust_2024::*};

    #[test]
    fn without_a_prelude() {
        let x = ::bcast::Tensor::filled_with([2, 2, 1], 2.0).unwrap();
        assert_eq!(super::typed(&x, &[1.0, 10.0]).as_slice(), [3.0, 30.0, 3.0, 30.0]);
        assert_eq!(super::run(&[[1.0, 2.0], [3.0, 4.0]], &[5.0, 1.0], 2.0), ([[7.0, 3.0], [16.0, 17.0]], 4.0));
    }
}
