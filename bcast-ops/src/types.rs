//! Sets of element types, as in operators' schemas.

use std::fmt;

use crate::element::ElementType;

/// A set of element types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Types(u32);

impl Types {
    /// These types.
    pub const fn of(types: &[ElementType]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < types.len() {
            bits |= 1 << types[index] as u32;
            index += 1;
        }
        Types(bits)
    }

    pub const fn and(self, other: Self) -> Self {
        Types(self.0 | other.0)
    }

    pub const fn has(self, element: ElementType) -> bool {
        self.0 & 1 << element as u32 != 0
    }
}

use ElementType as E;

pub(crate) const BOOL: Types = Types::of(&[E::Bool]);
pub(crate) const BFLOAT: Types = Types::of(&[E::Bfloat16]);
/// The floating-point types of ONNX's first opset.
pub(crate) const FLOATS: Types = Types::of(&[E::Float16, E::Float32, E::Float64]);
pub(crate) const WIDE_SIGNED: Types = Types::of(&[E::Int32, E::Int64]);
pub(crate) const WIDE: Types = WIDE_SIGNED.and(Types::of(&[E::Uint32, E::Uint64]));
pub(crate) const UNSIGNED: Types = Types::of(&[E::Uint8, E::Uint16, E::Uint32, E::Uint64]);
pub(crate) const INTEGERS: Types = UNSIGNED.and(Types::of(&[E::Int8, E::Int16, E::Int32, E::Int64]));
/// Integers and floating point, without bfloat16.
pub(crate) const OLD_NUMBERS: Types = INTEGERS.and(FLOATS);
pub(crate) const NUMBERS: Types = OLD_NUMBERS.and(BFLOAT);
pub(crate) const STRING: Types = Types::of(&[E::String]);
/// Every type but bfloat16.
pub(crate) const OLD_ALL: Types = OLD_NUMBERS.and(BOOL).and(STRING).and(Types::of(&[E::Complex64, E::Complex128]));
pub(crate) const ALL: Types = OLD_ALL.and(BFLOAT);
pub(crate) const FLOAT32: Types = Types::of(&[E::Float32]);

impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = ElementType::ALL.iter().filter(|&&e| self.has(e)).map(|e| e.name()).collect();
        f.write_str(&names.join(", "))
    }
}
