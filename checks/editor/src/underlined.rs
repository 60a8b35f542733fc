//! Reads files that mark their expected underlines.

use std::fs;
use std::path::Path;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Underlined {
    /// The number of the line, from 1.
    pub line: usize,
    /// The first underlined column of the line, from 1, and the first one after it.
    pub columns: (usize, usize),
    /// The bytes of the file.
    pub bytes: (usize, usize),
    /// The text.
    pub text: String,
}

/// Reads a file in which `^^` in comments underline the line above.
///
/// # Panics
/// If there is no such file.
pub fn underlined(path: &Path) -> Vec<Underlined> {
    let file = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut found, mut begin) = (Vec::new(), 0);
    // The line above a comment, and its first byte.
    let (mut above, mut above_begin, mut above_number) = ("", 0, 0);
    for (index, line) in file.split_inclusive('\n').enumerate() {
        match line.trim_start().strip_prefix("//").filter(|rest| rest.trim_start().starts_with('^')) {
            Some(_) => found.extend(runs(line).into_iter().map(|(first, end)| {
                let byte = |column: usize| above.char_indices().nth(column).map_or(above.len(), |(byte, _)| byte);
                let (first_byte, end_byte) = (byte(first), byte(end));
                Underlined {
                    line: above_number,
                    columns: (first + 1, end + 1),
                    bytes: (above_begin + first_byte, above_begin + end_byte),
                    text: above[first_byte..end_byte].to_owned(),
                }
            })),
            None => (above, above_begin, above_number) = (line, begin, index + 1),
        }
        begin += line.len();
    }
    found
}

/// The first column of each run of `^`, from 0, and the first one after it.
fn runs(line: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (column, _) in line.chars().enumerate().filter(|&(_, character)| character == '^') {
        match runs.last_mut() {
            Some((_, end)) if *end == column => *end += 1,
            _ => runs.push((column, column + 1)),
        }
    }
    runs
}
