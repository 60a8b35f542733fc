//! The picture in a message: shapes in columns under the result's axes, with a mark under the culprit's axis.

use crate::report::text::{Text, width};
use crate::rules::axis_map::AxisMap;
use crate::rules::length::Length;
use crate::rules::list::each;

/// One line of a picture.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// The name before the shape.
    pub label: &'a str,
    /// The shape.
    pub shape: &'a [Length],
    /// Its axis map; `None` puts the axes side by side from column 0.
    pub map: Option<AxisMap<'a>>,
}

impl Line<'_> {
    /// The column of an axis, if it has one.
    const fn column(&self, axis: usize) -> Option<usize> {
        match &self.map {
            None => Some(axis),
            Some(map) => map.output_axis(axis),
        }
    }
}

/// Spaces before a line, and after its label.
const INDENT: usize = 3;
const BEHIND: usize = 2;
/// Spaces between two columns.
const GAP: usize = 2;
/// All columns are equally wide up to this width; a wider text widens only its own column.
const EVEN: usize = 4;

/// Writes shapes in columns right-aligned under the output's axes, with a mark under axis `marked` of the last line. The caller appends the
/// note to the mark; false if there is no mark.
pub(crate) const fn columns(text: &mut Text<'_, '_>, lines: &[Line<'_>], rank: usize, marked: usize) -> bool {
    let (mut columns, mut label) = (rank, width("axis"));
    each!(line < lines.len(), {
        label = larger(label, width(lines[line].label));
        each!(axis < lines[line].shape.len(), {
            if let Some(column) = lines[line].column(axis) {
                columns = larger(columns, column + 1);
            }
        });
    });
    let mut even = 1;
    each!(column < columns, {
        even = larger(even, widest(text, lines, column));
    });
    even = if even < EVEN { even } else { EVEN };
    text.push("\n").repeat(b' ', INDENT).push("axis").repeat(b' ', label - width("axis") + BEHIND);
    each!(column < columns, {
        text.repeat(b' ', GAP + larger(even, widest(text, lines, column)) - digits(column, rank));
        // Columns beyond the result's last axis have no number.
        if column < rank {
            text.number(column);
        } else {
            text.push("-");
        }
    });
    each!(line < lines.len(), {
        row(text, lines, line, label, even);
    });
    if lines.is_empty() {
        return false;
    }
    let last = &lines[lines.len() - 1];
    let Some(column) = last.column(marked) else { return false };
    let carets = text.width_of(last.shape[marked]);
    let mut indent = INDENT + label + BEHIND;
    each!(before < column + 1, {
        indent += larger(even, widest(text, lines, before)) + GAP;
    });
    text.push("\n").repeat(b' ', indent - carets).repeat(b'^', carets).push(" ");
    true
}

const fn row(text: &mut Text<'_, '_>, lines: &[Line<'_>], line: usize, label: usize, even: usize) {
    let line = &lines[line];
    text.push("\n").repeat(b' ', INDENT).push(line.label).repeat(b' ', label - width(line.label) + BEHIND);
    let mut column = 0;
    // From left to right, since a map may list axes in any order.
    while let Some(axis) = first_from(line, column) {
        let Some(at) = line.column(axis) else { return };
        while column < at {
            text.repeat(b' ', larger(even, widest(text, lines, column)) + GAP);
            column += 1;
        }
        let length = line.shape[axis];
        let width = larger(even, widest(text, lines, at));
        text.repeat(b' ', GAP + width - text.width_of(length)).length(length);
        column = at + 1;
    }
}

/// The axis of a line in the first occupied column at or after `from`.
const fn first_from(line: &Line<'_>, from: usize) -> Option<usize> {
    let mut first: Option<(usize, usize)> = None;
    each!(axis < line.shape.len(), {
        if let Some(column) = line.column(axis)
            && column >= from
            && !matches!(first, Some((known, _)) if known <= column)
        {
            first = Some((column, axis));
        }
    });
    match first {
        Some((_, axis)) => Some(axis),
        None => None,
    }
}

/// The widest text of a column.
const fn widest(text: &Text<'_, '_>, lines: &[Line<'_>], column: usize) -> usize {
    let mut widest = digits(column, usize::MAX);
    each!(line < lines.len(), {
        each!(axis < lines[line].shape.len(), {
            if matches!(lines[line].column(axis), Some(at) if at == column) {
                widest = larger(widest, text.width_of(lines[line].shape[axis]));
            }
        });
    });
    widest
}

/// The width of a column's heading.
const fn digits(column: usize, rank: usize) -> usize {
    match column.checked_ilog10() {
        Some(exponent) if column < rank => exponent as usize + 1,
        _ => 1,
    }
}

/// Writes whole shapes one below the other, for arrays without common axes, with a mark under the last.
pub(crate) const fn tuples(text: &mut Text<'_, '_>, lines: &[Line<'_>]) {
    let mut label = 0;
    each!(line < lines.len(), {
        label = larger(label, width(lines[line].label));
    });
    each!(line < lines.len(), {
        let Line { label: name, shape, .. } = lines[line];
        text.push("\n").repeat(b' ', INDENT).push(name).repeat(b' ', label - width(name) + INDENT + 1).tuple(shape);
    });
    if !lines.is_empty() {
        let carets = text.tuple_width(lines[lines.len() - 1].shape);
        text.push("\n").repeat(b' ', INDENT + label + INDENT + 1).repeat(b'^', carets).push(" ");
    }
}

pub(crate) const fn larger(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}
