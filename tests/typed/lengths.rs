//! Every kind of length against every other, in every mode.

use crate::tables::calls;
use bcast::{Tensor, bcast, dim, shape, try_bcast};

dim!(Batch, Time);

/// A user's constant.
const C: usize = 3;

#[test]
fn numpy() {
    calls! {
        // The join of two lengths keeps the more specific type.
        [C]: a[C] = [3], b[_] = [3] => (a - b);
        [C]: a[_] = [3], b[{ C }] = [3] => (a - b);
        [3]: a[_] = [1], b[3] = [3] => (a - b);
        [Batch]: a[Batch] = [3], b[_] = [3] => (a - b);
        [Batch]: a[_] = [1], b[Batch] = [3] => (a - b);
        [Batch]: a[Batch] = [3], b[Batch] = [3] => (a - b);
        [Batch]: a[Batch] = [3], b[1] = [1] => (a - b);
        [Batch]: a[] = [], b[Batch] = [3] => (a - b);
        [_]: a[_] = [3], b[1] = [1] => (a - b);
        [_]: a[_] = [3], b[_] = [3] => (a - b);
        [_]: a[_] = [1], b[_] = [3] => (a - b);
        [_]: a[_] = [3], b[_] = [1] => (a - b);
        [_]: a[_] = [0], b[_] = [1] => (a - b);
        [Batch]: a[Batch] = [0], b[_] = [1] => (a - b);
        [{ 1 }]: a[{ 1 }] = [1], b[_] = [1] => (a - b);
        [{ 1 }]: a[1] = [1], b[{ 1 }] = [1] => (a - b);
        [Batch]: a[Batch] = [1], b[_] = [1] => (a - b);
        [_, Batch, C]: a[_, 1, C] = [2, 1, 3], b[Batch, 1] = [4, 1] => (a - b);
        [Batch, Time, 2]: a[Batch, Time, 1] = [2, 3, 1], b[_, _, 2] = [2, 1, 2], c[Time, _] = [3, 2] => (a - b * c);
        [Batch, Time]: a[Batch, 1] = [3, 1], b[Time] = [3] => (a - b);
        [Batch, Batch]: a[Batch, 1] = [3, 1], b[Batch] = [3] => (a - b);
        [_, 1, Batch, 1, 2, 1, C]: a[_, 1, Batch, 1, 2, 1, C] = [2, 1, 2, 1, 2, 1, 3], b[Batch, 1, 2, 1, _] = [2, 1, 2, 1, 1] => (a - b);
        [_, 1, Batch, 1, 2, 1, C, _]: a[_, 1, Batch, 1, 2, 1, C, _] = [2, 1, 2, 1, 2, 1, 3, 1], b[_] = [2] => (a - b);
        [Batch, 5]: a[Batch, 5] = [40, 5], b[1, 5] = [1, 5], c[Batch, 1] = [40, 1] => (a * b + c);
        // Targets: literals, values known at run time, slices.
        [4, _]: a[Batch] = [2] => (a, to = [4, a.shape()[0]]);
        [4, _]: a[1] = [1] => (a, to = [4, start("a") as usize + 1]);
        [4, 2]: a[_, _] = [1, 2] => (a, to = [4, 2]);
    }
    fn start(name: &str) -> i64 {
        crate::tables::start(name)
    }
}

#[test]
fn base_and_own_axes() {
    let (k, axes) = (0, vec![0, 2]);
    calls! {
        [Batch, 3]: a[Batch, 3] = [2, 3], b[_] = [3] => (a * b, mode = unidirectional);
        [_, 3]: a[_] = [3], b[_, 3] = [2, 3] => (a * b, mode = unidirectional, base = b);
        [_, _]: a[_, _] = [2, 3], b[2, 3] = [2, 3], c[1, _] = [1, 3] => (a * b + c, mode = unidirectional);
        [Batch, C, _]: a[Batch, C, _] = [2, 3, 4], b[C] = [3], c[Batch] = [2] => (a * b + c, mode = pdpd, axis = 1, axis(c) = 0);
        [Batch, C, _]: a[Batch, C, _] = [2, 3, 4], b[_] = [3] => (a * b, mode = pdpd, axis = k + 1);
        [Batch, C, _]: a[Batch, C, _] = [2, 3, 4], b[C, _, 1] = [3, 1, 1] => (a * b, mode = pdpd, axis = 1);
        [Batch, C, _]: a[Batch, C, _] = [2, 3, 4], b[C, _, 1] = [3, 4, 1] => (a * b, mode = pdpd, axis = 1);
        [Batch, C]: a[Batch, C] = [2, 3], b[C, _] = [3, 1] => (a * b, mode = pdpd, axis = 1);
        [Batch, C]: a[C] = [3], b[Batch, C] = [2, 3] => (a * b, mode = pdpd, base = b);
        [_, C]: a[C] = [3], b[_, 1] = [2, 1] => (a * b, mode = pdpd, axis(a) = 1, to = [b.shape()[0], 3]);
        [Batch, C, 4]: a[Batch, C, 4] = [2, 3, 4], b[Batch, _] = [2, 4], c[Batch] = [2] => (a * b + c, axes(b) = axes, axis(c) = k);
        [Batch, C, 4]: a[Batch, C, 4] = [2, 3, 4], b[_, 4] = [2, 4] => (a * b, axes(b) = [k, 2]);
    }
}

#[test]
fn paddle() {
    let k = 1;
    calls! {
        [Batch, C, 4]: a[Batch, 1, 4] = [2, 1, 4], b[_, C] = [2, 3] => (a * b, mode = paddle, axis = 0);
        [_, C, 4]: a[C, 1] = [3, 1], b[_, _, 4] = [2, 3, 4] => (a * b, mode = paddle, axis = 1);
        [_, C]: a[_, _] = [2, 1], b[1, C] = [1, 3] => (a * b, mode = paddle, axis = k - 1);
        [Batch, _]: a[Batch, _] = [2, 3], b[Batch, _] = [2, 3] => (a * b, mode = paddle, axis = 1);
        [Batch, _]: a[Batch, _] = [2, 3] => (a * 2, mode = paddle);
        [Batch, _]: a[Batch, _] = [2, 3] => (a * 2, mode = paddle, axis = 7);
        // An axis beside operands of the longest rank places the shorter ones.
        [_, C, 4]: a[_, 1, 4] = [2, 1, 4], b[1, C, 1] = [1, 3, 1], c[_] = [3] => (a * b - c, mode = paddle, axis = 1);
        [2, 3, 4]: a[_, 1, 4] = [2, 1, 4], b[3] = [3] => (a * b, mode = paddle, axis = 1, to = [2, 3, 4]);
    }
}

#[test]
fn explicit_and_bidirectional() {
    let (n, k) = (2_usize, 1);
    calls! {
        [_, 3, 4]: a[_] = [3] => (a, mode = explicit, axes = [1], to = [n, 3, 4]);
        [_, 3, 4]: a[_] = [3] => (a, mode = explicit, axes = [k], to = [n, 3, 4]);
        [2, _, 4]: a[Batch] = [3], b[Batch] = [3] => (a + b, mode = explicit, axes = [1], to = [2, n + 1, 4]);
        [_, 3]: a[Batch, 1] = [2, 1] => (a, mode = explicit, to = (n, 3));
        [_]: a[1] = [1] => (a, mode = explicit, to = n);
        [Batch, 3]: a[Batch, 1] = [2, 1] => (a, mode = bidirectional, to = [1, 3]);
        [_, Batch, _]: a[Batch, 1] = [2, 1] => (a, mode = bidirectional, to = [n, 1, n]);
        [Batch, 3, 4]: a[Batch, 3, 1] = [2, 3, 1], b[_] = [4] => (a * b, mode = bidirectional, to = [4]);
        [Batch]: a[Batch] = [2] => (a, mode = bidirectional, to = []);
    }
}

#[test]
fn none() {
    calls! {
        [Batch, C]: a[Batch, C] = [2, 3], b[Batch, C] = [2, 3] => (a * b, mode = none);
        [_, C]: a[_, C] = [2, 3], b[_, C] = [2, 3], c[2, 3] = [2, 3] => (a * b - c, mode = none);
        [Batch]: a[Batch] = [1], b[_] = [1] => (a - b, mode = none);
        [1]: a[1] = [1], b[_] = [1] => (a - b, mode = none);
        [_]: a[_] = [1], b[1] = [1] => (a - b, mode = none);
        [2, 3]: a[_, _] = [2, 3] => (a * 2, mode = none, to = [2, 3]);
    }
}

/// In ncnn the lengths determine the axis of a vector: all cases that types decide, or that affect no type.
#[test]
fn vectors_in_ncnn() {
    calls! {
        // The outermost axis has its length, as a number or a name.
        [C, 4]: a[C, 4] = [3, 4], b[C] = [3] => (a * b, mode = ncnn);
        [Batch, 4]: a[Batch, 4] = [3, 4], b[Batch] = [3] => (a * b, mode = ncnn);
        [Batch, 4]: a[Batch, 4] = [4, 4], b[Batch] = [4] => (a * b, mode = ncnn);
        [Batch, Batch]: a[Batch, Batch] = [3, 3], b[Batch] = [3] => (a * b, mode = ncnn);
        [C, 4]: a[C, 1] = [3, 1], b[C] = [3], c[1, 4] = [1, 4] => (a * b - c, mode = ncnn);
        // A 1 fits anywhere.
        [Batch, _]: a[Batch, _] = [3, 4], b[1] = [1] => (a * b, mode = ncnn);
        [_, 1]: a[_, 1] = [3, 1], b[1] = [1] => (a * b, mode = ncnn);
        // Certainly not the outermost length.
        [3, 4]: a[3, 1] = [3, 1], b[4] = [4] => (a * b, mode = ncnn);
        [1, 4]: a[1, 1] = [1, 1], b[4] = [4] => (a * b, mode = ncnn);
        [1, Batch]: a[1, 1] = [1, 1], b[Batch] = [4] => (a * b, mode = ncnn);
        [1, _]: a[1, 1] = [1, 1], b[_] = [5] => (a * b, mode = ncnn);
        [1, _]: a[_] = [1], b[1, 1] = [1, 1] => (a * b, mode = ncnn);
        [1, _]: a[_] = [5], b[1] = [1], c[1, 1] = [1, 1] => (a * b - c, mode = ncnn);
        [1, C]: a[1, _] = [1, 3], b[C] = [3] => (a * b, mode = ncnn);
        // The result has the same shape whichever axis the vector lies on.
        [Batch, C]: a[Batch, C] = [2, 3], b[C] = [3] => (a * b, mode = ncnn);
        [Batch, C]: a[Batch, C] = [3, 3], b[C] = [3] => (a * b, mode = ncnn);
        [Batch, Time]: a[Batch, Time] = [2, 3], b[1, Time] = [1, 3] => (a * b, mode = ncnn);
        [_, 4]: a[_, 4] = [3, 4], b[_] = [3] => (a * b, mode = ncnn);
        [_, 4]: a[_, 4] = [3, 4], b[_] = [4] => (a * b, mode = ncnn);
        [_, 4]: a[_, 4] = [3, 4], b[_] = [1] => (a * b, mode = ncnn);
        [Batch, Time]: a[Batch, Time] = [3, 4], b[_] = [3] => (a * b, mode = ncnn);
        [Batch, _]: a[Batch, _] = [3, 4], b[_] = [3] => (a * b, mode = ncnn);
        [_, _]: a[_, _] = [3, 4], b[_] = [4] => (a * b, mode = ncnn);
        [4, 3]: a[C] = [3], b[_] = [4], c[_, _] = [4, 1] => (a * b - c, mode = ncnn, to = [4, 3]);
        // On another vector, and on matrices of three axes.
        [Batch]: a[Batch] = [3], b[_] = [3] => (a * b, mode = ncnn);
        [_, Time, 4]: a[_, Time, 4] = [2, 3, 4], b[_, Time] = [2, 3], c[4] = [4], d[_] = [2] => (a * b + c - d, mode = ncnn);
        [2, 3]: a[_] = [2], b[_] = [3] => (a * b, mode = ncnn, to = [2, 3]);
        [_, _]: a[_] = [2], b[] = [] => (a * b, mode = ncnn, to = [to(2), to(3)]);
    }
    fn to(length: usize) -> usize {
        length
    }
}
