//! Checks the stated shapes of a call against the rulebook, so that certain mistakes are reported while typing.
//!
//! An operand without an entry in the `where` clause may be a constant or an array of any shape. The check skips it if the other operands
//! can be checked without it, and otherwise leaves the call to run time.

use bcast_core::BroadcastError;
use bcast_core::report::error::{ErrorKind, Party};
use bcast_core::report::lint::{Lint, suspicions};

use bcast_core::report::resolution::{self, resolve_all};
use bcast_core::rules::call::{Alignment, Call, Operand, Place};
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::OptionName;
use bcast_core::rules::reduction::{Reads, ReducedAxes, ValueSite};

use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::{self, AxisOption, IntValue, ListValue, Model, Reduction, Stated};

/// Reports every mistake that follows from the stated shapes and literal options alone.
pub fn check(model: &Model, diagnostics: &mut Diagnostics) {
    // Its NAMEs have been checked where they were read, and no two of them meet.
    if model.named.is_some() {
        return;
    }
    let Some(known) = Known::of(model) else {
        check_literals(model, diagnostics);
        return check_own_literals(model, diagnostics);
    };
    let operands: Vec<Operand<'_>> =
        known.operands.iter().map(|array| stated_operand(array.operand, &array.shape, &array.axes)).collect();
    let place = known.place.as_ref().map(|(shape, operand)| Place {
        name: model.place().map_or("", |place| &place.name),
        shape,
        operand: *operand,
    });
    let call = Call { to: known.to.as_deref(), base: known.base, place, ..Call::new(model.mode, &operands) };
    let call = with_axes(call, model.axes.as_ref(), known.axes.as_deref());
    // A place beside reductions has the result's shape, not the frame's.
    let has_reductions = !model.reductions.is_empty();
    let is_read = known.place.as_ref().is_some_and(|(_, operand)| operand.is_some());
    if has_reductions && (is_read || model.is_tuple && model.places.iter().any(|place| place.operand.is_some())) {
        return;
    }
    let call = if has_reductions && !call.mode.needs_target() { Call { place: None, ..call } } else { call };
    let names: Vec<String> = model.names.iter().map(ToString::to_string).collect();
    let values: Vec<String> = model.values.iter().map(|value| format!("{{{value}}}")).collect();
    let Err(errors) = resolve_all(&call) else {
        let is_whole = all_voters_stated(model) && known.place.is_some() == model.place().is_some();
        for suspicion in suspicions(&call, is_whole, &names, &values) {
            if !model.allow.contains(&suspicion.lint) {
                let axis = Some(suspicion.operand_axis).filter(|_| suspicion.culprit != Party::To);
                let at = culprit_span(model, &known, suspicion.culprit, axis);
                let at = at.unwrap_or_else(|| fallback_span(model)).first;
                diagnostics.warning(at, suspicion.lint, suspicion.text);
            }
        }
        if has_reductions && operands.len() == model.operands.len() {
            check_reductions(model, &call, [&names, &values], diagnostics);
        }
        return;
    };
    let mut reported: Vec<(Option<Party>, Vec<String>)> = Vec::new();
    for error in errors {
        let at = span(model, &known, &error);
        let error = error.with_symbol_names(&names, &values);
        // An operand at the wrong position fails on each of its axes; one suggestion fixes them all, so only the first is reported.
        let mistake = (error.culprit(), error.helps().filter(|help| help.ends_with("would fit")).collect::<Vec<_>>());
        if mistake.1.is_empty() || !reported.contains(&mistake) {
            diagnostics.error(at, &error);
            reported.push(mistake);
        }
    }
}

/// Reports the first mistake of the reductions of a call whose shapes are all stated.
fn check_reductions(model: &Model, call: &Call<'_>, [names, values]: [&[String]; 2], diagnostics: &mut Diagnostics) {
    let known = |reduction: &Reduction| literal(reduction.axes.as_ref().map(ListValue::literals));
    let Some(axes) = model.reductions.iter().map(known).collect::<Option<Vec<_>>>() else { return };
    let sites = model.reductions.iter().zip(&axes).map(|(reduction, axes)| ValueSite {
        name: reduction.name,
        axes: axes.as_deref().map_or(ReducedAxes::All, ReducedAxes::Of),
        reads: reads(&reduction.formula),
        list: reads(&reduction.formula),
        kind: reduction.kind,
    });
    let (sites, results): (Vec<_>, Vec<_>) = (sites.collect(), model.results.iter().map(reads).collect());
    let flags = [model.keeps, model.allow.contains(&Lint::MutualStretch)];
    if let Err(error) = resolution::check_reductions(call, &sites, &results, flags) {
        let reduction = error.reduction().and_then(|index| model.reductions.get(index));
        let culprit = match error.culprit() {
            Some(Party::Operand(index)) if error.kind() == ErrorKind::BesideReduction => {
                Some(model.operands[index].span)
            }
            _ => None,
        };
        let at = reduction.map(Reduction::axes_span);
        diagnostics
            .error(culprit.or(at).unwrap_or_else(|| fallback_span(model)), error.with_symbol_names(names, values));
    }
}

/// The operands and values that an expression reads, in the rulebook's form.
fn reads(formula: &model::Formula) -> Reads<'_> {
    Reads { operands: &formula.reads.operands, values: &formula.reads.reductions }
}

/// Checks the literal options of a call without stated shapes: some are invalid for every shape. The rulebook gets a call that only fills a
/// place.
fn check_literals(model: &Model, diagnostics: &mut Diagnostics) {
    let target = model.to.as_ref().and_then(lengths);
    let Some(option) = &model.axes else { return };
    // A non-negative axis may be valid, depending on the ranks.
    let is_decided = |axes: &Vec<i64>| if option.is_single() { axes[0] < -1 } else { target.is_some() };
    let Some(axes) = option.list.literals().filter(is_decided) else { return };
    let place = Place { name: "to", shape: target.as_deref().unwrap_or_default(), operand: None };
    let call = Call { place: Some(place), ..Call::new(model.mode, &[]) };
    for error in resolve_all(&with_axes(call, Some(option), Some(&axes))).err().unwrap_or_default() {
        diagnostics.error(option.list.span, error.without_helps());
    }
}

/// Checks the literals of operands' own alignments: some are invalid for every rank. The rulebook gets each operand alone, with a target of
/// every axis that is named.
fn check_own_literals(model: &Model, diagnostics: &mut Diagnostics) {
    for operand in &model.operands {
        let Some(own) = &operand.alignment else { continue };
        let option = if own.is_single() { OptionName::OwnAxis } else { OptionName::OwnAxes };
        let is_decided = |axes: &Vec<i64>| model.mode.takes(option) && (!own.is_single() || axes[0] < -1);
        let Some(axes) = own.list.literals().filter(is_decided) else { continue };
        let rank =
            axes.iter().filter_map(|&axis| usize::try_from(axis).ok()).max().map_or(1, |last| last.min(MOST_AXES) + 1);
        let (shape, to) = (vec![Length::UNKNOWN; axes.len()], vec![Length::UNKNOWN; rank]);
        let operands = [stated_operand(operand, &shape, &axes)];
        let call = Call { to: Some(&to), ..Call::new(model.mode, &operands) };
        for error in resolve_all(&call).err().unwrap_or_default() {
            diagnostics.error(own.list.span, error.without_helps());
        }
    }
}

/// More axes than any array has.
const MOST_AXES: usize = 64;

/// The part of a call that is known at expansion.
struct Known<'m> {
    operands: Vec<Array<'m>>,
    /// The literals of the call's `axis` or `axes`.
    axes: Option<Vec<i64>>,
    to: Option<Vec<Length>>,
    /// An index into `operands`.
    base: Option<usize>,
    /// The place's shape, and its index in `operands` if it is one.
    place: Option<(Vec<Length>, Option<usize>)>,
}

/// An operand whose shape is stated.
struct Array<'m> {
    /// Its index in the model.
    index: usize,
    operand: &'m model::Operand,
    shape: Vec<Length>,
    /// The literals of its own alignment.
    axes: Vec<i64>,
}

/// An operand as the rulebook takes it, with the literals of its own alignment.
fn stated_operand<'a>(operand: &'a model::Operand, shape: &'a [Length], axes: &'a [i64]) -> Operand<'a> {
    let alignment = match &operand.alignment {
        None => Alignment::ByMode,
        Some(own) if own.is_single() => Alignment::Axis(axes[0]),
        Some(_) => Alignment::Axes(axes),
    };
    Operand { name: &operand.name, shape, alignment }
}

/// A call with the literals of its `axis` or `axes`.
fn with_axes<'a>(call: Call<'a>, option: Option<&AxisOption>, literals: Option<&'a [i64]>) -> Call<'a> {
    match literals {
        Some(literals) if option.is_some_and(AxisOption::is_single) => Call { axis: Some(literals[0]), ..call },
        _ => Call { axes: literals, ..call },
    }
}

impl<'m> Known<'m> {
    /// Returns `None` if nothing can be checked before run time.
    fn of(model: &'m Model) -> Option<Self> {
        let mode = model.mode;
        // Options known only at run time could make any shapes fit.
        let axes = literal(model.axes.as_ref().map(|axes| axes.list.literals()))?;
        let to = literal(model.to.as_ref().map(lengths))?;
        let place_operand = model.place().and_then(|place| place.operand);
        let lead_known = lead_is_known(model, place_operand);
        let all_stated = all_voters_stated(model);
        if !lead_known || (mode.aligns_together() && !all_stated) {
            return None;
        }
        // paddle: beside an operand of rank 0, which `[]` may state, arrays of equal rank need not be identical for an axis other than 0.
        if mode.aligns_together()
            && axes.as_ref().is_some_and(|axes| axes[0] >= 1)
            && model.stated.iter().any(|stated| stated.entries.is_empty())
        {
            return None;
        }
        let operands = stated_arrays(model, all_stated || to.is_some());
        let index_of = |index: usize| operands.iter().position(|array| array.index == index);
        let base = model.base.map(index_of);
        let place = model.place().and_then(|place| model.stated_shape(place.operand));
        // In modes whose target stretches, an unstated operand may change the result, so the place's shape does not determine it.
        let place = place.filter(|_| all_stated || !mode.target_stretches());
        let place = place.map(|stated| (shape(stated), place_operand.and_then(index_of)));
        let target_known = to.is_some() || place.is_some();
        if operands.is_empty() || base == Some(None) || (mode.needs_target() && !target_known) {
            return None;
        }
        let by_mode = operands.iter().any(|array| array.operand.alignment.is_none());
        // Placements join to the result, so every operand must be known, and a place could give the result another shape.
        let by_placements =
            mode.joins_placements() && model.place().is_none() && operands.len() == model.operands.len();
        if !by_mode && !target_known && !by_placements {
            return None;
        }
        Some(Known { operands, axes, to, base: base.flatten(), place })
    }
}

/// An absent option is known; a present one only if it is a literal.
fn literal<T>(option: Option<Option<T>>) -> Option<Option<T>> {
    option.map_or(Some(None), |value| value.map(Some))
}

/// A `to` written as a list has a known rank, and known lengths where its entries are literals.
fn lengths(list: &ListValue) -> Option<Vec<Length>> {
    let length = |entry: &IntValue| match entry.literal {
        Some(length) => usize::try_from(length).ok().map(Length::new),
        None => Some(Length::UNKNOWN),
    };
    list.entries.as_ref()?.iter().map(length).collect()
}

/// True if the operand that gives the result its shape is certain: an array with a stated shape.
fn lead_is_known(model: &Model, place_operand: Option<usize>) -> bool {
    let has_base = model.mode.takes(OptionName::Base);
    if !has_base || model.to.is_some() || model.base.is_some() || place_operand.is_some() {
        return true;
    }
    let first = model.operands.iter().position(|operand| operand.alignment.is_none());
    // An operand stated as `[]` may be a constant, and the first array another one.
    first.is_none_or(|first| model.stated_shape(Some(first)).is_some_and(|stated| !stated.entries.is_empty()))
}

fn all_voters_stated(model: &Model) -> bool {
    let mut voters = model.operands.iter().enumerate().filter(|(_, operand)| operand.alignment.is_none());
    voters.all(|(index, _)| model.stated_shape(Some(index)).is_some())
}

/// The operands with stated shapes except `[]`, which may be a constant and, as an array of rank 0, fits everything.
fn stated_arrays(model: &Model, result_known: bool) -> Vec<Array<'_>> {
    let mut arrays = Vec::new();
    for (index, operand) in model.operands.iter().enumerate() {
        let Some(stated) = model.stated_shape(Some(index)).filter(|stated| !stated.entries.is_empty()) else {
            continue;
        };
        let axes = match &operand.alignment {
            None => Some(Vec::new()),
            // An unstated operand may change the result that it is aligned to.
            Some(_) if !result_known && model.mode.joins() => None,
            Some(own) => own.list.literals(),
        };
        arrays.extend(axes.map(|axes| Array { index, operand, shape: shape(stated), axes }));
    }
    arrays
}

fn shape(stated: &Stated) -> Vec<Length> {
    stated.entries.iter().map(|entry| entry.length.length()).collect()
}

/// The smallest range to underline: an option's value, one entry of a stated shape, or an operand.
fn span(model: &Model, known: &Known<'_>, error: &BroadcastError) -> SpanRange {
    let own = match error.culprit() {
        Some(Party::Operand(index)) => known.operands.get(index).and_then(|array| array.operand.alignment.as_ref()),
        _ => None,
    };
    let option = match (error.option(), own) {
        (Some(OptionName::OwnAxis | OptionName::OwnAxes), Some(own)) => Some(own.list.span),
        (Some(OptionName::Axis | OptionName::Axes), _) => model.axes.as_ref().map(|axes| axes.list.span),
        (Some(OptionName::To), _) => model.to.as_ref().map(|to| to.span),
        (None, _) if error.kind() == ErrorKind::TooManyElements => model.to.as_ref().map(|to| to.span),
        (None, _) if error.kind() == ErrorKind::UncoveredAxis => furthest(known),
        _ => None,
    };
    let culprit = || culprit_span(model, known, error.culprit()?, error.operand_axis());
    option.or_else(culprit).unwrap_or_else(|| fallback_span(model))
}

/// The alignment that reaches the last axis of a result with an uncovered axis.
fn furthest(known: &Known<'_>) -> Option<SpanRange> {
    let end = |array: &&Array<'_>| match &array.operand.alignment {
        Some(own) if own.is_single() => array.axes[0].saturating_add(array.shape.len() as i64),
        _ => array.axes.iter().max().map_or(0, |axis| axis.saturating_add(1)),
    };
    known.operands.iter().max_by_key(end)?.operand.alignment.as_ref().map(|axes| axes.list.span)
}

/// The entry of a stated shape, or of `to`, with a mistake or a warning.
fn culprit_span(model: &Model, known: &Known<'_>, culprit: Party, axis: Option<usize>) -> Option<SpanRange> {
    let target = match culprit {
        Party::To => {
            let to = model.to.as_ref()?;
            let entry = axis.and_then(|axis| to.visible().get(axis));
            return Some(entry.map_or(to.span, |entry| entry.span));
        }
        Party::Place => model.place()?.operand,
        Party::Operand(index) => Some(known.operands.get(index)?.index),
    };
    let stated = model.stated_shape(target)?;
    let entry = axis.and_then(|axis| stated.entries.get(axis));
    Some(entry.map_or_else(|| stated.brackets.into(), |entry| entry.span.into()))
}

fn fallback_span(model: &Model) -> SpanRange {
    match (&model.mode_name, model.operands.first()) {
        (Some(ident), _) => ident.span().into(),
        (None, Some(operand)) => operand.span,
        (None, None) => proc_macro2::Span::call_site().into(),
    }
}
