//! The shapes that types state in a call, as a constant in the form of a `where` clause.

use core::marker::PhantomData;

use crate::operand::call_site::Where;
use crate::operand::descriptor::Types;
use crate::rules::list::each;
use crate::rules::stated::{Entry, Stated, Symbols};
use crate::shape::axis::AxisLength;
use crate::typed::constant::MAX_AXES;
use crate::typed::stated::{Describes, ListDescribes};

/// The clause of operands `L` and a place of the lengths `Place`, in memory of a size near theirs, which is part of the program. `None` if
/// there is nothing to compare at run time: the types leave lengths open, or say what the arrays of such types have.
pub(crate) const fn clause<L: ListDescribes, Place: Describes>() -> Option<&'static Where<'static>> {
    let all = Clause::<L, Place, MAX_AXES>::NUMBERED;
    match all.axes {
        _ if !all.is_compared => None,
        0..=8 => Some(Clause::<L, Place, 8>::WHERE),
        9..=32 => Some(Clause::<L, Place, 32>::WHERE),
        _ => Some(Clause::<L, Place, MAX_AXES>::WHERE),
    }
}

struct Clause<L, Place, const N: usize>(PhantomData<(L, Place)>);
impl<L: ListDescribes, Place: Describes, const N: usize> Clause<L, Place, N> {
    const NUMBERED: Numbered<N> = Numbered::of(L::TYPES, Place::AXES);
    const ENTRIES: &'static [Entry; N] = &{ Self::NUMBERED.entries };
    const TEXTS: &'static [&'static str; N] = &{ Self::NUMBERED.texts };
    const STATED: &'static [Stated<'static>; N] = &Self::NUMBERED.stated(Self::ENTRIES);
    const WHERE: &'static Where<'static> = &Where {
        shapes: Self::STATED.split_at(Self::NUMBERED.count).0,
        // The only value is a constant of length 1, which does not stretch.
        symbols: Symbols { names: Self::TEXTS.split_at(Self::NUMBERED.named).0, texts: &["{1}"], values: &[1] },
    };
}

/// Shapes with up to `N` axes in all, one behind the other.
struct Numbered<const N: usize> {
    entries: [Entry; N],
    axes: usize,
    /// The names, in the order in which they occur, and their texts.
    names: [AxisLength; N],
    texts: [&'static str; N],
    named: usize,
    /// The entry of each array in the operand list, `None` for the place, and the start and the end of its shape.
    ranges: [(Option<usize>, usize, usize); N],
    count: usize,
    /// True for names, each of which is one length, and for a constant 1: neither may stretch.
    is_compared: bool,
}

impl<const N: usize> Numbered<N> {
    const fn of(operands: Option<&'static Types>, place: Option<&'static [AxisLength]>) -> Self {
        let mut all = Self {
            entries: [Entry::Open; N],
            axes: 0,
            names: [AxisLength::Open; N],
            texts: [""; N],
            named: 0,
            ranges: [(None, 0, 0); N],
            count: 0,
            is_compared: false,
        };
        let (mut next, mut operand) = (operands, 0);
        while let Some(types) = next {
            all.add(Some(operand), types.axes);
            (next, operand) = (types.rest, operand + 1);
        }
        all.add(None, place);
        all
    }

    /// Adds a shape, if it has axes and there is room for them: its type says that a scalar is one.
    const fn add(&mut self, operand: Option<usize>, axes: Option<&[AxisLength]>) {
        let (Some(axes), start) = (axes, self.axes) else { return };
        if axes.is_empty() || start + axes.len() > N {
            return;
        }
        each!(axis < axes.len(), {
            self.entries[self.axes] = self.entry(axes[axis]);
            self.axes += 1;
        });
        self.ranges[self.count] = (operand, start, self.axes);
        self.count += 1;
    }

    const fn entry(&mut self, axis: AxisLength) -> Entry {
        self.is_compared |= matches!(axis, AxisLength::Name { .. } | AxisLength::Known { length: 1, stretches: false });
        match axis {
            AxisLength::Open => Entry::Open,
            AxisLength::Name { name, .. } => {
                let mut number = 0;
                while number < self.named && !self.names[number].has_name_of(axis) {
                    number += 1;
                }
                if number == self.named {
                    (self.names[number], self.texts[number], self.named) = (axis, name, number + 1);
                }
                Entry::Symbol(number as u32)
            }
            // A constant never stretches, even if it is 1: it becomes a value, which is checked for that.
            AxisLength::Known { length: 1, stretches: false } => Entry::Value(0),
            AxisLength::Known { length, .. } => Entry::Known(length),
        }
    }

    const fn stated(&self, entries: &'static [Entry; N]) -> [Stated<'static>; N] {
        let mut stated = [Stated { operand: None, name: "", entries: &[] }; N];
        each!(index < self.count, {
            let (operand, start, end) = self.ranges[index];
            stated[index] = Stated { operand, entries: entries.split_at(end).0.split_at(start).1, ..stated[index] };
        });
        stated
    }
}
