//! Takes rows of matrices, whose columns are reduced side by side.

use super::parts::{BLOCK, Columns, LANES, Reduce, collides, for_instructions, in_strips};
use super::runs::{CACHE, joined, tree};
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;

for_instructions! {
    /// # Safety
    /// See [`Functions::rows`].
    pub(super) rows of Reduce up to Avx2 = rows_here(columns: &mut Columns, first: *const u8, rows: usize, stride: isize, to: Option<*mut u8>)
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
    if const { !O::IS_ORDERED } {
        // SAFETY: the caller's promise.
        return unsafe { unordered::<T, O>(columns, first, rows, stride, to.map(<*mut u8>::cast)) };
    }
    if let (0, 1..=LANES, Some(to)) = (columns.rows, rows, to) {
        // Each row is a partial result.
        // SAFETY: the caller's promise.
        return unsafe { fold::<T, O>(first, stride, rows, to.cast(), width) };
    }
    // SAFETY: the caller's promise.
    let (groups, _) = unsafe { columns.parts::<O::Part>() };
    // Memory is read fastest in its order, as long as the partial results stay in the first-level cache.
    let in_order = rows * width * size_of::<T>() > CACHE && LANES * width <= IN_ORDER;
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
        let most = match is_dense {
            true if in_order => LANES,
            true => (BAND / width.max(1)).max(1),
            false => 1,
        };
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
                let at_once = if in_order { 1 } else { from.at_once() };
                band::<T, O>(group, lanes * width, from, steps, at_once, start + offset < LANES);
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

/// Takes rows that are joined in any order: each column has one part, the first in memory.
///
/// # Safety
/// See [`Functions::rows`].
#[inline(always)]
unsafe fn unordered<T: Copy, O: Reduce<T>>(
    columns: &mut Columns,
    first: *const T,
    rows: usize,
    stride: isize,
    to: Option<*mut O::Part>,
) {
    let (width, fresh) = (columns.columns, columns.rows == 0);
    // SAFETY: the caller's promise.
    let (groups, _) = unsafe { columns.parts::<O::Part>() };
    // Of a few columns without gaps, 16 rows are one, whose parts are joined at last.
    let is_narrow = stride == width as isize && (1..LANES).contains(&width) && rows >= 2 * LANES;
    let turns = if is_narrow { rows / LANES } else { 0 };
    let parts = match to {
        Some(to) if fresh && !is_narrow => to,
        _ => groups,
    };
    let (one, taken) = (usize::from(is_narrow), turns * LANES);
    // Some of the 16 parts of a column, the first row that they take, the distance to the next, and the number of rows.
    let bands = [
        (0..1, 0, LANES, one, fresh),
        (1..LANES, 1, LANES, one, true),
        (0..LANES, LANES, LANES, turns.saturating_sub(1), false),
        (0..1, taken, 1, rows - taken, fresh && !is_narrow),
    ];
    for (lanes, row, step, rows, fresh) in bands {
        let from = Every { first: first.wrapping_offset(row as isize * stride), stride: step as isize * stride };
        // SAFETY: the caller's promise; there is room for 16 parts of each column if there are so many rows.
        unsafe { band::<T, O>(parts.add(lanes.start * width), lanes.len() * width, from, rows, from.at_once(), fresh) };
    }
    for lane in 1..LANES * one {
        // SAFETY: the second band has written them.
        unsafe { join_all::<T, O>(groups, groups.add(lane * width), groups, width) };
    }
    columns.rows += rows;
    if let Some(to) = to.filter(|&to| to != parts) {
        // SAFETY: the caller's promise.
        unsafe { core::ptr::copy_nonoverlapping(parts, to, width) };
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

    /// The number of rows that are best joined at once.
    #[inline(always)]
    fn at_once(self) -> usize {
        if collides::<T>(self.stride) { FEW_ROWS } else { LANES }
    }
}

/// The most elements of rows without gaps that are taken as one row.
const BAND: usize = 256;
/// The most elements of a row for each partial result that are taken as one row from memory beyond the caches.
const IN_ORDER: usize = 2048;
/// The most rows that are joined at once if a cache holds only a few of them.
const FEW_ROWS: usize = 8;

/// Joins rows to a group of so many columns, some at once; a `fresh` one begins with the first.
///
/// # Safety
/// The rows must be readable; a group that is not fresh must be initialised.
#[inline(always)]
unsafe fn band<T: Copy, O: Reduce<T>>(
    group: *mut O::Part,
    width: usize,
    from: Every<T>,
    rows: usize,
    at_once: usize,
    fresh: bool,
) {
    let mut row = 0;
    while row < rows {
        let next = rows.min(row + at_once);
        macro_rules! strip {
            ($column:expr, $width:expr) => {{
                let to = group.add($column).cast::<[O::Part; $width]>();
                let elements = |row: usize| {
                    let elements = from.at(row, $column).cast::<[T; $width]>().read();
                    core::array::from_fn::<O::Part, { $width }, _>(|lane| O::lift(elements[lane]))
                };
                let is_first = fresh && row == 0;
                let mut parts = if is_first { elements(0) } else { to.read() };
                for row in row + usize::from(is_first)..next {
                    parts = joined::<T, O, { $width }>(parts, elements(row));
                }
                to.write(parts);
            }};
        }
        // SAFETY: the caller's promise; the groups are memory of `Columns`, apart from all rows.
        unsafe { in_strips!(width, strip if O::VECTORS) };
        row = next;
    }
}

for_instructions! {
    /// Joins up to 16 rows, each a partial result, and writes the parts: row j takes row j + 8, then j + 4, j + 2 and j + 1, if there are such.
    ///
    /// # Safety
    /// The rows must be readable, and there must be room for their columns at `to`, which may be the first row.
    fold of Reduce up to Avx2 = fold_here(first: *const T, stride: isize, rows: usize, to: *mut O::Part, width: usize)
}
/// # Safety
/// See [`fold`].
#[inline(always)]
unsafe fn fold_here<T: Copy, O: Reduce<T>>(
    first: *const T,
    stride: isize,
    rows: usize,
    to: *mut O::Part,
    width: usize,
) {
    let from = Every { first, stride };
    macro_rules! strip {
        ($column:expr, $width:expr, $distances:tt) => {{
            // Depth first, so that few rows are in registers; by a macro, since closures of this depth are not inlined.
            macro_rules! part {
                ($row:expr, ()) => {{
                    let elements = from.at($row, $column).cast::<[T; $width]>().read();
                    core::array::from_fn::<O::Part, { $width }, _>(|lane| O::lift(elements[lane]))
                }};
                ($row:expr, ($distance:literal $smaller:tt)) => {{
                    let row = $row;
                    let mut parts = part!(row, $smaller);
                    if row + $distance < rows {
                        parts = joined::<T, O, { $width }>(parts, part!(row + $distance, $smaller));
                    }
                    parts
                }};
            }
            to.add($column).cast::<[O::Part; $width]>().write(part!(0, (1(2(4(8()))))));
        }};
    }
    macro_rules! strip_of_few {
        ($column:expr, $width:expr) => {
            strip!($column, $width, (1(2())))
        };
    }
    macro_rules! strip_of_all {
        ($column:expr, $width:expr) => {
            strip!($column, $width, (1(2(4(8())))))
        };
    }
    // SAFETY: the caller's promise.
    unsafe {
        match rows {
            ..=4 => in_strips!(width, strip_of_few),
            _ => in_strips!(width, strip_of_all),
        }
    }
}

/// Joins `right` to `left` before it, column by column, into `to`, which may be either.
///
/// # Safety
/// All must be of so many parts, those that are joined initialised.
#[inline(always)]
unsafe fn join_all<T: Copy, O: Reduce<T>>(left: *const O::Part, right: *const O::Part, to: *mut O::Part, count: usize) {
    macro_rules! strip {
        ($column:expr, $width:expr) => {{
            let [left, right] = [left, right].map(|parts| parts.add($column).cast::<[O::Part; $width]>().read());
            to.add($column).cast::<[O::Part; $width]>().write(joined::<T, O, { $width }>(left, right));
        }};
    }
    // SAFETY: the caller's promise.
    unsafe { in_strips!(count, strip if O::VECTORS) };
}

/// Takes up to `most` whole blocks of a single column whose rows follow one another, and returns the number of rows: as many blocks as the
/// tree joins before they meet those that have been taken.
///
/// # Safety
/// There must be so many blocks, readable, and no open one.
unsafe fn take_blocks<T: Copy, O: Reduce<T>>(columns: &mut Columns, first: *const T, most: usize) -> usize {
    let before = columns.rows / BLOCK;
    let count = 1 << most.ilog2().min(before.trailing_zeros());
    // SAFETY: the caller's promise. The 16 groups have room.
    unsafe {
        let (groups, _) = columns.parts::<O::Part>();
        tree::<T, O>(first, count, count * BLOCK * size_of::<T>() <= CACHE, groups.cast());
        columns.rows += count * BLOCK;
        complete::<T, O>(columns, count);
    }
    count * BLOCK
}

/// Joins complete blocks to the levels, `taken` of them, a power of two.
///
/// # Safety
/// The 16 groups must be theirs.
#[inline(always)]
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

/// # Safety
/// See [`Functions::join`].
#[cfg(feature = "rayon")]
pub(super) unsafe fn join<T: Copy, O: Reduce<T>>(columns: &mut Columns, next: &Columns) {
    let (count, width) = (columns.columns, LANES * columns.columns);
    // SAFETY: the caller's promise: a part of each column, or a level for each power of two of blocks, the largest first.
    unsafe {
        let ((groups, _), (next_groups, next_levels)) = (columns.parts::<O::Part>(), next.parts::<O::Part>());
        if const { !O::IS_ORDERED } {
            join_all::<T, O>(groups, next_groups, groups, count);
            columns.rows += next.rows;
            return;
        }
        let (mut blocks, mut depth) = (next.rows / BLOCK, 0);
        while blocks > 0 {
            let taken = 1 << blocks.ilog2();
            core::ptr::copy_nonoverlapping(next_levels.add(depth * width), groups, width);
            columns.rows += taken * BLOCK;
            complete::<T, O>(columns, taken);
            (blocks, depth) = (blocks - taken, depth + 1);
        }
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
        fold::<O::Part, O::OfParts>(groups, count as isize, lanes, to, count);
    }
}
