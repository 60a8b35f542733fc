//! Calls with all lengths in types.

use crate::tables::{calls, static_calls};
use bcast::{Tensor, bcast, shape, try_bcast};

#[test]
fn numpy() {
    static_calls! {
        [2, 3]: a[2, 3], b[3] => (a * 10 + b);
        [2, 3]: a[3], b[2, 3] => (a * 10 + b);
        [2, 3]: a[2, 1], b[1, 3] => (a * b, mode = multidirectional);
        [4, 2, 3]: a[2, 1], b[4, 1, 3], c[3] => (a * b - c);
        []: a[], b[] => (a + b);
        [3]: a[], b[3] => (b - a);
        [1]: a[1], b[] => (b - a);
        [1, 1]: a[1], b[1, 1] => (b - a);
        [0]: a[1], b[0] => (b - a);
        [2, 0]: a[2, 1], b[0] => (b - a);
        [0, 3]: a[0, 3], b[3], c[1, 1] => (b - a * c);
        [3]: a[3] => (-a);
        [2, 1, 2, 1, 2, 2, 2]: a[2, 1, 2, 1, 2, 1, 2], b[2, 1] => (a - b);
        [2, 1, 2, 1, 2, 1, 2, 3]: a[2, 1, 2, 1, 2, 1, 2, 3], b[1, 2, 1, 2, 1, 1, 3] => (a - b);
        [2, 3, 2, 2, 2, 2, 2, 3]: a[2, 1, 2, 1, 2, 1, 2, 3], b[1, 3, 1, 2, 1, 2, 1, 1] => (a - b * 7);
        [5, 40]: a[5, 1], b[40], c[5, 40] => (a * b + c);
        [40, 5, 3]: a[40, 1, 3], b[5, 1], c[1, 5, 3] => (a * b + c);
        [2, 3]: a[2, 3] => (a * a - a);
    }
}

#[test]
fn targets_in_numpy_mode() {
    static_calls! {
        [4, 2, 3]: a[2, 3], b[3] => (a * 10 + b, to = [4, 2, 3]);
        [2, 3]: a[1], b[] => (a * 10 + b, to = [2, 3]);
        [2, 0]: a[1] => (a, to = [2, 0]);
        [3]: a[1] => (a, to = [3]);
    }
}

#[test]
fn own_axes() {
    static_calls! {
        [2, 3]: a[2, 3], b[2] => (a * 10 + b, axis(b) = 0);
        [2, 3, 4]: a[2, 3, 4], b[2, 3], c[3], d[2, 4] => (a * b + c - d, axis(b) = 0, axis(c) = 1, axes(d) = [0, 2]);
        [2, 3]: a[2, 3], b[2, 1] => (b - a, axis(b) = 0);
        [2, 3]: a[2, 3], b[3, 1] => (b - a, axis(b) = 1);
        [2, 3]: a[2, 3], b[3] => (b - a, axis(b) = -1);
        [2, 3]: a[2], b[3] => (b - a, axes(a) = [0], axes(b) = [1], to = [2, 3]);
        [2, 3]: a[2], b[3] => (b - a, axis(a) = 0, mode = unidirectional, to = [2, 3]);
        [2, 3]: a[2], b[2, 3] => (b - a, axis(a) = 0, mode = unidirectional);
        [2, 3]: a[2], b[2, 3] => (b - a, axis(a) = 0, mode = pdpd, axis = 0);
        [2, 3]: a[2], b[2, 3], c[2, 3] => (b - a * c, axis(c) = 0, mode = pdpd, axis = 0, base = b);
        [2, 3]: a[2], b[3] => (b - a, axes(a) = [0], mode = explicit, axes = [1], to = [2, 3]);
    }
}

#[test]
fn unidirectional() {
    static_calls! {
        [2, 3]: a[2, 3], b[3] => (a * 10 + b, mode = unidirectional);
        [2, 3]: a[3], b[2, 3] => (a * 10 + b, mode = unidirectional, base = b);
        [1, 3]: a[1, 3], b[1] => (a * 10 + b, mode = unidirectional);
        [2, 3]: a[3], b[2, 1] => (a * 10 + b, mode = unidirectional, to = [2, 3]);
        [2, 0]: a[2, 0], b[2, 1], c[] => (a + b * c, mode = unidirectional);
        []: a[], b[] => (a + b, mode = unidirectional);
    }
}

#[test]
fn pdpd() {
    static_calls! {
        [2, 3]: a[2, 3], b[2] => (a * 10 + b, mode = pdpd, axis = 0);
        [2, 3]: a[2, 3], b[3] => (a * 10 + b, mode = pdpd, axis = 1);
        [2, 3]: a[2, 3], b[3] => (a * 10 + b, mode = pdpd, axis = -1);
        [2, 3]: a[2, 3], b[3] => (a * 10 + b, mode = pdpd);
        [2, 3, 4]: a[2, 3, 4], b[3, 1, 1], c[3, 4] => (a * 10 + b - c, mode = pdpd, axis = 1);
        [2, 3, 4]: a[2, 3, 4], b[] => (a * 10 + b, mode = pdpd, axis = 3);
        [2, 3, 4]: a[2, 3, 4], b[1] => (a * 10 + b, mode = pdpd, axis = 3);
        [2, 3, 4]: a[2, 3, 4], b[1, 1, 1] => (a * 10 + b, mode = pdpd, axis = 2);
        [2, 3]: a[3], b[2, 3] => (a * 10 + b, mode = pdpd, base = b);
        [2, 3]: a[2], b[2, 3] => (a * 10 + b, mode = pdpd, axis = 0, base = b);
        [2, 3]: a[2], b[2, 1] => (a * 10 + b, mode = pdpd, axis = 0, to = [2, 3]);
        [1, 3]: a[1, 3], b[1] => (a * 10 + b, mode = pdpd, axis = 0);
        [0, 3]: a[0, 3], b[0] => (a * 10 + b, mode = pdpd, axis = 0);
        [0, 3]: a[0, 3], b[1] => (a * 10 + b, mode = pdpd, axis = 0);
    }
}

#[test]
fn paddle() {
    static_calls! {
        [2, 3, 4]: a[2, 3, 4], b[2, 3] => (a * 10 + b, mode = paddle, axis = 0);
        [2, 3, 4]: a[2, 3, 1], b[3, 4] => (a * 10 + b, mode = paddle, axis = 1);
        [2, 3, 4]: a[3, 4], b[2, 1, 1] => (a * 10 + b, mode = paddle, axis = 1);
        [2, 3, 4]: a[3, 4], b[2, 1, 1] => (a * 10 + b, mode = paddle);
        [2, 3, 4]: a[3, 4], b[2, 1, 1], c[4] => (a * 10 + b * c, mode = paddle);
        [2, 3]: a[2, 1], b[1, 3] => (a * 10 + b, mode = paddle);
        [2, 3]: a[2, 3], b[2, 3] => (a * 10 + b, mode = paddle, axis = 1);
        [2, 3]: a[2], b[2] => (a * 10 + b, mode = paddle, axis = 0, to = [2, 3]);
        [2, 3]: a[2, 1], b[] => (a * 10 + b, mode = paddle, axis = 0, to = [2, 3]);
        [2, 3]: a[2, 3], b[] => (a * 10 + b, mode = paddle, axis = 1);
        [2, 2]: a[2, 1], b[1, 1], c[2] => (a + b * c, mode = paddle, axis = 1);
        [2, 3]: a[2, 1], b[3] => (a * b, mode = paddle, axis = 1, to = [2, 3]);
        [0, 3]: a[1, 3], b[0] => (a * 10 + b, mode = paddle, axis = 0);
    }
}

#[test]
fn explicit() {
    static_calls! {
        [2, 3, 4]: a[3] => (a * 10, mode = explicit, axes = [1], to = [2, 3, 4]);
        [2, 3, 4]: a[2, 4], b[1, 4] => (a * 10 + b, mode = explicit, axes = [0, 2], to = [2, 3, 4]);
        [2, 3]: a[2, 1], b[2, 3] => (a * 10 + b, mode = explicit, to = [2, 3]);
        [2, 3]: a[2, 1], b[3] => (a * 10 + b, mode = explicit, axes = [0, 1], axes(b) = [1], to = [2, 3]);
        [0, 3]: a[3] => (a, mode = explicit, axes = [1], to = [0, 3]);
        [1, 2, 1, 2, 1, 2, 1, 3]: a[2, 3] => (a, mode = explicit, axes = [3, 7], to = [1, 2, 1, 2, 1, 2, 1, 3]);
    }
}

#[test]
fn bidirectional() {
    static_calls! {
        [3, 2, 4]: a[2, 1] => (a, mode = bidirectional, to = [3, 1, 4]);
        [3, 2, 4]: a[2, 1], b[3, 1, 1] => (a * b, mode = bidirectional, to = [4]);
        [2, 3]: a[2, 3] => (a, mode = bidirectional, to = [1]);
        [2, 3]: a[2, 3] => (a, mode = bidirectional, to = []);
        [2, 0]: a[2, 1] => (a, mode = bidirectional, to = [0]);
    }
}

#[test]
fn none() {
    static_calls! {
        [2, 3]: a[2, 3], b[2, 3] => (a * 10 + b, mode = none);
        [2, 1]: a[2, 1], b[2, 1], c[2, 1] => (a * b + c, mode = none);
        [2, 3]: a[2, 3], b[2, 3] => (a * 10 + b, mode = none, to = [2, 3]);
        []: a[], b[] => (a - b, mode = none);
        [1]: a[1] => (a, mode = none);
    }
}

#[test]
fn ncnn() {
    static_calls! {
        [4, 3, 2]: a[4, 3, 2], b[4, 3] => (a * 10 + b, mode = ncnn);
        [4, 3, 2]: a[4, 3, 2], b[4] => (a * 10 + b, mode = ncnn);
        [4, 3, 2]: a[4, 3, 2], b[2] => (a * 10 + b, mode = ncnn);
        [2, 3, 2]: a[2, 3, 2], b[2] => (a * 10 + b, mode = ncnn);
        [2, 3]: a[2], b[3], c[2, 3] => (a * b + c, mode = ncnn);
        [2, 3]: a[2, 1], b[3] => (a * 10 + b, mode = ncnn);
        [3, 2]: a[3, 2], b[1] => (a * 10 + b, mode = ncnn);
        [1, 3]: a[1, 1], b[3] => (a * 10 + b, mode = ncnn);
        [1, 3]: a[1, 3], b[1] => (a * 10 + b, mode = ncnn);
        [4, 3]: a[1, 3], b[4, 1], c[4] => (a * 10 + b - c, mode = ncnn);
        [4, 3]: a[4, 1], b[4], c[1, 3] => (a * 10 + b - c, mode = ncnn);
        [2, 3]: a[2], b[3] => (a * 10 + b, mode = ncnn, to = [2, 3]);
        [2, 3]: a[], b[3] => (a * 10 + b, mode = ncnn, to = [2, 3]);
        [3]: a[3], b[3] => (a * 10 + b, mode = ncnn);
        [3]: a[1], b[3] => (a * 10 + b, mode = ncnn);
        [0, 3]: a[0, 3], b[0] => (a * 10 + b, mode = ncnn);
        [0, 3]: a[0, 3], b[3] => (a * 10 + b, mode = ncnn);
        [2, 0]: a[2, 0], b[0] => (a * 10 + b, mode = ncnn);
        [447, 3]: a[447, 1], b[3] => (a * 10 + b, mode = ncnn);
        [4096, 3]: a[4096, 1], b[3] => (a * 10 + b, mode = ncnn);
    }
}

/// Nested arrays of rank 0 are numbers, so these rows use tensors alone.
#[test]
fn one_element_in_any_shape() {
    calls! {
        []: a[] = [] => (a, to = []);
        [2, 3]: a[] = [] => (a, mode = explicit, axes = [], to = [2, 3]);
        []: a[] = [] => (a, mode = explicit, axes = [], to = []);
        [2, 3]: a[] = [] => (a, mode = bidirectional, to = [2, 3]);
    }
}
