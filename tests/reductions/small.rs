//! Small calls are computed whole, without resolving a frame. Each is compared with the same call with shapes in a `where` clause, which is not:
//! the same bits, in the same memory order.

use bcast::typed::Tensor;
use bcast::{bcast, dim, shape, try_bcast};
use ndarray::{Array, Array1, Array3, ArrayView3, Axis, Dimension, Slice};

use crate::numbers::Numbers;

fn same<D: Dimension>(ours: &Array<f32, D>, other: &Array<f32, D>, context: &str) {
    let order = |array: &Array<f32, D>| {
        let axes = array.axes().filter(|axis| axis.len > 1);
        axes.map(|axis| axis.stride).collect::<Vec<_>>()
    };
    assert_eq!((ours.shape(), order(ours)), (other.shape(), order(other)), "{context}");
    let bits = |array: &Array<f32, D>| array.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(ours), bits(other), "{context}");
}

/// A view with its axes in some order, every other element of some, and some reversed.
fn some_view<'a>(memory: &'a Array3<f32>, numbers: &mut Numbers) -> ArrayView3<'a, f32> {
    let order = [[0, 1, 2], [0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 2, 1]][numbers.below(5)];
    let mut view = memory.view().permuted_axes(order);
    for axis in 0..3 {
        if numbers.below(4) == 0 {
            let step = [2, -1][numbers.below(2)];
            view.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
        }
    }
    view
}

#[test]
fn as_calls_that_resolve_a_frame() {
    let mut numbers = Numbers(1_234_567_891_011);
    for number in 0..600 {
        let mut length = || [1, 2, 3, 5, 8][numbers.below(5)];
        let shape = [length(), length(), length()];
        let memory = Array3::from_shape_fn(shape, |_| numbers.float());
        let x = some_view(&memory, &mut numbers);
        let (a, b, c) = x.dim();
        let context = format!("call {number}: {:?} {:?}", x.shape(), x.strides());
        // An array of the same shape in another layout.
        let y = Array3::from_shape_fn(x.raw_dim(), |_| numbers.float());
        let mut ordered = Array3::from_shape_fn((c, b, a), |_| 0.0).reversed_axes();
        ordered.assign(&y);
        let y = if numbers.below(2) == 0 { y } else { ordered };
        let stretched = |length: usize, numbers: &mut Numbers| if numbers.below(3) == 0 { 1 } else { length };
        let (v, w) = (Array1::from_shape_fn(c, |_| numbers.float()), Array1::from_shape_fn(b, |_| numbers.float()));
        let m = (stretched(b, &mut numbers), stretched(c, &mut numbers));
        let m = match numbers.below(2) {
            0 => Array::from_shape_fn(m, |_| numbers.float()),
            _ => Array::from_shape_fn((m.1, m.0), |_| numbers.float()).reversed_axes(),
        };
        same(&bcast!(sum(x * v, axis = 2)), &bcast!(sum(x * v, axis = 2), where x: [A, B, C]), &context);
        same(&bcast!(sum(x, axis = 2)), &bcast!(sum(x, axis = 2), where x: [A, B, C]), &context);
        same(&bcast!(sum(x * y, axis = 0)), &bcast!(sum(x * y, axis = 0), where x: [A, B, C]), &context);
        same(&bcast!(sum(x, axis = 1), keep), &bcast!(sum(x, axis = 1), keep, where x: [A, B, C]), &context);
        same(&bcast!(-sum(x * y, axis = 2), keep), &bcast!(-sum(x * y, axis = 2), keep, where x: [A, B, C]), &context);
        same(&bcast!(sum(x * m, axis = 0)), &bcast!(sum(x * m, axis = 0), where x: [A, B, C]), &context);
        same(&bcast!(x - mean(x * m, axis = 1)), &bcast!(x - mean(x * m, axis = 1), where x: [A, B, C]), &context);
        same(
            &bcast!(max(x - w, axis = [0, 1]), axis(w) = 1),
            &bcast!(max(x - w, axis = [0, 1]), axis(w) = 1, where x: [A, B, C]),
            &context,
        );
        same(
            &bcast!(
                {
                    let e = (x - w).abs();
                    e / sum(e, axis = 1) + v
                },
                axis(w) = 1
            ),
            &bcast!({ let e = (x - w).abs(); e / sum(e, axis = 1) + v }, axis(w) = 1, where x: [A, B, C]),
            &context,
        );
        let all = try_bcast!(sum(x * m * v, axis = ..)).map(f32::to_bits).map_err(|error| error.to_string());
        let others = try_bcast!(sum(x * m * v, axis = ..), where x: [A, B, C]);
        assert_eq!(all, others.map(f32::to_bits).map_err(|error| error.to_string()), "{context}");
        let all = try_bcast!({
            let d = x - m;
            sum(d * v, axis = ..)
        })
        .map(f32::to_bits);
        let others = try_bcast!({ let d = x - m; sum(d * v, axis = ..) }, where x: [A, B, C]).map(f32::to_bits);
        assert_eq!(all.ok(), others.ok(), "{context}");
        let (k, most) = (numbers.float(), bcast!(max((sum(x * y, axis = [1, 2]) - 1.0).abs(), axis = 0)));
        let others = bcast!(max((sum(x * y, axis = [1, 2]) - 1.0).abs(), axis = 0), where x: [A, B, C]);
        assert_eq!(most.to_bits(), others.to_bits(), "{context}");
        same(
            &bcast!(k * mean(sum(x * y, axis = 1) / k, axis = 0)),
            &bcast!(k * mean(sum(x * y, axis = 1) / k, axis = 0), where x: [A, B, C]),
            &context,
        );
        macro_rules! nested {
            ($($axis:literal)*) => {$({
                let nested = try_bcast!(min(sum(x + k, axis = 1).sin(), axis = $axis));
                let others = try_bcast!(min(sum(x + k, axis = 1).sin(), axis = $axis), where x: [A, B, C]);
                assert_eq!(nested.is_err(), others.is_err(), "{} {nested:?} {others:?} {context}", $axis);
                if let (Ok(nested), Ok(others)) = (nested, others) {
                    same(&nested, &others, &context);
                }
            })*};
        }
        nested!(0 2 -1 -2 -3);
        same(
            &bcast!(sum(x, axis = 1) - sum(x * y, axis = 0).sin(), keep),
            &bcast!(sum(x, axis = 1) - sum(x * y, axis = 0).sin(), keep, where x: [A, B, C]),
            &context,
        );
        same(
            &bcast!({
                let most = max(x, axis = ..);
                sum(x / k, axis = 2) - most
            }),
            &bcast!({ let most = max(x, axis = ..); sum(x / k, axis = 2) - most }, where x: [A, B, C]),
            &context,
        );
        same(
            &bcast!({
                let one = sum(x, axis = [0, 1]).cos();
                one * max(y, axis = [0, 1]) + min(x, axis = 0)
            }),
            &bcast!(
                { let one = sum(x, axis = [0, 1]).cos(); one * max(y, axis = [0, 1]) + min(x, axis = 0) },
                where x: [A, B, C]
            ),
            &context,
        );
        // Arrays that lack the frame's first or last axes, in reductions of their own.
        let (u, n) = (Array1::from_shape_fn(a, |_| numbers.float()), Array::from_shape_fn((a, b), |_| numbers.float()));
        macro_rules! beside {
            ($({ $($call:tt)* })*) => {$({
                let (ours, others) = (try_bcast!($($call)*), try_bcast!($($call)*, where x: [A, B, C]));
                assert_eq!(ours.is_err(), others.is_err(), "{} {context}", stringify!($($call)*));
                if let (Ok(ours), Ok(others)) = (ours, others) {
                    same(&ours, &others, &format!("{} {context}", stringify!($($call)*)));
                }
            })*};
        }
        beside! {
            { sum(x * u, axis = 0) / sum(u, axis = 0), axis(u) = 0 }
            { sum(x * u, axis = 0) / sum(u, axis = -3), axis(u) = 0 }
            { sum(x * v, axis = 2) / sum(v, axis = -1) }
            { max(sum(x, axis = 0) + sum(x, axis = 1), axis = [0, 1]) }
            { max(sum(x, axis = 0) + sum(x, axis = 1), axis = 2) }
            { max(sum(x, axis = 0) + sum(x, axis = 2), axis = 1) }
            { sum(x, axis = 2) - sum(x, axis = 0) * v }
            { sum(x, axis = 2) - sum(x, axis = 1) * m }
            { sum(x, axis = 1) - sum(x, axis = 0) * v }
            { sum(x, axis = 1) / sum(n, axis = [-3, -2]), axis(n) = 0 }
            { sum(x, axis = 1) / sum(m, axis = [1, 2]) }
            { if index(axis = -1) > index(axis = 0) { k } else { x } }
            { x * index(axis = 2) as f32 + index(axis = 1) as f32 }
            { sum(x * index(axis = 1) as f32, axis = 1) }
            { sum(x * index(axis = 2) as f32, axis = 2) * index(axis = 0) as f32 }
            { sum(x, axis = 1) * index(axis = -1) as f32 - index(axis = -3) as f32 }
            { sum(x, axis = 0) * index(axis = 0) as f32 }
            { { let at = index(axis = 0) as f32; x * at / sum(at * x, axis = 0) } }
            { { let at = index(axis = 2) as f32 * k; sum(at, axis = 2) + x } }
            { { let at = index(axis = 0) as f32 - len(axis = 0) as f32; max(x - at, axis = [1, 2]) * at } }
            { sum((v - index(axis = 2) as f32) * x, axis = 2) }
            { sum(u * index(axis = 0) as f32, axis = 0) / sum(x, axis = 2), axis(u) = 0 }
            { sum(x * v, axis = 2) / sum(v, axis = 2) }
            { sum(x * v, axis = 2) / sum(v, axis = 0) }
            { sum(x * n, axis = [0, 1]) / sum(n, axis = [0, 1]), axis(n) = 0 }
            { sum(x * n, axis = [0, 1]) / sum(n * u, axis = [0, 1]), axis(n) = 0, axis(u) = 0 }
            { sum(x * m, axis = [1, 2]) / sum(m, axis = [-2, -1]) }
            { sum(x * m, axis = [1, 2]) / sum(m, axis = -1) }
            { sum(x, axis = 2) / sum(m, axis = -2) }
            { sum(x, axis = 2) + sum(n, axis = 0) * sum(n, axis = 1), axis(n) = 0 }
            { sum(x, axis = [0, 1]) / max(w, axis = 0), axis(w) = 1 }
            { sum(x, axis = 1) / sum(u * w, axis = 0), axis(u) = 0, axis(w) = 1 }
            { { let s = sum(x, axis = 1); s * max(s - v, axis = 2) } }
            { { let s = sum(x * u, axis = 0) / sum(u, axis = 0); sum(s * s, axis = 1) - sum(u * u, axis = 0) }, axis(u) = 0 }
            { { let s = v * k; s / sum(x, axis = 2) } }
            { { let s = v * k; s / sum(x, axis = 1) } }
        }
        let (one, two) = bcast!(
            {
                let m = mean(x, axis = 0);
                (m, (x - m).abs())
            },
            unzip
        );
        let others = bcast!({ let m = mean(x, axis = 0); (m, (x - m).abs()) }, unzip, where x: [A, B, C]);
        same(&one, &others.0, &context);
        same(&two, &others.1, &context);
        let (one, two, three) = bcast!((x + y, sum(x * y, axis = ..), max(y, axis = [0, 1])), unzip);
        let others = bcast!((x + y, sum(x * y, axis = ..), max(y, axis = [0, 1])), unzip, where x: [A, B, C]);
        same(&one, &others.0, &context);
        assert_eq!((two, three), (others.1, others.2), "{context}");
        let (mut lows, mut all) = (Array::zeros((b, c)), Array3::zeros((a, b, c)));
        bcast!((lows, all) = (min(x, axis = 0), x - y));
        same(&lows, &bcast!(min(x, axis = 0)).as_standard_layout().into_owned(), &context);
        same(&all, &bcast!(x - y).as_standard_layout().into_owned(), &context);
        let mut other = all.clone();
        bcast!(all = all * v / (sum(all * all, axis = 2).sqrt() + 1.0));
        bcast!(other = other * v / (sum(other * other, axis = 2).sqrt() + 1.0), where other: [A, B, C]);
        same(&all, &other, &context);
        let (mut two, mut rows) = (Array3::from_shape_fn((a, b, c), |_| numbers.float()), Array::zeros((b, c)));
        let (mut other_two, mut other_rows) = (two.clone(), rows.clone());
        bcast!((all, two) = (two / k + v, all * x));
        bcast!((other, other_two) = (other_two / k + v, other * x), where x: [A, B, C]);
        bcast!((all, two) = (all - x * two, sum(two * all, axis = 1) + two * all));
        bcast!(
            (other, other_two) = (other - x * other_two, sum(other_two * other, axis = 1) + other_two * other),
            where x: [A, B, C]
        );
        bcast!((rows, two, all) = (max(all - two, axis = 0), all.abs(), two + all + y));
        bcast!(
            (other_rows, other_two, other) = (max(other - other_two, axis = 0), other.abs(), other_two + other + y),
            where y: [A, B, C]
        );
        bcast!((rows, all) = (rows / 2.0 - max(all, axis = 0), all - v));
        bcast!(
            (other_rows, other) = (other_rows / 2.0 - max(other, axis = 0), other - v),
            where v: [C]
        );
        same(&all, &other, &context);
        same(&two, &other_two, &context);
        same(&rows, &other_rows, &context);
        bcast!(all -= mean(all, axis = 1) * x + max(all, axis = [0, 1]));
        bcast!(other -= mean(other, axis = 1) * x + max(other, axis = [0, 1]), where other: [A, B, C]);
        same(&all, &other, &context);
        bcast!(
            all += {
                let old = all + w;
                old * sum(old * m, axis = 0)
            },
            axis(w) = 1
        );
        bcast!(other += { let old = other + w; old * sum(old * m, axis = 0) }, axis(w) = 1, where other: [A, B, C]);
        same(&all, &other, &context);
        let mut other = lows.clone();
        bcast!(lows += k * sum(all * x, axis = 0));
        bcast!(other += k * sum(all * x, axis = 0), where all: [A, B, C]);
        same(&lows, &other, &context);
        let mut total = w.clone();
        let refused = try_bcast!(total = total + sum(x * total, axis = [0, 2]));
        let others = try_bcast!(total = total + sum(x * total, axis = [0, 2]), where x: [A, B, C]);
        assert_eq!((refused.is_err(), total), (others.is_err(), w.clone()), "{context}");
        let mut short = Array::zeros((b, c + 1));
        all.fill(7.0);
        assert!(try_bcast!((all, short) = (x - y, min(x, axis = 0))).is_err(), "{context}");
        assert!(all.iter().all(|&one| one == 7.0), "{context}");
        let mut place = Array::zeros((a, c));
        bcast!(place = sum(x + w, axis = 1), axis(w) = 1);
        same(
            &place,
            &bcast!(sum(x + w, axis = 1), axis(w) = 1, where x: [A, B, C]).as_standard_layout().into_owned(),
            &context,
        );
        // Arrays that lie behind the axes of a reduction, before and after it.
        same(&bcast!(m / sum(x * x, axis = 0)), &bcast!(m / sum(x * x, axis = 0), where x: [A, B, C]), &context);
        same(
            &bcast!(v - max(x, axis = [0, 1]), keep),
            &bcast!(v - max(x, axis = [0, 1]), keep, where x: [A, B, C]),
            &context,
        );
        let (one, two) = bcast!(
            {
                let scale = 1.0 / (m - sum(x * x, axis = 0) + 0.1);
                (scale, x * scale)
            },
            unzip
        );
        let others = bcast!(
            {
                let scale = 1.0 / (m - sum(x * x, axis = 0) + 0.1);
                (scale, x * scale)
            },
            unzip,
            where x: [A, B, C]
        );
        same(&one, &others.0, &context);
        same(&two, &others.1, &context);
        macro_rules! alike {
            ($($call:expr;)*) => {$({
                let ours = try_bcast!($call).map_err(|error| error.to_string());
                let others = try_bcast!($call, where x: [A, B, C]);
                match (ours, others) {
                    (Ok(ours), Ok(others)) => same(&ours, &others, &context),
                    (ours, others) => assert!(ours.is_err() && others.is_err(), "{}: {context}", stringify!($call)),
                }
            })*};
        }
        alike! {
            v + sum(x, axis = 2);
            m + sum(x, axis = 1);
            m * sum(x * v, axis = [0, 1]);
            sum(x, axis = 1) / len(axis = 1) as f32;
            sum(x * x, axis = [1, 2]) / (len(axis = -1) * (len(axis = 0) + 1)) as f32;
            (x - v) * len(axis = -3) as f32;
            x - sum(x / len(axis = 2) as f32, axis = 2);
            m * len(axis = 1) as f32 - sum(x, axis = 0);
            argmax(x * x, axis = 2) as f32;
            argmin(x, axis = 1) as f32 + count(x > v, axis = 1) as f32;
        }
        assert_eq!(
            bcast!(len(axis = 1) + argmax(x, axis = 1)),
            bcast!(len(axis = 1) + argmax(x, axis = 1), where x: [A, B, C])
        );
    }
}

/// Arrays that stretch for each other, none of which has the frame's shape.
#[test]
fn pairs_as_calls_that_resolve_a_frame() {
    let mut numbers = Numbers(27_182_818_284);
    for number in 0..600 {
        let mut length = || [1, 2, 3, 5, 8][numbers.below(5)];
        let lengths = [length(), length(), length()];
        let some = |numbers: &mut Numbers, absent: usize| {
            let stretches = |axis: usize, odds: usize| axis == absent || odds == 0;
            let shape = [0, 1, 2].map(|axis| if stretches(axis, numbers.below(6)) { 1 } else { lengths[axis] });
            Array3::from_shape_fn(shape, |_| numbers.float())
        };
        let (first, second) = (some(&mut numbers, 0), some(&mut numbers, 1));
        // In C order or another, or with a reversed axis.
        let mut other =
            Array3::from_shape_fn((second.dim().2, second.dim().1, second.dim().0), |_| 0.0).reversed_axes();
        other.assign(&second);
        let (x, mut y) = (first.view(), if numbers.below(2) == 0 { second.view() } else { other.view() });
        if numbers.below(3) == 0 {
            y.invert_axis(Axis(numbers.below(3)));
        }
        let (whole, third) = (some(&mut numbers, 3), some(&mut numbers, 2));
        let (m, v) = (first.index_axis(Axis(0), 0), whole.slice(ndarray::s![0, 0, ..]));
        let context = format!("call {number}: {:?} {:?} {:?}", x.shape(), y.shape(), y.strides());
        macro_rules! compared {
            ($([$($call:tt)*])*) => {$({
                let new = try_bcast!($($call)*).map_err(|error| error.to_string());
                let other = try_bcast!($($call)*, where y: [_, _, _]).map_err(|error| error.to_string());
                match (&new, &other) {
                    (Ok(new), Ok(other)) => same(new, other, &format!("{} {context}", stringify!($($call)*))),
                    (new, other) => assert_eq!(new.is_ok(), other.is_ok(), "{} {context} {new:?} {other:?}", stringify!($($call)*)),
                }
            })*};
        }
        compared! {
            [sum((x - y) * (x - y), axis = 2)]
            [sum((m - y) * (m - y), axis = 2)]
            [(-sum((m - y) * v, axis = 2).abs().sqrt() / 2.0).exp()]
            [max(x * y, axis = 0)]
            [min(m + y, axis = -2)]
            [mean(x * y, axis = [0, 1])]
            [mean(x * y, axis = [1, 2])]
            [sum(m * y * v, axis = [1, 2])]
            [x * y - mean(x * y, axis = 1)]
            [x - mean(x * y, axis = 0)]
            [x + third - sum(y * third, axis = 2)]
            [{ let d = x - y; d * d / (sum(d * d, axis = 2).sqrt() + 1.0) }]
            [{ let e = (m * y).cos(); e / sum(e, axis = -1) + v }]
            [sum(sum(x * y, axis = 2) * x, axis = 0)]
            [m + sum(m * y, axis = 0)]
            [y * max(m + v, axis = 1)]
            [max(sum(x * y, axis = 2), axis = 1)]
            [sum(x - y, axis = 2), keep]
            [sum(x - y, axis = 1) + v, keep]
            [sum(x * y, axis = [0, 1]), keep, allow = mutual_stretch]
            [index(axis = 0) as f32 * sum(x - y, axis = 1)]
            [sum(len(axis = 1) as f32 * (x - y), axis = 0)]
        }
        let near = bcast!(argmin(m * y, axis = 1));
        assert_eq!(near, bcast!(argmin(m * y, axis = 1), where y: [_, _, _]), "{context}");
        let (low, high) = bcast!((min(x - y, axis = 2), max(x - y, axis = 2)), unzip);
        same(&low, &bcast!(min(x - y, axis = 2), where y: [_, _, _]), &context);
        same(&high, &bcast!(max(x - y, axis = 2), where y: [_, _, _]), &context);
        let mut place = low.clone();
        bcast!(place = sum(x - y, axis = 2));
        same(&place, &bcast!(sum(x - y, axis = 2), where y: [_, _, _]), &context);
        let mut other = place.clone();
        bcast!(place += sum(x * y, axis = 2));
        bcast!(other += sum(x * y, axis = 2), where y: [_, _, _]);
        same(&place, &other, &context);
    }
}

/// The bits of elements, which equal a NaN's too.
fn bits<D: Dimension>(array: Array<f32, D>) -> Array<u32, D> {
    array.mapv(f32::to_bits)
}

/// One reduction of one array, where the call is compiled.
#[test]
fn arrays_alone_as_calls_that_resolve_a_frame() {
    let mut numbers = Numbers(31_415_926_535);
    for number in 0..400 {
        let mut length = || [0, 1, 2, 3, 7, 40][numbers.below(6)];
        let shape = [length(), length(), length()];
        let memory = Array3::from_shape_fn(shape, |_| numbers.float());
        let x = some_view(&memory, &mut numbers);
        let (a, b, c) = x.dim();
        let context = format!("call {number}: {:?} {:?}", x.shape(), x.strides());
        let (dynamic, axis) = (x.into_dyn(), [0, 1, 2, -1, -3, 3][numbers.below(6)]);
        macro_rules! compared {
            ($($reduction:ident, $axis:expr;)*) => {$({
                let new = try_bcast!($reduction(x, axis = $axis)).map_err(|error| error.to_string());
                let other = try_bcast!($reduction(x, axis = $axis), where x: [A, B, C]).map_err(|error| error.to_string());
                assert_eq!(new.is_ok(), other.is_ok(), "{context}");
                if let (Ok(new), Ok(other)) = (&new, &other) {
                    same(new, other, &context);
                }
                let by_dynamic = try_bcast!($reduction(dynamic, axis = $axis));
                assert_eq!(by_dynamic.ok().map(bits), new.ok().map(|new| bits(new.into_dyn())), "{context}");
                let kept = try_bcast!($reduction(x, axis = $axis), keep);
                let other = try_bcast!($reduction(x, axis = $axis), keep, where x: [A, B, C]);
                assert_eq!(kept.ok().map(bits), other.ok().map(bits), "{context}");
                // Places of the result's shape and of others, dense and not.
                for shape in [(a, b), (b, c), (a, c), (b, a), (1, c)] {
                    let mut place = Array::from_elem(shape, 0.5);
                    let mut turned = Array::from_elem((shape.1, shape.0), 0.5);
                    let mut turned = turned.view_mut().reversed_axes();
                    let (before, is_here) = (place.clone(), try_bcast!(place = $reduction(x, axis = $axis)).is_ok());
                    assert_eq!(try_bcast!(turned = $reduction(x, axis = $axis)).is_ok(), is_here, "{context}");
                    let expected = if is_here { bcast!($reduction(x, axis = $axis), where x: [A, B, C]) } else { before };
                    let expected = bits(expected);
assert_eq!((bits(place), bits(turned.to_owned())), (expected.clone(), expected), "{context}");
                }
            })*};
        }
        compared! {
            sum, 0;
            mean, 1;
            prod, 2;
            max, -1;
            sum, -3;
            min, axis;
        }
        let all = [try_bcast!(max(x, axis = ..)).ok(), try_bcast!(max(x, axis = ..), where x: [A, B, C]).ok()];
        assert_eq!(all[0], all[1], "{context}");
        let ordered = bcast!(sum(x, axis = [0, 1, 2]), where x: [A, B, C]);
        assert_eq!(bcast!(sum(x, axis = ..)).to_bits(), ordered.to_bits(), "{context}");
        let mut wide = x.mapv(|value| value > 0.0);
        wide.swap_axes(0, numbers.below(3));
        assert_eq!(bcast!(any(wide, axis = 0)), bcast!(any(wide, axis = 0), where wide: [A, B, C]), "{context}");
        assert_eq!(bcast!(count(wide, axis = -1)), bcast!(count(wide, axis = -1), where wide: [A, B, C]), "{context}");
        let row = Array1::from_iter(x.iter().map(|&value| f64::from(value)));
        let nested = [[1_i32, 2, 3], [4, 5, 6]];
        assert_eq!(bcast!(sum(row, axis = 0)), bcast!(sum(row, axis = 0), where row: [A]), "{context}");
        assert_eq!((bcast!(sum(nested, axis = 1)), bcast!(sum(nested, axis = 0))), ([6, 15], [5, 7, 9]));
    }
}

/// A name in types is one length, in a place too.
#[test]
fn arrays_alone_with_names_in_types() {
    dim!(Batch);
    let x = Tensor::<f32, shape![Batch, _]>::from_fn_with([2, 3], |[row, column]| (row * 3 + column) as f32).unwrap();
    let mut rows = Tensor::<f32, shape![Batch]>::from_vec_with([2], vec![0.0; 2]).unwrap();
    let mut columns = Tensor::<f32, shape![Batch]>::from_vec_with([3], vec![0.0; 3]).unwrap();
    bcast!(rows = sum(x, axis = 1));
    assert_eq!(rows.as_slice(), [3.0, 12.0]);
    let text = try_bcast!(columns = sum(x, axis = 0)).unwrap_err().to_string();
    assert!(text.contains("`Batch`"), "{text}");
    assert_eq!(columns.as_slice(), [0.0; 3]);
}

/// Names in types are held as the rulebook holds them; a call with a `where` clause asks that.
#[test]
fn names_in_types_as_calls_that_resolve_a_frame() {
    dim!(Batch, Channel);
    type Matrix = Tensor<f32, shape![Batch, Channel]>;
    let mut numbers = Numbers(27_182_818_284);
    let (mut held, mut refused) = (0, 0);
    // The two places have names of one length.
    let text = |error: bcast::BroadcastError| error.to_string().replace("also", "here");
    for number in 0..400 {
        let (b, c) = ([1, 2, 3, 7][numbers.below(4)], [1, 2, 5][numbers.below(3)]);
        let near = |length: usize, numbers: &mut Numbers| [length, length, length, 1, 2][numbers.below(5)];
        let (g_length, rows, columns) = (near(c, &mut numbers), near(b, &mut numbers), near(c, &mut numbers));
        let x = Matrix::from_fn_with([b, c], |_| numbers.float()).unwrap();
        let g = Tensor::<f32, shape![Channel]>::from_fn_with([g_length], |_| numbers.float()).unwrap();
        let o = Tensor::<f32, shape![Batch, _]>::from_fn_with([rows, columns], |_| numbers.float()).unwrap();
        let context = format!("call {number}: x {b} {c}, g {g_length}, o {rows} {columns}");
        macro_rules! compared {
            ($($call:expr;)*) => {$({
                let here = try_bcast!($call).map_err(text);
                assert_eq!(here, try_bcast!($call, where x: [_, _]).map_err(text), "{context}");
                *(if here.is_ok() { &mut held } else { &mut refused }) += 1;
            })*};
        }
        compared! {
            sum(x, axis = 1);
            x - mean(x, axis = 1);
            sum(x * g, axis = 0);
            max(x - o, axis = 1) * 2.0;
            { let d = x - mean(x, axis = 1); d / (1.0 + mean(d * d, axis = 1)) * g };
            (x - o) / sum(x + o, axis = 0);
        }
        macro_rules! placed {
            ($($place:expr, $call:expr;)*) => {$({
                let (mut here, mut also) = ($place, $place);
                let result = try_bcast!(here = $call).map_err(text);
                assert_eq!(result, try_bcast!(also = $call, where x: [_, _]).map_err(text), "{context}");
                assert_eq!(here, also, "{context}");
            })*};
        }
        placed! {
            Tensor::<f32, shape![Batch]>::from_vec_with([rows], vec![0.5; rows]).unwrap(), sum(x * g, axis = 1);
            Tensor::<f32, shape![Batch]>::from_vec_with([rows], vec![0.5; rows]).unwrap(), max(x, axis = 1);
            Matrix::from_fn_with([rows, columns], |_| 0.5).unwrap(), x * g - mean(x * g, axis = 1);
        }
    }
    assert!(held > 500 && refused > 500, "{held} {refused}");
}

/// The mode refuses what it refuses of other calls.
#[test]
fn arrays_alone_in_other_modes() {
    let x = Array::from_shape_fn((2, 3), |(row, column)| (row * 3 + column) as f32);
    assert_eq!(bcast!(sum(x, axis = 1), mode = pdpd), ndarray::array![3.0, 12.0]);
    assert_eq!(bcast!(sum(x, axis = 1), mode = none), ndarray::array![3.0, 12.0]);
    assert_eq!(bcast!(sum(x, axis = 1), mode = bidirectional, to = [2, 3]), ndarray::array![[3.0; 3], [12.0; 3]]);
    assert!(try_bcast!(sum(x, axis = 1), mode = numpy, to = [2, 4]).is_err());
    // Axis 0 of the result is left without an array.
    let own = 1;
    assert!(try_bcast!(sum(x, axis = 1), axis(x) = own).is_err());
    let none: Vec<f32> = Vec::new();
    assert_eq!(bcast!(sum(none, axis = 0)), 0.0);
    assert!(bcast!(mean(none, axis = ..)).is_nan());
    assert!(try_bcast!(max(none, axis = 0)).is_err());
    let number = ndarray::arr0(2.5_f32);
    let whole = try_bcast!(sum(number, axis = ..)).map_err(|error| error.to_string());
    assert_eq!(whole, try_bcast!(sum(number, axis = ..), where number: []).map_err(|error| error.to_string()));
    let mut place = Array1::zeros(2);
    assert!(try_bcast!(place = sum(x, axis = 0), mode = unidirectional).is_err());
    assert!(try_bcast!(place = sum(x, axis = 1), where x: [A, A]).is_err());
    assert_eq!(place, ndarray::array![0.0, 0.0]);
}

#[test]
fn long_runs_as_calls_that_resolve_a_frame() {
    let mut numbers = Numbers(11_109_876_543);
    for (rows, length) in [(1, 5000), (3, 4096), (2, 20_000), (40, 300), (700, 33), (5000, 3), (2, 8191), (20_000, 1)] {
        let x = Array::from_shape_fn((rows, length), |_| numbers.float());
        let y = Array::from_shape_fn((rows, length), |_| numbers.float());
        let context = format!("{rows} runs of {length}");
        let wide = x.mapv(f64::from);
        same(&bcast!(sum(x * y, axis = 1)), &bcast!(sum(x * y, axis = 1), where x: [A, B]), &context);
        same(&bcast!(mean(x, axis = 1)), &bcast!(mean(x, axis = 1), where x: [A, B]), &context);
        same(&bcast!(max(x - y, axis = 1), keep), &bcast!(max(x - y, axis = 1), keep, where x: [A, B]), &context);
        same(&bcast!(sum(x * y, axis = 0)), &bcast!(sum(x * y, axis = 0), where x: [A, B]), &context);
        let all = [bcast!(sum(x * y, axis = ..)), bcast!(sum(x * y, axis = ..), where x: [A, B])];
        assert_eq!(all[0].to_bits(), all[1].to_bits(), "{context}");
        let all =
            [bcast!(sum(wide * y as f64, axis = ..)), bcast!(sum(wide * y as f64, axis = ..), where wide: [A, B])];
        assert_eq!(all[0].to_bits(), all[1].to_bits(), "{context}");
        assert_eq!(bcast!(argmax(x * y, axis = 1)), bcast!(argmax(x * y, axis = 1), where x: [A, B]), "{context}");
        assert_eq!(bcast!(argmin(x, axis = 1)), bcast!(argmin(x, axis = 1), where x: [A, B]), "{context}");
        assert_eq!(bcast!(count(x > y, axis = ..)), bcast!(count(x > y, axis = ..), where x: [A, B]), "{context}");
        same(
            &bcast!(sum(x * y, axis = 1).sin() * 2.0),
            &bcast!(sum(x * y, axis = 1).sin() * 2.0, where x: [A, B]),
            &context,
        );
        same(
            &bcast!(x * (1.0 - 0.1 / sum(x * y, axis = ..)).abs() - y),
            &bcast!(x * (1.0 - 0.1 / sum(x * y, axis = ..)).abs() - y, where x: [A, B]),
            &context,
        );
        same(
            &bcast!(x - max(x - y, axis = 1), keep),
            &bcast!(x - max(x - y, axis = 1), keep, where x: [A, B]),
            &context,
        );
        same(
            &bcast!(argmin(x, axis = 1) as f32 * 0.5, keep),
            &bcast!(argmin(x, axis = 1) as f32 * 0.5, keep, where x: [A, B]),
            &context,
        );
        same(
            &bcast!({
                let _unread = y;
                mean(x, axis = 1) * 3.0
            }),
            &bcast!({ let _unread = y; mean(x, axis = 1) * 3.0 }, where x: [A, B]),
            &context,
        );
        let (mut whole, mut other) = (y.clone(), y.clone());
        bcast!(whole = x * y + mean(x, axis = ..));
        bcast!(other = x * y + mean(x, axis = ..), where x: [A, B]);
        same(&whole, &other, &context);
        bcast!(whole -= x * max(whole, axis = 1));
        bcast!(other -= x * max(other, axis = 1), where x: [A, B]);
        same(&whole, &other, &context);
        let mut place = Array1::zeros(rows);
        bcast!(place = sum(x - y, axis = 1));
        same(&place, &bcast!(sum(x - y, axis = 1), where x: [A, B]), &context);
    }
}
