//! The shapes of a `where` clause against the real ones, once, before anything is computed.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use smallvec::{SmallVec, smallvec};

use crate::report::error::{BroadcastError, Details, ErrorKind, Mistake, Party};
use crate::report::picture::{self, Line, SymbolTexts};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Call;
use crate::rules::findings::Findings;
use crate::rules::length::Length;
use crate::rules::resolve::Resolution;
use crate::rules::stated::{Entry, Stated, Symbols};

impl Entry {
    /// The entry as a length of the rulebook.
    pub const fn length(self) -> Length {
        match self {
            Self::Known(length) => Length::Known(length),
            Self::Symbol(index) => Length::name(index),
            Self::Value(index) => Length::value(index),
            Self::Open => Length::Unknown,
        }
    }

    const fn is_symbol(self) -> bool {
        matches!(self, Self::Symbol(_) | Self::Value(_))
    }
}

/// The length that each NAME turned out to stand for; `None` for one that stands nowhere.
pub type Bindings = SmallVec<[Option<usize>; 8]>;

/// Compares the stated shapes with the real ones.
///
/// A NAME is one length wherever it stands, an `{expr}` is its value, `_` is anything. Constants have no shape: whoever
/// calls leaves out the `[]` that is stated of one.
///
/// # Errors
/// If a shape is not as stated; the first such array in the order of `stated`.
pub fn check_stated(
    call: &Call<'_, usize>,
    stated: &[Stated<'_>],
    symbols: Symbols<'_>,
) -> Result<Bindings, BroadcastError> {
    // Where each NAME was met first: the array's shape is stated at this index, and the axis.
    let mut first: SmallVec<[Option<(Party, usize, usize)>; 8]> = smallvec![None; symbols.names.len()];
    for statement in stated {
        let party = statement.party();
        let shape = party.shape(call);
        if shape.len() != statement.entries.len() {
            let mistake = Mistake { culprit: Some(party), ..Mistake::new(ErrorKind::StatedRank) };
            return Err(error(call, statement, symbols, mistake));
        }
        for (axis, (&entry, &length)) in statement.entries.iter().zip(shape).enumerate() {
            let mistake = |kind, against| Mistake {
                culprit: Some(party),
                operand_axis: Some(axis),
                length: Some(Length::Known(length)),
                against: Some(Length::Known(against)),
                symbol: Some(entry.length()),
                ..Mistake::new(kind)
            };
            let wrong = match entry {
                Entry::Open => None,
                Entry::Known(known) => (known != length).then(|| mistake(ErrorKind::StatedLength, known)),
                Entry::Value(index) => match symbols.values.get(index as usize) {
                    Some(&value) if value != length => Some(mistake(ErrorKind::ValueConflict, value)),
                    _ => None,
                },
                Entry::Symbol(index) => match first.get_mut(index as usize) {
                    Some(Some((other, other_axis, bound))) if *bound != length => Some(Mistake {
                        other: Some(*other),
                        other_axis: Some(*other_axis),
                        ..mistake(ErrorKind::NameConflict, *bound)
                    }),
                    Some(slot @ None) => {
                        *slot = Some((party, axis, length));
                        None
                    }
                    _ => None,
                },
            };
            if let Some(mistake) = wrong {
                return Err(error(call, statement, symbols, mistake));
            }
        }
    }
    Ok(first.into_iter().map(|slot| slot.map(|(.., length)| length)).collect())
}

/// Checks that no axis stated as a symbol stretches, not even one whose length happens to be 1.
///
/// # Errors
/// If one would have to.
pub fn check_rigid(
    call: &Call<'_, usize>,
    resolution: &Resolution<usize>,
    stated: &[Stated<'_>],
    symbols: Symbols<'_>,
) -> Result<(), BroadcastError> {
    for statement in stated {
        // A place never stretches in any mode.
        let Some(operand) = statement.operand else {
            continue;
        };
        let shape = call.operands[operand].shape;
        for (axis, &entry) in statement.entries.iter().enumerate().filter(|(_, entry)| entry.is_symbol()) {
            let output = resolution.maps[operand].output_axis(axis);
            // A NAME is equal only to itself, so it may not be dropped as a 1 either; an `{expr}` may turn out to be 1.
            let rigid = match output {
                Some(output) => shape[axis] == resolution.shape[output],
                None => matches!(entry, Entry::Value(_)),
            };
            if !rigid {
                let against = output.map(|output| Length::Known(resolution.shape[output]));
                let mistake = Mistake {
                    culprit: Some(statement.party()),
                    operand_axis: Some(axis),
                    output_axis: output,
                    length: Some(Length::Known(shape[axis])),
                    against,
                    symbol: Some(entry.length()),
                    map: Some(resolution.maps[operand].clone()),
                    ..Mistake::new(ErrorKind::SymbolStretches)
                };
                return Err(error(call, statement, symbols, mistake).with_result(&resolution.shape));
            }
        }
    }
    Ok(())
}

impl Stated<'_> {
    fn party(&self) -> Party {
        self.operand.map_or(Party::Place, Party::Operand)
    }
}

#[cold]
fn error(call: &Call<'_, usize>, statement: &Stated<'_>, symbols: Symbols<'_>, mistake: Mistake) -> BroadcastError {
    let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
    let mut error = BroadcastError::new(call, mistake, &Findings::default(), Vec::new());
    error.0.texts = SymbolTexts { names: owned(symbols.names), values: owned(symbols.texts) };
    error.0.stated = statement.entries.iter().map(|entry| entry.length()).collect();
    error
}

/// The picture of an error about a stated shape: what is stated above what is.
pub(crate) fn note(f: &mut fmt::Formatter<'_>, details: &Details) -> fmt::Result {
    let m = &details.mistake;
    let Some(row) = m.culprit.and_then(|party| details.row(party)) else {
        return Ok(());
    };
    let text = |length: Option<Length>| length.map(|length| details.texts.text(length)).unwrap_or_default();
    let (length, against, symbol) = (text(m.length), text(m.against), text(m.symbol));
    let (label, shape, map) = match m.kind {
        ErrorKind::SymbolStretches => ("result", &details.result, m.map.clone()),
        _ => ("stated", &details.stated, None),
    };
    let whole = AxisMap::at(0, shape.len());
    let lines =
        [Line { label, shape, map: Some(&whole) }, Line { label: &row.name, shape: &row.shape, map: map.as_ref() }];
    let note = match m.kind {
        ErrorKind::StatedRank => {
            let note = format!("rank {} meets the stated rank {}", row.shape.len(), details.stated.len());
            return picture::tuples(f, &lines, &note, &details.texts);
        }
        ErrorKind::NameConflict => {
            let axis = m.other_axis.unwrap_or(0);
            format!("length {length}, but `{symbol}` is {against} at axis {axis} of {}", details.quoted(m.other))
        }
        ErrorKind::ValueConflict => format!("length {length}, but `{symbol}` is {against}"),
        ErrorKind::SymbolStretches if m.against.is_none() => {
            let note =
                format!("axis {} is stated as `{symbol}`; a NAME is never dropped as a 1", m.operand_axis.unwrap_or(0));
            return picture::tuples(f, &lines, &note, &details.texts);
        }
        ErrorKind::SymbolStretches => {
            format!("length {length} meets {against}; stated as `{symbol}`, and a symbol never stretches")
        }
        _ => format!("length {length} meets the stated {against}"),
    };
    picture::columns(f, &lines, shape.len(), (m.operand_axis.unwrap_or(0), &note), &details.texts)
}
