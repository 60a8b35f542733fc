//! Where one operand's axes sit in the output.

#[cfg(feature = "rules")]
use core::fmt;

#[cfg(feature = "rules")]
use smallvec::SmallVec;

/// The output axis of each of an operand's axes, in the caller's memory: a run of neighbours, or the user's own list, in any order.
///
/// Axes past the last kept one are dropped: they have length 1 and fall beyond the output (pdpd's rule 5 of OpenVINO's
/// broadcast rules: trailing axes of length 1 are ignored).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AxisMap<'a> {
    /// How many of the operand's axes have an output axis.
    pub kept: usize,
    offset: usize,
    /// The user's axes, where they are listed.
    axes: Option<&'a [i64]>,
    /// Whether the alignment depends on lengths that are known only at run time; no axis is kept then.
    pub is_open: bool,
    /// Whether a dropped axis has yet to turn out to be of length 1.
    pub drops_open: bool,
}

impl<'a> AxisMap<'a> {
    /// An alignment that depends on lengths which are known only at run time.
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

    /// The operand's axis that sits at output axis `output`, if one does.
    #[inline]
    pub const fn operand_axis(&self, output: usize) -> Option<usize> {
        let mut axis = 0;
        while axis < self.kept {
            if self.output(axis) == output {
                return Some(axis);
            }
            axis += 1;
        }
        None
    }

    /// The same map onto an output that has `by` more axes before its first.
    #[inline(always)]
    pub const fn shifted(self, by: usize) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

/// Where one operand's axes sit in the result of a call: the output axis of each of them.
///
/// Axes past the last kept one are dropped: they have length 1 and fall beyond the output. Prints as the list of output axes, `[1, 2]`.
#[cfg(feature = "rules")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedAxisMap {
    /// As the option `axes` has them, so that a map can be borrowed again.
    axes: SmallVec<[i64; 6]>,
    is_open: bool,
}

#[cfg(feature = "rules")]
impl OwnedAxisMap {
    /// Whether the alignment depends on lengths that are known only at run time.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The output axis at which operand axis `axis` sits; `None` for a dropped axis.
    #[inline]
    pub fn output_axis(&self, axis: usize) -> Option<usize> {
        self.axes.get(axis).map(|&axis| axis as usize)
    }

    /// The operand's axis that sits at output axis `output`, if one does.
    pub fn operand_axis(&self, output: usize) -> Option<usize> {
        self.axes.iter().position(|&axis| axis as usize == output)
    }

    /// How many of the operand's axes have an output axis; those after them are dropped.
    #[inline]
    pub fn kept(&self) -> usize {
        self.axes.len()
    }

    /// The output axes, one for each kept axis of the operand.
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
