//! What types state, as a `where` clause would, in its words.

use core::any::TypeId;

use smallvec::SmallVec;

use crate::rules::stated::{Entry, Stated, Symbols};
use crate::shape::axis::AxisLength;
use crate::typed::stated::TypedShapes;

/// A constant of length 1 as a symbol: a value, which does not stretch.
const ONE: Symbols<'static> = Symbols { names: &[], texts: &["{1}"], values: &[1] };

/// The same in the form of a `where` clause. It fits on the stack for six operands and a place of six axes each.
#[derive(Default)]
pub(crate) struct TypesStated<'a> {
    entries: SmallVec<[Entry; 42]>,
    arrays: SmallVec<[ArrayStated<'a>; 7]>,
    names: SmallVec<[&'static str; 8]>,
    identities: SmallVec<[TypeId; 8]>,
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
                // A constant never stretches, not even if it is 1: as the only value, it is held to that.
                AxisLength::Known { length: 1, stretches: false } => Entry::Value(0),
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

    /// Calls `ask` with the stated shapes.
    pub(crate) fn with<R>(&self, ask: impl FnOnce(&[Stated<'_>], Symbols<'_>) -> R) -> R {
        let stated: SmallVec<[Stated<'_>; 7]> = self
            .arrays
            .iter()
            .map(|array| Stated {
                operand: array.operand,
                name: array.name,
                entries: &self.entries[array.entries.clone()],
            })
            .collect();
        ask(&stated, Symbols { names: &self.names, ..ONE })
    }
}
