//! The shapes that a `where` clause or types state, held against the real ones.

use smallvec::SmallVec;

use crate::operand::call_site::{CallSite, Where};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::held::{Arrays, number};
use crate::report::error::BroadcastError;
use crate::report::resolution::{compare, hold};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Operand};
use crate::rules::length::Length;
use crate::rules::resolve::{Facts, iterated};
use crate::rules::stated::Stated;

/// True if the stated shapes are the real ones, that of the place among them, and no symbol stretches in a frame of this shape, onto which `maps`
/// place the arrays; without maps their last axes meet. False as well where only the rulebook can tell.
#[inline(never)]
pub(super) fn is_held(
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    shape: &[usize],
    place: Option<&[usize]>,
    maps: Option<&[Option<AxisMap<'_>>]>,
) -> bool {
    let Some(shape) = Length::slice(shape) else { return false };
    let of_last_axes = |number: usize| {
        let array = infos.iter().filter(|info| info.kind != OperandKind::Constant).nth(number)?;
        let own = if array.kind == OperandKind::Place { shape.len() } else { array.shape.len() };
        AxisMap::right(own, shape.len())
    };
    let map = |number: usize| maps.map_or_else(|| of_last_axes(number), |maps| maps[number]);
    let arrays = Arrays { infos, place: place.and_then(Length::slice), shape, shift: 0, map };
    let is_held = |clause: &Where<'_>| arrays.have(clause);
    site.stated.as_ref().is_none_or(is_held) && site.typed.is_none_or(is_held)
}

/// Compares the shapes that a `where` clause or types state with the real ones.
#[inline(never)]
pub(super) fn compare_stated(
    call: &Call<'_>,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
) -> Result<(), BroadcastError> {
    if let Some(clause) = &site.stated {
        if call.operands.len() != infos.len() {
            refuse_shaped_constants(call, site, clause, infos)?;
        }
        with_numbered(call, clause, infos, |stated| compare(call, stated, clause.symbols))?;
    }
    let place = call.place.map(|place| place.shape);
    let arrays = Arrays { infos, place, shape: &[], shift: 0, map: |_| None };
    match site.typed {
        Some(types) if !arrays.have(types) => {
            with_numbered(call, types, infos, |stated| compare(call, stated, types.symbols))
        }
        _ => Ok(()),
    }
}

/// Checks that the symbols of a `where` clause, and the names and constants of types, do not stretch.
#[inline(never)]
pub(super) fn hold_stated(
    call: &Call<'_>,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    found: &Facts<'_, '_>,
) -> Result<(), BroadcastError> {
    if let Some(types) = site.typed {
        let (shape, place) = (iterated(call, found.frame), call.place.map(|place| place.shape));
        let shift = shape.len() - found.frame.len();
        let arrays = Arrays { infos, place, shape, shift, map: |number: usize| found.maps[number] };
        if !arrays.have(types) {
            with_numbered(call, types, infos, |stated| hold(call, found, stated, types.symbols))?;
        }
    }
    match &site.stated {
        Some(clause) if !clause.symbols.names.is_empty() || !clause.symbols.values.is_empty() => {
            with_numbered(call, clause, infos, |stated| hold(call, found, stated, clause.symbols))
        }
        _ => Ok(()),
    }
}

/// Passes on the stated shapes with operands numbered among the arrays; a `[]` stated for a constant is left out.
#[inline(always)]
fn with_numbered(
    call: &Call<'_>,
    clause: &Where<'_>,
    infos: &[OperandInfo<'_>],
    ask: impl Fn(&[Stated<'_>]) -> Result<(), BroadcastError>,
) -> Result<(), BroadcastError> {
    let has_place = |stated: &Stated<'_>| stated.operand.is_some() || call.place.is_some();
    if call.operands.len() == infos.len() && clause.shapes.iter().all(has_place) {
        return ask(clause.shapes);
    }
    let number_of = |stated: &Stated<'_>| stated.operand.map(|entry| number(infos, entry));
    let stated = clause.shapes.iter().filter(|stated| has_place(stated) && number_of(stated) != Some(None));
    let numbered = stated.map(|stated| Stated { operand: number_of(stated).flatten(), ..*stated });
    ask(&numbered.collect::<SmallVec<[Stated<'_>; 6]>>())
}

/// Refuses any shape but `[]` stated for a constant.
fn refuse_shaped_constants(
    call: &Call<'_>,
    site: &CallSite<'_>,
    clause: &Where<'_>,
    infos: &[OperandInfo<'_>],
) -> Result<(), BroadcastError> {
    for statement in clause.shapes {
        let is_array = |entry: usize| infos.get(entry).is_some_and(|info| info.kind != OperandKind::Constant);
        let Some(entry) = statement.operand.filter(|&entry| !is_array(entry)) else { continue };
        let constant = [Operand { name: site.name(entry), ..Operand::SCALAR }];
        let as_operand = [Stated { operand: Some(0), ..*statement }];
        compare(&Call { operands: &constant, base: None, place: None, ..*call }, &as_operand, clause.symbols)?;
    }
    Ok(())
}
