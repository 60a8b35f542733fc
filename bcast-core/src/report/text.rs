//! Text written by constant functions into memory that the caller lends.

#[cfg(feature = "rules")]
use alloc::string::String;

use crate::rules::length::{Length, Symbol};
use crate::rules::list::each;
use crate::rules::stated::Symbols;

/// A growing text. It counts beyond the end of its memory, so a first pass without memory measures the room for a second.
pub(crate) struct Text<'b, 's> {
    bytes: &'b mut [u8],
    len: usize,
    /// The number of characters written.
    width: usize,
    symbols: Symbols<'s>,
}

impl<'b, 's> Text<'b, 's> {
    /// An empty text, which writes symbols as their texts in `symbols`.
    pub const fn new(bytes: &'b mut [u8], symbols: Symbols<'s>) -> Self {
        Self { bytes, len: 0, width: 0, symbols }
    }

    /// The text that `write` writes, which is measured first.
    #[cfg(feature = "rules")]
    pub fn written(symbols: Symbols<'s>, write: impl Fn(&mut Text<'_, 's>)) -> String {
        let mut measured = Text::new(&mut [], symbols);
        write(&mut measured);
        let mut bytes = alloc::vec![0; measured.len()];
        write(&mut Text::new(&mut bytes, symbols));
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// The number of bytes of the whole text.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The text; the end of one that exceeds its memory is replaced by `..`.
    pub const fn end(&mut self) -> &str {
        let room = self.bytes.len();
        if self.len > room && room >= 2 {
            let mut end = room - 2;
            // Continuation bytes of UTF-8 begin with the bits 10.
            while end > 0 && self.bytes[end] & 0xc0 == 0x80 {
                end -= 1;
            }
            self.len = end;
            self.push("..");
        }
        let bytes = if self.len <= room { self.bytes.split_at(self.len).0 } else { b".." };
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Truncates the text to `start` if nothing was written after `end`.
    pub const fn retract(&mut self, start: usize, end: usize) {
        if self.len == end {
            self.len = start;
        }
    }

    const fn byte(&mut self, byte: u8) {
        if self.len < self.bytes.len() {
            self.bytes[self.len] = byte;
        }
        self.len += 1;
        // Continuation bytes of UTF-8 begin with the bits 10.
        self.width += (byte & 0xc0 != 0x80) as usize;
    }

    pub const fn push(&mut self, text: &str) -> &mut Self {
        let text = text.as_bytes();
        each!(i < text.len(), {
            self.byte(text[i]);
        });
        self
    }

    /// Writes a character repeatedly.
    pub const fn repeat(&mut self, byte: u8, times: usize) -> &mut Self {
        each!(_i < times, {
            self.byte(byte);
        });
        self
    }

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

    pub const fn integer(&mut self, number: i64) -> &mut Self {
        if number < 0 {
            self.byte(b'-');
        }
        self.number(number.unsigned_abs() as usize)
    }

    /// True if NAMEs have texts.
    pub const fn has_names(&self) -> bool {
        !self.symbols.names.is_empty()
    }

    /// Writes a length: `64`, `C`, `{N + 1}`, `_`.
    pub const fn length(&mut self, length: Length) -> &mut Self {
        match (length.symbol(), length.number()) {
            _ if length.is(Length::RIGID_ONE) => self.push("{1}"),
            (Some(symbol), _) => match name(&self.symbols, symbol) {
                Some(text) => self.push(text),
                None => match symbol {
                    Symbol::Name(index) => self.push("N").number(index as usize),
                    Symbol::Value(index) => self.push("{").number(index as usize).push("}"),
                },
            },
            (None, Some(number)) => self.number(number),
            (None, None) if length.is(Length::TOO_LONG) => self.number(isize::MAX as usize).push("+"),
            (None, None) => self.push("_"),
        }
    }

    /// Writes a length if there is one.
    pub const fn some_length(&mut self, length: Option<Length>) -> &mut Self {
        match length {
            Some(length) => self.length(length),
            None => self,
        }
    }

    /// Writes a shape as a tuple: `()`, `(5,)`, `(2, C)`.
    pub const fn tuple(&mut self, shape: &[Length]) -> &mut Self {
        self.push("(");
        each!(axis < shape.len(), {
            self.push(if axis > 0 { ", " } else { "" }).length(shape[axis]);
        });
        self.push(if shape.len() == 1 { ",)" } else { ")" })
    }

    /// Writes a list of integers: `[1, 2]`.
    pub const fn list(&mut self, entries: &[i64]) -> &mut Self {
        self.push("[");
        each!(entry < entries.len(), {
            self.push(if entry > 0 { ", " } else { "" }).integer(entries[entry]);
        });
        self.push("]")
    }

    /// Writes a name in backticks.
    pub const fn quoted(&mut self, name: &str) -> &mut Self {
        self.push("`").push(name).push("`")
    }

    /// The number of characters of a length.
    pub const fn width_of(&self, length: Length) -> usize {
        Text::new(&mut [], self.symbols).length(length).width
    }

    /// The number of characters of a shape written as a tuple.
    pub const fn tuple_width(&self, shape: &[Length]) -> usize {
        Text::new(&mut [], self.symbols).tuple(shape).width
    }
}

/// The caller's text for a symbol.
const fn name<'s>(symbols: &Symbols<'s>, symbol: Symbol) -> Option<&'s str> {
    let (texts, index) = match symbol {
        Symbol::Name(index) => (symbols.names, index as usize),
        Symbol::Value(index) => (symbols.texts, index as usize),
    };
    if index < texts.len() { Some(texts[index]) } else { None }
}

/// The number of characters of a text.
pub(crate) const fn width(text: &str) -> usize {
    Text::new(&mut [], Symbols { names: &[], texts: &[], values: &[] }).push(text).width
}
