//! Checks the real shapes of a call against the ones in types, by the rules of a `where` clause.

use smallvec::SmallVec;

use crate::operand::descriptor::TypedShapes;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::held::{Arrays, MOST_NAMES, number};
use crate::report::error::BroadcastError;
use crate::report::resolution;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Party};
use crate::rules::resolve::{Facts, iterated};
use crate::rules::stated::{Entry, Stated, Symbols};
use crate::shape::axis::AxisLength;

/// A constant of length 1, as a symbol: a value, which does not stretch.
const ONE: Symbols<'static> = Symbols { names: &[], texts: &["{1}"], values: &[1] };

impl TypedShapes {
    /// Compares the shapes in types with the real ones; `infos` are the entries of the call's list.
    #[inline]
    pub(crate) fn compare(&self, call: &Call<'_>, infos: &[OperandInfo<'_>]) -> Result<(), BroadcastError> {
        let place = call.place.map(|place| place.shape);
        let arrays = Arrays { infos, place, shape: &[], shift: 0, map: |_| None };
        if self.are_held(&arrays) { Ok(()) } else { self.as_clause(call, infos, resolution::compare) }
    }

    /// Checks that the names and the constants in types do not stretch.
    #[inline]
    pub(crate) fn hold(
        &self,
        call: &Call<'_>,
        infos: &[OperandInfo<'_>],
        found: &Facts<'_, '_>,
    ) -> Result<(), BroadcastError> {
        let (shape, place) = (iterated(call, found.frame), call.place.map(|place| place.shape));
        let shift = shape.len() - found.frame.len();
        let arrays = Arrays { infos, place, shape, shift, map: |number: usize| found.maps[number] };
        let hold = |call: &Call<'_>, stated: &[Stated<'_>], symbols: Symbols<'_>| {
            resolution::hold(call, found, stated, symbols)
        };
        if self.are_held(&arrays) { Ok(()) } else { self.as_clause(call, infos, hold) }
    }

    /// True if all arrays have the shapes in their types, and no name and no constant among them stretches where a map is known;
    /// false as well if there are too many names.
    #[inline]
    pub(crate) fn are_held<'m>(&self, arrays: &Arrays<'_, impl Fn(usize) -> Option<AxisMap<'m>>>) -> bool {
        let (mut names, mut bindings) = (Names::default(), [None; MOST_NAMES]);
        self.all(arrays.infos, |entry, axes| {
            arrays.has(entry, axes.iter().map(|axis| names.entry(axis)), &ONE, &mut bindings)
        })
    }

    /// True if `ask` is true for every array with a shape in its type: those of the list by their entry, then the place.
    #[inline(always)]
    fn all(
        &self,
        infos: &[OperandInfo<'_>],
        mut ask: impl FnMut(Option<usize>, &'static [AxisLength]) -> bool,
    ) -> bool {
        let mut next = self.operands;
        for (entry, info) in infos.iter().enumerate() {
            let Some(types) = next else { break };
            next = types.rest;
            if info.kind != OperandKind::Constant
                && let Some(axes) = types.axes
                && !ask(Some(entry), axes)
            {
                return false;
            }
        }
        self.place.is_none_or(|axes| ask(None, axes))
    }

    /// Runs `ask` on the same shapes as a `where` clause, the form in which errors are reported.
    #[cold]
    fn as_clause(
        &self,
        call: &Call<'_>,
        infos: &[OperandInfo<'_>],
        ask: impl FnOnce(&Call<'_>, &[Stated<'_>], Symbols<'_>) -> Result<(), BroadcastError>,
    ) -> Result<(), BroadcastError> {
        let mut names = Names::default();
        let mut arrays = SmallVec::<[_; 8]>::new();
        self.all(infos, |entry, axes| {
            let operand = entry.and_then(|entry| number(infos, entry));
            let entries: SmallVec<[Entry; 8]> = axes.iter().map(|axis| names.entry(axis)).collect();
            arrays.push((operand, entries));
            true
        });
        let stated: SmallVec<[Stated<'_>; 8]> = (arrays.iter())
            .map(|&(operand, ref entries)| {
                let party = operand.map_or(Party::Place, Party::Operand);
                Stated { operand, name: call.name(party), entries }
            })
            .collect();
        let names: SmallVec<[&str; 8]> = names.0.iter().map(|&(name, _)| name).collect();
        ask(call, &stated, Symbols { names: &names, ..ONE })
    }
}

/// The names in types, in the order in which they occur, each with the location of its `dim!`.
#[derive(Default)]
struct Names(SmallVec<[(&'static str, &'static str); 8]>);

impl Names {
    /// An axis in the form of a `where` clause.
    #[inline(always)]
    fn entry(&mut self, axis: &AxisLength) -> Entry {
        match *axis {
            AxisLength::Open => Entry::Open,
            AxisLength::Name { name, declared_at } => {
                let known = self.0.iter().position(|known| *known == (name, declared_at));
                let number = known.unwrap_or_else(|| {
                    self.0.push((name, declared_at));
                    self.0.len() - 1
                });
                Entry::Symbol(number as u32)
            }
            // A constant never stretches, even if it is 1: it becomes a value, which is checked for that.
            AxisLength::Known { length: 1, stretches: false } => Entry::Value(0),
            AxisLength::Known { length, .. } => Entry::Known(length),
        }
    }
}
