//! The one error of the crate.

use std::fmt;

use bcast::BroadcastError;

use crate::element::ElementType;

/// Why an operator was not made, not inferred or not run. Nothing has been written when it is returned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OperatorError {
    /// The engine has no operator of this name here, or none that broadcasts.
    UnknownOperator {
        /// The engine.
        engine: Engine,
        /// The name that was asked for.
        name: String,
    },
    /// The engine has the operator in other opsets.
    UnknownOpset {
        /// The engine.
        engine: Engine,
        /// The operator.
        name: String,
        /// The opset that was asked for.
        opset: i64,
        /// The first opset that has it.
        first: i64,
        /// The last opset that is known here.
        last: i64,
    },
    /// The operator has no attribute of this name in this opset.
    UnknownAttribute {
        /// The operator.
        operator: String,
        /// The attribute.
        attribute: String,
        /// Those that it has.
        known: Vec<&'static str>,
    },
    /// An attribute has a value that it cannot have.
    BadAttribute {
        /// The operator.
        operator: String,
        /// The attribute.
        attribute: String,
        /// Its value.
        value: String,
        /// What it should be.
        expected: String,
    },
    /// An attribute that has no default is not given.
    MissingAttribute {
        /// The operator.
        operator: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// The operator takes another number of inputs.
    InputCount {
        /// The operator.
        operator: String,
        /// How many were given.
        given: usize,
        /// How few it takes.
        least: usize,
        /// How many it takes.
        most: usize,
    },
    /// An input has elements of a type that the operator does not take in this opset, or not beside the others.
    InputType {
        /// The operator.
        operator: String,
        /// The name of the input.
        input: String,
        /// Its type.
        found: ElementType,
        /// Those that it may have.
        allowed: String,
    },
    /// An input has a rank, lengths or values that the operator does not take.
    BadInput {
        /// The operator.
        operator: String,
        /// The name of the input.
        input: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The inputs' shapes do not broadcast.
    Broadcast {
        /// The operator.
        operator: String,
        /// Why, with a picture.
        error: BroadcastError,
    },
    /// An integer would be divided by 0.
    DivisionByZero {
        /// The operator.
        operator: String,
        /// Where the first 0 is in the divisor.
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

/// Whose operator it is.
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

/// What an operator is called in messages; put together only there.
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
                write!(f, " inputs, not {given}")
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
