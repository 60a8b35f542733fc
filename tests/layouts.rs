//! Rows long and short, in every layout and under every instruction set of the processor, against naive index
//! arithmetic: kernels, masks and staging at sizes that other tests do not reach.

use std::ops::Range;

use bcast::__private::limit_instructions;
use bcast::bcast;
use ndarray::ArrayD;

#[path = "common/layout.rs"]
mod layout;
#[path = "common/numbers.rs"]
mod numbers;
use layout::{Layout, at, shapes};
use numbers::Numbers;

/// A number in 12 bytes, and one in 80, too large to be staged.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wide<const N: usize>([f32; N]);

impl<const N: usize> Wide<N> {
    fn of(number: f32) -> Self {
        let mut parts = [number; N];
        parts[N - 1] = -number;
        Wide(parts)
    }
}

impl<const N: usize> std::ops::Add for Wide<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Wide(std::array::from_fn(|part| self.0[part] + other.0[part]))
    }
}

/// Runs random cases of `$expression` into new memory, into memory of a random layout, and in place, and compares each
/// element with a naive computation.
macro_rules! cases {
    ($cases:expr, $level:expr, $of:expr, [$($operand:ident)*], $expression:expr) => {{
        let mut numbers = Numbers(1);
        let count = [$(stringify!($operand)),*].len();
        for case in 0..$cases {
            let (_, shapes) = shapes(count, &mut numbers);
            let layouts: Vec<Layout> = shapes.iter().map(|shape| Layout::new(shape.len(), &mut numbers)).collect();
            let mut memory = |layout: &Layout, shape: &[usize]| layout.memory(shape, || $of((numbers.below(99) + 1) as u8));
            let memory: Vec<_> = layouts.iter().zip(&shapes).map(|(layout, shape)| memory(layout, shape)).collect();
            let views: Vec<_> = layouts.iter().zip(&memory).map(|(layout, memory)| layout.view(memory)).collect();
            let [$($operand),*] = &views[..] else { unreachable!("one view per operand") };
            let context = format!("level {}, {} case {case}: {shapes:?} in {layouts:?}", $level, stringify!($expression));

            let result = bcast!($expression);
            let expected = ArrayD::from_shape_fn(result.raw_dim(), |position| {
                let position: Vec<usize> = (0..result.ndim()).map(|axis| position[axis]).collect();
                $(let $operand = at($operand, &position);)*
                $expression
            });
            assert!(result == expected, "{context}");

            let layout = Layout::new(result.ndim(), &mut numbers);
            let mut memory = layout.memory(result.shape(), || expected.first().copied().expect("no length is 0"));
            let mut y = layout.view_mut(&mut memory);
            bcast!(y = $expression);
            assert!(y == expected, "{context} into {layout:?}");
        }
    }};
}

/// A call in place, whose place is an operand too.
fn in_place(cases: usize, level: usize) {
    let mut numbers = Numbers(7);
    for case in 0..cases {
        let (full, shapes) = shapes(2, &mut numbers);
        let [layout, of_b, of_c] = [&full, &shapes[0], &shapes[1]].map(|shape| Layout::new(shape.len(), &mut numbers));
        let mut number = || (numbers.below(99) + 1) as f32;
        let mut memory = layout.memory(&full, &mut number);
        let (b, c) = (of_b.memory(&shapes[0], &mut number), of_c.memory(&shapes[1], &mut number));
        let (b, c) = (of_b.view(&b), of_c.view(&c));
        let before = layout.view(&memory).to_owned();
        let mut y = layout.view_mut(&mut memory);
        let context = format!("level {level}, case {case}: {full:?}, {shapes:?} in {layout:?}, {of_b:?}, {of_c:?}");
        bcast!(y = (y - b) * c + y);
        for (position, &y) in y.indexed_iter() {
            let position: Vec<usize> = (0..full.len()).map(|axis| position[axis]).collect();
            let (old, b, c) = (at(&before.view(), &position), at(&b, &position), at(&c, &position));
            assert_eq!(y, (old - b) * c + old, "{context} at {position:?}");
        }
        let before = y.to_owned();
        bcast!(y -= b);
        for (position, &y) in y.indexed_iter() {
            let position: Vec<usize> = (0..full.len()).map(|axis| position[axis]).collect();
            assert_eq!(y, at(&before.view(), &position) - at(&b, &position), "{context} at {position:?}");
        }
    }
}

/// Long rows of an output that begins at any offset within a cache line, with and without gaps between rows, of elements that divide lines
/// evenly and that do not: `rows` rows from each offset in `starts`.
fn rows_that_begin_anywhere<T>(level: usize, rows: usize, starts: Range<usize>, of: impl Fn(u8) -> T)
where
    T: Copy + PartialEq + std::fmt::Debug + std::ops::Add<Output = T>,
{
    const LINE: usize = 64;
    let length = 2304 / size_of::<T>();
    let mut numbers = Numbers(11);
    let mut array = |rows: usize, length: usize| {
        ndarray::Array2::from_shape_simple_fn((rows, length), || of(numbers.below(60) as u8))
    };
    let (a, row, column) = (array(rows, length), array(1, length), array(rows, 1));
    let gap = of(255);
    for start in starts.filter(|start| start * size_of::<T>() < LINE) {
        for gaps in [0, 1, 2 * LINE / size_of::<T>()] {
            let mut memory = vec![gap; start + rows * (length + gaps)];
            let mut y = ndarray::ArrayViewMut2::from_shape((rows, length + gaps), &mut memory[start..]).unwrap();
            let mut y = y.slice_mut(ndarray::s![.., ..length]);
            let context = format!("level {level}, from {start}, {gaps} between, {} bytes each", size_of::<T>());
            bcast!(y = a + row + column);
            for ((i, j), &y) in y.indexed_iter() {
                assert_eq!(y, a[(i, j)] + row[(0, j)] + column[(i, 0)], "{context}, at {i}, {j}");
            }
            bcast!(y = y + a);
            for ((i, j), &y) in y.indexed_iter() {
                assert_eq!(y, a[(i, j)] + row[(0, j)] + column[(i, 0)] + a[(i, j)], "{context}, at {i}, {j}");
            }
            let left = memory.len() - rows * length;
            assert!(memory.iter().filter(|&&entry| entry == gap).count() >= left, "{context}");
        }
    }
}

/// A single test, since the level applies to all threads.
#[test]
fn under_every_instruction_set() {
    let cases = std::env::var("LAYOUT_CASES").map_or(150, |cases| cases.parse().expect("a number of cases"));
    for level in 0..3 {
        if limit_instructions(level) != level {
            continue;
        }
        cases!(cases, level, f32::from, [a], a * 2.0 + 1.0);
        cases!(cases, level, f32::from, [a], a / 3.0);
        cases!(cases, level, f32::from, [a b], a - b);
        cases!(cases, level, f64::from, [a b], a / b);
        cases!(cases, level, |number: u8| number, [a b], u32::from(a) * 2 + u32::from(b));
        cases!(cases, level, f32::from, [a b c], if a > b { a * c } else { b });
        cases!(cases, level, i64::from, [a b c], a * b % c);
        cases!(cases, level, f32::from, [a b c d e], (a - b) / (c + 1.0).sqrt() * d + e);
        cases!(cases, level, |number: u8| Wide::<3>::of(number.into()), [a b], a + b);
        cases!(cases, level, |number: u8| Wide::<20>::of(number.into()), [a b], a + b);
        in_place(cases, level);
        rows_that_begin_anywhere(level, 9, 0..64, u16::from);
        rows_that_begin_anywhere(level, 9, 0..64, f32::from);
        rows_that_begin_anywhere(level, 9, 0..64, f64::from);
        rows_that_begin_anywhere(level, 9, 0..64, |number| Wide::<3>::of(number.into()));
        // Large enough for the call to be divided into several parts.
        rows_that_begin_anywhere(level, 300, 3..4, f32::from);
    }
    limit_instructions(usize::MAX);
}
