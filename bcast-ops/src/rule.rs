//! The broadcasting rule of an operator: a mode of bcast with its options, or a rule of ONNX's first opsets.

use bcast::mode::Mode;
use bcast::{Broadcast, BroadcastError};
use smallvec::SmallVec;

/// The rule by which an operator's inputs broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A mode.
    Mode { mode: Mode, axis: Option<i64>, base: Option<usize> },
    /// ONNX below opset 7 with `broadcast = 1`: the second input has one element, or just the lengths of the first from `axis` on, by
    /// default those of its last axes.
    Contiguous { axis: Option<i64> },
    /// ONNX PRelu below opset 7: the second input has one element, or one for each channel, axis 1 of the first.
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

    /// The rule for partly unknown lengths: it holds for all shapes that can still fit.
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

/// Tells whether an array of the first shape stretches to the second, aligned at the last axes.
#[inline]
pub(crate) fn stretches_to(shape: &[usize], to: &[usize]) -> bool {
    let fits = |offset: usize| shape.iter().zip(&to[offset..]).all(|(&own, &length)| own == length || own == 1);
    to.len().checked_sub(shape.len()).is_some_and(fits)
}

/// Tells by a quick test whether this is the shape of the output in mode numpy.
#[inline]
pub(crate) fn is_plainly_joint(shapes: &[&[usize]], place: &[usize]) -> bool {
    let rank = place.len();
    let mut reached = 0_u64;
    if rank > 64 || !shapes.iter().any(|shape| shape.len() == rank) {
        return false;
    }
    for shape in shapes {
        let Some(offset) = rank.checked_sub(shape.len()) else { return false };
        for (axis, length) in shape.iter().enumerate() {
            if *length == place[offset + axis] {
                reached |= 1 << (offset + axis);
            }
        }
    }
    reached.count_ones() as usize == rank
}
