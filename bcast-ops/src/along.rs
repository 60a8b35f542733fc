//! Axes and output shapes of the operators along axes: reductions and normalisations.

use smallvec::SmallVec;

use crate::error::OperatorError;
use crate::fact::{Fact, Length};
use crate::form::{Normalization, Normalize, Reduce, Reduction};
use crate::infer::joint;
use crate::operator::Operator;
use crate::rule;

/// Axes, from 0, in increasing order.
pub(crate) type Axes = SmallVec<[usize; 8]>;

/// What the inputs determine.
#[derive(Debug)]
pub(crate) struct Along {
    /// The axes; `None` if they are not known yet.
    pub axes: Option<Axes>,
    /// The output's shape.
    pub shape: Vec<Length>,
}

/// The axes of an input of this rank, or the reason why they are none.
fn ordered(rank: usize, given: &[i64]) -> Result<Axes, String> {
    let mut axes = Axes::new();
    for &axis in given {
        let from_start = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
        match usize::try_from(from_start) {
            Ok(found) if axes.contains(&found) => {
                return Err(format!("has rank {rank}, and axis {axis} is given twice"));
            }
            Ok(found) if found < rank => axes.push(found),
            _ => return Err(format!("has rank {rank}, so axis {axis} is out of range")),
        }
    }
    axes.sort_unstable();
    Ok(axes)
}

/// The axes and the output's shape of a reduction.
pub(crate) fn reduced(operator: &Operator, reduce: &Reduce, inputs: &[Fact]) -> Result<Along, OperatorError> {
    let data = &inputs[0].shape;
    let rank = data.len();
    let Some(given) = given_axes(operator, reduce, inputs)? else {
        let rank = match inputs[1].shape[0] {
            Length::Known(count) if count > rank => {
                return Err(operator.bad_input(0, format!("has rank {rank}, and {count} axes are given")));
            }
            _ if reduce.keeps => rank,
            Length::Known(count) => rank - count,
            _ => {
                let reason = "must have a known length, which decides the rank of the output";
                return Err(operator.bad_input(1, reason.into()));
            }
        };
        return Ok(Along { axes: None, shape: vec![Length::Unknown; rank] });
    };
    let axes = match &given[..] {
        [] if reduce.noop => Axes::new(),
        [] => (0..rank).collect(),
        given => ordered(rank, given).map_err(|reason| operator.bad_input(0, reason))?,
    };
    let is_position = matches!(reduce.function, Reduction::Position { .. });
    if let Some(axis) = axes.iter().find(|&&axis| is_position && data[axis] == Length::Known(0)) {
        return Err(operator.bad_input(0, format!("has length 0 along axis {axis}, where no element has a position")));
    }
    let kept = |(axis, length): (usize, &Length)| match axes.contains(&axis) {
        false => Some(length.clone()),
        true => reduce.keeps.then_some(Length::Known(1)),
    };
    let shape = data.iter().enumerate().filter_map(kept).collect();
    Ok(Along { axes: Some(axes), shape })
}

/// The axes as an attribute or input lists them; `None` if they are not known yet.
fn given_axes(operator: &Operator, reduce: &Reduce, inputs: &[Fact]) -> Result<Option<Vec<i64>>, OperatorError> {
    if let Some(axes) = &reduce.axes {
        return Ok(Some(axes.clone()));
    }
    let Some(input) = inputs.get(1) else { return Ok(Some(Vec::new())) };
    let [length] = &input.shape[..] else {
        return Err(operator.bad_input(1, format!("has rank {}; it must be 1", input.shape.len())));
    };
    if *length == Length::Known(0) {
        return Ok(Some(Vec::new()));
    }
    let number = |length: &Length| if let Length::Known(length) = length { i64::try_from(*length).ok() } else { None };
    let values = || input.values.as_ref().and_then(|values| values.iter().map(number).collect());
    Ok(input.axes.clone().or_else(values))
}

/// The axes and the output's shape of a normalisation.
pub(crate) fn normalized(operator: &Operator, normalize: &Normalize, inputs: &[Fact]) -> Result<Along, OperatorError> {
    let x = &inputs[0].shape;
    let rank = x.len();
    let of = |axes: &[i64]| ordered(rank, axes).map_err(|reason| operator.bad_input(0, reason));
    let from = |axis: i64| of(&[axis]).map(|axes| (axes[0]..rank).collect::<Axes>());
    let at_least = |least: usize| {
        let reason = || format!("has rank {rank}; it must be {least} or more");
        if rank < least { Err(operator.bad_input(0, reason())) } else { Ok(()) }
    };
    let axes = match &normalize.how {
        Normalization::Softmax { axis, to_end: true, .. } => from(*axis)?,
        Normalization::Softmax { axis, .. } | Normalization::Lp { axis, .. } => of(&[*axis])?,
        Normalization::Layer { axis } | Normalization::Rms { axis } => {
            let axes = from(*axis)?;
            for (parameter, name) in inputs.iter().zip(operator.inputs).skip(1) {
                joint(operator, &rule::UNIDIRECTIONAL, &[x, &parameter.shape], &[operator.inputs[0], name])?;
            }
            axes
        }
        Normalization::Instance => {
            at_least(3)?;
            (2..rank).collect()
        }
        Normalization::Group { count, .. } => {
            at_least(2)?;
            if let Length::Known(channels) = x[1]
                && channels % count != 0
            {
                let reason = format!("has {channels} channels, which do not form {count} groups of one size");
                return Err(operator.bad_input(0, reason));
            }
            (1..rank).collect()
        }
        Normalization::Batch | Normalization::BatchTraining { .. } => {
            at_least(1)?;
            (0..rank).filter(|&axis| axis != 1).collect()
        }
        Normalization::MeanVariance { axes } if axes.is_empty() => (0..rank).collect(),
        Normalization::MeanVariance { axes } => of(axes)?,
    };
    let channels = channels(operator, &normalize.how, inputs)?;
    let shape = match (&normalize.how, normalize.output) {
        (Normalization::Layer { .. }, 1..) => {
            let length = |axis| if axes.contains(&axis) { Length::Known(1) } else { x[axis].clone() };
            (0..rank).map(length).collect()
        }
        (Normalization::BatchTraining { .. }, 1..) => vec![channels],
        _ => x.clone(),
    };
    Ok(Along { axes: Some(axes), shape })
}

/// The length of inputs with a number for each channel, or for each group of channels, which they must have.
fn channels(operator: &Operator, how: &Normalization, inputs: &[Fact]) -> Result<Length, OperatorError> {
    let (length, of) = match how {
        Normalization::Group { count, is_per_channel: false } => (Length::Known(*count), "group"),
        Normalization::Instance
        | Normalization::Group { .. }
        | Normalization::Batch
        | Normalization::BatchTraining { .. } => {
            (inputs[0].shape.get(1).cloned().unwrap_or(Length::Known(1)), "channel")
        }
        _ => return Ok(Length::Unknown),
    };
    for (index, parameter) in inputs.iter().enumerate().skip(1) {
        let [found] = &parameter.shape[..] else {
            return Err(operator.bad_input(index, format!("has rank {}; it must be 1", parameter.shape.len())));
        };
        if let (Length::Known(found), Length::Known(expected)) = (found, &length)
            && found != expected
        {
            let reason = format!("has length {found}; it must be {expected}, a number for each {of}");
            return Err(operator.bad_input(index, reason));
        }
    }
    Ok(length)
}
