//! What the text of a call says, as generated code hands it on: one literal, which the compiler checks at once.

use super::call::{Call, MAX_OPERANDS, Own};

/// The most entries of an `axes` that are read: one more than any shape has.
const MAX_ENTRIES: usize = 9;

/// The entries of an `axes`.
#[derive(Clone, Copy)]
struct Entries {
    values: [i64; MAX_ENTRIES],
    count: usize,
}

impl Entries {
    #[inline]
    const fn list(&self) -> &[i64] {
        self.values.split_at(self.count).0
    }
}

/// What messages call the arrays of a call, and the values of its options.
pub struct Said<'a> {
    /// The operands' names, constants included.
    pub names: [&'a str; MAX_OPERANDS],
    /// The place's name.
    pub place: &'a str,
    axis: Option<i64>,
    axes: Option<Entries>,
    own: [Option<(bool, Entries)>; MAX_OPERANDS],
}

impl<'a> Said<'a> {
    /// Reads lines of one letter and what follows it: `n` and the name of the next operand, behind it `A` and its own axis, or `S` and
    /// its own axes; `p` and the place's name; `a` and the call's axis, or `s` and its axes.
    #[inline]
    pub const fn read(text: &'a str) -> Self {
        let mut said = Self { names: [""; MAX_OPERANDS], place: "", axis: None, axes: None, own: [None; MAX_OPERANDS] };
        let (mut rest, mut count) = (text, 0);
        while !rest.is_empty() {
            let (line, behind) = rest.split_at(line_end(rest));
            rest = if behind.is_empty() { behind } else { behind.split_at(1).1 };
            let (letter, value) = line.split_at(1);
            match letter.as_bytes()[0] {
                b'n' if count < MAX_OPERANDS => {
                    said.names[count] = value;
                    count += 1;
                }
                b'A' if count > 0 => said.own[count - 1] = Some((true, integers(value))),
                b'S' if count > 0 => said.own[count - 1] = Some((false, integers(value))),
                b'p' => said.place = value,
                b'a' => said.axis = Some(integers(value).values[0]),
                b's' => said.axes = Some(integers(value)),
                _ => {}
            }
        }
        said
    }

    /// A call with what its text says.
    #[inline]
    pub const fn told_to<'s>(&'s self, mut call: Call<'s>) -> Call<'s> {
        call.axis = self.axis;
        call.axes = match &self.axes {
            Some(axes) => Some(axes.list()),
            None => None,
        };
        let mut i = 0;
        while i < MAX_OPERANDS {
            match &self.own[i] {
                Some((true, axis)) => call.operands[i].own = Own::Axis(axis.values[0]),
                Some((false, axes)) => call.operands[i].own = Own::Axes(axes.list()),
                None => {}
            }
            i += 1;
        }
        call
    }
}

/// Where the first line ends.
#[inline]
const fn line_end(text: &str) -> usize {
    let text = text.as_bytes();
    let mut end = 0;
    while end < text.len() && text[end] != b'\n' {
        end += 1;
    }
    end
}

/// Integers behind spaces or at the start.
#[inline]
const fn integers(text: &str) -> Entries {
    let text = text.as_bytes();
    let mut entries = Entries { values: [0; MAX_ENTRIES], count: 0 };
    let (mut i, mut is_negative) = (0, false);
    let mut digits = 0;
    while i < text.len() && entries.count < MAX_ENTRIES {
        match text[i] {
            b'-' => is_negative = true,
            digit @ b'0'..=b'9' => {
                let value = entries.values[entries.count].saturating_mul(10);
                let digit = (digit - b'0') as i64;
                entries.values[entries.count] = value.saturating_add(if is_negative { -digit } else { digit });
                digits += 1;
            }
            _ => {
                entries.count += 1;
                (is_negative, digits) = (false, 0);
            }
        }
        i += 1;
    }
    entries.count += (digits > 0) as usize;
    entries
}
