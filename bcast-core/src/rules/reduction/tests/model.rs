//! The rules of reductions, followed naively: each question about an axis walks the expression that it is asked of.

use std::collections::{BTreeMap, BTreeSet};
use std::vec;
use std::vec::Vec;

use crate::rules::mistake::{ErrorKind, Mistake};
use crate::rules::reduction::{
    ArrayExtent, Extent, Frame, Kept, Outcome, Party, Reads, ReducedAxes, Value, ValueKind, ValueSite,
};

/// The names of values in messages.
pub const NAMES: [&str; 5] = ["zeroth", "first", "second", "third", "fourth"];

pub type Axes = BTreeSet<usize>;

#[derive(Debug)]
pub struct Array {
    /// Its axes in the frame, with its lengths there.
    pub lengths: BTreeMap<usize, usize>,
    pub is_placed: bool,
}

/// The arrays and the values that an expression reads, by their indices.
#[derive(Debug)]
pub struct Expr {
    pub operands: Vec<usize>,
    pub values: Vec<usize>,
}

/// A value.
#[derive(Debug)]
pub struct Site {
    pub kind: ValueKind,
    /// `None` for `..`.
    pub axes: Option<Vec<i64>>,
    pub inside: Expr,
}

/// A call.
#[derive(Debug)]
pub struct Drawn {
    pub frame: Vec<usize>,
    pub arrays: Vec<Option<Array>>,
    pub sites: Vec<Site>,
    pub mains: Vec<Expr>,
    pub keeps: bool,
    pub target: Axes,
    pub by_names: bool,
    pub allows_pairs: bool,
}

/// An array or a position of an expression that has an axis.
struct Having {
    length: usize,
    /// The array; `None` for a position.
    operand: Option<usize>,
    /// It is a position, has the frame's rank, or an option says where it lies.
    is_decided: bool,
}

/// The entry of a list that a number means; negative ones count from its end.
fn entry(list: &[usize], number: i64) -> Option<usize> {
    let steps = number.unsigned_abs() as usize;
    if number < 0 { list.iter().rev().nth(steps - 1).copied() } else { list.get(steps).copied() }
}

fn joined(having: &[Having]) -> usize {
    having.iter().map(|having| having.length).find(|&length| length != 1).unwrap_or(1)
}

pub fn set(bits: u64) -> Axes {
    (0..64).filter(|axis| bits & (1 << axis) != 0).collect()
}

fn bits_of(axes: &Axes) -> u64 {
    axes.iter().map(|axis| 1 << axis).sum()
}

impl Drawn {
    /// Compares with this model what [`Frame::reduce`] decides, and returns the kind of its mistake. Of several mistakes it may report any.
    pub fn check(&self) -> Option<ErrorKind> {
        let array = |array: &Array| {
            let has = bits_of(&array.lengths.keys().copied().collect());
            let lengths = self.axes().iter().map(|axis| array.lengths.get(axis).copied().unwrap_or(1)).collect();
            let is_whole = array.lengths.len() == self.frame.len();
            ArrayExtent { extent: Extent { has, lengths }, is_whole, is_placed: array.is_placed }
        };
        let arrays: Vec<_> = self.arrays.iter().map(|drawn| drawn.as_ref().map(array)).collect();
        let frame = Frame {
            lengths: &self.frame,
            arrays: &arrays,
            keeps: self.keeps,
            target: bits_of(&self.target),
            by_names: self.by_names,
            allows_pairs: self.allows_pairs,
        };
        let sites: Vec<_> = (self.sites.iter().zip(NAMES))
            .map(|(site, name)| ValueSite {
                name,
                axes: site.axes.as_deref().map_or(ReducedAxes::All, ReducedAxes::Of),
                reads: site.inside.reads(),
                list: site.inside.reads(),
                kind: site.kind,
            })
            .collect();
        let mut outcome = Outcome::default();
        let decided = frame.reduce(&sites, self.mains.iter().map(Expr::reads), &mut outcome);
        let expected = self.first_mistakes();
        match decided {
            Ok(()) => {
                assert!(expected.is_empty(), "none of {expected:?} in {self:?}");
                assert_eq!((outcome.values.len(), outcome.results.len()), (self.sites.len(), self.mains.len()));
                outcome.values.iter().enumerate().for_each(|(number, value)| self.check_value(number, value));
                self.mains.iter().zip(&outcome.results).for_each(|(main, kept)| self.check_result(main, kept));
            }
            Err(mistake) => assert!(expected.contains(&mistake), "{mistake:?} is none of {expected:?} in {self:?}"),
        }
        decided.err().map(|mistake| mistake.kind)
    }

    fn axes(&self) -> Vec<usize> {
        (0..self.frame.len()).collect()
    }

    fn is_reduction(&self, value: usize) -> bool {
        matches!(self.sites[value].kind, ValueKind::Reduction { .. })
    }

    fn takes_all(&self, value: usize) -> bool {
        self.is_reduction(value) && self.sites[value].axes.is_none()
    }

    /// Everything in an expression that has the axis, but what stands in a reduction over it.
    fn outside(&self, expr: &Expr, axis: usize) -> Vec<Having> {
        let mut outside = Vec::new();
        for &operand in &expr.operands {
            let Some(array) = &self.arrays[operand] else { continue };
            let Some(&length) = array.lengths.get(&axis) else { continue };
            let is_decided = array.is_placed || array.lengths.len() == self.frame.len();
            outside.push(Having { length, operand: Some(operand), is_decided });
        }
        for &value in &expr.values {
            let takes = self.taken(value).contains(&axis);
            match self.sites[value].kind {
                ValueKind::Reduction { .. } if !takes => outside.extend(self.outside(&self.sites[value].inside, axis)),
                ValueKind::Index if takes => {
                    outside.push(Having { length: self.frame[axis], operand: None, is_decided: true });
                }
                _ => {}
            }
        }
        outside
    }

    /// The frame's axes that an expression has.
    fn own(&self, expr: &Expr) -> Vec<usize> {
        self.axes().into_iter().filter(|&axis| !self.outside(expr, axis).is_empty()).collect()
    }

    fn taken(&self, value: usize) -> Axes {
        let site = &self.sites[value];
        match &site.axes {
            _ if site.kind == ValueKind::Elements => Axes::new(),
            None => self.own(&site.inside).into_iter().collect(),
            Some(given) => given.iter().filter_map(|&given| entry(&self.axes(), given)).collect(),
        }
    }

    /// The axes that the reductions in an expression take, at any depth.
    fn reduced(&self, expr: &Expr) -> Axes {
        expr.values.iter().flat_map(|&value| self.within(value)).collect()
    }

    fn within(&self, value: usize) -> Axes {
        match self.is_reduction(value) {
            true => &self.taken(value) | &self.reduced(&self.sites[value].inside),
            false => Axes::new(),
        }
    }

    fn mistake(&self, kind: ErrorKind, value: usize, axis: Option<usize>) -> Mistake {
        let mut given = self.sites[value].axes.iter().flatten().copied();
        Mistake {
            reduction: Some((value, NAMES[value])),
            output_axis: axis,
            value: axis.and_then(|axis| given.find(|&given| entry(&self.axes(), given) == Some(axis))),
            greatest: self.frame.len().checked_sub(1),
            ..Mistake::new(kind)
        }
    }

    /// The operand as mistakes name it: by its number among the arrays, without constants.
    fn party(&self, operand: usize) -> Option<Party> {
        let arrays: Vec<usize> = (0..self.arrays.len()).filter(|&other| self.arrays[other].is_some()).collect();
        arrays.iter().position(|&array| array == operand).map(Party::Operand)
    }

    /// All mistakes of a value: those of its numbers, or else those of the axes that it takes.
    fn mistakes(&self, value: usize) -> Vec<Mistake> {
        let Site { kind, axes: given, inside } = &self.sites[value];
        let mut mistakes = Vec::new();
        let numbers = given.as_deref().filter(|_| *kind != ValueKind::Elements).unwrap_or_default();
        let frame = self.axes();
        for (at, &number) in numbers.iter().enumerate() {
            let Some(axis) = entry(&frame, number) else {
                let mistake = self.mistake(ErrorKind::ReducedAxisOutOfRange, value, None);
                mistakes.push(Mistake { value: Some(number), ..mistake });
                continue;
            };
            if numbers[..at].iter().any(|&other| entry(&frame, other) == Some(axis)) {
                let mistake = self.mistake(ErrorKind::ReducedAxisTwice, value, Some(axis));
                mistakes.push(Mistake { value: Some(number), ..mistake });
            }
            let other = entry(&self.own(inside), number).filter(|&other| other != axis);
            if other.is_some() && self.is_reduction(value) && !self.by_names {
                let mistake = self.mistake(ErrorKind::ReducedAxisAmbiguous, value, Some(axis));
                mistakes.push(Mistake { value: Some(number), operand_axis: other, ..mistake });
            }
        }
        let ValueKind::Reduction { of_none, of_one } = *kind else { return mistakes };
        if !mistakes.is_empty() {
            return mistakes;
        }
        let taken = self.taken(value);
        if taken.is_empty() {
            mistakes.push(self.mistake(ErrorKind::ReducedAxisAbsent, value, None));
        }
        for &axis in &taken {
            let having = self.outside(inside, axis);
            if having.is_empty() {
                mistakes.push(self.mistake(ErrorKind::ReducedAxisAbsent, value, Some(axis)));
            }
            if of_one && taken.len() > 1 {
                mistakes.push(self.mistake(ErrorKind::ReducedAxesCount, value, Some(axis)));
            }
            if joined(&having) == 0 && !of_none {
                mistakes.push(self.mistake(ErrorKind::EmptyReduction, value, Some(axis)));
            }
        }
        for other in (0..value).filter(|&other| self.takes_all(other) && self.takes_all(value)) {
            if self.taken(other) != taken {
                let beside = Some((NAMES[other], bits_of(&self.taken(other))));
                let mistake = self.mistake(ErrorKind::ReducedAllDiffer, value, None);
                mistakes.push(Mistake { taken: bits_of(&taken), beside, ..mistake });
            }
        }
        if !self.allows_pairs && !self.by_names {
            self.pairs(value, &mut mistakes);
        }
        self.beside(inside, &Axes::new(), &mut mistakes);
        mistakes
    }

    /// Arrays that stretch for each other. Those in further reductions inside the reduction do not take part.
    fn pairs(&self, value: usize, mistakes: &mut Vec<Mistake>) {
        let operands = &self.sites[value].inside.operands;
        let is_long = |operand: usize, axis: usize| {
            let array = self.arrays[operand].as_ref();
            array.is_some_and(|array| array.lengths.get(&axis).is_some_and(|&length| length != 1))
        };
        let taken = self.taken(value);
        for (&one, &other) in operands.iter().flat_map(|one| operands.iter().map(move |other| (one, other))) {
            let stretches = |short, long| taken.iter().any(|&axis| is_long(long, axis) && !is_long(short, axis));
            if stretches(one, other) && stretches(other, one) {
                for &axis in taken.iter().filter(|&&axis| is_long(one, axis) && !is_long(other, axis)) {
                    let mistake = self.mistake(ErrorKind::ReducedPairs, value, Some(axis));
                    mistakes.push(Mistake { culprit: self.party(one), other: self.party(other), ..mistake });
                }
            }
        }
    }

    /// The arrays of a lower rank beside reductions of which nothing says where they lie.
    fn beside(&self, expr: &Expr, target: &Axes, mistakes: &mut Vec<Mistake>) {
        for &value in &expr.values {
            for axis in &self.within(value) - target {
                let outside = self.outside(expr, axis);
                if outside.iter().all(|having| !having.is_decided) {
                    mistakes.extend(outside.iter().filter_map(|having| {
                        let culprit = self.party(having.operand?);
                        Some(Mistake { culprit, ..self.mistake(ErrorKind::BesideReduction, value, Some(axis)) })
                    }));
                }
            }
        }
    }

    /// The mistakes of the first value that has any, or else of the first result.
    fn first_mistakes(&self) -> Vec<Mistake> {
        let values = (0..self.sites.len()).map(|value| self.mistakes(value));
        let results = self.mains.iter().map(|main| {
            let mut mistakes = Vec::new();
            self.beside(main, &self.target, &mut mistakes);
            mistakes
        });
        values.chain(results).find(|mistakes| !mistakes.is_empty()).unwrap_or_default()
    }

    /// An expression's axes and lengths, where some of the axes are taken.
    fn extent(&self, expr: &Expr, taken: &Axes) -> (Axes, Vec<usize>) {
        let own = self.own(expr).into_iter().filter(|axis| !taken.contains(axis)).collect::<Axes>();
        let length = |axis| if own.contains(&axis) { joined(&self.outside(expr, axis)) } else { 1 };
        let lengths = self.axes().into_iter().map(length).collect();
        (own, lengths)
    }

    fn check_value(&self, number: usize, value: &Value) {
        let (inside, nothing) = (&self.sites[number].inside, Expr { operands: vec![], values: vec![] });
        let position = Expr { operands: vec![], values: vec![number] };
        let taken = self.taken(number);
        let is_reduction = self.is_reduction(number);
        let (over, own) = match self.sites[number].kind {
            ValueKind::Reduction { .. } | ValueKind::Elements => (inside, inside),
            ValueKind::Index => (&position, &position),
            ValueKind::Length => (&nothing, &nothing),
        };
        let left_out = if is_reduction { taken.clone() } else { Axes::new() };
        let parts = |extent: &Extent| (set(extent.has), extent.lengths.to_vec());
        assert_eq!(parts(&value.over), self.extent(over, &Axes::new()), "over, of value {number} of {self:?}");
        assert_eq!(parts(&value.extent), self.extent(own, &left_out), "own, of value {number} of {self:?}");
        assert_eq!(set(value.taken), taken, "taken, of value {number} of {self:?}");
    }

    fn check_result(&self, main: &Expr, kept: &Kept) {
        // All of it stands in reductions over `..`; lengths are numbers.
        let is_reduced = |&&value: &&usize| self.sites[value].kind != ValueKind::Length;
        let is_number = !self.keeps
            && self.target.is_empty()
            && main.values.iter().any(|value| is_reduced(&value))
            && main.values.iter().filter(is_reduced).all(|&value| self.takes_all(value))
            && main.operands.iter().all(|&operand| self.arrays[operand].as_ref().is_none_or(|a| a.lengths.is_empty()));
        let all = Expr { operands: vec![], values: (0..self.sites.len()).collect() };
        let (reduced, mut axes, mut lengths) = (self.reduced(&all), Axes::new(), Vec::new());
        for (axis, &length) in self.frame.iter().enumerate() {
            let outside = self.outside(main, axis);
            let (is_kept, length) = match () {
                () if is_number => (false, 1),
                () if !reduced.contains(&axis) || self.target.contains(&axis) => (true, length),
                () => (self.keeps || !outside.is_empty(), joined(&outside)),
            };
            axes.extend(is_kept.then_some(axis));
            lengths.push(length);
        }
        assert_eq!((set(kept.axes), kept.lengths.to_vec()), (axes.clone(), lengths), "{main:?} of {self:?}");
        assert_eq!(kept.leaves_out_nothing(), axes.len() == self.frame.len(), "{main:?} of {self:?}");
    }
}

impl Expr {
    fn reads(&self) -> Reads<'_> {
        Reads { operands: &self.operands, values: &self.values }
    }
}
