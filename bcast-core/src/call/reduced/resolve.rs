//! Resolves a call with reductions: its frame, its values and its result.

use smallvec::SmallVec;

use super::blocks::Held;
use super::pass::{Pass, Reductions};
use super::run::Context;
use crate::call::runtime::{allocatable, resolved};
use crate::exec::Memory;
use crate::operand::call_site::CallSite;
use crate::operand::descriptor::TypedShapes;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::report::error::BroadcastError;
use crate::report::resolution;
use crate::report::suggest::{Helps, helps};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Operand, Party, Place};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::Mode;
use crate::rules::reduction::{ArrayExtent, Extent, Frame, Kept, ValueKind, ValueSite, bits, first};
use crate::rules::stated::{Stated, Symbols};

/// Where the passes of a call are described.
pub(super) struct Site<'a> {
    pub(super) mode: Mode,
    pub(super) site: &'a CallSite<'a>,
    /// The shapes that types state.
    pub(super) types: Option<TypedShapes>,
    pub(super) reductions: &'a Reductions<'a>,
    pub(super) infos: &'a [OperandInfo<'a>],
    pub(super) passes: &'a [Pass<'a>],
    /// Several places, which read their old elements as arrays.
    pub(super) places: &'a [OperandInfo<'a>],
}

impl Site<'_> {
    /// Resolves the call, and passes on its arrays and its outcome.
    pub(super) fn resolve(
        &self,
        place: Option<&OperandInfo<'_>>,
        elem_size: usize,
        then: &mut dyn FnMut(&Call<'_>, Context<'_>) -> Result<(), BroadcastError>,
    ) -> Result<(), BroadcastError> {
        let Self { mode, site, reductions, infos, .. } = *self;
        if let Some(names) = reductions.names.filter(|_| site.to.is_none()) {
            let frame = names.lengths(site, infos, place);
            return Site { site: &site.to(&frame), ..*self }.resolve(place, elem_size, then);
        }
        let real =
            infos.iter().enumerate().map(|(entry, info)| self.place_of(entry).map_or(*info, |(_, place)| *place));
        let infos: SmallVec<[OperandInfo<'_>; 8]> = real.collect();
        let ranks = infos.iter().filter(|info| info.kind == OperandKind::Array).map(|info| info.shape.len());
        // A place of a lower rank than the arrays' lies on the axes of the result, and one that is no operand must have its shape; neither
        // takes part in the frame, unless it is all that has a shape.
        let takes_part = |place: &&OperandInfo<'_>| {
            let is_operand = infos.iter().any(|info| info.kind == OperandKind::Place);
            let is_whole = ranks.clone().max().is_none_or(|rank| is_operand && rank <= place.shape.len());
            (mode.needs_target() || is_whole) && reductions.names.is_none()
        };
        let (place, beside) = (place.filter(takes_part), place);
        let beside = beside.filter(|_| place.is_none());
        // Of several places, too, one of a lower rank lies on the axes of its own result.
        let has_reductions = reductions.values.iter().any(|value| matches!(value.kind, ValueKind::Reduction { .. }))
            && !mode.needs_target();
        let most = infos.iter().map(|info| info.shape.len()).max();
        let real = infos;
        let infos: SmallVec<[OperandInfo<'_>; 8]> = (real.iter())
            .map(|info| match (info.kind, place) {
                (OperandKind::Place, Some(place)) => *place,
                (OperandKind::Place, None) if !self.places.is_empty() => {
                    let is_beside = has_reductions && Some(info.shape.len()) < most;
                    let kind = if is_beside { OperandKind::Constant } else { OperandKind::Array };
                    OperandInfo { kind, ..*info }
                }
                // By its NAMEs it is an array like any other.
                (OperandKind::Place, None) => match beside.filter(|_| reductions.names.is_some()) {
                    Some(beside) => *beside,
                    None => OperandInfo { kind: OperandKind::Constant, ..*info },
                },
                _ => *info,
            })
            .collect();
        let of_frame = |call: &Call<'_>, frame: &[usize], maps: &[Option<AxisMap<'_>>]| {
            let mut next = 0;
            let mut extents = SmallVec::<[Option<ArrayExtent>; 8]>::new();
            let mut arrays = SmallVec::<[Option<Held>; 8]>::new();
            for (entry, info) in infos.iter().enumerate() {
                let array = (info.kind != OperandKind::Constant).then(|| {
                    let map = maps[next].unwrap_or(AxisMap::OPEN);
                    next += 1;
                    laid(info, map, frame.len())
                });
                extents.push(array.as_ref().map(|(has, held)| ArrayExtent {
                    extent: Extent { has: *has, lengths: held.lengths.clone() },
                    is_whole: info.shape.len() == frame.len(),
                    is_placed: call.is_placed(site.alignment(entry)),
                }));
                arrays.push(array.map(|(_, held)| held));
            }
            let target = match reductions.names {
                Some(names) => names.kept,
                None => first(site.to.map_or(0, <[i64]>::len)),
            };
            let (keeps, by_names) =
                (reductions.keeps || site.to.is_some() || mode.needs_target(), mode.lies_by_names());
            let (keeps, allows_pairs) = (keeps && !by_names, reductions.allows_pairs);
            let rules = Frame { lengths: frame, arrays: &extents, keeps, target, by_names, allows_pairs };
            let beside = beside.filter(|_| !by_names);
            let beside = beside.and_then(|_| self.infos.iter().position(|info| info.kind == OperandKind::Place));
            let reads_beside = |site: &ValueSite<'_>| beside.is_some_and(|entry| site.reads.operands.contains(&entry));
            if let Some(index) = reductions.values.iter().position(reads_beside) {
                return Err(of_place_in_reduction(call, (index, reductions.values[index].name), self.site.place));
            }
            let is_beside = |entry: usize| infos[entry].kind == OperandKind::Constant;
            for (operand, name) in reductions.entries.iter().filter_map(|entry| Some((entry.operand?, entry.name))) {
                let reads = |site: &ValueSite<'_>| is_beside(operand) && site.reads.operands.contains(&operand);
                if let Some(index) = reductions.values.iter().position(reads) {
                    return Err(of_place_in_reduction(call, (index, reductions.values[index].name), name));
                }
            }
            let entries = reductions.entries.iter().map(|entry| entry.reads);
            let outcome = rules.reduce(reductions.values, reductions.reads, entries).map_err(|mistake| {
                let (lengths, facts) = (Length::slice(frame).unwrap_or_default(), Facts::NONE);
                let facts = Facts { frame: lengths, maps, ..facts };
                BroadcastError::new(call, mistake, &facts, helps(call, &facts, &[mistake], &mistake))
                    .with_symbol_names(site.symbols().names, site.symbols().texts)
            })?;
            if elem_size > 0 {
                allocatable(call, Length::slice(&outcome.result.lengths).unwrap_or_default(), elem_size)?;
            }
            let Reductions { values: sites, list, .. } = *reductions;
            for (operand, own) in arrays.iter_mut().enumerate().filter(|&(operand, _)| is_beside(operand)) {
                let place = self.place_of(operand);
                *own = place.and_then(|(number, place)| lying_on(&outcome.entries[number], place));
            }
            let (passes, infos) = (self.passes, if self.places.is_empty() { &infos[..] } else { &real[..] });
            then(call, Context { sites, passes, list, frame, outcome: &outcome, infos, arrays })
        };
        site.with_types(self.types, |site| {
            self.with_stated_place(site, beside.is_some(), |site| {
                resolved(mode, site, &infos, place, beside, 0, of_frame)
            })
        })
    }
}

impl<'a> Site<'a> {
    /// The one of several places that an operand is, and its number.
    fn place_of(&self, operand: usize) -> Option<(usize, &'a OperandInfo<'a>)> {
        let number = self.reductions.entries.iter().position(|entry| entry.operand == Some(operand))?;
        Some((number, self.places.get(number)?))
    }

    /// The axes of a place before those of a result with these lengths; `None` if it does not fit.
    pub(super) fn shift(&self, result: &Kept, place: &[usize], kept: &[usize]) -> Option<usize> {
        let shift = place.len().checked_sub(kept.len())?;
        let stretches = result.leaves_out_nothing() && self.mode.result_stretches(self.site.to.is_some());
        let mut pairs = place[shift..].iter().zip(kept);
        let fits = pairs.all(|(&length, &own)| own == length || own == 1 && stretches);
        (fits && (shift == 0 || stretches)).then_some(shift)
    }

    /// Passes on the site; the shape stated for a place that is an operand becomes that of a place alone, if that takes no part in the frame.
    fn with_stated_place<T>(&self, site: &CallSite<'_>, is_beside: bool, then: impl FnOnce(&CallSite<'_>) -> T) -> T {
        let entry = self.infos.iter().position(|info| info.kind == OperandKind::Place).filter(|_| is_beside);
        let (Some(entry), Some(clause)) = (entry, site.stated) else { return then(site) };
        let shapes = clause.shapes.iter().map(|stated| match stated.operand == Some(entry) {
            true => Stated { operand: None, ..*stated },
            false => *stated,
        });
        let shapes: SmallVec<[Stated<'_>; 6]> = shapes.collect();
        let Symbols { names, texts, values } = clause.symbols;
        then(&site.stated(&shapes, names, texts, values))
    }
}

/// A place on the axes of the frame that its result keeps; `None` if it has another number of axes.
fn lying_on(result: &Kept, place: &OperandInfo<'_>) -> Option<Held> {
    let axes: SmallVec<[i64; 6]> = bits(result.axes).map(|axis| axis as i64).collect();
    let place = OperandInfo { kind: OperandKind::Array, ..*place };
    (axes.len() == place.shape.len()).then(|| laid(&place, AxisMap::list(&axes), result.lengths.len()).1)
}

/// An operand on the axes of the frame, and the axes that it has.
pub(super) fn laid(info: &OperandInfo<'_>, map: AxisMap<'_>, rank: usize) -> (u64, Held) {
    let memory = Memory { ptr: info.ptr.cast_mut(), elem_size: info.elem_size };
    let (lengths, strides) = (SmallVec::from_elem(1, rank), SmallVec::from_elem(0, rank));
    let mut held = Held { memory, lengths, strides, is_place: info.kind == OperandKind::Place, computed: None };
    let mut has = 0;
    for axis in 0..info.shape.len() {
        if let Some(at) = map.output_axis(axis) {
            has |= 1 << at;
            if info.shape[axis] != 1 {
                (held.lengths[at], held.strides[at]) = (info.shape[axis], info.strides[axis]);
            }
        }
    }
    (has, held)
}

/// The error about a place without the result's shape.
#[cold]
pub(super) fn does_not_fit(call: &Call<'_>, name: &str, place: &[usize], result: &[usize]) -> BroadcastError {
    let (Some(place), Some(result)) = (Length::slice(place), Length::slice(result)) else {
        return BroadcastError::of_call(call, ErrorKind::TooManyElements, None);
    };
    let operands = [Operand { name: "the result", shape: result, alignment: Alignment::ByMode }];
    let place = Some(Place { name, shape: place, operand: None });
    let call = Call { place, ..Call::new(Mode::None, &operands) };
    match resolution::resolve(&call) {
        Err(error) => error,
        Ok(_) => BroadcastError::of_call(&call, ErrorKind::RankDiffers, None),
    }
}

/// The error about several axes where types expect one.
#[cold]
pub(super) fn of_several_axes(call: &Call<'_>, sites: &[ValueSite<'_>]) -> BroadcastError {
    let reduction = sites.first().map(|site| (0, site.name));
    let mistake = Mistake { reduction, ..Mistake::new(ErrorKind::ReducedAxesCount) };
    BroadcastError::new(call, mistake, &Facts::NONE, helps(call, &Facts::NONE, &[mistake], &mistake))
}

/// The error about a reduction that reads a place of the result's rank, which has no axes of the frame.
#[cold]
fn of_place_in_reduction(call: &Call<'_>, reduction: (usize, &'static str), name: &str) -> BroadcastError {
    let place = Some(Place { name, shape: &[], operand: None });
    let call = Call { place, ..*call };
    let mistake = Mistake { reduction: Some(reduction), ..Mistake::of(Party::Place, ErrorKind::BesideReduction) };
    BroadcastError::new(&call, mistake, &Facts::NONE, Helps::NONE)
}
