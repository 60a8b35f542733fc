//! The picture in a message: shapes in columns under the result's axes, and a mark under the culprit.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::rules::axis_map::AxisMap;
use crate::rules::length::{Length, Symbol, SymbolKind};

/// The texts that stand for symbols in messages, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SymbolTexts {
    /// The NAMEs.
    pub names: Vec<String>,
    /// The `{expr}`s, braces and all.
    pub values: Vec<String>,
}

impl SymbolTexts {
    /// How a length is written: `64`, `C`, `{N + 1}`, `_`.
    pub fn text(&self, length: Length) -> String {
        match length {
            Length::Symbol(Symbol { index, kind: SymbolKind::Name }) if self.names.len() > index as usize => {
                self.names[index as usize].clone()
            }
            Length::Symbol(Symbol { index, kind: SymbolKind::Value }) if self.values.len() > index as usize => {
                self.values[index as usize].clone()
            }
            _ => length.to_string(),
        }
    }
}

/// A shape as a tuple: `()`, `(5,)`, `(2, C)`.
pub(crate) struct Tuple<'a>(pub &'a [Length], pub &'a SymbolTexts);

impl fmt::Display for Tuple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [length] = self.0 {
            return write!(f, "({},)", self.1.text(*length));
        }
        let texts: Vec<String> = self.0.iter().map(|&length| self.1.text(length)).collect();
        write!(f, "({})", texts.join(", "))
    }
}

/// One line of a picture.
pub(crate) struct Line<'a> {
    /// The name before the shape.
    pub label: &'a str,
    /// The shape.
    pub shape: &'a [Length],
    /// Where its axes sit; side by side from 0 if unknown.
    pub map: Option<&'a AxisMap>,
}

/// Shapes in columns right-aligned on the output's axes, with a note under one length of the last line.
pub(crate) fn columns(
    f: &mut impl Write,
    lines: &[Line<'_>],
    rank: usize,
    mark: (usize, &str),
    texts: &SymbolTexts,
) -> fmt::Result {
    let column = |line: &Line<'_>, axis: usize| line.map.map_or(Some(axis), |map| map.output_axis(axis));
    let cells: Vec<Vec<(usize, String)>> = lines
        .iter()
        .map(|line| {
            let cell = |(axis, &length)| column(line, axis).map(|column| (column, texts.text(length)));
            line.shape.iter().enumerate().filter_map(cell).collect()
        })
        .collect();
    let columns = cells.iter().flatten().map(|(column, _)| column + 1).max().unwrap_or(0).max(rank);
    // Columns past the result's last axis have no number.
    let header: Vec<(usize, String)> =
        (0..columns).map(|axis| (axis, if axis < rank { axis.to_string() } else { "-".to_string() })).collect();
    let widths = widths(cells.iter().chain([&header]), columns);
    let label = lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0).max("axis".len());
    let row = |f: &mut dyn Write, name: &str, cells: &[(usize, String)]| {
        let mut next = 0;
        write!(f, "\n   {name:label$}  ")?;
        for (column, text) in cells {
            let skipped: usize = widths[next..*column].iter().map(|width| width + GAP).sum();
            write!(f, "{:skipped$}{:GAP$}{text:>2$}", "", "", widths[*column])?;
            next = column + 1;
        }
        Ok::<(), fmt::Error>(())
    };
    row(f, "axis", &header)?;
    for (line, cells) in lines.iter().zip(&cells) {
        row(f, line.label, cells)?;
    }
    let (axis, note) = mark;
    if let Some((last, column)) = lines.last().and_then(|line| Some((line, column(line, axis)?))) {
        let carets = texts.text(last.shape[axis]).chars().count();
        let indent = 3 + label + 2 + widths[..=column].iter().map(|width| width + GAP).sum::<usize>() - carets;
        write!(f, "\n{:indent$}{:^<carets$} {note}", "", "")?;
    }
    Ok(())
}

/// Spaces between two columns.
const GAP: usize = 2;
/// Up to this width all columns are equally wide; a wider text widens its own column only.
const EVEN: usize = 4;

fn widths<'a>(rows: impl Iterator<Item = &'a Vec<(usize, String)>>, columns: usize) -> Vec<usize> {
    let mut widths = alloc::vec![1; columns];
    for (column, text) in rows.flatten() {
        widths[*column] = text.chars().count().max(widths[*column]);
    }
    let even = widths.iter().copied().max().unwrap_or(1).min(EVEN);
    widths.iter_mut().for_each(|width| *width = even.max(*width));
    widths
}

/// Whole shapes under each other, for arrays that have no common axes, with a note under the last.
pub(crate) fn tuples(f: &mut impl Write, lines: &[Line<'_>], note: &str, texts: &SymbolTexts) -> fmt::Result {
    let label = lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
    for line in lines {
        write!(f, "\n   {:label$}    {}", line.label, Tuple(line.shape, texts))?;
    }
    if let Some(last) = lines.last() {
        let carets = Tuple(last.shape, texts).to_string().chars().count();
        write!(f, "\n   {:label$}    {:^<carets$} {note}", "", "")?;
    }
    Ok(())
}
