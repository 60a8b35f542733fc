//! Calls of every kind in the syntax common to all editions, compiled in a crate of each.

use bcast::{BroadcastError, Tensor, TensorView, bcast, dim, shape, try_bcast};
use ndarray::{Array1, Array2, Array3, ArrayD};
use std::future::ready;

/// Arrays, with every mode, stated shapes and borrowed calls.
///
/// # Errors
/// If the shapes do not fit.
pub fn modes(x: &Array2<f32>, row: &Array1<f32>, axis: i64) -> Result<Array2<f32>, BroadcastError> {
    let (n, m) = x.dim();
    let numpy = try_bcast!(x * row + &x.view(), mode = numpy, where x: [N, M], row: [M])?;
    let first = try_bcast!(numpy - row, mode = unidirectional)?;
    let at_axis = try_bcast!(first + row, mode = pdpd, axis = axis)?;
    let paddle = try_bcast!(at_axis - row, mode = paddle, axis = axis)?;
    let ncnn = try_bcast!(paddle + x, mode = ncnn)?;
    let none = try_bcast!(ncnn - x, mode = none)?;
    let data = try_bcast!(row, mode = explicit, axes = [1], to = [n, m])?;
    try_bcast!(none - data + &x.row(0), mode = bidirectional, to = [1, m])
}

/// Places of every kind, and compound assignment.
pub fn places(y: &mut Array2<f32>, v: &mut Vec<f32>, slice: &mut [f32], x: &Array2<f32>) {
    bcast!(y = x);
    bcast!(*y -= x);
    bcast!(y = if y > x { y } else { -x });
    bcast!(v = 2.0);
    bcast!(slice *= v);
    bcast!(y.row_mut(0) += slice, mode = unidirectional);
}

/// Nested arrays, whose lengths are parameters.
#[must_use]
pub fn nested<const N: usize, const M: usize>(x: &[[f32; M]; N], row: &[f32; M]) -> [[f32; M]; N] {
    let mut y = bcast!(x * row + 1.0);
    bcast!(y[0] -= row);
    y
}

dim!(
    /// An array of any length.
    pub Rows
);

/// Tensors and views of them.
#[must_use]
pub fn tensors<const M: usize>(
    x: TensorView<'_, f32, shape![Rows, M]>,
    row: &[f32; M],
) -> Tensor<f32, shape![Rows, M]> {
    let mut y = bcast!(x.max(0.0) * row, mode = pdpd, axis = 1);
    bcast!(y += row, mode = numpy, where y: [R, _]);
    y
}

/// Functions of `bcast::math`, of `core` and of the caller.
#[must_use]
pub fn functions<F: Fn(f64) -> f64>(x: &ArrayD<f64>, own: F) -> ArrayD<f64> {
    bcast!(own(x.exp().tanh()) + f64::max(x, 0.0) + x.mul_add(2.0, 1.0))
}

/// Blocks with locals, matches, loops and closures.
#[must_use]
pub fn blocks(maybe: &Array1<Option<u32>>) -> Array1<u32> {
    bcast!({
        let mut total = u32::MIN;
        for step in 0..3 {
            total += match maybe {
                Some(found) if found > step => found,
                Some(_) | None => 1,
            };
        }
        let twice = |v: u32| v * 2;
        twice(total)
    })
}

/// A call with threads; where they are not built in, the option warns.
#[expect(deprecated, reason = "`threads` warns without the feature `rayon`")]
#[must_use]
pub fn threads(x: &Array3<f32>) -> Array3<f32> {
    let mut y = bcast!(x + x, threads);
    bcast!(y *= 2.0, threads);
    y
}

/// Closures that borrow, and closures that own their captures.
pub fn closures(x: Array1<f32>) -> impl Fn(f32) -> Array1<f32> {
    let shifted = |by: f32| bcast!(x + by);
    let first = shifted(1.0);
    move |by| bcast!(first * by - x)
}

/// Calls beside `.await`, in a function and in a block.
///
/// # Errors
/// If the shapes do not fit.
pub async fn asynchronous(x: Array2<f32>, row: Array1<f32>) -> Result<Array2<f32>, BroadcastError> {
    let there = ready(row).await;
    let y = try_bcast!(x + there, mode = pdpd, axis = ready(1).await)?;
    let block = async { bcast!(y * 2.0) };
    Ok(block.await)
}

/// Defines a function that adds.
macro_rules! weighted {
    ($name:ident: $($x:ident by $weight:expr),+) => {
        /// A sum with weights.
        #[must_use]
        pub fn $name($($x: &Array1<f32>),+) -> Array1<f32> {
            bcast!(0.0 $(+ $x * $weight)+)
        }
    };
}
weighted!(two: a by 2.0 + 1.0, b by 0.5 - 1.0);
weighted!(three: a by 1.0, b by 2.0, c by 3.0);

/// Names that the expansion uses for its locals.
#[must_use]
pub fn like_our_own(__b0: &Array1<f32>, __x0: &Array1<f32>, __list: f32) -> Array1<f32> {
    let __call = bcast!(__x0 - __b0);
    let mut __place = bcast!(__call * __list);
    bcast!(
        __place += {
            let __value = __x0;
            __value * 2.0
        }
    );
    __place
}
