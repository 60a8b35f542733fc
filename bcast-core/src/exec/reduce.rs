//! Reductions of runs of elements, in one order for every layout, instruction set and number of threads.
//!
//! Elements are reduced in 16 partial results: partial j takes the elements i with i mod 16 = j, in groups of 16, so that a block of 256
//! elements is one group of each. A group is joined from left to right; groups are joined pairwise, as a balanced tree; at last partial j
//! takes partial j + 8, then j + 4, j + 2 and j + 1. For sums of floats this order decides the bits; the reference states it. Reductions
//! that have one result in any order are taken in the fastest.
//!
//! Columns are reduced side by side: row i of a matrix is element i of each column, so that 16 rows of `C` columns are one step of `16 * C`
//! partial results. A single run is a matrix of one column.
//!
//! Code that knows no types calls a reduction by its [`Functions`], which this crate compiles for the usual numbers.

mod parts;
mod pick;
mod rows;
mod runs;
#[cfg(test)]
mod tests;

#[cfg(feature = "rayon")]
pub(crate) use parts::BLOCK;
pub(crate) use parts::{Buffer, Columns, LANES, Nook, Parts, Reduce};
pub(crate) use pick::Pick;
use pick::{Picked, pick_rows, pick_runs};
use rows::rows;
pub(crate) use runs::MOST_CONSTANT;
use runs::runs;

/// A reduction of elements `T`: a marker such as [`Sum`](crate::reduction::Sum).
pub trait Reduction<T: Copy>: Copy {
    /// The result.
    type Out: Copy;
    /// The functions of this reduction. Numbers have them from this crate, so that they are not compiled at the call.
    #[doc(hidden)]
    fn functions() -> &'static Functions;
}

/// The functions of a reduction of elements `T` behind untyped pointers. "Parts" are its partial results.
#[derive(Debug)]
pub struct Functions {
    /// The bytes of an element, a part and a result.
    pub(crate) element: usize,
    pub(crate) part: usize,
    pub(crate) out: usize,
    /// Parts can lie where results do: they have the same size and alignment.
    pub(crate) is_alike: bool,
    /// Many short runs are reduced faster as columns.
    pub(crate) turns: bool,
    /// Takes the next `rows` rows of a matrix, `stride` elements apart. If these are the last ones, the parts of the columns are written `to` memory.
    ///
    /// Safety: the rows must be readable and initialised, and `columns` of this reduction; there must be room for the parts.
    pub(crate) rows: TakeRows,
    /// As `rows`, of the parts of earlier reductions. The parts may be written over the first row.
    pub(crate) parts: TakeRows,
    /// Writes the part of each of `runs` runs, which follow one another. They must have elements.
    ///
    /// Safety: the runs must be readable and initialised, and there must be room for the parts.
    pub(crate) runs: unsafe fn(first: *const u8, runs: usize, length: usize, to: *mut u8),
    /// Takes the rows that another thread has taken, whole blocks: they follow on those of the columns, at a multiple of the largest power of
    /// two of blocks among them.
    ///
    /// Safety: both must be of this reduction and of as many columns, the first with room for all rows, and some taken.
    #[cfg(feature = "rayon")]
    pub(crate) join: unsafe fn(columns: &mut Columns, next: &Columns),
    /// Turns parts into the results of `taken` elements each, in place; of none, the memory is only written.
    ///
    /// Safety: there must be `count` parts, and room for as many results.
    pub(crate) finish: unsafe fn(parts: *mut u8, count: usize, taken: usize),
}

/// See [`Functions::rows`].
type TakeRows = unsafe fn(columns: &mut Columns, first: *const u8, rows: usize, stride: isize, to: Option<*mut u8>);

impl Functions {
    /// The functions of `O`.
    pub(crate) const fn of<T: Copy, O: Reduce<T>>() -> Self {
        const {
            assert!(align_of::<T>() <= Buffer::ALIGN && align_of::<O::Part>() <= Buffer::ALIGN);
            assert!(align_of::<O::Out>() <= Buffer::ALIGN);
        }
        Functions {
            element: size_of::<T>(),
            part: size_of::<O::Part>(),
            out: size_of::<O::Out>(),
            is_alike: size_of::<O::Part>() == size_of::<O::Out>() && align_of::<O::Part>() <= align_of::<O::Out>(),
            turns: false,
            rows: rows::<T, O>,
            parts: rows::<O::Part, O::OfParts>,
            runs: runs::<T, O>,
            #[cfg(feature = "rayon")]
            join: rows::join::<T, O>,
            finish: finish::<T, O>,
        }
    }

    /// As [`of`](Self::of), for reductions whose parts are elements.
    pub(crate) const fn of_elements<T: Copy, O: Reduce<T, Part = T>>() -> Self {
        Functions { parts: rows::<T, O>, ..Self::of::<T, O>() }
    }

    /// The functions of a [`Pick`], which compare many elements at once.
    pub(crate) const fn of_pick<T: Copy, O: Pick<T>>() -> Self {
        const { assert!(align_of::<T>() <= Buffer::ALIGN) }
        Functions {
            element: size_of::<T>(),
            turns: true,
            rows: pick_rows::<T, O>,
            runs: pick_runs::<T, O>,
            #[cfg(feature = "rayon")]
            join: pick::join::<T, O>,
            ..Self::of::<(T, usize), Picked<O>>()
        }
    }

    /// The functions of `Mean`, which differs from `Sum` in its results alone.
    pub(crate) const fn averaging<T: Copy, Sum: Reduce<T, Part = T>, Mean: Reduce<T, Part = T>>() -> Self {
        Functions { finish: finish::<T, Mean>, ..Self::of_elements::<T, Sum>() }
    }
}

/// # Safety
/// See [`Functions::finish`].
unsafe fn finish<T: Copy, O: Reduce<T>>(parts: *mut u8, count: usize, taken: usize) {
    let (from, to) = (parts.cast::<O::Part>(), parts.cast::<O::Out>());
    let one = |index: usize| {
        // SAFETY: the caller's promise.
        unsafe {
            let part = (taken > 0).then(|| from.add(index).read());
            to.add(index).write(O::finish(part, taken));
        }
    };
    // Each part is read before a result is written over it.
    match size_of::<O::Out>() <= size_of::<O::Part>() {
        true => (0..count).for_each(one),
        false => (0..count).rev().for_each(one),
    }
}
