//! What types state, as a `where` clause would, in its words.

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
    declared_at: SmallVec<[&'static str; 8]>,
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
                AxisLength::Name { name, declared_at } => Entry::Symbol(self.symbol(name, declared_at) as u32),
                // A constant never stretches, not even if it is 1: as the only value, it is held to that.
                AxisLength::Known { length: 1, stretches: false } => Entry::Value(0),
                AxisLength::Known { length, .. } => Entry::Known(length),
            };
            self.entries.push(entry);
        }
        self.arrays.push(ArrayStated { operand, name, entries: start..self.entries.len() });
    }

    fn symbol(&mut self, name: &'static str, declared_at: &'static str) -> usize {
        let mut names = self.names.iter().zip(&self.declared_at);
        let known = names.position(|known| known == (&name, &declared_at));
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.declared_at.push(declared_at);
            self.names.len() - 1
        })
    }

    /// The stated shapes.
    pub(crate) fn shapes(&self) -> SmallVec<[Stated<'_>; 7]> {
        let stated = |array: &'_ ArrayStated<'a>| Stated {
            operand: array.operand,
            name: array.name,
            entries: &self.entries[array.entries.clone()],
        };
        self.arrays.iter().map(stated).collect()
    }

    /// The names that stand in them, and the one value.
    pub(crate) fn symbols(&self) -> Symbols<'_> {
        Symbols { names: &self.names, ..ONE }
    }
}
