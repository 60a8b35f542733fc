//! No kernel accesses memory outside an array, not even by one vector's width: every array begins after or ends before an inaccessible
//! page, where such an access kills the test.
#![cfg(all(unix, not(miri)))]

use std::ops::{Add, Mul};
use std::slice;

use bcast::__private::limit_instructions;
use bcast::{bcast, math::Real};
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, ArrayViewMut2, Axis, ShapeBuilder};

/// Elements between two inaccessible pages.
struct Guarded<T> {
    pages: *mut libc::c_void,
    bytes: usize,
    elements: *mut T,
    count: usize,
}

impl<T: Copy> Guarded<T> {
    /// `count` elements that end at the second page if `at_end`, else begin at the first.
    fn new(count: usize, at_end: bool, mut element: impl FnMut(usize) -> T) -> Self {
        // SAFETY: the call has no preconditions.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("a page has a size");
        let inner = (count * size_of::<T>()).max(1).next_multiple_of(page);
        let bytes = inner + 2 * page;
        // SAFETY: new pages at an address chosen by the system; then the inner ones, which belong to this function.
        let pages = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let pages = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(pages, libc::MAP_FAILED, "no memory");
            assert_eq!(libc::mprotect(pages.byte_add(page), inner, libc::PROT_READ | libc::PROT_WRITE), 0);
            pages
        };
        let before = if at_end { page + inner - count * size_of::<T>() } else { page };
        // SAFETY: inside the inner pages, which have room for the elements from there on.
        let elements = unsafe { pages.byte_add(before) }.cast::<T>();
        assert!(elements.is_aligned());
        for index in 0..count {
            // SAFETY: inside the inner pages, as above.
            unsafe { elements.add(index).write(element(index)) };
        }
        Guarded { pages, bytes, elements, count }
    }

    fn get(&self) -> &[T] {
        // SAFETY: `new` has written this number of elements.
        unsafe { slice::from_raw_parts(self.elements, self.count) }
    }

    fn get_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nothing else borrows them.
        unsafe { slice::from_raw_parts_mut(self.elements, self.count) }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        // SAFETY: the pages that `new` mapped; nothing borrows from them any more.
        unsafe { libc::munmap(self.pages, self.bytes) };
    }
}

/// A matrix's layout in memory, without gaps before its first element or after its last.
#[derive(Clone, Copy, Debug)]
enum Lie {
    InOrder,
    Transposed,
    /// Every third element of a row, in every second row.
    Stepped,
    Reversed,
}

const LIES: [Lie; 4] = [Lie::InOrder, Lie::Transposed, Lie::Stepped, Lie::Reversed];

impl Lie {
    fn strides(self, (rows, columns): (usize, usize)) -> (usize, usize) {
        match self {
            Lie::InOrder | Lie::Reversed => (columns, 1),
            Lie::Transposed => (1, rows),
            Lie::Stepped => (2 * (3 * columns - 2), 3),
        }
    }

    fn count(self, (rows, columns): (usize, usize)) -> usize {
        let strides = self.strides((rows, columns));
        (rows - 1) * strides.0 + (columns - 1) * strides.1 + 1
    }

    fn view<T: Copy>(self, memory: &Guarded<T>, shape: (usize, usize)) -> ArrayView2<'_, T> {
        let mut view = ArrayView2::from_shape(shape.strides(self.strides(shape)), memory.get()).unwrap();
        if matches!(self, Lie::Reversed) {
            view.invert_axis(Axis(0));
            view.invert_axis(Axis(1));
        }
        view
    }

    fn view_mut<T: Copy>(self, memory: &mut Guarded<T>, shape: (usize, usize)) -> ArrayViewMut2<'_, T> {
        let mut view = ArrayViewMut2::from_shape(shape.strides(self.strides(shape)), memory.get_mut()).unwrap();
        if matches!(self, Lie::Reversed) {
            view.invert_axis(Axis(0));
            view.invert_axis(Axis(1));
        }
        view
    }
}

/// All calls on matrices of this shape.
fn calls<T>(shape: (usize, usize), at_end: bool, of: fn(u8) -> T)
where
    T: Copy + PartialEq + std::fmt::Debug + Add<Output = T> + Mul<Output = T>,
{
    let (rows, columns) = shape;
    let element = |index: usize| of((index % 7 + 1) as u8);
    let (row, column) = (Guarded::new(columns, at_end, element), Guarded::new(rows, at_end, element));
    let row = ArrayView1::from(row.get());
    let column = ArrayView2::from_shape((rows, 1), column.get()).unwrap();
    for lie in LIES {
        let memory = Guarded::new(lie.count(shape), at_end, element);
        let a = lie.view(&memory, shape);
        let context = format!("{shape:?} {lie:?}, at the end {at_end}");
        let expected = Array2::from_shape_fn(shape, |(i, j)| a[[i, j]] * row[j] + column[[i, 0]]);
        assert_eq!(bcast!(a * row + column), expected, "{context}");
        assert_eq!(bcast!(a + a), a.mapv(|a| a + a), "{context}");
        assert_eq!(bcast!(a + row), Array2::from_shape_fn(shape, |(i, j)| a[[i, j]] + row[j]), "{context}");
        assert_eq!(bcast!(column + a), Array2::from_shape_fn(shape, |(i, j)| column[[i, 0]] + a[[i, j]]), "{context}");
        let mut place = Guarded::new(lie.count(shape), at_end, |_| of(100));
        let mut y = lie.view_mut(&mut place, shape);
        bcast!(y = a * row + column);
        assert_eq!(y, expected, "{context}");
        bcast!(y = y + a);
        assert_eq!(y, Array2::from_shape_fn(shape, |(i, j)| expected[[i, j]] + a[[i, j]]), "{context}");
        bcast!(y = row + column);
        assert_eq!(y, Array2::from_shape_fn(shape, |(i, j)| row[j] + column[[i, 0]]), "{context}");
        let side = column.index_axis(Axis(1), 0);
        let (mut last, before) = (y.column_mut(columns - 1), expected.column(columns - 1));
        bcast!(last = before + side);
        assert_eq!(last, Array1::from_shape_fn(rows, |i| before[i] + side[i]), "{context}");
        // The gaps between the place's elements must stay unchanged.
        let written = rows * columns;
        let untouched = place.get().iter().filter(|&&element| element == of(100)).count();
        assert!(untouched >= place.count - written, "{context}: {untouched} of {} with {written}", place.count);
    }
}

/// Reductions of both axes, of an array where it lies and of an expression; the elements are small integers, whose sums are exact.
fn reductions(shape: (usize, usize), at_end: bool) {
    let element = |index: usize| (index % 7 + 1) as f32;
    let row = Guarded::new(shape.1, at_end, element);
    let row = ArrayView1::from(row.get());
    for lie in LIES {
        let memory = Guarded::new(lie.count(shape), at_end, element);
        let a = lie.view(&memory, shape);
        let context = format!("{shape:?} {lie:?}, at the end {at_end}");
        let mut of_rows = Guarded::new(shape.0, at_end, |_| 0.0);
        let mut of_columns = Guarded::new(shape.1, at_end, |_| 0.0);
        let (by_row, by_column) = (of_rows.get_mut(), of_columns.get_mut());
        bcast!(by_row = sum(a, axis = 1));
        bcast!(by_column = sum(a, axis = 0));
        assert_eq!(ArrayView1::from(&*by_row), a.sum_axis(Axis(1)), "{context}");
        assert_eq!(ArrayView1::from(&*by_column), a.sum_axis(Axis(0)), "{context}");
        bcast!(by_row = sum(a * row, axis = 1));
        bcast!(by_column = max(a + row, axis = 0));
        let product = &a * &row;
        assert_eq!(ArrayView1::from(&*by_row), product.sum_axis(Axis(1)), "{context}");
        let largest = (&a + &row).map_axis(Axis(0), |column| column.fold(f32::MIN, |max, &x| max.max(x)));
        assert_eq!(ArrayView1::from(&*by_column), largest, "{context}");
    }
}

/// A place of more than 12 MB, which gets streaming stores.
fn streamed() {
    let shape = (1300, 2501);
    let element = |index: usize| (index % 7) as f32;
    let (a, row) = (Guarded::new(shape.0 * shape.1, true, element), Guarded::new(shape.1, true, element));
    let (a, row) = (ArrayView2::from_shape(shape, a.get()).unwrap(), ArrayView1::from(row.get()));
    for at_end in [false, true] {
        let mut place = Guarded::new(shape.0 * shape.1, at_end, |_| 100.0);
        let mut y = ArrayViewMut2::from_shape(shape, place.get_mut()).unwrap();
        bcast!(y = a + row);
        assert!(y.indexed_iter().all(|((i, j), &y)| y == a[[i, j]] + row[j]));
    }
}

/// Functions stay within bounds too.
fn functions<T: Real + std::fmt::Debug>(count: usize, at_end: bool, of: fn(u8) -> T) {
    let x = Guarded::new(count, at_end, |index| of((index % 5) as u8));
    let x = ArrayView1::from(x.get());
    assert_eq!(bcast!(x.exp() / (x.exp() + x)).len(), count);
}

/// A single test, since the level applies to all threads.
#[test]
fn no_access_outside_of_arrays() {
    for level in 0..3 {
        if limit_instructions(level) != level {
            continue;
        }
        for at_end in [false, true] {
            for columns in (1..=18).chain([31, 32, 33, 40, 63, 64, 65, 129, 1025]) {
                for rows in [1, 2, 9] {
                    let shape = (rows, columns);
                    calls(shape, at_end, f32::from);
                    calls(shape, at_end, f64::from);
                    calls(shape, at_end, |number| number % 3);
                    calls(shape, at_end, u16::from);
                    calls(shape, at_end, |number| Pair(number.into(), (number / 2).into()));
                    calls(shape, at_end, |number| Three([number; 3]));
                    reductions(shape, at_end);
                }
                functions(columns, at_end, f32::from);
                functions(columns, at_end, f64::from);
            }
            // Tiles, and a place with streaming stores.
            calls((131, 67), at_end, f32::from);
            calls((130, 70), at_end, f64::from);
            reductions((300, 70), at_end);
        }
        streamed();
    }
    limit_instructions(usize::MAX);
}

/// 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair(u64, u64);

impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0, self.1 + other.1)
    }
}

impl Mul for Pair {
    type Output = Pair;
    fn mul(self, other: Pair) -> Pair {
        Pair(self.0 * other.0, self.1 * other.1)
    }
}

/// 3 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Three([u8; 3]);

impl Add for Three {
    type Output = Three;
    fn add(self, other: Three) -> Three {
        Three(std::array::from_fn(|part| self.0[part].wrapping_add(other.0[part])))
    }
}

impl Mul for Three {
    type Output = Three;
    fn mul(self, other: Three) -> Three {
        Three(std::array::from_fn(|part| self.0[part].wrapping_mul(other.0[part])))
    }
}
