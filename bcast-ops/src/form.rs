//! What operators are made of: a function of elements, a rule of broadcasting, and the types that may come in.

use crate::element::{Array, ArrayViewMut};
use crate::rule::Rule;
use crate::types::Types;

/// Where the output goes.
#[derive(Debug)]
pub(crate) enum Target<'t, 'a> {
    New(&'t mut Option<Array>),
    Existing(&'t mut ArrayViewMut<'a>),
}

/// An operator's computation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// Two inputs of one type; `reversed` if the function's first argument is the second input.
    Binary { function: Binary, rule: Rule, types: Types, reversed: bool },
    /// One input and a number.
    WithScalar { function: Binary, scalar: f32, reversed: bool },
    /// A base and an exponent, of the base's type if there are no types for it.
    Pow { rule: Rule, base: Types, exponent: Option<Types> },
    /// One input or more.
    Variadic { function: Variadic, rule: Rule, types: Types },
    /// A condition and two inputs.
    Select { rule: Rule, types: Types },
    /// An input and a shape.
    Expand(Expand),
    /// A product of matrices and a sum.
    Gemm(Gemm),
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
    /// Whether integers must not be 0 on the right.
    #[inline]
    pub fn divides(self) -> bool {
        matches!(self, Binary::Div | Binary::PythonDiv | Binary::Modulo | Binary::Fmod)
    }

    /// The comparison that is the same with the inputs the other way round, where only that has kernels.
    #[inline]
    pub fn mirrored(self) -> Option<Self> {
        match self {
            Binary::Greater => Some(Binary::Less),
            Binary::GreaterOrEqual => Some(Binary::LessOrEqual),
            _ => None,
        }
    }

    /// Whether the output is `bool` whatever the inputs are.
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

/// How an array is aligned to the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpandHow {
    /// The last axes meet, and only the array stretches.
    Numpy,
    /// The last axes meet, and the shape stretches too.
    Bidirectional,
    /// A third input says where each axis goes.
    Explicit,
}

/// `alpha * A * B + beta * C`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gemm {
    pub alpha: f32,
    pub beta: f32,
    pub transpose_a: bool,
    pub transpose_b: bool,
    /// How `C` broadcasts to the product.
    pub rule: Rule,
    pub types: Types,
    pub needs_c: bool,
}

impl Form {
    /// How few inputs there may be, and how many.
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
        }
    }
}
