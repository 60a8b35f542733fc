//! Sums by hand: in the order that the reference states for `bcast!`, and in the order that is fastest.
//!
//! `total` and `columns` are the only places that know an order; the kernels of [`reductions`](super::reductions) take it as a constant.

/// Elements that are added side by side: the partial sums of the stated order.
pub type Lanes = [f32; 16];

/// Stands for elements beyond the end: `x + NOTHING` is `x`, bit for bit, whatever `x` is.
pub const NOTHING: f32 = -0.0;

/// Elements of a matrix above which it is read row by row, since narrow tiles that walk down columns are slow from memory.
const LARGE: usize = 1 << 20;

/// Lane by lane.
#[inline(always)]
pub fn add(mut left: Lanes, right: Lanes) -> Lanes {
    for (left, right) in left.iter_mut().zip(right) {
        *left += right;
    }
    left
}

/// `valid` elements from `at` on.
#[inline(always)]
pub fn load(x: &[f32], at: usize, valid: usize) -> Lanes {
    let mut lanes = [NOTHING; 16];
    if valid >= 16 {
        lanes.copy_from_slice(&x[at..at + 16]);
        return lanes;
    }
    // Copies of constant lengths, which are no calls.
    let (x, mut done) = (&x[at..at + valid], 0);
    for step in [8, 4, 2, 1] {
        if valid & step != 0 {
            lanes[done..done + step].copy_from_slice(&x[done..done + step]);
            done += step;
        }
    }
    lanes
}

/// The end of the order: lane j takes lane j + 8, then j + 4, j + 2 and j + 1.
#[inline(always)]
pub fn fold(mut lanes: Lanes) -> f32 {
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
    }
    lanes[0]
}

/// The sum of `N` up to 16 elements, each a partial sum of its own.
#[inline(always)]
pub fn short<const N: usize>(x: &[f32; N]) -> f32 {
    let mut partials = *x;
    for half in [8, 4, 2, 1] {
        for lane in (0..half).take_while(|lane| lane + half < N) {
            partials[lane] += partials[lane + half];
        }
    }
    partials[0]
}

/// Four groups from chunk `first` on, side by side: `FULL` of 16 chunks, then one of `rest` chunks and `last`.
#[inline(always)]
fn groups<const FULL: usize>(first: usize, rest: usize, last: Lanes, get: &mut impl FnMut(usize) -> Lanes) -> Lanes {
    let mut sums = [[NOTHING; 16]; 4];
    for chunk in 0..rest {
        for (group, sum) in sums.iter_mut().enumerate().take(FULL + 1) {
            *sum = add(*sum, get(first + 16 * group + chunk));
        }
    }
    for chunk in rest..16 {
        for (group, sum) in sums.iter_mut().enumerate().take(FULL) {
            *sum = add(*sum, get(first + 16 * group + chunk));
        }
    }
    if FULL < 4 {
        sums[FULL] = add(sums[FULL], last);
    }
    let [a, b, c, d] = sums;
    add(add(a, b), add(c, d))
}

/// Less than 64 chunks and `last`.
#[inline(always)]
fn end(first: usize, count: usize, last: Lanes, mut get: impl FnMut(usize) -> Lanes) -> Lanes {
    match count / 16 {
        0 => groups::<0>(first, count % 16, last, &mut get),
        1 => groups::<1>(first, count % 16, last, &mut get),
        2 => groups::<2>(first, count % 16, last, &mut get),
        _ => groups::<3>(first, count % 16, last, &mut get),
    }
}

/// The partial sums of `count` chunks and `last`: groups of 16, joined as a tree.
#[inline(always)]
fn ordered(count: usize, last: Lanes, mut get: impl FnMut(usize) -> Lanes) -> Lanes {
    if count < 64 {
        return end(0, count, last, get);
    }
    // A binary counter: level i holds the sum of 2^i times 4 groups if bit i of the number of sums is set.
    let mut levels = [[NOTHING; 16]; 24];
    let fours = count / 64;
    for four in 0..fours {
        let mut sum = groups::<4>(64 * four, 16, [NOTHING; 16], &mut get);
        let level = four.trailing_ones() as usize;
        for earlier in &levels[..level] {
            sum = add(*earlier, sum);
        }
        levels[level] = sum;
    }
    let mut sum = end(64 * fours, count % 64, last, get);
    for (level, earlier) in levels.iter().enumerate() {
        if fours >> level & 1 == 1 {
            sum = add(*earlier, sum);
        }
    }
    sum
}

/// The same in four times 16 sums, from the first chunk to the last.
#[inline(always)]
fn free(count: usize, last: Lanes, mut get: impl FnMut(usize) -> Lanes) -> Lanes {
    let mut sums = [[0.0; 16]; 4];
    for four in 0..count / 4 {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = add(*sum, get(4 * four + index));
        }
    }
    let [mut a, b, c, d] = sums;
    for chunk in count / 4 * 4..count {
        a = add(a, get(chunk));
    }
    add(add(a, b), add(add(c, d), last))
}

#[inline(always)]
fn partials<const ORDERED: bool>(count: usize, last: Lanes, get: impl FnMut(usize) -> Lanes) -> Lanes {
    if ORDERED { ordered(count, last, get) } else { free(count, last, get) }
}

/// The sum of `n` numbers; `get(at, valid)` gives `valid` of them from `at` on, then `NOTHING`.
#[inline(always)]
pub fn total<const ORDERED: bool>(n: usize, mut get: impl FnMut(usize, usize) -> Lanes) -> f32 {
    let (count, rest) = (n / 16, n % 16);
    let last = if rest == 0 { [NOTHING; 16] } else { get(16 * count, rest) };
    fold(partials::<ORDERED>(count, last, |chunk| get(16 * chunk, 16)))
}

/// The sums of the columns of `x`, whose rows have as many elements as `y`.
///
/// 16 rows are one row of partial sums, cut into chunks of 16.
#[inline(always)]
pub fn columns<const ORDERED: bool>(x: &[f32], y: &mut [f32], scratch: &mut Vec<f32>) {
    let m = y.len();
    if !ORDERED && m >= 256 {
        return free_rows(x, y);
    }
    if m >= STRIP && x.len() <= 256 * m {
        return if m < 256 { strips(x, y) } else { whole_rows(x, y, scratch) };
    }
    let width = 16 * m;
    let rest = x.len() % width;
    scratch.clear();
    if x.len() < LARGE {
        scratch.resize(width, NOTHING);
        for (chunk, sums) in scratch.chunks_exact_mut(16).enumerate() {
            let valid = rest.saturating_sub(16 * chunk).min(16);
            let last = load(x, if valid == 0 { 0 } else { x.len() - rest + 16 * chunk }, valid);
            let count = x.len() / width;
            sums.copy_from_slice(&partials::<ORDERED>(count, last, |row| load(x, row * width + 16 * chunk, 16)));
        }
    } else {
        // The binary counter again, with a row of partial sums for each level.
        let groups = x.len().div_ceil(16 * width);
        scratch.resize(width * (groups.ilog2() as usize + 1), NOTHING);
        for (group, x) in x.chunks(16 * width).enumerate() {
            let (level, rest) = (group.trailing_ones() as usize, x.len() % width);
            for at in (0..width).step_by(16) {
                let valid = rest.saturating_sub(at).min(16);
                let mut sum = [NOTHING; 16];
                for row in 0..x.len() / width {
                    sum = add(sum, load(x, row * width + at, 16));
                }
                sum = add(sum, load(x, if valid == 0 { 0 } else { x.len() - rest + at }, valid));
                for earlier in 0..level {
                    sum = add(load(scratch, earlier * width + at, 16), sum);
                }
                scratch[level * width + at..][..16].copy_from_slice(&sum);
            }
        }
        let lowest = groups.trailing_zeros() as usize;
        scratch.copy_within(lowest * width..(lowest + 1) * width, 0);
        for level in (lowest + 1..).take_while(|level| groups >> level > 0) {
            if groups >> level & 1 == 1 {
                let (sums, levels) = scratch.split_at_mut(width);
                for (sum, earlier) in sums.iter_mut().zip(&levels[(level - 1) * width..]) {
                    *sum += earlier;
                }
            }
        }
    }
    for half in [8, 4, 2, 1] {
        let (low, high) = scratch[..2 * half * m].split_at_mut(half * m);
        for (low, high) in low.iter_mut().zip(high) {
            *low += *high;
        }
    }
    y.copy_from_slice(&scratch[..m]);
}

/// Columns that are added up at a time: few cache lines of each row, and sums that stay in registers.
const STRIP: usize = 64;

/// The sums of columns of at most 256 elements, whose partial sums have one group. The last strip may begin within the one before.
#[inline(always)]
fn strips(x: &[f32], y: &mut [f32]) {
    let m = y.len();
    for start in (0..m).step_by(STRIP) {
        let start = start.min(m - STRIP);
        let mut partials = [[NOTHING; STRIP]; 16];
        for (lane, partial) in partials.iter_mut().enumerate() {
            let mut sums = [NOTHING; STRIP];
            for row in x.chunks_exact(m).skip(lane).step_by(16) {
                for (sum, x) in sums.iter_mut().zip(&row[start..start + STRIP]) {
                    *sum += x;
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
        y[start..start + STRIP].copy_from_slice(&partials[0]);
    }
}

/// The same by whole rows: the partial sums in the order in which the fold needs them, so that five rows of them are alive at a time.
#[inline(always)]
fn whole_rows(x: &[f32], y: &mut [f32], scratch: &mut Vec<f32>) {
    let m = y.len();
    scratch.clear();
    scratch.resize(5 * m, NOTHING);
    for (number, lane) in [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15].into_iter().enumerate() {
        let level = number.trailing_ones() as usize;
        let (earlier, sums) = scratch.split_at_mut(level * m);
        sums[..m].fill(NOTHING);
        let rows = x.chunks_exact(m).skip(lane).step_by(16);
        for row in rows.chain(earlier.chunks_exact(m)) {
            for (sum, x) in sums.iter_mut().zip(row) {
                *sum += x;
            }
        }
    }
    y.copy_from_slice(&scratch[4 * m..]);
}

/// Eight whole rows at a time.
#[inline(always)]
fn free_rows(x: &[f32], y: &mut [f32]) {
    let m = y.len();
    y.fill(0.0);
    let mut eights = x.chunks_exact(8 * m);
    for rows in eights.by_ref() {
        let row: [&[f32]; 8] = std::array::from_fn(|index| &rows[index * m..][..m]);
        for (column, y) in y.iter_mut().enumerate() {
            let pairs: [f32; 4] = std::array::from_fn(|index| row[2 * index][column] + row[2 * index + 1][column]);
            *y += (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]);
        }
    }
    for row in eights.remainder().chunks_exact(m) {
        for (y, x) in y.iter_mut().zip(row) {
            *y += x;
        }
    }
}
