//! Every form of the language, in valid calls.

use std::sync::Mutex;

use bcast::{BroadcastError, Tensor, TensorView, bcast, dim, shape, try_bcast};
use ndarray::{Array1, Array2, Array3, Array4, ArrayD, ArrayView2, ArrayViewMut1, s};

dim!(pub Batch);

const GAIN: f32 = 0.5;

/// A small struct as an element.
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

pub struct Layer {
    pub weight: Array2<f32>,
    pub out: Array2<f32>,
    pub pair: (Array1<f32>, f32),
    pub activation: fn(f32) -> f32,
}

impl Layer {
    const BIAS: f32 = 1.0;

    pub fn paths(&mut self, x: &Array2<f32>) {
        bcast!(self.out = x * self.weight + Self::BIAS * self.pair.0 - self.pair.1);
        bcast!(self.out += (self.activation)(x) * GAIN);
    }
}

pub fn operands(x: &Array2<f32>, row: &[f32], guard: &Mutex<Array2<f32>>) -> Option<(Array2<f32>, Array2<f32>)> {
    let held = guard.lock().ok()?;
    let sum = bcast!(&x.t() + *held * row + &layers(x).first()?.row(0) + &x.slice(s![.., 0]) * 0.0);
    let same = bcast!(&sum - &x + x.max(row));
    Some((sum, same))
}

fn layers(x: &Array2<f32>) -> Vec<Array2<f32>> {
    vec![x.clone()]
}

pub fn elements(x: &Array1<f32>, maybe: &Array1<Option<f32>>, points: &Array1<Point>, n: &Array1<u32>) -> Array1<f32> {
    let bits = bcast!((n << 1 >> 2 & 0xff | n ^ !n) as f32);
    let far = bcast!((points).x.hypot((points).y) > 1.0 && !(x < 0.0 || x > 1e9));
    let moved = bcast!(Point { x: (points).x + x, ..points });
    let both = bcast!((x, [x, 2.0]));
    let chosen = bcast!(match maybe {
        Some(v) if v > 1.0 => v,
        Some(_) => x,
        None =>
            if let Some(v) = maybe
                && far
            {
                v
            } else {
                (both).0
            },
    });
    bcast!({
        let mut v = x.exp() + f32::max(chosen, bits) + f32::from(true as u8);
        let half = |v: f32| v / 2.0;
        'outer: loop {
            for step in 0..3 {
                v = half(v) + step as f32 + (moved).y;
                if v < 1.0 {
                    break 'outer;
                }
            }
            while v > 8.0 {
                v -= 1.0;
            }
        }
        -v.tanh().sigmoid()
    })
}

#[expect(deprecated, reason = "`threads` warns without the feature `rayon`")]
pub fn options(x: &Array4<f64>, c: &Array1<f64>, m: &Array2<f64>, axis: usize, shape: [usize; 4]) -> Array4<f64> {
    let pdpd = bcast!(x * c, mode = pdpd, axis = 1);
    let based = bcast!(c * x, mode = pdpd, axis = axis, base = x);
    let one = bcast!(x + c, mode = unidirectional, axis(c) = 0, allow = rank_promotion);
    let many = bcast!(x + m, axes(m) = [0, 2], threads);
    let explicit = bcast!(m, mode = explicit, axes = [1, 2], to = shape);
    let both = bcast!(m, mode = bidirectional, to = (2, 3, 4, 5));
    let vector = bcast!(1.0 * c, mode = numpy, to = [3]);
    let left = bcast!(x + c + vector, mode = ncnn, allow = ncnn_rank_1, allow = mutual_stretch);
    let longest = bcast!(x + c, mode = paddle, axis = -1, allow = default_axis);
    let strict = bcast!(pdpd + based + one + many, mode = none);
    let named = bcast!(x * sum(m, axis = J) + len(axis = B) as f64, mode = named, to = [A, B, C, D], where x: [A, B, C, D], m: [A, J]);
    bcast!(strict + explicit + both + left + longest + named, mode = multidirectional)
}

pub fn places(mut y: Array2<f32>, mut rows: Vec<Array1<f32>>, mut v: ArrayViewMut1<'_, f32>, x: &Array2<f32>) {
    bcast!(y = 0.0);
    bcast!(y = 2.0 * y + x);
    bcast!(y.slice_mut(s![.., 0]) += v);
    bcast!(rows[0] *= v, where v: [N], rows[0]: [N]);
    bcast!(v -= &rows[0] / 2.0);
    let mut bits = [1_u8, 2, 3];
    bcast!(bits <<= 1);
}

pub fn stated(x: &Array3<f32>, c: &Array1<f32>, n: usize) -> Result<Array3<f32>, BroadcastError> {
    let sum = try_bcast!(x * c, mode = pdpd, axis = 1, where x: [N, C, _], c: [C])?;
    try_bcast!(x + sum + GAIN, where x: [{ n }, {n + 1}, 3], sum: [_, _, 3], GAIN: [])
}

pub fn typed<const C: usize>(
    images: TensorView<'_, f32, shape![Batch, C, 8, 8]>,
    gain: &Tensor<f32, shape![C]>,
    nested: [[f32; 3]; 2],
) -> (Tensor<f32, shape![Batch, C, 8, 8]>, [[f32; 3]; 2]) {
    let doubled = bcast!(nested * 2.0 + [1.0, 2.0, 3.0][0]);
    (bcast!(images * gain, mode = pdpd, axis = 1), doubled)
}

pub fn unknown_ranks(x: &ArrayD<f32>, y: ArrayView2<'_, f32>, v: Vec<f32>) -> ArrayD<f32> {
    bcast!(x + y * v)
}

macro_rules! product {
    ($x:expr, $y:expr) => {
        bcast!($x * $y)
    };
}

pub fn through_a_macro(x: &Array2<f32>, y: &Array2<f32>) -> Array2<f32> {
    product!(x + y, y)
}
