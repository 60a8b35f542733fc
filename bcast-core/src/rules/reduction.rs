//! Reductions within a call: the axes that they take, the length of each, and the axes that the result keeps.
//!
//! All arrays of a call are aligned and joined as if it had no reductions; the outcome is the frame. An array, or the value of a reduction,
//! *has* an axis of the frame if one of its own axes lies there, even with length 1.

#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::rules::call::Party;
use crate::rules::mistake::{ErrorKind, Mistake};

/// The most axes of a frame with reductions.
const MAX_RANK: usize = 64;

/// An array, or the value of a reduction, on the axes of the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The axes that it has, as bits.
    pub(crate) has: u64,
    /// Its length on each axis of the frame; 1 where it lacks the axis.
    pub(crate) lengths: SmallVec<[usize; 6]>,
}

/// An array of the call.
#[derive(Clone, Debug)]
pub(crate) struct ArrayExtent {
    pub(crate) extent: Extent,
    /// Its rank is the frame's.
    pub(crate) is_whole: bool,
    /// An option says where it lies.
    pub(crate) is_placed: bool,
}

/// The arrays and values in an expression, by their indices in the lists of all.
#[derive(Clone, Copy, Debug)]
pub struct Reads<'a> {
    /// Entries of the operand list, constants among them.
    pub operands: &'a [usize],
    /// Values that were computed before.
    pub values: &'a [usize],
}

/// The axes after `axis =`.
#[derive(Clone, Copy, Debug)]
pub enum ReducedAxes<'a> {
    /// `..`: every axis that something in the expression has.
    All,
    /// Axes of the frame, negative ones counted from its end.
    Of(&'a [i64]),
}

/// A value that is computed before the element expression.
#[derive(Clone, Copy, Debug)]
pub struct ValueSite<'a> {
    /// The name in messages: `sum`.
    pub name: &'static str,
    /// The axes after `axis =`.
    pub axes: ReducedAxes<'a>,
    /// Arrays and values in its expression, where a name that is bound stands for what it names.
    pub reads: Reads<'a>,
    /// The same as its kernels read them: [`Elements`](ValueKind::Elements) are values.
    pub list: Reads<'a>,
    /// A reduction, a position, or neither.
    pub kind: ValueKind,
}

impl ValueSite<'_> {
    /// True for a reduction over `..`.
    fn takes_all(&self) -> bool {
        matches!((self.kind, self.axes), (ValueKind::Reduction { .. }, ReducedAxes::All))
    }
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A reduction.
    Reduction {
        /// True if it has a value on an empty axis.
        of_none: bool,
        /// True if it takes one axis.
        of_one: bool,
    },
    /// `index(axis = k)`
    Index,
    /// `len(axis = k)`
    Length,
    /// The elements of an expression that is computed once.
    Elements,
}

/// One value of a call.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// The axes that are taken, as bits.
    pub(crate) taken: u64,
    /// The axes that it or a reduction in it takes.
    within: u64,
    /// The axes and lengths that the expression runs over, those that are taken among them.
    pub(crate) over: Extent,
    /// The value's own.
    pub(crate) extent: Extent,
}

/// The values and the results of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) values: SmallVec<[Value; 4]>,
    pub(crate) results: SmallVec<[Kept; 1]>,
}

/// The axes of a result.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The axes of the frame that it keeps, as bits.
    pub(crate) axes: u64,
    /// Its length on each axis of the frame.
    pub(crate) lengths: SmallVec<[usize; 6]>,
}

impl Kept {
    /// True if the result keeps all axes.
    pub(crate) fn leaves_out_nothing(&self) -> bool {
        self.axes.count_ones() as usize == self.lengths.len()
    }
}

/// The frame and the arrays of a call.
pub(crate) struct Frame<'a> {
    pub(crate) lengths: &'a [usize],
    /// `None` for constants.
    pub(crate) arrays: &'a [Option<ArrayExtent>],
    /// No axis is left out: the option `keep`, `to`, or mode explicit.
    pub(crate) keeps: bool,
    /// The axes that `to` has, as bits: all of the frame, or in mode named those of the result.
    pub(crate) target: u64,
    /// NAMEs say where arrays lie and what is reduced, so that nothing can be read in two ways and no pair is hidden.
    pub(crate) by_names: bool,
    /// `allow = mutual_stretch`
    pub(crate) allows_pairs: bool,
}

impl Frame<'_> {
    fn rank(&self) -> usize {
        self.lengths.len()
    }

    fn nothing(&self) -> Extent {
        Extent { has: 0, lengths: SmallVec::from_elem(1, self.rank()) }
    }

    /// Decides the axes and lengths of all values, and of the results, which are what these expressions read. The outcome is written in place,
    /// since it is large.
    pub(crate) fn reduce<'s>(
        &self,
        sites: &[ValueSite<'_>],
        mains: impl Iterator<Item = Reads<'s>>,
        Outcome { values, results }: &mut Outcome,
    ) -> Result<(), Mistake> {
        if self.rank() > MAX_RANK {
            return Err(Mistake::new(ErrorKind::TooManyElements));
        }
        for (index, site) in sites.iter().enumerate() {
            let mut over = self.joined(site.reads, values);
            let taken = if site.kind == ValueKind::Elements { 0 } else { self.taken((index, site), &over)? };
            let mut extent = over.clone();
            match site.kind {
                ValueKind::Reduction { of_none, of_one } => {
                    // Values of reductions over the same axis lie along it as a constant does.
                    let open = taken & !over.has;
                    if open != 0 || taken == 0 {
                        let axis = bits(open).next();
                        return Err(self.mistake(ErrorKind::ReducedAxisAbsent, (index, site), axis));
                    }
                    if of_one && taken.count_ones() != 1 {
                        let axis = bits(taken).next();
                        return Err(self.mistake(ErrorKind::ReducedAxesCount, (index, site), axis));
                    }
                    for axis in bits(taken) {
                        if over.lengths[axis] == 0 && !of_none {
                            return Err(self.mistake(ErrorKind::EmptyReduction, (index, site), Some(axis)));
                        }
                        extent.lengths[axis] = 1;
                    }
                    extent.has &= !taken;
                    self.check_all((index, site), taken, sites, values)?;
                    self.check_pairs((index, site), taken)?;
                    self.check_placed(site.reads, 0, sites, values)?;
                }
                ValueKind::Index => {
                    over = self.nothing();
                    bits(taken).for_each(|axis| over.lengths[axis] = self.lengths[axis]);
                    over.has = taken;
                    extent = over.clone();
                }
                ValueKind::Length => (over, extent) = (self.nothing(), self.nothing()),
                ValueKind::Elements => {}
            }
            let inner = site.reads.values.iter().fold(0, |inner, &value| inner | values[value].within);
            let within = if matches!(site.kind, ValueKind::Reduction { .. }) { inner | taken } else { 0 };
            if !is_countable(&over.lengths) || !is_countable(&extent.lengths) {
                return Err(Mistake::new(ErrorKind::TooManyElements));
            }
            values.push(Value { taken, within, over, extent });
        }
        let reductions =
            sites.iter().zip(&*values).filter(|(site, _)| matches!(site.kind, ValueKind::Reduction { .. }));
        let taken = reductions.fold(0, |taken, (_, value)| taken | value.taken);
        for reads in mains {
            self.check_placed(reads, self.target, sites, values)?;
            results.push(match self.is_number(reads, sites) {
                true => Kept { axes: 0, lengths: self.nothing().lengths },
                false => self.kept(taken, &self.joined(reads, values)),
            });
        }
        Ok(())
    }

    /// True for an expression all of whose arrays stand in reductions over `..`, if there are such. A length is a number.
    fn is_number(&self, reads: Reads<'_>, sites: &[ValueSite<'_>]) -> bool {
        let mut values = reads.values.iter().map(|&value| &sites[value]).filter(|site| site.kind != ValueKind::Length);
        let has_reduction = values.clone().next().is_some();
        has_reduction
            && values.all(ValueSite::takes_all)
            && !self.keeps
            && self.target == 0
            && self.arrays_of(reads).all(|(_, array)| array.extent.has == 0)
    }

    /// The axes of a result, of those that reductions take and what stands outside them.
    fn kept(&self, taken: u64, outside: &Extent) -> Kept {
        let (mut axes, mut lengths) = (first(self.rank()), SmallVec::from_slice(self.lengths));
        for axis in bits(taken) {
            let is_target = self.target >> axis & 1 == 1;
            let has = outside.has >> axis & 1 == 1 || is_target;
            lengths[axis] = if is_target { self.lengths[axis] } else { outside.lengths[axis] };
            if !has && !self.keeps {
                axes &= !(1 << axis);
            }
        }
        Kept { axes, lengths }
    }

    /// The join of what an expression reads. The axes that a value has are those of arrays outside every reduction over them.
    fn joined(&self, reads: Reads<'_>, values: &[Value]) -> Extent {
        let mut joined = self.nothing();
        let mut join = |extent: &Extent| {
            joined.has |= extent.has;
            for (length, &other) in joined.lengths.iter_mut().zip(&extent.lengths) {
                *length = if *length == 1 { other } else { *length };
            }
        };
        self.arrays_of(reads).for_each(|(_, array)| join(&array.extent));
        reads.values.iter().for_each(|&value| join(&values[value].extent));
        joined
    }

    /// The arrays that an expression reads, with their numbers in the operand list.
    fn arrays_of<'s>(&'s self, reads: Reads<'s>) -> impl Iterator<Item = (usize, &'s ArrayExtent)> {
        reads.operands.iter().filter_map(|&operand| Some((operand, self.arrays[operand].as_ref()?)))
    }

    /// The axes that a value takes.
    fn taken(&self, value: (usize, &ValueSite<'_>), over: &Extent) -> Result<u64, Mistake> {
        let axes = match value.1.axes {
            ReducedAxes::All => return Ok(over.has),
            ReducedAxes::Of(axes) => axes,
        };
        let mut taken = 0_u64;
        for &given in axes {
            let Some(axis) = axis_of(given, self.rank()) else {
                let mistake = self.mistake(ErrorKind::ReducedAxisOutOfRange, value, None);
                return Err(Mistake { value: Some(given), ..mistake });
            };
            if taken >> axis & 1 == 1 {
                let mistake = self.mistake(ErrorKind::ReducedAxisTwice, value, Some(axis));
                return Err(Mistake { value: Some(given), ..mistake });
            }
            taken |= 1 << axis;
            let is_reduction = matches!(value.1.kind, ValueKind::Reduction { .. }) && !self.by_names;
            if let Some(own) = own_axis(over.has, given).filter(|&own| is_reduction && own != axis) {
                let mistake = self.mistake(ErrorKind::ReducedAxisAmbiguous, value, Some(axis));
                return Err(Mistake { operand_axis: Some(own), ..mistake });
            }
        }
        Ok(taken)
    }

    /// Refuses a reduction over `..` that takes other axes than the first one with `..`.
    fn check_all(
        &self,
        value: (usize, &ValueSite<'_>),
        taken: u64,
        sites: &[ValueSite<'_>],
        values: &[Value],
    ) -> Result<(), Mistake> {
        let first = sites.iter().zip(values).find(|(site, _)| site.takes_all() && value.1.takes_all());
        match first {
            Some((site, first)) if first.taken != taken => Err(Mistake {
                taken,
                beside: Some((site.name, first.taken)),
                ..self.mistake(ErrorKind::ReducedAllDiffer, value, None)
            }),
            _ => Ok(()),
        }
    }

    /// Refuses a reduction over two axes along which two arrays stretch for each other: its value would hide their shape.
    fn check_pairs(&self, value: (usize, &ValueSite<'_>), taken: u64) -> Result<(), Mistake> {
        if self.allows_pairs || self.by_names {
            return Ok(());
        }
        let arrays = || {
            self.arrays_of(value.1.reads).map(|(operand, array)| {
                let long = bits(taken).filter(|&axis| array.extent.lengths[axis] != 1);
                (operand, long.fold(0_u64, |long, axis| long | 1 << axis))
            })
        };
        for (one, long) in arrays() {
            for (other, longer) in arrays() {
                if long & !longer != 0 && longer & !long != 0 {
                    let mistake = self.mistake(ErrorKind::ReducedPairs, value, bits(long & !longer).next());
                    let other = Some(Party::Operand(self.number(other)));
                    return Err(Mistake { culprit: Some(Party::Operand(self.number(one))), other, ..mistake });
                }
            }
        }
        Ok(())
    }

    /// Refuses an array of a lower rank than the frame's that stands beside the value of a reduction over an axis that it has, unless an
    /// option puts it there, or an array of the frame's rank, a position or `target`, a set, has the axis too.
    fn check_placed(
        &self,
        reads: Reads<'_>,
        target: u64,
        sites: &[ValueSite<'_>],
        values: &[Value],
    ) -> Result<(), Mistake> {
        for &value in reads.values {
            let site = &sites[value];
            for axis in bits(values[value].within & !target) {
                let mut open = None;
                if !self.has_placed(reads, axis, sites, values, &mut open)
                    && let Some(open) = open
                {
                    let mistake = self.mistake(ErrorKind::BesideReduction, (value, site), Some(axis));
                    return Err(Mistake { culprit: Some(Party::Operand(self.number(open))), ..mistake });
                }
            }
        }
        Ok(())
    }

    /// True if something outside every reduction over the axis has it and says where it lies; `open` becomes the first array that does not.
    fn has_placed(
        &self,
        reads: Reads<'_>,
        axis: usize,
        sites: &[ValueSite<'_>],
        values: &[Value],
        open: &mut Option<usize>,
    ) -> bool {
        for (operand, array) in self.arrays_of(reads).filter(|(_, array)| array.extent.has >> axis & 1 == 1) {
            if array.is_whole || array.is_placed {
                return true;
            }
            open.get_or_insert(operand);
        }
        let mut having = reads.values.iter().filter(|&&value| values[value].extent.has >> axis & 1 == 1);
        having.any(|&value| {
            sites[value].kind == ValueKind::Index || self.has_placed(sites[value].reads, axis, sites, values, open)
        })
    }

    /// An entry's index among the arrays.
    fn number(&self, entry: usize) -> usize {
        self.arrays[..entry].iter().flatten().count()
    }

    #[cold]
    fn mistake(&self, kind: ErrorKind, (index, site): (usize, &ValueSite<'_>), axis: Option<usize>) -> Mistake {
        // As it is written.
        let value = match site.axes {
            ReducedAxes::All => None,
            ReducedAxes::Of(axes) => {
                axes.iter().copied().find(|&given| axis.is_some() && axis_of(given, self.rank()) == axis)
            }
        };
        Mistake {
            reduction: Some((index, site.name)),
            output_axis: axis,
            value,
            greatest: self.rank().checked_sub(1),
            ..Mistake::new(kind)
        }
    }
}

/// An axis as it is given, of so many: negative ones count from the end. `None` if there is no such axis.
#[inline]
pub(crate) fn axis_of(given: i64, rank: usize) -> Option<usize> {
    let axis = if given < 0 { given + rank as i64 } else { given };
    usize::try_from(axis).ok().filter(|&axis| axis < rank)
}

/// The axis that `given` would be among those that an expression has itself.
fn own_axis(has: u64, given: i64) -> Option<usize> {
    bits(has).nth(axis_of(given, has.count_ones() as usize)?)
}

/// The first `count` axes, as bits; all if there are more than a frame can have.
pub(crate) fn first(count: usize) -> u64 {
    if count >= MAX_RANK { u64::MAX } else { (1 << count) - 1 }
}

/// True if these lengths have at most `isize::MAX` positions: loops over them, and memory for them, are counted without overflow.
fn is_countable(lengths: &[usize]) -> bool {
    let count = lengths.iter().try_fold(1_usize, |count, &length| count.checked_mul(length));
    lengths.contains(&0) || count.is_some_and(|count| count <= isize::MAX as usize)
}

/// The axes of a set.
pub(crate) fn bits(set: u64) -> impl DoubleEndedIterator<Item = usize> + Clone {
    let end = (u64::BITS - set.leading_zeros()) as usize;
    (0..end).filter(move |axis| set >> axis & 1 == 1)
}
