//! The plan of a call: one loop nest over the output and all operands, with as few and as long loops as the strides allow.

use core::fmt;
use smallvec::SmallVec;

use crate::plan::sort::sort_few;

#[cfg(test)]
mod tests;

/// One array of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The lengths of its axes.
    pub shape: &'a [usize],
    /// The strides of its axes, in elements.
    pub strides: &'a [isize],
}

/// The number of elements, saturating: zero-sized elements can be more than a `usize` counts.
#[inline(always)]
pub(crate) fn product(shape: &[usize]) -> usize {
    shape.iter().fold(1, |count, &length| count.saturating_mul(length))
}

/// The strides, in elements, of memory without gaps in C order, in which the innermost axis is contiguous.
///
/// ```
/// use bcast_core::plan::dense_strides;
///
/// assert_eq!(dense_strides(&[2, 3, 4])[..], [12, 4, 1]);
/// ```
#[must_use]
pub fn dense_strides(shape: &[usize]) -> SmallVec<[isize; 8]> {
    dense_along(shape, 0..shape.len())
}

/// The strides of memory without gaps in which the axes lie in this order, the outermost first.
pub(crate) fn dense_along(shape: &[usize], axes: impl DoubleEndedIterator<Item = usize>) -> SmallVec<[isize; 8]> {
    let mut strides: SmallVec<[isize; 8]> = SmallVec::from_elem(1, shape.len());
    let mut next: isize = 1;
    for axis in axes.rev() {
        strides[axis] = next;
        // Views with stride 0 may have more elements than can be counted. They are never dense, so a wrapped product is harmless.
        next = next.wrapping_mul(shape[axis].max(1) as isize);
    }
    strides
}

/// A loop nest, outermost loop first.
///
/// Each loop has a length and, for the output and every operand, a stride in elements: 0 where the operand is stretched. Axes of length 1
/// are dropped, neighbouring axes that every array steps through evenly coalesce into one loop, and the output's strides are positive and
/// fall from the outermost loop to the innermost.
///
/// Prints as lengths, each with the output's stride and the operands' strides in brackets.
///
/// ```
/// use bcast_core::plan::{Plan, Source};
///
/// let bias = Source { shape: &[3], strides: &[1] };
/// let image = Source { shape: &[2, 3, 4, 5], strides: &[60, 20, 5, 1] };
/// let plan = Plan::new(&[2, 3, 4, 5], &[60, 20, 5, 1], &[image, bias], |operand, axis| Some([0, 1][operand] + axis));
/// assert_eq!(plan.to_string(), "2x[60; 60, 0] 3x[20; 20, 1] 20x[1; 1, 0]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    lengths: SmallVec<[usize; 8]>,
    /// One row of `width` strides per loop: the output's, then the operands'. 8 loops over 6 operands fit inline.
    strides: SmallVec<[isize; 56]>,
    width: usize,
    /// The start offsets of output and operands in elements from their first one: not 0 where an axis is walked backwards.
    starts: SmallVec<[isize; 8]>,
    empty: bool,
}

impl Plan {
    /// Plans the nest over `shape`, whose memory has the strides `output`.
    ///
    /// `output_axis(operand, axis)` maps an operand's axis to the axis of `shape` at which it sits; `None` requires that its length is 1.
    /// An operand's axes of length 1, and those it lacks, get stride 0.
    ///
    /// # Panics
    /// If an operand's axis has neither length 1 nor the output's length: every address in a kernel relies on this check.
    pub fn new(
        shape: &[usize],
        output: &[isize],
        operands: &[Source<'_>],
        output_axis: impl Fn(usize, usize) -> Option<usize>,
    ) -> Self {
        let width = operands.len() + 1;
        // One row of `width` strides per axis.
        let mut by_axis: SmallVec<[isize; 56]> = SmallVec::from_elem(0, shape.len() * width);
        let by_axis = &mut by_axis[..];
        assert_eq!(shape.len(), output.len(), "the output has a stride for each axis");
        for (axis, &stride) in output.iter().enumerate() {
            by_axis[axis * width] = stride;
        }
        for (index, operand) in operands.iter().enumerate() {
            for (axis, (&length, &stride)) in operand.shape.iter().zip(operand.strides).enumerate() {
                if length == 1 {
                    continue;
                }
                let at = output_axis(index, axis).filter(|&at| shape[at] == length);
                let at = at.expect("an operand's axis has the output's length where it does not stretch");
                by_axis[at * width + 1 + index] = stride;
            }
        }
        let mut plan = Plan {
            lengths: SmallVec::new(),
            strides: SmallVec::new(),
            width,
            starts: SmallVec::from_elem(0, width),
            empty: shape.contains(&0),
        };
        if plan.empty {
            return plan;
        }
        let mut order: SmallVec<[usize; 8]> = (0..shape.len()).filter(|&axis| shape[axis] != 1).collect();
        sort_few(&mut order, |&axis| core::cmp::Reverse(by_axis[axis * width].unsigned_abs()));
        for axis in order {
            plan.push(shape[axis], &mut by_axis[axis * width..(axis + 1) * width]);
        }
        plan
    }

    /// Adds a loop inside the others, or coalesces it with the innermost one if every array steps evenly through both.
    fn push(&mut self, length: usize, strides: &mut [isize]) {
        if strides[0] < 0 {
            for (start, stride) in self.starts.iter_mut().zip(strides.iter_mut()) {
                *start += *stride * (length as isize - 1);
                *stride = -*stride;
            }
        }
        let last = self.strides.len().saturating_sub(self.width);
        let outer = &mut self.strides[last..];
        // Wrapping: strides of zero-sized elements may overflow, but they address nothing.
        let even = !outer.is_empty()
            && outer.iter().zip(strides.iter()).all(|(&outer, &inner)| outer == inner.wrapping_mul(length as isize));
        if even {
            outer.copy_from_slice(strides);
            if let Some(innermost) = self.lengths.last_mut() {
                *innermost *= length;
            }
        } else {
            self.strides.extend_from_slice(strides);
            self.lengths.push(length);
        }
    }

    /// The number of elements.
    #[cfg(any(feature = "rayon", test))]
    pub(crate) fn count(&self) -> usize {
        if self.empty { 0 } else { self.lengths.iter().product() }
    }

    /// Splits the nest along its outermost loop; `None` if a half would have fewer than `grain` elements.
    #[cfg(any(feature = "rayon", test))]
    pub(crate) fn halves(&self, grain: usize) -> Option<(Plan, Plan)> {
        let count = self.count();
        if self.lengths.is_empty() || count < 256 || count / 2 < grain {
            return None;
        }
        // A fully coalesced nest is split at a multiple of 64 elements, so that no two threads write to one cache line.
        let half = self.lengths[0] / 2;
        let half = if self.depth() == 1 { half.next_multiple_of(64) } else { half };
        let part = |start: usize, length: usize| {
            let mut plan = self.clone();
            for (at, stride) in plan.starts.iter_mut().zip(&self.strides) {
                *at += stride * start as isize;
            }
            plan.lengths[0] = length;
            if length == 1 {
                plan.lengths.remove(0);
                plan.strides.drain(..self.width);
            }
            plan
        };
        Some((part(0, half), part(half, self.lengths[0] - half)))
    }

    /// The number of loops.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.lengths.len()
    }

    /// The number of iterations of the loop at `depth` each time it is entered.
    ///
    /// # Panics
    /// If there is no loop at `depth`.
    #[must_use]
    pub fn length(&self, depth: usize) -> usize {
        self.lengths[depth]
    }

    /// The strides of the loop at `depth`, in elements: the output's, then the operands'.
    ///
    /// # Panics
    /// If there is no loop at `depth`.
    #[must_use]
    pub fn strides(&self, depth: usize) -> &[isize] {
        &self.strides[depth * self.width..(depth + 1) * self.width]
    }

    /// Where the output and the operands start, in elements from their first one.
    #[must_use]
    pub fn starts(&self) -> &[isize] {
        &self.starts
    }

    /// True if some length is 0, so that there is nothing to compute.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.empty
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.empty {
            return f.write_str("nothing");
        }
        if self.depth() == 0 {
            return f.write_str("one element");
        }
        for depth in 0..self.depth() {
            let separator = if depth == 0 { "" } else { " " };
            let strides = self.strides(depth);
            write!(f, "{separator}{}x[{}", self.length(depth), strides[0])?;
            for (index, stride) in strides[1..].iter().enumerate() {
                write!(f, "{}{stride}", if index == 0 { "; " } else { ", " })?;
            }
            f.write_str("]")?;
        }
        Ok(())
    }
}
