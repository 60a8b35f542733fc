//! Resolutions as values: the rulebook's decisions about a call, or the errors of a refused one.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use crate::report::blame::blame;
use crate::report::error::BroadcastError;
use crate::report::suggest::{Helps, helps};
use crate::report::text::Text;
use crate::rules::axis_map::{AxisMap, OwnedAxisMap};
use crate::rules::call::Call;
use crate::rules::found::{Facts, Found, iterated};
use crate::rules::length::Length;
use crate::rules::list::Lent;
use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::reduction::{ArrayExtent, Extent, Frame, Outcome, Reads, ValueSite};
use crate::rules::resolve;
use crate::rules::stated::{Binding, Stated, Symbols, check_rigid, check_stated};
use crate::rules::symbols::Obligation;

/// The lengths of an array's axes, outermost first.
pub type Shape<L> = SmallVec<[L; 8]>;

/// The rulebook's decisions about a call.
///
/// Calls whose lengths are all numbers are fully decided. With symbols or unknown lengths, a resolution may carry obligations: checks to do
/// once the actual lengths are known, which may still refuse the call.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution<L> {
    /// The iterated shape: the place's if there is one, else the result's.
    pub shape: Shape<L>,
    /// Each operand's axis map into [`shape`](Self::shape).
    pub maps: SmallVec<[OwnedAxisMap; 6]>,
    /// Checks left to run time; none if all lengths are numbers.
    pub obligations: Vec<Obligation>,
}

impl<L> Resolution<L> {
    /// True if no check is left to run time.
    pub fn is_certain(&self) -> bool {
        self.obligations.is_empty()
    }
}

impl Resolution<Length> {
    fn of(call: &Call<'_>, found: &Found<'_, '_>) -> Self {
        let shape = iterated(call, found.frame());
        let shift = shape.len() - found.frame().len();
        let map = |map: &Option<AxisMap<'_>>| map.unwrap_or(AxisMap::OPEN).shifted(shift).into();
        Self {
            shape: shape.into(),
            maps: found.maps().iter().map(map).collect(),
            obligations: found.obligations.items().to_vec(),
        }
    }

    /// The resolution with its lengths as numbers, if all are.
    pub fn numbers(self) -> Option<Resolution<usize>> {
        let shape: Option<Shape<usize>> = self.shape.iter().map(|length| length.number()).collect();
        Some(Resolution { shape: shape?, maps: self.maps, obligations: self.obligations })
    }
}

impl<L: Copy + Into<Length>> fmt::Display for Resolution<L> {
    /// Writes the shape and the maps, `(2, 3, 4) from [0, 1, 2] [1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Shape<Length> = self.shape.iter().map(|&length| length.into()).collect();
        let mut bytes = alloc::vec![0; 24 * shape.len() + 24];
        let mut text = Text::new(&mut bytes, Symbols::default());
        text.tuple(&shape);
        write!(f, "{} from", text.end())?;
        self.maps.iter().try_for_each(|map| write!(f, " {map}"))
    }
}

/// Checks the reductions of a call that resolves: symbols count as lengths other than 0 and 1, unknown lengths as 1.
///
/// # Errors
/// If a reduction has no such axis, can be read in two ways, or has no value.
#[doc(hidden)]
pub fn check_reductions(
    call: &Call<'_>,
    values: &[ValueSite<'_>],
    results: &[Reads<'_>],
    [keeps, allows_pairs]: [bool; 2],
) -> Result<(), BroadcastError> {
    let resolution = resolve(call)?;
    let number = |length: &Length| length.number().unwrap_or(if length.is_symbol() { 2 } else { 1 });
    let frame: Shape<usize> = resolution.shape.iter().map(number).collect();
    let arrays = call.operands.iter().zip(&resolution.maps).map(|(operand, map)| {
        let mut extent = Extent { has: 0, lengths: SmallVec::from_elem(1, frame.len()) };
        for (axis, length) in operand.shape.iter().enumerate() {
            if let Some(at) = map.output_axis(axis) {
                extent.has |= 1 << at;
                extent.lengths[at] = number(length);
            }
        }
        let is_placed = call.is_placed(operand.alignment);
        Some(ArrayExtent { extent, is_whole: operand.shape.len() == frame.len(), is_placed })
    });
    let arrays: Vec<_> = arrays.collect();
    let target = if call.to.is_some() { u64::MAX } else { 0 };
    let keeps = keeps || target != 0 || call.mode.needs_target();
    let by_names = call.mode.lies_by_names();
    let rules = Frame { lengths: &frame, arrays: &arrays, keeps, target, by_names, allows_pairs };
    let found = rules.reduce(values, results.iter().copied(), &mut Outcome::default());
    found.map_err(|mistake| {
        BroadcastError::new(call, mistake, &Facts::NONE, helps(call, &Facts::NONE, &[mistake], &mistake))
    })
}

/// Resolves a call, or returns the error of its first mistake.
///
/// # Errors
/// If the mode refuses the call.
pub fn resolve(call: &Call<'_>) -> Result<Resolution<Length>, BroadcastError> {
    try_resolve(call).ok_or_else(|| refuse(call).swap_remove(0))
}

/// Resolves a call, or returns the errors of all its mistakes, at least one, in the order of the options and operands.
///
/// # Errors
/// If the mode refuses the call.
pub fn resolve_all(call: &Call<'_>) -> Result<Resolution<Length>, Vec<BroadcastError>> {
    try_resolve(call).ok_or_else(|| refuse(call))
}

/// Resolves a call whose actual shapes must match a `where` clause, and whose symbols must not stretch.
///
/// # Errors
/// If a shape differs from the stated one, the mode refuses the call, or a symbol would have to stretch.
pub fn resolve_stated(
    call: &Call<'_>,
    stated: &[Stated<'_>],
    symbols: Symbols<'_>,
) -> Result<Resolution<Length>, BroadcastError> {
    compare(call, stated, symbols)?;
    with_found(call, &mut [], |found| match found.mistakes.count() {
        0 => hold(call, &found.facts(), stated, symbols).map(|()| Resolution::of(call, found)),
        _ => Err(refuse(call).swap_remove(0)),
    })
}

/// True if a call certainly resolves and iterates this shape. Small calls do not allocate, and no [`Resolution`] is made.
pub fn has_shape(call: &Call<'_>, shape: &[usize]) -> bool {
    with_found(call, &mut [], |found| {
        found.mistakes.count() == 0 && found.obligations.count() == 0 && *iterated(call, found.frame()) == *shape
    })
}

/// Compares the stated shapes with the actual ones.
pub(crate) fn compare(call: &Call<'_>, stated: &[Stated<'_>], symbols: Symbols<'_>) -> Result<(), BroadcastError> {
    let mut bindings: SmallVec<[Binding; 8]> = SmallVec::from_elem(None, symbols.names.len());
    match check_stated(call, stated, &symbols, &mut bindings) {
        None => Ok(()),
        Some((index, mistake)) => Err(misstated(call, &Facts::NONE, &stated[index], symbols, mistake)),
    }
}

/// Checks that the symbols of the stated shapes do not stretch.
pub(crate) fn hold(
    call: &Call<'_>,
    found: &Facts<'_, '_>,
    stated: &[Stated<'_>],
    symbols: Symbols<'_>,
) -> Result<(), BroadcastError> {
    let shape = iterated(call, found.frame);
    let shift = shape.len() - found.frame.len();
    let Some((index, mistake)) = check_rigid(call, shape, shift, found.maps, stated) else { return Ok(()) };
    let maps: Vec<_> = found.maps.iter().map(|map| map.map(|map| map.shifted(shift))).collect();
    let facts = Facts { frame: shape, maps: &maps, lead: found.lead };
    Err(misstated(call, &facts, &stated[index], symbols, mistake))
}

#[cold]
fn misstated(
    call: &Call<'_>,
    facts: &Facts<'_, '_>,
    statement: &Stated<'_>,
    symbols: Symbols<'_>,
    mistake: Mistake,
) -> BroadcastError {
    BroadcastError::new(call, mistake, facts, Helps::NONE)
        .with_stated(statement.entries.iter().map(|entry| entry.length()))
        .with_symbol_names(symbols.names, symbols.texts)
}

/// The resolution of an accepted call, without errors for a refused one.
pub(crate) fn try_resolve(call: &Call<'_>) -> Option<Resolution<Length>> {
    with_found(call, &mut [], |found| (found.mistakes.count() == 0).then(|| Resolution::of(call, found)))
}

/// The errors of a refused call, each with its suggestions: options first, then operands in source order, then the place.
#[cold]
pub(crate) fn refuse(call: &Call<'_>) -> Vec<BroadcastError> {
    // The rulebook reports at most one mistake an axis, and two an option.
    let most = axes(call) + 2 * call.parties() + 8;
    with_found(call, &mut alloc::vec![Mistake::new(ErrorKind::LengthMismatch); most], |found| {
        let facts = found.facts();
        let mut memory = alloc::vec![Mistake::new(ErrorKind::LengthMismatch); most];
        let mut reported = Lent::new(&mut memory);
        blame(call, &facts, found.mistakes.items(), &mut reported);
        let reported = reported.items();
        let error =
            |mistake: &Mistake| BroadcastError::new(call, *mistake, &facts, helps(call, &facts, reported, mistake));
        reported.iter().map(error).collect()
    })
}

/// The shapes of all arrays of a call, of `to` and of the place.
fn shapes<'a>(call: &Call<'a>) -> impl Iterator<Item = &'a [Length]> {
    (0..call.parties()).filter_map(|index| call.party(index)).map(|party| call.shape(party))
}

/// The total number of axes in a call.
fn axes(call: &Call<'_>) -> usize {
    shapes(call).map(<[Length]>::len).sum()
}

/// Resolves a call in memory on the heap; small calls use the stack.
fn with_found<R>(call: &Call<'_>, mistakes: &mut [Mistake], then: impl FnOnce(&Found<'_, '_>) -> R) -> R {
    let mut frame: Shape<Length> = SmallVec::from_elem(Length::ONE, call.most_axes());
    let mut maps: SmallVec<[Option<AxisMap<'_>>; 6]> = SmallVec::from_elem(None, call.operands.len());
    // Calls of numbers leave no obligations, and an empty vector does not allocate.
    let most =
        if shapes(call).flatten().all(|length| length.is_number()) { 0 } else { axes(call) + call.operands.len() };
    let mut obligations = alloc::vec![Obligation::EMPTY; most];
    let mut found = Found::new(&mut frame, &mut maps, &mut obligations, mistakes);
    resolve::resolve(call, &mut found);
    then(&found)
}
