//! The crate's error type.

use std::fmt;

use bcast::BroadcastError;

use crate::element::ElementType;

/// The reason why an operator could not be made, inferred or run. Nothing has been written when it is returned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OperatorError {
    /// The engine has no operator of this name, or none that broadcasts.
    UnknownOperator {
        /// The engine.
        engine: Engine,
        /// The requested name.
        name: String,
    },
    /// The engine has the operator in other opsets.
    UnknownOpset {
        /// The engine.
        engine: Engine,
        /// The operator.
        name: String,
        /// The requested opset.
        opset: i64,
        /// The first opset that has it.
        first: i64,
        /// The last known opset.
        last: i64,
    },
    /// The operator has no attribute of this name in this opset.
    UnknownAttribute {
        /// The operator.
        operator: String,
        /// The attribute.
        attribute: String,
        /// The existing attributes.
        known: Vec<&'static str>,
    },
    /// An attribute has an invalid value.
    BadAttribute {
        /// The operator.
        operator: String,
        /// The attribute.
        attribute: String,
        /// Its value.
        value: String,
        /// The expected value.
        expected: String,
    },
    /// An attribute without a default is missing.
    MissingAttribute {
        /// The operator.
        operator: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// The number of inputs is wrong.
    InputCount {
        /// The operator.
        operator: String,
        /// The number given.
        given: usize,
        /// The fewest it takes.
        least: usize,
        /// The most it takes.
        most: usize,
    },
    /// The operator has fewer outputs.
    UnknownOutput {
        /// The operator.
        operator: String,
        /// The requested output.
        index: usize,
        /// The number of outputs.
        count: usize,
    },
    /// An input has an element type that the operator does not take in this opset, or not beside the other inputs.
    InputType {
        /// The operator.
        operator: String,
        /// The name of the input.
        input: String,
        /// Its type.
        found: ElementType,
        /// The accepted types.
        allowed: String,
    },
    /// An input has a rank, lengths or values that the operator does not take.
    BadInput {
        /// The operator.
        operator: String,
        /// The name of the input.
        input: String,
        /// The reason.
        reason: String,
    },
    /// The inputs' shapes do not broadcast.
    Broadcast {
        /// The operator.
        operator: String,
        /// The reason, with a picture.
        error: BroadcastError,
    },
    /// An integer would be divided by 0.
    DivisionByZero {
        /// The operator.
        operator: String,
        /// The position of the first 0 in the divisor.
        index: Vec<usize>,
    },
    /// An integer would be raised to a negative power.
    NegativeExponent {
        /// The operator.
        operator: String,
        /// The position in the output.
        index: Vec<usize>,
    },
    /// The memory for the output has elements of another type.
    OutputType {
        /// The operator.
        operator: String,
        /// The type of the memory.
        found: ElementType,
        /// The type of the output.
        expected: ElementType,
    },
    /// The memory for the output has another shape.
    OutputShape {
        /// The operator.
        operator: String,
        /// The shape of the memory.
        found: Vec<usize>,
        /// The shape of the output.
        expected: Vec<usize>,
    },
}

/// An operator's engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// ONNX.
    Onnx,
    /// OpenVINO.
    OpenVino,
    /// ncnn.
    Ncnn,
    /// PaddlePaddle.
    Paddle,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Onnx => "ONNX",
            Engine::OpenVino => "OpenVINO",
            Engine::Ncnn => "ncnn",
            Engine::Paddle => "PaddlePaddle",
        })
    }
}

/// An operator's name for messages, formatted only when printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Title {
    pub engine: Engine,
    pub name: &'static str,
    pub opset: Option<i64>,
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.engine, self.name)?;
        self.opset.map_or(Ok(()), |opset| write!(f, " (opset {opset})"))
    }
}

impl fmt::Display for OperatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOperator { engine, name } => write!(f, "no operator `{name}` of {engine} is known here"),
            Self::UnknownOpset { engine, name, opset, first, last } => {
                write!(f, "`{name}` of {engine} is known in opsets {first} to {last}, not in {opset}")
            }
            Self::UnknownAttribute { operator, attribute, known } if known.is_empty() => {
                write!(f, "{operator} has no attribute `{attribute}`; it has none")
            }
            Self::UnknownAttribute { operator, attribute, known } => {
                write!(f, "{operator} has no attribute `{attribute}`; it has {}", known.join(", "))
            }
            Self::BadAttribute { operator, attribute, value, expected } => {
                write!(f, "attribute `{attribute}` of {operator} is {value}; it should be {expected}")
            }
            Self::MissingAttribute { operator, attribute } => {
                write!(f, "{operator} needs the attribute `{attribute}`")
            }
            Self::InputCount { operator, given, least, most } => {
                write!(f, "{operator} takes ")?;
                match (least, most) {
                    (least, &usize::MAX) => write!(f, "{least} or more")?,
                    (least, most) if least == most => write!(f, "{least}")?,
                    (least, most) => write!(f, "{least} to {most}")?,
                }
                write!(f, " input{}, not {given}", if *most == 1 { "" } else { "s" })
            }
            Self::UnknownOutput { operator, index, count } => {
                write!(
                    f,
                    "{operator} has {count} output{}, and none of number {index}",
                    if *count == 1 { "" } else { "s" }
                )
            }
            Self::InputType { operator, input, found, allowed } => {
                write!(f, "input `{input}` of {operator} has elements {found}; here it may have {allowed}")
            }
            Self::BadInput { operator, input, reason } => write!(f, "input `{input}` of {operator} {reason}"),
            Self::Broadcast { operator, error } => write!(f, "{operator}: {error}"),
            Self::DivisionByZero { operator, index } => {
                write!(f, "{operator}: integer division by zero, the divisor is 0 at {index:?}")
            }
            Self::NegativeExponent { operator, index } => {
                write!(f, "{operator}: an integer other than 1 and -1 to a negative power, at {index:?} of the output")
            }
            Self::OutputType { operator, found, expected } => {
                write!(f, "the output of {operator} has elements {expected}; the memory for it has {found}")
            }
            Self::OutputShape { operator, found, expected } => {
                write!(f, "the output of {operator} has the shape {expected:?}; the memory for it has {found:?}")
            }
        }
    }
}

impl std::error::Error for OperatorError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Broadcast { error, .. } => Some(error),
            _ => None,
        }
    }
}
