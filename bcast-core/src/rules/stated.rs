//! The shapes stated in a `where` clause, and their check against the actual shapes before anything is computed.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Party};
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mistake::{ErrorKind, Mistake};

/// The stated shape of one array.
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The array: an index into the call's operands, or `None` for the place.
    pub operand: Option<usize>,
    /// The array's name in messages.
    pub name: &'a str,
    /// The stated length of each axis, outermost first.
    pub entries: &'a [Entry],
}

/// The stated length of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A literal length.
    Known(usize),
    /// A NAME, by its index.
    Symbol(u32),
    /// `{expr}`, by its index.
    Value(u32),
    /// `_`.
    Open,
}

impl Entry {
    /// The entry as a [`Length`].
    #[inline]
    pub const fn length(self) -> Length {
        match self {
            Self::Known(length) => Length::new(length),
            Self::Symbol(index) => Length::name(index),
            Self::Value(index) => Length::value(index),
            Self::Open => Length::UNKNOWN,
        }
    }
}

impl Stated<'_> {
    #[inline]
    pub(crate) const fn party(&self) -> Party {
        match self.operand {
            Some(operand) => Party::Operand(operand),
            None => Party::Place,
        }
    }
}

/// The symbols of a call's `where` clause.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symbols<'a> {
    /// Each NAME.
    pub names: &'a [&'a str],
    /// The source text of each `{expr}`, with its braces.
    pub texts: &'a [&'a str],
    /// The value of each `{expr}`.
    pub values: &'a [usize],
}

/// Where a NAME was bound: an array's axis, and its length there.
pub(crate) type Binding = Option<(Party, usize, Length)>;

/// Compares the stated shapes with the actual ones, and returns the first mistake with the index of its statement.
///
/// A NAME is one length throughout, an `{expr}` is its value, `_` matches any length. Constants have no shape: callers leave out the `[]`
/// stated of one. `bindings` is memory for one binding a NAME, all `None`.
#[inline]
pub(crate) const fn check_stated(
    call: &Call<'_>,
    stated: &[Stated<'_>],
    symbols: &Symbols<'_>,
    bindings: &mut [Binding],
) -> Option<(usize, Mistake)> {
    each!(index < stated.len(), {
        let statement = &stated[index];
        let (party, entries) = (statement.party(), statement.entries);
        let shape = call.shape(party);
        if shape.len() != entries.len() {
            return Some((index, Mistake::of(party, ErrorKind::StatedRank)));
        }
        each!(axis < shape.len(), {
            if !is_met(party, axis, shape[axis], entries[axis], symbols, bindings) {
                return Some((index, contradiction(party, axis, shape[axis], entries[axis], symbols, bindings)));
            }
        });
    });
    None
}

/// True if an axis has its stated length. Binds a NAME on its first occurrence.
#[inline(always)]
pub(crate) const fn is_met(
    party: Party,
    axis: usize,
    length: Length,
    entry: Entry,
    symbols: &Symbols<'_>,
    bindings: &mut [Binding],
) -> bool {
    match entry {
        Entry::Known(known) => Length::new(known).is(length),
        Entry::Value(index) if (index as usize) < symbols.values.len() => {
            Length::new(symbols.values[index as usize]).is(length)
        }
        Entry::Symbol(index) => match bindings[index as usize] {
            Some((_, _, bound)) => bound.is(length),
            None => {
                bindings[index as usize] = Some((party, axis, length));
                true
            }
        },
        Entry::Open | Entry::Value(_) => true,
    }
}

/// The mistake of an axis for which [`is_met`] is false.
#[cold]
const fn contradiction(
    party: Party,
    axis: usize,
    length: Length,
    entry: Entry,
    symbols: &Symbols<'_>,
    bindings: &[Binding],
) -> Mistake {
    match entry {
        Entry::Symbol(index) => match bindings[index as usize] {
            Some((other, other_axis, bound)) => Mistake {
                other: Some(other),
                other_axis: Some(other_axis),
                ..conflict(ErrorKind::NameConflict, party, axis, length, Some(bound), entry)
            },
            None => conflict(ErrorKind::NameConflict, party, axis, length, None, entry),
        },
        Entry::Value(index) => {
            let value = Length::new(symbols.values[index as usize]);
            conflict(ErrorKind::ValueConflict, party, axis, length, Some(value), entry)
        }
        _ => conflict(ErrorKind::StatedLength, party, axis, length, Some(entry.length()), entry),
    }
}

#[cold]
const fn conflict(
    kind: ErrorKind,
    party: Party,
    axis: usize,
    length: Length,
    against: Option<Length>,
    entry: Entry,
) -> Mistake {
    Mistake {
        operand_axis: Some(axis),
        length: Some(length),
        against,
        symbol: Some(entry.length()),
        ..Mistake::of(party, kind)
    }
}

/// Checks that no axis stated as a symbol stretches: not even one whose length is 1, and not to a place. `shape` is the iterated shape, and
/// `maps` are the operands' maps into its last axes, the frame. Returns the first mistake with the index of its statement.
#[inline]
pub(crate) const fn check_rigid(
    call: &Call<'_>,
    shape: &[Length],
    shift: usize,
    maps: &[Option<AxisMap<'_>>],
    stated: &[Stated<'_>],
) -> Option<(usize, Mistake)> {
    each!(index < stated.len(), {
        let statement = &stated[index];
        // A place never stretches in any mode.
        let (Some(operand), party) = (statement.operand, statement.party()) else { continue };
        let (own, Some(map)) = (call.shape(party), maps[operand]) else { continue };
        each!(axis < statement.entries.len(), {
            let entry = statement.entries[axis];
            if !stays(entry, own[axis], shape, shift, &map, axis) {
                let (output, against) = match map.output_axis(axis) {
                    Some(output) => (Some(shift + output), Some(shape[shift + output])),
                    None => (None, None),
                };
                let mistake = conflict(ErrorKind::SymbolStretches, party, axis, own[axis], against, entry);
                return Some((index, Mistake { output_axis: output, ..mistake }));
            }
        });
    });
    None
}

/// True if an operand's axis is not stated as a symbol, or neither stretches nor is dropped.
#[inline(always)]
pub(crate) const fn stays(
    entry: Entry,
    own: Length,
    shape: &[Length],
    shift: usize,
    map: &AxisMap<'_>,
    axis: usize,
) -> bool {
    match entry {
        Entry::Known(_) | Entry::Open => true,
        Entry::Symbol(_) | Entry::Value(_) => match map.output_axis(axis) {
            Some(output) => own.is(shape[shift + output]),
            // A NAME equals only itself, so it may not be dropped as a 1; an `{expr}` may turn out to be 1.
            None => matches!(entry, Entry::Value(_)),
        },
    }
}
