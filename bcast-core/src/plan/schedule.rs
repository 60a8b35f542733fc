//! The schedule of a call whose lengths are all in types: computed by the compiler before it generates code.

use core::num::NonZero;

use crate::rules::list::each;
use crate::shape::axes::MAX_RANK;

/// The most loops of a nest: one per axis, and one more where a loop is cut into blocks.
const MAX_LOOPS: usize = MAX_RANK + 1;
/// The most arrays of a call.
pub(crate) const MAX_ARRAYS: usize = 16;
/// Bytes of the local array that holds a block of one operand.
pub(crate) const BUFFER: usize = 2048;
/// The alignment of that array.
pub(crate) const BUFFER_ALIGN: usize = 64;
/// Calls of at most this many elements are loops that the compiler unrolls.
const SMALL: usize = 64;
/// Rows at least this long are split at a cache line ...
const LONG: usize = 256;
/// ... in calls of at least this many elements.
const MANY: usize = 4096;
/// The most elements of a block.
const MAX_BLOCK: usize = 512;
/// Rows at least this long are run one by one; shorter ones are combined into blocks.
const LONG_ROW: usize = 32;
/// At least this long, rows have few elements left over after the last vector.
const SHORT_ROW: usize = 24;
/// Above this count, copies made once for all blocks pay off.
const FEW: usize = 1024;
/// Blocks shorter than this are not worth their copies.
const MIN_BLOCK: usize = 48;

/// The plan of a call whose lengths are all in types: loops over the output in C order, with coalesced axes.
#[derive(Clone, Copy, Debug)]
pub struct StaticPlan {
    /// The number of loops.
    depth: usize,
    /// Their lengths, outermost first.
    lengths: [usize; MAX_LOOPS],
    /// The elements in one step of each loop; 1 at `depth`.
    steps: [usize; MAX_LOOPS + 1],
    /// The stride of every array in each loop, in elements; 0 where it stretches.
    strides: [[usize; MAX_ARRAYS]; MAX_LOOPS],
    /// The number of arrays.
    arrays: usize,
}

// The compiler interprets the following functions once per call, and a function call costs it more than many additions: frequent operations
// are macros, or are computed once and stored.

/// A product that saturates at `usize::MAX`.
macro_rules! saturating_product {
    ($a:expr, $b:expr) => {{
        let product = $a as u128 * $b as u128;
        if product > usize::MAX as u128 { usize::MAX } else { product as usize }
    }};
}
/// A product that wraps. Only arrays of zero-sized elements have more elements than can be counted, and those need no strides.
macro_rules! wrapping_product {
    ($a:expr, $b:expr) => {
        ($a as u128 * $b as u128) as usize
    };
}

impl StaticPlan {
    /// The plan for an output of the first `rank` of these `lengths` and `arrays` operands, each a dense array in C order.
    ///
    /// `operands` holds each operand's lengths on the output's axes: the output's length, or 1 where it stretches or has no axis.
    ///
    /// # Panics
    /// If there are more than 8 axes or 16 arrays, or an operand's length is neither the output's nor 1. In a constant this is a compile
    /// error.
    #[must_use]
    #[inline]
    pub const fn new(
        rank: usize,
        lengths: [usize; MAX_RANK],
        arrays: usize,
        operands: [[usize; MAX_RANK]; MAX_ARRAYS],
    ) -> Self {
        assert!(rank <= MAX_RANK && arrays <= MAX_ARRAYS, "a call has at most 8 axes and 16 arrays");
        // From the innermost axis outwards.
        let mut depth = 0;
        let mut outward_lengths = [1; MAX_LOOPS];
        let mut outward_strides = [[0; MAX_ARRAYS]; MAX_LOOPS];
        // The elements of an operand within the axes seen so far.
        let mut inside = [1_usize; MAX_ARRAYS];
        let mut axis = rank;
        while axis > 0 {
            axis -= 1;
            let length = lengths[axis];
            // Coalesces with the loop inside if every array steps through both evenly.
            let mut is_even = depth > 0;
            let mut array = 0;
            while array < arrays {
                let own = operands[array][axis];
                assert!(own == length || own == 1, "an operand's length is the output's, or 1");
                let stride = if own == 1 { 0 } else { inside[array] };
                if is_even {
                    is_even =
                        stride == wrapping_product!(outward_strides[depth - 1][array], outward_lengths[depth - 1]);
                }
                outward_strides[depth][array] = stride;
                if own != 1 {
                    inside[array] = wrapping_product!(inside[array], own);
                }
                array += 1;
            }
            if length == 1 {
                continue;
            }
            if is_even {
                outward_lengths[depth - 1] = saturating_product!(outward_lengths[depth - 1], length);
            } else {
                outward_lengths[depth] = length;
                depth += 1;
            }
        }
        let (mut lengths, mut strides) = ([1; MAX_LOOPS], [[0; MAX_ARRAYS]; MAX_LOOPS]);
        each!(index < depth, {
            lengths[index] = outward_lengths[depth - 1 - index];
            strides[index] = outward_strides[depth - 1 - index];
        });
        StaticPlan { depth, lengths, steps: StaticPlan::steps(depth, &lengths), strides, arrays }
    }

    #[inline]
    const fn steps(depth: usize, lengths: &[usize; MAX_LOOPS]) -> [usize; MAX_LOOPS + 1] {
        let mut steps = [1; MAX_LOOPS + 1];
        let mut index = depth;
        while index > 1 {
            index -= 1;
            steps[index - 1] = saturating_product!(steps[index], lengths[index]);
        }
        steps
    }

    /// The number of the output's elements.
    #[inline]
    const fn elements(&self) -> usize {
        if self.depth == 0 { 1 } else { saturating_product!(self.steps[0], self.lengths[0]) }
    }

    /// True if an array stays at one element within the loops from `first` to the one before `end`.
    #[inline]
    const fn is_fixed(&self, array: usize, first: usize, end: usize) -> bool {
        let mut index = first;
        while index < end {
            if self.strides[index][array] != 0 {
                return false;
            }
            index += 1;
        }
        true
    }

    /// True if an array's elements within the loops from `first` on are contiguous.
    #[inline]
    const fn is_run(&self, array: usize, first: usize) -> bool {
        let mut index = first;
        while index < self.depth {
            if self.strides[index][array] != self.steps[index] {
                return false;
            }
            index += 1;
        }
        true
    }
}

/// The loops around blocks of contiguous output, and how each array is read within a block: as one element, as contiguous elements, or as a
/// copy. Only numbers and arrays of numbers, which the compiler validates as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The loops; those from `block` on are within a block.
    plan: StaticPlan,
    /// The number of the output's elements.
    pub(crate) count: usize,
    /// The first loop within a block.
    pub(crate) block: usize,
    /// The length of loop `block`.
    pub(crate) rows: usize,
    /// The length of loop `block` in the last pass of the loop around it.
    pub(crate) last: usize,
    /// The number of elements in one step of loop `block`.
    pub(crate) row: usize,
    /// The number of blocks.
    pub(crate) blocks: usize,
    /// The elements at the end of a one-row block that are computed separately, since they fill no vector.
    pub(crate) tail: usize,
    /// True to keep the compiler from merging several blocks.
    pub(crate) apart: bool,
    /// The arrays that are copied anew for each block, one bit each.
    staged: u32,
    /// The arrays that are copied once for all blocks, one bit each.
    staged_once: u32,
    /// For each array, the stride within a block: 0 or 1.
    pub(crate) inner: [usize; MAX_ARRAYS],
    /// For each loop, the stride of every array in bytes.
    pub(crate) bytes: [[isize; MAX_ARRAYS]; MAX_LOOPS],
    /// The length of each loop as a divisor; 1 in an empty nest.
    pub(crate) divisors: [NonZero<usize>; MAX_LOOPS],
    /// For each loop around the blocks, the output's stride in elements.
    pub(crate) output_strides: [usize; MAX_LOOPS],
    /// The pieces in which each staged array's part of a block is copied, contiguous elements or one repeated element: the first loop within a
    /// piece, the output elements in a piece, the pieces in one step of loop `block`, and 1 if a piece repeats one element, else 0.
    pub(crate) pieces: [[usize; 4]; MAX_ARRAYS],
}

impl Schedule {
    /// Schedules a plan over arrays of these element sizes, whose alignments are at most `align`.
    #[inline]
    pub(crate) const fn new(
        plan: StaticPlan,
        arrays: usize,
        sizes: [usize; MAX_ARRAYS],
        align: usize,
        is_costly: bool,
    ) -> Self {
        assert!(plan.arrays == arrays, "a plan is for as many arrays as the list has");
        let total = plan.elements();
        let innermost = if plan.depth == 0 { 0 } else { plan.depth - 1 };
        if plan.depth < 2 || total <= SMALL || align > BUFFER_ALIGN || plan.lengths[innermost] >= LONG_ROW {
            return Schedule::of_blocks(&plan, innermost, 0, &sizes);
        }
        let row = plan.lengths[innermost];
        let blocks = Schedule::cut(&plan, &sizes);
        let stages_one = blocks.staged != 0 && blocks.staged & (blocks.staged - 1) == 0;
        let fills_vectors = row >= 8 && row.is_multiple_of(4);
        let whole_rows = if is_costly && stages_one && !fills_vectors && row < SHORT_ROW {
            // One copy costs less than computing the elements at the end of each row that fill no vector one by one.
            false
        } else if blocks.stages_any(false) {
            // Copies for each block cost more than short rows do. Besides, rows compute subexpressions of a stretched operand once per row.
            row >= 4
        } else {
            // Copies made once for all blocks pay off if there are many blocks.
            total <= FEW && matches!(row, 4 | 8..)
        };
        if whole_rows { Schedule::of_blocks(&plan, innermost, 0, &sizes) } else { blocks }
    }

    /// Makes the loops from `block` on the blocks of a plan; `last` is the length of loop `block` in the last pass, or 0 if it is whole.
    #[inline]
    const fn of_blocks(plan: &StaticPlan, block: usize, last: usize, sizes: &[usize; MAX_ARRAYS]) -> Self {
        let rows = plan.lengths[block];
        let row = plan.steps[block];
        let count = plan.elements();
        let within = saturating_product!(rows, row);
        let apart = count > SMALL && block > 0 && within < 128;
        let is_one_row = block + 1 == plan.depth;
        let mut schedule = Schedule {
            plan: *plan,
            count,
            block,
            rows,
            last: if last == 0 { rows } else { last },
            row,
            blocks: 1,
            tail: if apart && rows >= LONG_ROW && is_one_row && rows % 8 >= 4 { rows % 8 } else { 0 },
            apart,
            staged: 0,
            staged_once: 0,
            inner: [0; MAX_ARRAYS],
            bytes: [[0; MAX_ARRAYS]; MAX_LOOPS],
            divisors: [NonZero::<usize>::MIN; MAX_LOOPS],
            output_strides: [0; MAX_LOOPS],
            pieces: [[0; 4]; MAX_ARRAYS],
        };
        each!(index < block, {
            schedule.blocks = saturating_product!(schedule.blocks, plan.lengths[index]);
            schedule.output_strides[index] = schedule.output_stride(index);
        });
        each!(index < plan.depth, {
            if let Some(length) = NonZero::new(plan.lengths[index]) {
                schedule.divisors[index] = length;
            }
        });
        let mut array = 0;
        while array < plan.arrays {
            // Is the array one element within a block, or contiguous?
            let (mut is_fixed, mut is_run) = (true, true);
            let mut index = 0;
            while index < plan.depth {
                let stride = plan.strides[index][array];
                schedule.bytes[index][array] = wrapping_product!(stride, sizes[array]) as isize;
                if index >= block {
                    is_fixed &= stride == 0;
                    is_run &= stride == plan.steps[index];
                }
                index += 1;
            }
            if !is_fixed {
                schedule.inner[array] = 1;
            }
            if !is_fixed && !is_run {
                assert!(within * sizes[array] <= BUFFER, "what is copied fits its buffer");
                // Does it read the same elements in every block?
                if plan.is_fixed(array, 0, block) {
                    schedule.staged_once |= 1 << array;
                } else {
                    schedule.staged |= 1 << array;
                }
                schedule.cut_into_pieces(array);
            }
            array += 1;
        }
        schedule
    }

    /// Puts into a block as many whole inner loops as fit the buffers, and as many steps of the next loop.
    #[inline]
    const fn cut(plan: &StaticPlan, sizes: &[usize; MAX_ARRAYS]) -> Self {
        let room = room(plan.arrays, sizes);
        let mut block = plan.depth - 1;
        while block > 0 && saturating_product!(plan.steps[block - 1], plan.lengths[block - 1]) <= room {
            block -= 1;
        }
        if block == 0 {
            return Schedule::of_blocks(plan, 0, 0, sizes);
        }
        let (length, step) = (plan.lengths[block - 1], plan.steps[block - 1]);
        let most = room / step;
        if most * step < MIN_BLOCK {
            return Schedule::of_blocks(plan, plan.depth - 1, 0, sizes);
        }
        if most < 2 {
            return Schedule::of_blocks(plan, block, 0, sizes);
        }
        // As few blocks as possible, of equal size if that takes not many more of them.
        let fewest = length.div_ceil(most);
        let mut rows = length.div_ceil(fewest);
        let mut tried = 0;
        loop {
            // Tries numbers of blocks or of rows, whichever is smaller, to spare the compiler.
            let even = if fewest < rows { length / (fewest + tried) } else { rows - tried };
            if even < 2 || even * 2 <= rows {
                break;
            }
            if length % even == 0 {
                rows = even;
                break;
            }
            tried += 1;
        }
        // Splits the loop into one over blocks and one over the rows of a block.
        let mut plan = *plan;
        let mut index = plan.depth;
        while index >= block {
            plan.lengths[index] = plan.lengths[index - 1];
            plan.strides[index] = plan.strides[index - 1];
            index -= 1;
        }
        plan.depth += 1;
        plan.lengths[block - 1] = length.div_ceil(rows);
        plan.lengths[block] = rows;
        plan.steps = StaticPlan::steps(plan.depth, &plan.lengths);
        each!(array < plan.arrays, {
            plan.strides[block - 1][array] = wrapping_product!(plan.strides[block][array], rows);
        });
        Schedule::of_blocks(&plan, block, length - (length.div_ceil(rows) - 1) * rows, sizes)
    }

    /// True if an array is copied: once for all blocks if `once`, else for each block.
    #[inline]
    pub(crate) const fn stages(&self, array: usize, once: bool) -> bool {
        let staged = if once { self.staged_once } else { self.staged };
        staged >> array & 1 == 1
    }

    /// True if any array is copied: once for all blocks if `once`, else for each block.
    #[inline]
    pub(crate) const fn stages_any(&self, once: bool) -> bool {
        let staged = if once { self.staged_once } else { self.staged };
        staged != 0
    }

    /// An array's stride in a loop.
    #[inline(always)]
    pub(crate) const fn stride(&self, index: usize, array: usize) -> usize {
        self.plan.strides[index][array]
    }

    /// True if the compiler unrolls the loops, since the elements are few.
    #[inline]
    pub(crate) const fn is_small(&self) -> bool {
        self.count <= SMALL
    }

    /// The output's stride in a loop around blocks.
    #[inline]
    const fn output_stride(&self, index: usize) -> usize {
        // The split loop steps by whole blocks; the loops around it step by all of its rows.
        if index + 1 < self.block && self.last != self.rows {
            let cut = self.block - 1;
            let rows = (self.plan.lengths[cut] - 1) * self.rows + self.last;
            let mut stride = rows * self.row;
            let mut inner = index + 1;
            while inner < cut {
                stride *= self.plan.lengths[inner];
                inner += 1;
            }
            return stride;
        }
        self.plan.steps[index]
    }

    /// True if a block is one row, long enough to be split at a cache line.
    #[inline]
    pub(crate) const fn is_long(&self) -> bool {
        self.block + 1 == self.plan.depth && self.rows >= LONG && self.count >= MANY && !self.stages_any(false)
    }

    /// Computes the pieces in which an array's part of a block is copied.
    #[inline]
    const fn cut_into_pieces(&mut self, array: usize) {
        let mut from = self.plan.depth;
        while from > 0 && (self.plan.is_run(array, from - 1) || self.plan.is_fixed(array, from - 1, self.plan.depth)) {
            from -= 1;
        }
        let (mut a_row, mut index) = (1, self.block + 1);
        while index < from {
            a_row *= self.plan.lengths[index];
            index += 1;
        }
        let length = if from == self.plan.depth {
            1
        } else {
            saturating_product!(self.plan.steps[from], self.plan.lengths[from])
        };
        self.pieces[array] = [from, length, a_row, self.plan.is_fixed(array, from, self.plan.depth) as usize];
    }
}

/// The number of elements that fit the buffer of every array.
#[inline]
const fn room(arrays: usize, sizes: &[usize; MAX_ARRAYS]) -> usize {
    let mut room = MAX_BLOCK;
    each!(array < arrays, {
        if sizes[array] > 0 && BUFFER / sizes[array] < room {
            room = BUFFER / sizes[array];
        }
    });
    room
}
