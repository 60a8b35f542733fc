//! Sets of indices.

use std::ops::Deref;

/// Indices in ascending order, each once. A sorted list, since sets of std cost more of the crate's compile time than all that is done with
/// them, and these are short.
#[derive(Clone, Debug, Default)]
pub struct Indices(Vec<usize>);

impl Indices {
    /// Adds an index; false if it is there already.
    pub fn insert(&mut self, index: usize) -> bool {
        let place = self.0.binary_search(&index);
        if let Err(place) = place {
            self.0.insert(place, index);
        }
        place.is_err()
    }

    /// Those that are none of these.
    pub fn without(&self, others: &[usize]) -> Self {
        Self(self.0.iter().copied().filter(|index| !others.contains(index)).collect())
    }

    /// Adds the indices of another set.
    pub fn extend(&mut self, others: &[usize]) {
        for &other in others {
            self.insert(other);
        }
    }
}

impl Deref for Indices {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl FromIterator<usize> for Indices {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut set = Self::default();
        for index in indices {
            set.insert(index);
        }
        set
    }
}
