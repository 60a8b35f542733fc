//! Runs a plan with an odometer over its outer loops.

use smallvec::SmallVec;

use crate::exec::dispatch::{self, Instructions};
use crate::exec::in_place::{LONG_ROW, is_wide, long_row};
use crate::exec::mask::Mask;
use crate::exec::packed::Packed;
use crate::exec::stage::make_tiles;
use crate::exec::strips::Strips;
use crate::exec::tiles::{self, Strides};
use crate::exec::{Block, Character, Kernel, aligned};
use crate::plan::nest::Plan;
use crate::plan::small::is_across;

/// An array in memory, without its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) ptr: *mut u8,
    pub(crate) elem_size: usize,
}

/// Blocks and strips shorter than this are not worth staging.
pub(super) const STAGE_MIN: usize = 16;
/// Elements larger than this are read in place, whatever their stride.
pub(super) const STAGE_MAX_ELEM: usize = 64;
/// Bytes of scratch on the stack.
pub(super) const SCRATCH: usize = 32 * 1024;
/// The most elements of a block, a strip or a combined row: one operand's copy and the output's stay in L1.
pub(super) const MAX_LANES: usize = 1024;

/// Computes every element of the plan's output; `aligns` if `kernel` aligns its output itself.
///
/// # Safety
/// `operands` and `output` must be, in this order, the arrays that the plan was made for and that `kernel` reads and writes: every element
/// that the plan leads to is initialised (operands) or writable and reached once (output), and the output overlaps no operand.
pub(crate) unsafe fn execute(plan: &Plan, operands: &[Memory], output: Memory, kernel: &dyn Kernel, aligns: bool) {
    let nest = Nest::new(plan, operands, output, kernel);
    // SAFETY: the caller's promise.
    unsafe { nest.execute(plan, operands, output, kernel, aligns) };
}

/// An index of a plan's outer loops.
pub(super) struct Odometer {
    index: SmallVec<[usize; 8]>,
    /// The steps that the innermost loop takes at once.
    by: usize,
}

impl Odometer {
    pub(super) fn new(loops: usize, by: usize) -> Self {
        Odometer { index: SmallVec::from_elem(0, loops), by }
    }

    /// The remaining steps of the innermost loop, at most as many as are taken at once.
    pub(super) fn steps(&self, plan: &Plan) -> usize {
        self.index.last().map_or(1, |&index| self.by.min(plan.length(self.index.len() - 1) - index))
    }

    /// Moves to the next index, and `at` with it. Returns the outermost loop that took a step, or `None` past the last index.
    pub(super) fn advance(&mut self, plan: &Plan, at: &mut At, operands: &[Memory], output: Memory) -> Option<usize> {
        let loops = self.index.len();
        for (axis, index) in self.index.iter_mut().enumerate().rev() {
            let by = if axis + 1 == loops { self.by } else { 1 };
            if plan.length(axis) - *index > by {
                *index += by;
                step(at, plan.strides(axis), operands, output, by as isize);
                return Some(axis);
            }
            step(at, plan.strides(axis), operands, output, -(*index as isize));
            *index = 0;
        }
        None
    }
}

/// Pointers to output and operands at one index of the outer loops.
pub(super) struct At {
    pub(super) output: *mut u8,
    pub(super) operands: SmallVec<[*const u8; 8]>,
}

/// Moves `at` by `count` steps of one loop.
fn step(at: &mut At, strides: &[isize], operands: &[Memory], output: Memory, count: isize) {
    // Wrapping: on the way to the next index an address may lie outside the array.
    at.output = at.output.wrapping_offset(strides[0] * count * output.elem_size as isize);
    for ((ptr, stride), operand) in at.operands.iter_mut().zip(&strides[1..]).zip(operands) {
        *ptr = ptr.wrapping_offset(stride * count * operand.elem_size as isize);
    }
}

/// The three inner loops of a plan and each array's strides in them: `sheets` of `rows` rows of `length` elements. It serves any arrays with
/// elements of the same sizes.
pub(crate) struct Nest {
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
    traversal: Traversal,
}

/// How the inner loops are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Traversal {
    /// The output's rows are contiguous, and an operand's are contiguous or one element, by the mask.
    Rows(Mask),
    /// The output's rows are contiguous. Strips of operand rows that no kernel reads in place are staged, so that a few kernels serve every
    /// layout.
    Strips(Strips),
    /// The output's rows are short and follow each other: they are combined into longer ones, for which other operands are staged.
    Packed(Packed),
    /// The kernel takes elements by strides, over the loops in any order.
    ByStrides,
    /// Element by element.
    Strided,
}

impl Nest {
    pub(crate) fn new(plan: &Plan, operands: &[Memory], output: Memory, kernel: &dyn Kernel) -> Self {
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
        let mut nest =
            Nest { sheets, rows, length, sheet, outer, inner, sizes, instructions, traversal: Traversal::Strided };
        let mut lengths = [nest.length, nest.rows, nest.sheets];
        if (1..width).any(|array| is_across(nest.inner[array], nest.sizes[array], nest.sheet[array])) {
            tiles::order_outer(&mut lengths, &mut nest.outer, &mut nest.sheet);
            [_, nest.rows, nest.sheets] = lengths;
        }
        nest.traversal = nest.traversal(plan, &kernel.character());
        if nest.traversal == Traversal::ByStrides {
            let strides = Strides { inner: &mut nest.inner[..], outer: &mut nest.outer, sheet: &mut nest.sheet };
            tiles::order(&mut lengths, &nest.sizes, strides);
            [nest.length, nest.rows, nest.sheets] = lengths;
        }
        nest
    }

    /// Computes every element of the plan's output; `aligns` if `kernel` aligns its output itself.
    ///
    /// # Safety
    /// As [`execute`](self::execute), for the plan and the kernel that `self` was made for; the elements of the arrays must have the sizes of
    /// those that `self` was made for.
    pub(crate) unsafe fn execute(
        &self,
        plan: &Plan,
        operands: &[Memory],
        output: Memory,
        kernel: &dyn Kernel,
        aligns: bool,
    ) {
        if plan.is_empty() {
            return;
        }
        let mut at = self.starts(plan, operands, output);
        let mut odometer = Odometer::new(plan.depth().saturating_sub(3), 1);
        loop {
            // SAFETY: the caller's promise; `at` leads to the elements at an index of the outer loops and 0 of the inner three, and the
            // traversal, with the mask to which the inner strides belong, was made for this nest and plan.
            unsafe {
                match self.traversal {
                    Traversal::Rows(mask) => self.run_rows(&at, mask, kernel, aligns),
                    Traversal::Strips(strips) => strips.run(self, &at, kernel),
                    Traversal::Packed(packed) => {
                        return packed.run(plan, at, operands, output, kernel, self.instructions);
                    }
                    Traversal::ByStrides => self.run_by_strides(&at, kernel),
                    Traversal::Strided => self.run_strided(&at, kernel),
                }
            }
            if odometer.advance(plan, &mut at, operands, output).is_none() {
                return;
            }
        }
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
    /// As [`execute`](self::execute), for the sheets at `at`; the inner strides must be those of the mask.
    unsafe fn run_rows(&self, at: &At, mask: Mask, kernel: &dyn Kernel, aligns: bool) {
        let mut operands = at.operands.clone();
        let mut output = at.output;
        for _ in 0..self.sheets {
            let block = Block::row(&operands, output, self.length).repeated(self.rows, &self.outer);
            // SAFETY: the caller's promise; the strides are the plan's.
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

    /// # Safety
    /// As [`execute`](self::execute), for the sheets at `at`, with a kernel for [`Mask::APART`].
    unsafe fn run_by_strides(&self, at: &At, kernel: &dyn Kernel) {
        let mut pointers = SmallVec::<[*const u8; 9]>::from_elem(at.output, 1);
        pointers.extend_from_slice(&at.operands);
        let lengths = [self.length, self.rows, self.sheets];
        let strides = Strides { inner: &self.inner[..], outer: &self.outer[..], sheet: &self.sheet[..] };
        // SAFETY: the caller's promise; the strides are the plan's.
        unsafe { tiles::run(kernel, &pointers, lengths, &self.sizes, strides, self.instructions) };
    }

    /// Runs each element as a row: a kernel for strides would cost every call site compile time.
    ///
    /// # Safety
    /// As [`execute`](self::execute), for the sheets at `at`.
    unsafe fn run_strided(&self, at: &At, kernel: &dyn Kernel) {
        let steps: SmallVec<[isize; 8]> =
            self.inner.iter().zip(&self.sizes).map(|(stride, &size)| stride * size as isize).collect();
        for sheet in 0..self.sheets {
            for row in 0..self.rows {
                let start = |array: usize, ptr: *const u8| self.element(ptr, array, [sheet, row, 0]);
                let operands: SmallVec<[*const u8; 8]> =
                    at.operands.iter().enumerate().map(|(index, &ptr)| start(index + 1, ptr)).collect();
                let block = Block::row(&operands, start(0, at.output).cast_mut(), 1).repeated(self.length, &steps);
                // SAFETY: the caller's promise; the strides are the plan's, and one element is contiguous.
                unsafe { kernel.rows(&block, Mask::ALL, self.instructions) };
            }
        }
    }

    /// The element of an array at a sheet, row and lane.
    pub(super) fn element(&self, ptr: *const u8, array: usize, [sheet, row, lane]: [usize; 3]) -> *const u8 {
        ptr.wrapping_offset(sheet as isize * self.sheet[array])
            .wrapping_offset(row as isize * self.outer[array])
            .wrapping_offset(lane as isize * self.inner[array] * self.sizes[array] as isize)
    }

    /// The mask under which the fewest arrays are staged row by row, and their number.
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
            .fold((all, Mask::ALL), |best, next| if next.0 < best.0 { next } else { best })
    }

    /// True if the rows of each array follow each other or are one.
    fn repeats(&self) -> bool {
        let mut arrays = self.outer.iter().zip(&self.sizes);
        arrays.all(|(&outer, &size)| outer == 0 || outer == (self.length * size) as isize)
    }

    /// True if an array's rows lie closer together than its elements.
    pub(super) fn is_transposed(&self, array: usize) -> bool {
        is_across(self.inner[array], self.sizes[array], self.outer[array])
    }

    /// True if transposed operands are copied in tiles.
    fn has_tiles(&self) -> bool {
        let operands = self.inner.len() - 1;
        let across = (1..=operands).filter(|&array| self.is_transposed(array)).count();
        make_tiles([self.length, self.rows], across, operands)
    }

    /// True if operands [lie across](tiles::lie_across) the rows.
    fn is_across(&self) -> bool {
        let strides = Strides { inner: &self.inner[..], outer: &self.outer[..], sheet: &self.sheet[..] };
        tiles::lie_across([self.length, self.rows], &self.sizes, strides)
    }

    /// True if elements that are apart are [wide](is_wide).
    fn has_wide_steps(&self) -> bool {
        self.inner.iter().zip(&self.sizes).any(|(&stride, &size)| is_wide(stride, size))
    }

    /// Combines short rows, if that makes longer ones; with scattered results they must be more than 4 times longer.
    fn packed(&self, plan: &Plan) -> Option<Packed> {
        let without = Packed::new(plan, &self.sizes, false);
        let long = without.map_or(0, Packed::elements);
        let with = if long < LONG_ROW { Packed::new(plan, &self.sizes, true) } else { None };
        with.filter(|with| with.elements() > 4 * long).or(without.filter(|_| long > self.length))
    }

    /// The best traversal of these loops, with kernels of this character.
    fn traversal(&self, plan: &Plan, character: &Character) -> Traversal {
        if character.takes_apart && (self.has_wide_steps() || self.is_across()) {
            return Traversal::ByStrides;
        }
        let (staged, mask) = self.mask(dispatch::masks(&character.masks, self.instructions));
        if self.inner[0] != 1 {
            return Packed::new(plan, &self.sizes, true).map_or(Traversal::Strided, Traversal::Packed);
        }
        let count = self.sheets * self.rows * self.length;
        let long = long_row(character, count, self.sizes[0], mask != Mask::ALL, self.repeats());
        // Staging pays off if copies are read again, which does not happen in a nest of one block.
        let small = count <= MAX_LANES;
        if staged == 0 && (small || self.length >= long || self.rows == 1) {
            return Traversal::Rows(mask);
        }
        if self.length < LONG_ROW
            && !self.has_tiles()
            && let Some(packed) = self.packed(plan)
        {
            return Traversal::Packed(packed);
        }
        match Strips::new(self, mask) {
            _ if staged == 0 => Traversal::Rows(mask),
            Some(strips) => Traversal::Strips(strips),
            None => Traversal::Strided,
        }
    }
}
