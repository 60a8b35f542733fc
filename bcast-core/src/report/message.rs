//! The words of a [`BroadcastError`](crate::report::error::BroadcastError): what, where, both numbers.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::report::error::{Details, ErrorKind, Own, Party, Row};
use crate::report::picture::{self, Line};
use crate::rules::axis_map::AxisMap;
use crate::rules::length::Length;
use crate::rules::mode::{Lead, Mode, OptionName, Role};

/// The first line.
pub(crate) struct Headline<'a>(pub &'a Details);

impl fmt::Display for Headline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(details) = self;
        let m = &details.mistake;
        let (culprit, other) = (details.quoted(m.culprit), details.quoted(m.other));
        let symbol = m.symbol.map(|symbol| details.texts.text(symbol)).unwrap_or_default();
        match (m.kind, m.culprit) {
            (ErrorKind::LengthMismatch | ErrorKind::RankTooHigh, Some(Party::Place))
                if details.mode.result_stretches(to_given(details)) =>
            {
                write!(f, "{} does not stretch to the place {culprit}", result_name(details))?;
            }
            (ErrorKind::LengthMismatch | ErrorKind::RankDiffers, Some(Party::Place)) => {
                write!(f, "the place {culprit} does not have the result's shape")?;
            }
            (ErrorKind::LengthMismatch | ErrorKind::RankDiffers, _) if !details.mode.may_stretch(Role::Other) => {
                write!(f, "{culprit} does not have the shape of {other}")?;
            }
            (
                ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::RankDiffers | ErrorKind::BeyondResult,
                _,
            ) => {
                let preposition = if m.other.is_some_and(|other| leads(details, other)) { "onto" } else { "with" };
                write!(f, "{culprit} does not broadcast {preposition} {other}")?;
            }
            (ErrorKind::AxisOutOfRange, _) => write!(f, "`{}` is out of range", option_text(details))?,
            (ErrorKind::AxesOutOfRange, _) => write!(f, "`{}` is out of range", option_text(details))?,
            (ErrorKind::AxesNotIncreasing, _) => write!(f, "`{}` does not increase", option_text(details))?,
            (ErrorKind::AxesCount, _) => write!(f, "`{}` does not match the rank of {culprit}", option_text(details))?,
            (ErrorKind::OptionNotTaken, _) => write!(f, "`{}` is not taken", option_name(details))?,
            (ErrorKind::NeedsTo, _) => write!(f, "mode {} needs `to`, the target's shape", details.mode)?,
            (ErrorKind::NoVoter, _) => f.write_str("no operand gives the result its shape")?,
            (ErrorKind::BaseWithTo, _) => {
                write!(f, "`base = {}` and `to` exclude each other", culprit.trim_matches('`'))?
            }
            (ErrorKind::BaseWithPlace, _) => {
                write!(f, "`base = {}` and a place that is an operand exclude each other", culprit.trim_matches('`'))?;
            }
            (ErrorKind::NoSuchOperand, _) => f.write_str("the base or the place is no operand of the call")?,
            (ErrorKind::ToWithoutArray, _) => f.write_str("`to` needs an array")?,
            (ErrorKind::NegativeLength, _) => f.write_str("`to` has a negative length")?,
            (ErrorKind::TooManyElements, _) => f.write_str("the result has too many elements")?,
            (ErrorKind::OpenAlignment, _) => write!(f, "where {culprit} sits is undecided")?,
            (ErrorKind::SymbolConflict, _) => write!(f, "`{symbol}` would have to be two lengths")?,
            (ErrorKind::StatedRank, _) => write!(f, "{culprit} does not have the stated rank")?,
            (ErrorKind::StatedLength | ErrorKind::ValueConflict, _) => {
                write!(f, "{culprit} does not have the stated shape")?
            }
            (ErrorKind::NameConflict, _) => {
                write!(f, "`{symbol}` stands for two different lengths")?;
            }
            (ErrorKind::SymbolStretches, _) => {
                write!(f, "{culprit} would have to stretch where it is stated as `{symbol}`")?
            }
        }
        write!(f, " ({})", in_force(details))
    }
}

/// The first line and the picture.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, details: &Details) -> fmt::Result {
    write!(f, "{}", Headline(details))?;
    let m = &details.mistake;
    let (culprit, other) = (details.quoted(m.culprit), details.quoted(m.other));
    let note = |f: &mut fmt::Formatter<'_>, text: &str| write!(f, "\n   {text}");
    match m.kind {
        ErrorKind::LengthMismatch => {
            columns(f, details, &reason(details))?;
            bound(f, details, [m.length, m.against])
        }
        ErrorKind::RankTooHigh | ErrorKind::RankDiffers => ranks(f, details),
        ErrorKind::BeyondResult => {
            let length = m.length.map(|length| details.texts.text(length)).unwrap_or_default();
            // Where trailing axes are never dropped, the length does not matter.
            let way = if m.against.is_some() { "; only trailing axes of length 1 may" } else { "" };
            columns(f, details, &format!("length {length} falls past the last axis of {other}{way}"))
        }
        ErrorKind::AxisOutOfRange => note(f, &axis_range(details)),
        ErrorKind::AxesCount => {
            let (rank, entries) = (rank_of(details, m.culprit), axes_of(details).len());
            note(
                f,
                &format!("{culprit} has rank {rank}, `axes` has {entries} {}; one for each axis", entry_word(entries)),
            )
        }
        ErrorKind::AxesOutOfRange => {
            let (entry, value, rank) = (m.operand_axis.unwrap_or(0), m.value.unwrap_or(0), details.rank);
            let range = match rank {
                0 => "it has no axis".to_string(),
                rank => format!("its axes go from 0 to {}", rank - 1),
            };
            note(f, &format!("entry {entry} is {value}; {} has rank {rank}, {range}", result_party(details)))
        }
        ErrorKind::AxesNotIncreasing => {
            let entry = m.operand_axis.unwrap_or(1);
            let before = axes_of(details).get(entry.wrapping_sub(1)).copied().unwrap_or(0);
            note(
                f,
                &format!(
                    "entry {entry} is {}, after {before}; axes are not transposed, and none is used twice",
                    m.value.unwrap_or(0)
                ),
            )
        }
        ErrorKind::OptionNotTaken => match m.option {
            Some(option) => {
                let modes: Vec<&str> =
                    Mode::ALL.into_iter().filter(|mode| mode.takes(option)).map(Mode::name).collect();
                note(f, &format!("modes that take it: {}", modes.join(", ")))
            }
            None => Ok(()),
        },
        ErrorKind::NeedsTo if details.mode.may_stretch(Role::To) => {
            note(f, "operands and target stretch to each other")
        }
        ErrorKind::NeedsTo => note(f, "the operands stretch to it; a place gives it too"),
        ErrorKind::NoVoter => note(f, "every operand has an alignment of its own"),
        ErrorKind::BaseWithTo => note(f, "both say whose shape the result has"),
        ErrorKind::BaseWithPlace => note(f, "the place already gives the result its shape"),
        ErrorKind::NoSuchOperand => note(f, &format!("the call has {} operands", operands(details).count())),
        ErrorKind::ToWithoutArray => note(f, "the expression has constants only, and constants have no shape"),
        ErrorKind::NegativeLength => {
            let (entry, value) = (m.operand_axis.unwrap_or(0), m.value.unwrap_or(0));
            note(f, &format!("entry {entry} is {value}; a length is 0 or more"))
        }
        ErrorKind::TooManyElements => {
            tuples(f, details, &format!("its elements, or their bytes, are more than {}", isize::MAX))
        }
        ErrorKind::OpenAlignment => {
            let text = |length: Option<Length>| length.map(|length| details.texts.text(length)).unwrap_or_default();
            let (length, against) = (text(m.length), text(m.against));
            tuples(f, details, &format!("{length} sits outermost if it equals {against}, else innermost"))
        }
        ErrorKind::SymbolConflict => {
            let text = |length: Option<Length>| length.map(|length| details.texts.text(length)).unwrap_or_default();
            let (symbol, bound, now) = (text(m.symbol), text(m.length), text(m.against));
            // Another symbol that is equal to it may say so.
            let at = match m.bound_at {
                Some((party, axis)) => format!("axis {axis} of {}", details.quoted(Some(party))),
                None => "another axis".to_string(),
            };
            columns(f, details, &format!("`{symbol}` would be {now} here, and is {bound} by {at}"))
        }
        ErrorKind::StatedRank
        | ErrorKind::StatedLength
        | ErrorKind::NameConflict
        | ErrorKind::ValueConflict
        | ErrorKind::SymbolStretches => crate::rules::check_stated::note(f, details),
    }
}

/// Why the two lengths do not go together.
fn reason(details: &Details) -> String {
    let m = &details.mistake;
    let (Some(length), Some(against)) = (m.length, m.against) else {
        return String::new();
    };
    let (length_text, against_text) = (details.texts.text(length), details.texts.text(against));
    let why = match m.culprit {
        Some(Party::Place) if !details.mode.result_stretches(to_given(details)) => {
            "a place never stretches".to_string()
        }
        Some(Party::Place) if against == Length::Known(1) => "a place never stretches".to_string(),
        _ if !details.mode.may_stretch(Role::Other) => {
            format!("mode {} stretches nothing", details.mode)
        }
        _ if length == Length::Known(1) => format!("{} never stretches", details.quoted(m.culprit)),
        Some(Party::Operand(_) | Party::To) if against == Length::Known(1) && m.other.is_some() => {
            let other = m.other.unwrap_or(Party::To);
            let place = if is_place(details, other) { "the place " } else { "" };
            format!("{place}{} never stretches", details.quoted(Some(other)))
        }
        _ if matches!(length, Length::Symbol(_)) || matches!(against, Length::Symbol(_)) => {
            "a symbol is equal only to itself".to_string()
        }
        _ => "only length 1 stretches".to_string(),
    };
    // A place is shown last, so its own length comes first.
    let (first, second) = if m.culprit == Some(Party::Place) && !details.mode.result_stretches(to_given(details)) {
        (against_text, length_text)
    } else {
        (length_text, against_text)
    };
    format!("length {first} meets {second}; {why}")
}

/// Where the symbols that are involved come from.
fn bound(f: &mut fmt::Formatter<'_>, details: &Details, lengths: [Option<Length>; 2]) -> fmt::Result {
    let mut told: Vec<(Length, String)> = Vec::new();
    for symbol in lengths.into_iter().flatten().filter(|length| matches!(length, Length::Symbol(_))) {
        let place = |row: &Row| {
            let axis = row.shape.iter().position(|&length| length == symbol)?;
            Some(format!("`{}` is axis {axis} of `{}`", details.texts.text(symbol), row.name))
        };
        let text = details.rows.iter().find_map(place).filter(|_| told.iter().all(|(known, _)| *known != symbol));
        told.extend(text.map(|text| (symbol, text)));
    }
    let texts: Vec<String> = told.into_iter().map(|(_, text)| text).collect();
    if texts.is_empty() { Ok(()) } else { write!(f, "\n   {}", texts.join(", ")) }
}

/// Each array on the result's axes; the culprit last, underlined.
fn columns(f: &mut fmt::Formatter<'_>, details: &Details, note: &str) -> fmt::Result {
    let m = &details.mistake;
    let (Some(culprit), Some(axis)) = (m.culprit.and_then(|party| details.row(party)), m.operand_axis) else {
        return Ok(());
    };
    let line = |row| line(row);
    if culprit.party == Party::Place {
        return place_columns(f, details, culprit, axis, note);
    }
    // Scalars have nothing to show, and where other culprits lie is not known.
    let is_shown = |row: &&Row| {
        let lies = row.party != Party::Place && row.map.as_ref().is_some_and(|map| !map.is_open());
        row.party != culprit.party && !row.shape.is_empty() && (lies || Some(row.party) == m.other)
    };
    let mut lines: Vec<Line<'_>> = details.rows.iter().filter(is_shown).map(line).collect();
    lines.push(Line { map: m.map.as_ref().or(culprit.map.as_ref()), ..line(culprit) });
    picture::columns(f, &lines, details.rank, (axis, note), &details.texts)
}

/// The place and what should fill it: who would have to stretch stands last.
fn place_columns(f: &mut fmt::Formatter<'_>, details: &Details, place: &Row, axis: usize, note: &str) -> fmt::Result {
    let rank = place.shape.len();
    let offset = rank - details.rank.min(rank);
    let (label, shape, map) = match details.mistake.other.and_then(|party| details.row(party)) {
        Some(Row { name, shape, map: Some(map), .. }) => {
            let mut map = map.clone();
            map.shift(offset);
            (name.as_str(), shape, map)
        }
        _ => ("result", &details.result, AxisMap::at(offset, details.rank)),
    };
    let whole = AxisMap::at(0, rank);
    let place = Line { label: &place.name, shape: &place.shape, map: Some(&whole) };
    let mark = map.operand_axis(axis).unwrap_or(0);
    let result = Line { label, shape, map: Some(&map) };
    if details.mode.result_stretches(to_given(details)) {
        picture::columns(f, &[place, result], rank, (mark, note), &details.texts)
    } else {
        picture::columns(f, &[result, place], rank, (axis, note), &details.texts)
    }
}

/// Shapes of ranks that do not go together.
fn ranks(f: &mut fmt::Formatter<'_>, details: &Details) -> fmt::Result {
    let m = &details.mistake;
    let rank = rank_of(details, m.culprit);
    let against = m.other.map_or(details.rank, |other| rank_of(details, Some(other)));
    let other = details.quoted(m.other);
    let why = match m.kind {
        _ if m.culprit == Some(Party::Place) => {
            let note = format!("rank {rank} meets the result's rank {}; a place never stretches", details.rank);
            return tuples(f, details, &note);
        }
        ErrorKind::RankTooHigh if m.other.is_some_and(|other| is_place(details, other)) => {
            format!("the place {other} never stretches")
        }
        ErrorKind::RankTooHigh => format!("{other} never stretches"),
        _ if !details.mode.may_stretch(Role::Other) => {
            format!("mode {} stretches nothing", details.mode)
        }
        _ => "without axes an operand lies axis on axis".to_string(),
    };
    tuples(f, details, &format!("rank {rank} meets rank {against}; {why}"))
}

fn tuples(f: &mut fmt::Formatter<'_>, details: &Details, note: &str) -> fmt::Result {
    let m = &details.mistake;
    let parties = [m.other, m.culprit];
    let mut lines: Vec<Line<'_>> =
        parties.into_iter().flatten().filter_map(|party| details.row(party)).map(line).collect();
    // A result that several operands made has no name of its own.
    if m.other.is_none() {
        let at = lines.len().saturating_sub(usize::from(m.culprit.is_some()));
        lines.insert(at, Line { label: "result", shape: &details.result, map: None });
    }
    picture::tuples(f, &lines, note, &details.texts)
}

fn line(row: &Row) -> Line<'_> {
    Line { label: &row.name, shape: &row.shape, map: row.map.as_ref() }
}

/// The options that decide, in the parentheses of the first line.
fn in_force(details: &Details) -> String {
    let mut text = format!("mode = {}", details.mode);
    // What the line has quoted already is not said twice.
    if quotes_option(details.mistake.kind) {
        return text;
    }
    if let Some(axis) = details.axis {
        text += &format!(", axis = {axis}");
    } else if let Some(axis) = details.mode.default_axis().filter(|_| of_mode(details)) {
        // Whoever has not given it may not know that there is one.
        text += &format!(", axis = {axis} by default");
    }
    if let Some(axes) = &details.axes {
        text += &format!(", axes = {axes:?}");
    }
    if let Some(base) = &details.base {
        text += &format!(", base = {base}");
    }
    if let Some(row) = details.mistake.culprit.and_then(|party| details.row(party)) {
        match &row.own {
            Own::ByMode => {}
            Own::Axis(axis) => text += &format!(", axis({}) = {axis}", row.name),
            Own::Axes(axes) => text += &format!(", axes({}) = {axes:?}", row.name),
        }
    }
    text
}

const fn quotes_option(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::AxisOutOfRange
            | ErrorKind::AxesOutOfRange
            | ErrorKind::AxesNotIncreasing
            | ErrorKind::AxesCount
            | ErrorKind::BaseWithTo
            | ErrorKind::BaseWithPlace
            | ErrorKind::OptionNotTaken
    )
}

/// Whether the culprit is aligned by the mode's own axis.
fn of_mode(details: &Details) -> bool {
    let own = details.mistake.culprit.and_then(|party| details.row(party)).is_some_and(|row| row.own != Own::ByMode);
    let about_axis =
        matches!(details.mistake.kind, ErrorKind::LengthMismatch | ErrorKind::RankTooHigh | ErrorKind::BeyondResult);
    about_axis && !own && details.mistake.culprit != Some(Party::Place)
}

fn option_name(details: &Details) -> String {
    let m = &details.mistake;
    match m.option {
        Some(OptionName::OwnAxis) => {
            format!("axis({})", details.quoted(m.culprit).trim_matches('`'))
        }
        Some(OptionName::OwnAxes) => {
            format!("axes({})", details.quoted(m.culprit).trim_matches('`'))
        }
        Some(option) => option.to_string(),
        None => String::new(),
    }
}

/// The option at fault with its value, as it was written.
fn option_text(details: &Details) -> String {
    match details.mistake.culprit.and_then(|party| details.row(party)) {
        Some(Row { name, own: Own::Axis(axis), .. }) => format!("axis({name}) = {axis}"),
        Some(Row { name, own: Own::Axes(axes), .. }) => format!("axes({name}) = {axes:?}"),
        _ => match (details.mistake.kind, details.axis, &details.axes) {
            (ErrorKind::AxisOutOfRange, Some(axis), _) => format!("axis = {axis}"),
            (_, _, Some(axes)) => format!("axes = {axes:?}"),
            _ => String::new(),
        },
    }
}

fn axes_of(details: &Details) -> &[i64] {
    match details.mistake.culprit.and_then(|party| details.row(party)) {
        Some(Row { own: Own::Axes(axes), .. }) => axes,
        _ => details.axes.as_deref().unwrap_or_default(),
    }
}

fn axis_range(details: &Details) -> String {
    let rank = details.rank;
    let value = match details.mistake.culprit.and_then(|party| details.row(party)) {
        Some(Row { own: Own::Axis(axis), .. }) => Some(*axis),
        _ => details.axis,
    };
    // True whatever the ranks are, so it can be said before any is known.
    if value.is_some_and(|axis| axis < -1) && operands(details).next().is_none() {
        return "-1 is the least axis, and means right aligned".to_string();
    }
    match details.mistake.greatest {
        Some(greatest) if greatest < rank && operands(details).all(|row| row.shape.len() == rank) => {
            format!("all ranks are {rank}: unless the shapes are identical, the axis is -1 or {greatest}")
        }
        Some(greatest) if greatest < rank => format!("the longest rank is {rank}: the axis goes from -1 to {greatest}"),
        _ => format!("{} has rank {rank}: the axis goes from -1 to {rank}", result_party(details)),
    }
}

/// Whose shape the result has, in backticks, or the result itself.
fn result_party(details: &Details) -> String {
    match details.mistake.other {
        Some(party) => details.quoted(Some(party)),
        None => "the result".to_string(),
    }
}

fn result_name(details: &Details) -> String {
    details.mistake.other.map_or_else(|| "the result".to_string(), |party| details.quoted(Some(party)))
}

fn leads(details: &Details, party: Party) -> bool {
    details.lead == Some(Lead::A(party))
}

fn is_place(details: &Details, party: Party) -> bool {
    party == Party::Place || details.place_operand.is_some_and(|operand| party == Party::Operand(operand))
}

fn to_given(details: &Details) -> bool {
    details.row(Party::To).is_some()
}

fn operands(details: &Details) -> impl Iterator<Item = &Row> {
    details.rows.iter().filter(|row| matches!(row.party, Party::Operand(_)))
}

fn rank_of(details: &Details, party: Option<Party>) -> usize {
    party.and_then(|party| details.row(party)).map_or(details.rank, |row| row.shape.len())
}

const fn entry_word(entries: usize) -> &'static str {
    if entries == 1 { "entry" } else { "entries" }
}
