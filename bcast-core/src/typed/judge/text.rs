//! Text that is put together by constant functions.

use super::call::Shape;
use super::length::Length;

/// The most bytes of a message; what is beyond them is cut off.
const CAPACITY: usize = 6144;

/// A message as it grows.
pub struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Text {
    #[inline]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0 }
    }

    /// The text so far. What has been cut off may have been part of a character, and then nothing is left.
    #[inline]
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    #[inline]
    const fn byte(&mut self, byte: u8) {
        if self.len < CAPACITY {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }

    #[inline]
    pub const fn push(&mut self, text: &str) -> &mut Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() {
            self.byte(text[i]);
            i += 1;
        }
        self
    }

    /// One character so many times.
    #[inline]
    pub const fn repeat(&mut self, byte: u8, times: usize) -> &mut Self {
        let mut i = 0;
        while i < times {
            self.byte(byte);
            i += 1;
        }
        self
    }

    #[inline]
    pub const fn number(&mut self, number: usize) -> &mut Self {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.byte(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
        self
    }

    #[inline]
    pub const fn integer(&mut self, number: i64) -> &mut Self {
        if number < 0 {
            self.byte(b'-');
        }
        self.number(number.unsigned_abs() as usize)
    }

    /// A length.
    #[inline]
    pub const fn length(&mut self, length: Length) -> &mut Self {
        match length {
            Length::Known(length) => self.number(length),
            Length::RigidOne => self.push("{1}"),
            Length::Name(name) => self.push(name.text),
            Length::Unknown => self.push("_"),
        }
    }

    /// A shape as a tuple: `()`, `(5,)`, `(2, 3)`.
    #[inline]
    pub const fn tuple(&mut self, shape: &Shape) -> &mut Self {
        self.push("(");
        let mut axis = 0;
        while axis < shape.rank {
            self.push(if axis > 0 { ", " } else { "" }).length(shape.lengths[axis]);
            axis += 1;
        }
        self.push(if shape.rank == 1 { ",)" } else { ")" })
    }

    /// A list of integers: `[1, 2]`.
    #[inline]
    pub const fn list(&mut self, entries: &[i64]) -> &mut Self {
        self.push("[");
        let mut entry = 0;
        while entry < entries.len() {
            self.push(if entry > 0 { ", " } else { "" }).integer(entries[entry]);
            entry += 1;
        }
        self.push("]")
    }

    /// A name in backticks.
    #[inline]
    pub const fn quoted(&mut self, name: &str) -> &mut Self {
        self.push("`").push(name).push("`")
    }
}

/// How many characters a text has.
#[inline]
pub const fn width(text: &str) -> usize {
    let text = text.as_bytes();
    let (mut i, mut count) = (0, 0);
    while i < text.len() {
        // Bytes that go on with a character begin with 10.
        count += (text[i] & 0xc0 != 0x80) as usize;
        i += 1;
    }
    count
}

/// How many digits a number has.
#[inline]
const fn digits(number: usize) -> usize {
    match number.checked_ilog10() {
        Some(exponent) => exponent as usize + 1,
        None => 1,
    }
}

/// How many characters a length has.
#[inline]
pub const fn length_width(length: Length) -> usize {
    match length {
        Length::Known(length) => digits(length),
        Length::RigidOne => width("{1}"),
        Length::Name(name) => width(name.text),
        Length::Unknown => width("_"),
    }
}

/// How many characters a shape has as a tuple.
#[inline]
pub const fn tuple_width(shape: &Shape) -> usize {
    // Parentheses, separators, and the comma of a lonely length.
    let (mut total, mut axis) = (width("()") + (shape.rank == 1) as usize, 0);
    while axis < shape.rank {
        total += length_width(shape.lengths[axis]) + if axis > 0 { width(", ") } else { 0 };
        axis += 1;
    }
    total
}
