//! Runs a plan: the odometer over its outer loops, which knows no types, around the kernels of the call site, which do.

mod kernel;
mod stage;

use core::mem::MaybeUninit;
use smallvec::SmallVec;

use crate::plan::Plan;
pub use kernel::{AnyRow, Row, RowOf};
pub(crate) use kernel::{Block, Job, Kernel};

/// An operand in memory, without its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) ptr: *mut u8,
    pub(crate) elem_size: usize,
}

/// Rows shorter than this are not worth staging.
const STAGE_MIN: usize = 16;
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
    let nest = Nest::new(plan, operands, output);
    let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, depth.saturating_sub(2));
    let mut at = nest.starts(plan, operands, output);
    loop {
        // SAFETY: `at` leads to the elements at `index` of the outer loops and 0 of the inner two.
        unsafe { nest.run(&mut at, kernel) };
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

/// The two inner loops: `rows` rows of `length` elements, and how each array steps through them.
struct Nest {
    rows: usize,
    length: usize,
    /// From row to row, in bytes; the output's first.
    outer: SmallVec<[isize; 8]>,
    /// From element to element, in elements; the output's first.
    inner: SmallVec<[isize; 8]>,
    sizes: SmallVec<[usize; 8]>,
    way: Way,
}

/// How the inner loops are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Every array's row is contiguous.
    Contiguous,
    /// The output's row is contiguous; blocks of the other rows are copied to scratch memory first, so that the
    /// kernel for contiguous rows serves every layout.
    Staged { lanes: usize },
    /// Element by element.
    Strided,
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
        let (rows, outer) = match depth.checked_sub(2) {
            Some(second) => {
                let strides = plan.strides(second).iter().zip(&sizes);
                (plan.length(second), strides.map(|(stride, &size)| stride * size as isize).collect())
            }
            None => (1, SmallVec::from_elem(0, width)),
        };
        let way = way(length, &inner, &sizes);
        Nest { rows, length, outer, inner, sizes, way }
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
    /// As [`execute`], for the rows at `at`.
    unsafe fn run(&self, at: &mut At, kernel: &dyn Kernel) {
        let block = Block {
            operands: at.operands.as_ptr(),
            output: at.output,
            rows: self.rows,
            length: self.length,
            output_outer: self.outer[0],
            outer: self.outer[1..].as_ptr(),
            output_inner: self.inner[0],
            inner: self.inner[1..].as_ptr(),
        };
        match self.way {
            // SAFETY: all inner strides are 1.
            Way::Contiguous => unsafe { kernel.contiguous(&block) },
            // SAFETY: the strides are the plan's.
            Way::Strided => unsafe { kernel.strided(&block) },
            // SAFETY: as the caller says; `lanes` was computed from the sizes of what is staged.
            Way::Staged { lanes } => unsafe { self.run_staged(at, lanes, kernel) },
        }
    }

    /// # Safety
    /// As [`Nest::run`], with `lanes` from [`way`].
    unsafe fn run_staged(&self, at: &mut At, lanes: usize, kernel: &dyn Kernel) {
        let mut scratch = Scratch(MaybeUninit::uninit());
        let scratch: *mut u8 = (&raw mut scratch.0).cast();
        let mut block_ptrs: SmallVec<[*const u8; 8]> = at.operands.clone();
        for row in 0..self.rows as isize {
            let mut start = 0;
            while start < self.length {
                let count = lanes.min(self.length - start);
                let mut used = 0;
                for (index, ptr) in at.operands.iter().enumerate() {
                    let (stride, size) = (self.inner[index + 1], self.sizes[index + 1]);
                    let row_ptr = ptr.wrapping_offset(row * self.outer[index + 1]);
                    let source = row_ptr.wrapping_offset(start as isize * stride * size as isize);
                    if stride == 1 {
                        block_ptrs[index] = source;
                        continue;
                    }
                    let target = scratch.wrapping_add(used);
                    used += room(size, lanes);
                    block_ptrs[index] = target;
                    // A stretched operand's block is the same all along the row, and from row to row if it is
                    // stretched there too.
                    let fresh = stride != 0 || (start == 0 && (row == 0 || self.outer[index + 1] != 0));
                    if fresh {
                        let filled = if stride == 0 { lanes.min(self.length) } else { count };
                        // SAFETY: `source` leads to `filled` elements (all the same one for stride 0), and `target` has
                        // room for `lanes` of them, which `way` made sure of.
                        unsafe { stage::gather(source, stride * size as isize, size, target, filled) };
                    }
                }
                let output = at.output.wrapping_offset(row * self.outer[0]).wrapping_add(start * self.sizes[0]);
                let block = Block {
                    operands: block_ptrs.as_ptr(),
                    output,
                    rows: 1,
                    length: count,
                    output_outer: 0,
                    outer: self.outer[1..].as_ptr(),
                    output_inner: 1,
                    inner: self.inner[1..].as_ptr(),
                };
                // SAFETY: every pointer leads to `count` contiguous elements: the array's own, or those just staged.
                unsafe { kernel.contiguous(&block) };
                start += count;
            }
        }
    }
}

/// Bytes of scratch for `lanes` elements, a multiple of the scratch's alignment.
fn room(elem_size: usize, lanes: usize) -> usize {
    (elem_size * lanes).next_multiple_of(align_of::<Scratch>())
}

fn way(length: usize, inner: &[isize], sizes: &[usize]) -> Way {
    if inner.iter().all(|&stride| stride == 1) {
        return Way::Contiguous;
    }
    let staged = || inner[1..].iter().zip(&sizes[1..]).filter(|(stride, _)| **stride != 1).map(|(_, &size)| size);
    if inner[0] != 1 || length < STAGE_MIN || staged().any(|size| size > STAGE_MAX_ELEM) {
        return Way::Strided;
    }
    // 64 lanes of 64 bytes for each of 4 operands fill the scratch; more of them go element by element.
    let mut lanes = MAX_LANES;
    while staged().map(|size| room(size, lanes)).sum::<usize>() > SCRATCH {
        lanes /= 2;
        if lanes < 64 {
            return Way::Strided;
        }
    }
    Way::Staged { lanes }
}
