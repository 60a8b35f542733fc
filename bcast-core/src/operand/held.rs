//! The arrays of a call, held against the shapes stated for them.

use crate::operand::call_site::Where;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Party;
use crate::rules::length::Length;
use crate::rules::stated::{Binding, Entry, Stated, Symbols, is_met, stays};

/// The most NAMEs that are compared here; the rulebook compares more.
const MOST_NAMES: usize = 8;

/// The entries of an operand list and the place of a call, and where they lie in its result.
pub(crate) struct Arrays<'a, Map> {
    pub(crate) infos: &'a [OperandInfo<'a>],
    /// The shape of the place.
    pub(crate) place: Option<&'a [Length]>,
    /// The iterated shape.
    pub(crate) shape: &'a [Length],
    /// Its axes before those of the frame.
    pub(crate) shift: usize,
    /// The map into the frame of an array, by its number; `None` while it is not known.
    pub(crate) map: Map,
}

impl<'m, Map: Fn(usize) -> Option<AxisMap<'m>>> Arrays<'_, Map> {
    /// True if all arrays of the clause have the stated lengths, and no symbol among them stretches; false as well if there are too many NAMEs.
    #[inline(always)]
    pub(crate) fn have(&self, clause: &Where<'_>) -> bool {
        let mut bindings = [None; MOST_NAMES];
        clause.shapes.iter().all(|stated| self.has(stated, &clause.symbols, &mut bindings))
    }

    /// True if the array has the stated lengths, and no symbol among them stretches. A constant has no axes. Binds each NAME on its first
    /// occurrence.
    #[inline(always)]
    fn has(&self, stated: &Stated<'_>, symbols: &Symbols<'_>, bindings: &mut [Binding; MOST_NAMES]) -> bool {
        let entries = stated.entries;
        let (mut party, mut own, mut array) = (Party::Place, self.place, None);
        if let Some(entry) = stated.operand {
            let info = &self.infos[entry];
            array = number(self.infos, entry);
            let Some(number) = array else { return entries.is_empty() };
            party = Party::Operand(number);
            if info.kind != OperandKind::Place {
                own = Length::slice(info.shape);
            }
        }
        let Some(own) = own.filter(|own| own.len() == entries.len()) else { return false };
        for (axis, stated) in entries.iter().copied().enumerate() {
            let is_bindable = !matches!(stated, Entry::Symbol(index) if index as usize >= MOST_NAMES);
            if !is_bindable || !is_met(party, axis, own[axis], stated, symbols, bindings) {
                return false;
            }
            // Only symbols need the map, which takes a while to copy.
            if matches!(stated, Entry::Symbol(_) | Entry::Value(_))
                && let Some(map) = array.and_then(&self.map)
                && !stays(stated, own[axis], self.shape, self.shift, &map, axis)
            {
                return false;
            }
        }
        true
    }
}

/// The number of an entry of an operand list among the arrays; `None` for a constant.
#[inline]
pub(crate) fn number(infos: &[OperandInfo<'_>], entry: usize) -> Option<usize> {
    let is_array = |info: &OperandInfo<'_>| info.kind != OperandKind::Constant;
    let count = || infos[..entry].iter().filter(|info| is_array(info)).count();
    infos.get(entry).is_some_and(is_array).then(count)
}
