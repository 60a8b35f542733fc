//! Combines the elements of several short loops into one row. Operands that are not contiguous there are staged, and results are scattered
//! from scratch if the output is not contiguous.

use smallvec::SmallVec;

use crate::exec::copy::{Copying, Loop, room_of_copy};
use crate::exec::dispatch::Instructions;
use crate::exec::line::Scratch;
use crate::exec::mask::Mask;
use crate::exec::odometer::{At, MAX_LANES, Memory, Odometer, SCRATCH, STAGE_MAX_ELEM, STAGE_MIN};
use crate::exec::{Block, Kernel};
use crate::plan::nest::Plan;

/// A combined row: some of the innermost loops as a whole, and a part of the loop around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    /// The number of loops combined as a whole.
    whole: usize,
    /// Their elements.
    inside: usize,
    /// The steps of the loop around them; 1 if there is none.
    part: usize,
}

impl Packed {
    /// Combines loops of a plan over arrays of these element sizes, the output's first. `None` if the row is too short or elements are too
    /// large to be copied. With `scatters` the output need not be contiguous.
    pub(super) fn new(plan: &Plan, sizes: &[usize], scatters: bool) -> Option<Self> {
        let mut packed = Packed { whole: 0, inside: 1, part: 1 };
        while let Some(next) = packed.around(plan)
            && (scatters || plan.strides(next)[0] == packed.inside as isize)
        {
            let length = plan.length(next);
            // Saturating: zero-sized elements can be more than a `usize` counts.
            if packed.inside.saturating_mul(length) > MAX_LANES {
                packed.part = whole_vectors(MAX_LANES / packed.inside, packed.inside).clamp(1, length);
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

    /// The loop around those combined as a whole.
    fn around(self, plan: &Plan) -> Option<usize> {
        (plan.depth() - self.whole).checked_sub(1)
    }

    pub(super) fn elements(self) -> usize {
        self.inside * self.part
    }

    /// The arrays that are copied; 0 is the output.
    fn copied(self, plan: &Plan, sizes: &[usize]) -> impl Iterator<Item = usize> {
        (0..sizes.len()).filter(move |&array| self.is_apart(plan, array))
    }

    /// Bytes of scratch for all copies.
    fn needed(self, plan: &Plan, sizes: &[usize]) -> usize {
        self.copied(plan, sizes).map(|array| room_of_copy(self.elements(), sizes[array])).sum()
    }

    /// The length and the plan's index of each combined loop, from the innermost on; the loop around takes `part` steps.
    fn loops(self, plan: &Plan, part: usize) -> impl Iterator<Item = (usize, usize)> {
        let whole = (0..self.whole).map(|level| plan.depth() - 1 - level).map(|at| (plan.length(at), at));
        whole.chain(self.around(plan).map(|at| (part, at)))
    }

    /// True if an array's elements are not contiguous in the combined row.
    fn is_apart(self, plan: &Plan, array: usize) -> bool {
        let mut next = 1;
        !self.loops(plan, self.part).filter(|&(length, _)| length > 1).all(|(length, at)| {
            let follows = plan.strides(at)[array] == next;
            next *= length as isize;
            follows
        })
    }

    /// The loops that copy an array's elements contiguously into scratch, for `part` steps of the loop around.
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
    /// As [`execute`](super::odometer::execute), for the plan that `self` was made for; `at` must be where its arrays start.
    pub(super) unsafe fn run(
        self,
        plan: &Plan,
        mut at: At,
        operands: &[Memory],
        output: Memory,
        kernel: &dyn Kernel,
        instructions: Instructions,
    ) {
        let mut scratch = Scratch::<SCRATCH>::new();
        let mut free = scratch.first();
        let results = self.is_apart(plan, 0).then(|| Results::new(self, plan, output.elem_size, &mut free, kernel));
        let staged: SmallVec<[Option<Staged>; 8]> = (operands.iter().enumerate())
            .map(|(index, operand)| {
                let is_apart = self.is_apart(plan, index + 1);
                is_apart.then(|| Staged::new(self, plan, index + 1, operand.elem_size, &mut free))
            })
            .collect();
        let mut pointers = at.operands.clone();
        let mut odometer = Odometer::new(plan.depth() - self.whole, self.part);
        // The outermost loop that has moved; initially all have.
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
                        // SAFETY: the loops lead to the operand's elements from its current position, and `Staged::new` has taken room for
                        // them.
                        unsafe { staged.gather.run(size, operand, staged.memory) };
                    }
                }
            }
            let target = results.as_ref().map_or(at.output, |results| results.memory);
            let block = Block::row(&pointers, target, self.inside * part);
            // SAFETY: every pointer leads to that many contiguous elements: the array's own, or those in scratch, which nothing else can
            // reach. One row needs no strides. Results in scratch are written before they are copied out, and the place's old elements are
            // copied in before a kernel reads them.
            unsafe {
                if let Some(Results { memory, old: Some(old), .. }) = &results {
                    old.run(size, at.output, *memory);
                }
                kernel.rows(&block, Mask::ALL, instructions);
                if let Some(Results { memory, scatter, .. }) = &results {
                    scatter.run(size, *memory, at.output);
                }
            }
            moved = odometer.advance(plan, &mut at, operands, output);
            is_first = false;
        }
    }
}

/// A row of full size, or the rest at the end of a loop.
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

/// The copies of one array, for either size.
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

/// An operand that is staged.
struct Staged {
    memory: *mut u8,
    gather: Copies,
    /// The innermost of the outer loops along which the operand moves. A copy stays valid until that loop or one around it takes a step;
    /// the first copy is the longest.
    moves: Option<usize>,
}

impl Staged {
    fn new(packed: Packed, plan: &Plan, array: usize, size: usize, free: &mut *mut u8) -> Self {
        let gather = Copies::new(packed, plan, size, |part| packed.copy_loops(plan, array, size, part));
        let moves = (0..plan.depth() - packed.whole).rev().find(|&at| plan.strides(at)[array] != 0);
        Staged { memory: take(free, size, packed.elements()), gather, moves }
    }
}

/// The scratch of an output that is not contiguous.
struct Results {
    memory: *mut u8,
    scatter: Copies,
    /// Copies the place's old elements into scratch, if a kernel reads them.
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

/// Takes scratch for the next copy.
fn take(free: &mut *mut u8, size: usize, elements: usize) -> *mut u8 {
    let memory = *free;
    *free = memory.wrapping_add(room_of_copy(elements, size));
    memory
}

/// Rounds `parts` of `length` elements down to whole vectors, if there are enough: leftover elements are computed one by one.
fn whole_vectors(parts: usize, length: usize) -> usize {
    /// Four AVX-512 vectors of 4-byte elements.
    const AT_ONCE: usize = 64;
    let step = AT_ONCE >> length.trailing_zeros().min(AT_ONCE.trailing_zeros());
    if parts < step { parts } else { parts / step * step }
}
