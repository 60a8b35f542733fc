//! Makes operators from names and attributes: one file per engine, and shared attribute readers.

pub(crate) mod ncnn;
pub(crate) mod onnx;
pub(crate) mod openvino;
pub(crate) mod paddle;

use crate::attribute::{Attribute, Attributes};
use crate::error::{OperatorError, Title};

/// Reads the attributes of an operator, all of which are in its `known` list.
struct Reader<'a> {
    operator: Title,
    attributes: &'a Attributes,
}

impl<'a> Reader<'a> {
    fn new(operator: Title, attributes: &'a Attributes, known: &[&'static str]) -> Result<Self, OperatorError> {
        match attributes.iter().find(|(name, _)| !known.contains(name)) {
            None => Ok(Reader { operator, attributes }),
            Some((name, _)) => Err(OperatorError::UnknownAttribute {
                operator: operator.to_string(),
                attribute: name.to_owned(),
                known: known.to_vec(),
            }),
        }
    }

    #[cold]
    fn bad<T>(&self, name: &str, value: &Attribute, expected: &str) -> Result<T, OperatorError> {
        Err(OperatorError::BadAttribute {
            operator: self.operator.to_string(),
            attribute: name.to_owned(),
            value: match value {
                Attribute::String(_) => value.text(),
                _ => format!("{} {}", value.kind(), value.text()),
            },
            expected: expected.to_owned(),
        })
    }

    fn int(&self, name: &'static str) -> Result<Option<i64>, OperatorError> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Int(value)) => Ok(Some(*value)),
            Some(other) => self.bad(name, other, "an integer"),
        }
    }

    fn ints(&self, name: &'static str) -> Result<Option<Vec<i64>>, OperatorError> {
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::Ints(values)) => Ok(Some(values.clone())),
            // An empty list has no type in a model file.
            Some(Attribute::Floats(values)) if values.is_empty() => Ok(Some(Vec::new())),
            Some(other) => self.bad(name, other, "integers"),
        }
    }

    /// A flag: 0 or 1, or one of OpenVINO's words.
    fn flag(&self, name: &'static str, default: bool) -> Result<bool, OperatorError> {
        match self.attributes.get(name) {
            None => Ok(default),
            Some(Attribute::Int(0)) => Ok(false),
            Some(Attribute::Int(1)) => Ok(true),
            Some(Attribute::String(word)) if word == "true" => Ok(true),
            Some(Attribute::String(word)) if word == "false" => Ok(false),
            Some(other) => self.bad(name, other, "0 or 1"),
        }
    }

    fn float(&self, name: &'static str, default: f32) -> Result<f32, OperatorError> {
        match self.attributes.get(name) {
            None => Ok(default),
            Some(Attribute::Float(value)) => Ok(*value),
            Some(other) => self.bad(name, other, "a floating-point number"),
        }
    }

    /// An attribute with one of these words, as the word's index.
    fn word(&self, name: &'static str, words: &[&str]) -> Result<Option<usize>, OperatorError> {
        let expected = || words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
        match self.attributes.get(name) {
            None => Ok(None),
            Some(Attribute::String(value)) if words.contains(&value.as_str()) => {
                Ok(words.iter().position(|word| word == value))
            }
            Some(other) => self.bad(name, other, &expected()),
        }
    }
}
