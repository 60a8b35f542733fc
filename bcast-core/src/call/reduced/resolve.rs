//! Resolves a call with reductions: its frame, its values and its result.

use smallvec::SmallVec;

use super::blocks::Held;
use super::pass::{Pass, Reductions, ResultSite};
use super::run::{Context, Output};
use crate::call::runtime::{allocatable, resolved};
use crate::call::stated::is_held;
use crate::exec::Memory;
use crate::operand::call_site::{CallSite, Where};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::report::error::BroadcastError;
use crate::report::suggest::{Helps, helps};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Party, Place};
use crate::rules::found::Facts;
use crate::rules::length::Length;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::mode::Mode;
use crate::rules::reduction::{ArrayExtent, Extent, Frame, Kept, Outcome, ValueKind, ValueSite, bits, first};
use crate::rules::stated::{Stated, Symbols};

/// Where the passes of a call are described.
pub(super) struct Site<'a> {
    pub(super) mode: Mode,
    pub(super) site: &'a CallSite<'a>,
    /// The shapes that types state.
    pub(super) types: Option<&'static Where<'static>>,
    pub(super) reductions: &'a Reductions<'a>,
    pub(super) infos: &'a [OperandInfo<'a>],
    pub(super) passes: &'a [Pass<'a>],
}

/// Takes a resolved call: its values and results, and its operands on the axes of the frame.
type Then<'t> = dyn FnMut(&Call<'_>, &Context<'_>, &mut [Option<Held>]) -> Result<(), BroadcastError> + 't;

impl Site<'_> {
    /// True if the shapes that types state are held in a frame of this shape; see [`is_held`]. A place is no operand.
    #[inline(always)]
    pub(super) fn are_types_held(
        &self,
        frame: &[usize],
        output: &Output<'_>,
        maps: Option<&[Option<AxisMap<'_>>]>,
    ) -> bool {
        let place = match output {
            Output::New(..) => None,
            Output::Place(place) => Some(place.shape),
        };
        let mut typed = None;
        self.types.is_none() || is_held(self.site.with_types(self.types, &mut typed), self.infos, frame, place, maps)
    }

    /// Resolves the call, and passes on its arrays and its outcome. A result has a place or elements of a size.
    pub(super) fn resolve(
        &self,
        outputs: &[Result<OperandInfo<'_>, usize>],
        then: &mut Then<'_>,
    ) -> Result<(), BroadcastError> {
        let Self { mode, site, reductions, infos, .. } = *self;
        let place_of = |operand: usize| {
            let number = reductions.results.iter().position(|result| result.operand == Some(operand))?;
            Some((number, outputs.get(number)?.as_ref().ok()?))
        };
        // Without arrays a target is filled as a place of its shape is.
        let lengths: SmallVec<[usize; 8]> = site.to.map_or_else(SmallVec::new, |to| {
            to.iter().map(|&length| usize::try_from(length.max(0)).unwrap_or(usize::MAX)).collect()
        });
        let has_array = infos.iter().any(|info| info.kind != OperandKind::Constant);
        let filled = OperandInfo { shape: &lengths, ..OperandInfo::NO_PLACE };
        let is_filled = !has_array && site.to.is_some() && reductions.names.is_none();
        let first_place = outputs.first().and_then(|output| output.as_ref().ok());
        // The first of several places is a frame to positions that have no other.
        let is_several = outputs.len() > 1;
        let place = first_place.filter(|_| !is_several || !has_array && self.has_positions());
        let place = place.or(is_filled.then_some(&filled));
        if let Some(names) = reductions.names.filter(|_| site.to.is_none()) {
            let frame = names.lengths(site, infos, place);
            return Site { site: &site.to(&frame), ..*self }.resolve(outputs, then);
        }
        let ranks = infos.iter().filter(|info| info.kind == OperandKind::Array).map(|info| info.shape.len());
        // A place of a lower rank than the arrays' lies on the axes of the result, and one that is no operand must have its shape; neither
        // takes part in the frame, unless it is all that has a shape.
        let is_operand = infos.iter().any(|info| info.kind == OperandKind::Place);
        // Without reductions and positions a place is one like that of any call.
        let is_formula = !is_several && reductions.values.iter().all(|site| site.kind == ValueKind::Elements);
        let takes_part = |place: &&OperandInfo<'_>| {
            let is_whole = ranks.clone().max().is_none_or(|rank| is_operand && rank <= place.shape.len());
            (mode.needs_target() || is_whole || is_formula) && reductions.names.is_none()
        };
        // A place of the frame's rank that is an operand is an array like any other where no array leads, so that others reduce to its length 1.
        let joins = mode.joins() && !mode.needs_target() && site.to.is_none() && is_operand && !is_formula;
        // So is a number that a reduction reads.
        let reads_place =
            |site: &ValueSite<'_>| site.reads.operands.iter().any(|&operand| infos[operand].kind == OperandKind::Place);
        let is_number = |place: &&OperandInfo<'_>| place.shape.is_empty() && reductions.values.iter().any(reads_place);
        let is_array = reductions.names.is_some()
            || joins && place.as_ref().is_some_and(|place| takes_part(place) || is_number(place));
        let (place, beside) = (place.filter(|place| takes_part(place) && !is_array), place);
        let beside = beside.filter(|_| place.is_none());
        // The elements of several places are read as those of arrays are. Beside reductions one of a lower rank lies on its result's axes.
        let real: SmallVec<[OperandInfo<'_>; 8]> = (infos.iter().enumerate())
            .map(|(operand, info)| place_of(operand).filter(|_| is_several).map_or(*info, |(_, place)| *place))
            .collect();
        let has_reductions = reductions.values.iter().any(|value| matches!(value.kind, ValueKind::Reduction { .. }))
            && !mode.needs_target();
        let most = real.iter().map(|info| info.shape.len()).max();
        let infos: SmallVec<[OperandInfo<'_>; 8]> = (real.iter())
            .map(|info| match (info.kind, place) {
                (OperandKind::Place, _) if is_several => {
                    let is_beside = has_reductions && Some(info.shape.len()) < most;
                    OperandInfo { kind: if is_beside { OperandKind::Constant } else { OperandKind::Array }, ..*info }
                }
                (OperandKind::Place, Some(place)) => *place,
                (OperandKind::Place, None) => match beside.filter(|_| is_array) {
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
            // A place that takes no part in the frame.
            let is_beside = |operand: usize| {
                let is_place = self.infos[operand].kind == OperandKind::Place;
                is_place
                    && if is_several {
                        infos[operand].kind == OperandKind::Constant
                    } else {
                        beside.is_some() && !is_array
                    }
            };
            for result in reductions.results {
                let Some(operand) = result.operand.filter(|&operand| is_beside(operand)) else { continue };
                let reads = |site: &ValueSite<'_>| {
                    // A number lies nowhere.
                    let is_number = is_several && real[operand].shape.is_empty();
                    let is_reduction = matches!(site.kind, ValueKind::Reduction { .. });
                    is_reduction && !is_number && site.reads.operands.contains(&operand)
                };
                if let Some(index) = reductions.values.iter().position(reads) {
                    return Err(of_place_in_reduction(call, (index, reductions.values[index].name), result.place));
                }
            }
            let reduce = |extents: &[Option<ArrayExtent>], outcome: &mut Outcome| {
                let rules = Frame { lengths: frame, arrays: extents, keeps, target, by_names, allows_pairs };
                let results = reductions.results.iter().map(|result| result.reads);
                rules.reduce(reductions.values, results, outcome).map_err(|mistake| {
                    let (lengths, facts) = (Length::slice(frame).unwrap_or_default(), Facts::NONE);
                    let facts = Facts { frame: lengths, maps, ..facts };
                    BroadcastError::new(call, mistake, &facts, helps(call, &facts, &[mistake], &mistake))
                        .with_symbol_names(site.symbols().names, site.symbols().texts)
                })
            };
            let mut outcome = Outcome::default();
            reduce(&extents, &mut outcome)?;
            // To other results, a place that lies on the axes of its own is an array there.
            let mut is_read_there = false;
            for operand in (0..arrays.len()).filter(|&operand| is_several && is_beside(operand)) {
                let Some((number, place)) = place_of(operand) else { continue };
                let (site, kept) = (&reductions.results[number], &outcome.results[number]);
                let lengths: SmallVec<[usize; 6]> = bits(kept.axes).map(|axis| kept.lengths[axis]).collect();
                if lengths[..] != *place.shape {
                    return Err(self.does_not_fit(call, (site, kept), place.shape, &lengths));
                }
                let axes: SmallVec<[i64; 6]> = bits(kept.axes).map(|axis| axis as i64).collect();
                let (has, held) = laid(place, AxisMap::list(&axes), frame.len());
                let extent = Extent { has, lengths: held.lengths.clone() };
                extents[operand] = Some(ArrayExtent { extent, is_whole: false, is_placed: true });
                (arrays[operand], is_read_there) = (Some(held), true);
            }
            if is_read_there {
                outcome = Outcome::default();
                reduce(&extents, &mut outcome)?;
            }
            for (output, result) in outputs.iter().zip(&outcome.results) {
                if let Err(size) = *output {
                    allocatable(call, Length::slice(&result.lengths).unwrap_or_default(), size)?;
                }
            }
            let Reductions { values: sites, results, .. } = *reductions;
            let (passes, infos) = (self.passes, if is_several { &real[..] } else { &infos[..] });
            then(call, &Context { sites, passes, results, frame, outcome: &outcome, infos }, &mut arrays)
        };
        let mut typed = None;
        let site = site.with_types(self.types, &mut typed);
        self.with_stated_place(site, beside.is_some() && (!is_array || reductions.names.is_some()), |site| {
            resolved(mode, site, &infos, place, beside, 0, of_frame)
        })
    }
}

impl Site<'_> {
    /// The axes of a place before those of a result with these lengths; `None` if it does not fit. Beside positions, which count the frame's
    /// axes, it has no others.
    pub(super) fn shift(
        &self,
        (site, result): (&ResultSite<'_>, &Kept),
        place: &[usize],
        kept: &[usize],
    ) -> Option<usize> {
        let shift = place.len().checked_sub(kept.len())?;
        let stretches = self.stretches((site, result));
        let mut pairs = place[shift..].iter().zip(kept);
        let fits = pairs.all(|(&length, &own)| own == length || own == 1 && stretches);
        (fits && (shift == 0 || stretches && !self.has_positions())).then_some(shift)
    }

    /// True if a result stretches to its place, which is no operand then.
    fn stretches(&self, (site, result): (&ResultSite<'_>, &Kept)) -> bool {
        result.leaves_out_nothing() && site.operand.is_none() && self.mode.result_stretches(self.site.to.is_some())
    }

    fn has_positions(&self) -> bool {
        let is_position = |site: &ValueSite<'_>| matches!(site.kind, ValueKind::Index | ValueKind::Length);
        self.reductions.values.iter().any(is_position)
    }

    /// The error about a place that does not fit a result of the lengths `kept`.
    #[cold]
    pub(super) fn does_not_fit(
        &self,
        call: &Call<'_>,
        (site, result): (&ResultSite<'_>, &Kept),
        shape: &[usize],
        kept: &[usize],
    ) -> BroadcastError {
        let (Some(lengths), Some(own)) = (Length::slice(shape), Length::slice(kept)) else {
            return BroadcastError::of_call(call, ErrorKind::TooManyElements, None);
        };
        let stretches = self.stretches((site, result));
        let (name, before) = (site.place, lengths.len().checked_sub(own.len()));
        let mistake = match before.filter(|&before| before == 0 || stretches && !self.has_positions()) {
            Some(before) => {
                let fits = |axis: usize| kept[axis] == shape[before + axis] || kept[axis] == 1 && stretches;
                let axis = (0..kept.len()).find(|&axis| !fits(axis)).unwrap_or_default();
                Mistake {
                    operand_axis: Some(before + axis),
                    output_axis: Some(axis),
                    length: own.get(axis).copied(),
                    against: lengths.get(before + axis).copied(),
                    ..Mistake::of(Party::Place, ErrorKind::LengthMismatch)
                }
            }
            None if stretches && before.is_none() => Mistake::of(Party::Place, ErrorKind::RankTooHigh),
            None => Mistake::of(Party::Place, ErrorKind::RankDiffers),
        };
        // To the words a result that does not stretch is a target.
        let to = if stretches { call.to } else { Some(own) };
        let call = Call { to, place: Some(Place { name, shape: lengths, operand: None }), ..*call };
        let would_keep = !call.mode.lies_by_names() && result.lengths[..] == *shape;
        let helps = if would_keep { Helps::words("the option `keep` would fit") } else { Helps::NONE };
        BroadcastError::new(&call, mistake, &Facts { frame: own, ..Facts::NONE }, helps)
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

/// An operand on the axes of the frame, and the axes that it has.
pub(super) fn laid(info: &OperandInfo<'_>, map: AxisMap<'_>, rank: usize) -> (u64, Held) {
    let memory = Memory { ptr: info.ptr.cast_mut(), elem_size: info.elem_size };
    let (lengths, strides) = (SmallVec::from_elem(1, rank), SmallVec::from_elem(0, rank));
    let mut held = Held { memory, lengths, strides, computed: None };
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
