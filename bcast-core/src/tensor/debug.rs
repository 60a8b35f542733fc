//! The `{:?}` of tensors: written like nested arrays; large tensors omit the middle of long axes.

use core::fmt;

use super::*;
use crate::shape::axes::Shape;

/// Tensors of at most this many elements and rows are written in full.
const WHOLE: usize = 512;
/// The entries written at either end of an axis of a larger tensor.
const ENDS: usize = 4;

macro_rules! debug {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T: fmt::Debug, S: Shape> fmt::Debug for $name<$($lifetime,)? T, S> {
            /// Writes a nested array. Large ones are cut to the ends of each axis, except in `{:#?}`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let lengths = self.layout.lengths().as_ref();
                let entries = lengths.iter().fold(1_usize, |entries, &length| entries.saturating_mul(length.max(1)));
                Part { elements: &self.elements, lengths, cut: entries > WHOLE && !f.alternate() }.fmt(f)
            }
        }
    };
}
all_tensors!(debug);

/// The elements at a position of the outer axes.
struct Part<'a, T> {
    elements: &'a [T],
    /// The lengths of the inner axes, which multiply to the number of elements.
    lengths: &'a [usize],
    cut: bool,
}

impl<T: fmt::Debug> fmt::Debug for Part<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((&length, lengths)) = self.lengths.split_first() else { return self.elements[0].fmt(f) };
        let size: usize = lengths.iter().product();
        let part = |k: usize| Part { elements: &self.elements[k * size..][..size], lengths, cut: self.cut };
        let mut list = f.debug_list();
        match self.cut && length > 2 * ENDS + 1 {
            true => list
                .entries((0..ENDS).map(part))
                .entry(&format_args!("..."))
                .entries((length - ENDS..length).map(part))
                .finish(),
            false => list.entries((0..length).map(part)).finish(),
        }
    }
}
