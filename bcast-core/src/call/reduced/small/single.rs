//! One reduction of whole arrays, the most frequent call; and what every small call does with a reduction and its result.

use core::ptr::NonNull;

use smallvec::SmallVec;

use super::MOST;
use super::layout::{is_dense, is_same};
use crate::call::reduced::resolve::Site;
use crate::call::reduced::run::Output;
use crate::call::runtime::product;
use crate::exec::reduce::{Buffer, Columns, Functions, Nook};
use crate::exec::{self, Kernel};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::dense_strides;
use crate::plan::small::{COLUMNS, Run};
use crate::rules::reduction::{ReducedAxes, ValueKind, axis_of};

/// The bytes of the elements of an expression that are reduced at once.
const BLOCK: usize = 16 * 1024;

/// Computes a call that is one reduction of arrays of one shape, dense in C order, and returns true; or changes nothing.
///
/// # Safety
/// As of [`evaluate`].
pub(super) unsafe fn single(call: &Site<'_>, output: &mut Output<'_>) -> bool {
    let ([pass], [site]) = (call.passes, call.reductions.values) else { return false };
    let (Some(kernel), Some(functions), ValueKind::Reduction { of_one, .. }) = (pass.kernel, pass.functions, site.kind)
    else {
        return false;
    };
    let mut is_computed = false;
    kernel.list(&mut |infos| {
        let (mut run, mut frame) = (Run::new(), None);
        run.columns = 1;
        for info in infos.iter().filter(|info| info.kind != OperandKind::Constant) {
            let shape = *frame.get_or_insert(info.shape);
            let is_whole = info.kind == OperandKind::Array && is_same(info.shape, shape) && is_dense(info);
            if !is_whole || run.columns == COLUMNS {
                return;
            }
            (run.pointers[run.columns], run.sizes[run.columns]) = (info.ptr, info.elem_size);
            run.columns += 1;
        }
        let Some(shape) = frame else { return };
        let is_alike = |info: &OperandInfo<'_>| info.kind == OperandKind::Constant || is_same(info.shape, shape);
        run.count = product(shape);
        let Some(axes) = neighbours(site.axes, shape.len()).filter(|_| run.count != 0) else { return };
        let kept = kept(shape, axes, call.reductions.keeps);
        let [outer, rows, columns] = parts(shape, axes);
        // More elements are reduced run by run, and not in columns or by several threads.
        let is_few = run.count.saturating_mul(functions.element.max(1)) <= MOST;
        let is_result = (is_few || columns == 1 && !pass.is_shared)
            && takes(output, &kept, true)
            && !(of_one && axes.1 != axes.0 + 1);
        if !is_result || !call.infos.iter().all(is_alike) {
            return;
        }
        let Some(to) = NonNull::new(memory(output, &kept)) else { return };
        let count = outer * columns;
        // Whole blocks of the order of additions.
        let block = if is_few { run.count } else { (BLOCK / functions.element.max(1)).max(1).next_multiple_of(256) };
        let bytes = |is_needed: bool, bytes: usize| if is_needed { bytes.next_multiple_of(Buffer::ALIGN) } else { 0 };
        let elements = bytes(!pass.is_bare, block.min(run.count) * functions.element);
        let parts = bytes(!functions.is_alike, count * functions.part.max(functions.out));
        let (mut near, mut far) = (Nook::new(), Buffer::default());
        let scratch = near.room(&mut far, elements + parts, 1);
        // SAFETY: the caller's promise; arrays have as many elements one after the other, and there is room for those of the expression and
        // for the results.
        unsafe {
            let own = if functions.is_alike { to.as_ptr() } else { scratch.wrapping_add(elements) };
            (run.pointers[0], run.sizes[0]) = (scratch, functions.element);
            if pass.is_bare {
                reduce(functions, [outer, rows, columns], run.pointers[1], own);
            } else if is_few {
                exec::one_run(&run, kernel);
                reduce(functions, [outer, rows, columns], scratch, own);
            } else {
                in_blocks(functions, (&mut run, kernel), rows, block, own);
            }
            (functions.finish)(own, count, rows);
            if !functions.is_alike {
                core::ptr::copy_nonoverlapping(own, to.as_ptr(), count * functions.out);
            }
            written(output);
        }
        is_computed = true;
    });
    is_computed
}

/// Computes the elements of a run block by block in the memory of its output, and writes the parts of each `length` of them.
///
/// # Safety
/// The kernel must read the arrays of the run. There must be room for the elements of a block, and for all parts.
unsafe fn in_blocks(
    functions: &Functions,
    (run, kernel): (&mut Run, &dyn Kernel),
    length: usize,
    block: usize,
    to: *mut u8,
) {
    let (all, mut near, mut far) = (run.count, Nook::new(), Buffer::default());
    let memory = near.room(&mut far, Columns::parts_of(length, 1), functions.part);
    let (mut done, mut within) = (0, 0);
    // SAFETY: there is memory.
    let mut columns = unsafe { Columns::within(NonNull::new_unchecked(memory), 1) };
    while done < all {
        // Several whole runs, or a piece of one.
        run.count =
            if length <= block { (block / length * length).min(all - done) } else { block.min(length - within) };
        let part = to.wrapping_add(done / length * functions.part);
        // SAFETY: the caller's promise; these are the elements after those that are done.
        unsafe {
            exec::one_run(run, kernel);
            let elements = run.pointers[0];
            if length <= block {
                (functions.runs)(elements, run.count / length, length, part);
            } else {
                let is_last = within + run.count == length;
                (functions.rows)(&mut columns, elements, run.count, 1, is_last.then_some(part));
                within = if is_last { 0 } else { within + run.count };
                if is_last {
                    columns = Columns::within(NonNull::new_unchecked(memory), 1);
                }
            }
        }
        done += run.count;
        for column in 1..run.columns {
            run.pointers[column] = run.pointers[column].wrapping_add(run.count * run.sizes[column]);
        }
    }
}

/// Writes the parts of the rows of `outer` matrices.
///
/// # Safety
/// There must be as many elements at `elements` as the matrices have, and room for the parts at `to`.
pub(super) unsafe fn reduce(
    functions: &Functions,
    [outer, rows, columns]: [usize; 3],
    elements: *const u8,
    to: *mut u8,
) {
    // SAFETY: the caller's promise: these are all elements, and each row or column has one part or result.
    unsafe {
        if columns == 1 {
            (functions.runs)(elements, outer, rows, to);
        } else {
            let (mut near, mut far) = (Nook::new(), Buffer::default());
            let memory = near.room(&mut far, Columns::parts_of(rows, columns), functions.part);
            for matrix in 0..outer {
                let mut partial = Columns::within(NonNull::new_unchecked(memory), columns);
                let first = elements.add(matrix * rows * columns * functions.element);
                let part = to.add(matrix * columns * functions.part);
                (functions.rows)(&mut partial, first, rows, columns as isize, Some(part));
            }
        }
    }
}

/// The positions before, along and after neighbouring axes of a shape.
pub(super) fn parts(shape: &[usize], (start, end): (usize, usize)) -> [usize; 3] {
    [product(&shape[..start]), product(&shape[start..end]), product(&shape[end..])]
}

/// The lengths of a result that lacks these axes of a shape, or keeps them as 1.
pub(super) fn kept(shape: &[usize], (start, end): (usize, usize), keeps: bool) -> SmallVec<[usize; 6]> {
    let mut kept = SmallVec::new();
    for (axis, &length) in shape.iter().enumerate() {
        match (start..end).contains(&axis) {
            true if keeps => kept.push(1),
            true => {}
            false => kept.push(length),
        }
    }
    kept
}

/// True if a result of these lengths can be written in C order, if a new one of several axes may have that.
pub(super) fn takes(output: &Output<'_>, lengths: &[usize], is_in_c_order: bool) -> bool {
    match output {
        Output::New(new, _) => new.takes_rank(lengths.len()) && (is_in_c_order || lengths.len() < 2),
        Output::Place(place) => is_same(place.shape, lengths) && is_dense(place),
    }
}

/// The bytes of an element of a result.
pub(super) fn size(output: &Output<'_>) -> usize {
    match output {
        Output::New(_, size) => *size,
        Output::Place(place) => place.elem_size,
    }
}

/// Memory in C order for a result of these lengths, which [`Values::takes`] has found to fit.
pub(super) fn memory(output: &mut Output<'_>, lengths: &[usize]) -> *mut u8 {
    match output {
        Output::New(new, _) => new.allocate(lengths, &dense_strides(lengths)),
        Output::Place(place) => place.ptr.cast_mut(),
    }
}

/// Notes that a new result is written.
///
/// # Safety
/// It must be, in the memory of [`memory`].
pub(super) unsafe fn written(output: &mut Output<'_>) {
    if let Output::New(new, _) = output {
        // SAFETY: the caller's promise.
        unsafe { new.written() };
    }
}

/// The first of neighbouring axes that are reduced, and the axis after the last one; `None` for others.
pub(super) fn neighbours(axes: ReducedAxes<'_>, rank: usize) -> Option<(usize, usize)> {
    let ReducedAxes::Of(axes) = axes else { return (rank > 0).then_some((0, rank)) };
    let (&first, others) = axes.split_first()?;
    let start = axis_of(first, rank)?;
    let next = |(start, end), &given| (axis_of(given, rank)? == end).then_some((start, end + 1));
    others.iter().try_fold((start, start + 1), next)
}
