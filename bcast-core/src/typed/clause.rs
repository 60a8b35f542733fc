//! Holds the real shapes of a call to what types state of them, by the rules of a `where` clause.

use smallvec::SmallVec;

use crate::report::error::BroadcastError;
use crate::report::resolution;
use crate::rules::call::{Call, Party};
use crate::rules::resolve::{Found, iterated};
use crate::rules::stated::{Binding, Entry, Stated, Symbols, is_met, stays};
use crate::shape::axis::AxisLength;
use crate::typed::stated::TypedShapes;

/// A constant of length 1 as a symbol: a value, which does not stretch.
const ONE: Symbols<'static> = Symbols { names: &[], texts: &["{1}"], values: &[1] };

impl TypedShapes {
    /// Compares the shapes that types state with the real ones; `numbers` are those that the entries of the list have among the call's
    /// operands.
    #[inline]
    pub(crate) fn compare(
        &self,
        call: &Call<'_>,
        numbers: impl Iterator<Item = Option<usize>> + Clone,
    ) -> Result<(), BroadcastError> {
        let (mut names, mut bindings) = (Names::default(), SmallVec::<[Binding; 8]>::new());
        for (party, axes) in self.arrays(numbers.clone()) {
            let shape = call.shape(party);
            let mut is_right = shape.len() == axes.len();
            for (axis, (&length, stated)) in shape.iter().zip(axes).enumerate() {
                if let AxisLength::Open = stated {
                    continue;
                }
                let entry = names.entry(stated);
                if bindings.len() < names.0.len() {
                    bindings.push(None);
                }
                is_right &= is_met(party, axis, length, entry, &ONE, &mut bindings);
            }
            if !is_right {
                return self.as_clause(call, numbers, resolution::compare);
            }
        }
        Ok(())
    }

    /// Holds the names and the constants of types to not stretching.
    #[inline]
    pub(crate) fn hold(
        &self,
        call: &Call<'_>,
        found: &Found<'_, '_>,
        numbers: impl Iterator<Item = Option<usize>> + Clone,
    ) -> Result<(), BroadcastError> {
        let shape = iterated(call, found);
        let shift = shape.len() - found.frame().len();
        for (party, axes) in self.arrays(numbers.clone()) {
            // A place never stretches in any mode.
            let Party::Operand(operand) = party else { continue };
            let Some(map) = &found.maps()[operand] else { continue };
            let own = call.shape(party);
            for (axis, stated) in axes.iter().enumerate() {
                // All names are alike here.
                if !stays(entry(stated, |_| 0), own[axis], shape, shift, map, axis) {
                    return self.as_clause(call, numbers, |call, stated, symbols| {
                        resolution::hold(call, found, stated, symbols)
                    });
                }
            }
        }
        Ok(())
    }

    /// The arrays of which types state something: those of the list, then the place.
    #[inline(always)]
    fn arrays(
        &self,
        numbers: impl Iterator<Item = Option<usize>>,
    ) -> impl Iterator<Item = (Party, &'static [AxisLength])> {
        let mut next = self.operands;
        let operands = numbers.filter_map(move |number| {
            let types = next?;
            next = types.rest;
            Some((Party::Operand(number?), types.axes?))
        });
        operands.chain(self.place.map(|axes| (Party::Place, axes)))
    }

    /// Asks about the same in the form of a `where` clause, which errors are about.
    #[cold]
    fn as_clause(
        &self,
        call: &Call<'_>,
        numbers: impl Iterator<Item = Option<usize>>,
        ask: impl FnOnce(&Call<'_>, &[Stated<'_>], Symbols<'_>) -> Result<(), BroadcastError>,
    ) -> Result<(), BroadcastError> {
        let mut names = Names::default();
        let arrays: SmallVec<[(Party, SmallVec<[Entry; 8]>); 8]> =
            self.arrays(numbers).map(|(party, axes)| (party, axes.iter().map(|axis| names.entry(axis)).collect())).collect();
        let stated: SmallVec<[Stated<'_>; 8]> = (arrays.iter())
            .map(|(party, entries)| {
                let operand = if let Party::Operand(operand) = *party { Some(operand) } else { None };
                Stated { operand, name: call.name(*party), entries }
            })
            .collect();
        let names: SmallVec<[&str; 8]> = names.0.iter().map(|&(name, _)| name).collect();
        ask(call, &stated, Symbols { names: &names, ..ONE })
    }
}

/// What is stated of an axis, in the form of a `where` clause; `number` is asked for a name's.
#[inline(always)]
fn entry(axis: &AxisLength, number: impl FnOnce((&'static str, &'static str)) -> u32) -> Entry {
    match *axis {
        AxisLength::Open => Entry::Open,
        AxisLength::Name { name, declared_at } => Entry::Symbol(number((name, declared_at))),
        // A constant never stretches, not even if it is 1: as the only value, it is held to that.
        AxisLength::Known { length: 1, stretches: false } => Entry::Value(0),
        AxisLength::Known { length, .. } => Entry::Known(length),
    }
}

/// The names that types state, in the order in which they occur, each with the place where `dim!` declared it.
#[derive(Default)]
struct Names(SmallVec<[(&'static str, &'static str); 8]>);

impl Names {
    #[inline(always)]
    fn entry(&mut self, axis: &AxisLength) -> Entry {
        entry(axis, |name| {
            let known = self.0.iter().position(|known| *known == name);
            let number = known.unwrap_or_else(|| {
                self.0.push(name);
                self.0.len() - 1
            });
            number as u32
        })
    }
}
