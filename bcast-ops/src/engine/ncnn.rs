//! ncnn's `BinaryOp`.

use bcast::mode::Mode;

use crate::attribute::{Attribute, Attributes};
use crate::engine::Reader;
use crate::error::{Engine, OperatorError, Title};
use crate::form::{Binary, Form};
use crate::operator::Operator;
use crate::rule::Rule;
use crate::types::FLOAT32;

/// ncnn's rule.
pub(crate) const RULE: Rule = Rule::Mode { mode: Mode::Ncnn, axis: None, base: None };

/// The function of each `op_type`, and whether it takes the inputs in reverse.
const TYPES: [(Binary, bool); 19] = [
    (Binary::Add, false),
    (Binary::Sub, false),
    (Binary::Mul, false),
    (Binary::Div, false),
    (Binary::NcnnMax, false),
    (Binary::NcnnMin, false),
    (Binary::NcnnPow, false),
    (Binary::Sub, true),
    (Binary::Div, true),
    (Binary::NcnnPow, true),
    (Binary::NcnnAtan2, false),
    (Binary::NcnnAtan2, true),
    (Binary::Fmod, false),
    (Binary::Fmod, true),
    (Binary::NcnnLogAddExp, false),
    (Binary::NcnnFloorDivide, false),
    (Binary::NcnnFloorDivide, true),
    (Binary::NcnnRemainder, false),
    (Binary::NcnnRemainder, true),
];

impl Operator {
    /// ncnn's `BinaryOp`, with its parameters `op_type` (or `0`), `with_scalar` (`1`) and `b` (`2`).
    ///
    /// ```
    /// use bcast_ops::{Array, Attributes, Operator};
    /// use ndarray::array;
    ///
    /// let from_ten = Operator::ncnn("BinaryOp", &Attributes::from([("0", 7.into()), ("1", 1.into()), ("2", 10.0_f32.into())]))?;
    /// assert_eq!(from_ten.run(&[Array::from(array![1.0_f32])])?, Array::from(array![9.0_f32]));
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    ///
    /// # Errors
    /// As [`onnx`](Operator::onnx).
    pub fn ncnn(name: &str, attributes: &Attributes) -> Result<Self, OperatorError> {
        operator(name, attributes)
    }
}

fn operator(name: &str, attributes: &Attributes) -> Result<Operator, OperatorError> {
    if name != "BinaryOp" {
        return Err(OperatorError::UnknownOperator { engine: Engine::Ncnn, name: name.to_owned() });
    }
    let title = Title { engine: Engine::Ncnn, name: "BinaryOp", opset: None };
    let reader = Reader::new(title, attributes, &["op_type", "with_scalar", "b", "0", "1", "2"])?;
    for (number, word) in [("0", "op_type"), ("1", "with_scalar"), ("2", "b")] {
        if let (Some(value), Some(_)) = (attributes.get(number), attributes.get(word)) {
            return reader.bad(number, value, &format!("left out, since `{word}` is the same"));
        }
    }
    let op_type = reader.int("op_type")?.or(reader.int("0")?).unwrap_or(0);
    let Some(&(function, reversed)) = usize::try_from(op_type).ok().and_then(|index| TYPES.get(index)) else {
        let given = if attributes.get("0").is_some() { "0" } else { "op_type" };
        return reader.bad(given, &Attribute::Int(op_type), "an `op_type` from 0 to 18");
    };
    let form = if reader.flag("with_scalar", false)? || reader.flag("1", false)? {
        let scalar = if attributes.get("2").is_some() { reader.float("2", 0.0)? } else { reader.float("b", 0.0)? };
        Form::WithScalar { function, scalar, reversed }
    } else {
        Form::Binary { function, rule: RULE, types: FLOAT32, reversed }
    };
    Ok(Operator { name: title, inputs: &["a", "b"], form })
}
