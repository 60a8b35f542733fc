//! The parts of an operator: a function of elements, a rule of broadcasting, and element types.

use crate::element::{Array, ArrayViewMut, ElementType};
use crate::rule::Rule;
use crate::types::Types;

/// The destination of the output.
#[derive(Debug)]
pub(crate) enum Target<'t, 'a> {
    New(&'t mut Option<Array>),
    Existing(&'t mut ArrayViewMut<'a>),
}

/// An operator's computation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// Two inputs of one type; with `reversed` the second input is the function's first argument.
    Binary { function: Binary, rule: Rule, types: Types, reversed: bool },
    /// One input and a number.
    WithScalar { function: Binary, scalar: f32, reversed: bool },
    /// A base and an exponent, which has the base's type unless `exponent` lists others.
    Pow { rule: Rule, base: Types, exponent: Option<Types> },
    /// One or more inputs.
    Variadic { function: Variadic, rule: Rule, types: Types },
    /// A condition and two inputs.
    Select { rule: Rule, types: Types },
    /// An input and a shape.
    Expand(Expand),
    /// A product of matrices and a sum.
    Gemm(Gemm),
    /// A value for all elements along axes.
    Reduce(Reduce),
    /// A normalisation along axes, in the input's shape.
    Normalize(Normalize),
}

/// A function of two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    PythonDiv,
    Modulo,
    Fmod,
    Max,
    Min,
    SquaredDifference,
    PRelu,
    And,
    Or,
    Xor,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    NcnnMax,
    NcnnMin,
    NcnnPow,
    NcnnAtan2,
    NcnnLogAddExp,
    NcnnFloorDivide,
    NcnnRemainder,
}

impl Binary {
    /// True if integers on the right must not be 0.
    #[inline]
    pub fn divides(self) -> bool {
        matches!(self, Binary::Div | Binary::PythonDiv | Binary::Modulo | Binary::Fmod)
    }

    /// The equivalent comparison with swapped inputs, if only that has kernels.
    #[inline]
    pub fn mirrored(self) -> Option<Self> {
        match self {
            Binary::Greater => Some(Binary::Less),
            Binary::GreaterOrEqual => Some(Binary::LessOrEqual),
            _ => None,
        }
    }

    /// True if the output is `bool` for all inputs.
    #[inline]
    pub fn compares(self) -> bool {
        use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        matches!(self, Equal | NotEqual | Greater | GreaterOrEqual | Less | LessOrEqual)
    }
}

/// A function of any number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variadic {
    Max,
    Min,
    Sum,
    Mean,
}

/// Repeats an array along axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expand {
    pub how: ExpandHow,
    pub types: Types,
    pub shape_types: Types,
}

/// The alignment of an array to the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpandHow {
    /// The last axes meet, and only the array stretches.
    Numpy,
    /// The last axes meet, and the shape stretches too.
    Bidirectional,
    /// A third input lists the output axis of each of the array's axes.
    Explicit,
}

/// `alpha * A * B + beta * C`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gemm {
    pub alpha: f32,
    pub beta: f32,
    pub transpose_a: bool,
    pub transpose_b: bool,
    /// The rule by which `C` broadcasts to the product.
    pub rule: Rule,
    pub types: Types,
    pub needs_c: bool,
}

/// A reduction of an input along axes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reduce {
    pub function: Reduction,
    pub types: Types,
    /// The axes; `None` if the second input lists them.
    pub axes: Option<Vec<i64>>,
    /// The reduced axes stay, with length 1.
    pub keeps: bool,
    /// Without axes, nothing is reduced; otherwise all axes are.
    pub noop: bool,
}

/// The value of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Sum,
    Mean,
    Max,
    Min,
    Prod,
    L1,
    L2,
    SumSquare,
    LogSum,
    LogSumExp,
    /// The position of the largest or smallest element: of several equal ones, the last or the first.
    Position {
        is_largest: bool,
        is_last: bool,
    },
}

/// A normalisation along axes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Normalize {
    pub how: Normalization,
    pub types: Types,
    /// The first input of each group of inputs that have one type.
    pub groups: &'static [usize],
    /// The number of inputs.
    pub least: usize,
    pub most: usize,
    /// Added to a variance or a mean square.
    pub epsilon: f32,
    /// ONNX's `stash_type`: the type of a layer's mean and deviation; `float64` also raises the precision.
    pub stash: ElementType,
    /// The output that is computed, of this number.
    pub output: usize,
    pub outputs: usize,
}

/// A formula of normalisation, and its axes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Normalization {
    /// The exponentials, divided by their sum, or the logarithm of that, along `axis`, or all axes from it on.
    Softmax { axis: i64, to_end: bool, is_log: bool },
    /// Divided by the sum of the absolute values, or by the root of the sum of the squares.
    Lp { axis: i64, is_root: bool },
    /// Mean 0 and variance 1 along the axes from this one on; scale and bias broadcast.
    Layer { axis: i64 },
    /// Mean square 1 along the axes from this one on; the scale broadcasts.
    Rms { axis: i64 },
    /// Mean 0 and variance 1 along the axes after the channels.
    Instance,
    /// Mean 0 and variance 1 of each group of channels. Scale and bias have a number for each channel, or for each group.
    Group { count: usize, is_per_channel: bool },
    /// Mean and variance of each channel are inputs.
    Batch,
    /// Mean 0 and variance 1 of each channel. Further outputs are the running mean and variance.
    BatchTraining { momentum: f32 },
    /// Mean 0 and variance 1 along axes, without scale and bias.
    MeanVariance { axes: Vec<i64> },
}

impl Form {
    /// The number of outputs.
    pub fn output_count(&self) -> usize {
        if let Form::Normalize(normalize) = self { normalize.outputs } else { 1 }
    }

    /// The fewest and the most inputs.
    #[inline]
    pub fn input_count(&self) -> (usize, usize) {
        match self {
            Form::Binary { .. } | Form::Pow { .. } => (2, 2),
            Form::WithScalar { .. } => (1, 1),
            Form::Variadic { .. } => (1, usize::MAX),
            Form::Select { .. } => (3, 3),
            Form::Expand(Expand { how: ExpandHow::Explicit, .. }) => (3, 3),
            Form::Expand(_) => (2, 2),
            Form::Gemm(gemm) => (if gemm.needs_c { 3 } else { 2 }, 3),
            Form::Reduce(reduce) => (1, if reduce.axes.is_some() { 1 } else { 2 }),
            Form::Normalize(normalize) => (normalize.least, normalize.most),
        }
    }
}
