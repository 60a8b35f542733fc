//! Random calls that mostly fit: pieces of a result's shape with some axes set to 1, and occasionally a wrong one.

use proptest::prelude::*;

use crate::model::{Case, Mode, Own};

/// One operand as a piece of the result.
#[derive(Clone, Debug)]
pub struct Piece {
    whole: bool,
    start: usize,
    rank: usize,
    ones: u8,
    extra_one: bool,
    wrong: Option<(usize, usize)>,
    own: u8,
}

/// The random part of a call, except its memory.
#[derive(Clone)]
pub struct Seed {
    pub result: Vec<usize>,
    pub pieces: Vec<Piece>,
    axis: i64,
    subset: u8,
    to: Piece,
    place: Piece,
    leading: Vec<usize>,
}

fn length() -> impl Strategy<Value = usize> {
    prop_oneof![1 => Just(0_usize), 4 => Just(1), 4 => Just(2), 4 => Just(3), 2 => Just(4), 1 => 5..8_usize]
}

fn piece() -> impl Strategy<Value = Piece> {
    let wrong = prop::option::weighted(0.06, (0..6_usize, length()));
    let own = prop_oneof![6 => Just(0_u8), 1 => Just(1), 1 => Just(2)];
    let flags = (prop::bool::weighted(0.6), prop::bool::weighted(0.1));
    (flags, 0..6_usize, 0..6_usize, any::<[u8; 2]>(), wrong, own).prop_map(
        |((whole, extra_one), start, rank, ones, wrong, own)| Piece {
            whole,
            start,
            rank,
            ones: ones[0] & ones[1],
            extra_one,
            wrong,
            own,
        },
    )
}

pub fn seed(operands: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Seed> {
    let shape = prop::collection::vec(length(), 0..=5);
    let shapes = (shape, prop::collection::vec(length(), 0..2));
    (shapes, prop::collection::vec(piece(), operands), -1..6_i64, any::<u8>(), piece(), piece()).prop_map(
        |((result, leading), pieces, axis, subset, to, place)| {
            // One axis in ten is out of range.
            let axis = if axis == 5 { subset as i64 % 9 - 2 } else { axis.min(result.len() as i64) };
            Seed { result, pieces, axis, subset, to, place, leading }
        },
    )
}

impl Piece {
    fn cut(&self, result: &[usize], axes: impl Iterator<Item = usize>, may_stretch: bool) -> Vec<usize> {
        let length = |axis: usize| if may_stretch && self.ones >> axis & 1 == 1 { 1 } else { result[axis] };
        let mut shape: Vec<usize> = axes.map(length).collect();
        if let Some((axis, length)) = self.wrong {
            match shape.get_mut(axis) {
                Some(entry) => *entry = length,
                None => shape.push(length),
            }
        }
        shape
    }
}

/// Prints a failing case in a line.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed of {} pieces of {:?}", self.pieces.len(), self.result)
    }
}

impl Seed {
    /// The axes in a subset of the result's axes, given as bits.
    fn subset(&self, bits: u8) -> Vec<usize> {
        (0..self.result.len()).filter(|axis| bits >> axis & 1 == 1).collect()
    }

    fn operand(&self, mode: Mode, index: usize, is_a: bool) -> Vec<usize> {
        let (piece, rank) = (&self.pieces[index], self.result.len());
        let all = || piece.cut(&self.result, 0..rank, mode != Mode::None && !is_a);
        let length = piece.rank.min(rank);
        let mut shape = match mode {
            Mode::None => all(),
            _ if is_a => all(),
            Mode::Numpy | Mode::Unidirectional | Mode::Bidirectional => {
                piece.cut(&self.result, rank - length..rank, true)
            }
            Mode::Paddle | Mode::Ncnn if piece.whole => all(),
            Mode::Pdpd | Mode::Paddle => {
                let first = if self.axis < 0 { rank - length } else { (self.axis as usize).min(rank) };
                piece.cut(&self.result, first..rank.min(first + length), true)
            }
            Mode::Explicit => piece.cut(&self.result, self.subset(self.subset).into_iter(), true),
            Mode::Ncnn if length == 1 && piece.start % 2 == 1 => piece.cut(&self.result, rank - 1..rank, true),
            Mode::Ncnn => piece.cut(&self.result, 0..length, true),
        };
        if piece.extra_one && mode == Mode::Pdpd && !is_a {
            shape.push(1);
        }
        shape
    }

    /// The case of these operands; the caller clears the options that its call lacks.
    pub fn case(&self, mode: Mode, a: usize) -> Case {
        let count = self.pieces.len();
        let has_a = matches!(mode, Mode::Unidirectional | Mode::Pdpd);
        Case {
            mode,
            shapes: (0..count).map(|i| self.operand(mode, i, has_a && i == a)).collect(),
            axis: if matches!(mode, Mode::Pdpd | Mode::Paddle) { self.axis } else { -1 },
            axes: None,
            to: None,
            base: None,
            own: vec![None; count],
            place: None,
        }
    }

    /// Keeps the option `axes`.
    pub fn with_axes(&self, mut case: Case) -> Case {
        let mut axes: Vec<i64> = self.subset(self.subset).into_iter().map(|axis| axis as i64).collect();
        if self.to.own == 2 && !axes.is_empty() {
            axes[0] += i64::from(self.subset % 4) - 1;
        }
        case.axes = Some(axes);
        case
    }

    /// Keeps the option `to`.
    pub fn with_to(&self, mut case: Case) -> Case {
        let mut to = self.to.cut(&self.result, 0..self.result.len(), case.mode == Mode::Bidirectional);
        if case.mode == Mode::Numpy || case.mode == Mode::Bidirectional && self.to.whole {
            to.splice(0..0, self.leading.iter().copied());
        }
        case.to = Some(to);
        case
    }

    /// Gives own alignments to the operands at `axis` and at `axes`.
    pub fn with_own(&self, mut case: Case, axis: usize, axes: usize) -> Case {
        let rank = self.result.len();
        let piece = &self.pieces[axis];
        let first = piece.start.min(rank);
        case.shapes[axis] = piece.cut(&self.result, first..rank.min(first + piece.rank), true);
        case.own[axis] = Some(Own::Axis(if piece.own == 1 { piece.start as i64 } else { first as i64 }));
        let piece = &self.pieces[axes];
        let subset = self.subset(piece.start as u8 * 7);
        case.shapes[axes] = piece.cut(&self.result, subset.iter().copied(), true);
        case.own[axes] = Some(Own::Axes(subset.into_iter().map(|axis| axis as i64).collect()));
        case
    }

    /// Adds a write-only place.
    pub fn with_place(&self, mut case: Case) -> Case {
        let mut place = self.place.cut(&self.result, 0..self.result.len(), false);
        if matches!(case.mode, Mode::Numpy | Mode::Unidirectional)
            && case.to.as_ref().is_none_or(|to| to.len() > self.result.len())
        {
            place.splice(0..0, self.leading.iter().copied());
        }
        case.place = Some((place, None));
        case
    }

    /// Makes the first operand the place.
    pub fn with_compound(&self, mut case: Case) -> Case {
        let place = self.pieces[0].cut(&self.result, 0..self.result.len(), false);
        case.shapes[0].clone_from(&place);
        case.place = Some((place, Some(0)));
        case
    }
}
