//! The measured forms, by group.

// The lints on shapes in types warn that a vector of 10 meets one of two axes of length 10, which is intended here.
#![allow(deprecated)]

use bcast::bcast;
use ndarray::{Array1, ArrayView1, ArrayView2, ArrayViewMut1, Axis, Zip};

use super::arrays::Arrays;
use super::{Form, Goal};

/// Two operands into existing memory.
const TWO: Goal = Goal::Into { operands: 2 };

/// A form from the text of its call; the text omits the `d.` before fields of `Arrays`.
macro_rules! form {
    ($text:expr, $goal:expr, |$d:ident| $call:expr, $ndarray:expr) => {
        Form { text: $text, goal: $goal, call: |$d: &mut Arrays| $call, ndarray: $ndarray }
    };
}

/// The call that others are compared with.
pub const REFERENCE: fn(&mut Arrays) = |d| bcast!(d.zz = d.a + d.b);

/// All forms, each group with its heading.
pub fn groups() -> Vec<(&'static str, Vec<Form>)> {
    vec![
        ("plain", plain()),
        ("modes, (10, 10) and (10)", modes()),
        ("alignments of their own, targets and bases", options()),
        ("where", stated()),
        ("places", places()),
        ("other operands", containers()),
        ("three to six operands", many()),
        ("new arrays", new()),
    ]
}

/// ndarray: `w` along the last axis of `a`.
fn last_axis(d: &mut Arrays) {
    Zip::from(&mut d.zz).and(&d.a).and_broadcast(&d.w).for_each(|z, &a, &w| *z = a + w);
}

/// ndarray: `w` along the first axis of `a`.
fn first_axis(d: &mut Arrays) {
    Zip::from(&mut d.zz).and(&d.a).and_broadcast(along(&d.w, 0)).for_each(|z, &a, &w| *z = a + w);
}

/// ndarray: two matrices.
fn matrices(d: &mut Arrays) {
    Zip::from(&mut d.zz).and(&d.a).and(&d.b).for_each(|z, &a, &b| *z = a + b);
}

/// A vector along the first axis of the result, or along the last one.
fn along(vector: &Array1<f32>, axis: usize) -> ArrayView2<'_, f32> {
    vector.view().insert_axis(Axis(1 - axis))
}

fn plain() -> Vec<Form> {
    vec![form!("z = v + w", Goal::None, |d| bcast!(d.z = d.v + d.u), |d| {
        Zip::from(&mut d.z).and(&d.v).and(&d.u).for_each(|z, &v, &u| *z = v + u);
    })]
}

fn modes() -> Vec<Form> {
    vec![
        form!("z = a + b, mode = none", TWO, |d| bcast!(d.zz = d.a + d.b, mode = none), matrices),
        form!("z = a + b", TWO, |d| bcast!(d.zz = d.a + d.b), matrices),
        form!("z = a + w", TWO, |d| bcast!(d.zz = d.a + d.w), last_axis),
        form!("z = a + column, (10, 1)", TWO, |d| bcast!(d.zz = d.a + d.column), |d| {
            Zip::from(&mut d.zz).and(&d.a).and_broadcast(&d.column).for_each(|z, &a, &c| *z = a + c);
        }),
        form!("z = a + w, mode = unidirectional", TWO, |d| bcast!(d.zz = d.a + d.w, mode = unidirectional), last_axis),
        form!("z = a + w, mode = pdpd, axis = 0", TWO, |d| bcast!(d.zz = d.a + d.w, mode = pdpd, axis = 0), first_axis),
        form!("z = a + w, mode = pdpd, axis = 1", TWO, |d| bcast!(d.zz = d.a + d.w, mode = pdpd, axis = 1), last_axis),
        form!("z = a + w, mode = pdpd", TWO, |d| bcast!(d.zz = d.a + d.w, mode = pdpd), last_axis),
        form!(
            "z = a + w, mode = paddle, axis = 0",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = paddle, axis = 0),
            first_axis
        ),
        form!("z = a + w, mode = paddle", TWO, |d| bcast!(d.zz = d.a + d.w, mode = paddle), last_axis),
        form!(
            "z = a + w, mode = explicit, axes(w) = [0]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = explicit, axes(d.w) = [0]),
            first_axis
        ),
        form!(
            "z = a + w, mode = explicit, axes(w) = [0], to = [10, 10]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = explicit, axes(d.w) = [0], to = [10, 10]),
            first_axis
        ),
        form!(
            "z = w + w2, mode = explicit, axes = [0], to = [10, 10]",
            TWO,
            |d| bcast!(d.zz = d.w + d.w2, mode = explicit, axes = [0], to = [10, 10]),
            |d| {
                let zip = Zip::from(&mut d.zz).and_broadcast(along(&d.w, 0)).and_broadcast(along(&d.w2, 0));
                zip.for_each(|z, &w, &w2| *z = w + w2);
            }
        ),
        form!(
            "z = a + w, mode = bidirectional, to = [10, 10]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = bidirectional, to = [10, 10]),
            last_axis
        ),
        form!("z = a + w, mode = ncnn: outermost", TWO, |d| bcast!(d.zz = d.a + d.w, mode = ncnn), first_axis),
        form!(
            "z = wide + w20, mode = ncnn: (5, 20) and (20), innermost",
            TWO,
            |d| bcast!(d.z_wide = d.wide + d.w20, mode = ncnn),
            |d| {
                let zip = Zip::from(&mut d.z_wide).and(&d.wide).and_broadcast(&d.w20);
                zip.for_each(|z, &a, &w| *z = a + w);
            }
        ),
    ]
}

fn options() -> Vec<Form> {
    vec![
        form!("z = a + w, axis(w) = 0", TWO, |d| bcast!(d.zz = d.a + d.w, axis(d.w) = 0), first_axis),
        form!("z = a + w, axes(w) = [0]", TWO, |d| bcast!(d.zz = d.a + d.w, axes(d.w) = [0]), first_axis),
        form!(
            "z = a + w, mode = pdpd, axis(w) = 0",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = pdpd, axis(d.w) = 0),
            first_axis
        ),
        form!("z = a + w, to = [10, 10]", TWO, |d| bcast!(d.zz = d.a + d.w, to = [10, 10]), last_axis),
        form!("z = a + w, to = [n, n]", TWO, |d| bcast!(d.zz = d.a + d.w, to = [d.n, d.n]), last_axis),
        form!("z = v + w, to = 100", TWO, |d| bcast!(d.z = d.v + d.u, to = 100), |d| {
            Zip::from(&mut d.z).and(&d.v).and(&d.u).for_each(|z, &v, &u| *z = v + u);
        }),
        form!(
            "z = w + a, mode = unidirectional, base = a",
            TWO,
            |d| bcast!(d.zz = d.w + d.a, mode = unidirectional, base = d.a),
            last_axis
        ),
        form!(
            "z = w + a, mode = pdpd, axis = 0, base = a",
            TWO,
            |d| bcast!(d.zz = d.w + d.a, mode = pdpd, axis = 0, base = d.a),
            first_axis
        ),
    ]
}

fn stated() -> Vec<Form> {
    vec![
        form!(
            "z = a + w, where a: [10, 10], w: [10]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, where d.a: [10, 10], d.w: [10]),
            last_axis
        ),
        form!(
            "z = a + w, where a: [M, N], w: [N]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, where d.a: [M, N], d.w: [N]),
            last_axis
        ),
        form!(
            "z = a + w, where a: [_, {n}], w: [{n}]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, where d.a: [_, {d.n}], d.w: [{d.n}]),
            last_axis
        ),
        form!(
            "z = a + w, mode = pdpd, axis = 0, where a: [10, 10], w: [10]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = pdpd, axis = 0, where d.a: [10, 10], d.w: [10]),
            first_axis
        ),
        form!(
            "z = a + w, mode = pdpd, axis = 0, where a: [M, N], w: [M]",
            TWO,
            |d| bcast!(d.zz = d.a + d.w, mode = pdpd, axis = 0, where d.a: [M, N], d.w: [M]),
            first_axis
        ),
    ]
}

fn places() -> Vec<Form> {
    vec![
        form!("z += w", TWO, |d| bcast!(d.zz += d.w), |d| d.zz += &d.w),
        form!("z += w, mode = pdpd, axis = 0", TWO, |d| bcast!(d.zz += d.w, mode = pdpd, axis = 0), |d| {
            d.zz += &along(&d.w, 0);
        }),
        form!("column = v + w", TWO, |d| bcast!(d.z_column = d.v + d.u), |d| {
            Zip::from(&mut d.z_column).and(&d.v).and(&d.u).for_each(|z, &v, &u| *z = v + u);
        }),
        form!("reversed slice = v + w", TWO, |d| bcast!(d.z_reversed = d.v + d.u), |d| {
            Zip::from(&mut d.z_reversed).and(&d.v).and(&d.u).for_each(|z, &v, &u| *z = v + u);
        }),
        form!("transposed = a + b", Goal::None, |d| bcast!(d.z_transposed = d.a + d.b), |d| {
            Zip::from(&mut d.z_transposed).and(&d.a).and(&d.b).for_each(|z, &a, &b| *z = a + b);
        }),
        form!(
            "transposed = a + w, mode = pdpd, axis = 0",
            Goal::None,
            |d| bcast!(d.z_transposed = d.a + d.w, mode = pdpd, axis = 0),
            |d| {
                let zip = Zip::from(&mut d.z_transposed).and(&d.a).and_broadcast(along(&d.w, 0));
                zip.for_each(|z, &a, &w| *z = a + w);
            }
        ),
    ]
}

fn containers() -> Vec<Form> {
    /// ndarray: the elements of `Vec`s or slices through views.
    fn slices(d: &mut Arrays) {
        let (v, u) = (ArrayView1::from(&d.vec_v[..]), ArrayView1::from(&d.vec_u[..]));
        Zip::from(ArrayViewMut1::from(&mut d.z_vec[..])).and(v).and(u).for_each(|z, &v, &u| *z = v + u);
    }
    let unknown = Goal::Unknown;
    vec![
        form!("Vec: z = v + w", TWO, |d| bcast!(d.z_vec = d.vec_v + d.vec_u), slices),
        form!(
            "slices: z = v + w",
            TWO,
            |d| {
                let (z, v, u): (&mut [f32], &[f32], &[f32]) = (&mut d.z_vec, &d.vec_v, &d.vec_u);
                bcast!(z = v + u);
            },
            slices
        ),
        form!("nested arrays: z = a + b", TWO, |d| bcast!(d.z_nested = d.nested_a + d.nested_b), matrices),
        form!("nested arrays: z = a + w", TWO, |d| bcast!(d.z_nested = d.nested_a + d.nested_w), last_axis),
        form!(
            "nested arrays: z = a + w, mode = pdpd, axis = 0",
            TWO,
            |d| bcast!(d.z_nested = d.nested_a + d.nested_w, mode = pdpd, axis = 0),
            first_axis
        ),
        form!("shape![10, 10]: z = a + b", TWO, |d| bcast!(d.z_tensor = d.tensor_a + d.tensor_b), matrices),
        form!(
            "shape![10, 10], shape![10]: z = a + w",
            TWO,
            |d| bcast!(d.z_tensor = d.tensor_a + d.tensor_w),
            last_axis
        ),
        form!(
            "shape![10, 10], shape![10]: z = a + w, mode = pdpd, axis = 0",
            TWO,
            |d| bcast!(d.z_tensor = d.tensor_a + d.tensor_w, mode = pdpd, axis = 0),
            first_axis
        ),
        form!(
            "shape![10, 10], shape![10]: z = a + w, axis(w) = 0",
            TWO,
            |d| bcast!(d.z_tensor = d.tensor_a + d.tensor_w, axis(d.tensor_w) = 0),
            first_axis
        ),
        form!("shape![_, _]: z = a + b", unknown, |d| bcast!(d.z_unknown = d.unknown_a + d.unknown_b), matrices),
        form!(
            "shape![_, _], shape![_]: z = a + w",
            unknown,
            |d| bcast!(d.z_unknown = d.unknown_a + d.unknown_w),
            last_axis
        ),
        form!(
            "shape![_, _], shape![_]: z = a + w, mode = pdpd, axis = 0",
            unknown,
            |d| bcast!(d.z_unknown = d.unknown_a + d.unknown_w, mode = pdpd, axis = 0),
            first_axis
        ),
        form!(
            "shape![_, _], shape![_]: z = a + w, axis(w) = 0",
            unknown,
            |d| bcast!(d.z_unknown = d.unknown_a + d.unknown_w, axis(d.unknown_w) = 0),
            first_axis
        ),
    ]
}

/// ndarray: three operands; `axes` gives the axis of each vector.
fn three(d: &mut Arrays, axes: [usize; 2]) {
    let zip = Zip::from(&mut d.zz).and(&d.a).and_broadcast(along(&d.w, axes[0])).and_broadcast(along(&d.w2, axes[1]));
    zip.for_each(|z, &a, &w, &w2| *z = a * w + w2);
}

/// ndarray: four operands.
fn four(d: &mut Arrays, axes: [usize; 2]) {
    let zip = Zip::from(&mut d.zz).and(&d.a).and_broadcast(along(&d.w, axes[0])).and_broadcast(along(&d.w2, axes[1]));
    zip.and_broadcast(along(&d.w3, axes[1])).for_each(|z, &a, &w, &w2, &w3| *z = a * w + w2 * w3);
}

/// ndarray: five operands, the most that `Zip` takes beside the place.
fn five(d: &mut Arrays, axes: [usize; 2]) {
    let zip = Zip::from(&mut d.zz).and(&d.a).and_broadcast(along(&d.w, axes[0])).and_broadcast(along(&d.w2, axes[1]));
    let zip = zip.and_broadcast(along(&d.w3, axes[1])).and_broadcast(along(&d.w4, axes[1]));
    zip.for_each(|z, &a, &w, &w2, &w3, &w4| *z = a * w + w2 * w3 + w4);
}

/// ndarray: six operands, in two passes.
fn six(d: &mut Arrays, axes: [usize; 2]) {
    five(d, axes);
    d.zz += &along(&d.w5, axes[1]);
}

fn many() -> Vec<Form> {
    /// An expression in three forms, which differ in the axes of the vectors.
    macro_rules! forms {
        ($operands:literal, $text:literal, |$d:ident| [$($call:tt)*], $ndarray:ident) => {
            [
                form!($text, Goal::Into { operands: $operands }, |$d| bcast!($($call)*), |d| $ndarray(d, [1, 1])),
                form!(
                    concat!($text, ", mode = pdpd, axis = 0"),
                    Goal::Into { operands: $operands },
                    |$d| bcast!($($call)*, mode = pdpd, axis = 0),
                    |d| $ndarray(d, [0, 0])
                ),
                form!(
                    concat!($text, ", axis(w) = 0"),
                    Goal::Into { operands: $operands },
                    |$d| bcast!($($call)*, axis($d.w) = 0),
                    |d| $ndarray(d, [0, 1])
                ),
            ]
        };
    }
    let three = forms!(3, "z = a * w + w2", |d| [d.zz = d.a * d.w + d.w2], three);
    let four = forms!(4, "z = a * w + w2 * w3", |d| [d.zz = d.a * d.w + d.w2 * d.w3], four);
    let five = forms!(5, "z = a * w + w2 * w3 + w4", |d| [d.zz = d.a * d.w + d.w2 * d.w3 + d.w4], five);
    let six = forms!(6, "z = a * w + w2 * w3 + w4 + w5", |d| [d.zz = d.a * d.w + d.w2 * d.w3 + d.w4 + d.w5], six);
    three.into_iter().chain(four).chain(five).chain(six).collect()
}

fn new() -> Vec<Form> {
    let (sum, scaled) = (Goal::Ndarray(1.1), Goal::Ndarray(1.4));
    vec![
        form!("a + b", sum, |d| d.fresh = bcast!(d.a + d.b), |d| d.fresh = &d.a + &d.b),
        form!("a + w", sum, |d| d.fresh = bcast!(d.a + d.w), |d| d.fresh = &d.a + &d.w),
        form!("a + w, mode = pdpd, axis = 0", sum, |d| d.fresh = bcast!(d.a + d.w, mode = pdpd, axis = 0), |d| {
            d.fresh = &d.a + &along(&d.w, 0);
        }),
        form!("a * s + t", scaled, |d| d.fresh = bcast!(d.a * d.s + d.t), |d| d.fresh = &d.a * d.s + d.t),
    ]
}
