//! Elements of every size, and types that staging could corrupt, in every layout and under every instruction set.

use std::fmt::Debug;

use bcast::__private::limit_instructions;
use bcast::bcast;
use ndarray::{Array2, Array3, Array5, Axis, s};

/// An element of `N` bytes, each of which a test can recognise.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bytes<const N: usize>([u8; N]);

/// A bound above the number of rows and columns of every matrix here.
const WIDTH: usize = if cfg!(miri) { 18 } else { 131 };

/// Calls that cover every form of staging, by lengths and orders, for elements of this type.
fn of_elements<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
    let last = |a: T, _: T| a;
    // Miri is slow.
    let shapes = [(1, 1), (2, 3), (9, 17), (7, 5), (33, 66), (70, 130)];
    for &(rows, columns) in &shapes[..if cfg!(miri) { 3 } else { 6 }] {
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| of(i * WIDTH + j));
        let turned = Array2::from_shape_fn((columns, rows), |(j, i)| of(i * WIDTH + j));
        let wide = Array2::from_shape_fn((rows, 3 * columns), |(i, j)| of(i * WIDTH + j / 3));
        let (column, row) = (x.slice(s![.., ..1]), x.slice(s![0, ..]));
        let (turned, stepped, reversed) = (turned.t(), wide.slice(s![.., ..;3]), x.slice(s![..;-1, ..;-1]));
        assert_eq!(bcast!(last(turned, row)), x);
        assert_eq!(bcast!(last(stepped, column)), x);
        assert_eq!(bcast!(last(reversed, x)).slice(s![..;-1, ..;-1]), x);
        assert_eq!(bcast!(last(column, x)), column.broadcast((rows, columns)).unwrap());
        assert_eq!(bcast!(last(row, turned)), row.broadcast((rows, columns)).unwrap());
        let mut memory = Array2::from_elem((columns, 2 * rows), of(0));
        let mut y = memory.slice_mut(s![..;-1, ..;2]).reversed_axes();
        bcast!(y = last(x, turned));
        assert_eq!(y, x);
        bcast!(y = last(y, x));
        assert_eq!(y, x);
    }
}

/// Cheap calls into places, which are computed by strides or by copies, in every order of axes.
fn into_places<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
    let all = [(2, 3, 4), (1, 9, 2), (2, 70, 9), (9, 2, 70), (70, 17, 2), (5, 21, 40), (1, 140, 30), (1, 140, 64)];
    for shape in if cfg!(miri) { &all[..2] } else { &all[..] } {
        let values = Array3::from_shape_fn(*shape, |(h, i, j)| of(h * 7919 + i * WIDTH + j));
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let operand = values.view().permuted_axes(order);
            let expected = Array3::from_shape_fn(operand.raw_dim(), |at| operand[at]);
            let (columns, gaps) = (expected.len_of(Axis(2)), expected.len_of(Axis(2)) * 2);
            let mut place = Array3::from_elem(expected.raw_dim(), of(0));
            bcast!(place = operand);
            assert_eq!(place, expected, "{order:?} of {shape:?}");
            let mut memory = Array3::from_elem((expected.len_of(Axis(0)), expected.len_of(Axis(1)), gaps), of(0));
            let mut place = memory.slice_mut(s![..;-1, .., ..;2]);
            bcast!(place = operand);
            assert_eq!(place, expected, "{order:?} of {shape:?}, reversed and with gaps");
            let (matrix, row) = (expected.index_axis(Axis(0), 0), expected.slice(s![0, 0, ..]));
            bcast!(place = row);
            assert_eq!(place, row.broadcast(place.dim()).unwrap(), "a row of {columns}");
            let mut turned = Array2::from_elem((matrix.ncols(), matrix.nrows()), of(0));
            bcast!(turned = &matrix.t());
            assert_eq!(turned, matrix.t(), "{order:?} of {shape:?}, a matrix");
        }
    }
}

/// The same for five axes, more than the loops of a small nest.
fn into_deep_places<T: Copy + PartialEq + Debug>(of: impl Fn(usize) -> T) {
    let shape = if cfg!(miri) { [2, 1, 3, 2, 2] } else { [3, 2, 17, 4, 19] };
    let values = Array5::from_shape_fn(shape, |(g, h, i, j, k)| of(((g * 2 + h) * 17 + i) * 97 + j * 19 + k));
    for order in [[0, 3, 1, 4, 2], [4, 2, 0, 3, 1], [2, 1, 4, 0, 3]] {
        let operand = values.view().permuted_axes(order);
        let expected = Array5::from_shape_fn(operand.raw_dim(), |at| operand[at]);
        let mut place = Array5::from_elem(expected.raw_dim(), of(0));
        bcast!(place = operand);
        assert_eq!(place, expected, "{order:?}");
        let mut place = Array5::from_elem(values.raw_dim(), of(0)).permuted_axes(order);
        place.invert_axis(Axis(1));
        bcast!(place = expected);
        assert_eq!(place, expected, "into {order:?}");
    }
}

/// Rows of every length that are not contiguous, so that they are computed row by row, into parts of memory whose other elements stay.
fn rows_of_every_length<T: Copy + PartialEq + Debug + std::ops::Add<Output = T>>(of: impl Fn(usize) -> T) {
    let longest = if cfg!(miri) { 34 } else { 70 };
    let [x, y] = [1, 7919].map(|from| Array2::from_shape_fn((3, longest + 2), |(i, j)| of(from + i * WIDTH + j)));
    for length in 0..=longest {
        let (a, b) = (x.slice(s![.., 1..=length]), y.slice(s![.., ..length]));
        let sum = |at: (usize, usize)| a[at] + b[at];
        assert_eq!(bcast!(a + b), Array2::from_shape_fn((3, length), sum), "{length}");
        let mut memory = Array2::from_elem((3, longest + 2), of(5));
        let mut place = memory.slice_mut(s![.., 1..=length]);
        bcast!(place = a + b);
        let expected = |(i, j): (usize, usize)| if (1..=length).contains(&j) { sum((i, j - 1)) } else { of(5) };
        assert_eq!(memory, Array2::from_shape_fn(memory.dim(), expected), "{length}, into a place");
    }
}

/// Elements larger than L1, of which a tile has one.
#[test]
#[cfg_attr(miri, ignore = "10 MB")]
fn huge_elements() {
    let values = Array3::from_shape_fn((2, 60, 9), |(h, i, j)| [(h * 60 + i) * 9 + j; 1100]);
    for order in [[2, 1, 0], [1, 2, 0], [0, 2, 1]] {
        let operand = values.view().permuted_axes(order);
        let mut place = Array3::from_elem(operand.dim(), [0; 1100]);
        bcast!(place = operand);
        assert_eq!(place, operand, "{order:?}");
    }
}

/// A single test, since the level applies to all threads.
#[test]
fn elements_of_every_size() {
    for level in [0, 1, 2] {
        if limit_instructions(level) != level {
            continue;
        }
        macro_rules! sizes {
            ($($size:literal)*) => {
                $(of_elements(|index| Bytes::<$size>(std::array::from_fn(|byte| (index >> (byte % 3)) as u8 ^ byte as u8)));)*
            };
        }
        sizes!(0 3 4 16);
        #[cfg(not(miri))]
        sizes!(1 2 5 6 7 8 9 10 11 12 13 14 15 17 64 65);
        into_places(|index| index as u8);
        into_places(|index| index as u32);
        into_places(|index| index as u64);
        into_deep_places(|index| index as u32);
        into_deep_places(|index| index as u64);
        into_deep_places(|index| [index as u64, !index as u64]);
        into_places(|index| [index as u64, !index as u64]);
        into_places(|index| Bytes::<17>(std::array::from_fn(|byte| (index >> (byte % 3)) as u8 ^ byte as u8)));
        rows_of_every_length(|number| number as f32);
        rows_of_every_length(|number| number as f64);
        rows_of_every_length(|number| number as i32);
        rows_of_every_length(|number| number as u64);
        rows_of_every_length(|number| number as u16);
        // Padding between the fields is uninitialised.
        of_elements(|index| (index as u8, index as u32));
        of_elements(|index| (index % 2 == 1).then_some(index as u64));
        // Copies keep pointing to the same value.
        let words: Vec<String> = (0..WIDTH * WIDTH).map(|index| index.to_string()).collect();
        of_elements(|index| &words[index]);
        of_elements(|index| words[index].as_str());
        // More alignment than the staging buffer has.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(align(32))]
        struct Line(u8);
        of_elements(|index| Line(index as u8));
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(align(128))]
        struct Lines(u8);
        of_elements(|index| Lines(index as u8));
    }
    limit_instructions(usize::MAX);
}
