//! Rows of dense matrices that are reduced some at a time.

use core::ops::Range;
use core::ptr::NonNull;

use crate::exec::reduce::{Buffer, Columns, Functions, Nook};
use crate::exec::{self, Kernel};
use crate::plan::small::Run;

/// Reduces these rows of a dense matrix, of as many columns as there are parts in `columns`: of the first array, or of an expression, which is
/// computed `block` rows at a time in the memory of the run's output. If they are the last rows, the parts are written `to` memory.
///
/// # Safety
/// The kernel must read the arrays of the run. There must be room for the elements of a block, and for all parts.
pub(super) unsafe fn take_rows(
    functions: &Functions,
    run: &Run,
    kernel: Option<&dyn Kernel>,
    rows: Range<usize>,
    block: usize,
    columns: &mut Columns,
    to: Option<*mut u8>,
) {
    let (width, mut row) = (columns.columns(), rows.start);
    loop {
        let count = (rows.end - row).min(if kernel.is_some() { block } else { usize::MAX });
        let rows_of_run = piece(run, row * width, count * width);
        let is_last = row + count == rows.end;
        // SAFETY: the caller's promise.
        unsafe {
            let elements = match kernel {
                Some(kernel) => {
                    if rows_of_run.count > 0 {
                        exec::one_run(&rows_of_run, kernel)
                    }
                    rows_of_run.pointers[0]
                }
                None => rows_of_run.pointers[1],
            };
            (functions.rows)(columns, elements, count, width as isize, to.filter(|_| is_last));
        }
        row += count;
        if is_last {
            return;
        }
    }
}

/// The run of these elements, with the same output.
pub(super) fn piece(run: &Run, first: usize, count: usize) -> Run {
    let mut piece = Run { count, ..*run };
    for column in 1..run.columns {
        piece.pointers[column] = run.pointers[column].wrapping_add(first * run.sizes[column]);
    }
    piece
}

/// Writes the parts of the rows of `outer` matrices.
///
/// # Safety
/// There must be as many elements at `elements` as the matrices have, and room for the parts at `to`.
#[inline(always)]
pub(super) unsafe fn reduce(functions: &Functions, lengths: [usize; 3], elements: *const u8, to: *mut u8) {
    // SAFETY: the caller's promise: these are all elements, and each row or column has one part or result.
    unsafe {
        match lengths {
            [outer, rows, 1] => (functions.runs)(elements, outer, rows, to),
            _ => reduce_columns(functions, lengths, elements, to),
        }
    }
}

/// # Safety
/// As of [`reduce`].
#[inline(never)]
unsafe fn reduce_columns(functions: &Functions, [outer, rows, columns]: [usize; 3], elements: *const u8, to: *mut u8) {
    let (mut near, mut far) = (Nook::new(), Buffer::default());
    let memory = near.room(&mut far, Columns::parts_of(rows, columns), functions.part);
    for matrix in 0..outer {
        // SAFETY: the caller's promise; there is room for the partial results of one matrix.
        unsafe {
            let mut partial = Columns::within(NonNull::new_unchecked(memory), columns);
            let first = elements.add(matrix * rows * columns * functions.element);
            let part = to.add(matrix * columns * functions.part);
            (functions.rows)(&mut partial, first, rows, columns as isize, Some(part));
        }
    }
}
