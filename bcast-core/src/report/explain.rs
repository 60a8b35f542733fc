//! The explanation below the first line of a refusal: the picture, or a sentence instead.

use crate::report::message::Message;
use crate::report::picture::{self, Line};
use crate::report::text::Text;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Party};
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mistake::ErrorKind;
use crate::rules::mode::{Mode, Role};

/// Lines for 16 operands, `to` and the place. Pictures omit further operands of operand lists.
const MOST_LINES: usize = 18;

impl<'m, 'a> Message<'m, 'a> {
    /// The picture, or a line instead of it.
    pub(super) const fn body(&self, text: &mut Text<'_, '_>) {
        let m = self.mistake;
        match m.kind {
            ErrorKind::LengthMismatch => {
                if self.columns(text) {
                    self.reason(text);
                }
                self.bound(text);
            }
            ErrorKind::RankTooHigh | ErrorKind::RankDiffers => self.ranks(text),
            ErrorKind::BeyondResult => {
                if self.columns(text) {
                    text.push("length ")
                        .some_length(m.length)
                        .push(" falls past the last axis of ")
                        .quoted(self.other());
                    // Without a compared length, trailing axes are never dropped, so the length does not matter.
                    text.push(if m.against.is_some() { "; only trailing axes of length 1 may" } else { "" });
                }
            }
            ErrorKind::OpenAlignment => {
                self.tuples(text);
                text.some_length(m.length).push(" sits outermost if it equals ").some_length(m.against);
                text.push(", else innermost");
            }
            ErrorKind::TooManyElements => {
                self.tuples(text);
                text.push("its elements, or their bytes, are more than ").number(isize::MAX as usize);
            }
            ErrorKind::SymbolConflict => {
                if self.columns(text) {
                    text.push("`").some_length(m.symbol).push("` would be ").some_length(m.against);
                    text.push(" here, and is ").some_length(m.length);
                    // An equal symbol may have given the length.
                    match m.bound_at {
                        Some((party, axis)) => {
                            text.push(" by axis ").number(axis).push(" of ").quoted(self.call.name(party))
                        }
                        None => text.push(" by another axis"),
                    };
                }
            }
            ErrorKind::StatedRank
            | ErrorKind::StatedLength
            | ErrorKind::NameConflict
            | ErrorKind::ValueConflict
            | ErrorKind::SymbolStretches => self.compared(text),
            _ => {
                let before = text.len();
                text.push("\n   ");
                self.note(text);
                text.retract(before, before + 4);
            }
        }
    }

    /// The explanations of one line.
    const fn note<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        let m = self.mistake;
        match m.kind {
            ErrorKind::AxisOutOfRange => self.axis_range(text),
            ErrorKind::AxesCount => {
                let entries = self.axes().len();
                text.quoted(self.culprit()).push(" has rank ").number(self.rank_of(m.culprit));
                text.push(", `axes` has ").number(entries).push(if entries == 1 { " entry" } else { " entries" });
                text.push("; one for each axis")
            }
            ErrorKind::AxesOutOfRange => {
                self.result_party(self.entry(text).push("; "));
                text.push(" has rank ").number(self.facts.frame.len()).push(", ");
                match self.facts.frame.len() {
                    0 => text.push("it has no axis"),
                    rank => text.push("its axes go from 0 to ").number(rank - 1),
                }
            }
            ErrorKind::AxesNotIncreasing => {
                let before = match m.operand_axis {
                    Some(entry) if entry > 0 && entry <= self.axes().len() => self.axes()[entry - 1],
                    _ => 0,
                };
                self.entry(text);
                if self.call.mode.lies_by_names() {
                    return text.push("; no axis is used twice");
                }
                text.push(", after ")
                    .integer(before)
                    .push("; axes are not transposed, which `&x.t()` does, and none is used twice")
            }
            ErrorKind::OptionNotTaken => {
                if let Some(option) = m.option {
                    text.push("modes that take it: ");
                    let mut is_first = true;
                    each!(i < Mode::ALL.len(), {
                        if Mode::ALL[i].takes(option) {
                            text.push(if is_first { "" } else { ", " }).push(Mode::ALL[i].name());
                            is_first = false;
                        }
                    });
                }
                text
            }
            ErrorKind::NeedsTo => {
                let stretches = self.call.mode.may_stretch(Role::To);
                text.push(match stretches {
                    true => "operands and target stretch to each other",
                    false if self.stretches_nothing() => "it has the length of each axis; a place gives it too",
                    false => "the operands stretch to it; a place gives it too",
                })
            }
            ErrorKind::ReducedAxisOutOfRange => {
                let greatest = match m.greatest {
                    Some(greatest) => greatest as i64,
                    None => -1,
                };
                text.push("the axes of the call's result go from ")
                    .integer(-greatest - 1)
                    .push(" to ")
                    .integer(greatest)
            }
            ErrorKind::ReducedAxisTwice => text.push("an axis is taken once"),
            ErrorKind::ReducedAxesCount => {
                let counts = matches!(m.reduction, Some((_, name)) if matches!(name.as_bytes(), b"argmin" | b"argmax" | b"index" | b"len"));
                text.push(match counts {
                    true => "its value is counted along one axis",
                    false => "axes known only at run time leave the rank of the result open: write literals, or the option `keep`",
                })
            }
            ErrorKind::ReducedAxisAbsent => {
                text.push("a reduction takes an axis of an array, or of `index(axis = k)`, in it")
            }
            ErrorKind::ReducedAxisAmbiguous => {
                if let (Some(own), Some(axis), Some(greatest)) = (m.operand_axis, m.output_axis, m.greatest) {
                    let rank = greatest as i64 + 1;
                    text.push("as an axis of the call it is `axis = ").integer(axis as i64 - rank);
                    text.push("`, as an axis of what is reduced `axis = ").integer(own as i64 - rank).push("`");
                }
                text
            }
            ErrorKind::BesideReduction => {
                text.push("it could lie beside the values, or along the axis that is reduced")
            }
            ErrorKind::EmptyReduction => text.push("only `sum`, `prod`, `mean`, `any`, `all` and `count` have one"),
            ErrorKind::ReducedAllDiffer => {
                if let (Some((_, name)), Some((other, axes))) = (m.reduction, m.beside) {
                    self.axes_of(text.push("`..` is "), axes).push(" in `").push(other).push("`, and ");
                    self.axes_of(text, m.taken).push(" in this `").push(name).push("`");
                }
                text
            }
            ErrorKind::ReducedPairs => {
                text.push("each has an axis of the reduction that the other lacks or has with length 1")
            }
            ErrorKind::NoVoter => text.push("every operand has an alignment of its own"),
            ErrorKind::UncoveredAxis => self.uncovered(text),
            ErrorKind::BaseWithTo => text.push("both say whose shape the result has"),
            ErrorKind::BaseWithPlace => text.push("the place already gives the result its shape"),
            ErrorKind::NoSuchOperand => text.push("the call has ").number(self.call.operands.len()).push(" operands"),
            ErrorKind::ToWithoutArray => text.push("the expression has constants only, and constants have no shape"),
            ErrorKind::NegativeLength => {
                match (m.operand_axis, m.value) {
                    // The NAMEs of such a call are numbered as its axes are.
                    (Some(axis), Some(value)) if self.call.mode.lies_by_names() && text.has_names() => {
                        text.push("`").length(Length::name(axis as u32)).push("` is ").integer(value)
                    }
                    _ => self.entry(text),
                }
                .push("; a length is 0 or more")
            }
            _ => text,
        }
    }

    /// Writes a set of the frame's axes, counted from its end.
    const fn axes_of<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>, set: u64) -> &'t mut Text<'b, 's> {
        let rank = match self.mistake.greatest {
            Some(greatest) => greatest as i64 + 1,
            None => 0,
        };
        let (mut rest, mut is_first) = (set, true);
        text.push("[");
        while rest != 0 {
            text.push(if is_first { "" } else { ", " }).integer(rest.trailing_zeros() as i64 - rank);
            (rest, is_first) = (rest & (rest - 1), false);
        }
        text.push("]")
    }

    const fn entry<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        let (entry, value) = match (self.mistake.operand_axis, self.mistake.value) {
            (Some(entry), Some(value)) => (entry, value),
            _ => (0, 0),
        };
        text.push("entry ").number(entry).push(" is ").integer(value)
    }

    /// The `axes` that align the culprit.
    const fn axes(&self) -> &'a [i64] {
        match (self.own(), self.call.axes) {
            (Alignment::Axes(axes), _) | (_, Some(axes)) => axes,
            _ => &[],
        }
    }

    const fn uncovered<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        text.push("the operands lie at axes of their own, which reach to rank ");
        let rank = match self.mistake.greatest {
            Some(rank) => rank,
            None => self.facts.frame.len(),
        };
        text.number(rank).push(", and none lies on ");
        match self.mistake.output_axis {
            Some(axis) => text.push("axis ").number(axis),
            None => text.push("one of the axes"),
        }
    }

    const fn axis_range<'t, 'b, 's>(&self, text: &'t mut Text<'b, 's>) -> &'t mut Text<'b, 's> {
        let rank = self.facts.frame.len();
        let value = match (self.own(), self.call.axis) {
            (Alignment::Axis(axis), _) | (_, Some(axis)) => axis,
            _ => -1,
        };
        let (mut all_equal, mut all_unknown) = (true, true);
        each!(i < self.call.operands.len(), {
            let shape = self.call.operands[i].shape;
            all_equal &= shape.len() == rank;
            each!(axis < shape.len(), {
                all_unknown &= shape[axis].is_unknown();
            });
        });
        match self.mistake.greatest {
            // Holds for all ranks, so it can be written before any length is known.
            _ if value < -1 && all_unknown => text.push(
                "-1 is the least axis, and means right aligned; others are counted from the front, as in `axis = 1`",
            ),
            Some(greatest) if greatest < rank && all_equal => {
                text.push("all ranks are ").number(rank).push(": unless the shapes are identical, the axis is -1 or ");
                text.number(greatest)
            }
            Some(greatest) if greatest < rank => {
                text.push("the longest rank is ").number(rank).push(": the axis goes from -1 to ").number(greatest)
            }
            _ => {
                self.result_party(text).push(" has rank ").number(rank).push(": the axis goes from -1 to ").number(rank)
            }
        }
    }

    /// The reason why the two lengths do not fit.
    const fn reason(&self, text: &mut Text<'_, '_>) {
        let m = self.mistake;
        let (Some(length), Some(against)) = (m.length, m.against) else { return };
        // The place is shown last, so the filling's length is written first.
        let place_last = self.is_of_place() && !self.result_stretches();
        let (first, second) = if place_last { (against, length) } else { (length, against) };
        text.push("length ").length(first).push(" meets ").length(second).push("; ");
        if self.is_of_place() && (place_last || against.is(Length::ONE)) {
            text.push("a place never stretches");
        } else if self.stretches_nothing() {
            text.push("mode ").push(self.call.mode.name()).push(" stretches nothing");
        } else if length.is(Length::ONE) {
            text.quoted(self.culprit()).push(" never stretches");
        } else if let Some(other) = m.other
            && !self.is_of_place()
            && against.is(Length::ONE)
        {
            text.push(if self.is_place(other) { "the place " } else { "" }).quoted(self.other());
            text.push(" never stretches");
        } else if length.is_symbol() || against.is_symbol() {
            text.push("a symbol is equal only to itself");
        } else if length.is(Length::RIGID_ONE) {
            text.push("only a literal 1 stretches");
        } else {
            text.push("only length 1 stretches");
        }
    }

    /// The axes that the symbols involved come from.
    const fn bound(&self, text: &mut Text<'_, '_>) {
        let (Some(length), Some(against)) = (self.mistake.length, self.mistake.against) else { return };
        let is_named = length.is_symbol() && self.bound_at(text, length, true);
        if against.is_symbol() && !against.is(length) {
            self.bound_at(text, against, !is_named);
        }
    }

    /// Writes the first axis with this symbol; false if there is none.
    const fn bound_at(&self, text: &mut Text<'_, '_>, symbol: Length, is_first: bool) -> bool {
        each!(index < self.call.parties(), {
            let Some(party) = self.call.party(index) else { continue };
            let shape = self.call.shape(party);
            each!(axis < shape.len(), {
                if shape[axis].is(symbol) {
                    text.push(if is_first { "\n   " } else { ", " }).push("`").length(symbol).push("` is axis ");
                    text.number(axis).push(" of ").quoted(self.call.name(party));
                    return true;
                }
            });
        });
        false
    }

    /// Explains shapes whose ranks do not fit.
    const fn ranks(&self, text: &mut Text<'_, '_>) {
        let m = self.mistake;
        self.tuples(text);
        text.push("rank ").number(self.rank_of(m.culprit)).push(" meets ");
        if self.is_of_place() {
            text.push("the result's rank ").number(self.facts.frame.len()).push("; a place never stretches");
            return;
        }
        text.push("rank ").number(self.rank_of(m.other)).push("; ");
        if m.kind.is(ErrorKind::RankTooHigh) {
            let is_place = matches!(m.other, Some(other) if self.is_place(other));
            text.push(if is_place { "the place " } else { "" }).quoted(self.other()).push(" never stretches");
        } else if self.stretches_nothing() {
            text.push("mode ").push(self.call.mode.name()).push(" stretches nothing");
        } else {
            text.push("without axes an operand lies axis on axis");
        }
    }

    const fn line(&self, party: Party) -> Line<'m>
    where
        'a: 'm,
    {
        Line { label: self.call.name(party), shape: self.call.shape(party), map: self.facts.map_of(self.call, party) }
    }

    const fn result(&self) -> Line<'m> {
        Line { label: "result", shape: self.facts.frame, map: None }
    }

    /// The culprit's shape below the one it does not fit.
    const fn tuples(&self, text: &mut Text<'_, '_>) {
        // A result joined from several operands has no name.
        let other = match self.mistake.other {
            Some(other) => self.line(other),
            None => self.result(),
        };
        match self.mistake.culprit {
            Some(culprit) => picture::tuples(text, &[other, self.line(culprit)]),
            None => picture::tuples(text, &[other]),
        }
    }

    /// Each array in the result's columns; the culprit last, marked.
    pub(super) const fn columns(&self, text: &mut Text<'_, '_>) -> bool {
        let (Some(culprit), Some(axis)) = (self.mistake.culprit, self.mistake.operand_axis) else { return false };
        if self.is_of_place() {
            return self.place_columns(text, axis);
        }
        let mut lines = [self.result(); MOST_LINES];
        let mut count = 0;
        each!(index < self.call.parties(), {
            let Some(party) = self.call.party(index) else { continue };
            let line = self.line(party);
            // Scalars have no columns, and other culprits may have no known position.
            let lies = matches!(line.map, Some(map) if !map.is_open) && !party.is(Party::Place);
            let is_shown = !party.is(culprit) && !line.shape.is_empty() && (lies || party.is_some(self.mistake.other));
            if is_shown && count < MOST_LINES - 1 {
                lines[count] = line;
                count += 1;
            }
        });
        lines[count] = self.line(culprit);
        if let Some(offset) = self.mistake.offset {
            lines[count].map = Some(AxisMap::at(offset, lines[count].shape.len()));
        }
        picture::columns(text, lines.split_at(count + 1).0, self.facts.frame.len(), axis)
    }

    /// The place and what should fill it; the one that would have to stretch is last.
    const fn place_columns(&self, text: &mut Text<'_, '_>, axis: usize) -> bool {
        let shape = self.call.shape(Party::Place);
        let (rank, result) = (shape.len(), self.facts.frame.len());
        let offset = rank.saturating_sub(result);
        let mut filling = Line { map: Some(AxisMap::at(offset, result)), ..self.result() };
        if let Some(other) = self.mistake.other
            && let Some(map) = self.facts.map_of(self.call, other)
        {
            filling = Line { map: Some(map.shifted(offset)), ..self.line(other) };
        }
        let place = Line { label: self.culprit(), shape, map: Some(AxisMap::at(0, rank)) };
        if !self.result_stretches() {
            return picture::columns(text, &[filling, place], rank, axis);
        }
        let mark = match filling.map {
            Some(map) => map.operand_axis(axis),
            None => None,
        };
        let mark = if let Some(mark) = mark { mark } else { 0 };
        picture::columns(text, &[place, filling], rank, mark)
    }

    /// The stated shape above the actual one or, for a symbol that would stretch, the result above it.
    const fn compared(&self, text: &mut Text<'_, '_>) {
        let m = self.mistake;
        let Some(culprit) = m.culprit else { return };
        let own = self.line(culprit);
        let stretches = m.kind.is(ErrorKind::SymbolStretches);
        let above = match stretches {
            true => self.result(),
            false => Line { label: "stated", shape: self.stated, map: None },
        };
        let axis = match m.operand_axis {
            Some(axis) => axis,
            None => 0,
        };
        if m.kind.is(ErrorKind::StatedRank) || stretches && m.against.is_none() {
            picture::tuples(text, &[above, own]);
            if stretches {
                text.push("axis ").number(axis).push(" is stated as `").some_length(m.symbol);
                text.push("`; a NAME is never dropped as a 1");
            } else {
                text.push("rank ").number(own.shape.len()).push(" meets the stated rank ").number(self.stated.len());
            }
            return;
        }
        let own = if stretches { own } else { Line { map: None, ..own } };
        if !picture::columns(text, &[above, own], above.shape.len(), axis) {
            return;
        }
        text.push("length ").some_length(m.length);
        match m.kind {
            ErrorKind::SymbolStretches => {
                text.push(" meets ").some_length(m.against).push("; stated as `").some_length(m.symbol);
                text.push("`, and a symbol never stretches");
            }
            ErrorKind::StatedLength => _ = text.push(" meets the stated ").some_length(m.against),
            _ => {
                text.push(", but `").some_length(m.symbol).push("` is ").some_length(m.against);
                if let (ErrorKind::NameConflict, Some(axis)) = (m.kind, m.other_axis) {
                    text.push(" at axis ").number(axis).push(" of ").quoted(self.other());
                }
            }
        }
    }
}
