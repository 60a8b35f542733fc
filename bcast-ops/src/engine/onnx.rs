//! ONNX's operators: their versions, from the schemas of onnx 1.23, and their attributes.

mod along;

use crate::attribute::Attributes;
use crate::engine::Reader;
use crate::error::{Engine, OperatorError, Title};
use crate::form::{Binary, Expand, ExpandHow, Form, Gemm, Reduction, Variadic};
use crate::operator::Operator;
use crate::rule::{self, Rule};
use crate::types::{
    ALL, BFLOAT, BOOL, FLOATS, INTEGERS, NUMBERS, OLD_ALL, OLD_NUMBERS, STRING, Types, UNSIGNED, WIDE, WIDE_SIGNED,
};

/// The last known opset.
const LAST: i64 = 28;

/// An operator's versions: the first opset of each, and its element types.
type Versions = &'static [(i64, Types)];

/// An operator's computation.
#[derive(Clone, Copy)]
enum Computation {
    Binary(Binary),
    Shift,
    Mod,
    Variadic(Variadic),
    Pow,
    PRelu,
    Where,
    Expand,
    Gemm,
    Reduce(Reduction),
    Position { is_largest: bool },
    Normalize(along::Kind),
}

const WIDE_FLOATS: Types = FLOATS.and(WIDE);
const WIDE_BFLOATS: Types = WIDE_FLOATS.and(BFLOAT);
const ARITHMETIC: Versions = &[(1, FLOATS), (6, WIDE_FLOATS), (7, WIDE_FLOATS), (13, WIDE_BFLOATS), (14, NUMBERS)];
const LOGIC: Versions = &[(1, BOOL), (7, BOOL)];
const BITWISE: Versions = &[(18, INTEGERS)];
const ORDER: Versions = &[(1, FLOATS), (7, FLOATS), (9, OLD_NUMBERS), (13, NUMBERS)];
const ORDER_OR_EQUAL: Versions = &[(12, OLD_NUMBERS), (16, NUMBERS)];
const EXTREME: Versions = &[(1, FLOATS), (6, FLOATS), (8, FLOATS), (12, OLD_NUMBERS), (13, NUMBERS)];
const TOTAL: Versions = &[(1, FLOATS), (6, FLOATS), (8, FLOATS), (13, FLOATS.and(BFLOAT))];
const OLD_EQUAL: Types = BOOL.and(WIDE_SIGNED);
const EQUAL: Versions = &[
    (1, OLD_EQUAL),
    (7, OLD_EQUAL),
    (11, OLD_NUMBERS.and(BOOL)),
    (13, NUMBERS.and(BOOL)),
    (19, NUMBERS.and(BOOL).and(STRING)),
];
const RAISED: Types = WIDE_SIGNED.and(FLOATS);
const POW: Versions = &[(1, FLOATS), (7, FLOATS), (12, RAISED), (13, RAISED.and(BFLOAT)), (15, RAISED.and(BFLOAT))];
const GEMM: Versions =
    &[(1, FLOATS), (6, FLOATS), (7, FLOATS), (9, WIDE_FLOATS), (11, WIDE_FLOATS), (13, WIDE_BFLOATS)];
const PRELU: Versions = &[(1, FLOATS), (6, FLOATS), (7, FLOATS), (9, WIDE_FLOATS), (16, WIDE_BFLOATS)];
const BFLOATS: Types = FLOATS.and(BFLOAT);
const REDUCED: Versions = &[(1, WIDE_FLOATS), (11, WIDE_FLOATS), (13, WIDE_BFLOATS), (18, WIDE_BFLOATS)];
const REDUCED_LOG: Versions =
    &[(1, WIDE_FLOATS), (11, WIDE_FLOATS), (13, WIDE_BFLOATS), (18, WIDE_BFLOATS), (28, BFLOATS)];
const BYTES: Types = Types::of(&[crate::ElementType::Int8, crate::ElementType::Uint8]);
const REDUCED_EXTREME: Versions = &[
    (1, WIDE_FLOATS),
    (11, WIDE_FLOATS),
    (12, WIDE_FLOATS.and(BYTES)),
    (13, WIDE_BFLOATS.and(BYTES)),
    (18, WIDE_BFLOATS.and(BYTES)),
    (20, WIDE_BFLOATS.and(BYTES).and(BOOL)),
];
const POSITION: Versions = &[(1, OLD_NUMBERS), (11, OLD_NUMBERS), (12, OLD_NUMBERS), (13, NUMBERS)];
const SOFTMAX: Versions = &[(1, FLOATS), (11, FLOATS), (13, BFLOATS)];
const BATCH: Versions = &[(1, FLOATS), (6, FLOATS), (7, FLOATS), (9, FLOATS), (14, BFLOATS), (15, BFLOATS)];

/// Every operator, with its versions.
const OPERATORS: &[(&str, Computation, Versions)] = &[
    ("Add", Computation::Binary(Binary::Add), ARITHMETIC),
    ("And", Computation::Binary(Binary::And), LOGIC),
    ("ArgMax", Computation::Position { is_largest: true }, POSITION),
    ("ArgMin", Computation::Position { is_largest: false }, POSITION),
    ("BatchNormalization", Computation::Normalize(along::Kind::Batch), BATCH),
    ("BitShift", Computation::Shift, &[(11, UNSIGNED), (28, INTEGERS)]),
    ("BitwiseAnd", Computation::Binary(Binary::BitAnd), BITWISE),
    ("BitwiseOr", Computation::Binary(Binary::BitOr), BITWISE),
    ("BitwiseXor", Computation::Binary(Binary::BitXor), BITWISE),
    ("Div", Computation::Binary(Binary::Div), ARITHMETIC),
    ("Equal", Computation::Binary(Binary::Equal), EQUAL),
    ("Expand", Computation::Expand, &[(8, OLD_ALL), (13, ALL)]),
    ("Gemm", Computation::Gemm, GEMM),
    ("Greater", Computation::Binary(Binary::Greater), ORDER),
    ("GreaterOrEqual", Computation::Binary(Binary::GreaterOrEqual), ORDER_OR_EQUAL),
    ("GroupNormalization", Computation::Normalize(along::Kind::Group), &[(18, BFLOATS), (21, BFLOATS)]),
    (
        "InstanceNormalization",
        Computation::Normalize(along::Kind::Instance),
        &[(1, FLOATS), (6, FLOATS), (22, BFLOATS)],
    ),
    ("LayerNormalization", Computation::Normalize(along::Kind::Layer), &[(17, BFLOATS)]),
    ("Less", Computation::Binary(Binary::Less), ORDER),
    ("LessOrEqual", Computation::Binary(Binary::LessOrEqual), ORDER_OR_EQUAL),
    ("LogSoftmax", Computation::Normalize(along::Kind::Softmax { is_log: true }), SOFTMAX),
    ("LpNormalization", Computation::Normalize(along::Kind::Lp), &[(1, FLOATS), (22, BFLOATS)]),
    ("Max", Computation::Variadic(Variadic::Max), EXTREME),
    ("Mean", Computation::Variadic(Variadic::Mean), TOTAL),
    ("MeanVarianceNormalization", Computation::Normalize(along::Kind::MeanVariance), &[(9, FLOATS), (13, BFLOATS)]),
    ("Min", Computation::Variadic(Variadic::Min), EXTREME),
    ("Mod", Computation::Mod, &[(10, OLD_NUMBERS), (13, NUMBERS)]),
    ("Mul", Computation::Binary(Binary::Mul), ARITHMETIC),
    ("Or", Computation::Binary(Binary::Or), LOGIC),
    ("PRelu", Computation::PRelu, PRELU),
    ("Pow", Computation::Pow, POW),
    ("RMSNormalization", Computation::Normalize(along::Kind::Rms), &[(23, BFLOATS)]),
    ("ReduceL1", Computation::Reduce(Reduction::L1), REDUCED),
    ("ReduceL2", Computation::Reduce(Reduction::L2), REDUCED),
    ("ReduceLogSum", Computation::Reduce(Reduction::LogSum), REDUCED_LOG),
    ("ReduceLogSumExp", Computation::Reduce(Reduction::LogSumExp), REDUCED_LOG),
    ("ReduceMax", Computation::Reduce(Reduction::Max), REDUCED_EXTREME),
    ("ReduceMean", Computation::Reduce(Reduction::Mean), REDUCED),
    ("ReduceMin", Computation::Reduce(Reduction::Min), REDUCED_EXTREME),
    ("ReduceProd", Computation::Reduce(Reduction::Prod), REDUCED),
    ("ReduceSum", Computation::Reduce(Reduction::Sum), &[(1, WIDE_FLOATS), (11, WIDE_FLOATS), (13, WIDE_BFLOATS)]),
    ("ReduceSumSquare", Computation::Reduce(Reduction::SumSquare), REDUCED),
    ("Softmax", Computation::Normalize(along::Kind::Softmax { is_log: false }), SOFTMAX),
    ("Sub", Computation::Binary(Binary::Sub), ARITHMETIC),
    ("Sum", Computation::Variadic(Variadic::Sum), TOTAL),
    ("Where", Computation::Where, &[(9, OLD_ALL), (16, ALL)]),
    ("Xor", Computation::Binary(Binary::Xor), LOGIC),
];

impl Operator {
    /// The operator of ONNX with this name, in this opset of the domain `ai.onnx`.
    ///
    /// Opsets 1 to 28 are known. Below 7, the attributes `broadcast` and `axis` decide how the second input broadcasts.
    ///
    /// ```
    /// use bcast_ops::{Attributes, Operator};
    ///
    /// assert!(Operator::onnx("Where", 9, &Attributes::new()).is_ok());
    /// let error = Operator::onnx("Where", 8, &Attributes::new()).unwrap_err();
    /// assert_eq!(error.to_string(), "`Where` of ONNX is known in opsets 9 to 28, not in 8");
    /// ```
    ///
    /// # Errors
    /// If the name, the opset, or an attribute is unknown, or an attribute's value is impossible.
    pub fn onnx(name: &str, opset: i64, attributes: &Attributes) -> Result<Self, OperatorError> {
        operator(name, opset, attributes)
    }
}

fn operator(name: &str, opset: i64, attributes: &Attributes) -> Result<Operator, OperatorError> {
    let unknown = || OperatorError::UnknownOperator { engine: Engine::Onnx, name: name.to_owned() };
    let &(known, what, versions) = OPERATORS.iter().find(|(known, ..)| *known == name).ok_or_else(unknown)?;
    let version = versions.iter().rev().find(|(since, _)| *since <= opset && opset <= LAST);
    let &(since, types) = version.ok_or_else(|| OperatorError::UnknownOpset {
        engine: Engine::Onnx,
        name: name.to_owned(),
        opset,
        first: versions[0].0,
        last: LAST,
    })?;
    let name = Title { engine: Engine::Onnx, name: known, opset: Some(opset) };
    let (form, inputs) = form(what, since, opset, types, name, attributes)?;
    Ok(Operator { name, inputs, form })
}

fn form(
    what: Computation,
    since: i64,
    opset: i64,
    types: Types,
    name: Title,
    attributes: &Attributes,
) -> Result<(Form, &'static [&'static str]), OperatorError> {
    let reader = |known| Reader::new(name, attributes, known);
    let binary = |function, rule| Form::Binary { function, rule, types, reversed: false };
    Ok(match what {
        Computation::Binary(function) => (binary(function, two_inputs(since, name, attributes)?), &["A", "B"]),
        Computation::Shift => {
            let reader = reader(&["direction"])?;
            let function = match reader.word("direction", &["LEFT", "RIGHT"])? {
                Some(0) => Binary::ShiftLeft,
                Some(_) => Binary::ShiftRight,
                None => {
                    return Err(OperatorError::MissingAttribute { operator: name.to_string(), attribute: "direction" });
                }
            };
            (binary(function, rule::NUMPY), &["X", "Y"])
        }
        Computation::Mod => {
            let fmod = reader(&["fmod"])?.flag("fmod", false)?;
            // Floating point with `fmod = 0` needs opset 28.
            let types = if fmod || opset >= 28 { types } else { INTEGERS };
            let function = if fmod { Binary::Fmod } else { Binary::Modulo };
            (Form::Binary { function, rule: rule::NUMPY, types, reversed: false }, &["A", "B"])
        }
        Computation::Variadic(function) => {
            reader(if since < 6 { &["consumed_inputs"] } else { &[] })?;
            let rule = if since < 8 { rule::SAME } else { rule::NUMPY };
            (Form::Variadic { function, rule, types }, &["data_0"])
        }
        Computation::Pow => {
            let rule = two_inputs(since, name, attributes)?;
            let exponent = match since {
                ..12 => None,
                12..15 => Some(OLD_NUMBERS),
                _ => Some(NUMBERS),
            };
            (Form::Pow { rule, base: types, exponent }, &["X", "Y"])
        }
        Computation::PRelu => {
            reader(if since < 6 { &["consumed_inputs"] } else { &[] })?;
            let rule = if since < 7 { Rule::Channel } else { rule::UNIDIRECTIONAL };
            (binary(Binary::PRelu, rule), &["X", "slope"])
        }
        Computation::Where => {
            reader(&[])?;
            (Form::Select { rule: rule::NUMPY, types }, &["condition", "X", "Y"])
        }
        Computation::Expand => {
            reader(&[])?;
            let shape_types = Types::of(&[crate::ElementType::Int64]);
            (Form::Expand(Expand { how: ExpandHow::Bidirectional, types, shape_types }), &["input", "shape"])
        }
        Computation::Gemm => (Form::Gemm(gemm(since, types, name, attributes)?), &["A", "B", "C"]),
        Computation::Reduce(function) => {
            (Form::Reduce(along::reduce(function, since, types, name, attributes)?), &["data", "axes"])
        }
        Computation::Position { is_largest } => {
            (Form::Reduce(along::position(is_largest, since, types, name, attributes)?), &["data"])
        }
        Computation::Normalize(kind) => {
            let (normalize, inputs) = along::normalize(kind, since, types, name, attributes)?;
            (Form::Normalize(normalize), inputs)
        }
    })
}

/// The broadcasting rule of two inputs: below opset 7 the attributes decide.
fn two_inputs(since: i64, name: Title, attributes: &Attributes) -> Result<Rule, OperatorError> {
    if since >= 7 {
        Reader::new(name, attributes, &[])?;
        return Ok(rule::NUMPY);
    }
    let known: &[_] = if since < 6 { &["broadcast", "axis", "consumed_inputs"] } else { &["broadcast", "axis"] };
    let reader = Reader::new(name, attributes, known)?;
    let axis = reader.int("axis")?;
    if !reader.flag("broadcast", false)? {
        return Ok(rule::SAME);
    }
    if let Some(axis) = axis.filter(|&axis| axis < 0) {
        return reader.bad("axis", &axis.into(), "an axis, 0 or more");
    }
    Ok(Rule::Contiguous { axis })
}

fn gemm(since: i64, types: Types, name: Title, attributes: &Attributes) -> Result<Gemm, OperatorError> {
    let known: &[_] = if since < 7 {
        &["alpha", "beta", "transA", "transB", "broadcast"]
    } else {
        &["alpha", "beta", "transA", "transB"]
    };
    let reader = Reader::new(name, attributes, known)?;
    // Any value but 0 transposes.
    let transpose = |attribute| Ok(reader.int(attribute)?.unwrap_or(0) != 0);
    let broadcast = since >= 7 || reader.flag("broadcast", false)?;
    Ok(Gemm {
        alpha: reader.float("alpha", 1.0)?,
        beta: reader.float("beta", 1.0)?,
        transpose_a: transpose("transA")?,
        transpose_b: transpose("transB")?,
        rule: if broadcast { rule::UNIDIRECTIONAL } else { rule::SAME },
        types,
        needs_c: since < 11,
    })
}
