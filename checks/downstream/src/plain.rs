//! Names, expressions, places and results with concrete types.

use bcast::{BroadcastError, bcast, try_bcast};
use ndarray::{Array0, Array1, Array2, Array3, ArrayD, ArrayView2, ArrayViewMut1, Axis, Slice};
use std::sync::{Arc, Mutex, PoisonError};

/// The result of [`operators`].
pub type Operated = (Array2<f32>, Array2<bool>, Array1<u32>, Array1<f64>);

/// Arithmetic, comparisons, logic, bits, shifts and casts.
#[must_use]
#[allow(clippy::float_cmp, reason = "`==` is one of the operators")]
pub fn operators(x: &Array2<f32>, row: &[f32], n: &Array1<u32>) -> Operated {
    let sum = bcast!(-x * row + x / row - x % 2.0);
    let flags = bcast!(x > row && !(row < 0.0 || row > 1e9) || x == row);
    let bits = bcast!(n << 1 >> 2 & 0xff | n ^ !n);
    let wide = bcast!(f64::from(n) / 2.0);
    (sum, flags, bits, wide)
}

/// Branches, patterns, blocks, loops and closures.
#[must_use]
pub fn control(x: &Array1<f32>, maybe: &Array1<Option<f32>>) -> (Array1<f32>, Array1<f32>, Array1<u32>) {
    let relu = bcast!(if x > 0.0 { x } else { 0.25 * x });
    let picked = bcast!(
        match maybe {
            Some(v) if v > 1.0 => v,
            Some(_) => x,
            None => 0.0,
        } + if let Some(v) = maybe
            && x > 0.0
        {
            v
        } else {
            0.0
        }
    );
    let counted = bcast!('all: {
        let Some(start) = maybe else { break 'all 0 };
        let next = |v: f32| v / 2.0;
        let mut v = start;
        let mut steps = 0_u32;
        while v > 1.0 {
            v = next(v);
            steps += 1;
            if steps > 100 {
                break;
            }
        }
        for k in 0..steps {
            if k % 2 == 1 {
                continue;
            }
            v += if k > 5 { 1.0 } else { 0.0 };
        }
        steps += u32::from(v > 7.5);
        loop {
            if steps < 1000 {
                break steps;
            }
            steps -= 1;
        }
    });
    (relu, picked, counted)
}

/// A small struct as an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The horizontal coordinate.
    pub x: f32,
    /// The vertical coordinate.
    pub y: f32,
}

impl Point {
    /// The distance to the origin.
    #[must_use]
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }
}

/// The result of [`elements`].
pub type Elements = (Array2<Point>, Array2<f32>, Vec<u16>, Array1<(f32, bool)>);

/// Elements with fields, indices and methods; results that are structs and tuples.
#[must_use]
pub fn elements(x: &Array1<f32>, y: &Array2<f32>, pixels: &[[u8; 3]]) -> Elements {
    let points = bcast!(Point { x, y });
    let lengths = bcast!(points.length() + (points).x);
    let grey = bcast!((pixels.map(u16::from))[0] / 3 + u16::from((pixels)[1]) / 3 + u16::from((pixels)[2]) / 3);
    let pairs = bcast!((x.abs(), x.total_cmp(&0.0).is_lt()));
    (points, lengths, grey, pairs)
}

/// Dereferenced names, borrowed calls, indices and `?`.
///
/// # Errors
/// If `load` fails.
pub fn borrowed(
    shared: &Arc<Array2<f32>>,
    locked: &Mutex<Array1<f32>>,
    layers: &[Array1<f32>],
    load: impl Fn(usize) -> Result<Array1<f32>, String>,
) -> Result<Array2<f32>, String> {
    let mut guard = locked.lock().unwrap_or_else(PoisonError::into_inner);
    let sum = bcast!(
        **shared + *guard * &layers[0] - &load(1)?
            + &shared.slice_axis(Axis(0), Slice::from(..).step_by(-1)) * &shared.row(0)
    );
    bcast!(*guard *= &layers[1]);
    drop(guard);
    Ok(bcast!(&sum * &**shared))
}

/// Places of every kind.
pub fn places(y: &mut Array2<f32>, v: &mut Vec<f32>, slice: &mut [f32], rows: &mut [Array1<f32>], x: &Array2<f32>) {
    bcast!(y = x + 1.0);
    bcast!(*y += x);
    bcast!(y = x - y);
    bcast!(v = 2.0);
    bcast!(v[1..] -= 1.0);
    bcast!(slice *= &v[..2]);
    bcast!(rows[0] = &x.row(1) + slice);
    bcast!(rows[1].slice_axis_mut(Axis(0), Slice::from(..).step_by(-1)) = &rows_of(x));
    bcast!(y.index_axis_mut(Axis(0), 0) /= 2.0);
    let mut view: ArrayViewMut1<'_, f32> = y.row_mut(1);
    bcast!(view = if view > 0.0 { view } else { 0.0 });
}

fn rows_of(x: &Array2<f32>) -> Array1<f32> {
    x.row(0).to_owned()
}

/// Integers with all compound operators.
pub fn compound(n: &mut Array1<i64>, by: &Array1<i64>) {
    bcast!(n += by);
    bcast!(n -= 1);
    bcast!(n *= by + 1);
    bcast!(n /= 2);
    bcast!(n %= 100);
    bcast!(n &= 0x7f);
    bcast!(n |= by);
    bcast!(n ^= 1);
    bcast!(n <<= 2);
    bcast!(n >>= by);
}

/// Two rows of three.
pub type Grid = [[f32; 3]; 2];

/// Nested arrays, with their shapes in types.
#[must_use]
pub fn nested(x: Grid, row: &[f32; 3], column: &[[f32; 1]; 2]) -> (Grid, [f32; 3], [Grid; 4]) {
    let mut y = bcast!(x * column + row);
    bcast!(y[0] -= row);
    (y, bcast!(row + 1.0), bcast!(y, to = [4, 2, 3]))
}

/// The result of [`results`].
pub type Results = (Array2<f32>, ArrayD<f32>, Array0<f32>, Vec<f32>, f32, Array3<f32>);

/// Results of every kind of container.
#[must_use]
pub fn results(x: &ArrayView2<'_, f32>, any: &ArrayD<f32>, zero: &Array0<f32>, v: &[f32], k: f32) -> Results {
    (bcast!(x + zero), bcast!(any * x), bcast!(zero * k), bcast!(v + k), bcast!(k * k), bcast!(x, to = [2, 2, 2]))
}

/// An error reaches the caller through its type.
///
/// # Errors
/// If the two do not broadcast.
pub fn fallible(x: &Array2<f32>, y: &Array1<f32>) -> Result<Array2<f32>, BroadcastError> {
    try_bcast!(x + y).map(|sum| bcast!(sum * 2.0))
}
