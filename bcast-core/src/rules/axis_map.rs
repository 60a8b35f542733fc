//! Where one operand's axes sit in the output: the monotone map from its axes to the output's.

use alloc::boxed::Box;
use core::fmt;

use smallvec::SmallVec;

/// The output axis of each of an operand's axes, increasing.
///
/// Axes past the last kept one are dropped: they have length 1 and fall beyond the output (pdpd's rule 5 of OpenVINO's
/// broadcast rules: trailing axes of length 1 are ignored). Prints as the list of output axes, `[1, 2]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisMap {
    kept: usize,
    form: Form,
}

/// Most maps are a run; lists come from explicit axes only, and those of up to 8 axes must not allocate.
///
/// Whole words only: a map is moved while its parts are still being stored, and for smaller parts a move would have to wait.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// Axis `i` sits at this plus `i`.
    Run(usize),
    /// Axis `i` sits at byte `i`.
    Short(u64),
    Long(Box<SmallVec<[usize; 16]>>),
    Open,
}

impl AxisMap {
    /// Operand axis `i` sits at output axis `offset + i`, for the first `kept` axes of the operand.
    #[inline(always)]
    pub const fn at(offset: usize, kept: usize) -> Self {
        Self { kept, form: Form::Run(offset) }
    }

    /// Operand axis `i` sits at output axis `axes[i]`; the axes must increase.
    pub fn list(axes: &[usize]) -> Self {
        let offset = axes.first().copied().unwrap_or(0);
        let form = if axes.iter().enumerate().all(|(i, &axis)| axis == offset + i) {
            Form::Run(offset)
        } else if axes.len() <= 8 && axes.iter().all(|&axis| axis <= 0xff) {
            Form::Short(axes.iter().rev().fold(0, |packed, &axis| packed << 8 | axis as u64))
        } else {
            Form::Long(Box::new(axes.into()))
        };
        Self { kept: axes.len(), form }
    }

    /// The map of an operand whose alignment depends on lengths that are known only at run time.
    pub const fn open() -> Self {
        Self { kept: 0, form: Form::Open }
    }

    /// Whether this map is left open until run time.
    pub const fn is_open(&self) -> bool {
        matches!(self.form, Form::Open)
    }

    /// The output axis at which operand axis `axis` sits; `None` for a dropped axis.
    #[inline]
    pub fn output_axis(&self, axis: usize) -> Option<usize> {
        (axis < self.kept).then(|| match &self.form {
            Form::Run(offset) => offset + axis,
            Form::Short(axes) => (axes >> (8 * axis)) as usize & 0xff,
            Form::Long(axes) => axes[axis],
            Form::Open => unreachable!("an open map keeps no axis"),
        })
    }

    /// The operand's axis that sits at output axis `output`, if one does.
    #[inline]
    pub fn operand_axis(&self, output: usize) -> Option<usize> {
        match self.form {
            Form::Run(offset) => output.checked_sub(offset).filter(|&axis| axis < self.kept),
            _ => self.output_axes().position(|axis| axis == output),
        }
    }

    /// How many of the operand's axes have an output axis; those after them are dropped.
    #[inline]
    pub const fn kept(&self) -> usize {
        self.kept
    }

    /// The output axis of the operand's first axis, if its axes sit side by side.
    #[inline]
    pub const fn offset(&self) -> Option<usize> {
        match self.form {
            Form::Run(offset) => Some(offset),
            _ => None,
        }
    }

    /// The output axes, one for each kept axis of the operand.
    pub fn output_axes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.kept).filter_map(|axis| self.output_axis(axis))
    }

    /// Calls `act(operand axis, output axis)` for each kept axis of an operand of this rank.
    #[inline(always)]
    pub(crate) fn each(&self, rank: usize, mut act: impl FnMut(usize, usize)) {
        match self.form {
            Form::Run(offset) => (0..rank.min(self.kept)).for_each(|axis| act(axis, offset + axis)),
            _ => self.output_axes().enumerate().take(rank).for_each(|(axis, output)| act(axis, output)),
        }
    }

    /// Makes this the map onto an output that has `by` more axes before its first.
    pub(crate) fn shift(&mut self, by: usize) {
        match &mut self.form {
            Form::Run(offset) => *offset += by,
            Form::Open => {}
            _ => *self = Self::list(&self.output_axes().map(|axis| axis + by).collect::<SmallVec<[usize; 16]>>()),
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
