//! The odometer over the outer loops of a plan.

use core::mem::MaybeUninit;

use smallvec::SmallVec;

use crate::exec::dispatch::{self, Instructions};
use crate::exec::mask::Mask;
use crate::exec::strips::Strips;
use crate::exec::{Block, Kernel, aligned, stage};
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
pub(super) const LONG_ROW: usize = 64;
/// The same of rows along which some array stands still.
pub(super) const LONG_MASKED_ROW: usize = 16;
/// Elements larger than this are read in place, whatever their stride.
const STAGE_MAX_ELEM: usize = 64;
/// Bytes of scratch on the stack.
pub(super) const SCRATCH: usize = 32 * 1024;
/// At most so many elements are staged at a time: one operand's block and the output's stay in L1.
const MAX_LANES: usize = 1024;

/// The scratch memory of staged operands. Its alignment is that of the largest element staged.
#[repr(align(64))]
pub(super) struct Scratch(pub(super) MaybeUninit<[u8; SCRATCH]>);

/// Computes every element of the plan's output; `aligns` says that `kernel` itself minds where its output begins.
///
/// # Safety
/// `operands` and `output` must be, in this order, the arrays that the plan was made for and that `kernel` reads and
/// writes: every element that the plan leads to is initialised (operands) or writable and reached once (output), and the
/// output overlaps no operand.
pub(crate) unsafe fn execute(plan: &Plan, operands: &[Memory], output: Memory, kernel: &dyn Kernel, aligns: bool) {
    if plan.is_empty() {
        return;
    }
    let depth = plan.depth();
    let nest = Nest::new(plan, operands, output);
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, depth.saturating_sub(3));
    let mut at = nest.starts(plan, operands, output);
    loop {
        // SAFETY: `at` leads to the elements at `index` of the outer loops and 0 of the inner three.
        unsafe { nest.run(&at, kernel, aligns) };
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

/// Pointers to output and operands at one index of the outer loops.
pub(super) struct At {
    pub(super) output: *mut u8,
    pub(super) operands: SmallVec<[*const u8; 8]>,
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
pub(super) struct Nest {
    pub(super) sheets: usize,
    pub(super) rows: usize,
    pub(super) length: usize,
    /// From sheet to sheet, in bytes; the output's first.
    pub(super) sheet: SmallVec<[isize; 8]>,
    /// From row to row, in bytes; the output's first.
    pub(super) outer: SmallVec<[isize; 8]>,
    /// From element to element, in elements; the output's first.
    pub(super) inner: SmallVec<[isize; 8]>,
    pub(super) sizes: SmallVec<[usize; 8]>,
    pub(super) instructions: Instructions,
    way: Way,
}

/// How the inner loops are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The output's row is contiguous, and an array's is contiguous or one element, as the mask says.
    Rows(Mask),
    /// The output's rows are contiguous; strips of the rows that a kernel could not read are copied aside first, so that a few
    /// kernels serve every layout.
    Strips(Strips),
    /// The output's rows are short and follow each other: they are put together to longer ones, whose operands are copied aside where
    /// theirs do not.
    Merged(Merging),
    /// Element by element.
    Strided,
}

/// What is put together: so many whole sheets, or so many whole rows of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Merging {
    sheets: usize,
    rows: usize,
}

impl Nest {
    fn new(plan: &Plan, operands: &[Memory], output: Memory) -> Self {
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
        nest.way = nest.way(dispatch::masks(operands.len(), instructions));
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
    unsafe fn run(&self, at: &At, kernel: &dyn Kernel, aligns: bool) {
        match self.way {
            // SAFETY: as the caller says; the strips were made for this nest.
            Way::Strips(strips) => unsafe { strips.run(self, at, kernel) },
            // SAFETY: as the caller says; `merging` was computed from the sizes of what is copied.
            Way::Merged(merging) => unsafe { self.run_merged(at, merging, kernel) },
            // SAFETY: as the caller says.
            Way::Strided => unsafe { self.run_strided(at, kernel) },
            // SAFETY: as the caller says; `way` chose the mask that the inner strides are those of.
            Way::Rows(mask) => unsafe { self.run_rows(at, mask, kernel, aligns) },
        }
    }

    /// # Safety
    /// As [`Nest::run`], with inner strides that are those of the mask.
    unsafe fn run_rows(&self, at: &At, mask: Mask, kernel: &dyn Kernel, aligns: bool) {
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
            };
            // SAFETY: the strides are the plan's, and the caller's promise.
            unsafe {
                if aligns {
                    kernel.rows(&block, mask, self.instructions);
                } else {
                    aligned::rows(kernel, &block, self.sizes.iter().copied(), mask, self.instructions);
                }
            }
            output = output.wrapping_offset(self.sheet[0]);
            for (ptr, by) in operands.iter_mut().zip(&self.sheet[1..]) {
                *ptr = ptr.wrapping_offset(*by);
            }
        }
    }

    /// Each element as a row of its own: a kernel for strides would cost every call site time to compile.
    ///
    /// # Safety
    /// As [`Nest::run`].
    unsafe fn run_strided(&self, at: &At, kernel: &dyn Kernel) {
        let steps: SmallVec<[isize; 8]> =
            self.inner.iter().zip(&self.sizes).map(|(stride, &size)| stride * size as isize).collect();
        for sheet in 0..self.sheets {
            for row in 0..self.rows {
                let start = |array: usize, ptr: *const u8| self.element(ptr, array, sheet, row);
                let operands: SmallVec<[*const u8; 8]> =
                    at.operands.iter().enumerate().map(|(index, &ptr)| start(index + 1, ptr)).collect();
                let block = Block {
                    operands: operands.as_ptr(),
                    output: start(0, at.output).cast_mut(),
                    rows: self.length,
                    length: 1,
                    output_outer: steps[0],
                    outer: steps[1..].as_ptr(),
                };
                // SAFETY: the strides are the plan's; one element is contiguous.
                unsafe { kernel.rows(&block, Mask::All, self.instructions) };
            }
        }
    }

    /// # Safety
    /// As [`Nest::run`], with `merging` from [`Nest::way`].
    unsafe fn run_merged(&self, at: &At, merging: Merging, kernel: &dyn Kernel) {
        let mut scratch = Scratch(MaybeUninit::uninit());
        let scratch: *mut u8 = (&raw mut scratch.0).cast();
        let mut operands: SmallVec<[*const u8; 8]> = at.operands.clone();
        for sheet in (0..self.sheets).step_by(merging.sheets) {
            for row in (0..self.rows).step_by(merging.rows) {
                let (sheets, rows) = (merging.sheets.min(self.sheets - sheet), merging.rows.min(self.rows - row));
                // SAFETY: as the caller says; `scratch` has room for what `way` has counted.
                unsafe { self.merge(at, merging, [sheet, sheets, row, rows], scratch, &mut operands) };
                let output = self.element(at.output, 0, sheet, row).cast_mut();
                let block = Block::row(&operands, output, sheets * rows * self.length);
                // SAFETY: every pointer leads to that many contiguous elements: the array's own, or those just copied. One row is
                // not moved on.
                unsafe { kernel.rows(&block, Mask::All, self.instructions) };
            }
        }
    }

    /// Points `operands` at the elements of so many sheets and rows: the arrays' own where they lie one after the other, else copies.
    ///
    /// # Safety
    /// As [`Nest::run_merged`], and `scratch` must have room for all operands that are copied.
    unsafe fn merge(
        &self,
        at: &At,
        merging: Merging,
        [sheet, sheets, row, rows]: [usize; 4],
        scratch: *mut u8,
        operands: &mut [*const u8],
    ) {
        let mut used = 0;
        for (index, &ptr) in at.operands.iter().enumerate() {
            let array = index + 1;
            let size = self.sizes[array];
            let source = self.element(ptr, array, sheet, row);
            if !self.is_apart(array, merging) {
                operands[index] = source;
                continue;
            }
            let target = scratch.wrapping_add(used);
            used += room(size, merging.sheets * merging.rows * self.length);
            operands[index] = target;
            // What does not move is copied once, at its longest: from row to row an array does not whose outer stride is 0, and from
            // sheet to sheet likewise.
            let same_across = row > 0 && self.outer[array] == 0;
            let one_part = merging.rows == self.rows || self.outer[array] == 0;
            let same_over = row == 0 && sheet > 0 && self.sheet[array] == 0 && one_part;
            if same_across || same_over {
                continue;
            }
            let (outer, inner) = (self.outer[array], self.inner[array] * size as isize);
            let from = stage::Rows { source, rows, outer, length: self.length, inner };
            // SAFETY: `from` leads to elements of the operand, and `target` has room for all of them, as the caller says.
            unsafe { stage::gather(from, sheets, self.sheet[array], size, target, self.instructions) };
        }
    }

    /// The first element of a row.
    fn element(&self, ptr: *const u8, array: usize, sheet: usize, row: usize) -> *const u8 {
        ptr.wrapping_offset(sheet as isize * self.sheet[array]).wrapping_offset(row as isize * self.outer[array])
    }

    /// Whether an array's elements do not lie one after the other in so many sheets and rows. 0 is the output.
    fn is_apart(&self, array: usize, Merging { sheets, rows }: Merging) -> bool {
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
        let (staged, mask) = self.mask(masks);
        if self.inner[0] != 1 {
            return Way::Strided;
        }
        let long = if mask == Mask::All { LONG_ROW } else { LONG_MASKED_ROW };
        // Copies pay where they are read again: not in a nest that fits one block.
        let small = self.sheets * self.rows * self.length <= MAX_LANES;
        if staged == 0 && (small || self.length >= long || self.rows == 1) {
            return Way::Rows(mask);
        }
        if self.length < LONG_ROW
            && let Some(merging) = self.merging()
        {
            return Way::Merged(merging);
        }
        match Strips::new(self, mask) {
            _ if staged == 0 => Way::Rows(mask),
            Some(strips) => Way::Strips(strips),
            None => Way::Strided,
        }
    }

    /// The rows and sheets that are put together to one row; `None` if they do not follow each other in the output, or elements are too
    /// large to be copied.
    fn merging(&self) -> Option<Merging> {
        let one = Merging { sheets: 1, rows: 1 };
        if self.is_apart(0, Merging { rows: 2, ..one }) {
            return None;
        }
        let rows = whole_vectors(MAX_LANES / self.length, self.length).clamp(1, self.rows);
        let follow = rows == self.rows && !self.is_apart(0, Merging { sheets: 2, rows });
        let sheet = rows * self.length;
        let sheets = if follow { whole_vectors(MAX_LANES / sheet, sheet).clamp(1, self.sheets) } else { 1 };
        let mut merging = Merging { sheets, rows };
        let copied = |merging: Merging| (1..self.inner.len()).filter(move |&array| self.is_apart(array, merging));
        let needed = |merging: Merging| -> usize {
            let elements = merging.sheets * merging.rows * self.length;
            copied(merging).map(|array| room(self.sizes[array], elements)).sum()
        };
        while needed(merging) > SCRATCH && merging != one {
            let halved = if merging.sheets > 1 { &mut merging.sheets } else { &mut merging.rows };
            *halved /= 2;
        }
        let large = copied(merging).any(|array| self.sizes[array] > STAGE_MAX_ELEM);
        let few = merging.sheets * merging.rows * self.length < STAGE_MIN;
        (!large && !few && merging != one).then_some(merging)
    }
}

/// At most so many parts of `length` elements, together a multiple of what a kernel computes at once if there can be: the elements that
/// remain would be computed one by one.
fn whole_vectors(parts: usize, length: usize) -> usize {
    /// Four vectors of AVX-512 of 4 bytes.
    const AT_ONCE: usize = 64;
    let step = AT_ONCE >> length.trailing_zeros().min(AT_ONCE.trailing_zeros());
    if parts < step { parts } else { parts / step * step }
}

/// Bytes of scratch for `lanes` elements, a multiple of the scratch's alignment.
pub(super) fn room(elem_size: usize, lanes: usize) -> usize {
    (elem_size * lanes).next_multiple_of(align_of::<Scratch>())
}
