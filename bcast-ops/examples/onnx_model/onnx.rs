//! The messages of `onnx.proto` that such a model contains, written out for prost, and their conversion to types of
//! `bcast_ops`.

use std::error::Error;

use bcast_ops::{Array, Attribute, Attributes, ElementType, Fact, Length};
use half::{bf16, f16};
use ndarray::{ArrayD, IxDyn};
use prost::Message;

/// A model.
#[derive(Clone, PartialEq, Message)]
pub struct Model {
    #[prost(message, optional, tag = "7")]
    pub graph: Option<Graph>,
    #[prost(message, repeated, tag = "8")]
    pub opsets: Vec<Opset>,
}

/// The opset version of a domain.
#[derive(Clone, PartialEq, Message)]
pub struct Opset {
    #[prost(string, tag = "1")]
    pub domain: String,
    #[prost(int64, tag = "2")]
    pub version: i64,
}

/// Nodes in an order of evaluation.
#[derive(Clone, PartialEq, Message)]
pub struct Graph {
    #[prost(message, repeated, tag = "1")]
    pub nodes: Vec<Node>,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(message, repeated, tag = "5")]
    pub initializers: Vec<Tensor>,
    #[prost(message, repeated, tag = "11")]
    pub inputs: Vec<Value>,
    #[prost(message, repeated, tag = "12")]
    pub outputs: Vec<Value>,
}

/// An operator between values.
#[derive(Clone, PartialEq, Message)]
pub struct Node {
    #[prost(string, repeated, tag = "1")]
    pub inputs: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    pub outputs: Vec<String>,
    #[prost(string, tag = "4")]
    pub operator: String,
    #[prost(message, repeated, tag = "5")]
    pub attributes: Vec<AttributeMessage>,
    #[prost(string, tag = "7")]
    pub domain: String,
}

/// An attribute of a node.
#[derive(Clone, PartialEq, Message)]
pub struct AttributeMessage {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(float, tag = "2")]
    pub float: f32,
    #[prost(int64, tag = "3")]
    pub int: i64,
    #[prost(bytes = "vec", tag = "4")]
    pub text: Vec<u8>,
    #[prost(float, repeated, tag = "7")]
    pub floats: Vec<f32>,
    #[prost(int64, repeated, tag = "8")]
    pub ints: Vec<i64>,
    #[prost(int32, tag = "20")]
    pub kind: i32,
}

/// An array.
#[derive(Clone, PartialEq, Message)]
pub struct Tensor {
    #[prost(int64, repeated, tag = "1")]
    pub shape: Vec<i64>,
    #[prost(int32, tag = "2")]
    pub element_type: i32,
    #[prost(float, repeated, tag = "4")]
    pub floats: Vec<f32>,
    #[prost(int32, repeated, tag = "5")]
    pub ints: Vec<i32>,
    #[prost(bytes = "vec", repeated, tag = "6")]
    pub texts: Vec<Vec<u8>>,
    #[prost(int64, repeated, tag = "7")]
    pub longs: Vec<i64>,
    #[prost(string, tag = "8")]
    pub name: String,
    #[prost(bytes = "vec", tag = "9")]
    pub raw: Vec<u8>,
    #[prost(double, repeated, tag = "10")]
    pub doubles: Vec<f64>,
    #[prost(uint64, repeated, tag = "11")]
    pub unsigned: Vec<u64>,
}

/// A value with its type.
#[derive(Clone, PartialEq, Message)]
pub struct Value {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(message, optional, tag = "2")]
    pub kind: Option<Kind>,
}

/// The type of a value, where it is an array.
#[derive(Clone, PartialEq, Message)]
pub struct Kind {
    #[prost(message, optional, tag = "1")]
    pub array: Option<ArrayKind>,
}

/// The element type and shape of an array.
#[derive(Clone, PartialEq, Message)]
pub struct ArrayKind {
    #[prost(int32, tag = "1")]
    pub element_type: i32,
    #[prost(message, optional, tag = "2")]
    pub shape: Option<Shape>,
}

/// The lengths of an array's axes.
#[derive(Clone, PartialEq, Message)]
pub struct Shape {
    #[prost(message, repeated, tag = "1")]
    pub lengths: Vec<LengthMessage>,
}

/// A length: a number, a name, or unknown.
#[derive(Clone, PartialEq, Message)]
pub struct LengthMessage {
    #[prost(int64, optional, tag = "1")]
    pub number: Option<i64>,
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
}

impl Node {
    /// Converts the attributes.
    pub fn attributes(&self) -> Result<Attributes, Box<dyn Error>> {
        let attribute = |message: &AttributeMessage| -> Result<Attribute, Box<dyn Error>> {
            Ok(match message.kind {
                1 => Attribute::Float(message.float),
                2 => Attribute::Int(message.int),
                3 => Attribute::String(String::from_utf8(message.text.clone())?),
                6 => Attribute::Floats(message.floats.clone()),
                7 => Attribute::Ints(message.ints.clone()),
                other => return Err(format!("attribute `{}` is of kind {other}", message.name).into()),
            })
        };
        self.attributes.iter().map(|message| Ok((message.name.clone(), attribute(message)?))).collect()
    }
}

impl Value {
    /// Converts the type and shape to a fact.
    pub fn fact(&self) -> Result<Fact, Box<dyn Error>> {
        let kind = self.kind.as_ref().and_then(|kind| kind.array.as_ref()).ok_or("a value is no array")?;
        let element_type = element_type(kind.element_type)?;
        let shape = kind.shape.as_ref().ok_or_else(|| format!("`{}` has no shape", self.name))?;
        let length = |message: &LengthMessage| match (message.number, message.name.as_deref()) {
            (Some(number), _) => Ok(Length::Known(usize::try_from(number)?)),
            (None, Some(name)) if !name.is_empty() => Ok(name.into()),
            _ => Ok(Length::Unknown),
        };
        let shape: Result<Vec<Length>, Box<dyn Error>> = shape.lengths.iter().map(length).collect();
        Ok(Fact::new(element_type, shape?))
    }
}

fn element_type(code: i32) -> Result<ElementType, Box<dyn Error>> {
    ElementType::of_onnx(code).ok_or_else(|| format!("element type {code} is unknown").into())
}

impl Tensor {
    /// The array in the message, stored as raw bytes or as numbers of some wider type.
    pub fn array(&self) -> Result<Array, Box<dyn Error>> {
        let shape: Result<Vec<usize>, _> = self.shape.iter().map(|&length| usize::try_from(length)).collect();
        let shape = IxDyn(&shape?);
        macro_rules! numbers {
            ($T:ty, $field:ident, $convert:expr) => {{
                let elements: Vec<$T> = if self.raw.is_empty() {
                    self.$field.iter().map(|&number| $convert(number)).collect()
                } else {
                    let element = |bytes: &[u8]| <$T>::from_le_bytes(bytes.try_into().expect("chunks of its size"));
                    self.raw.chunks_exact(size_of::<$T>()).map(element).collect()
                };
                ArrayD::from_shape_vec(shape, elements)?.into()
            }};
        }
        Ok(match element_type(self.element_type)? {
            ElementType::Bool => {
                let of_bytes = self.raw.iter().map(|&byte| byte != 0);
                let elements =
                    if self.raw.is_empty() { self.ints.iter().map(|&v| v != 0).collect() } else { of_bytes.collect() };
                ArrayD::<bool>::from_shape_vec(shape, elements)?.into()
            }
            ElementType::Int8 => numbers!(i8, ints, |v| v as i8),
            ElementType::Int16 => numbers!(i16, ints, |v| v as i16),
            ElementType::Int32 => numbers!(i32, ints, |v| v),
            ElementType::Int64 => numbers!(i64, longs, |v| v),
            ElementType::Uint8 => numbers!(u8, ints, |v| v as u8),
            ElementType::Uint16 => numbers!(u16, ints, |v| v as u16),
            ElementType::Uint32 => numbers!(u32, unsigned, |v| v as u32),
            ElementType::Uint64 => numbers!(u64, unsigned, |v| v),
            ElementType::Float16 => numbers!(f16, ints, |v| f16::from_bits(v as u16)),
            ElementType::Bfloat16 => numbers!(bf16, ints, |v| bf16::from_bits(v as u16)),
            ElementType::Float32 => numbers!(f32, floats, |v| v),
            ElementType::Float64 => numbers!(f64, doubles, |v| v),
            ElementType::String => {
                let texts: Result<Vec<String>, _> = self.texts.iter().cloned().map(String::from_utf8).collect();
                ArrayD::from_shape_vec(shape, texts?)?.into()
            }
            other => return Err(format!("this example reads no {other}").into()),
        })
    }
}
