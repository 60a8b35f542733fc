//! Checks the real shapes of a call against the ones in types, by the rules of a `where` clause.

use smallvec::SmallVec;

use crate::operand::descriptor::TypedShapes;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::report::error::BroadcastError;
use crate::report::resolution;
use crate::rules::call::{Call, Party};
use crate::rules::resolve::{Facts, iterated};
use crate::rules::stated::{Binding, Entry, Stated, Symbols, is_met, stays};
use crate::shape::axis::AxisLength;

/// A constant of length 1, as a symbol: a value, which does not stretch.
const ONE: Symbols<'static> = Symbols { names: &[], texts: &["{1}"], values: &[1] };

impl TypedShapes {
    /// Compares the shapes in types with the real ones; `infos` are the entries of the call's list.
    #[inline]
    pub(crate) fn compare(&self, call: &Call<'_>, infos: &[OperandInfo<'_>]) -> Result<(), BroadcastError> {
        let (mut names, mut bindings) = (Names::default(), SmallVec::<[Binding; 8]>::new());
        let is_right = self.all(infos, |party, axes| {
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
            is_right
        });
        if is_right { Ok(()) } else { self.as_clause(call, infos, resolution::compare) }
    }

    /// Checks that the names and the constants in types do not stretch.
    #[inline]
    pub(crate) fn hold(
        &self,
        call: &Call<'_>,
        infos: &[OperandInfo<'_>],
        found: &Facts<'_, '_>,
    ) -> Result<(), BroadcastError> {
        let shape = iterated(call, found.frame);
        let shift = shape.len() - found.frame.len();
        let is_right = self.all(infos, |party, axes| {
            // A place never stretches in any mode.
            let Party::Operand(operand) = party else { return true };
            let (own, map) = (call.shape(party), found.maps[operand].as_ref());
            // Any number does, since symbols are treated alike here.
            let stays = |(axis, stated): (usize, &AxisLength)| {
                matches!(stated, AxisLength::Open)
                    || map.is_none_or(|map| stays(entry(stated, |_| 0), own[axis], shape, shift, map, axis))
            };
            axes.iter().enumerate().all(stays)
        });
        let hold = |call: &Call<'_>, stated: &[Stated<'_>], symbols: Symbols<'_>| {
            resolution::hold(call, found, stated, symbols)
        };
        if is_right { Ok(()) } else { self.as_clause(call, infos, hold) }
    }

    /// True if `ask` is true for every array with a shape in its type: those of the list, then the place.
    #[inline(always)]
    fn all(&self, infos: &[OperandInfo<'_>], mut ask: impl FnMut(Party, &'static [AxisLength]) -> bool) -> bool {
        let (mut next, mut number) = (self.operands, 0);
        for info in infos {
            let Some(types) = next else { break };
            next = types.rest;
            if info.kind == OperandKind::Constant {
                continue;
            }
            if let Some(axes) = types.axes
                && !ask(Party::Operand(number), axes)
            {
                return false;
            }
            number += 1;
        }
        self.place.is_none_or(|axes| ask(Party::Place, axes))
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
        let mut arrays: SmallVec<[(Party, SmallVec<[Entry; 8]>); 8]> = SmallVec::new();
        self.all(infos, |party, axes| {
            arrays.push((party, axes.iter().map(|axis| names.entry(axis)).collect()));
            true
        });
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

/// An axis in the form of a `where` clause; `number` numbers a name.
#[inline(always)]
fn entry(axis: &AxisLength, number: impl FnOnce((&'static str, &'static str)) -> u32) -> Entry {
    match *axis {
        AxisLength::Open => Entry::Open,
        AxisLength::Name { name, declared_at } => Entry::Symbol(number((name, declared_at))),
        // A constant never stretches, even if it is 1: it becomes a value, which is checked for that.
        AxisLength::Known { length: 1, stretches: false } => Entry::Value(0),
        AxisLength::Known { length, .. } => Entry::Known(length),
    }
}

/// The names in types, in the order in which they occur, each with the location of its `dim!`.
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
