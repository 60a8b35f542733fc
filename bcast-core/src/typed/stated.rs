//! What types state of the shapes in a call that the run time decides: the same as a `where` clause would, in its words.

use alloc::string::String;
use alloc::vec::Vec;
use core::any::TypeId;

use smallvec::SmallVec;

use crate::says::Says;
use crate::stated::{Entry, Stated, Symbols};
use crate::typed::axis::{Axis, AxisLength};
use crate::typed::shape::{NoShape, Resolved, Unranked};

/// What types say of an operand's axes; `None` of an array of unknown rank, and of a constant.
pub trait Describes {
    /// Each axis, outermost first.
    const AXES: Option<&'static [AxisLength]>;
}
impl Describes for NoShape {
    const AXES: Option<&'static [AxisLength]> = None;
}
impl Describes for Unranked {
    const AXES: Option<&'static [AxisLength]> = None;
}
macro_rules! describes {
    ($($list:ty: $($axis:ident)*;)*) => {$(
        impl<$($axis: Axis),*> Describes for $list {
            const AXES: Option<&'static [AxisLength]> = Some(&[$($axis::LENGTH),*]);
        }
    )*};
}
describes! {
    (): ;
    (A, ()): A;
    (A, (B, ())): A B;
    (A, (B, (C, ()))): A B C;
    (A, (B, (C, (D, ())))): A B C D;
    (A, (B, (C, (D, (E, ()))))): A B C D E;
    (A, (B, (C, (D, (E, (F, ())))))): A B C D E F;
    (A, (B, (C, (D, (E, (F, (G, ()))))))): A B C D E F G;
    (A, (B, (C, (D, (E, (F, (G, (H, ())))))))): A B C D E F G H;
}

/// What types say of the operands of a list, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    axes: Option<&'static [AxisLength]>,
    rest: Option<&'static Types>,
}

/// What types say of the operands of a list.
pub trait ListDescribes {
    /// One entry an operand, constants included; `None` for no operand.
    const TYPES: Option<&'static Types>;
}
impl ListDescribes for () {
    const TYPES: Option<&'static Types> = None;
}
impl<E: Says<Lengths: Resolved<List: Describes>>, Rest: ListDescribes> ListDescribes for (E, Rest) {
    const TYPES: Option<&'static Types> =
        Some(&Types { axes: <<E::Lengths as Resolved>::List as Describes>::AXES, rest: Rest::TYPES });
}

/// What types say of a call: its operands, and the place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedShapes {
    pub(crate) operands: Option<&'static Types>,
    pub(crate) place: Option<&'static [AxisLength]>,
}

/// The same in the form of a `where` clause.
#[derive(Default)]
pub(crate) struct TypesStated<'a> {
    entries: Vec<Entry>,
    arrays: SmallVec<[ArrayStated<'a>; 6]>,
    names: SmallVec<[&'static str; 4]>,
    identities: SmallVec<[TypeId; 4]>,
    texts: Vec<String>,
    values: SmallVec<[usize; 4]>,
}

/// What is stated of one array.
struct ArrayStated<'a> {
    operand: Option<usize>,
    name: &'a str,
    /// Where its entries are.
    entries: core::ops::Range<usize>,
}

impl<'a> TypesStated<'a> {
    /// What `types` say; `index_of` numbers a list's operands among the arrays, `name` is what each is called.
    pub(crate) fn new(
        types: TypedShapes,
        place: &'a str,
        name: impl Fn(usize) -> &'a str,
        index_of: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let mut stated = Self::default();
        let mut next = types.operands;
        let mut operand = 0;
        while let Some(types) = next {
            if let (Some(axes), Some(array)) = (types.axes, index_of(operand)) {
                stated.push(Some(array), name(operand), axes);
            }
            (next, operand) = (types.rest, operand + 1);
        }
        if let Some(axes) = types.place {
            stated.push(None, place, axes);
        }
        stated
    }

    fn push(&mut self, operand: Option<usize>, name: &'a str, axes: &'static [AxisLength]) {
        let start = self.entries.len();
        for &axis in axes {
            let entry = match axis {
                AxisLength::Open => Entry::Open,
                AxisLength::Name { name, identity } => Entry::Symbol(self.symbol(name, identity()) as u32),
                // A constant never stretches, not even if it is 1: as a value, it is held to that.
                AxisLength::Known { length: 1, stretches: false } => Entry::Value(self.one() as u32),
                AxisLength::Known { length, .. } => Entry::Known(length),
            };
            self.entries.push(entry);
        }
        self.arrays.push(ArrayStated { operand, name, entries: start..self.entries.len() });
    }

    fn symbol(&mut self, name: &'static str, identity: TypeId) -> usize {
        let known = self.identities.iter().position(|&other| other == identity);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.identities.push(identity);
            self.names.len() - 1
        })
    }

    fn one(&mut self) -> usize {
        if self.values.is_empty() {
            self.values.push(1);
            self.texts.push(String::from("{1}"));
        }
        0
    }

    /// Calls `ask` with the stated shapes.
    pub(crate) fn with<R>(&self, ask: impl FnOnce(&[Stated<'_>], Symbols<'_>) -> R) -> R {
        let stated: SmallVec<[Stated<'_>; 6]> = self
            .arrays
            .iter()
            .map(|array| Stated {
                operand: array.operand,
                name: array.name,
                entries: &self.entries[array.entries.clone()],
            })
            .collect();
        let texts: SmallVec<[&str; 4]> = self.texts.iter().map(String::as_str).collect();
        ask(&stated, Symbols { names: &self.names, texts: &texts, values: &self.values })
    }
}
