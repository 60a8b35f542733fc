//! OpenVINO's operators, with `auto_broadcast`.

use bcast::mode::Mode;
use bcast_core::mode::OptionName;

use crate::attribute::Attributes;
use crate::engine::Reader;
use crate::error::{Engine, OperatorError, Title};
use crate::form::{Binary, Expand, ExpandHow, Form};
use crate::operator::Operator;
use crate::rule::Rule;
use crate::types::{ALL, BOOL, INTEGERS, NUMBERS, Types};

/// The last known opset.
const LAST: i64 = 16;

/// Element-wise operators of two inputs: the first opset, the computation, the element types.
const BINARY: &[(&str, i64, Binary, Types)] = &[
    ("Add", 1, Binary::Add, NUMBERS),
    ("Subtract", 1, Binary::Sub, NUMBERS),
    ("Multiply", 1, Binary::Mul, NUMBERS),
    ("Divide", 1, Binary::PythonDiv, NUMBERS),
    ("Mod", 1, Binary::Fmod, NUMBERS),
    ("FloorMod", 1, Binary::Modulo, NUMBERS),
    ("SquaredDifference", 1, Binary::SquaredDifference, NUMBERS),
    ("Maximum", 1, Binary::Max, NUMBERS),
    ("Minimum", 1, Binary::Min, NUMBERS),
    ("Equal", 1, Binary::Equal, NUMBERS.and(BOOL)),
    ("NotEqual", 1, Binary::NotEqual, NUMBERS.and(BOOL)),
    ("Greater", 1, Binary::Greater, NUMBERS),
    ("GreaterEqual", 1, Binary::GreaterOrEqual, NUMBERS),
    ("Less", 1, Binary::Less, NUMBERS),
    ("LessEqual", 1, Binary::LessOrEqual, NUMBERS),
    ("LogicalAnd", 1, Binary::And, BOOL),
    ("LogicalOr", 1, Binary::Or, BOOL),
    ("LogicalXor", 1, Binary::Xor, BOOL),
    ("BitwiseAnd", 13, Binary::BitAnd, INTEGERS.and(BOOL)),
    ("BitwiseOr", 13, Binary::BitOr, INTEGERS.and(BOOL)),
    ("BitwiseXor", 13, Binary::BitXor, INTEGERS.and(BOOL)),
    ("BitwiseLeftShift", 15, Binary::ShiftLeft, INTEGERS),
    ("BitwiseRightShift", 15, Binary::ShiftRight, INTEGERS),
];

const SHAPE_TYPES: Types = INTEGERS;

impl Operator {
    /// The operator of OpenVINO with this name, in this opset: the `type` and `version` of a layer.
    ///
    /// `Broadcast` is Broadcast-1 in opsets 1 and 2, and Broadcast-3 from 3 on.
    ///
    /// ```
    /// use bcast_ops::{Attributes, Operator};
    ///
    /// let scale = Operator::openvino("Multiply", 1, &Attributes::from([("auto_broadcast", "pdpd".into()), ("axis", 1.into())]))?;
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`onnx`](Operator::onnx).
    pub fn openvino(name: &str, opset: i64, attributes: &Attributes) -> Result<Self, OperatorError> {
        operator(name, opset, attributes)
    }
}

fn operator(name: &str, opset: i64, attributes: &Attributes) -> Result<Operator, OperatorError> {
    let binary = BINARY.iter().find(|(known, ..)| *known == name);
    let (known, first) = match (name, binary) {
        (_, Some((known, first, ..))) => (*known, *first),
        ("Power", _) => ("Power", 1),
        ("Select", _) => ("Select", 1),
        ("Broadcast", _) => ("Broadcast", 1),
        _ => return Err(OperatorError::UnknownOperator { engine: Engine::OpenVino, name: name.to_owned() }),
    };
    if !(first..=LAST).contains(&opset) {
        let (engine, name) = (Engine::OpenVino, name.to_owned());
        return Err(OperatorError::UnknownOpset { engine, name, opset, first, last: LAST });
    }
    let title = Title { engine: Engine::OpenVino, name: known, opset: Some(opset) };
    let (form, inputs): (_, &'static [_]) = match (name, binary) {
        ("Divide", _) => {
            let reader = Reader::new(title, attributes, &["auto_broadcast", "axis", "m_pythondiv"])?;
            let floors = reader.flag("m_pythondiv", true)?;
            let function = if floors { Binary::PythonDiv } else { Binary::Div };
            let rule = auto_broadcast(&reader, None)?;
            (Form::Binary { function, rule, types: NUMBERS, reversed: false }, &["A", "B"])
        }
        (_, Some(&(_, _, function, types))) => {
            let rule = auto_broadcast(&plain(title, attributes)?, None)?;
            (Form::Binary { function, rule, types, reversed: false }, &["A", "B"])
        }
        ("Power", _) => {
            let rule = auto_broadcast(&plain(title, attributes)?, None)?;
            (Form::Pow { rule, base: NUMBERS, exponent: None }, &["A", "B"])
        }
        // In pdpd, `then` determines the output's shape.
        ("Select", _) => {
            let rule = auto_broadcast(&plain(title, attributes)?, Some(1))?;
            (Form::Select { rule, types: ALL }, &["cond", "then", "else"])
        }
        _ => {
            let reader = Reader::new(title, attributes, &["mode"])?;
            let modes: &[&str] =
                if opset < 3 { &["numpy", "explicit"] } else { &["numpy", "explicit", "bidirectional"] };
            let how = match reader.word("mode", modes)? {
                None | Some(0) => ExpandHow::Numpy,
                Some(1) => ExpandHow::Explicit,
                Some(_) => ExpandHow::Bidirectional,
            };
            let expand = Expand { how, types: ALL, shape_types: SHAPE_TYPES };
            (Form::Expand(expand), &["data", "target_shape", "axes_mapping"])
        }
    };
    Ok(Operator { name: title, inputs, form })
}

fn plain(title: Title, attributes: &Attributes) -> Result<Reader<'_>, OperatorError> {
    Reader::new(title, attributes, &["auto_broadcast", "axis"])
}

/// The attribute `auto_broadcast`; `axis` exists in pdpd only.
fn auto_broadcast(reader: &Reader<'_>, base: Option<usize>) -> Result<Rule, OperatorError> {
    let axis = reader.int("axis")?;
    let mode = match reader.word("auto_broadcast", &["numpy", "none", "pdpd"])? {
        None | Some(0) => Mode::Numpy,
        Some(1) => Mode::None,
        Some(_) => Mode::Pdpd,
    };
    let takes_axis = mode.takes(OptionName::Axis);
    match axis {
        Some(axis) if !takes_axis && axis != -1 => {
            reader.bad("axis", &axis.into(), "left out, since `auto_broadcast` is not `pdpd`")
        }
        Some(axis) if axis < -1 => reader.bad("axis", &axis.into(), "an axis, or -1"),
        _ => Ok(Rule::Mode {
            mode,
            axis: axis.filter(|_| takes_axis),
            base: base.filter(|_| mode.takes(OptionName::Base)),
        }),
    }
}
