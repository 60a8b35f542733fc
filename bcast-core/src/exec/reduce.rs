//! Reductions of runs of elements, in one order for every layout, instruction set and number of threads.
//!
//! Elements are reduced in 16 partial results: partial j takes the elements i with i mod 16 = j, in groups of 16, so that a block of 256
//! elements is one group of each. A group is joined from left to right; groups are joined pairwise, as a balanced tree; at last partial j
//! takes partial j + 8, then j + 4, j + 2 and j + 1. For sums of floats this order decides the bits; the reference states it.
//!
//! Columns are reduced side by side: row i of a matrix is element i of each column, so that 16 rows of `C` columns are one step of `16 * C`
//! partial results. A single run is a matrix of one column.
//!
//! Code that knows no types calls a reduction by its [`Functions`], which this crate compiles for the usual numbers.

use alloc::vec::Vec;
use core::ptr::NonNull;

#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;
use crate::exec::line::Scratch;
use crate::shape::unit::copied;

mod pick;
mod runs;
#[cfg(test)]
mod tests;

pub(crate) use pick::Pick;
pub(crate) use runs::MOST_CONSTANT;
use runs::runs;

/// The number of partial results.
pub(crate) const LANES: usize = 16;
/// The rows of a block: one group of each partial result.
const BLOCK: usize = LANES * LANES;

/// A reduction of elements `T`: a marker such as [`Sum`](crate::reduction::Sum).
pub trait Reduce<T: Copy>: Copy {
    /// A partial result.
    type Part: Copy;
    /// The result.
    type Out: Copy;
    /// The same reduction of parts: itself, if its parts are elements that are taken as they are.
    #[doc(hidden)]
    type OfParts: Reduce<Self::Part, Part = Self::Part, OfParts = Self::OfParts>;
    /// The partial result of one element at a position along the reduced axes.
    fn lift(element: T, position: usize) -> Self::Part;
    /// Joins partial results; `left` has the earlier elements of a partial result.
    fn join(left: Self::Part, right: Self::Part) -> Self::Part;
    /// The result of `count` elements, `None` of none. The rulebook refuses an empty axis of reductions that have no such result.
    fn finish(part: Option<Self::Part>, count: usize) -> Self::Out;
    /// The blocks of a long run that are reduced at once: several if joining two parts is one instruction, which waits for the one before it.
    #[doc(hidden)]
    const BLOCKS_AT_ONCE: usize = 4;
    /// False if the parts of neighbouring columns make no vectors: strips of them would only take longer to compile.
    #[doc(hidden)]
    const VECTORS: bool = true;
    /// The functions of this reduction. Numbers have them from this crate, so that they are not compiled at the call.
    #[doc(hidden)]
    fn functions() -> &'static Functions {
        const { &Functions::of::<T, Self>() }
    }
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
    /// Takes the next `rows` rows of a matrix, `stride` elements apart. If these are the last ones, the parts of the columns are written `to` memory.
    ///
    /// Safety: the rows must be readable and initialised, and `columns` of this reduction; there must be room for the parts.
    pub(crate) rows: TakeRows,
    /// As `rows`, of the parts of earlier reductions. The parts may be written over the elements of their own columns.
    pub(crate) parts: TakeRows,
    /// Writes the part of each of `runs` runs, which follow one another. They must have elements.
    ///
    /// Safety: the runs must be readable and initialised, and there must be room for the parts.
    pub(crate) runs: unsafe fn(first: *const u8, runs: usize, length: usize, to: *mut u8),
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
            rows: rows::<T, O>,
            parts: rows::<O::Part, O::OfParts>,
            runs: runs::<T, O>,
            finish: finish::<T, O>,
        }
    }
}

impl Functions {
    /// As [`of`](Self::of), for reductions whose parts are elements.
    pub(crate) const fn of_elements<T: Copy, O: Reduce<T, Part = T>>() -> Self {
        Functions { parts: rows::<T, O>, ..Self::of::<T, O>() }
    }

    /// The functions of `Mean`, which differs from `Sum` in its results alone.
    pub(crate) const fn averaging<T: Copy, Sum: Reduce<T, Part = T>, Mean: Reduce<T, Part = T>>() -> Self {
        Functions { finish: finish::<T, Mean>, ..Self::of_elements::<T, Sum>() }
    }
}

/// The reduction of parts of `O`.
pub struct Parts<T, O>(core::marker::PhantomData<(T, O)>);
copied! {
    [T, O] Parts<T, O>;
}
impl<T: Copy, O: Reduce<T>> Reduce<O::Part> for Parts<T, O> {
    type Part = O::Part;
    type Out = O::Part;
    type OfParts = Self;
    const VECTORS: bool = O::VECTORS;
    #[inline(always)]
    fn lift(part: O::Part, _: usize) -> O::Part {
        part
    }
    #[inline(always)]
    fn join(left: O::Part, right: O::Part) -> O::Part {
        O::join(left, right)
    }
    #[inline(always)]
    fn finish(part: Option<O::Part>, _: usize) -> O::Part {
        part.expect("only functions of the reduction itself finish")
    }
}

/// A line of memory for elements of any type.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "memory is read through pointers")] [u8; 64]);

/// Memory for elements of any type up to an alignment of a cache line, uninitialised.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Vec<Line>);

impl Buffer {
    /// The alignment of its memory.
    pub(crate) const ALIGN: usize = align_of::<Line>();

    /// Room for so many elements of `size` bytes. What was there before is lost.
    ///
    /// # Panics
    /// If they have more bytes than an address space.
    #[inline]
    pub(crate) fn room(&mut self, count: usize, size: usize) -> *mut u8 {
        let bytes = count.checked_mul(size).expect("memory for the values of a call");
        self.0.reserve(bytes.div_ceil(size_of::<Line>()).max(1));
        self.0.as_mut_ptr().cast()
    }
}

/// A little memory on the stack.
pub(crate) type Nook = Scratch<4096>;

impl Nook {
    /// Room for so many elements of `size` bytes: here, or in the buffer.
    #[inline]
    pub(crate) fn room(&mut self, buffer: &mut Buffer, count: usize, size: usize) -> *mut u8 {
        match count.saturating_mul(size) <= size_of::<Self>() {
            true => self.first(),
            false => buffer.room(count, size),
        }
    }
}

/// The parts of the columns of a matrix whose rows are taken one after the other.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// The groups of the current block, one row of `columns` for each partial result; then the levels: joined groups of 2^k blocks, the
    /// largest first, a binary counter of the complete blocks.
    memory: Buffer,
    first: Option<NonNull<u8>>,
    columns: usize,
    /// The number of rows taken.
    rows: usize,
}

impl Columns {
    /// Begins a matrix of so many rows and columns, with parts of `size` bytes.
    pub(crate) fn begin(&mut self, rows: usize, columns: usize, size: usize) {
        self.first = NonNull::new(self.memory.room(Self::parts_of(rows, columns), size));
        (self.rows, self.columns) = (0, columns);
    }

    /// Begins a matrix of so many columns in other memory, which has room for [so many parts](Self::parts_of).
    pub(crate) fn within(memory: NonNull<u8>, columns: usize) -> Self {
        Self { first: Some(memory), columns, ..Self::default() }
    }

    /// The number of parts that are kept while the rows of a matrix are taken.
    pub(crate) fn parts_of(rows: usize, columns: usize) -> usize {
        let levels = (rows / BLOCK).checked_ilog2().map_or(0, |levels| levels as usize + 1);
        (rows.min(LANES) + levels * LANES) * columns
    }

    /// The groups and the levels.
    ///
    /// # Safety
    /// The matrix must have been begun with the size of `P`.
    #[inline(always)]
    unsafe fn parts<P>(&self) -> (*mut P, *mut P) {
        let groups: *mut P = self.first.map_or(core::ptr::null_mut(), |first| first.as_ptr().cast());
        (groups, groups.wrapping_add(LANES * self.columns))
    }
}

/// Compiles a function for the instruction sets of x86-64, of which the processor's is chosen at run time; `up to Avx2` for functions that are
/// bound by memory, since each set takes every build of this crate as much time.
macro_rules! for_instructions {
    ($(#[$meta:meta])* $visible:vis $name:ident of $of:ident $(up to $widest:ident)? = $here:ident($($argument:ident: $type:ty),*)) => {
        $(#[$meta])*
        $visible unsafe fn $name<T: Copy, O: $of<T>>($($argument: $type),*) {
            #[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
            {
                #[target_feature(enable = "avx2,fma")]
                unsafe fn avx2<T: Copy, O: $of<T>>($($argument: $type),*) {
                    // SAFETY: the caller's promise.
                    unsafe { $here::<T, O>($($argument),*) }
                }
                for_instructions! { @ $($widest)? $of $here($($argument: $type),*) }
                // SAFETY: the caller's promise; `Instructions::here` has detected the processor's features.
                unsafe {
                    match Instructions::here() {
                        Instructions::Baseline => {}
                        Instructions::Avx2 => return avx2::<T, O>($($argument),*),
                        Instructions::Avx512 => return widest::<T, O>($($argument),*),
                    }
                }
            }
            // SAFETY: the caller's promise.
            unsafe { $here::<T, O>($($argument),*) }
        }
    };
    (@ Avx2 $of:ident $here:ident($($argument:ident: $type:ty),*)) => { use avx2 as widest; };
    (@ $of:ident $here:ident($($argument:ident: $type:ty),*)) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
        unsafe fn widest<T: Copy, O: $of<T>>($($argument: $type),*) {
            // SAFETY: the caller's promise.
            unsafe { $here::<T, O>($($argument),*) }
        }
    };
}
use for_instructions;
/// Calls a macro with the columns of a matrix of this width, in strips of constant widths; one by one if strips are no [vectors](Reduce::VECTORS).
macro_rules! in_strips {
    ($width:expr, $strip:ident $(if $vectors:expr)?) => {{
        let (mut column, width) = (0, $width);
        while $(const { $vectors } &&)? column + LANES <= width {
            $strip!(column, LANES);
            column += LANES;
        }
        while column < width {
            $strip!(column, 1);
            column += 1;
        }
    }};
}
use in_strips;
for_instructions! {
    /// # Safety
    /// See [`Functions::rows`].
    rows of Reduce up to Avx2 = rows_here(columns: &mut Columns, first: *const u8, rows: usize, stride: isize, to: Option<*mut u8>)
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

/// # Safety
/// See [`Functions::rows`].
#[inline(always)]
unsafe fn rows_here<T: Copy, O: Reduce<T>>(
    columns: &mut Columns,
    first: *const u8,
    mut rows: usize,
    stride: isize,
    to: Option<*mut u8>,
) {
    let (width, mut first) = (columns.columns, first.cast::<T>());
    // SAFETY: the caller's promise.
    let (groups, _) = unsafe { columns.parts::<O::Part>() };
    if let (0, 1..=LANES, Some(to)) = (columns.rows, rows, to) {
        // Each row is a partial result.
        // SAFETY: the caller's promise.
        return unsafe { fold::<T, O>(first, rows, stride, width, groups, to.cast()) };
    }
    while rows > 0 {
        let start = columns.rows % BLOCK;
        if (width, stride, start) == (1, 1, 0) && rows >= BLOCK {
            // SAFETY: the rows are readable.
            let taken = unsafe { take_blocks::<T, O>(columns, first, rows / BLOCK) };
            (first, rows) = (first.wrapping_add(taken), rows - taken);
            continue;
        }
        let taken = rows.min(BLOCK - start);
        // The partial results of rows without gaps lie side by side, like the rows themselves: several of a few columns are taken as one.
        let is_dense = stride == width as isize && start.is_multiple_of(LANES);
        let most = if is_dense { (BAND / width.max(1)).max(1) } else { 1 };
        let mut offset = 0;
        while offset < taken.min(LANES) {
            // The first partial results have a row more than others.
            let end = if offset < taken % LANES { taken % LANES } else { LANES };
            let lanes = if is_dense { most.min(end - offset) } else { 1 };
            // SAFETY: the rows are readable; the groups have been written by the first row of each in a block.
            unsafe {
                let from =
                    Every { first: first.wrapping_offset(offset as isize * stride), stride: LANES as isize * stride };
                let group = groups.add((start + offset) % LANES * width);
                let steps = (taken - offset).div_ceil(LANES);
                let position = |step: usize, column: usize| {
                    columns.rows + offset + step * LANES + column.checked_div(width).unwrap_or_default()
                };
                band::<T, O>(group, lanes * width, from, steps, start + offset < LANES, position);
            }
            offset += lanes;
        }
        first = first.wrapping_offset(stride * taken as isize);
        (columns.rows, rows) = (columns.rows + taken, rows - taken);
        if columns.rows.is_multiple_of(BLOCK) {
            // SAFETY: the groups of the block are complete.
            unsafe { complete::<T, O>(columns, 1) };
        }
    }
    if let Some(to) = to {
        // SAFETY: the caller's promise.
        unsafe { end::<T, O>(columns, to.cast()) };
    }
}

/// Rows at one distance.
#[derive(Clone, Copy)]
struct Every<T> {
    first: *const T,
    stride: isize,
}

impl<T> Every<T> {
    /// The element of a row and a column.
    #[inline(always)]
    fn at(self, row: usize, column: usize) -> *const T {
        self.first.wrapping_offset(row as isize * self.stride).wrapping_add(column)
    }
}

/// The elements of a band that is taken strip by strip, each in all of its rows. Longer rows are taken some at a time, since memory is read
/// fastest in its order.
const BAND: usize = 256;
/// The most rows of a wide band that are taken at once.
const ROWS: usize = 4;

/// Joins rows to a group of so many columns; a `fresh` one begins with the first.
///
/// # Safety
/// The rows must be readable; a group that is not fresh must be initialised.
#[inline(always)]
unsafe fn band<T: Copy, O: Reduce<T>>(
    group: *mut O::Part,
    width: usize,
    from: Every<T>,
    rows: usize,
    fresh: bool,
    position: impl Fn(usize, usize) -> usize,
) {
    let most = if width <= BAND { LANES } else { ROWS };
    let mut row = 0;
    while row < rows {
        let next = rows.min(row + most);
        macro_rules! strip {
            ($column:expr, $width:expr) => {{
                let to = group.add($column).cast::<[O::Part; $width]>();
                let elements = |row: usize| {
                    let elements = from.at(row, $column).cast::<[T; $width]>().read();
                    let lift = |lane: usize| O::lift(elements[lane], position(row, $column + lane));
                    core::array::from_fn::<O::Part, { $width }, _>(lift)
                };
                let is_first = fresh && row == 0;
                let mut parts = if is_first { elements(0) } else { to.read() };
                for row in row + usize::from(is_first)..next {
                    parts = runs::joined::<T, O, { $width }>(parts, elements(row));
                }
                to.write(parts);
            }};
        }
        // SAFETY: the caller's promise; the groups are memory of `Columns`, apart from all rows.
        unsafe { in_strips!(width, strip if O::VECTORS) };
        row = next;
    }
}

/// Joins up to 16 rows, each a partial result, and writes the parts: row j takes row j + 8, then j + 4, j + 2 and j + 1, if there are such.
///
/// # Safety
/// The rows must be readable, and there must be room for a row at `to` and for four at `aside`, which may be the first ones.
unsafe fn fold<T: Copy, O: Reduce<T>>(
    first: *const T,
    rows: usize,
    stride: isize,
    width: usize,
    aside: *mut O::Part,
    to: *mut O::Part,
) {
    // SAFETY: the caller's promise.
    unsafe {
        if rows <= 4 {
            return join_rows::<T, O>(first, stride, rows, (0, 1), to, width);
        }
        for lane in 0..4 {
            let (first, to) = (first.wrapping_offset(lane as isize * stride), aside.add(lane * width));
            join_rows::<T, O>(first, 4 * stride, (rows - lane).div_ceil(4), (lane, 4), to, width);
        }
        join_rows::<O::Part, O::OfParts>(aside, width as isize, 4, (0, 1), to, width);
    }
}

for_instructions! {
    /// Joins up to four rows, the first with the third, the second with the fourth, and then the two. A function of its own, since it is needed
    /// in several places and is long. `positions` are the first row's and the distance to the next.
    ///
    /// # Safety
    /// The rows must be readable, and there must be room for their columns at `to`, which may be a row.
    join_rows of Reduce up to Avx2 = join_rows_here(first: *const T, stride: isize, rows: usize, positions: (usize, usize), to: *mut O::Part, width: usize)
}
/// # Safety
/// See [`join_rows`].
#[inline(always)]
unsafe fn join_rows_here<T: Copy, O: Reduce<T>>(
    first: *const T,
    stride: isize,
    rows: usize,
    positions: (usize, usize),
    to: *mut O::Part,
    width: usize,
) {
    let from = Every { first, stride };
    let position = |row: usize| positions.0 + positions.1 * row;
    macro_rules! strips_of {
        ($rows:literal) => {{
            macro_rules! strip {
                ($column:expr, $width:expr) => {{
                    let row = |row: usize| {
                        let elements = from.at(row, $column).cast::<[T; $width]>().read();
                        core::array::from_fn::<O::Part, { $width }, _>(|lane| O::lift(elements[lane], position(row)))
                    };
                    let join = runs::joined::<T, O, { $width }>;
                    let joined = match $rows {
                        1 => row(0),
                        2 => join(row(0), row(1)),
                        3 => join(join(row(0), row(2)), row(1)),
                        _ => join(join(row(0), row(2)), join(row(1), row(3))),
                    };
                    to.add($column).cast::<[O::Part; $width]>().write(joined);
                }};
            }
            in_strips!(width, strip if O::VECTORS);
        }};
    }
    // SAFETY: the caller's promise.
    unsafe {
        match rows {
            1 => strips_of!(1),
            2 => strips_of!(2),
            3 => strips_of!(3),
            _ => strips_of!(4),
        }
    }
}

/// Joins `right` to `left` before it, column by column, into `to`, which may be either.
///
/// # Safety
/// All must be of so many parts, those that are joined initialised.
#[inline(always)]
unsafe fn join_all<T: Copy, O: Reduce<T>>(left: *const O::Part, right: *const O::Part, to: *mut O::Part, count: usize) {
    for index in 0..count {
        // SAFETY: the caller's promise.
        unsafe { to.add(index).write(O::join(left.add(index).read(), right.add(index).read())) };
    }
}

/// Takes up to `most` whole blocks of a single column whose rows follow one another, and returns the number of rows: as many blocks as the
/// tree joins before they meet those that have been taken.
///
/// # Safety
/// There must be so many blocks, readable, and no open one.
unsafe fn take_blocks<T: Copy, O: Reduce<T>>(columns: &mut Columns, first: *const T, most: usize) -> usize {
    let before = columns.rows / BLOCK;
    let count = 1 << most.ilog2().min(before.trailing_zeros());
    // SAFETY: the caller's promise; the first row of all lies so far before this one. The 16 groups have room.
    unsafe {
        let (groups, _) = columns.parts::<O::Part>();
        runs::tree::<T, O>(first.wrapping_sub(columns.rows), before, count, groups.cast());
        columns.rows += count * BLOCK;
        complete::<T, O>(columns, count);
    }
    count * BLOCK
}

/// Joins complete blocks to the levels, `taken` of them, a power of two.
///
/// # Safety
/// The 16 groups must be theirs.
unsafe fn complete<T: Copy, O: Reduce<T>>(columns: &mut Columns, taken: usize) {
    let width = LANES * columns.columns;
    // SAFETY: a level for each set bit of the number of blocks before this one is initialised, and there is room for one more.
    unsafe {
        let (groups, levels) = columns.parts::<O::Part>();
        let before = columns.rows / BLOCK / taken - 1;
        let mut depth = before.count_ones() as usize;
        for _ in 0..before.trailing_ones() {
            depth -= 1;
            join_all::<T, O>(levels.add(depth * width), groups, groups, width);
        }
        core::ptr::copy_nonoverlapping(groups, levels.add(depth * width), width);
    }
}

/// Writes the part of each column.
///
/// # Safety
/// There must have been rows, and there must be room for the parts.
unsafe fn end<T: Copy, O: Reduce<T>>(columns: &mut Columns, to: *mut O::Part) {
    let (count, width) = (columns.columns, LANES * columns.columns);
    // SAFETY: the levels of complete blocks and the open groups are initialised.
    unsafe {
        let (groups, levels) = columns.parts::<O::Part>();
        let mut depth = (columns.rows / BLOCK).count_ones() as usize;
        let open = (columns.rows % BLOCK).min(LANES);
        let mut lanes = open;
        if depth > 0 {
            // Partial results without a group in the current block continue with the last level.
            depth -= 1;
            let last = levels.add(depth * width);
            join_all::<T, O>(last, groups, groups, open * count);
            core::ptr::copy_nonoverlapping(last.add(open * count), groups.add(open * count), width - open * count);
            lanes = LANES;
        }
        while depth > 0 {
            depth -= 1;
            join_all::<T, O>(levels.add(depth * width), groups, groups, width);
        }
        fold::<O::Part, O::OfParts>(groups, lanes, count as isize, count, groups, to);
    }
}
