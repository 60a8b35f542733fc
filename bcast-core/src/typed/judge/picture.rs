//! The picture in a message: shapes in columns under the result's axes, as constants; [`picture`](crate::report::picture) once more.

use super::call::{MAX_RANK, Shape};
use super::rules::Map;
use super::text::{Text, length_width, width};

/// One line of a picture.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    pub label: &'a str,
    pub shape: Shape,
    pub map: Option<Map>,
}

#[inline]
pub const fn larger(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}

/// Spaces between two columns.
const GAP: usize = 2;
/// Up to this width all columns are equally wide; a wider text widens its own column only.
const EVEN: usize = 4;
/// The most columns: axes of an operand that begins behind the result's last.
const COLUMNS: usize = 2 * MAX_RANK + 1;

/// The column of a line's axis, if it has one.
#[inline]
const fn column(line: &Line<'_>, axis: usize) -> Option<usize> {
    match &line.map {
        None => Some(axis),
        Some(map) if axis < map.kept => Some(map.axes[axis]),
        Some(_) => None,
    }
}

/// Shapes in columns right-aligned on the result's axes, with a note under one length of the last line.
#[inline]
pub const fn draw(text: &mut Text, lines: &[Line<'_>], rank: usize, marked: usize, note: &str) {
    let (mut widths, mut columns, mut label) = ([1; COLUMNS], rank, width("axis"));
    let mut line = 0;
    while line < lines.len() {
        label = larger(label, width(lines[line].label));
        let mut axis = 0;
        while axis < lines[line].shape.rank {
            if let Some(column) = column(&lines[line], axis) {
                columns = larger(columns, column + 1);
                widths[column] = larger(widths[column], length_width(lines[line].shape.lengths[axis]));
            }
            axis += 1;
        }
        line += 1;
    }
    let (mut even, mut k) = (1, 0);
    while k < columns {
        even = larger(even, widths[k]);
        k += 1;
    }
    even = if even < EVEN { even } else { EVEN };
    k = 0;
    while k < columns {
        widths[k] = larger(even, widths[k]);
        k += 1;
    }
    text.push("\n   axis").repeat(b' ', label - width("axis") + 2);
    k = 0;
    while k < columns {
        // Columns past the result's last axis have no number.
        text.repeat(b' ', GAP + widths[k] - 1);
        if k < rank {
            text.number(k)
        } else {
            text.push("-")
        };
        k += 1;
    }
    line = 0;
    while line < lines.len() {
        row(text, &lines[line], label, &widths);
        line += 1;
    }
    let last = &lines[lines.len() - 1];
    if let Some(column) = column(last, marked) {
        let carets = length_width(last.shape.lengths[marked]);
        let mut indent = 3 + label + 2;
        k = 0;
        while k <= column {
            indent += widths[k] + GAP;
            k += 1;
        }
        text.push("\n").repeat(b' ', indent - carets).repeat(b'^', carets).push(" ").push(note);
    }
}

#[inline]
const fn row(text: &mut Text, line: &Line<'_>, label: usize, widths: &[usize; COLUMNS]) {
    text.push("\n   ").push(line.label).repeat(b' ', label - width(line.label) + 2);
    let (mut next, mut axis) = (0, 0);
    while axis < line.shape.rank {
        if let Some(column) = column(line, axis) {
            while next < column {
                text.repeat(b' ', widths[next] + GAP);
                next += 1;
            }
            let length = line.shape.lengths[axis];
            text.repeat(b' ', GAP + widths[column] - length_width(length)).length(length);
            next = column + 1;
        }
        axis += 1;
    }
}
