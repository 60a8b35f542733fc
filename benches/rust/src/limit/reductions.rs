//! Reductions by hand, with sums in the stated order or in the fastest one, as a constant says.

use bcast::__private::Fused;
use bcast::math::Real;

use super::sums::{Lanes, NOTHING, add, columns, load, short, total};
use crate::EPS;
use crate::isa::per_isa;

/// The function that `x.exp()` is in a kernel with or without fused multiply-adds; other polynomials would give other bits.
#[inline(always)]
fn exp<T: Real>(x: T, is_fused: bool) -> T {
    T::exp(x, Fused::when(is_fused))
}

#[inline(always)]
fn map(mut lanes: Lanes, valid: usize, f: impl Fn(f32) -> f32) -> Lanes {
    for (lane, x) in lanes.iter_mut().enumerate() {
        let value = f(*x);
        *x = if lane < valid { value } else { NOTHING };
    }
    lanes
}

/// Calls a function with the length of a row, as a constant where rows are short.
macro_rules! with_length {
    ($n:expr, |$length:ident| $body:expr) => {
        match $n {
            25 => {
                let $length = 25;
                $body
            }
            50 => {
                let $length = 50;
                $body
            }
            $length => $body,
        }
    };
}

#[inline(always)]
fn sums_of_rows<const ORDERED: bool>(x: &[f32], n: usize, y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x.chunks_exact(n)) {
        *y = total::<ORDERED>(n, |at, valid| load(x, at, valid));
    }
}

per_isa! {
    /// The sums of each row.
    pub fn rows<const ORDERED: bool>(x: &[f32], y: &mut [f32]) {
        let n = x.len() / y.len();
        if n == 3 {
            for (y, x) in y.iter_mut().zip(x.as_chunks::<3>().0) {
                *y = short(x);
            }
            return;
        }
        with_length!(n, |n| sums_of_rows::<ORDERED>(x, n, y));
    }
}

per_isa! {
    /// The sums along the middle of (A, N, M), or along the first axis of (N, M).
    pub fn middle<const ORDERED: bool>(x: &[f32], n: usize, m: usize, y: &mut [f32]) {
        let mut scratch = Vec::new();
        for (x, y) in x.chunks_exact(n * m).zip(y.chunks_exact_mut(m)) {
            match m {
                3 => columns::<ORDERED>(x, &mut y[..3], &mut scratch),
                16 => columns::<ORDERED>(x, &mut y[..16], &mut scratch),
                64 => columns::<ORDERED>(x, &mut y[..64], &mut scratch),
                _ => columns::<ORDERED>(x, y, &mut scratch),
            }
        }
    }
}

/// The largest element that is a number.
#[inline(always)]
fn largest(x: &[f32]) -> f32 {
    let mut most = [f32::NEG_INFINITY; 32];
    let chunks = x.chunks_exact(32);
    for (most, &x) in most.iter_mut().zip(chunks.remainder()) {
        *most = if x > *most { x } else { *most };
    }
    for x in chunks {
        for (most, &x) in most.iter_mut().zip(x) {
            *most = if x > *most { x } else { *most };
        }
    }
    for half in [16, 8, 4, 2, 1] {
        for lane in 0..half {
            most[lane] = if most[lane + half] > most[lane] { most[lane + half] } else { most[lane] };
        }
    }
    most[0]
}

#[inline(always)]
fn softmax_of_rows<const ORDERED: bool, const FMA: bool>(x: &[f32], n: usize, y: &mut [f32]) {
    for (x, y) in x.chunks_exact(n).zip(y.chunks_exact_mut(n)) {
        let most = largest(x);
        for (y, x) in y.iter_mut().zip(x) {
            *y = exp(x - most, FMA);
        }
        let sum = total::<ORDERED>(n, |at, valid| load(y, at, valid));
        for y in y {
            *y /= sum;
        }
    }
}

per_isa! {
    /// The softmax of rows of `n`.
    pub fn softmax<const ORDERED: bool>(x: &[f32], n: usize, y: &mut [f32]) {
        with_length!(n, |n| softmax_of_rows::<ORDERED, FMA>(x, n, y));
    }
}

per_isa! {
    /// The layer norm of rows as long as `gamma`.
    pub fn layer_norm<const ORDERED: bool>(x: &[f32], gamma: &[f32], beta: &[f32], y: &mut [f32]) {
        let n = gamma.len();
        for (x, y) in x.chunks_exact(n).zip(y.chunks_exact_mut(n)) {
            let mean = total::<ORDERED>(n, |at, valid| load(x, at, valid)) / n as f32;
            let squares = total::<ORDERED>(n, |at, valid| map(load(x, at, valid), valid, |x| (x - mean) * (x - mean)));
            let deviation = (squares / n as f32 + EPS).sqrt();
            for (((y, x), gamma), beta) in y.iter_mut().zip(x).zip(gamma).zip(beta) {
                *y = (x - mean) / deviation * gamma + beta;
            }
        }
    }
}

per_isa! {
    /// Mean and variance over the first and last axis of (N, C, L): `y` has `c` means, then `c` variances.
    pub fn statistics<const ORDERED: bool>(x: &[f32], c: usize, l: usize, y: &mut [f32]) {
        let n = x.len() / (c * l);
        let (means, variances) = y.split_at_mut(c);
        let mut sums = vec![0.0; n];
        for channel in 0..c {
            let rows = || x.chunks_exact(l).skip(channel).step_by(c);
            for (sum, x) in sums.iter_mut().zip(rows()) {
                *sum = total::<ORDERED>(l, |at, valid| load(x, at, valid));
            }
            let mean = total::<ORDERED>(n, |at, valid| load(&sums, at, valid)) / (n * l) as f32;
            for (sum, x) in sums.iter_mut().zip(rows()) {
                *sum = total::<ORDERED>(l, |at, valid| map(load(x, at, valid), valid, |x| (x - mean) * (x - mean)));
            }
            means[channel] = mean;
            variances[channel] = total::<ORDERED>(n, |at, valid| load(&sums, at, valid)) / (n * l) as f32;
        }
    }
}

/// Points whose coordinates lie side by side in the cache: loops over them vectorise.
const TILE: usize = 32;

/// The squared distance of a point to one of a tile; `D` is at most 256.
#[inline(always)]
fn square<const ORDERED: bool, const FMA: bool, const D: usize, const N: usize>(
    point: &[f32; D],
    tile: &[[f32; N]; D],
    number: usize,
) -> f32 {
    let difference = |at: usize| point[at] - tile[at][number];
    let partial = |lane: usize| {
        let rows = (0..D.div_ceil(16)).filter(|row| 16 * row + lane < D);
        rows.fold(NOTHING, |sum, row| {
            let d = difference(16 * row + lane);
            if FMA && !ORDERED { d.mul_add(d, sum) } else { sum + d * d }
        })
    };
    let two = |lane: usize| partial(lane) + partial(lane + 8);
    let four = |lane: usize| two(lane) + two(lane + 4);
    let eight = |lane: usize| four(lane) + four(lane + 2);
    eight(0) + eight(1)
}

/// The squared distances of a point to a tile.
#[inline(always)]
fn squares<const ORDERED: bool, const FMA: bool, const D: usize, const N: usize>(
    point: &[f32; D],
    tile: &[[f32; N]; D],
) -> [f32; N] {
    let mut squares = [0.0; N];
    if D <= 16 {
        for (number, value) in squares.iter_mut().enumerate() {
            *value = square::<ORDERED, FMA, D, N>(point, tile, number);
        }
        return squares;
    }
    let mut partials = [[NOTHING; N]; 16];
    for (lane, partial) in partials.iter_mut().enumerate() {
        let mut sums = [NOTHING; N];
        for at in (lane..D).step_by(16) {
            for (sum, other) in sums.iter_mut().zip(&tile[at]) {
                let d = point[at] - other;
                *sum = if FMA && !ORDERED { d.mul_add(d, *sum) } else { *sum + d * d };
            }
        }
        *partial = sums;
    }
    for half in [8, 4, 2, 1] {
        let (low, high) = partials.split_at_mut(half);
        for (low, high) in low.iter_mut().zip(high) {
            for (low, high) in low.iter_mut().zip(high) {
                *low += *high;
            }
        }
    }
    partials[0]
}

#[inline(always)]
fn tile_of<const D: usize, const N: usize>(points: &[[f32; D]]) -> [[f32; N]; D] {
    let mut tile = [[0.0; N]; D];
    for (number, point) in points.iter().enumerate() {
        for (row, x) in tile.iter_mut().zip(point) {
            row[number] = *x;
        }
    }
    tile
}

#[inline(always)]
fn distances_of<const ORDERED: bool, const FMA: bool, const D: usize>(a: &[f32], b: &[f32], y: &mut [f32]) {
    let (a, b) = (a.as_chunks::<D>().0, b.as_chunks::<D>().0);
    for (number, points) in b.chunks(TILE).enumerate() {
        let tile = tile_of(points);
        for (point, y) in a.iter().zip(y.chunks_exact_mut(b.len())) {
            let squares = squares::<ORDERED, FMA, D, TILE>(point, &tile);
            y[TILE * number..][..points.len()].copy_from_slice(&squares[..points.len()]);
        }
    }
}

per_isa! {
    /// Squared distances of all points `a` to all points `b`.
    pub fn distances<const ORDERED: bool>(a: &[f32], b: &[f32], d: usize, y: &mut [f32]) {
        match d {
            3 => distances_of::<ORDERED, FMA, 3>(a, b, y),
            16 => distances_of::<ORDERED, FMA, 16>(a, b, y),
            128 => distances_of::<ORDERED, FMA, 128>(a, b, y),
            _ => unreachable!("no row has {d} dimensions"),
        }
    }
}

/// The squared distances of a point to 16 others, `D` up to 16.
#[inline(always)]
fn lanes_of<const ORDERED: bool, const FMA: bool, const D: usize>(point: &[f32; D], tile: &[Lanes; D]) -> Lanes {
    let difference = |at: usize| tile[at].map(|other| point[at] - other);
    if !ORDERED {
        return (0..D).fold([0.0; 16], |sums, at| {
            let mut sums = sums;
            for (sum, d) in sums.iter_mut().zip(difference(at)) {
                *sum = if FMA { d.mul_add(d, *sum) } else { *sum + d * d };
            }
            sums
        });
    }
    let partial = |at: usize| if at < D { difference(at).map(|d| d * d) } else { [NOTHING; 16] };
    let two = |at: usize| add(partial(at), partial(at + 8));
    let four = |at: usize| add(two(at), two(at + 4));
    let eight = |at: usize| add(four(at), four(at + 2));
    add(eight(0), eight(1))
}

#[inline(always)]
fn nearest_of<const ORDERED: bool, const FMA: bool, const D: usize>(points: &[f32], centres: &[f32], y: &mut [f32]) {
    for (points, y) in points.as_chunks::<D>().0.chunks(16).zip(y.chunks_mut(16)) {
        let tile = tile_of(points);
        let mut best = Best::NONE;
        for (number, centre) in centres.as_chunks::<D>().0.iter().enumerate() {
            // LLVM makes vectors of one form or of the other.
            let squares = if ORDERED && D == 16 {
                squares::<ORDERED, FMA, D, 16>(centre, &tile)
            } else {
                lanes_of::<ORDERED, FMA, D>(centre, &tile)
            };
            best.update(number, squares.map(|square| -square));
        }
        y.copy_from_slice(&best.found[..y.len()]);
    }
}

/// The largest values so far, and where they were.
struct Best {
    values: Lanes,
    found: Lanes,
}

impl Best {
    const NONE: Self = Best { values: [f32::NEG_INFINITY; 16], found: [0.0; 16] };

    /// Takes the values at a position; the first NaN wins, as in `argmax`.
    #[inline(always)]
    fn update(&mut self, position: usize, values: Lanes) {
        for ((best, found), value) in self.values.iter_mut().zip(&mut self.found).zip(values) {
            let is_better = (value > *best) | (value.is_nan() & !best.is_nan());
            *best = if is_better { value } else { *best };
            *found = if is_better { position as f32 } else { *found };
        }
    }
}

per_isa! {
    /// The number of the nearest centre of each point.
    pub fn nearest<const ORDERED: bool>(points: &[f32], centres: &[f32], d: usize, y: &mut [f32]) {
        match d {
            3 => nearest_of::<ORDERED, FMA, 3>(points, centres, y),
            16 => nearest_of::<ORDERED, FMA, 16>(points, centres, y),
            _ => unreachable!("no row has {d} dimensions"),
        }
    }
}

per_isa! {
    /// The position of the largest element of each row: the largest first, then where it is.
    pub fn argmax_of_rows(x: &[f32], y: &mut [f32]) {
        let n = x.len() / y.len();
        for (y, x) in y.iter_mut().zip(x.chunks_exact(n)) {
            let most = largest(x);
            let has_nan = x.iter().fold(false, |has_nan, x| has_nan | x.is_nan());
            let is_it = |x: f32| if has_nan { x.is_nan() } else { x == most };
            // Whole chunks vectorise; a search that stops at an element does not.
            let chunk = x.chunks(64).position(|x| x.iter().fold(false, |found, &x| found | is_it(x))).unwrap_or(0);
            let within = x[64 * chunk..].iter().position(|&x| is_it(x)).unwrap_or(0);
            *y = (64 * chunk + within) as f32;
        }
    }
}

per_isa! {
    /// The position of the largest element of each column.
    pub fn argmax_of_columns(x: &[f32], y: &mut [f32]) {
        // Strips of columns, whose best elements stay in registers; the last strip may begin within the one before.
        let m = y.len();
        for start in (0..m).step_by(16) {
            let start = start.min(m - 16);
            let mut best = Best::NONE;
            for (row, x) in x.chunks_exact(m).enumerate() {
                best.update(row, load(x, start, 16));
            }
            y[start..start + 16].copy_from_slice(&best.found);
        }
    }
}
