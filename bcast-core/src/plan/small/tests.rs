//! Small plans visit the offsets that naive index arithmetic computes.

use std::vec;
use std::vec::Vec;

use super::{COLUMNS, Column, DEPTH, Few, Loops, MAX_RANK, Run, dense};
use crate::plan::nest::dense_strides;
use crate::rules::axis_map::AxisMap;

pub(crate) mod draw;
use draw::{Drawn, Offsets, Operand, Random, draw};

/// The offsets of every element from these pointers, in the order of the loops.
fn walked(loops: &Loops, from: &[*const u8]) -> Vec<Offsets> {
    let [length, rows, sheets] = loops.lengths;
    let mut all = Vec::new();
    for element in 0..length * rows * sheets {
        let (index, row, sheet) = (element % length, element / length % rows, element / length / rows);
        let mut offsets = Offsets::default();
        for (column, offset) in offsets[..loops.columns].iter_mut().enumerate() {
            let first = loops.pointers[column].addr().wrapping_sub(from[column].addr()).cast_signed();
            let bytes = first + row as isize * loops.outer[column] + sheet as isize * loops.sheet[column];
            *offset = index as isize * loops.inner[column] + bytes / loops.sizes[column] as isize;
        }
        all.push(offsets);
    }
    all
}

/// Asserts what loops say about arrays whose elements they visit at these offsets.
fn assert_classified(loops: &Loops, all: &[Offsets]) {
    assert_eq!(loops.count, all.len());
    let inner = &loops.inner[..loops.columns];
    for column in 0..loops.columns {
        let is_run = all.iter().enumerate().all(|(at, offsets)| offsets[column] == all[0][column] + at as isize);
        assert_eq!(loops.in_parts >> column & 1 == 0, is_run, "column {column}: {all:?}");
        let stands = column > 0 && loops.standing >> (column - 1) & 1 == 1;
        assert_eq!(stands, column > 0 && inner[column] == 0, "column {column}: {all:?}");
    }
    assert_eq!(loops.is_apart, inner.iter().any(|inner| !matches!(inner, 0 | 1)), "{all:?}");
    let [_, rows, sheets] = loops.lengths;
    let is_along = (0..loops.columns).all(|column| {
        let inner = inner[column].unsigned_abs() * loops.sizes[column];
        let is_longer = |outer: isize| outer == 0 || outer.unsigned_abs() >= inner;
        (rows == 1 || is_longer(loops.outer[column])) && (sheets == 1 || is_longer(loops.sheet[column]))
    });
    assert_eq!(loops.is_along, is_along, "{all:?}");
}

/// The number of loops in the order of the output's memory, after coalescing.
fn depth(drawn: &Drawn) -> usize {
    let strides = |axis: usize| {
        let sign = drawn.strides[axis].signum();
        let own = drawn.operands.iter().map(move |operand| {
            let own = operand.axes.iter().position(|&at| at as usize == axis);
            own.filter(|&own| operand.shape[own] != 1).map_or(0, |own| operand.strides[own])
        });
        core::iter::once(drawn.strides[axis]).chain(own).map(|stride| stride * sign).collect::<Vec<isize>>()
    };
    let mut long: Vec<usize> = (0..drawn.shape.len()).filter(|&axis| drawn.shape[axis] != 1).collect();
    long.sort_by_key(|&axis| core::cmp::Reverse(drawn.strides[axis].unsigned_abs()));
    let even = |pair: &&[usize]| {
        let length = drawn.shape[pair[1]] as isize;
        strides(pair[0]).iter().zip(strides(pair[1])).all(|(&outer, inner)| outer == inner * length)
    };
    long.len() - long.windows(2).filter(even).count()
}

#[test]
fn loops() {
    let mut random = Random(1);
    let mut laid = [0; DEPTH + 1];
    for _ in 0..20_000 {
        let drawn = draw(&mut random);
        let mut loops = Loops::new();
        let maps = drawn.maps();
        let is_laid = loops.lay(&drawn.output(), drawn.columns().zip(maps.iter().copied()), 0);
        let fits = drawn.shape.len() <= MAX_RANK && drawn.operands.len() < COLUMNS && depth(&drawn) <= DEPTH;
        assert_eq!(is_laid, fits && !drawn.shape.contains(&0), "{drawn:?}");
        if !is_laid {
            continue;
        }
        laid[depth(&drawn)] += 1;
        let columns: Vec<Column<'_>> = core::iter::once(drawn.output()).chain(drawn.columns()).collect();
        let pointers: Vec<*const u8> = columns.iter().map(|array| array.pointer).collect();
        let all = walked(&loops, &pointers);
        // In the order of the output's memory.
        let mut expected = drawn.by_arithmetic();
        expected.sort_by_key(|offsets| offsets[0]);
        assert_eq!(all, expected, "{drawn:?}");
        let sizes: Vec<usize> = columns.iter().map(|array| array.size).collect();
        assert_eq!(loops.sizes[..loops.columns], sizes, "{drawn:?}");
        assert_classified(&loops, &all);
    }
    assert!(laid.iter().all(|&count| count > 500), "{laid:?} calls by the number of loops");
}

#[test]
fn runs() {
    let mut random = Random(2);
    let (mut runs, mut other_orders) = (0, 0);
    for _ in 0..20_000 {
        let drawn = draw(&mut random);
        let any_order = random.once_in(2);
        let mut run = Run::new();
        let is_run = run.lay(&drawn.output(), drawn.columns(), any_order);
        let axes = || (0..drawn.shape.len()).filter(|&axis| drawn.shape[axis] != 1);
        let dense = dense_strides(&drawn.shape);
        let is_in_c_order = axes().all(|axis| drawn.strides[axis] == dense[axis]);
        let mut offsets: Vec<isize> = drawn.by_arithmetic().iter().map(|offsets| offsets[0]).collect();
        offsets.sort_unstable();
        let is_dense = offsets.iter().enumerate().all(|(at, &offset)| offset == at as isize);
        let is_dense = is_dense && drawn.strides.iter().all(|&stride| stride > 0);
        let have_one_shape = drawn.operands.iter().all(|operand| operand.shape == drawn.shape);
        let are_alike = have_one_shape && drawn.operands.iter().all(|operand| operand.strides == drawn.strides);
        let fits = drawn.operands.len() < COLUMNS && !drawn.shape.contains(&0);
        assert_eq!(is_run, fits && are_alike && (is_in_c_order || any_order && is_dense), "{drawn:?}");
        let columns = || core::iter::once(drawn.output()).chain(drawn.columns()).enumerate();
        if is_run {
            runs += 1;
            other_orders += usize::from(!is_in_c_order);
            assert_eq!(run.is_in_c_order, is_in_c_order, "{drawn:?}");
            assert_eq!(run.count, drawn.shape.iter().product::<usize>(), "{drawn:?}");
            for (column, array) in columns() {
                assert_eq!((run.pointers[column], run.sizes[column]), (array.pointer, array.size), "{drawn:?}");
            }
            assert_eq!(run.columns, 1 + drawn.operands.len(), "{drawn:?}");
        }
    }
    assert!(runs > 1000 && other_orders > 50, "{runs} runs, {other_orders} in another order");
}

#[test]
fn few() {
    let mut random = Random(3);
    let (mut laid, mut stretching, mut first_axes, mut unfit) = ([0; 5], 0, 0, 0);
    for _ in 0..40_000 {
        let mut drawn = draw(&mut random);
        let rank = drawn.shape.len();
        let mut firsts = Vec::new();
        for operand in &mut drawn.operands {
            // All axes of the output, the last ones, or some others.
            let own = if random.once_in(3) { rank } else { operand.shape.len().min(rank) };
            let first = if random.once_in(2) { random.below(rank - own + 1) } else { rank - own };
            operand.shape = drawn.shape[first..][..own].to_vec();
            operand.axes = (first as i64..(first + own) as i64).collect();
            if random.once_in(4) {
                operand.shape.iter_mut().filter(|_| random.once_in(2)).for_each(|length| *length = 1);
            }
            if random.once_in(20) {
                operand.shape.iter_mut().take(1).for_each(|length| *length += 1);
            }
            let is_alike = operand.shape == drawn.shape && random.once_in(2);
            let is_reversed = random.once_in(4);
            operand.strides = if is_alike { drawn.strides.clone() } else { dense_strides(&operand.shape).to_vec() };
            if is_reversed {
                operand.strides.reverse();
            }
            firsts.push(first);
        }
        let least = drawn.operands.iter().map(|operand| operand.shape.len()).fold(rank, usize::min);
        let is_new = random.once_in(3);
        let dense_of_output = dense_strides(&drawn.shape);
        if is_new {
            drawn.strides = dense_of_output.to_vec();
        }
        let output = drawn.output();
        let given = if is_new { Column { strides: &[], ..output } } else { output };
        let mut few = Few::new();
        let is_laid = few.begin(&given, least)
            && drawn.columns().zip(&firsts).all(|(operand, &first)| few.add(&operand, &drawn.shape, first));
        let is_alike = |operand: &Operand, first: usize| *operand.shape == drawn.shape[first..][..operand.shape.len()];
        let fits = drawn.operands.iter().zip(&firsts).all(|(operand, &first)| {
            let own = operand.shape.len();
            let mut lengths = operand.shape.iter().zip(&drawn.shape[first..]);
            match rank {
                0..=DEPTH => lengths.all(|(own, length)| own == length || *own == 1),
                _ => {
                    let is_there = first == 0 && own == rank || first == rank - least && own == least;
                    let (pointer, shape, strides) = (core::ptr::null(), &*operand.shape, &*operand.strides);
                    is_there
                        && is_alike(operand, first)
                        && dense(&Column { pointer, size: 1, shape, strides }).is_some()
                }
            }
        });
        let is_dense = rank <= DEPTH || least > 0 && dense(&output).is_some();
        let is_output = !drawn.shape.contains(&0) && is_dense;
        assert_eq!(is_laid, is_output && fits && drawn.operands.len() < COLUMNS, "{drawn:?} {firsts:?}");
        if !is_laid {
            unfit += usize::from(is_output && !fits);
            continue;
        }
        laid[rank.min(4)] += 1;
        let of_output = |(operand, &first): (&Operand, &usize)| operand.shape.len() == rank && is_alike(operand, first);
        let stretches = few.stretches;
        let loops = few.finish();
        loops.classify();
        let pointers: Vec<*const u8> =
            core::iter::once(output).chain(drawn.columns()).map(|array| array.pointer).collect();
        let all = walked(loops, &pointers);
        assert_eq!(all, drawn.by_arithmetic(), "{drawn:?} {firsts:?}");
        assert_classified(loops, &all);
        assert_eq!(stretches, !drawn.operands.iter().zip(&firsts).all(of_output), "{drawn:?} {firsts:?}");
        stretching += usize::from(stretches);
        first_axes +=
            drawn.operands.iter().zip(&firsts).filter(|(operand, first)| **first + operand.shape.len() < rank).count();
    }
    assert!(
        laid.iter().all(|&count| count > 300) && stretching > 300 && first_axes > 300 && unfit > 300,
        "{laid:?} by rank, {stretching} calls that stretch, {first_axes} arrays on other axes than the last, {unfit} unfit"
    );
}

#[test]
fn strides_of_another_rank() {
    // The public API cannot make such arrays, but runs index strides by the output's axes.
    let column = |shape, strides| Column { pointer: core::ptr::null(), size: 1, shape, strides };
    let output = column(&[2, 3], &[3, 1]);
    for (shape, strides) in [(&[2, 3][..], &[3][..]), (&[2, 3], &[3, 1, 1]), (&[3], &[3, 1])] {
        assert!(!Run::new().lay(&output, [column(shape, strides)].into_iter(), true), "{shape:?}, {strides:?}");
    }
}

#[test]
fn lengths_other_than_the_outputs() {
    let column = |shape, strides| Column { pointer: core::ptr::null(), size: 1, shape, strides };
    let lay = |shape, strides, map: AxisMap<'static>| {
        Loops::new().lay(&column(&[2, 3], &[3, 1]), [(column(shape, strides), map)].into_iter(), 0)
    };
    assert!(lay(&[2, 3], &[3, 1], AxisMap::at(0, 2)));
    assert!(lay(&[2, 1], &[1, 1], AxisMap::at(0, 2)));
    assert!(lay(&[2, 1], &[3, 1], AxisMap::at(0, 1)));
    for (shape, strides) in [(&[2, 2][..], &[2, 1][..]), (&[3, 3], &[3, 1]), (&[2, 2], &[3, 1]), (&[4, 3], &[4, 1])] {
        assert!(!lay(shape, strides, AxisMap::at(0, 2)), "{shape:?}, {strides:?}");
    }
    for (shape, strides, map) in [
        (&[2][..], &[1][..], AxisMap::at(1, 1)),
        (&[3], &[1], AxisMap::at(0, 1)),
        (&[3], &[1], AxisMap::at(2, 1)),
        (&[2, 3], &[3, 1], AxisMap::at(1, 2)),
        (&[2, 3], &[3, 1], AxisMap::at(0, 1)),
        (&[3, 2], &[2, 1], AxisMap::list(&[1, 0])),
    ] {
        let is_laid = lay(shape, strides, map);
        // Axes in another order than the output's are laid out, by strides.
        assert_eq!(is_laid, shape == [3, 2], "{shape:?}, {strides:?}, {map:?}");
    }
}

#[test]
fn zero_sized_elements_beyond_isize_max() {
    const MAX: usize = isize::MAX as usize;
    // Zero-sized elements: an array can hold this many.
    let taken = |shape: &[usize], strides: &[isize]| {
        let column = Column { pointer: core::ptr::null(), size: 0, shape, strides };
        let is_laid = Loops::new().lay(&column, [(column, AxisMap::at(0, 2))].into_iter(), 0);
        (is_laid, Run::new().lay(&column, [column].into_iter(), false))
    };
    assert_eq!(taken(&[7, MAX / 7], &[(MAX / 7) as isize, 1]), (true, true));
    assert_eq!(taken(&[7, MAX / 7], &[MAX as isize, 1]), (true, false));
    for shape in [vec![2, MAX / 2 + 1], vec![4, MAX / 2 + 1]] {
        assert_eq!(taken(&shape, &[(MAX / 2 + 1) as isize, 1]), (false, false));
        assert_eq!(taken(&shape, &[MAX as isize, 1]), (false, false));
    }
}
