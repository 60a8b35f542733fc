use super::parts::BLOCK;
use super::{Columns, Functions, Reduction};
use crate::reduction::{ArgMax, Max, Sum};
use alloc::vec::Vec;

/// The definition of the order, by recursion.
fn defined(elements: &[f32]) -> f32 {
    fn groups(sums: &[f32]) -> f32 {
        if sums.len() == 1 {
            return sums[0];
        }
        let half = sums.len().next_power_of_two() / 2;
        groups(&sums[..half]) + groups(&sums[half..])
    }
    let mut partials: Vec<Option<f32>> = (0..16)
        .map(|lane| {
            let own: Vec<f32> = elements.iter().copied().skip(lane).step_by(16).collect();
            let sums: Vec<f32> =
                own.chunks(16).map(|group| group[1..].iter().fold(group[0], |sum, x| sum + x)).collect();
            (!sums.is_empty()).then(|| groups(&sums))
        })
        .collect();
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            partials[lane] = match (partials[lane], partials[lane + half]) {
                (Some(left), Some(right)) => Some(left + right),
                (left, right) => left.or(right),
            };
        }
    }
    partials[0].unwrap_or(0.0)
}

fn sum() -> &'static Functions {
    <Sum as Reduction<f32>>::functions()
}

/// The sum of each column of a matrix, whose rows are taken `step` at a time.
fn columns_of(elements: &[f32], shape: [usize; 3], step: usize) -> Vec<f32> {
    parts_of(sum(), elements, shape, step)
}

/// The part of each column in such a reduction, whose parts are floats.
fn parts_of(functions: &Functions, elements: &[f32], [rows, columns, stride]: [usize; 3], step: usize) -> Vec<f32> {
    assert_eq!(functions.part, size_of::<f32>());
    assert!(rows == 0 || (rows - 1) * stride + columns <= elements.len());
    let (mut state, mut sums) = (Columns::default(), alloc::vec![f32::NAN; columns]);
    state.begin(rows, columns, functions.part);
    let to = sums.as_mut_ptr().cast();
    for first in (0..rows).step_by(step) {
        let (row, taken) = (elements[first * stride..].as_ptr(), step.min(rows - first));
        let to = (first + taken == rows).then_some(to);
        // SAFETY: the rows are those of the slice, and there is room for a sum of each column.
        unsafe { (functions.rows)(&mut state, row.cast(), taken, stride as isize, to) };
    }
    sums
}

fn numbers(count: usize) -> Vec<f32> {
    let mut state = 12345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 65536.0 - 100.0
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn runs_are_summed_in_the_defined_order() {
    for count in (1..70).chain([255, 256, 257, 271, 272, 300, 511, 512, 513, 768, 1000, 1024, 1029, 2047, 4099, 70_001])
    {
        let elements = numbers(count);
        for step in [1, 7, 16, 100, BLOCK, 3 * BLOCK, 16 * BLOCK, 4000, count] {
            let sum = columns_of(&elements, [count, 1, 1], step)[0];
            assert_eq!(sum.to_bits(), defined(&elements).to_bits(), "{count} elements by {step}");
        }
    }
}

#[test]
fn whole_runs_are_summed_alike() {
    for length in (1..40).chain([50, 100, 255, 256, 257, 300, 511, 512, 768, 1000, 1024, 1029, 2047, 4099, 70_001]) {
        let (elements, mut sums) = (numbers(7 * length), [f32::NAN; 7]);
        // SAFETY: the elements of a vector, and room for 7 sums.
        unsafe { (sum().runs)(elements.as_ptr().cast(), 7, length, sums.as_mut_ptr().cast()) };
        let expected: Vec<_> = elements.chunks(length).map(|run| defined(run).to_bits()).collect();
        assert_eq!(sums.map(f32::to_bits)[..], expected, "{length}");
    }
}

#[test]
fn columns_are_summed_as_runs_are() {
    for (rows, columns) in [(1, 3), (5, 2), (16, 5), (17, 1), (255, 4), (256, 3), (257, 3), (1000, 7), (1300, 33)] {
        let (elements, stride) = (numbers(rows * (columns + 2)), columns + 2);
        for step in [rows, 1, 60] {
            let sums = columns_of(&elements, [rows, columns, stride], step);
            for (column, sum) in sums.iter().enumerate() {
                let own: Vec<f32> = elements.iter().copied().skip(column).step_by(stride).collect();
                assert_eq!(sum.to_bits(), defined(&own).to_bits(), "column {column} of {rows} rows");
            }
        }
    }
}

#[test]
fn extremes_are_taken_in_any_order() {
    let max = <Max as Reduction<f32>>::functions();
    for (rows, columns) in [(1, 3), (5, 2), (31, 1), (32, 1), (33, 5), (100, 15), (40, 16), (300, 33), (2000, 3)] {
        for gap in [0, 2] {
            let (elements, stride) = (numbers(rows * (columns + gap)), columns + gap);
            for step in [rows, 1, 40] {
                let parts = parts_of(max, &elements, [rows, columns, stride], step);
                for (column, part) in parts.iter().enumerate() {
                    let own = elements.iter().copied().skip(column).step_by(stride);
                    assert_eq!(*part, own.fold(f32::MIN, f32::max), "column {column} of {rows} rows by {step}");
                }
            }
        }
    }
}

#[test]
fn positions_are_of_the_first_nan_or_of_the_first_largest() {
    let argmax = <ArgMax as Reduction<f32>>::functions();
    let expected = |elements: &[f32]| {
        let largest = elements.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let nan = elements.iter().position(|x| x.is_nan());
        nan.or_else(|| elements.iter().position(|&x| x == largest)).unwrap()
    };
    let shapes =
        [(1, 3), (5, 23), (17, 24), (16, 25), (3, 64), (18, 65), (2, 128), (40, 16), (33, 33), (65, 7), (3, 300)];
    for (rows, columns) in shapes {
        for nans in [None, Some(7), Some(101)] {
            // Few values, so that many are equal.
            let mut elements: Vec<f32> = numbers(rows * columns).iter().map(|x| (x / 8.0).floor()).collect();
            if let Some(step) = nans {
                elements.iter_mut().skip(3).step_by(step).for_each(|x| *x = f32::NAN);
            }
            let mut picks = alloc::vec![(0.0_f32, 0_usize); rows.max(columns)];
            // SAFETY: the elements of a vector, and room for a pick of each row.
            unsafe { (argmax.runs)(elements.as_ptr().cast(), rows, columns, picks.as_mut_ptr().cast()) };
            for (pick, row) in picks.iter().zip(elements.chunks(columns)) {
                assert_eq!(pick.1, expected(row), "a row of {columns}, NaNs: {nans:?}");
                assert_eq!(pick.0.to_bits(), row[pick.1].to_bits());
            }
            for step in [rows, 1, 20] {
                let mut state = Columns::default();
                state.begin(rows, columns, argmax.part);
                for first in (0..rows).step_by(step) {
                    let taken = step.min(rows - first);
                    let to = (first + taken == rows).then_some(picks.as_mut_ptr().cast());
                    // SAFETY: the rows are those of the vector, and there is room for a pick of each column.
                    unsafe {
                        (argmax.rows)(
                            &mut state,
                            elements[first * columns..].as_ptr().cast(),
                            taken,
                            columns as isize,
                            to,
                        );
                    }
                }
                for (column, pick) in picks[..columns].iter().enumerate() {
                    let own: Vec<f32> = elements.iter().copied().skip(column).step_by(columns).collect();
                    assert_eq!(pick.1, expected(&own), "column {column} of {rows} rows by {step}, NaNs: {nans:?}");
                }
            }
        }
    }
}
