//! Where one operand's axes sit in the output: the monotone map from its axes to the output's.

use alloc::boxed::Box;
use core::fmt;

/// The output axis of each of an operand's axes, increasing.
///
/// Axes past the last kept one are dropped: they have length 1 and fall beyond the output (pdpd's rule 5 of OpenVINO's
/// broadcast rules: trailing axes of length 1 are ignored). Prints as the list of output axes, `[1, 2]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisMap(Form);

/// Most maps are a run; lists come from explicit axes only, and the short ones must not allocate.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Run { offset: usize, kept: usize },
    Short { kept: u8, axes: [u8; 8] },
    Long(Box<[usize]>),
    Open,
}

impl AxisMap {
    /// Operand axis `i` sits at output axis `offset + i`, for the first `kept` axes of the operand.
    #[inline(always)]
    pub const fn at(offset: usize, kept: usize) -> Self {
        Self(Form::Run { offset, kept })
    }

    /// Operand axis `i` sits at output axis `axes[i]`; the axes must increase.
    pub fn list(axes: &[usize]) -> Self {
        let offset = axes.first().copied().unwrap_or(0);
        if axes.iter().enumerate().all(|(i, &axis)| axis == offset + i) {
            return Self::at(offset, axes.len());
        }
        if axes.len() <= 8 && axes.iter().all(|&axis| axis <= usize::from(u8::MAX)) {
            let mut short = [0; 8];
            for (slot, &axis) in short.iter_mut().zip(axes) {
                *slot = axis as u8;
            }
            Self(Form::Short { kept: axes.len() as u8, axes: short })
        } else {
            Self(Form::Long(axes.into()))
        }
    }

    /// The map of an operand whose alignment depends on lengths that are known only at run time.
    pub const fn open() -> Self {
        Self(Form::Open)
    }

    /// Whether this map is left open until run time.
    pub const fn is_open(&self) -> bool {
        matches!(self.0, Form::Open)
    }

    /// The output axis at which operand axis `axis` sits; `None` for a dropped axis.
    #[inline]
    pub fn output_axis(&self, axis: usize) -> Option<usize> {
        match &self.0 {
            Form::Run { offset, kept } => (axis < *kept).then(|| offset + axis),
            Form::Short { kept, axes } => (axis < usize::from(*kept)).then(|| usize::from(axes[axis])),
            Form::Long(axes) => axes.get(axis).copied(),
            Form::Open => None,
        }
    }

    /// The operand's axis that sits at output axis `output`, if one does.
    #[inline]
    pub fn operand_axis(&self, output: usize) -> Option<usize> {
        match &self.0 {
            Form::Run { offset, kept } => output.checked_sub(*offset).filter(|axis| axis < kept),
            _ => (0..self.kept()).find(|&axis| self.output_axis(axis) == Some(output)),
        }
    }

    /// How many of the operand's axes have an output axis; those after them are dropped.
    #[inline]
    pub fn kept(&self) -> usize {
        match &self.0 {
            Form::Run { kept, .. } => *kept,
            Form::Short { kept, .. } => usize::from(*kept),
            Form::Long(axes) => axes.len(),
            Form::Open => 0,
        }
    }

    /// The output axis of the operand's first axis, if its axes sit side by side.
    #[inline]
    pub const fn offset(&self) -> Option<usize> {
        match self.0 {
            Form::Run { offset, .. } => Some(offset),
            _ => None,
        }
    }

    /// The output axes, one for each kept axis of the operand.
    pub fn output_axes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.kept()).filter_map(|axis| self.output_axis(axis))
    }

    /// This map onto an output that has `by` more axes before its first.
    #[inline]
    pub(crate) fn shifted(self, by: usize) -> Self {
        match self.0 {
            Form::Run { offset, kept } => Self::at(offset + by, kept),
            Form::Open => self,
            _ if by == 0 => self,
            _ => Self::list(&self.output_axes().map(|axis| axis + by).collect::<smallvec::SmallVec<[usize; 8]>>()),
        }
    }
}

impl fmt::Display for AxisMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_open() {
            return f.write_str("[?]");
        }
        f.write_str("[")?;
        for (i, axis) in self.output_axes().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{axis}")?;
        }
        f.write_str("]")
    }
}
