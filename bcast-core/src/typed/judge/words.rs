//! The words of [`message`](crate::report::message) and the picture of [`picture`](crate::report::picture), for a call whose lengths are literals, names
//! and unknown.

use super::call::{Call, MAX_OPERANDS, MAX_RANK, Own, Shape};
use super::length::Length;
use super::picture::{Line, draw, larger};
use super::rules::{Found, Map, Mistake, is_lead, same};
use super::text::{Text, tuple_width, width};
use super::ways::{Help, helps};
use crate::report::error::{ErrorKind, Party};
use crate::rules::mode::{OptionName, Role};

/// What messages call the arrays of a call.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Each operand, constants included.
    pub operands: &'a [&'a str],
    /// The place.
    pub place: &'a str,
}

/// All that is said of one mistake.
#[inline]
pub const fn write(text: &mut Text, call: &Call<'_>, names: &Names<'_>, told: &Found, mistake: &Mistake) {
    let writer = Writer { call, names, told, m: mistake };
    writer.headline(text);
    writer.body(text);
    let helps = helps(call, told, mistake);
    let mut i = 0;
    while i < helps.count {
        writer.help(text, helps.get(i));
        i += 1;
    }
}

struct Writer<'w> {
    call: &'w Call<'w>,
    names: &'w Names<'w>,
    told: &'w Found,
    m: &'w Mistake,
}

impl<'w> Writer<'w> {
    #[inline]
    const fn name(&self, party: Option<Party>) -> &'w str {
        match party {
            Some(Party::Operand(i)) if i < self.names.operands.len() => self.names.operands[i],
            Some(Party::To) => "to",
            Some(Party::Place) => self.names.place,
            _ => "?",
        }
    }

    #[inline]
    const fn culprit(&self) -> &'w str {
        self.name(self.m.culprit)
    }

    #[inline]
    const fn other(&self) -> &'w str {
        self.name(self.m.other)
    }

    #[inline]
    const fn is_of_place(&self) -> bool {
        matches!(self.m.culprit, Some(Party::Place))
    }

    #[inline]
    const fn result_stretches(&self) -> bool {
        self.call.mode.result_stretches(self.call.to.is_some())
    }

    #[inline]
    const fn stretches_nothing(&self) -> bool {
        !self.call.mode.may_stretch(Role::Other)
    }

    #[inline]
    const fn rank_of(&self, party: Option<Party>) -> usize {
        match party {
            Some(party) => self.call.shape(party).rank,
            None => self.told.result.rank,
        }
    }

    #[inline]
    const fn own(&self) -> Own<'w> {
        match self.m.culprit {
            Some(Party::Operand(i)) => self.call.operands[i].own,
            _ => Own::ByMode,
        }
    }

    #[inline]
    const fn headline(&self, text: &mut Text) {
        let (culprit, other) = (self.culprit(), self.other());
        match self.m.kind {
            ErrorKind::LengthMismatch | ErrorKind::RankTooHigh if self.is_of_place() && self.result_stretches() => {
                match self.m.other {
                    Some(_) => text.quoted(other),
                    None => text.push("the result"),
                };
                text.push(" does not stretch to the place ").quoted(culprit);
            }
            ErrorKind::LengthMismatch | ErrorKind::RankDiffers if self.is_of_place() => {
                text.push("the place ").quoted(culprit).push(" does not have the result's shape");
            }
            ErrorKind::LengthMismatch | ErrorKind::RankDiffers if self.stretches_nothing() => {
                text.quoted(culprit).push(" does not have the shape of ").quoted(other);
            }
            ErrorKind::AxisOutOfRange | ErrorKind::AxesOutOfRange => {
                text.push("`");
                self.option(text);
                text.push("` is out of range");
            }
            ErrorKind::AxesNotIncreasing => {
                text.push("`");
                self.option(text);
                text.push("` does not increase");
            }
            ErrorKind::AxesCount => {
                text.push("`");
                self.option(text);
                text.push("` does not match the rank of ").quoted(culprit);
            }
            ErrorKind::OpenAlignment => {
                text.push("where ").quoted(culprit).push(" sits is undecided");
            }
            _ => {
                let onto = match self.m.other {
                    Some(other) => is_lead(self.told.lead, other),
                    None => false,
                };
                text.quoted(culprit)
                    .push(" does not broadcast ")
                    .push(if onto { "onto " } else { "with " })
                    .quoted(other);
            }
        }
        text.push(" (");
        self.in_force(text);
        text.push(")");
    }

    /// The options that decide, in the parentheses of the first line.
    #[inline]
    const fn in_force(&self, text: &mut Text) {
        text.push("mode = ").push(self.call.mode.name());
        // What the line has quoted already is not said twice.
        if matches!(
            self.m.kind,
            ErrorKind::AxisOutOfRange | ErrorKind::AxesOutOfRange | ErrorKind::AxesNotIncreasing | ErrorKind::AxesCount
        ) {
            return;
        }
        let own = self.own();
        let of_mode =
            matches!(self.m.kind, ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::BeyondResult)
                && matches!(own, Own::ByMode)
                && !self.is_of_place();
        match (self.call.axis, self.call.mode.default_axis()) {
            (Some(axis), _) => {
                text.push(", axis = ").integer(axis);
            }
            (None, Some(axis)) if of_mode => {
                text.push(", axis = ").integer(axis).push(" by default");
            }
            _ => {}
        }
        if let Some(axes) = self.call.axes {
            text.push(", axes = ").list(axes);
        }
        if let Some(base) = self.call.base {
            text.push(", base = ").push(self.name(Some(Party::Operand(base))));
        }
        if !matches!(own, Own::ByMode) {
            text.push(", ");
            self.own_option(text);
        }
    }

    /// The culprit's own alignment, as it is written.
    #[inline]
    const fn own_option(&self, text: &mut Text) {
        match self.own() {
            Own::ByMode => {}
            Own::Axis(axis) => {
                text.push("axis(").push(self.culprit()).push(") = ").integer(axis);
            }
            Own::Axes(axes) => {
                text.push("axes(").push(self.culprit()).push(") = ").list(axes);
            }
        }
    }

    /// The option at fault with its value, as it is written.
    #[inline]
    const fn option(&self, text: &mut Text) {
        match (self.m.kind, self.call.axis, self.call.axes) {
            _ if !matches!(self.own(), Own::ByMode) => self.own_option(text),
            (ErrorKind::AxisOutOfRange, Some(axis), _) => {
                text.push("axis = ").integer(axis);
            }
            (_, _, Some(axes)) => {
                text.push("axes = ").list(axes);
            }
            _ => {}
        }
    }

    #[inline]
    const fn body(&self, text: &mut Text) {
        let m = self.m;
        match m.kind {
            ErrorKind::LengthMismatch => {
                let mut note = Text::new();
                self.reason(&mut note);
                self.columns(text, note.as_str());
                self.bound(text);
            }
            ErrorKind::RankTooHigh | ErrorKind::RankDiffers => self.ranks(text),
            ErrorKind::BeyondResult => {
                let mut note = Text::new();
                note.push("length ").length(m.length).push(" falls past the last axis of ").quoted(self.other());
                note.push(if m.against.is_some() { "; only trailing axes of length 1 may" } else { "" });
                self.columns(text, note.as_str());
            }
            ErrorKind::OpenAlignment => {
                let mut note = Text::new();
                note.length(m.length).push(" sits outermost if it equals ");
                if let Some(against) = m.against {
                    note.length(against);
                }
                note.push(", else innermost");
                self.tuples(text, note.as_str());
            }
            ErrorKind::AxisOutOfRange => {
                text.push("\n   ");
                self.axis_range(text);
            }
            ErrorKind::AxesCount => {
                let entries = match (self.own(), self.call.axes) {
                    (Own::Axes(axes), _) | (_, Some(axes)) => axes.len(),
                    _ => 0,
                };
                text.push("\n   ").quoted(self.culprit()).push(" has rank ").number(self.rank_of(m.culprit));
                text.push(", `axes` has ").number(entries).push(if entries == 1 { " entry" } else { " entries" });
                text.push("; one for each axis");
            }
            ErrorKind::AxesOutOfRange => {
                text.push("\n   entry ").number(m.operand_axis).push(" is ").integer(m.value).push("; ");
                self.result_party(text);
                text.push(" has rank ").number(self.told.result.rank).push(", ");
                match self.told.result.rank {
                    0 => text.push("it has no axis"),
                    rank => text.push("its axes go from 0 to ").number(rank - 1),
                };
            }
            ErrorKind::AxesNotIncreasing => {
                let before = match (self.own(), self.call.axes) {
                    (Own::Axes(axes), _) | (_, Some(axes)) if m.operand_axis > 0 => axes[m.operand_axis - 1],
                    _ => 0,
                };
                text.push("\n   entry ").number(m.operand_axis).push(" is ").integer(m.value).push(", after ");
                text.integer(before).push("; axes are not transposed, and none is used twice");
            }
            _ => {}
        }
    }

    #[inline]
    const fn result_party(&self, text: &mut Text) {
        match self.m.other {
            Some(_) => text.quoted(self.other()),
            None => text.push("the result"),
        };
    }

    #[inline]
    const fn axis_range(&self, text: &mut Text) {
        let (rank, greatest) = (self.told.result.rank, self.m.greatest);
        let (mut i, mut all_equal) = (0, true);
        while i < self.call.count {
            all_equal &= !self.call.operands[i].is_array || self.call.operands[i].shape.rank == rank;
            i += 1;
        }
        if greatest < rank && all_equal {
            text.push("all ranks are ").number(rank).push(": unless the shapes are identical, the axis is -1 or ");
            text.number(greatest);
        } else if greatest < rank {
            text.push("the longest rank is ").number(rank).push(": the axis goes from -1 to ").number(greatest);
        } else {
            self.result_party(text);
            text.push(" has rank ").number(rank).push(": the axis goes from -1 to ").number(rank);
        }
    }

    /// Why the two lengths do not go together.
    #[inline]
    const fn reason(&self, text: &mut Text) {
        let m = self.m;
        let Some(against) = m.against else { return };
        let place_last = self.is_of_place() && !self.result_stretches();
        let (first, second) = if place_last { (against, m.length) } else { (m.length, against) };
        text.push("length ").length(first).push(" meets ").length(second).push("; ");
        if self.is_of_place() && (place_last || against.is(Length::ONE)) {
            text.push("a place never stretches");
        } else if self.stretches_nothing() {
            text.push("mode ").push(self.call.mode.name()).push(" stretches nothing");
        } else if m.length.is(Length::ONE) {
            text.quoted(self.culprit()).push(" never stretches");
        } else if !self.is_of_place() && against.is(Length::ONE) && m.other.is_some() {
            text.push(if self.is_place(m.other) { "the place " } else { "" }).quoted(self.other());
            text.push(" never stretches");
        } else if m.length.is_name() || against.is_name() {
            text.push("a symbol is equal only to itself");
        } else if m.length.is(Length::RigidOne) {
            text.push("only a literal 1 stretches");
        } else {
            text.push("only length 1 stretches");
        }
    }

    /// Where the names that are involved come from.
    #[inline]
    const fn bound(&self, text: &mut Text) {
        let m = self.m;
        let Some(against) = m.against else { return };
        let mut is_first = true;
        if m.length.is_name() {
            is_first = !self.bound_at(text, m.length, is_first);
        }
        if against.is_name() && !against.is(m.length) {
            self.bound_at(text, against, is_first);
        }
    }

    /// Writes where a name stands first, and whether it stands anywhere.
    #[inline]
    const fn bound_at(&self, text: &mut Text, name: Length, is_first: bool) -> bool {
        let mut i = 0;
        while i < self.call.count + 2 {
            let party = self.party(i);
            let shape = self.call.shape(party);
            let mut axis = 0;
            while axis < shape.rank {
                if shape.lengths[axis].is(name) {
                    text.push(if is_first { "\n   " } else { ", " }).push("`").length(name).push("` is axis ");
                    text.number(axis).push(" of ").quoted(self.name(Some(party)));
                    return true;
                }
                axis += 1;
            }
            i += 1;
        }
        false
    }

    /// The operand with this number, and behind the last `to` and the place.
    #[inline]
    const fn party(&self, index: usize) -> Party {
        if index < self.call.count {
            Party::Operand(index)
        } else if index == self.call.count {
            Party::To
        } else {
            Party::Place
        }
    }

    #[inline]
    const fn is_place(&self, party: Option<Party>) -> bool {
        match party {
            Some(Party::Place) => true,
            Some(Party::Operand(i)) => self.call.is_place(i),
            _ => false,
        }
    }

    /// Shapes of ranks that do not go together.
    #[inline]
    const fn ranks(&self, text: &mut Text) {
        let m = self.m;
        let mut note = Text::new();
        note.push("rank ").number(self.rank_of(m.culprit)).push(" meets ");
        if self.is_of_place() {
            note.push("the result's rank ").number(self.told.result.rank).push("; a place never stretches");
        } else {
            note.push("rank ").number(self.rank_of(m.other)).push("; ");
            if matches!(m.kind, ErrorKind::RankTooHigh) {
                note.push(if self.is_place(m.other) { "the place " } else { "" }).quoted(self.other());
                note.push(" never stretches");
            } else if self.stretches_nothing() {
                note.push("mode ").push(self.call.mode.name()).push(" stretches nothing");
            } else {
                note.push("without axes an operand lies axis on axis");
            }
        }
        self.tuples(text, note.as_str());
    }

    /// Whole shapes under each other, with a note under the last.
    #[inline]
    const fn tuples(&self, text: &mut Text, note: &str) {
        let other = match self.m.other {
            Some(other) => Line { label: self.other(), shape: self.call.shape(other), map: None },
            None => Line { label: "result", shape: self.told.result, map: None },
        };
        let Some(culprit) = self.m.culprit else { return };
        let culprit = Line { label: self.culprit(), shape: self.call.shape(culprit), map: None };
        let label = larger(width(other.label), width(culprit.label));
        let mut i = 0;
        while i < 2 {
            let line = if i == 0 { other } else { culprit };
            text.push("\n   ").push(line.label).repeat(b' ', label - width(line.label) + 4).tuple(&line.shape);
            i += 1;
        }
        text.push("\n   ").repeat(b' ', label + 4).repeat(b'^', tuple_width(&culprit.shape)).push(" ").push(note);
    }

    /// Each array on the result's axes; the culprit last, marked.
    #[inline]
    const fn columns(&self, text: &mut Text, note: &str) {
        let Some(culprit) = self.m.culprit else { return };
        if self.is_of_place() {
            return self.place_columns(text, note);
        }
        let mut lines = [Line { label: "", shape: Shape::SCALAR, map: None }; MAX_OPERANDS + 2];
        let (mut count, mut i) = (0, 0);
        while i < self.call.count + 2 {
            let party = self.party(i);
            let is_other = match self.m.other {
                Some(other) => same(other, party),
                None => false,
            };
            let (shape, map) = (self.call.shape(party), self.map(party));
            // Scalars have nothing to show, and where other culprits lie is not known.
            let lies = match map {
                Some(map) => !map.is_open && !matches!(party, Party::Place),
                None => false,
            };
            let is_shown = is_other || lies;
            if is_shown && !same(party, culprit) && shape.rank > 0 {
                lines[count] = Line { label: self.name(Some(party)), shape, map };
                count += 1;
            }
            i += 1;
        }
        let map = if self.m.map.is_some() { self.m.map } else { self.map(culprit) };
        lines[count] = Line { label: self.culprit(), shape: self.call.shape(culprit), map };
        draw(text, lines.split_at(count + 1).0, self.told.result.rank, self.m.operand_axis, note);
    }

    /// Where a party's axes lie in the result, as far as that is known.
    #[inline]
    const fn map(&self, party: Party) -> Option<Map> {
        let (rank, result) = (self.call.shape(party).rank, self.told.result.rank);
        match party {
            Party::Operand(i) => self.told.maps[i],
            _ if rank <= result => Some(Map::at(result - rank, rank)),
            _ => None,
        }
    }

    /// The place and what should fill it: who would have to stretch stands last.
    #[inline]
    const fn place_columns(&self, text: &mut Text, note: &str) {
        let shape = self.call.shape(Party::Place);
        let (rank, result) = (shape.rank, self.told.result.rank);
        let offset = rank - if result < rank { result } else { rank };
        let mut filling = Line { label: "result", shape: self.told.result, map: Some(Map::at(offset, result)) };
        if let Some(Party::Operand(i)) = self.m.other
            && let Some(mut map) = self.told.maps[i]
        {
            let mut axis = 0;
            while axis < MAX_RANK {
                map.axes[axis] += offset;
                axis += 1;
            }
            filling = Line { label: self.other(), shape: self.call.operands[i].shape, map: Some(map) };
        } else if let Some(Party::To) = self.m.other {
            (filling.label, filling.shape) = ("to", self.call.shape(Party::To));
        }
        let place = Line { label: self.culprit(), shape, map: Some(Map::at(0, rank)) };
        if self.result_stretches() {
            let mark = match filling.map {
                Some(map) => map.operand_axis(self.m.operand_axis),
                None => None,
            };
            let mark = if let Some(mark) = mark { mark } else { 0 };
            draw(text, &[place, filling], rank, mark, note);
        } else {
            draw(text, &[filling, place], rank, self.m.operand_axis, note);
        }
    }

    #[inline]
    const fn help(&self, text: &mut Text, help: Help) {
        text.push("\nhelp: ");
        match help {
            Help::Axis(axis) => {
                text.push("`axis = ").integer(axis).push("`");
            }
            Help::Axes(axes) => {
                text.push("`axes = ").list(axes.list()).push("`");
            }
            Help::OwnAxis(i, axis) => {
                text.push("`axis(").push(self.name(Some(Party::Operand(i)))).push(") = ").integer(axis).push("`");
            }
            Help::OwnAxes(i, axes) => {
                text.push("`axes(").push(self.name(Some(Party::Operand(i)))).push(") = ").list(axes.list()).push("`");
            }
            Help::Mode(mode, without) => {
                text.push("`mode = ").push(mode.name()).push("`");
                if without {
                    text.push(" without ").quoted(OptionName::Axis.name());
                }
            }
            Help::Reshape(i, shape) => {
                text.quoted(self.name(Some(Party::Operand(i)))).push(" as ").tuple(&shape);
            }
            Help::Base(i) => {
                text.push("`base = ").push(self.name(Some(Party::Operand(i)))).push("`");
            }
            Help::Transposed => {
                text.push("give the axes in order, and the operand transposed, as in `&x.t()`");
                return;
            }
            Help::SameName => {
                text.push("give equal lengths the same name, or write `_` to compare them at run time");
                return;
            }
            Help::Open(name) => {
                text.push("write `_` instead of `").length(name).push("` to compare them at run time");
                return;
            }
        }
        text.push(" would fit");
    }
}
