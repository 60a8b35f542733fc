//! Lists in memory that the caller lends: the rulebook allocates nothing.

/// Repeats a block for each index below an end; what `for` is outside of constant functions.
macro_rules! each {
    ($index:ident < $end:expr, $block:block) => {
        let mut next = 0;
        while next < $end {
            let $index = next;
            next += 1;
            $block
        }
    };
}
pub(crate) use each;

/// A list that grows in lent memory. What finds no room there is counted, and lost.
#[derive(Debug)]
pub(crate) struct Lent<'m, T> {
    memory: &'m mut [T],
    count: usize,
}

impl<'m, T: Copy> Lent<'m, T> {
    #[inline(always)]
    pub const fn new(memory: &'m mut [T]) -> Self {
        Self { memory, count: 0 }
    }

    pub const fn push(&mut self, item: T) {
        if self.count < self.memory.len() {
            self.memory[self.count] = item;
        }
        self.count += 1;
    }

    /// How many there are, with those that found no room.
    #[inline(always)]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Those that found room.
    #[inline(always)]
    pub const fn items(&self) -> &[T] {
        let room = self.memory.len();
        self.memory.split_at(if self.count < room { self.count } else { room }).0
    }

    #[inline(always)]
    pub const fn items_mut(&mut self) -> &mut [T] {
        let room = self.memory.len();
        self.memory.split_at_mut(if self.count < room { self.count } else { room }).0
    }

    /// The last one, if it found room.
    pub const fn last_mut(&mut self) -> Option<&mut T> {
        match self.count.checked_sub(1) {
            Some(last) if last < self.memory.len() => Some(&mut self.memory[last]),
            _ => None,
        }
    }

    /// Whether the memory is full.
    #[inline(always)]
    pub const fn is_full(&self) -> bool {
        self.count >= self.memory.len()
    }

    /// Forgets all but the first of them.
    pub const fn truncate(&mut self, count: usize) {
        if count < self.count {
            self.count = count;
        }
    }
}
