//! Element-wise expressions over arrays of different shapes, with the broadcasting rule as a parameter.
//!
//! **Write the formula of one element. The name of an array in it means that array's element at the position being
//! computed.** That is the whole model.
//!
//! The package is `bcast-dsl`, its library `bcast`; the registry's package `bcast` is another crate. In Cargo.toml, with the path of a checkout:
//!
//! ```toml
//! [dependencies]
//! bcast-dsl = { path = "../bcast" }
//! ndarray = "0.17"
//! ```
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array4, array};
//!
//! let x = Array4::<f32>::ones((8, 3, 32, 32)); // batch, channel, height, width
//! let (gamma, beta) = (array![1.0, 2.0, 3.0], array![0.5, 0.5, 0.5]); // one number for each channel
//!
//! // The channel is axis 1 of `x`: mode and axis say so. No reshape, no temporary array, one pass.
//! let y: Array4<f32> = bcast!(x * gamma + beta, mode = pdpd, axis = 1);
//! assert_eq!(y[[0, 2, 0, 0]], 3.5);
//! ```
//!
//! One pass also means that a costly part over fewer axes is computed anew for each outer position, unless a `let` names it; see
//! [repeated work](#repeated-work).
//!
//! All shapes are checked before anything is computed. An error names the operand, the axis and both lengths: at
//! compile time where the shapes are stated, else once at run time.
//!
//! # Names
//!
//! * A path is an **operand**, also with fields or `*`: `x`, `self.weight`, `*guard`. So is `&` before a call:
//!   `&x.t()`.
//! * The type decides whether it is an **array** (ndarray's arrays and views, `Vec`, slices, nested arrays, tensors) or a **constant** (any
//!   other `Copy` type), which has the same value everywhere and no shape.
//! * A name bound inside the expression (`let`, `match`, a closure's parameter) is ordinary Rust.
//! * `z.re` is the operand with that path. `(z).re`, with parentheses, is the field of an *element* of `z`.
//! * A call is made for each element, with elements as arguments. So a closure looks up entries of a table (gather), and a function that gives
//!   an array is refused; with `&` before the call it is an operand, called once and read element by element.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array1, Array2, array};
//!
//! struct Layer {
//!     weight: Array2<f64>,
//!     scale: f64,
//! }
//!
//! impl Layer {
//!     fn scaled(&self) -> Array2<f64> {
//!         bcast!(self.weight * self.scale)
//!     }
//! }
//!
//! let layer = Layer { weight: array![[1.0, 2.0], [3.0, 4.0]], scale: 10.0 };
//! assert_eq!(layer.scaled(), array![[10.0, 20.0], [30.0, 40.0]]);
//!
//! // A field of each element, a table, and an array that a function gives.
//! let (z, table, index) = (array![(1.0, 2.0), (3.0, 4.0)], [10.0, 20.0, 30.0], array![2, 0]);
//! let at = |i: usize| table[i];
//! let halves = |n: usize| Array1::from_elem(n, 0.5);
//! assert_eq!(bcast!((z).1 + at(index) + &halves(2)), array![32.5, 14.5]);
//!
//! // A transposed view, and a select.
//! let w = &layer.weight;
//! let larger = bcast!({
//!     let other = &w.t();
//!     if w > other { w } else { other }
//! });
//! assert_eq!(larger, array![[1.0, 3.0], [3.0, 4.0]]);
//! ```
//!
//! # Functions
//!
//! `x.exp()`, `x.tanh()` and similar methods call functions of [`math`], which vectorise, if `x` is an `f32` or `f64`.
//!
//! ```
//! use bcast::{bcast, math};
//!
//! let x = vec![0.0, 0.5, 1.0];
//! let bell: Vec<f32> = bcast!((-x * x).exp());
//! assert_eq!(bell[1], math::exp(-0.25));
//!
//! let accurate: Vec<f32> = bcast!(f32::exp(-x * x)); // the standard library's, one by one
//! assert!((accurate[1] - bell[1]).abs() < 1e-7);
//! ```
//!
//! # Modes
//!
//! A mode defines how the axes of an operand align with those of the result, and which operands may stretch: repeat
//! along an axis where their own length is 1 or where they have no axis. `mode = NAME` selects it; each name is
//! documented in [`mode`](mod@mode), and so is `named`, in which axes have NAMEs: a product of matrices is one call.
//!
//! **`numpy`**, the default (also called `multidirectional`): the last axes meet, every operand may stretch.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::array;
//!
//! let (column, row) = (array![[10], [20]], array![1, 2, 3]);
//! assert_eq!(bcast!(column + row), array![[11, 12, 13], [21, 22, 23]]);
//! ```
//!
//! **`unidirectional`**: as numpy, but the first array gives the result its shape and does not stretch. `base = x` selects another one.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::array;
//!
//! let (x, slope) = (array![[-1.0, 2.0], [3.0, -4.0]], array![0.5, 0.25]);
//! assert_eq!(bcast!(if x < 0.0 { slope * x } else { x }, mode = unidirectional), array![[-0.5, 2.0], [3.0, -1.0]]);
//! assert_eq!(bcast!(slope * x, mode = unidirectional, base = x), array![[-0.5, 0.5], [1.5, -1.0]]);
//! // `bcast!(slope * x, mode = unidirectional)` does not compile: `x` has a higher rank than `slope`.
//! ```
//!
//! **`pdpd`**: an operand's first axis sits at `axis` of the first array, which does not stretch. `axis(path)` sets it
//! for one operand.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array3, array};
//!
//! let x = Array3::<i32>::zeros((2, 3, 4));
//! let (channel, time) = (array![1, 2, 3], array![10, 20, 30, 40]);
//! let y = bcast!(x + channel + time, mode = pdpd, axis(channel) = 1, axis(time) = 2);
//! assert_eq!(y[[1, 2, 3]], 43);
//! ```
//!
//! **`paddle`**: operands of lower rank sit at `axis` of those of the greatest rank; every operand may stretch, in either order.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array3, array};
//!
//! let x = Array3::<i32>::zeros((2, 3, 1));
//! let b = array![[1, 2], [3, 4], [5, 6]];
//! assert_eq!(bcast!(b + x, mode = paddle, axis = 1).shape(), [2, 3, 2]);
//! ```
//!
//! **`explicit`**: axis i sits at `axes[i]` of the target `to`.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::array;
//!
//! let per_channel = array![1, 2, 3];
//! let image = bcast!(per_channel, mode = explicit, axes = [1], to = [8, 3, 4, 4]);
//! assert_eq!(image[[7, 2, 3, 3]], 3);
//! ```
//!
//! **`bidirectional`**: numpy's rule with the target `to`, which may stretch as well.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::array;
//!
//! let x = array![[1], [2]];
//! assert_eq!(bcast!(x, mode = bidirectional, to = [3, 1, 4]).shape(), [3, 2, 4]);
//! ```
//!
//! **`ncnn`**: the first axes meet; a vector whose length differs from the outermost axis's lies on the innermost axis.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array3, array};
//!
//! let x = Array3::<i32>::zeros((4, 3, 2));
//! let rows = Array3::from_shape_fn((4, 3, 1), |(i, j, _)| (10 * i + j) as i32);
//! let rows = rows.remove_axis(ndarray::Axis(2)); // (4, 3) covers the outermost axes
//! assert_eq!(bcast!(x + rows, mode = ncnn)[[3, 2, 1]], 32);
//! assert_eq!(bcast!(x + &array![5, 6].view(), mode = ncnn)[[0, 0, 1]], 6); // (2,) is not 4 long: innermost
//! ```
//!
//! **`none`**: all shapes are equal.
//!
//! ```
//! use bcast::try_bcast;
//! use ndarray::array;
//!
//! let (a, b) = (array![[1, 2], [3, 4]], array![[5, 6]]);
//! assert!(try_bcast!(a + b, mode = none).is_err());
//! ```
//!
//! With `to = [..]` the result has a given shape, in every mode whose operands stretch to it:
//!
//! ```
//! use bcast::bcast;
//! use ndarray::array;
//!
//! let row = array![1, 2, 3];
//! assert_eq!(bcast!(row * 2, to = [2, 3]), array![[2, 4, 6], [2, 4, 6]]);
//! ```
//!
//! # Places
//!
//! With a place on the left, the result is written to existing memory and the call does not allocate. A place never stretches.
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array2, array, s};
//!
//! let x = array![[1.0, 2.0], [3.0, 4.0]];
//! let bias = array![0.5, 0.25];
//!
//! let mut y = Array2::zeros((2, 2));
//! bcast!(y = x * 2.0 + bias);
//! bcast!(y -= bias);
//! bcast!(y = y * y);
//! assert_eq!(y, array![[4.0, 16.0], [36.0, 64.0]]);
//!
//! bcast!(y.slice_mut(s![.., 0]) = 0.0);
//! assert_eq!(y, array![[0.0, 16.0], [0.0, 64.0]]);
//! ```
//!
//! # Results
//!
//! Without a place the call gives a new container: a [`Tensor`] if an operand is one, else an ndarray `Array` if an operand
//! is one, a `Vec` for slices and `Vec`s, a nested array for nested arrays. The rank is part of its type wherever the operands' ranks are.
//!
//! ```
//! use bcast::bcast;
//!
//! let celsius = vec![0.0, 37.0, 100.0];
//! let fahrenheit: Vec<f64> = bcast!(celsius * 1.8 + 32.0);
//! assert_eq!(fahrenheit[2], 212.0);
//!
//! let warm: Vec<bool> = bcast!(celsius > 30.0);
//! assert_eq!(warm, [false, true, true]);
//! ```
//!
//! # Repeated work
//!
//! A call is one pass without temporary arrays. A part that depends on some axes only is therefore computed anew for each position along the
//! outer ones: in `x * a.cos()` with `x` over (batch, heads, time, half) and `a` over (time, half), each cosine is computed batch times heads
//! times. A `let` of the expression's block that names a costly part, such as a function, is computed once for each position of its own arrays
//! in large calls, as `cargo bench -- repeated` in the repository prints:
//!
//! ```
//! use bcast::bcast;
//! use ndarray::{Array2, Array4};
//!
//! let x = Array4::<f32>::ones((2, 4, 16, 8));
//! let a = Array2::from_shape_fn((16, 8), |(time, k)| time as f32 / (1 << k) as f32);
//!
//! let for_each_element = bcast!(x * a.cos());
//! let once = bcast!({ let c = a.cos(); x * c }); // 16 * 8 cosines in large calls
//! assert_eq!(for_each_element, once);
//! ```
//!
//!
#![doc = include_str!("../docs/programs.md")]
//! # Shapes in the source
//!
//! `where` states shapes. A NAME is one unknown length, `{value}` the value of a Rust expression, `_` any length. Mistakes show while
//! typing:
//!
//! ```compile_fail
//! use bcast::bcast;
//! use ndarray::{Array1, Array4};
//!
//! fn scale(x: &Array4<f32>, gamma: &Array1<f32>) -> Array4<f32> {
//!     bcast!(x * gamma, mode = pdpd, axis = 2, where x: [N, C, H, W], gamma: [C])
//! }
//! ```
//!
//! ```text
//! error: `gamma` does not broadcast onto `x` (mode = pdpd, axis = 2)
//!           axis     0  1  2  3
//!           x        N  C  H  W
//!           gamma          C
//!                          ^ length C meets H; a symbol is equal only to itself
//!           `C` is axis 1 of `x`, `H` is axis 2 of `x`
//!        help: `axis = 1` would fit
//! ```
//!
//! With `axis = 1` it compiles, and at run time the call compares the actual shapes with the stated ones:
//!
//! ```
//! use bcast::try_bcast;
//! use ndarray::{Array1, Array4};
//!
//! let (x, gamma) = (Array4::<f32>::zeros((2, 3, 4, 4)), Array1::<f32>::zeros(5));
//! let error = try_bcast!(x * gamma, mode = pdpd, axis = 1, where x: [N, C, _, _], gamma: [C]).unwrap_err();
//! assert!(error.to_string().starts_with("`C` stands for two different lengths"));
//! ```
//!
//! # Without an allocator
//!
//! With `default-features = false` this crate never allocates: it supports calls whose shapes are in types, those of
//! nested arrays and borrowed tensors. The feature `alloc`, implied by `std`, adds shapes known only at run time.
//!
//! # Shapes in types
//!
//! Nested arrays have their shape in their type, and so does a [`Tensor`], which is allocated on the heap. The compiler computes the
//! result's shape and reports a mismatch at the operand, in generic code too. [`shape!`] writes a shape: numbers, constants and const
//! generics, names of lengths known only at run time ([`dim!`]), and `_`.
//!
//! ```
//! use bcast::{Tensor, bcast, dim, shape};
//!
//! dim!(Batch);
//!
//! struct Dense<const IN: usize, const OUT: usize> {
//!     bias: Tensor<f32, shape![OUT]>,
//!     weight: Tensor<f32, shape![OUT, IN]>,
//! }
//!
//! impl<const IN: usize, const OUT: usize> Dense<IN, OUT> {
//!     fn add_bias(&self, x: &Tensor<f32, shape![Batch, OUT]>) -> Tensor<f32, shape![Batch, OUT]> {
//!         bcast!(x + self.bias)
//!     }
//!
//!     fn scaled(&self, gain: [[f32; 1]; OUT]) -> Tensor<f32, shape![OUT, IN]> {
//!         bcast!(self.weight * gain)
//!     }
//! }
//!
//! let dense = Dense { bias: Tensor::from_nested([1.0, 2.0]), weight: Tensor::<f32, shape![2, 3]>::filled(0.5) };
//! let x = Tensor::<_, shape![Batch, 2]>::from_vec_with([1, 2], vec![10.0, 20.0])?;
//! assert_eq!(dense.add_bias(&x).as_slice(), [11.0, 22.0]);
//! assert_eq!(dense.scaled([[2.0], [4.0]])[[1, 2]], 2.0);
//! # Ok::<(), bcast::ShapeError>(())
//! ```
//!
//! If all lengths are in types, a call cannot fail: it compiles to a loop nest with constant bounds.
//!
//! ```
//! use bcast::bcast;
//!
//! let (matrix, row) = ([[1, 2, 3], [4, 5, 6]], [10, 20, 30]);
//! let sum: [[i32; 3]; 2] = bcast!(matrix + row);
//! assert_eq!(sum, [[11, 22, 33], [14, 25, 36]]);
//! ```
//!
//! # Errors
//!
//! [`try_bcast!`] returns a [`BroadcastError`]; [`bcast!`] panics with its text at the line of the call.
//!
//! ```
//! use bcast::try_bcast;
//! use ndarray::{Array1, Array4};
//!
//! let (x, gamma) = (Array4::<f32>::zeros((32, 64, 7, 7)), Array1::<f32>::zeros(64));
//! let error = try_bcast!(x * gamma, mode = pdpd, axis = 0).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "\
//! `gamma` does not broadcast onto `x` (mode = pdpd, axis = 0)
//!    axis      0   1   2   3
//!    x        32  64   7   7
//!    gamma    64
//!             ^^ length 64 meets 32; only length 1 stretches
//! help: `axis = 1` would fit"
//! );
//! assert_eq!(error.culprit_name(), Some("gamma"));
//! ```
//!
//! A call with a syntax error reports its first mistake only, and code that uses the value of a wrong call adds no errors. Rust converts no
//! numbers, so an integer beside floats is refused:
//!
//! ```compile_fail
//! use bcast::bcast;
//!
//! let x = vec![1.0_f32, 2.0];
//! let y = bcast!(x * 2); // "`2` is an integer, and the elements beside it are of type `f32`": write `2.0`
//! ```
//!
//! # At run time
//!
//! [`Broadcast`] takes the mode as a value, for shapes and rules that come from a file.
//!
//! ```
//! use bcast::Broadcast;
//! use bcast::mode::Mode;
//!
//! let mode = Mode::from_name("pdpd").unwrap();
//! let rule = Broadcast::new(mode).axis(1);
//! assert_eq!(rule.resolve(&[&[8, 3, 32, 32], &[3]]).shape[..], [8, 3, 32, 32]);
//! assert!(rule.try_resolve(&[&[8, 3, 32, 32], &[4]]).is_err());
//! ```
//!
//! It evaluates closures over one to six operands (`apply`, `apply_into`), views an array in another shape without a
//! copy (`view`) and copies it (`materialize`: OpenVINO's Broadcast, ONNX's Expand). Every method has a `try_..` form.
//!
//! ```
//! use bcast::Broadcast;
//! use bcast::mode::Mode;
//! use ndarray::{Array3, array};
//!
//! let (x, gain) = (Array3::<f64>::ones((2, 3, 4)), array![1.0, 2.0, 3.0]);
//! let y = Broadcast::new(Mode::Pdpd).axis(1).apply((&x, &gain), |(x, gain)| x * gain);
//! assert_eq!(y[[1, 2, 3]], 3.0);
//!
//! let columns = Broadcast::new(Mode::Explicit).axes([0]).to([3, 2]);
//! assert_eq!(columns.view(&gain), array![[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]].into_dyn());
//! ```
//!
//! # Features
//!
//! | feature | |
//! |---|---|
//! | `std` (default) | the standard library; implies `alloc` |
//! | `ndarray` (default) | ndarray's arrays as operands, places and results; implies `alloc` |
//! | `alloc` | shapes known only at run time, and owned tensors |
//! | `rayon` | calls with `threads` use the threads of rayon's current pool; implies `std` |
//! | `serde` | tensors can be serialised; implies `alloc` |
//! | `half` | `f16` and `bf16` in the functions of [`ops`] |
//!
//! # More
//!
//! `docs/reference.md` in the repository has every rule of the language, and `examples/photo.rs` processes a photograph with six calls,
//! compared with the same steps in ndarray's operators.
#![forbid(unsafe_code)]
#![no_std]

pub use bcast_core::BroadcastError;
/// The compiler suggests it as the missing bound of generic code; `T: Copy` is equivalent.
///
/// ```
/// use bcast::{Element, bcast};
///
/// fn convert<T: Element + From<f32>>(x: &[f32; 2]) -> [T; 2] {
///     bcast!((|x: f32| T::from(x))(x))
/// }
/// assert_eq!(convert::<f64>(&[1.5, 2.0]), [1.5, 2.0]);
/// ```
pub use bcast_core::Element;
/// The functions that `x.exp()` and similar methods call inside [`bcast!`].
pub use bcast_core::math;
/// The arithmetic of ONNX, OpenVINO and ncnn as functions of elements, for calls of [`bcast!`].
pub use bcast_core::ops;
#[cfg(feature = "alloc")]
pub use bcast_core::reduction;
pub use bcast_core::typed::{ShapeError, TensorView, TensorViewMut};
#[cfg(feature = "alloc")]
pub use bcast_core::{Broadcast, typed::Tensor};

#[cfg(feature = "alloc")]
pub mod answer;
pub mod mode;
pub mod typed;
mod words;

/// Computes an expression for every element of arrays with different shapes.
///
/// ```text
/// bcast!( [PLACE = | PLACE op= ] EXPRESSION {, OPTION} [, where PATH: [SHAPE], ..] )
/// ```
///
/// The expression is the formula of one element: the name of an array in it means the element at the position being
/// computed, a name of any other `Copy` type a constant. Operands are evaluated once, in source order, before anything
/// is computed.
///
/// Options: `mode = NAME` (default `numpy`, see [`mode`](mod@mode)), `axis = e`, `axes = e`, `to = e`, `base = path`,
/// `axis(path) = e`, `axes(path) = e`, `keep` and `unzip` of reductions and tuples, `threads`, `allow = LINT`. The [crate's
/// documentation](crate) shows most of them, and `docs/reference.md` in the repository has the rules of each.
///
/// Without a place the value is a new array (a `Vec` for slices, a nested array for nested arrays), else `()`.
///
/// ```
/// use bcast::bcast;
/// use ndarray::array;
///
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// let b = array![10, 20, 30];
/// assert_eq!(bcast!(a + b), array![[11, 22, 33], [14, 25, 36]]);
///
/// let mut sum = a.clone();
/// bcast!(sum += b);
/// assert_eq!(sum, bcast!(a + b));
/// ```
///
/// An expression can't be left (`return`, `?`, `break`); the error names the replacement:
///
/// ```compile_fail
/// # use bcast::bcast;
/// fn first(a: &ndarray::Array1<i32>) -> Option<i32> {
///     bcast!(if a > 3 { return Some(a) } else { a });
///     None
/// }
/// ```
///
/// # Panics
/// If the shapes do not broadcast, with the text of [`BroadcastError`] at the line of the call; nothing has been
/// computed then. [`try_bcast!`] returns that error instead.
#[macro_export]
macro_rules! bcast {
    ($($tokens:tt)*) => {
        $crate::expansion::bcast!($crate; $($tokens)*)
    };
}

/// [`bcast!`] as a `Result`: returns a [`BroadcastError`] where [`bcast!`] panics.
///
/// ```
/// use bcast::{BroadcastError, try_bcast};
/// use ndarray::{Array1, Array2};
///
/// fn add(a: &Array2<f64>, b: &Array1<f64>) -> Result<Array2<f64>, BroadcastError> {
///     try_bcast!(a + b)
/// }
///
/// assert!(add(&Array2::zeros((2, 3)), &Array1::zeros(3)).is_ok());
///
/// let error = add(&Array2::zeros((2, 3)), &Array1::zeros(2)).unwrap_err();
/// assert!(error.to_string().starts_with("`b` does not broadcast with `a` (mode = numpy)"));
/// ```
///
/// # Errors
/// If the shapes do not broadcast; nothing has been computed then, and a place is unchanged.
#[macro_export]
macro_rules! try_bcast {
    ($($tokens:tt)*) => {
        $crate::expansion::try_bcast!($crate; $($tokens)*)
    };
}

/// A shape as a type, for [`Tensor`] and its views: `shape![2, 3]`.
///
/// An entry is
/// * a number, of which only `1` stretches;
/// * the name of a constant or const generic in UPPER CASE, Rust's convention for them, or `{path}` for any other spelling; it never
///   stretches, whatever its value;
/// * a name from [`dim!`] in CamelCase, Rust's convention for types: a length known only at run time, the same wherever
///   the name occurs in a call; `<Type>` for any other spelling, such as a type parameter `B: bcast::typed::AxisName`;
/// * `_`, a length known only at run time.
///
/// ```
/// use bcast::{Tensor, bcast, dim, shape};
///
/// dim!(Batch);
///
/// fn scale<const C: usize>(
///     images: &Tensor<f32, shape![Batch, C, 8, 8]>,
///     gain: &Tensor<f32, shape![C]>,
/// ) -> Tensor<f32, shape![Batch, C, 8, 8]> {
///     bcast!(images * gain, mode = pdpd, axis = 1)
/// }
///
/// let images = Tensor::<_, shape![Batch, 3, 8, 8]>::filled_with([2, 3, 8, 8], 1.0)?;
/// let gain = Tensor::<_, shape![3]>::from_nested([1.0, 2.0, 3.0]);
/// assert_eq!(scale(&images, &gain)[[1, 2, 7, 7]], 3.0);
/// # Ok::<(), bcast::ShapeError>(())
/// ```
///
/// Shapes that do not broadcast are errors of `cargo check`, in generic functions too:
///
/// ```compile_fail
/// use bcast::{Tensor, bcast, shape};
///
/// fn add<const N: usize, const M: usize>(a: &Tensor<f32, shape![N, 3]>, b: &Tensor<f32, shape![M, 3]>) {
///     bcast!(a + b); // length M meets N at axis 0 of the result
/// }
/// ```
#[macro_export]
macro_rules! shape {
    ($($tokens:tt)*) => {
        $crate::expansion::shape!($crate; $($tokens)*)
    };
}

/// A name for an axis whose length is known only at run time: `dim!(Batch);`, `dim!(pub Batch, Time);`.
///
/// The names are in CamelCase, like types. Equal names in a call are equal lengths, which the call checks once per axis. A name never
/// stretches; see [`shape!`].
///
/// ```
/// use bcast::{Tensor, dim, shape, try_bcast};
///
/// dim!(Batch);
///
/// let x = Tensor::<_, shape![Batch, 2]>::filled_with([3, 2], 1.0)?;
/// let y = Tensor::<_, shape![Batch, 2]>::filled_with([4, 2], 1.0)?;
/// let error = try_bcast!(x + y).unwrap_err();
/// assert!(error.to_string().starts_with("`Batch` stands for two different lengths"));
/// # Ok::<(), bcast::ShapeError>(())
/// ```
#[macro_export]
macro_rules! dim {
    ($($tokens:tt)*) => {
        $crate::expansion::dim!($crate; $($tokens)*);
    };
}

#[doc(hidden)]
pub mod __private {
    pub use crate::words::{lint, mode_name, option};
    pub use bcast_core::__private::*;
}

/// The procedural macros and the function around their results; the compiler prints their paths in its notes.
#[doc(hidden)]
pub mod expansion {
    pub use bcast_core::expansion::result;
    pub use bcast_macros::{__bcast as bcast, __dim as dim, __shape as shape, __try_bcast as try_bcast};
}
