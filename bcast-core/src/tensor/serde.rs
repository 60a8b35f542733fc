//! serde for tensors: a struct of `shape` and `elements`, the latter in C order.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::layout::DenseLayout;
use super::{Tensor, TensorView, TensorViewMut};
use crate::shape::axes::Shape;

const FIELDS: &[&str] = &["shape", "elements"];

macro_rules! serialize {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T: Serialize, S: Shape> Serialize for $name<$($lifetime,)? T, S> {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let mut fields = serializer.serialize_struct("Tensor", FIELDS.len())?;
                fields.serialize_field("shape", self.shape())?;
                fields.serialize_field("elements", self.as_slice())?;
                fields.end()
            }
        }
    };
}
all_tensors!(serialize);

impl<'de, T: Deserialize<'de>, S: Shape> Deserialize<'de> for Tensor<T, S> {
    /// Fails if the shape does not fit the type, or the number of elements.
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        deserializer.deserialize_struct("Tensor", FIELDS, Fields(PhantomData))
    }
}

/// Reads the two fields, by name or in order.
struct Fields<T, S>(PhantomData<fn() -> (T, S)>);

impl<T, S: Shape> Fields<T, S> {
    fn tensor<E: Error>(shape: &[usize], elements: Vec<T>) -> Result<Tensor<T, S>, E> {
        let layout = DenseLayout::of_slice(shape, elements.len()).map_err(E::custom)?;
        Ok(Tensor { layout, elements })
    }
}

impl<'de, T: Deserialize<'de>, S: Shape> Visitor<'de> for Fields<T, S> {
    type Value = Tensor<T, S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tensor: its `shape` and its `elements` in C order")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Tensor<T, S>, A::Error> {
        let shape: Vec<usize> = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let elements = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        Self::tensor(&shape, elements)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tensor<T, S>, A::Error> {
        let (mut shape, mut elements) = (None::<Vec<usize>>, None::<Vec<T>>);
        while let Some(field) = fields.next_key()? {
            match field {
                Field::Shape if shape.is_some() => return Err(A::Error::duplicate_field("shape")),
                Field::Elements if elements.is_some() => return Err(A::Error::duplicate_field("elements")),
                Field::Shape => shape = Some(fields.next_value()?),
                Field::Elements => elements = Some(fields.next_value()?),
                Field::Other => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        let shape = shape.ok_or_else(|| A::Error::missing_field("shape"))?;
        let elements = elements.ok_or_else(|| A::Error::missing_field("elements"))?;
        Self::tensor(&shape, elements)
    }
}

/// The name of a field. Formats with numbered fields count from 0.
enum Field {
    Shape,
    Elements,
    Other,
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`shape` or `elements`")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Field, E> {
                Ok(match number {
                    0 => Field::Shape,
                    1 => Field::Elements,
                    _ => Field::Other,
                })
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                Ok(match name {
                    "shape" => Field::Shape,
                    "elements" => Field::Elements,
                    _ => Field::Other,
                })
            }

            fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Field, E> {
                self.visit_str(core::str::from_utf8(name).unwrap_or_default())
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}
