//! Lists in memory that the caller lends, since the rulebook does not allocate.

/// A counting loop for constant functions, in which `for` is not available.
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

/// A list in lent memory. Items that exceed the memory are counted but not stored.
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

    /// The number of items pushed, including those not stored.
    #[inline(always)]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The stored items.
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

    /// The last item, if it was stored.
    pub const fn last_mut(&mut self) -> Option<&mut T> {
        match self.count.checked_sub(1) {
            Some(last) if last < self.memory.len() => Some(&mut self.memory[last]),
            _ => None,
        }
    }

    /// True if the memory is full.
    #[inline(always)]
    pub const fn is_full(&self) -> bool {
        self.count >= self.memory.len()
    }

    /// Drops all but the first `count` items.
    pub const fn truncate(&mut self, count: usize) {
        if count < self.count {
            self.count = count;
        }
    }
}
