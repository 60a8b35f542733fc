//! Typed calls in generic functions, methods, closures, futures and macros.

use bcast::typed::AxisName;
use bcast::{BroadcastError, Tensor, TensorView, TensorViewMut, bcast, dim, shape, try_bcast};
use ndarray::{Array, Array1, Dimension, array};
use std::ops::Add;

dim!(Batch);

fn add_row<T, const N: usize, const M: usize>(
    x: &Tensor<T, shape![N, M]>,
    row: &Tensor<T, shape![M]>,
) -> Tensor<T, shape![N, M]>
where
    T: Copy + Add<Output = T>,
{
    bcast!(x + row)
}

fn per_channel<B: AxisName, const C: usize>(
    x: TensorView<'_, f32, shape![<B>, C, 2]>,
    gain: &[f32; C],
    shift: &Tensor<f32, shape![C]>,
) -> Tensor<f32, shape![<B>, C, 2]> {
    bcast!(x * gain + shift, mode = pdpd, axis = 1)
}

fn outer<const N: usize, const M: usize>(column: [[i64; 1]; N], row: &[i64; M]) -> [[i64; M]; N] {
    bcast!(column * row, mode = paddle, axis = -1)
}

/// An array of any rank, with a result of that rank.
fn onto<D: Dimension>(x: &Array<i64, D>, s: i64) -> Array<i64, D> {
    bcast!(x * s)
}

fn into<const N: usize>(
    mut y: TensorViewMut<'_, i64, shape![N, _]>,
    column: &[[i64; 1]; N],
) -> Result<(), BroadcastError> {
    try_bcast!(y += column)
}

#[test]
fn lengths_and_names_as_parameters() {
    // Every parameter may be 1, but never stretches.
    assert_eq!(
        add_row(&Tensor::from_nested([[1, 2], [3, 4]]), &Tensor::from_nested([10, 20])).into_nested(),
        [[11, 22], [13, 24]]
    );
    assert_eq!(add_row(&Tensor::<_, shape![{ 1 }, { 1 }]>::filled(1.5), &Tensor::filled(1.0)).into_nested(), [[2.5]]);
    assert_eq!(add_row(&Tensor::<u8, shape![0, 3]>::filled(1), &Tensor::filled(1)).len(), 0);
    let x = Tensor::<f32, shape![Batch, 3, 2]>::filled_with([2, 3, 2], 1.0).unwrap();
    let c = per_channel(x.view(), &[1.0, 2.0, 3.0], &Tensor::from_nested([0.5; 3]));
    assert_eq!(c[[1, 2, 1]], 3.5);
    assert_eq!(outer([[1], [2]], &[10, 20, 30]), [[10, 20, 30], [20, 40, 60]]);
    assert_eq!(outer([[7]], &[6]), [[42]]);
    assert_eq!(outer::<0, 2>([], &[1, 2]), [[0; 2]; 0]);
    assert_eq!(onto(&array![[1, 2]], 3), array![[3, 6]]);
    let mut y = Tensor::<i64, shape![2, _]>::filled_with([2, 2], 1).unwrap();
    into(y.view_mut(), &[[1], [2]]).unwrap();
    assert_eq!(y.as_slice(), [2, 2, 3, 3]);
}

const ROWS: usize = 2;

/// A layer whose sizes are parameters and constants.
struct Layer<const IN: usize> {
    gain: Tensor<f32, shape![IN]>,
    bias: [f32; IN],
    state: Tensor<f32, shape![Batch, IN]>,
}
impl<const IN: usize> Layer<IN> {
    const SCALE: f32 = 2.0;
    fn forward(&self, x: &Tensor<f32, shape![Batch, IN]>) -> Tensor<f32, shape![Batch, IN]> {
        bcast!(x * self.gain + self.bias * Self::SCALE)
    }
    fn step(&mut self, x: &Tensor<f32, shape![Batch, IN]>) -> Result<&mut Self, BroadcastError> {
        try_bcast!(self.state += x * self.gain)?;
        Ok(self)
    }
}

/// Lengths that are constants of a type.
struct Image;
impl Image {
    const C: usize = 3;
    fn rows() -> Tensor<i64, shape![ROWS, { Self::C }]> {
        let (row, column) = ([1, 2, 3], [[10], [20]]);
        Tensor::from_nested(bcast!(row + column))
    }
    fn grey(x: &Tensor<i64, shape![ROWS, Self::C]>) -> Tensor<i64, shape![2, { Image::C }]> {
        bcast!(x / 2, to = [2, 3])
    }
}

#[test]
fn methods_and_constants() {
    let x = Tensor::<f32, shape![Batch, 2]>::from_vec_with([2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let mut layer = Layer { gain: Tensor::from_nested([1.0, 10.0]), bias: [0.5, 0.25], state: x.clone() };
    assert_eq!(layer.forward(&x).as_slice(), [2.0, 20.5, 4.0, 40.5]);
    assert_eq!(layer.step(&x).unwrap().state.as_slice(), [2.0, 22.0, 6.0, 44.0]);
    layer.state = Tensor::filled_with([1, 2], 0.0).unwrap();
    assert!(layer.step(&x).is_err());
    assert_eq!(Image::grey(&Image::rows()).into_nested(), [[5, 6, 6], [10, 11, 11]]);
}

macro_rules! scaled {
    ($x:expr, $by:expr, [$($axis:tt),*]) => {{
        let scaled: Tensor<_, shape![$($axis),*]> = bcast!($x * $by);
        scaled
    }};
}
macro_rules! matrix {
    ($n:expr, $name:ident, $length:literal) => { Tensor<i64, shape![{ $n }, $name, $length]> };
}

#[test]
fn closures_futures_and_macros() {
    let row = [1, 2, 3];
    let plus = |x: &Tensor<i64, shape![_, 3]>| -> Tensor<i64, shape![_, 3]> { bcast!(x + row) };
    let x = Tensor::filled_with([2, 3], 1).unwrap();
    let y = scaled!(&plus(&x), row, [_, 3]);
    assert_eq!(y.as_slice(), [2, 6, 12, 2, 6, 12]);
    let future = async {
        let x = std::future::ready(Tensor::<i64, shape![2]>::filled(2)).await;
        let y: Tensor<i64, shape![2]> = bcast!(x * x);
        std::future::ready(()).await;
        y
    };
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready(y) = std::pin::pin!(future).poll(&mut context) else { unreachable!() };
    assert_eq!(y.into_nested(), [4, 4]);
    let y = Tensor::<i64, shape![2]>::filled(4);
    let z: matrix!(1 + 1, Batch, 3) = Tensor::filled_with([2, 1, 3], 1).unwrap();
    assert_eq!(bcast!(z + row).as_slice(), [2, 3, 4, 2, 3, 4]);
    let columns: Vec<Array1<i64>> = vec![array![1, 2]; 2];
    let sums: Vec<Tensor<i64, shape![2]>> = columns.iter().map(|column| bcast!(column + y, to = [2])).collect();
    assert_eq!(sums[1].as_nested(), &[5, 6]);
}
