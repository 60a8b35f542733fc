//! The ways out, found by trying.

use alloc::vec::Vec;
use alloc::string::String;
use core::fmt;

use crate::call::Call;
use crate::error::{Details, Mistake};
use crate::length::{Extent, Length};
use crate::mode::Mode;
use crate::picture::Tuple;
use crate::resolve::Findings;

/// One way out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Help {
    /// Another value of `axis`.
    Axis(i64),
    /// An alignment of its own for an operand.
    OwnAxis(usize, i64),
    /// Another mode.
    Mode(Mode),
    /// The operand with axes of length 1 put in.
    Reshape(usize, Vec<Length>),
    /// Another operand that gives the result its shape.
    Base(usize),
    /// Something to write, in words.
    Words(&'static str),
}

impl Help {
    pub fn text<'a>(&'a self, details: &'a Details) -> impl fmt::Display + 'a {
        HelpText(self, details)
    }
}

struct HelpText<'a>(&'a Help, &'a Details);

impl fmt::Display for HelpText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(help, details) = self;
        let name = |operand: &usize| details.rows.get(*operand).map_or(String::new(), |row| row.name.clone());
        match help {
            Help::Axis(axis) => write!(f, "`axis = {axis}` would fit"),
            Help::OwnAxis(operand, axis) => write!(f, "`axis({}) = {axis}` would fit", name(operand)),
            Help::Mode(mode) => write!(f, "`mode = {mode}` would fit"),
            Help::Reshape(operand, shape) => write!(f, "`{}` as {} would fit", name(operand), Tuple(shape, &details.texts)),
            Help::Base(operand) => write!(f, "`base = {}` would fit", name(operand)),
            Help::Words(words) => f.write_str(words),
        }
    }
}

/// At most two ways out of a mistake, nearest first.
pub(crate) fn helps<L: Extent>(_call: &Call<'_, L>, _found: &Findings, _mistake: &Mistake, _alone: bool) -> Vec<Help> {
    Vec::new()
}
