//! The attributes of ONNX's operators along axes: reductions and normalisations.

use crate::attribute::{Attribute, Attributes};
use crate::element::ElementType;
use crate::engine::Reader;
use crate::error::{OperatorError, Title};
use crate::form::{Normalization, Normalize, Reduce, Reduction};
use crate::types::Types;

/// A normalisation, before its attributes are read.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Softmax { is_log: bool },
    Lp,
    Layer,
    Rms,
    Instance,
    Group,
    Batch,
    MeanVariance,
}

/// A reduction. Its axes are an attribute at first, and an input later.
pub(super) fn reduce(
    function: Reduction,
    since: i64,
    types: Types,
    name: Title,
    attributes: &Attributes,
) -> Result<Reduce, OperatorError> {
    let takes_axes = since >= if function == Reduction::Sum { 13 } else { 18 };
    let other = if takes_axes { "noop_with_empty_axes" } else { "axes" };
    let reader = Reader::new(name, attributes, &[other, "keepdims"])?;
    Ok(Reduce {
        function,
        types,
        axes: if takes_axes { None } else { Some(reader.ints("axes")?.unwrap_or_default()) },
        keeps: reader.flag("keepdims", true)?,
        noop: takes_axes && reader.flag("noop_with_empty_axes", false)?,
    })
}

/// The position of the largest or smallest element.
pub(super) fn position(
    is_largest: bool,
    since: i64,
    types: Types,
    name: Title,
    attributes: &Attributes,
) -> Result<Reduce, OperatorError> {
    let known: &[_] = if since < 12 { &["axis", "keepdims"] } else { &["axis", "keepdims", "select_last_index"] };
    let reader = Reader::new(name, attributes, known)?;
    Ok(Reduce {
        function: Reduction::Position { is_largest, is_last: reader.flag("select_last_index", false)? },
        types,
        axes: Some(vec![reader.int("axis")?.unwrap_or(0)]),
        keeps: reader.flag("keepdims", true)?,
        noop: false,
    })
}

/// A normalisation, and the names of its inputs.
pub(super) fn normalize(
    kind: Kind,
    since: i64,
    types: Types,
    name: Title,
    attributes: &Attributes,
) -> Result<(Normalize, &'static [&'static str]), OperatorError> {
    let known: &[_] = match (kind, since) {
        (Kind::Softmax { .. }, _) => &["axis"],
        (Kind::Lp, _) => &["axis", "p"],
        (Kind::Layer | Kind::Rms, _) => &["axis", "epsilon", "stash_type"],
        (Kind::Instance, ..6) => &["epsilon", "consumed_inputs"],
        (Kind::Instance, _) => &["epsilon"],
        (Kind::Group, ..21) => &["num_groups", "epsilon"],
        (Kind::Group, _) => &["num_groups", "epsilon", "stash_type"],
        (Kind::Batch, ..6) => &["epsilon", "momentum", "is_test", "spatial", "consumed_inputs"],
        (Kind::Batch, 6) => &["epsilon", "momentum", "is_test", "spatial"],
        (Kind::Batch, 7..9) => &["epsilon", "momentum", "spatial"],
        (Kind::Batch, 9..14) => &["epsilon", "momentum"],
        (Kind::Batch, _) => &["epsilon", "momentum", "training_mode"],
        (Kind::MeanVariance, _) => &["axes"],
    };
    let reader = Reader::new(name, attributes, known)?;
    let axis = |default| Ok(reader.int("axis")?.unwrap_or(default));
    let how = match kind {
        // Below opset 13, the axes from this one on are flattened to one.
        Kind::Softmax { is_log } if since < 13 => Normalization::Softmax { axis: axis(1)?, to_end: true, is_log },
        Kind::Softmax { is_log } => Normalization::Softmax { axis: axis(-1)?, to_end: false, is_log },
        Kind::Lp => {
            let is_root = match reader.int("p")? {
                Some(1) => false,
                None | Some(2) => true,
                Some(other) => return reader.bad("p", &other.into(), "1 or 2"),
            };
            Normalization::Lp { axis: axis(-1)?, is_root }
        }
        Kind::Layer => Normalization::Layer { axis: axis(-1)? },
        Kind::Rms => Normalization::Rms { axis: axis(-1)? },
        Kind::Instance => Normalization::Instance,
        Kind::Group => {
            let Some(count) = reader.int("num_groups")? else {
                return Err(OperatorError::MissingAttribute { operator: name.to_string(), attribute: "num_groups" });
            };
            match usize::try_from(count) {
                Ok(groups @ 1..) => Normalization::Group { count: groups, is_per_channel: since >= 21 },
                _ => return reader.bad("num_groups", &count.into(), "a number of groups, 1 or more"),
            }
        }
        Kind::Batch => batch(&reader, since)?,
        Kind::MeanVariance => {
            Normalization::MeanVariance { axes: reader.ints("axes")?.unwrap_or_else(|| vec![0, 2, 3]) }
        }
    };
    let (inputs, groups): (&[_], &[_]) = match kind {
        Kind::Softmax { .. } | Kind::Lp => (&["input"], &[0]),
        Kind::MeanVariance => (&["X"], &[0]),
        Kind::Layer => (&["X", "Scale", "B"], &[0]),
        Kind::Rms => (&["X", "scale"], &[0, 1]),
        Kind::Instance => (&["input", "scale", "B"], &[0]),
        Kind::Group => (&["X", "scale", "bias"], &[0]),
        Kind::Batch if since < 14 => (&["X", "scale", "B", "mean", "var"], &[0]),
        Kind::Batch if since < 15 => (&["X", "scale", "B", "input_mean", "input_var"], &[0, 3]),
        Kind::Batch => (&["X", "scale", "B", "input_mean", "input_var"], &[0, 1, 3]),
    };
    let outputs = match how {
        Normalization::Layer { .. } | Normalization::BatchTraining { .. } => 3,
        _ => 1,
    };
    let normalize = Normalize {
        types,
        groups,
        least: if matches!(kind, Kind::Layer) { 2 } else { inputs.len() },
        most: inputs.len(),
        epsilon: reader.float("epsilon", 1e-5)?,
        stash: stash(kind, &reader)?,
        output: 0,
        outputs,
        how,
    };
    Ok((normalize, inputs))
}

/// With the statistics given or, in training mode, computed.
fn batch(reader: &Reader<'_>, since: i64) -> Result<Normalization, OperatorError> {
    if let Some(other) = reader.int("spatial")?.filter(|&spatial| spatial != 1) {
        return reader.bad("spatial", &other.into(), "1: statistics of single activations are not computed here");
    }
    let momentum = reader.float("momentum", 0.9)?;
    let is_training = match since {
        ..7 => !reader.flag("is_test", false)?,
        // The number of outputs decides, and there is one here.
        7..14 => false,
        _ => reader.flag("training_mode", false)?,
    };
    Ok(if is_training { Normalization::BatchTraining { momentum } } else { Normalization::Batch })
}

/// The type in `stash_type`; a layer's mean and deviation can have two types only.
fn stash(kind: Kind, reader: &Reader<'_>) -> Result<ElementType, OperatorError> {
    let code = reader.int("stash_type")?.unwrap_or(1);
    let stash = i32::try_from(code).ok().and_then(ElementType::of_onnx);
    match (stash, kind) {
        (Some(stash @ (ElementType::Float32 | ElementType::Bfloat16)), _) => Ok(stash),
        (_, Kind::Layer) => reader.bad("stash_type", &Attribute::Int(code), "1 (float32) or 16 (bfloat16)"),
        (Some(stash @ (ElementType::Float16 | ElementType::Float64)), _) => Ok(stash),
        _ => reader.bad("stash_type", &Attribute::Int(code), "the number of a floating-point type: 1, 10, 11 or 16"),
    }
}
