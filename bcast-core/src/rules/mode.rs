//! The rulebook: the definition of each mode.
//!
//! A mode consists of two decisions: where each operand's axes sit in the output ([`Mode::align`]) and who may stretch
//! ([`Mode::may_stretch`]). Everything else is the same for all modes: on every output axis the lengths are equal, or an operand that may
//! stretch has length 1 ([`Length::fits`]). No code outside this file branches on the mode.
//!
//! Where the result's shape comes from ([`Mode::lead`]) follows from the second decision: from the array that may not stretch if there is
//! one, else from the join of all voters.

use core::fmt;

use crate::rules::align;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Party};
use crate::rules::length::{Answer, Length};
use crate::rules::list::Lent;
use crate::rules::mistake::{ErrorKind, Mistake};
pub use crate::rules::option::OptionName;
use crate::rules::option::named;

named! {
    /// A broadcasting rule, named after the engine or document that it comes from.
    ///
    /// ```
    /// use bcast_core::rules::mode::Mode;
    ///
    /// assert_eq!(Mode::from_name("pdpd"), Some(Mode::Pdpd));
    /// assert_eq!(Mode::from_name("multidirectional"), Some(Mode::Numpy));
    /// assert_eq!(Mode::Ncnn.to_string(), "ncnn");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    enum Mode: "Every mode." [9], "The mode's name, as written in a call." {
        /// Identical shapes, nobody stretches (OpenVINO's None broadcast).
        None = "none",
        /// Right aligned, all stretch (ONNX multidirectional, OpenVINO's Numpy broadcast, NumPy).
        #[default]
        Numpy = "numpy",
        /// Right aligned, all but the first stretch (ONNX unidirectional: the C of Gemm, the slope of PRelu).
        Unidirectional = "unidirectional",
        /// Right aligned to a target that stretches too (OpenVINO Broadcast-3's bidirectional, ONNX Expand).
        Bidirectional = "bidirectional",
        /// Each operand is placed at `axis` of the first and stretches to it (OpenVINO's PDPD broadcast).
        Pdpd = "pdpd",
        /// Operands of lower rank are placed at `axis` of those of the greatest rank (PaddlePaddle's elementwise `axis`).
        Paddle = "paddle",
        /// Each operand's axes sit where `axes` lists them in a target (OpenVINO Broadcast-1 and -3, explicit).
        Explicit = "explicit",
        /// Left aligned: an operand of lower rank covers the outermost axes (ncnn's BinaryOp).
        Ncnn = "ncnn",
        /// Each operand's axes sit where its NAMEs do, in any order, and nothing stretches (`bcast!` numbers the NAMEs of `where`).
        Named = "named",
    }
}

impl Mode {
    /// The modes that messages suggest instead of the one that refused, most likely first.
    pub(crate) const OFFERED: [Self; 5] = [Self::Numpy, Self::Bidirectional, Self::Pdpd, Self::Paddle, Self::Ncnn];

    /// The mode with this name; ONNX's `multidirectional` is numpy.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "multidirectional" { "numpy" } else { name };
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// True if arrays of identical shapes, without options, give a result of the same shape, axis on axis: true for every mode that works
    /// without a target.
    #[must_use]
    pub const fn takes_identical_shapes(self) -> bool {
        !self.needs_target()
    }

    /// True if anything stretches at all.
    #[must_use]
    pub const fn stretches(self) -> bool {
        !matches!(self, Self::None | Self::Named)
    }

    /// True if NAMEs say where an operand's axes lie, so that two operands may have them in different orders.
    #[must_use]
    pub const fn lies_by_names(self) -> bool {
        matches!(self, Self::Named)
    }

    /// True if the result's shape is the join of all operands, unless a target or a place decides it.
    #[must_use]
    pub const fn joins(self) -> bool {
        matches!(self, Self::Numpy | Self::Bidirectional | Self::Paddle | Self::Ncnn)
    }

    /// True if the result has the shape of one operand, `base` or the first, unless a target or a place decides it.
    #[must_use]
    pub const fn follows_one_operand(self) -> bool {
        matches!(self, Self::None | Self::Unidirectional | Self::Pdpd)
    }

    /// True if operands that all have alignments of their own join where they lie; if not, an array without such an alignment, a target or
    /// a place has to give the shape.
    #[must_use]
    pub const fn joins_placements(self) -> bool {
        matches!(self, Self::Numpy)
    }

    /// True if an operand's alignment depends on the other operands, not only on the result's rank.
    #[must_use]
    pub const fn aligns_together(self) -> bool {
        matches!(self, Self::Paddle | Self::Ncnn)
    }

    /// True if the last axes meet, whatever the lengths and options are.
    #[must_use]
    pub const fn aligns_right(self) -> bool {
        matches!(self, Self::Numpy | Self::Unidirectional | Self::Bidirectional)
    }

    /// True if the result has the join of all operands as its shape and their last axes meet, unless an option decides otherwise.
    pub(crate) const fn joins_last_axes(self) -> bool {
        self.joins() && self.aligns_right()
    }

    /// True if the position of a vector depends on its length.
    #[must_use]
    pub const fn places_vectors(self) -> bool {
        matches!(self, Self::Ncnn)
    }

    /// True if the mode requires a target.
    #[must_use]
    pub const fn needs_target(self) -> bool {
        matches!(self, Self::Explicit | Self::Bidirectional | Self::Named)
    }

    /// True if the target stretches too: the result's shape may then differ from it, and a place cannot serve as the target.
    #[must_use]
    pub const fn target_stretches(self) -> bool {
        matches!(self, Self::Bidirectional)
    }

    /// True if a call in this mode takes the option, by the language's table of options.
    pub const fn takes(self, option: OptionName) -> bool {
        match option {
            OptionName::Mode | OptionName::To | OptionName::Threads | OptionName::Allow => true,
            OptionName::Keep | OptionName::Unzip => !matches!(self, Self::Named),
            OptionName::Axis => matches!(self, Self::Pdpd | Self::Paddle),
            OptionName::Axes => matches!(self, Self::Explicit),
            OptionName::Base => matches!(self, Self::Unidirectional | Self::Pdpd),
            OptionName::OwnAxis => matches!(self, Self::Numpy | Self::Unidirectional | Self::Pdpd | Self::Explicit),
            // By them `bcast!` says where NAMEs lie.
            OptionName::OwnAxes => self.takes(OptionName::OwnAxis) || matches!(self, Self::Named),
        }
    }

    /// The default of `axis` in the modes that take it.
    pub const fn default_axis(self) -> Option<i64> {
        if self.takes(OptionName::Axis) { Some(-1) } else { None }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An array's role in a call: besides the mode, the only input of the second decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The array whose shape the result has.
    A,
    /// The option `to`, unless it is A.
    To,
    /// An operand that is also the place.
    Place,
    /// Any other operand.
    Other,
}

/// Where the result's shape comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// One array.
    A(Party),
    /// The join of all voters: every operand without an alignment of its own, and `to` where it stretches.
    Join,
    /// The join of all operands where they lie, each with an alignment of its own.
    Placements,
}

impl Lead {
    /// True if this array gives the result its shape.
    #[inline(always)]
    pub const fn is(self, party: Party) -> bool {
        match self {
            Self::A(a) => a.is(party),
            Self::Join | Self::Placements => false,
        }
    }

    #[inline(always)]
    pub const fn is_join(self) -> bool {
        matches!(self, Self::Join)
    }
}

impl Mode {
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// First decision: where the axes of an operand of this shape and alignment sit in an output of `rank` axes whose first has the length
    /// `outermost`, under the options of `call`. `None` if it cannot be aligned, with the mistake in `mistakes`.
    #[inline(always)]
    pub(crate) const fn align<'a>(
        self,
        call: &Call<'a>,
        shape: &[Length],
        alignment: Alignment<'a>,
        rank: usize,
        outermost: Length,
        mistakes: &mut Lent<'_, Mistake>,
    ) -> Option<AxisMap<'a>> {
        // An operand's own alignment works as in pdpd or explicit, in every mode.
        if !matches!(alignment, Alignment::ByMode) {
            return align::own(shape, alignment, rank, self.lies_by_names(), mistakes);
        }
        let axis = match call.axis {
            Some(axis) => axis,
            None => -1,
        };
        match self {
            // Without NAMEs only an array of rank 0 lies apart.
            Self::Named if shape.is_empty() => Some(AxisMap::at(0, 0)),
            Self::None | Self::Named => align::same_rank(shape, rank, mistakes),
            Self::Numpy | Self::Unidirectional | Self::Bidirectional => align::right(shape, rank, mistakes),
            Self::Pdpd => align::at_axis(shape, axis, rank, true, mistakes),
            Self::Paddle if shape.len() == rank => Some(AxisMap::at(0, rank)),
            Self::Paddle => align::at_axis(shape, axis, rank, false, mistakes),
            Self::Explicit => match call.axes {
                Some(axes) => align::by_axes(shape, axes, mistakes),
                None => align::same_rank(shape, rank, mistakes),
            },
            Self::Ncnn => align::left(shape, rank, outermost, mistakes),
        }
    }

    /// Second decision: who may stretch.
    #[inline(always)]
    pub(crate) const fn may_stretch(self, role: Role) -> bool {
        match (self, role) {
            // "Input tensors dimensions must match" (OpenVINO broadcast rules). A NAME is one length.
            (Self::None | Self::Named, _) => false,
            // Only the bidirectional rule is input * ones(target), which treats the target as one more input.
            (Self::Bidirectional, Role::To) => true,
            (_, Role::To | Role::A | Role::Place) => false,
            (_, Role::Other) => true,
        }
    }

    /// The array that may not stretch, or the join of all.
    #[inline(always)]
    pub(crate) const fn lead(self, call: &Call<'_>) -> Result<Lead, ErrorKind> {
        match call.to {
            Some(_) if !self.may_stretch(Role::To) => return Ok(Lead::A(Party::To)),
            None if matches!(self, Self::Bidirectional) => return Err(ErrorKind::NeedsTo),
            _ => {}
        }
        if let Some(base) = call.base {
            return Ok(Lead::A(Party::Operand(base)));
        }
        // `x op= e`: the result is the place, which never stretches. In explicit the place is the target.
        if let Some(operand) = call.place_operand() {
            return Ok(Lead::A(if matches!(self, Self::Explicit) { Party::Place } else { Party::Operand(operand) }));
        }
        let mut first = 0;
        while first < call.operands.len() && !call.operands[first].votes() {
            first += 1;
        }
        let has_voter = first < call.operands.len();
        match self {
            _ if has_voter && self.joins() => Ok(Lead::Join),
            _ if has_voter && self.follows_one_operand() => Ok(Lead::A(Party::Operand(first))),
            // Reached by explicit and named without a `to`, and where every operand has an alignment of its own.
            _ if call.place.is_some() => Ok(Lead::A(Party::Place)),
            Self::Explicit | Self::Named => Err(ErrorKind::NeedsTo),
            _ if self.joins_placements() => Ok(Lead::Placements),
            _ => Err(ErrorKind::NoVoter),
        }
    }

    /// True if the result stretches to a place that is not an operand, as in ndarray's `assign`; if not, the shapes must be equal.
    #[inline(always)]
    pub(crate) const fn result_stretches(self, to_given: bool) -> bool {
        matches!(self, Self::Numpy | Self::Unidirectional) && !to_given
    }

    /// Checks the values of `axis` and `axes` against an output of this rank; `None` if they are out of range, with the mistake in
    /// `mistakes`.
    ///
    /// `AtRunTime` means that paddle's `axis` is valid only if all shapes turn out identical.
    #[inline(always)]
    pub(crate) const fn option_values(
        self,
        call: &Call<'_>,
        rank: usize,
        mistakes: &mut Lent<'_, Mistake>,
    ) -> Option<Answer> {
        let mistake = match (self, call.axis, call.axes) {
            (Self::Pdpd, Some(axis), _) => align::axis_in_range(axis, rank),
            (Self::Paddle, Some(axis), _) => return align::paddle_axis(call, axis, rank, mistakes),
            (Self::Explicit, _, Some(axes)) => align::listed_axes(axes, rank, false),
            _ => None,
        };
        match mistake {
            Some(mistake) => {
                mistakes.push(mistake);
                None
            }
            None => Some(Answer::Yes),
        }
    }
}
