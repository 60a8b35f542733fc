//! Puts the elements of several short loops together to one row: what does not lie one after the other there is copied aside first, and
//! results that do not are copied from there to where they belong.

use core::mem::MaybeUninit;

use smallvec::SmallVec;

use crate::exec::copy::{Copying, Loop, RUN};
use crate::exec::dispatch::Instructions;
use crate::exec::mask::Mask;
use crate::exec::odometer::{At, Memory, Odometer, SCRATCH, STAGE_MAX_ELEM, STAGE_MIN, Scratch, room};
use crate::exec::{Block, Kernel};
use crate::plan::nest::Plan;

/// At most so many elements are put together: one operand's copy and the output's stay in L1.
const MOST: usize = 1024;

/// What is put together: all of the innermost loops, and a part of the one around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    /// So many loops.
    whole: usize,
    /// The elements of these loops.
    inside: usize,
    /// So many steps of the loop around them; 1 if there is none.
    part: usize,
}

impl Packed {
    /// What is put together of a plan over arrays whose elements have these sizes, the output's first; `None` if that is too little,
    /// or elements are too large to be copied. `scatters`: the output's elements need not lie one after the other.
    pub(super) fn new(plan: &Plan, sizes: &[usize], scatters: bool) -> Option<Self> {
        let mut packed = Packed { whole: 0, inside: 1, part: 1 };
        while let Some(next) = packed.around(plan)
            && (scatters || plan.strides(next)[0] == packed.inside as isize)
        {
            let length = plan.length(next);
            // Of elements without size there may be more than can be counted.
            if packed.inside.saturating_mul(length) > MOST {
                packed.part = whole_vectors(MOST / packed.inside, packed.inside).clamp(1, length);
                break;
            }
            packed.whole += 1;
            packed.inside *= length;
        }
        while packed.needed(plan, sizes) > SCRATCH {
            if packed.part > 1 {
                packed.part /= 2;
            } else if packed.whole > 0 {
                packed.whole -= 1;
                packed.part = plan.length(plan.depth() - 1 - packed.whole);
                packed.inside /= packed.part;
            } else {
                break;
            }
        }
        let large = packed.copied(plan, sizes).any(|array| sizes[array] > STAGE_MAX_ELEM);
        (!large && packed.elements() >= STAGE_MIN).then_some(packed)
    }

    /// The loop around those that are put together as a whole.
    fn around(self, plan: &Plan) -> Option<usize> {
        (plan.depth() - self.whole).checked_sub(1)
    }

    pub(super) fn elements(self) -> usize {
        self.inside * self.part
    }

    /// The arrays that are copied. 0 is the output.
    fn copied(self, plan: &Plan, sizes: &[usize]) -> impl Iterator<Item = usize> {
        (0..sizes.len()).filter(move |&array| self.is_apart(plan, array))
    }

    /// Bytes of scratch for all copies.
    fn needed(self, plan: &Plan, sizes: &[usize]) -> usize {
        self.copied(plan, sizes).map(|array| space(sizes[array], self.elements())).sum()
    }

    /// The loops that are put together, from the innermost on: their lengths, and where they are in the plan.
    fn loops(self, plan: &Plan, part: usize) -> impl Iterator<Item = (usize, usize)> {
        let whole = (0..self.whole).map(|level| plan.depth() - 1 - level).map(|at| (plan.length(at), at));
        whole.chain(self.around(plan).map(|at| (part, at)))
    }

    /// Whether an array's elements do not lie one after the other in what is put together.
    fn is_apart(self, plan: &Plan, array: usize) -> bool {
        let mut next = 1;
        !self.loops(plan, self.part).filter(|&(length, _)| length > 1).all(|(length, at)| {
            let follows = plan.strides(at)[array] == next;
            next *= length as isize;
            follows
        })
    }

    /// The loops that copy an array's elements to scratch, where they lie one after the other, so many steps of the loop around.
    fn copy_loops(self, plan: &Plan, array: usize, size: usize, part: usize) -> impl Iterator<Item = Loop> {
        let mut next = size as isize;
        self.loops(plan, part).map(move |(length, at)| {
            let one = Loop { length, from: plan.strides(at)[array] * size as isize, to: next };
            next *= length as isize;
            one
        })
    }

    /// Computes every element of the plan's output.
    ///
    /// # Safety
    /// As [`execute`](super::odometer::execute), for the plan that this was made for; `at` must be where its arrays start.
    pub(super) unsafe fn run(
        self,
        plan: &Plan,
        mut at: At,
        operands: &[Memory],
        output: Memory,
        kernel: &dyn Kernel,
        instructions: Instructions,
    ) {
        let mut scratch = Scratch(MaybeUninit::uninit());
        let mut free: *mut u8 = (&raw mut scratch.0).cast();
        let results = self.is_apart(plan, 0).then(|| Results::new(self, plan, output.elem_size, &mut free, kernel));
        let staged: SmallVec<[Option<Staged>; 8]> = (operands.iter().enumerate())
            .map(|(index, operand)| {
                let is_apart = self.is_apart(plan, index + 1);
                is_apart.then(|| Staged::new(self, plan, index + 1, operand.elem_size, &mut free))
            })
            .collect();
        let mut pointers = at.operands.clone();
        let mut odometer = Odometer::new(plan.depth() - self.whole, self.part);
        // The outermost loop that has moved; at first all have.
        let mut moved = Some(0);
        let mut is_first = true;
        while let Some(outermost) = moved {
            let part = odometer.steps(plan);
            let size = Size::of(part, self.part);
            for ((pointer, staged), &operand) in pointers.iter_mut().zip(&staged).zip(&at.operands) {
                *pointer = operand;
                if let Some(staged) = staged {
                    *pointer = staged.memory;
                    if is_first || staged.moves.is_some_and(|moves| moves >= outermost) {
                        // SAFETY: the loops lead to the operand's elements from where it is now, and the memory has room for them.
                        unsafe { staged.gather.run(size, operand, staged.memory) };
                    }
                }
            }
            let target = results.as_ref().map_or(at.output, |results| results.memory);
            let block = Block::row(&pointers, target, self.inside * part);
            // SAFETY: every pointer leads to that many contiguous elements: the array's own, or those in scratch, which nothing else
            // can reach. One row is not moved on. Results in scratch are written before they are copied from there, and what a kernel
            // reads of the place before that.
            unsafe {
                if let Some(Results { memory, old: Some(old), .. }) = &results {
                    old.run(size, at.output, *memory);
                }
                kernel.rows(&block, Mask::All, instructions);
                if let Some(Results { memory, scatter, .. }) = &results {
                    scatter.run(size, *memory, at.output);
                }
            }
            moved = odometer.advance(plan, &mut at, operands, output);
            is_first = false;
        }
    }
}

/// Whether what is put together is all that there is room for, or the rest of a loop.
#[derive(Clone, Copy)]
enum Size {
    Whole,
    Rest,
}

impl Size {
    fn of(part: usize, whole: usize) -> Self {
        if part == whole { Size::Whole } else { Size::Rest }
    }
}

/// Copies of one array, for either size.
struct Copies {
    whole: Copying,
    rest: Copying,
}

impl Copies {
    fn new<I: Iterator<Item = Loop>>(packed: Packed, plan: &Plan, size: usize, loops: impl Fn(usize) -> I) -> Self {
        let rest = packed.around(plan).map_or(0, |around| plan.length(around) % packed.part);
        let [whole, rest] = [packed.part, rest.max(1)].map(|part| Copying::new(loops(part), size));
        Copies { whole, rest }
    }

    /// # Safety
    /// As [`Copying::run`].
    unsafe fn run(&self, size: Size, from: *const u8, to: *mut u8) {
        let copying = match size {
            Size::Whole => &self.whole,
            Size::Rest => &self.rest,
        };
        // SAFETY: the caller's promise.
        unsafe { copying.run(from, to) };
    }
}

/// An operand whose elements are copied aside.
struct Staged {
    memory: *mut u8,
    gather: Copies,
    /// The innermost of the outer loops along which it moves. A copy serves until that one or one around it takes a step; the first
    /// is the longest.
    moves: Option<usize>,
}

impl Staged {
    fn new(packed: Packed, plan: &Plan, array: usize, size: usize, free: &mut *mut u8) -> Self {
        let gather = Copies::new(packed, plan, size, |part| packed.copy_loops(plan, array, size, part));
        let moves = (0..plan.depth() - packed.whole).rev().find(|&at| plan.strides(at)[array] != 0);
        Staged { memory: take(free, size, packed.elements()), gather, moves }
    }
}

/// The output, where its elements do not lie one after the other.
struct Results {
    memory: *mut u8,
    scatter: Copies,
    /// For what a kernel reads of the place.
    old: Option<Copies>,
}

impl Results {
    fn new(packed: Packed, plan: &Plan, size: usize, free: &mut *mut u8, kernel: &dyn Kernel) -> Self {
        let old = |part| packed.copy_loops(plan, 0, size, part);
        let back = |part| old(part).map(|one| Loop { from: one.to, to: one.from, ..one });
        Results {
            memory: take(free, size, packed.elements()),
            scatter: Copies::new(packed, plan, size, back),
            old: kernel.character().reads_place.then(|| Copies::new(packed, plan, size, old)),
        }
    }
}

/// The next memory of scratch for a copy.
fn take(free: &mut *mut u8, size: usize, elements: usize) -> *mut u8 {
    let memory = *free;
    *free = memory.wrapping_add(space(size, elements));
    memory
}

/// Bytes of scratch for a copy: its elements, and a run that may be written behind them.
fn space(size: usize, elements: usize) -> usize {
    room(1, size * elements + RUN)
}

/// At most so many parts of `length` elements, together a multiple of what a kernel computes at once if there can be: the elements that
/// remain would be computed one by one.
fn whole_vectors(parts: usize, length: usize) -> usize {
    /// Four vectors of AVX-512 of 4 bytes.
    const AT_ONCE: usize = 64;
    let step = AT_ONCE >> length.trailing_zeros().min(AT_ONCE.trailing_zeros());
    if parts < step { parts } else { parts / step * step }
}
