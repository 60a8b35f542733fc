//! The odometer over the outer loops of a plan.

use core::mem::MaybeUninit;

use smallvec::SmallVec;

use crate::exec::dispatch::Instructions;
use crate::exec::mask::Mask;
use crate::exec::stage;
use crate::exec::{Block, Kernel};
use crate::plan::Plan;

/// An operand in memory, without its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) ptr: *mut u8,
    pub(crate) elem_size: usize,
}

/// Blocks shorter than this are not worth staging.
const STAGE_MIN: usize = 16;
/// Contiguous rows of this length are worth a kernel's loop of their own; shorter ones are put together.
const LONG_ROW: usize = 64;
/// The same of rows along which some array stands still.
const LONG_MASKED_ROW: usize = 16;
/// Elements larger than this are read in place, whatever their stride.
const STAGE_MAX_ELEM: usize = 64;
/// Bytes of scratch on the stack.
const SCRATCH: usize = 16 * 1024;
/// At most so many elements are staged at a time: one operand's block and the output's stay in L1.
const MAX_LANES: usize = 1024;

/// The scratch memory of staged operands. Its alignment is that of the largest element staged.
#[repr(align(64))]
struct Scratch(MaybeUninit<[u8; SCRATCH]>);

/// Computes every element of the plan's output.
///
/// # Safety
/// `operands` and `output` must be, in this order, the arrays that the plan was made for and that `kernel` reads and
/// writes: every element that the plan leads to is initialised (operands) or writable and reached once (output), and the
/// output overlaps no operand.
pub(crate) unsafe fn execute(plan: &Plan, operands: &[Memory], output: Memory, kernel: &dyn Kernel) {
    if plan.is_empty() {
        return;
    }
    let depth = plan.depth();
    let nest = Nest::new(plan, operands, output, kernel);
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, depth.saturating_sub(3));
    let mut at = nest.starts(plan, operands, output);
    loop {
        // SAFETY: `at` leads to the elements at `index` of the outer loops and 0 of the inner three.
        unsafe { nest.run(&at, kernel) };
        let mut axis = index.len();
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < plan.length(axis) {
                step(&mut at, plan.strides(axis), operands, output, 1);
                break;
            }
            step(&mut at, plan.strides(axis), operands, output, 1 - plan.length(axis) as isize);
            index[axis] = 0;
        }
    }
}

/// Computes `count` elements that lie one after the other in the output and in the arrays that step.
///
/// # Safety
/// As [`Kernel::rows`], for one row.
unsafe fn part(
    operands: &[*const u8],
    output: *mut u8,
    count: usize,
    kernel: &dyn Kernel,
    mask: Mask,
    instructions: Instructions,
) {
    let block = Block {
        operands: operands.as_ptr(),
        output,
        rows: 1,
        length: count,
        output_outer: 0,
        outer: core::ptr::null(),
        output_inner: 1,
        inner: core::ptr::null(),
    };
    // SAFETY: the caller's promise. A block of one row is not moved on, so no outer stride is read.
    unsafe { kernel.rows(&block, mask, instructions) };
}

/// Pointers to output and operands at one index of the outer loops.
struct At {
    output: *mut u8,
    operands: SmallVec<[*const u8; 8]>,
}

/// Moves `at` by `count` steps of one loop.
fn step(at: &mut At, strides: &[isize], operands: &[Memory], output: Memory, count: isize) {
    // Wrapping: a plan whose outer loop ends moves through addresses outside the array before it is reset.
    at.output = at.output.wrapping_offset(strides[0] * count * output.elem_size as isize);
    for ((ptr, stride), operand) in at.operands.iter_mut().zip(&strides[1..]).zip(operands) {
        *ptr = ptr.wrapping_offset(stride * count * operand.elem_size as isize);
    }
}

/// The three inner loops, and how each array steps through them: `sheets` of `rows` rows of `length` elements.
struct Nest {
    sheets: usize,
    rows: usize,
    length: usize,
    /// From sheet to sheet, in bytes; the output's first.
    sheet: SmallVec<[isize; 8]>,
    /// From row to row, in bytes; the output's first.
    outer: SmallVec<[isize; 8]>,
    /// From element to element, in elements; the output's first.
    inner: SmallVec<[isize; 8]>,
    sizes: SmallVec<[usize; 8]>,
    instructions: Instructions,
    way: Way,
}

/// How the inner loops are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The output's row is contiguous, and an array's is contiguous or one element, as the mask says.
    Rows(Mask),
    /// The output's row is contiguous; blocks of the rows that a kernel could not read are copied to scratch memory first, so
    /// that a few kernels serve every layout.
    Staged(Staging),
    /// Element by element.
    Strided,
}

/// The size of a staged block: so many whole sheets, or so many rows of one, or so many lanes of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Staging {
    sheets: usize,
    rows: usize,
    lanes: usize,
    /// Which arrays step along what the kernel sees as one row: all, where it is more than one row.
    mask: Mask,
    /// The parts of a row are taken across all rows before the next part: some operand's rows lie closer together than its
    /// elements do (it is transposed), and what one row brings into the cache serves the others.
    across: bool,
}

impl Nest {
    fn new(plan: &Plan, operands: &[Memory], output: Memory, kernel: &dyn Kernel) -> Self {
        let width = operands.len() + 1;
        let depth = plan.depth();
        let sizes: SmallVec<[usize; 8]> =
            core::iter::once(output.elem_size).chain(operands.iter().map(|operand| operand.elem_size)).collect();
        let (length, inner) = match depth.checked_sub(1) {
            Some(innermost) => (plan.length(innermost), SmallVec::from_slice(plan.strides(innermost))),
            None => (1, SmallVec::from_elem(1, width)),
        };
        let loop_at = |level: usize| match depth.checked_sub(level) {
            Some(index) => {
                let strides = plan.strides(index).iter().zip(&sizes);
                (plan.length(index), strides.map(|(stride, &size)| stride * size as isize).collect())
            }
            None => (1, SmallVec::from_elem(0, width)),
        };
        let (rows, outer) = loop_at(2);
        let (sheets, sheet) = loop_at(3);
        let instructions = Instructions::here();
        let mut nest = Nest { sheets, rows, length, sheet, outer, inner, sizes, instructions, way: Way::Strided };
        nest.way = nest.way(kernel.masks(instructions));
        nest
    }

    fn starts(&self, plan: &Plan, operands: &[Memory], output: Memory) -> At {
        let starts = plan.starts();
        let operands = operands
            .iter()
            .zip(&starts[1..])
            .map(|(operand, start)| operand.ptr.cast_const().wrapping_offset(start * operand.elem_size as isize))
            .collect();
        At { output: output.ptr.wrapping_offset(starts[0] * output.elem_size as isize), operands }
    }

    /// # Safety
    /// As [`execute`], for the sheets at `at`.
    unsafe fn run(&self, at: &At, kernel: &dyn Kernel) {
        if let Way::Staged(staging) = self.way {
            // SAFETY: as the caller says; `staging` was computed from the sizes of what is staged.
            return unsafe { self.run_staged(at, staging, kernel) };
        }
        let mut operands = at.operands.clone();
        let mut output = at.output;
        for _ in 0..self.sheets {
            let block = Block {
                operands: operands.as_ptr(),
                output,
                rows: self.rows,
                length: self.length,
                output_outer: self.outer[0],
                outer: self.outer[1..].as_ptr(),
                output_inner: self.inner[0],
                inner: self.inner[1..].as_ptr(),
            };
            match self.way {
                // SAFETY: the strides are the plan's, and the inner ones are those of the mask: so `way` chose.
                Way::Rows(mask) => unsafe { kernel.rows(&block, mask, self.instructions) },
                // SAFETY: the strides are the plan's.
                _ => unsafe { kernel.strided(&block) },
            }
            output = output.wrapping_offset(self.sheet[0]);
            for (ptr, by) in operands.iter_mut().zip(&self.sheet[1..]) {
                *ptr = ptr.wrapping_offset(*by);
            }
        }
    }

    /// # Safety
    /// As [`Nest::run`], with `staging` from [`Nest::way`].
    unsafe fn run_staged(&self, at: &At, staging: Staging, kernel: &dyn Kernel) {
        let mut scratch = Scratch(MaybeUninit::uninit());
        let scratch: *mut u8 = (&raw mut scratch.0).cast();
        let mut block_ptrs: SmallVec<[*const u8; 8]> = at.operands.clone();
        let mut run = |sheet: usize, row: usize, start: usize| {
            let part = Part {
                sheet,
                sheets: staging.sheets.min(self.sheets - sheet),
                row,
                rows: staging.rows.min(self.rows - row),
                start,
                length: staging.lanes.min(self.length - start),
            };
            // SAFETY: as the caller says; `scratch` has room for what `way` has counted.
            unsafe { self.stage(at, staging, part, scratch, &mut block_ptrs) };
            let output = self.element(at.output, 0, part);
            let count = part.sheets * part.rows * part.length;
            // SAFETY: every pointer of an array that steps leads to that many contiguous elements: the array's own, or those
            // just staged.
            unsafe { self::part(&block_ptrs, output.cast_mut(), count, kernel, staging.mask, self.instructions) };
        };
        for sheet in (0..self.sheets).step_by(staging.sheets) {
            if staging.across {
                for start in (0..self.length).step_by(staging.lanes) {
                    (0..self.rows).for_each(|row| run(sheet, row, start));
                }
            } else {
                for row in (0..self.rows).step_by(staging.rows) {
                    (0..self.length).step_by(staging.lanes).for_each(|start| run(sheet, row, start));
                }
            }
        }
    }

    /// Points `block_ptrs` at the elements of a part: the arrays' own where they lie one after the other, else copies.
    ///
    /// # Safety
    /// As [`Nest::run_staged`], and `scratch` must have room for all staged operands of a whole block.
    unsafe fn stage(&self, at: &At, staging: Staging, part: Part, scratch: *mut u8, block_ptrs: &mut [*const u8]) {
        let lanes = staging.lanes.min(self.length);
        let mut used = 0;
        for (index, &ptr) in at.operands.iter().enumerate() {
            let array = index + 1;
            let (stride, size) = (self.inner[array], self.sizes[array]);
            let source = self.element(ptr.cast_mut(), array, part);
            if !self.is_staged(array, staging) {
                block_ptrs[index] = source;
                continue;
            }
            let target = scratch.wrapping_add(used);
            used += room(size, staging.sheets * staging.rows * lanes);
            block_ptrs[index] = target;
            // What does not move is staged once, at its longest: along a row a stretched operand does not, from row to row
            // one does not whose outer stride is 0, and from sheet to sheet likewise.
            let whole_row = stride == 0 || self.length <= staging.lanes;
            let same_along = part.start > 0 && stride == 0;
            let same_across = part.row > 0 && self.outer[array] == 0 && whole_row;
            let one_part = staging.rows == self.rows || self.outer[array] == 0;
            let same_over = part.row == 0 && part.sheet > 0 && self.sheet[array] == 0 && whole_row && one_part;
            // Across rows the parts come in another order, and everything is staged anew.
            if !staging.across && (same_along || same_across || same_over) {
                continue;
            }
            let from = stage::Rows {
                source,
                rows: part.rows,
                outer: self.outer[array],
                length: if stride == 0 { lanes } else { part.length },
                inner: stride * size as isize,
            };
            // SAFETY: `from` leads to elements of the operand within the part, and `target` has room for all of them, as the
            // caller says.
            unsafe { stage::gather(from, part.sheets, self.sheet[array], size, target) };
        }
    }

    /// The first element of a part.
    fn element(&self, ptr: *mut u8, array: usize, part: Part) -> *const u8 {
        ptr.wrapping_offset(part.sheet as isize * self.sheet[array])
            .wrapping_offset(part.row as isize * self.outer[array])
            .wrapping_offset(part.start as isize * self.inner[array] * self.sizes[array] as isize)
    }

    /// Whether an array's elements do not lie in a block as the kernel reads them. 0 is the output.
    fn is_staged(&self, array: usize, Staging { sheets, rows, mask, .. }: Staging) -> bool {
        if array > 0 && !mask.steps(array - 1) {
            return false;
        }
        let row = (self.length * self.sizes[array]) as isize;
        let rows_follow = self.outer[array] == row;
        let sheets_follow = self.sheet[array] == self.rows as isize * row;
        self.inner[array] != 1 || (rows > 1 && !rows_follow) || (sheets > 1 && !sheets_follow)
    }

    /// The mask under which the fewest arrays are staged, row by row, and how many those are.
    fn mask(&self, masks: &[Mask]) -> (usize, Mask) {
        let staged = |mask: Mask| {
            let mut arrays = self.inner[1..].iter().enumerate();
            let stands = arrays.clone().all(|(array, &stride)| mask.steps(array) || stride == 0);
            stands.then(|| (arrays.by_ref().filter(|&(array, &stride)| mask.steps(array) && stride != 1).count(), mask))
        };
        let all = self.inner[1..].iter().filter(|&&stride| stride != 1).count();
        masks
            .iter()
            .filter_map(|&mask| staged(mask))
            .fold((all, Mask::All), |best, next| if next.0 < best.0 { next } else { best })
    }

    /// How these loops are run best, with kernels for these masks.
    fn way(&self, masks: &[Mask]) -> Way {
        let arrays = self.inner.len();
        let (staged, mask) = self.mask(masks);
        if self.inner[0] != 1 {
            return Way::Strided;
        }
        let direct = staged == 0;
        // Copies pay where they are read again: not in a nest that fits one block.
        let small = self.sheets * self.rows * self.length <= MAX_LANES;
        let long = if mask == Mask::All { LONG_ROW } else { LONG_MASKED_ROW };
        if direct && (small || self.length >= long || self.rows == 1) {
            return Way::Rows(mask);
        }
        let otherwise = if direct { Way::Rows(mask) } else { Way::Strided };
        // Short rows that follow each other in the output make one block, and so do small sheets.
        let group = |follow: bool, elements: usize, count: usize| match follow {
            true => (MAX_LANES / elements.max(1)).clamp(1, count),
            false => 1,
        };
        let one = Staging { sheets: 1, rows: 1, lanes: MAX_LANES, mask, across: false };
        let mut staging = if self.length >= LONG_ROW {
            one
        } else {
            let rows = group(!self.is_staged(0, Staging { rows: 2, ..one }), self.length, self.rows);
            let follow = rows == self.rows && !self.is_staged(0, Staging { sheets: 2, rows, ..one });
            let sheets = group(follow, self.rows * self.length, self.sheets);
            let mask = if rows * sheets > 1 { Mask::All } else { mask };
            Staging { sheets, rows, mask, ..one }
        };
        let staged = |staging: Staging| (1..arrays).filter(move |&array| self.is_staged(array, staging));
        let too_large = staged(staging).any(|array| self.sizes[array] > STAGE_MAX_ELEM);
        if too_large || staging.sheets * staging.rows * self.length < STAGE_MIN {
            return otherwise;
        }
        loop {
            let lanes = staging.sheets * staging.rows * staging.lanes.min(self.length);
            if staged(staging).map(|array| room(self.sizes[array], lanes)).sum::<usize>() <= SCRATCH {
                let transposed = |array: usize| {
                    let step = self.inner[array] * self.sizes[array] as isize;
                    self.outer[array] != 0 && self.outer[array].unsigned_abs() < step.unsigned_abs()
                };
                staging.across = staging.rows == 1 && self.length > staging.lanes && (1..arrays).any(transposed);
                return Way::Staged(staging);
            }
            // Half the sheets, or where there is one, half its rows, or half of one row.
            let halved = match staging {
                Staging { sheets: 2.., .. } => &mut staging.sheets,
                Staging { rows: 2.., .. } => &mut staging.rows,
                _ => &mut staging.lanes,
            };
            *halved /= 2;
            if staging.lanes < STAGE_MIN {
                return otherwise;
            }
        }
    }
}

/// A part of the three inner loops: whole sheets, or whole rows of one, or some elements of one row.
#[derive(Clone, Copy)]
struct Part {
    sheet: usize,
    sheets: usize,
    row: usize,
    rows: usize,
    start: usize,
    length: usize,
}

/// Bytes of scratch for `lanes` elements, a multiple of the scratch's alignment.
fn room(elem_size: usize, lanes: usize) -> usize {
    (elem_size * lanes).next_multiple_of(align_of::<Scratch>())
}
