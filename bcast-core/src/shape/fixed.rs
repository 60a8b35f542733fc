//! Fixed-size storage for messages and options in builds without an allocator, under the names of the heap types.

use core::ops::{Deref, DerefMut};

use crate::shape::axes::MAX_RANK;

/// A value stored in place.
#[derive(Clone, PartialEq, Eq)]
pub struct Box<T>(T);

impl<T> Box<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Box<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// As many values as a shape in types can have axes.
///
/// Further values are dropped: they occur in no call that compiles without an allocator, and in no tensor's shape.
#[derive(Clone, Debug)]
pub struct Vec<T> {
    values: [T; MAX_RANK],
    /// At most `MAX_RANK`.
    count: usize,
}

/// The values of an option.
pub type Ints = Vec<i64>;

impl<T: Copy + Default> Vec<T> {
    #[inline]
    pub(crate) fn from_slice(values: &[T]) -> Self {
        values.iter().copied().collect()
    }
}

impl<T: Copy + Default> FromIterator<T> for Vec<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(from: I) -> Self {
        let (mut values, mut count) = ([T::default(); MAX_RANK], 0);
        for (slot, value) in values.iter_mut().zip(from) {
            *slot = value;
            count += 1;
        }
        Self { values, count }
    }
}

impl<T: Copy + Default> From<&[T]> for Vec<T> {
    fn from(values: &[T]) -> Self {
        Self::from_slice(values)
    }
}

impl<T> Deref for Vec<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.values[..self.count]
    }
}

impl<T> DerefMut for Vec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.count]
    }
}

impl<T: PartialEq> PartialEq for Vec<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl<T: Eq> Eq for Vec<T> {}
