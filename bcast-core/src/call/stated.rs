//! The shapes that a `where` clause or types state, held against the real ones.

use smallvec::SmallVec;

use crate::call::plain::FEW;
use crate::operand::call_site::{CallSite, Where};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::report::error::BroadcastError;
use crate::report::resolution::{compare, hold};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Operand, Place};
use crate::rules::length::Length;
use crate::rules::mode::Mode;
use crate::rules::resolve::Facts;
use crate::rules::stated::Stated;

/// True if the stated shapes are the real ones, and no symbol stretches in a result of this shape, onto which `maps` place the arrays; without
/// maps all arrays have that shape. False as well where only the rulebook can tell.
#[inline(never)]
pub(super) fn is_held(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    shape: &[usize],
    is_place: bool,
    maps: Option<&[Option<AxisMap<'_>>]>,
) -> bool {
    let alike;
    let maps = match maps {
        Some(maps) => maps,
        None => {
            alike = [Some(AxisMap::at(0, shape.len())); FEW];
            &alike
        }
    };
    let Some(frame) = Length::slice(shape) else { return false };
    let mut operands: SmallVec<[Operand<'_>; 8]> = SmallVec::new();
    for info in infos.iter().filter(|info| info.kind != OperandKind::Constant) {
        let own = if info.kind == OperandKind::Place { Some(frame) } else { Length::slice(info.shape) };
        let Some(shape) = own else { return false };
        operands.push(Operand { shape, ..Operand::SCALAR });
    }
    if operands.len() > maps.len() {
        return false;
    }
    let place = is_place.then_some(Place { name: "", shape: frame, operand: None });
    let call = Call { place, ..Call::new(mode, &operands) };
    let facts = Facts { frame, maps, lead: None };
    compare_stated(&call, site, infos).is_ok() && hold_stated(&call, site, infos, &facts).is_ok()
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
    site.typed.as_ref().map_or(Ok(()), |types| types.compare(call, infos))
}

/// Checks that the symbols of a `where` clause, and the names and constants of types, do not stretch.
#[inline(never)]
pub(super) fn hold_stated(
    call: &Call<'_>,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    found: &Facts<'_, '_>,
) -> Result<(), BroadcastError> {
    if let Some(types) = &site.typed {
        types.hold(call, infos, found)?;
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
    let number = |stated: &Stated<'_>| stated.operand.map(|entry| numbers(infos).nth(entry).flatten());
    let stated = clause.shapes.iter().filter(|stated| has_place(stated) && number(stated) != Some(None));
    let numbered = stated.map(|stated| Stated { operand: number(stated).flatten(), ..*stated });
    ask(&numbered.collect::<SmallVec<[Stated<'_>; 6]>>())
}

/// Each entry's index among the arrays; `None` for constants.
#[inline]
pub(super) fn numbers(infos: &[OperandInfo<'_>]) -> impl Iterator<Item = Option<usize>> + Clone {
    infos.iter().scan(0, |next, info| {
        let number = (info.kind != OperandKind::Constant).then_some(*next);
        *next += usize::from(number.is_some());
        Some(number)
    })
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
