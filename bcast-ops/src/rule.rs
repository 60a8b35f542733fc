//! The broadcasting rule of an operator: a mode with its options, or a rule of ONNX's first opsets.

use bcast::mode::Mode;
use bcast::{Broadcast, BroadcastError};
use bcast_core::report::resolution::has_shape;
use bcast_core::rules::call::{Alignment, Call, Operand};
use bcast_core::rules::length::Length;
use smallvec::SmallVec;

/// The rule by which an operator's inputs broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A mode.
    Mode { mode: Mode, axis: Option<i64>, base: Option<usize> },
    /// ONNX below opset 7 with `broadcast = 1`: the second input has one element, or exactly the lengths of the first from `axis` on, by
    /// default those of its last axes.
    Contiguous { axis: Option<i64> },
    /// ONNX PRelu below opset 7: the second input has one element, or one per channel (axis 1 of the first).
    Channel,
}

pub(crate) const NUMPY: Rule = Rule::Mode { mode: Mode::Numpy, axis: None, base: None };
pub(crate) const UNIDIRECTIONAL: Rule = Rule::Mode { mode: Mode::Unidirectional, axis: None, base: None };
pub(crate) const SAME: Rule = Rule::Mode { mode: Mode::None, axis: None, base: None };

/// A rule for inputs of certain shapes: a mode and its options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub mode: Mode,
    pub axis: Option<i64>,
    pub base: Option<usize>,
}

impl Options {
    /// The rule for the run-time API.
    #[inline]
    pub fn broadcast<'n>(&self, names: &'n [&'n str]) -> Broadcast<'n> {
        let mut broadcast = Broadcast::new(self.mode).names(names);
        if let Some(axis) = self.axis {
            broadcast = broadcast.axis(axis);
        }
        if let Some(base) = self.base {
            broadcast = broadcast.base(base);
        }
        broadcast
    }

    /// True if the output has this shape.
    ///
    /// Calls the rulebook directly, in 60 ns: a `Broadcast` makes a whole resolution, in 160 ns. For identical shapes no call is needed,
    /// which leaves 33 ns.
    #[inline]
    pub fn give(&self, shapes: &[&[usize]], to: Option<&[usize]>, output: &[usize]) -> bool {
        let is_plain = self.axis.is_none() && self.base.is_none() && to.is_none() && self.mode.takes_identical_shapes();
        if is_plain && shapes.iter().all(|shape| *shape == output) {
            return true;
        }
        self.resolve_to(shapes, to, output)
    }

    fn resolve_to(&self, shapes: &[&[usize]], to: Option<&[usize]>, output: &[usize]) -> bool {
        let mut operands: SmallVec<[Operand<'_>; 6]> = SmallVec::new();
        for shape in shapes {
            // Arrays of zero-sized elements may be longer than any call accepts.
            let Some(shape) = Length::slice(shape) else { return false };
            operands.push(Operand { name: "", shape, alignment: Alignment::ByMode });
        }
        let target = match to.map(Length::slice) {
            Some(None) => return false,
            target => target.flatten(),
        };
        let call = Call::new(self.mode, &operands);
        has_shape(&Call { axis: self.axis, base: self.base, to: target, ..call }, output)
    }
}

impl Rule {
    /// The mode and options for these shapes, or the reason why the second shape does not fit.
    #[inline]
    pub fn options(&self, shapes: &[&[usize]]) -> Result<Options, String> {
        match *self {
            Rule::Mode { mode, axis, base } => Ok(Options { mode, axis, base }),
            Rule::Contiguous { axis } => contiguous(axis, shapes[0], shapes[1]),
            Rule::Channel => Ok(Options {
                mode: Mode::Pdpd,
                axis: Some(if has_one_element(shapes[1]) { -1 } else { 1 }),
                base: None,
            }),
        }
    }

    /// The rule for partly unknown lengths, which holds for all shapes that may still fit.
    pub fn open_options(&self) -> Options {
        match *self {
            Rule::Mode { mode, axis, base } => Options { mode, axis, base },
            Rule::Contiguous { axis } => Options { mode: Mode::Pdpd, axis, base: None },
            Rule::Channel => Options { mode: Mode::Pdpd, axis: Some(1), base: None },
        }
    }
}

fn has_one_element(shape: &[usize]) -> bool {
    shape.iter().all(|&length| length == 1)
}

#[cold]
fn contiguous(axis: Option<i64>, a: &[usize], b: &[usize]) -> Result<Options, String> {
    if has_one_element(b) && b.len() <= a.len() {
        return Ok(Options { mode: Mode::Pdpd, axis: None, base: None });
    }
    let refuse = || {
        let from = axis.map_or("the last axes".to_owned(), |axis| format!("axes {axis} and on"));
        Err(format!("has the shape {b:?}; below opset 7 it must have one element, or the lengths of {from} of {a:?}"))
    };
    let Some(end) = a.len().checked_sub(b.len()) else { return refuse() };
    let start = match axis {
        None => end,
        Some(axis) => match usize::try_from(axis) {
            Ok(axis) if axis <= end => axis,
            _ => return refuse(),
        },
    };
    if a[start..start + b.len()] != *b {
        return refuse();
    }
    Ok(Options { mode: Mode::Pdpd, axis: Some(start as i64), base: None })
}

/// The output's shape, without computing the output.
pub(crate) fn output_shape(
    broadcast: &Broadcast<'_>,
    shapes: &[&[usize]],
) -> Result<SmallVec<[usize; 8]>, BroadcastError> {
    Ok(broadcast.try_resolve(shapes)?.shape)
}
