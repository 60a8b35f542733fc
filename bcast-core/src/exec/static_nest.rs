//! Runs a call whose lengths are all types: one loop nest with constant bounds and strides.
//!
//! It allocates nothing and checks nothing. The output is computed in contiguous blocks: whole rows if they are long, several rows if they
//! are short. An operand's part of a block is read in place if it is contiguous or one element, and copied to a local array otherwise.

use core::mem::MaybeUninit;
use core::sync::atomic::{Ordering, compiler_fence};

use crate::exec::kernel::{one_row, steps};
use crate::exec::line::{LINE, elements_before};
use crate::exec::{Cost, dispatch};
use crate::math::fused::Fused;
use crate::operand::entry::Entry;
use crate::operand::list::{List, Visit};
use crate::plan::schedule::BUFFER;
pub use crate::plan::schedule::{Schedule, StaticPlan};

/// A call whose lengths are all types.
pub trait StaticCall<L: List> {
    const PLAN: StaticPlan;
}

/// The constants of a nest.
///
/// The compiler computes each constant once per call, and drops the branches that one excludes. So there are few, only for code that may be
/// absent; the rest is read from [`TABLES`](Self::TABLES), which optimised builds fold.
pub trait Scheduled {
    const TABLES: &'static Schedule;
    /// True if the loops are unrolled, since the elements are few.
    const IS_SMALL: bool = Self::TABLES.is_small();
    /// True if there is one block.
    const IS_ONE: bool = Self::TABLES.blocks == 1;
    /// True if the elements of a block before its first whole cache line are computed separately.
    const IS_LONG: bool = Self::TABLES.is_long();
    /// True if some elements at a block's end are computed separately.
    const HAS_TAIL: bool = Self::TABLES.tail > 0;
    /// True if any array is copied for each block.
    const STAGES: bool = Self::TABLES.stages_any(false);
    /// True if any array is copied once for all blocks.
    const STAGES_ONCE: bool = Self::TABLES.stages_any(true);
}

/// The call `C` over the list `L`, of the cost `W`.
struct Of<C, L, W>(core::marker::PhantomData<(C, L, W)>);
impl<L: List, C: StaticCall<L>, W: Cost> Scheduled for Of<C, L, W> {
    // Constants of the list without shapes, which the compiler has already computed for other calls.
    const TABLES: &'static Schedule = &Schedule::new(
        C::PLAN,
        <L::Bare as List>::ARRAYS,
        <L::Bare as List>::SIZES,
        <L::Bare as List>::ALIGN,
        W::COSTLY,
    );
}

/// Bytes behind a buffer's last element that may be written.
const PADDING: usize = crate::plan::schedule::BUFFER_ALIGN;
/// A local array for one operand's part of a block.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Buffer([MaybeUninit<u8>; BUFFER + PADDING]);
const _: () = assert!(align_of::<Buffer>() == crate::plan::schedule::BUFFER_ALIGN);

/// Computes every element of a call's output.
///
/// A separate function in unoptimised builds: inlined into a caller that drops its result if the expression panics, each step of the nest
/// would have an unwinding path, which takes long to compile.
///
/// # Safety
/// `C::PLAN` must be made from the lengths of the list's arrays, in order, each of which lies in C order, and from those of the output.
/// `output` must point to that many elements in C order, which no operand overlaps; they must be initialised if the list reads the place.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn run<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost>(
    list: &L,
    expression: &F,
    output: *mut MaybeUninit<R>,
) {
    let cursor = list.start();
    // SAFETY: the caller's promise.
    unsafe {
        if Of::<C, L, W>::IS_SMALL && !W::FUSES {
            let count = Of::<C, L, W>::TABLES.count;
            if count > 0 {
                let output = core::slice::from_raw_parts_mut(output, count);
                small::<Of<C, L, W>, L::Bare, F, R, false>(expression, cursor, output);
            }
        } else {
            dispatch::nest::<Of<C, L, W>, L::Bare, F, R, W>(cursor, expression, output);
        }
    }
}

/// [`run`] for a result that is returned; `A` is the output's nested array.
///
/// # Safety
/// As [`run`], for an output that is an `A`; no operand is the place, since there is none.
#[inline(always)]
pub(crate) unsafe fn result<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R, A, W: Cost>(
    list: &L,
    expression: &F,
) -> A {
    // SAFETY: the caller's promise; every element of the result has been written.
    unsafe {
        let mut array = MaybeUninit::<A>::uninit();
        if Of::<C, L, W>::IS_SMALL && !W::FUSES {
            run::<C, L, F, R, W>(list, expression, array.as_mut_ptr().cast());
        } else {
            write::<Of<C, L, W>, L::Bare, F, R, A, W>(list.start(), expression, &mut array);
        }
        array.assume_init()
    }
}

/// [`result`] for more elements than registers hold. Never inlined, so that the result is written to its final memory; inlined, it would be
/// computed into a local array and copied.
///
/// # Safety
/// As [`result`], with a cursor at the first element of every operand.
#[inline(never)]
unsafe fn write<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R, A, W: Cost>(
    cursor: L::Cursor,
    expression: &F,
    array: &mut MaybeUninit<A>,
) {
    // SAFETY: the caller's promise.
    unsafe { dispatch::nest::<S, L, F, R, W>(cursor, expression, array.as_mut_ptr().cast()) };
}

/// Computes all elements of a larger output, compiled for the caller's instruction set.
///
/// # Safety
/// As [`run`], with a cursor at the first element of every operand.
#[inline(always)]
pub(crate) unsafe fn large<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    cursor: L::Cursor,
    expression: &F,
    output: *mut MaybeUninit<R>,
) {
    if S::TABLES.count == 0 {
        return;
    }
    let mut buffers = MaybeUninit::<L::PerEntry<Buffer>>::uninit();
    let buffers = buffers.as_mut_ptr().cast();
    // SAFETY: the caller's promise; every operand has a first element, since the output is not empty.
    let start =
        unsafe { if S::STAGES_ONCE { staged::<L>(cursor, buffers, S::TABLES.rows, S::TABLES, true) } else { cursor } };
    if S::IS_ONE {
        // SAFETY: the caller's promise; the arrays staged once are staged.
        return unsafe { block::<S, L, F, R, FUSED>(expression, start, buffers, output, S::TABLES.rows) };
    }
    for number in 0..S::TABLES.blocks {
        // SAFETY: the indices are within the loops around the blocks, so cursor and output are at elements that exist.
        unsafe {
            let mut cursor = start;
            let mut output = output;
            let mut index = number;
            let mut rows = S::TABLES.rows;
            let mut level = S::TABLES.block;
            while level > 0 {
                level -= 1;
                let at = take(&mut index, level, 0, S::TABLES);
                cursor = steps::<L>(cursor, at as isize, S::TABLES.bytes[level].as_ptr());
                output = output.add(at * S::TABLES.output_strides[level]);
                if level + 1 == S::TABLES.block && at + 1 == S::TABLES.divisors[level].get() {
                    rows = S::TABLES.last;
                }
            }
            block::<S, L, F, R, FUSED>(expression, cursor, buffers, output, rows);
        }
    }
}

/// Computes all elements of a small output in unrolled loops. The whole output is a parameter, so that the compiler knows that nothing
/// overlaps it.
///
/// # Safety
/// As [`run`], with a cursor at the first element of every operand; such a schedule stages nothing.
#[inline(always)]
unsafe fn small<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    expression: &F,
    start: L::Cursor,
    output: &mut [MaybeUninit<R>],
) {
    let (first, row) = (output.as_mut_ptr(), S::TABLES.row * S::TABLES.rows);
    for number in 0..S::TABLES.blocks {
        // SAFETY: the indices are within the loops around the blocks, so the cursor is at elements that exist, and the output's blocks are
        // contiguous; there are offsets and a stride for each array.
        unsafe {
            let mut cursor = start;
            let mut index = number;
            let mut level = S::TABLES.block;
            while level > 0 {
                level -= 1;
                let at = take(&mut index, level, 0, S::TABLES);
                cursor = steps::<L>(cursor, at as isize, S::TABLES.bytes[level].as_ptr());
            }
            for index in 0..row {
                let target = first.add(number * row + index);
                let old = if L::READS_PLACE { target.read() } else { MaybeUninit::uninit() };
                let elems = L::read_at(cursor, index, S::TABLES.inner.as_ptr(), (&raw const old).cast());
                (*target).write(expression(elems, Fused::when(FUSED)));
            }
        }
    }
}

/// Computes one block, or the first `rows` steps of its outermost loop.
///
/// # Safety
/// As [`large`]; the arrays staged once are staged, and cursor and output are at the first elements of the block, which has that many rows.
#[inline(always)]
unsafe fn block<S: Scheduled, L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    expression: &F,
    cursor: L::Cursor,
    buffers: *mut Buffer,
    output: *mut MaybeUninit<R>,
    rows: usize,
) {
    if S::TABLES.apart {
        // For the compiler only, which leaves a loop with a fence as it is. Without the fence, a short block is unrolled and the loop
        // around it vectorised, with elements gathered from all over the rows.
        compiler_fence(Ordering::SeqCst);
    }
    let strides = &S::TABLES.inner;
    // SAFETY: the caller's promise.
    unsafe {
        if S::HAS_TAIL {
            let tail = S::TABLES.tail;
            let front = S::TABLES.rows - tail;
            one_row::<L, F, R, FUSED>(expression, cursor, core::slice::from_raw_parts_mut(output, front), strides);
            let bytes = S::TABLES.bytes[S::TABLES.block].as_ptr();
            let cursor = steps::<L>(cursor, front as isize, bytes);
            let output = core::slice::from_raw_parts_mut(output.add(front), tail);
            return one_row::<L, F, R, FUSED>(expression, cursor, output, strides);
        }
        if S::IS_LONG {
            // A vector across two cache lines is written twice.
            let mut end = elements_before(output, size_of::<R>(), LINE).min(rows);
            let mut begin = 0;
            while begin < rows {
                // As above: keeps one loop for both parts.
                compiler_fence(Ordering::SeqCst);
                let cursor = steps::<L>(cursor, begin as isize, S::TABLES.bytes[S::TABLES.block].as_ptr());
                let part = core::slice::from_raw_parts_mut(output.add(begin), end - begin);
                one_row::<L, F, R, FUSED>(expression, cursor, part, strides);
                (begin, end) = (end, rows);
            }
            return;
        }
        let cursor = if S::STAGES { staged::<L>(cursor, buffers, rows, S::TABLES, false) } else { cursor };
        let output = core::slice::from_raw_parts_mut(output, rows * S::TABLES.row);
        one_row::<L, F, R, FUSED>(expression, cursor, output, strides);
    }
}

/// Copies the elements of a block to local arrays, for each operand that its schedule stages.
struct Staging {
    /// The next array.
    array: usize,
    /// One for each remaining array.
    buffers: *mut Buffer,
    rows: usize,
    schedule: &'static Schedule,
    once: bool,
}

impl Visit for Staging {
    #[inline(always)]
    unsafe fn cursor<E: Entry>(&mut self, cursor: E::Cursor) -> E::Cursor {
        if E::ARRAYS == 0 {
            return cursor;
        }
        let (array, buffer) = (self.array, self.buffers);
        // SAFETY: `staged` is given a buffer for each array.
        (self.array, self.buffers) = (array + 1, unsafe { buffer.add(1) });
        if !self.schedule.stages(array, self.once) {
            return cursor;
        }
        // SAFETY: the caller's promise to `staged`; `Schedule` cuts blocks that fit a buffer, only for elements that a buffer is aligned
        // for.
        unsafe {
            let source = E::pointer(cursor).cast::<MaybeUninit<E::Elem>>();
            fill(self.schedule, array, source, buffer.cast(), self.rows);
            E::at(cursor, buffer.cast_const().cast())
        }
    }
}

/// The cursors at this block's elements: at the arrays' own if the schedule reads those in place, else at copies. With `once`, only the
/// copies that serve all blocks are made.
///
/// # Safety
/// The schedule must be for the list, and `cursor` at the first elements of the block, which has `rows` rows; each array's run must have
/// all of its elements. There must be a writable buffer for each array, and copies there must not change as long as they are read.
#[inline(always)]
unsafe fn staged<L: List>(
    cursor: L::Cursor,
    buffers: *mut Buffer,
    rows: usize,
    schedule: &'static Schedule,
    once: bool,
) -> L::Cursor {
    // SAFETY: the caller's promise.
    unsafe { L::visited(cursor, &mut Staging { array: 0, buffers, rows, schedule, once }) }
}

/// Copies one operand's elements of a block contiguously, in pieces that are contiguous or one element.
///
/// # Safety
/// The strides of `array` must lead from `source` to elements, and `target` must have room for all of them, and [`PADDING`].
#[inline(always)]
unsafe fn fill<T: Copy>(
    schedule: &'static Schedule,
    array: usize,
    source: *const MaybeUninit<T>,
    target: *mut MaybeUninit<T>,
    rows: usize,
) {
    let [from, length, a_row, is_one] = schedule.pieces[array];
    // Whole vectors need few stores: excess elements are overwritten by the next piece, or lie in the padding.
    let wide = const { size_of::<T>() * 3 <= PADDING } && length > 2;
    let copies = if wide { length.next_multiple_of(4) } else { length };
    for number in 0..rows * a_row {
        if length >= 8 {
            // As in `block`.
            compiler_fence(Ordering::SeqCst);
        }
        let mut source = source;
        let mut index = number;
        let mut level = from;
        while level > schedule.block {
            level -= 1;
            let at = take(&mut index, level, schedule.block, schedule);
            source = source.wrapping_add(at * schedule.stride(level, array));
        }
        // SAFETY: the caller's promise.
        unsafe {
            let target = target.add(number * length);
            if is_one == 1 {
                let element = source.read();
                for index in 0..copies {
                    target.add(index).write(element);
                }
            } else {
                core::ptr::copy_nonoverlapping(source, target, length);
            }
        }
    }
}

/// Takes the index in loop `level` off `index`, which counts the steps of this loop and those around it from `outermost` on. Unoptimised
/// builds share one function.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn take(index: &mut usize, level: usize, outermost: usize, schedule: &'static Schedule) -> usize {
    let length = schedule.divisors[level];
    // The outermost index is the remainder.
    let at = if level == outermost { *index } else { *index % length };
    *index /= length;
    at
}

#[cfg(test)]
mod tests;
