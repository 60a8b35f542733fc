//! PaddlePaddle's element-wise operators, with `axis`.

use bcast::mode::Mode;

use crate::attribute::Attributes;
use crate::engine::Reader;
use crate::error::{Engine, OperatorError, Title};
use crate::form::{Binary, Form};
use crate::operator::Operator;
use crate::rule::Rule;
use crate::types::{BOOL, NUMBERS, Types};

const BINARY: &[(&str, Binary, Types)] = &[
    ("elementwise_add", Binary::Add, NUMBERS),
    ("elementwise_sub", Binary::Sub, NUMBERS),
    ("elementwise_mul", Binary::Mul, NUMBERS),
    ("elementwise_div", Binary::Div, NUMBERS),
    ("elementwise_max", Binary::Max, NUMBERS),
    ("elementwise_min", Binary::Min, NUMBERS),
    ("elementwise_mod", Binary::Modulo, NUMBERS),
    ("equal", Binary::Equal, NUMBERS.and(BOOL)),
    ("not_equal", Binary::NotEqual, NUMBERS.and(BOOL)),
    ("less_than", Binary::Less, NUMBERS),
    ("less_equal", Binary::LessOrEqual, NUMBERS),
    ("greater_than", Binary::Greater, NUMBERS),
    ("greater_equal", Binary::GreaterOrEqual, NUMBERS),
];

impl Operator {
    /// An element-wise operator of PaddlePaddle, with its `axis`.
    ///
    /// ```
    /// use bcast_ops::{Attributes, Operator};
    ///
    /// let scale = Operator::paddle("elementwise_mul", &Attributes::from([("axis", 1.into())]))?;
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`onnx`](Operator::onnx).
    pub fn paddle(name: &str, attributes: &Attributes) -> Result<Self, OperatorError> {
        operator(name, attributes)
    }
}

fn operator(name: &str, attributes: &Attributes) -> Result<Operator, OperatorError> {
    let binary = BINARY.iter().find(|(known, ..)| *known == name);
    let known = match (name, binary) {
        (_, Some(&(known, ..))) => known,
        ("elementwise_pow", _) => "elementwise_pow",
        _ => return Err(OperatorError::UnknownOperator { engine: Engine::Paddle, name: name.to_owned() }),
    };
    let title = Title { engine: Engine::Paddle, name: known, opset: None };
    let reader = Reader::new(title, attributes, &["axis"])?;
    let axis = reader.int("axis")?;
    if let Some(axis) = axis.filter(|&axis| axis < -1) {
        return reader.bad("axis", &axis.into(), "an axis, or -1");
    }
    let rule = Rule::Mode { mode: Mode::Paddle, axis, base: None };
    let form = match binary {
        Some(&(_, function, types)) => Form::Binary { function, rule, types, reversed: false },
        None => Form::Pow { rule, base: NUMBERS, exponent: None },
    };
    Ok(Operator { name: title, inputs: &["X", "Y"], form })
}
