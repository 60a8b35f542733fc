//! Chooses between rows that are computed where they lie, and those that are copied first.

use crate::exec::Character;
use crate::exec::aligned;

/// The [long row](long_row) of costly elements: those that fill no vector take as long as vectors.
pub(super) const LONG_ROW: usize = 64;
/// That of rows along which some array stands still, for which copies are fills.
const LONG_MASKED_ROW: usize = 16;
/// That of cheap elements, in bytes.
pub(super) const LONG_BYTES: usize = 32;
/// That of cheap elements if copies are read again and again.
const LONG_REPEATED_BYTES: usize = 128;
/// Elements of this many bytes are not copied to make rows of them.
const WIDE: usize = 8;
/// The least length of rows that take less time where they lie than the odometer takes to prepare longer ones.
pub(crate) const SHORT_ROW: usize = 8;
/// The most elements of an array that is copied as a whole.
pub(super) const WHOLE: usize = 2048;

/// The length from which rows take less time where they lie than combined into longer ones, for which some arrays are copied. The output has `count`
/// elements of `size` bytes. `stands` if some array stands still along a row, and `repeats` if those that would be copied have one row over and over.
#[inline(always)]
pub(crate) fn long_row(character: &Character, count: usize, size: usize, stands: bool, repeats: bool) -> usize {
    let is_small = count.saturating_mul(size) < aligned::LEAST;
    let bytes = match is_small {
        _ if stands && (!is_small || character.shares != 0) => return LONG_MASKED_ROW,
        _ if character.is_costly => return LONG_ROW,
        // Copying the rows takes as long as computing them.
        true if !repeats && count <= WHOLE => return 1,
        false if repeats => LONG_REPEATED_BYTES,
        _ => LONG_BYTES,
    };
    bytes / size.max(1)
}

/// True for elements that a row steps over apart, if a vector holds so few that copies take longer than single elements.
#[inline(always)]
pub(super) fn is_wide(stride: isize, size: usize) -> bool {
    stride >> 1 != 0 && size >= WIDE
}
