//! How a call whose lengths are all types is run: what the compiler works out before there is any code.

use core::num::NonZero;

/// The highest rank of a call.
const MAX_RANK: usize = 8;
/// The loops of a nest: one an axis, and one more where a loop is cut into blocks.
const MAX_LOOPS: usize = MAX_RANK + 1;
/// The most arrays of a call.
pub(crate) const MAX_ARRAYS: usize = 16;
/// Bytes of the local array that holds a block of one operand.
pub(crate) const BUFFER: usize = 2048;
/// The alignment of that array.
pub(crate) const BUFFER_ALIGN: usize = 64;
/// Calls of so few elements are loops that the compiler unrolls.
const SMALL: usize = 64;
/// From so many elements on, the processor is asked what it has.
const WIDE: usize = 256;
/// Rows from this length on are worth a second part ...
const LONG: usize = 256;
/// ... in calls of so many elements.
const MANY: usize = 4096;
/// The most elements of a block.
const MAX_BLOCK: usize = 512;
/// Rows of this length are run as they are; shorter ones are put together.
const LONG_ROW: usize = 32;
/// So many elements are few: what is prepared for them is not used often.
const FEW: usize = 1024;
/// Blocks shorter than this are not worth their copies.
const MIN_BLOCK: usize = 48;

/// The plan of a call whose lengths are all types: loops over the output in C order, axes that run together as one loop.
#[derive(Clone, Copy, Debug)]
pub struct StaticPlan {
    /// The number of loops.
    depth: usize,
    /// Their lengths, outermost first.
    lengths: [usize; MAX_LOOPS],
    /// For each loop, the stride of every array in elements; 0 where it stretches.
    strides: [[usize; MAX_ARRAYS]; MAX_LOOPS],
    /// The number of arrays.
    arrays: usize,
}

impl StaticPlan {
    /// The plan for an output of the first `rank` of these `lengths`, and `arrays` operands, each a dense array in C order.
    ///
    /// An operand's lengths are those it has on the output's axes, in order: the output's own length, or 1 where it
    /// stretches or has no axis.
    ///
    /// # Panics
    /// If there are more than 8 axes or 16 arrays, or an operand has another length than the output's or 1: in a constant,
    /// that is an error of the compiler.
    #[must_use]
    #[inline]
    pub const fn new(
        rank: usize,
        lengths: [usize; MAX_RANK],
        arrays: usize,
        operands: [[usize; MAX_RANK]; MAX_ARRAYS],
    ) -> Self {
        assert!(rank <= MAX_RANK && arrays <= MAX_ARRAYS, "a call has at most 8 axes and 16 arrays");
        // From the innermost axis outwards, into the last entries first.
        let mut reversed =
            StaticPlan { depth: 0, lengths: [1; MAX_LOOPS], strides: [[0; MAX_ARRAYS]; MAX_LOOPS], arrays };
        // The elements of an operand within the axes seen so far.
        let mut inside = [1_usize; MAX_ARRAYS];
        let mut axis = rank;
        while axis > 0 {
            axis -= 1;
            let length = lengths[axis];
            let mut strides = [0; MAX_ARRAYS];
            let mut array = 0;
            while array < arrays {
                let own = operands[array][axis];
                assert!(own == length || own == 1, "an operand's length is the output's, or 1");
                if own != 1 {
                    strides[array] = inside[array];
                }
                // Only arrays of elements without size have more elements than can be counted, and those need no strides.
                inside[array] = inside[array].wrapping_mul(own);
                array += 1;
            }
            if length != 1 {
                reversed.push_outer(length, strides);
            }
        }
        reversed.reverse()
    }

    /// One loop more around the others; it becomes one with the loop inside it if every array steps through both evenly.
    #[inline]
    const fn push_outer(&mut self, length: usize, strides: [usize; MAX_ARRAYS]) {
        if self.depth > 0 {
            let inner = self.depth - 1;
            let mut even = true;
            let mut array = 0;
            while array < self.arrays {
                even &= strides[array] == self.strides[inner][array].wrapping_mul(self.lengths[inner]);
                array += 1;
            }
            if even {
                self.lengths[inner] = self.lengths[inner].saturating_mul(length);
                return;
            }
        }
        self.lengths[self.depth] = length;
        self.strides[self.depth] = strides;
        self.depth += 1;
    }

    #[inline]
    const fn reverse(self) -> Self {
        let mut plan = self;
        let mut index = 0;
        while index < self.depth {
            plan.lengths[index] = self.lengths[self.depth - 1 - index];
            plan.strides[index] = self.strides[self.depth - 1 - index];
            index += 1;
        }
        plan
    }

    /// The elements within the loops from `first` on.
    #[inline]
    const fn within(&self, first: usize) -> usize {
        let mut elements = 1_usize;
        let mut index = first;
        while index < self.depth {
            elements = elements.saturating_mul(self.lengths[index]);
            index += 1;
        }
        elements
    }

    /// Whether every element of an array within the loops from `first` on is the same one.
    #[inline]
    const fn is_fixed(&self, array: usize, first: usize) -> bool {
        let mut index = first;
        while index < self.depth {
            if self.strides[index][array] != 0 {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Whether the elements of an array within the loops from `first` on lie one after the other.
    #[inline]
    const fn is_run(&self, array: usize, first: usize) -> bool {
        let mut index = first;
        while index < self.depth {
            if self.strides[index][array] != self.within(index + 1) {
                return false;
            }
            index += 1;
        }
        true
    }
}

/// How an array is read within a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is one element.
    Fixed,
    /// Its elements lie one after the other.
    Run,
    /// They are copied first, for each block anew.
    Staged,
    /// They are copied first, once for all blocks.
    StagedOnce,
}

/// The loops around blocks of contiguous output, and how each array is read within a block.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The loops; those from `block` on are within a block.
    plan: StaticPlan,
    /// The elements of the output.
    pub(crate) count: usize,
    /// The first loop within a block.
    pub(crate) block: usize,
    /// The length of loop `block`.
    pub(crate) rows: usize,
    /// The same in the last pass of the loop around it.
    pub(crate) last: usize,
    /// The elements of one step of loop `block`.
    pub(crate) row: usize,
    /// The number of blocks.
    pub(crate) blocks: usize,
    /// The elements of a block at the end of its only row that are computed apart: those that fill no vector.
    pub(crate) tail: usize,
    /// Whether the compiler is kept from taking several blocks at once.
    pub(crate) apart: bool,
    /// How each array is read.
    ways: [Way; MAX_ARRAYS],
    /// For each array, the stride within a block: 0 or 1.
    pub(crate) inner: [usize; MAX_ARRAYS],
    /// For each loop, the stride of every array in bytes.
    pub(crate) bytes: [[isize; MAX_ARRAYS]; MAX_LOOPS],
    /// The length of each loop of a nest that has elements.
    pub(crate) divisors: [NonZero<usize>; MAX_LOOPS],
    /// For each loop around the blocks, the output's stride in elements.
    pub(crate) output_strides: [usize; MAX_LOOPS],
    /// How each array is copied, if it is.
    pub(crate) pieces: [Pieces; MAX_ARRAYS],
}

/// An array's elements of a block in pieces that are one run of elements, or one element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    /// The first loop within a piece.
    pub(crate) from: usize,
    /// The output's elements in a piece.
    pub(crate) length: usize,
    /// Whether a piece is one element.
    pub(crate) is_one: bool,
    /// The pieces in one step of loop `block`.
    pub(crate) a_row: usize,
}

impl Schedule {
    /// How to run a plan over arrays of elements of these sizes and of this alignment at most.
    #[inline]
    pub(crate) const fn new(plan: StaticPlan, arrays: usize, sizes: [usize; MAX_ARRAYS], align: usize) -> Self {
        assert!(plan.arrays == arrays, "a plan is for as many arrays as the list has");
        let total = plan.within(0);
        let rows = Schedule::of_blocks(plan, plan.depth.saturating_sub(1), 0, sizes);
        if plan.depth < 2 || total <= SMALL || align > BUFFER_ALIGN {
            return rows;
        }
        let row = plan.lengths[plan.depth - 1];
        let blocks = Schedule::cut(plan, sizes);
        let whole_rows = if row >= LONG_ROW {
            true
        } else if blocks.stages_any(false) {
            // Copies for each block cost more than short rows do, and what an expression makes of an operand that is one
            // element a row is computed once a row; but a row of one vector or two should not leave three elements over.
            row >= 4 && !matches!(row, 11 | 13 | 15 | 19 | 23 | 27)
        } else {
            // Copies that serve all blocks pay off if there are many.
            total <= FEW && matches!(row, 4 | 8..)
        };
        if whole_rows { rows } else { blocks }
    }

    /// A plan's blocks are its loops from `block` on; `last` is the length of the first of them in its last pass, or 0.
    #[inline]
    const fn of_blocks(plan: StaticPlan, block: usize, last: usize, sizes: [usize; MAX_ARRAYS]) -> Self {
        let rows = plan.lengths[block];
        let row = plan.within(block + 1);
        let apart = plan.within(0) > SMALL && block > 0 && plan.within(block) < 128;
        let is_one_row = block + 1 == plan.depth;
        let mut schedule = Schedule {
            plan,
            count: plan.within(0),
            block,
            rows,
            last: if last == 0 { rows } else { last },
            row,
            blocks: 1,
            tail: if apart && rows >= LONG_ROW && is_one_row && rows % 8 >= 4 { rows % 8 } else { 0 },
            apart,
            ways: [Way::Fixed; MAX_ARRAYS],
            inner: [0; MAX_ARRAYS],
            bytes: [[0; MAX_ARRAYS]; MAX_LOOPS],
            divisors: [NonZero::<usize>::MIN; MAX_LOOPS],
            output_strides: [0; MAX_LOOPS],
            pieces: [Pieces { from: 0, length: 0, is_one: false, a_row: 0 }; MAX_ARRAYS],
        };
        let mut index = 0;
        while index < block {
            schedule.blocks = schedule.blocks.saturating_mul(plan.lengths[index]);
            schedule.output_strides[index] = schedule.output_stride(index);
            index += 1;
        }
        index = 0;
        while index < plan.depth {
            if let Some(length) = NonZero::new(plan.lengths[index]) {
                schedule.divisors[index] = length;
            }
            index += 1;
        }
        let mut array = 0;
        while array < plan.arrays {
            schedule.ways[array] = if plan.is_fixed(array, block) {
                Way::Fixed
            } else if plan.is_run(array, block) {
                Way::Run
            } else if schedule.stays(array) {
                Way::StagedOnce
            } else {
                Way::Staged
            };
            if matches!(schedule.ways[array], Way::Staged | Way::StagedOnce) {
                assert!(plan.within(block) * sizes[array] <= BUFFER, "what is copied fits its buffer");
                schedule.pieces[array] = schedule.pieces(array);
            }
            schedule.inner[array] = !matches!(schedule.ways[array], Way::Fixed) as usize;
            let mut index = 0;
            while index < plan.depth {
                schedule.bytes[index][array] = plan.strides[index][array].wrapping_mul(sizes[array]) as isize;
                index += 1;
            }
            array += 1;
        }
        schedule
    }

    /// Puts as many whole inner loops into a block as fit the buffers, and as many steps of the next one.
    #[inline]
    const fn cut(mut plan: StaticPlan, sizes: [usize; MAX_ARRAYS]) -> Self {
        let room = room(plan.arrays, sizes);
        let mut block = plan.depth - 1;
        while block > 0 && plan.within(block - 1) <= room {
            block -= 1;
        }
        if block == 0 {
            return Schedule::of_blocks(plan, 0, 0, sizes);
        }
        let length = plan.lengths[block - 1];
        let most = room / plan.within(block);
        if most * plan.within(block) < MIN_BLOCK {
            return Schedule::of_blocks(plan, plan.depth - 1, 0, sizes);
        }
        if most < 2 {
            return Schedule::of_blocks(plan, block, 0, sizes);
        }
        // As few blocks as there can be, all of one size if that is possible without many more of them.
        let fewest = length.div_ceil(most);
        let mut rows = length.div_ceil(fewest);
        let mut even = rows;
        while even > 1 && even * 2 > rows {
            if length.is_multiple_of(even) {
                rows = even;
                break;
            }
            even -= 1;
        }
        // The loop becomes two: over blocks, and over the rows of one.
        let mut index = plan.depth;
        while index >= block {
            plan.lengths[index] = plan.lengths[index - 1];
            plan.strides[index] = plan.strides[index - 1];
            index -= 1;
        }
        plan.depth += 1;
        plan.lengths[block - 1] = length.div_ceil(rows);
        plan.lengths[block] = rows;
        let mut array = 0;
        while array < plan.arrays {
            plan.strides[block - 1][array] = plan.strides[block][array].wrapping_mul(rows);
            array += 1;
        }
        Schedule::of_blocks(plan, block, length - (length.div_ceil(rows) - 1) * rows, sizes)
    }

    /// Whether an array is at the same place in every block.
    #[inline]
    const fn stays(&self, array: usize) -> bool {
        let mut index = 0;
        while index < self.block {
            if self.plan.strides[index][array] != 0 {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Whether an array is copied: once for all blocks, or for each.
    #[inline]
    pub(crate) const fn stages(&self, array: usize, once: bool) -> bool {
        match self.ways[array] {
            Way::Staged => !once,
            Way::StagedOnce => once,
            Way::Fixed | Way::Run => false,
        }
    }

    /// Whether any array is copied: once for all blocks, or for each.
    #[inline]
    pub(crate) const fn stages_any(&self, once: bool) -> bool {
        let mut array = 0;
        while array < self.plan.arrays {
            if self.stages(array, once) {
                return true;
            }
            array += 1;
        }
        false
    }

    /// Which array it is of which `rest` and those behind it are left.
    #[inline]
    pub(crate) const fn array(&self, rest: usize) -> usize {
        self.plan.arrays - rest
    }

    /// An array's stride in a loop.
    #[inline(always)]
    pub(crate) const fn stride(&self, index: usize, array: usize) -> usize {
        self.plan.strides[index][array]
    }

    /// Whether the elements are so few that the loops are unrolled.
    #[inline]
    pub(crate) const fn is_small(&self) -> bool {
        self.count <= SMALL
    }

    /// Whether the elements are so many that instructions which not every processor has are worth asking for.
    #[inline]
    pub(crate) const fn is_wide(&self) -> bool {
        self.count >= WIDE
    }

    /// The output's stride in a loop around blocks.
    #[inline]
    const fn output_stride(&self, index: usize) -> usize {
        // A loop that was cut steps by whole blocks; those around it step by all rows of the cut loop.
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
        self.plan.within(index + 1)
    }

    /// Whether a block is one row, and so long that where it begins matters.
    #[inline]
    pub(crate) const fn is_long(&self) -> bool {
        self.block + 1 == self.plan.depth && self.rows >= LONG && self.count >= MANY && !self.stages_any(false)
    }

    /// How an array's elements of a block are copied.
    #[inline]
    const fn pieces(&self, array: usize) -> Pieces {
        let mut from = self.plan.depth;
        while from > 0 && (self.plan.is_run(array, from - 1) || self.plan.is_fixed(array, from - 1)) {
            from -= 1;
        }
        let (mut a_row, mut index) = (1, self.block + 1);
        while index < from {
            a_row *= self.plan.lengths[index];
            index += 1;
        }
        Pieces { from, length: self.plan.within(from), is_one: self.plan.is_fixed(array, from), a_row }
    }
}

/// How many elements of every array fit its buffer.
#[inline]
const fn room(arrays: usize, sizes: [usize; MAX_ARRAYS]) -> usize {
    let mut room = MAX_BLOCK;
    let mut array = 0;
    while array < arrays {
        if sizes[array] > 0 && BUFFER / sizes[array] < room {
            room = BUFFER / sizes[array];
        }
        array += 1;
    }
    room
}
