//! Where one operand's axes sit in the output.

#[cfg(feature = "rules")]
use core::fmt;

#[cfg(feature = "rules")]
use smallvec::SmallVec;

use crate::rules::list::each;

/// The output axis of each of an operand's axes, borrowed from the caller: consecutive axes, or the user's list in any order.
///
/// Axes from `kept` on are dropped: they have length 1 and fall beyond the output (OpenVINO's broadcast rules, PDPD 5: trailing ones are
/// ignored).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AxisMap<'a> {
    /// The number of the operand's axes that have an output axis; the rest is dropped.
    pub kept: usize,
    offset: usize,
    /// The user's list of axes, if there is one.
    axes: Option<&'a [i64]>,
    /// The alignment depends on lengths known only at run time; `kept` is 0 then.
    pub is_open: bool,
    /// A dropped axis must prove to have length 1 at run time.
    pub drops_open: bool,
}

impl<'a> AxisMap<'a> {
    /// An alignment that depends on lengths known only at run time.
    pub const OPEN: Self = Self { is_open: true, ..Self::at(0, 0) };

    /// Operand axis `i` sits at output axis `offset + i`, for the first `kept` axes of the operand.
    #[inline(always)]
    pub const fn at(offset: usize, kept: usize) -> Self {
        Self { kept, offset, axes: None, is_open: false, drops_open: false }
    }

    /// The last of `own` axes sits at the last of `rank` output axes, and so on; `None` if there are too many.
    #[inline(always)]
    pub const fn right(own: usize, rank: usize) -> Option<Self> {
        if own <= rank { Some(Self::at(rank - own, own)) } else { None }
    }

    /// Operand axis `i` sits at output axis `axes[i]`; none is negative.
    #[inline(always)]
    pub const fn list(axes: &'a [i64]) -> Self {
        Self { axes: Some(axes), ..Self::at(0, axes.len()) }
    }

    /// The output axis of a kept axis.
    #[inline(always)]
    pub const fn output(&self, axis: usize) -> usize {
        match self.axes {
            None => self.offset + axis,
            Some(axes) => self.offset + axes[axis] as usize,
        }
    }

    /// The output axis at which operand axis `axis` sits; `None` for a dropped axis.
    #[inline]
    pub const fn output_axis(&self, axis: usize) -> Option<usize> {
        if axis < self.kept { Some(self.output(axis)) } else { None }
    }

    /// The operand's axis at output axis `output`, if any.
    #[inline]
    pub const fn operand_axis(&self, output: usize) -> Option<usize> {
        each!(axis < self.kept, {
            if self.output(axis) == output {
                return Some(axis);
            }
        });
        None
    }

    /// The same map onto an output that has `by` more axes before its first.
    #[inline(always)]
    pub const fn shifted(self, by: usize) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

/// The output axis of each of an operand's axes.
///
/// Axes from `kept` on are dropped: they have length 1 and fall beyond the output. Prints as the list of output axes, `[1, 2]`.
#[cfg(feature = "rules")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedAxisMap {
    /// Signed like the option `axes`, so that a borrowed map can point to it.
    axes: SmallVec<[i64; 6]>,
    is_open: bool,
}

#[cfg(feature = "rules")]
impl OwnedAxisMap {
    /// True if the alignment depends on lengths known only at run time.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The output axis at which operand axis `axis` sits; `None` for a dropped axis.
    #[inline]
    pub fn output_axis(&self, axis: usize) -> Option<usize> {
        self.axes.get(axis).map(|&axis| axis as usize)
    }

    /// The operand's axis at output axis `output`, if any.
    pub fn operand_axis(&self, output: usize) -> Option<usize> {
        self.axes.iter().position(|&axis| axis as usize == output)
    }

    /// The number of the operand's axes that have an output axis; the rest is dropped.
    #[inline]
    pub fn kept(&self) -> usize {
        self.axes.len()
    }

    /// The output axes of the kept axes, in the operand's order.
    pub fn output_axes(&self) -> impl Iterator<Item = usize> + '_ {
        self.axes.iter().map(|&axis| axis as usize)
    }

    pub(crate) fn borrowed(&self) -> AxisMap<'_> {
        if self.is_open { AxisMap::OPEN } else { AxisMap::list(&self.axes) }
    }
}

#[cfg(feature = "rules")]
impl From<AxisMap<'_>> for OwnedAxisMap {
    fn from(map: AxisMap<'_>) -> Self {
        Self { axes: (0..map.kept).map(|axis| map.output(axis) as i64).collect(), is_open: map.is_open }
    }
}

#[cfg(feature = "rules")]
impl fmt::Display for OwnedAxisMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_open {
            return f.write_str("[?]");
        }
        f.debug_list().entries(&self.axes).finish()
    }
}
