//! The kernels of a call site: the only code that knows the element expression, two loops deep at most.
#![allow(clippy::transmute_ptr_to_ref, reason = "see the macro `load`")]

use core::marker::PhantomData;
use core::mem::{MaybeUninit, needs_drop};

use crate::exec::dispatch::{self, Instructions};
use crate::exec::mask::{Mask, Strides};
use crate::math::fused::Fused;
use crate::operand::entry::{Entry, load};
use crate::operand::list::{List, Visit};
use crate::plan::schedule::MAX_ARRAYS;

/// Rows of elements to compute; strides from row to row are in bytes.
pub struct Block {
    /// One pointer per array, to the first element of its first row; null if the arrays' own first elements are those.
    pub(crate) operands: *const *const u8,
    pub(crate) output: *mut u8,
    pub(crate) rows: usize,
    pub(crate) length: usize,
    pub(crate) output_outer: isize,
    /// One stride per operand.
    pub(crate) outer: *const isize,
    /// With [`Mask::APART`], the strides within a row in elements, the output's first.
    pub(crate) inner: *const isize,
}

impl Block {
    /// A single row, without strides, since nothing steps to a second row.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn row(operands: &[*const u8], output: *mut u8, length: usize) -> Self {
        Block {
            operands: operands.as_ptr(),
            output,
            rows: 1,
            length,
            output_outer: 0,
            outer: core::ptr::null(),
            inner: core::ptr::null(),
        }
    }

    /// A block of this many rows at these strides in bytes, the output's first.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn repeated(self, rows: usize, outer: &[isize]) -> Self {
        Block { rows, output_outer: outer[0], outer: outer[1..].as_ptr(), ..self }
    }
}

/// The kernels of one call site behind a pointer, so that the odometer is compiled once and not per site.
///
/// Only [`exec`](crate::exec) makes blocks. Implemented by [`Job`], and by the wrapper that streams its results past the caches.
pub trait Kernel {
    /// Computes a block whose output rows are contiguous; by `mask`, an operand's rows are contiguous or one element, or all have strides.
    ///
    /// # Safety
    /// The block's pointers and outer strides must lead to as many operands as the site reads, of its types, initialised, and to an output
    /// of its type that overlaps none of them. Each of their rows must have `length` elements, or one where `mask` lets an operand stand
    /// still. `mask` must be one of [the kernel's](Character::masks) or [`Mask::ALL`], or [`Mask::APART`] if the kernel [takes it](Character::takes_apart), whose
    /// strides lead to `length` elements too; and the processor must have `instructions`.
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions);
    /// The expression's properties. One method for all, since every method is compiled for every call site.
    fn character(&self) -> Character;
}

/// Properties of a call's expression.
#[derive(Clone, Copy, Debug)]
pub struct Character {
    /// True if the output's old elements are read.
    pub(crate) reads_place: bool,
    /// See [`Cost::COSTLY`].
    pub(crate) is_costly: bool,
    /// True if there is a kernel for [`Mask::APART`].
    pub(crate) takes_apart: bool,
    /// The arrays of [`Cost::PARTS`], if there is a kernel for [`down`]; else 0.
    pub(crate) shares: u32,
    /// The other masks that there are kernels for.
    pub(crate) masks: [Mask; 2],
}

/// The cost of an element, estimated from the call's tokens.
pub trait Cost: Copy + Sync {
    /// True if the expression has a division or a function.
    const COSTLY: bool;
    /// True if the expression depends on whether the kernel contracts products and sums. Then all of its elements, whatever their number
    /// and layout, are computed with the same instruction set.
    const FUSES: bool = false;
    /// True if a kernel for [`Mask::APART`] is compiled. It costs a call site as much time as any other kernel.
    const TAKES_APART: bool = false;
    /// The entries of the list that costly parts of the expression read, a bit each. Parts that read the first operand are left out. If arrays are
    /// among the entries, a kernel for [`down`] is compiled.
    const PARTS: u32 = 0;
}

/// The cost of an expression whose results are written to a place, which may be a column, a diagonal or another slice.
#[derive(Clone, Copy, Debug)]
pub struct IntoPlace<W>(pub(crate) W);
impl<W: Cost> Cost for IntoPlace<W> {
    const COSTLY: bool = W::COSTLY;
    const FUSES: bool = W::FUSES;
    // Costly elements are copied, and computed in vectors.
    const TAKES_APART: bool = !W::COSTLY;
    const PARTS: u32 = W::PARTS;
}

/// The cost of an expression with costly parts that read [these entries](Cost::PARTS) of the list.
#[derive(Clone, Copy, Debug)]
pub struct Shares<W, const PARTS: u32>(pub W);
impl<W: Cost, const PARTS: u32> Cost for Shares<W, PARTS> {
    const COSTLY: bool = W::COSTLY;
    const FUSES: bool = W::FUSES;
    const PARTS: u32 = PARTS;
}

/// A few additions, multiplications and comparisons, bound by memory.
#[derive(Clone, Copy, Debug)]
pub struct Cheap;
impl Cost for Cheap {
    const COSTLY: bool = false;
}

/// Divisions, or unknown functions.
#[derive(Clone, Copy, Debug)]
pub struct Costly;
impl Cost for Costly {
    const COSTLY: bool = true;
}

/// Functions of [`math`](crate::math), which are faster with fused multiply-adds.
#[derive(Clone, Copy, Debug)]
pub struct Fusible;
impl Cost for Fusible {
    const COSTLY: bool = true;
    const FUSES: bool = true;
}

/// Where a call site's operands begin, and its element expression.
pub struct Job<'a, L: List, F, W> {
    start: L::Cursor,
    expression: &'a F,
    cost: W,
    list: PhantomData<L>,
}

impl<'a, L: List, F, W> Job<'a, L, F, W> {
    #[inline(always)]
    pub(crate) fn new(list: &L, expression: &'a F, cost: W) -> Self {
        Job { start: list.start(), expression, cost, list: PhantomData }
    }
}

// SAFETY: cursors are pointers to elements that a list may share, and constants of it.
unsafe impl<L: List + Sync, F: Sync, W: Sync> Sync for Job<'_, L, F, W> {}

impl<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost> Kernel for Job<'_, L, F, W> {
    // Compiled once a call site, wherever it is called.
    #[inline(never)]
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        let _ = self.cost;
        // SAFETY: the caller's promise.
        unsafe {
            let cursor = if block.operands.is_null() { self.start } else { L::at(self.start, block.operands) };
            dispatch::rows::<L, F, R, W>(self.expression, cursor, block, mask, instructions);
        }
    }

    #[inline]
    fn character(&self) -> Character {
        Character {
            reads_place: L::READS_PLACE,
            is_costly: W::COSTLY,
            takes_apart: W::TAKES_APART,
            shares: const { if FEW { 0 } else { shares::<L, W>() } },
            masks: const { Mask::of(L::ARRAYS, L::VALUES) },
        }
    }
}

/// The kernel of an expression that is its one operand, for elements of any type.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct Copies {
    /// The bytes of an element.
    pub(crate) size: usize,
}

#[cfg(feature = "alloc")]
impl Kernel for Copies {
    unsafe fn rows(&self, block: &Block, _: Mask, _: Instructions) {
        for row in 0..block.rows {
            // SAFETY: the caller's promise. A kernel of one array has no mask, so that its rows are contiguous; there is a stride if there is
            // a second row.
            unsafe {
                let from = if row == 0 { 0 } else { *block.outer * row as isize };
                let (from, to) = (
                    (*block.operands).wrapping_offset(from),
                    block.output.wrapping_offset(block.output_outer * row as isize),
                );
                core::ptr::copy_nonoverlapping(from, to, block.length * self.size);
            }
        }
    }

    fn character(&self) -> Character {
        Character { reads_place: false, is_costly: false, takes_apart: false, shares: 0, masks: [Mask::ALL; 2] }
    }
}

/// True to compile as few kernels as possible: without optimisation all are equally slow, and each costs every call site compile time. One
/// kernel then serves all masks but [`Mask::ALL`], on all processors.
pub(super) const FEW: bool = cfg!(all(debug_assertions, not(feature = "every-kernel")));

/// The mask of a list's kernels by its number: [`Mask::ALL`], then those of [`Mask::of`].
pub(super) const fn mask_at<L: List>(number: usize) -> Mask {
    let [first, second] = Mask::of(L::ARRAYS, L::VALUES);
    [Mask::ALL, first, second][number]
}

/// True if a list has a kernel for the mask of this number.
pub(super) const fn has<L: List>(number: usize) -> bool {
    !matches!(mask_at::<L>(number), Mask::ALL)
}

/// The arrays of [`Cost::PARTS`], a bit for each.
pub(super) const fn shares<L: List, W: Cost>() -> u32 {
    let (mut arrays, mut array, mut entry) = (0, 0, 0);
    while entry < u32::BITS {
        if L::ENTRIES >> entry & 1 == 1 {
            arrays |= (W::PARTS >> entry & 1) << array;
            array += 1;
        }
        entry += 1;
    }
    arrays
}

/// The strides of the mask of this number.
#[inline(always)]
pub(super) fn strides<L: List, const MASK: usize>() -> &'static Strides {
    const { &mask_at::<L>(MASK).strides() }
}

/// Computes the rows of a block; `strides` is 1 for operands that step along a row and 0 for those that stand still, and `FUSED` is true if
/// the processor has fused multiply-adds.
///
/// # Safety
/// As [`Kernel::rows`], for the mask of these strides.
#[inline(always)]
pub(super) unsafe fn rows<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost, const FUSED: bool>(
    expression: &F,
    mut cursor: L::Cursor,
    block: &Block,
    strides: &Strides,
) {
    let is_short = |lanes: usize| {
        // Kernels for old processors and of debug builds have no loop for short rows, and costly elements are not computed twice.
        let has_loop = const { FUSED && !FEW && !W::COSTLY && !L::READS_PLACE && !needs_drop::<R>() };
        has_loop && (lanes..4 * lanes).contains(&block.length)
    };
    // Generated code has checked this before, with a message of its own; direct calls of `evaluate` have not.
    const { assert!(L::ARRAYS <= MAX_ARRAYS, "a call takes at most 16 arrays") };
    let (mut output, mut row) = (block.output, 1);
    loop {
        // SAFETY: the caller's promise about operands and output, moved on by whole rows.
        unsafe {
            let elements = core::slice::from_raw_parts_mut(output.cast::<MaybeUninit<R>>(), block.length);
            match const { size_of::<R>() } {
                4 if is_short(8) => short_row::<L, F, R, FUSED, 8>(expression, cursor, elements, strides),
                8 if is_short(4) => short_row::<L, F, R, FUSED, 4>(expression, cursor, elements, strides),
                _ => one_row::<L, F, R, FUSED>(expression, cursor, elements, strides),
            }
            if row == block.rows {
                break;
            }
            row += 1;
            cursor = steps::<L>(cursor, 1, block.outer);
        }
        output = output.wrapping_offset(block.output_outer);
    }
}

/// Computes a block whose rows follow each other in the output, and in which the arrays of costly parts have the same row over and over. It goes
/// down all rows a few columns at a time: the compiler computes those parts before the loop over the rows, once a column.
///
/// # Safety
/// As [`Kernel::rows`], with [`Mask::ALL`]. `output` must be the block's, and the outer strides of the arrays that costly parts [share](shares) 0.
#[inline(always)]
pub(super) unsafe fn down<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost, const FUSED: bool>(
    expression: &F,
    cursor: L::Cursor,
    block: &Block,
    output: &mut [MaybeUninit<R>],
) {
    // A copy, in which the compiler sees the zeros.
    let (mut outer, mut array) = ([0; MAX_ARRAYS], 0);
    while array < L::ARRAYS {
        if const { shares::<L, W>() } >> array & 1 == 0 {
            // SAFETY: the block has a stride for each array, since it has several rows.
            outer[array] = unsafe { block.outer.add(array).read() };
        }
        array += 1;
    }
    let (length, mut cursor) = (block.length, cursor);
    let together = (NEAR / (length * size_of::<R>()).max(1)).max(MANY_ROWS) * length;
    for output in output.chunks_mut(together) {
        let mut column = 0;
        while column < length {
            // SAFETY: the caller's promise; the columns are within the rows.
            unsafe {
                column += match length - column {
                    64.. if const { size_of::<R>() <= 4 } => {
                        columns::<L, F, R, FUSED, 64>(expression, cursor, length, &outer, column, output)
                    }
                    32.. if const { size_of::<R>() > 4 } => {
                        columns::<L, F, R, FUSED, 32>(expression, cursor, length, &outer, column, output)
                    }
                    16.. => columns::<L, F, R, FUSED, 16>(expression, cursor, length, &outer, column, output),
                    4.. => columns::<L, F, R, FUSED, 4>(expression, cursor, length, &outer, column, output),
                    _ => columns::<L, F, R, FUSED, 1>(expression, cursor, length, &outer, column, output),
                };
            }
        }
        // SAFETY: the caller's promise; the chunk is whole rows.
        cursor = unsafe { steps::<L>(cursor, (output.len() / length) as isize, outer.as_ptr()) };
    }
}

/// True if a block is one for [`down`].
///
/// # Safety
/// The block must have an outer stride for each array, if it has several rows.
#[inline(always)]
pub(super) unsafe fn is_repeated<L: List, R, W: Cost>(block: &Block) -> bool {
    let row = (block.length * size_of::<R>()) as isize;
    if block.rows < LEAST_ROWS || block.length < LEAST_COLUMNS || block.output_outer != row {
        return false;
    }
    let mut array = 0;
    while array < L::ARRAYS {
        // SAFETY: the caller's promise.
        if const { shares::<L, W>() } >> array & 1 == 1 && unsafe { *block.outer.add(array) } != 0 {
            return false;
        }
        array += 1;
    }
    true
}

/// [`down`] takes no shorter rows: it computes 64, 16, 4 or 1 columns together. 64 of 4 bytes are four cache lines, so that walks from row to
/// row, which the processor does not prefetch, are few. Of larger elements 32 are as many vectors; the loop over more is not unrolled, and then
/// nothing is computed before the loop over the rows.
pub(super) const LEAST_COLUMNS: usize = 16;

/// Rows of this many bytes are computed before the next ones: they stay in the caches until the last column.
const NEAR: usize = 64 * 1024;

/// So many rows are computed together in any case, which makes what is computed once a column a small part of the work. Rows of twice as many
/// lie in more pages than the processor translates at once.
const MANY_ROWS: usize = 32;

/// In fewer rows, what is computed once a column takes as long as what is spared.
pub(super) const LEAST_ROWS: usize = 4;

/// Computes `N` columns from this one on, of rows of this length, and returns `N`.
///
/// # Safety
/// As [`down`]; the columns must be within the rows.
#[inline(always)]
unsafe fn columns<L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool, const N: usize>(
    expression: &F,
    mut cursor: L::Cursor,
    length: usize,
    outer: &[isize; MAX_ARRAYS],
    column: usize,
    output: &mut [MaybeUninit<R>],
) -> usize {
    let mut first = column;
    while first < output.len() {
        // SAFETY: the caller's promise.
        unsafe {
            let place = output.as_mut_ptr().add(first).cast::<[MaybeUninit<R>; N]>();
            let old = if const { L::READS_PLACE } { place.read() } else { [const { MaybeUninit::uninit() }; N] };
            let (mut new, mut index) = ([const { MaybeUninit::uninit() }; N], 0);
            // Written at once: the compiler makes vectors of elements between which nothing is written.
            while index < N {
                let elements =
                    L::read_at(cursor, column + index, strides::<L, 0>().as_ptr(), (&raw const old[index]).cast());
                new[index] = MaybeUninit::new(expression(elements, Fused::when(FUSED)));
                index += 1;
            }
            place.write(new);
            cursor = steps::<L>(cursor, 1, outer.as_ptr());
        }
        first += length;
    }
    N
}

/// Computes the rows of a block by strides, for [`Mask::APART`].
///
/// # Safety
/// As [`Kernel::rows`].
#[inline(never)]
pub(super) unsafe fn strided<L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    expression: &F,
    mut cursor: L::Cursor,
    block: &Block,
) {
    // In bytes; a copy, since the compiler would have to read the block's strides again after each element that is written.
    let mut inner = [0; MAX_ARRAYS + 1];
    let (mut array, mut output, mut row) = (0, block.output, 1);
    while array <= L::ARRAYS {
        let size = if array == 0 { size_of::<R>() } else { L::SIZES[array - 1] } as isize;
        // SAFETY: the block has a stride for the output and for each array.
        inner[array] = unsafe { block.inner.add(array).read() }.wrapping_mul(size);
        array += 1;
    }
    loop {
        let (mut here, mut element, mut left) = (cursor, output, block.length);
        while left > 0 {
            // SAFETY: the caller's promise; the strides lead along the row.
            unsafe {
                let old = if const { L::READS_PLACE } {
                    element.cast::<MaybeUninit<R>>().read()
                } else {
                    MaybeUninit::uninit()
                };
                element.cast::<R>().write(expression(
                    L::read_at(here, 0, strides::<L, 0>().as_ptr(), (&raw const old).cast()),
                    Fused::when(FUSED),
                ));
                here = steps::<L>(here, 1, inner.as_ptr().add(1));
            }
            element = element.wrapping_offset(inner[0]);
            left -= 1;
        }
        if row == block.rows {
            break;
        }
        row += 1;
        // SAFETY: the block has an outer stride for each array, since there is another row.
        cursor = unsafe { steps::<L>(cursor, 1, block.outer) };
        output = output.wrapping_offset(block.output_outer);
    }
}

/// Computes one row of `N` elements and more as vectors of `N`; the last one may overlap the one before. The compiler's own loop computes several vectors
/// at a time, and the elements that are left one by one.
///
/// # Safety
/// As [`one_row`]; the output must have at least `N` elements, and `L` must not read the place.
#[inline(always)]
unsafe fn short_row<L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool, const N: usize>(
    expression: &F,
    cursor: L::Cursor,
    output: &mut [MaybeUninit<R>],
    strides: &Strides,
) {
    let (start, last, mut first) = (output.as_mut_ptr(), output.len() - N, 0);
    let old = MaybeUninit::<R>::uninit();
    loop {
        let (mut new, mut index) = ([const { MaybeUninit::uninit() }; N], 0);
        // SAFETY: the caller's promise; `first` is at most `last`, behind which there are `N` elements. No element is read from the place.
        unsafe {
            while index < N {
                let elements = L::read_at(cursor, first + index, strides.as_ptr(), (&raw const old).cast());
                new[index] = MaybeUninit::new(expression(elements, Fused::when(FUSED)));
                index += 1;
            }
            start.add(first).cast::<[MaybeUninit<R>; N]>().write(new);
        }
        if first == last {
            return;
        }
        first = last.min(first + N);
    }
}

struct Steps {
    count: isize,
    /// The bytes of one step, for each remaining array.
    bytes: *const isize,
}

impl Visit for Steps {
    #[inline(always)]
    unsafe fn cursor<E: Entry>(&mut self, cursor: E::Cursor) -> E::Cursor {
        if E::ARRAYS == 0 {
            return cursor;
        }
        // SAFETY: `steps` is given an offset for each array.
        unsafe {
            let by = load!(self.bytes, isize);
            self.bytes = self.bytes.add(1);
            E::advance(cursor, self.count.wrapping_mul(by))
        }
    }
}

/// The cursors of a list after `count` steps of these bytes.
///
/// # Safety
/// `bytes` must hold `L::ARRAYS` offsets.
#[inline(always)]
pub(super) unsafe fn steps<L: List>(cursor: L::Cursor, count: isize, bytes: *const isize) -> L::Cursor {
    // SAFETY: the caller's promise.
    unsafe { L::visited(cursor, &mut Steps { count, bytes }) }
}

/// Computes one row, or a block of a static nest. The output is a parameter of its own, so that the compiler knows that nothing overlaps
/// it.
///
/// # Safety
/// Every operand that `cursor` leads to has as many elements as `output`, or one if it stands still; where the place is an operand,
/// `output` is initialised.
#[inline(always)]
pub(crate) unsafe fn one_row<L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    expression: &F,
    cursor: L::Cursor,
    output: &mut [MaybeUninit<R>],
    strides: &Strides,
) {
    let (start, length, mut index) = (output.as_mut_ptr(), output.len(), 0);
    // A range would cost two calls per element in unoptimised builds, and every variable a store.
    while index < length {
        // SAFETY: `index` is within every run, the output's among them; there is a stride for each array.
        unsafe {
            // By value: if a pointer to the place's element were passed on, the compiler would have to assume that operands overlap the
            // output.
            let old = if const { L::READS_PLACE } { start.add(index).read() } else { MaybeUninit::uninit() };
            start.add(index).cast::<R>().write(expression(
                L::read_at(cursor, index, strides.as_ptr(), (&raw const old).cast()),
                Fused::when(FUSED),
            ));
        }
        // No overflow, since `index` is below `length`.
        index = index.wrapping_add(1);
    }
}
