//! From a call to its resolution: the mode's two decisions, then one mode-blind law on every output axis.

use alloc::vec::Vec;
use core::fmt;

use smallvec::{SmallVec, smallvec};

use crate::align::Aligned;
use crate::axis_map::AxisMap;
use crate::blame;
use crate::call::{Alignment, Call, Operand};
use crate::error::{BroadcastError, ErrorKind, Mistake, Party};
use crate::length::{Answer, Extent, Length};
use crate::mode::{Ground, Lead, OptionName, Role, fits};
use crate::symbols;

/// The lengths of an array's axes, outermost first.
pub type Shape<L> = SmallVec<[L; 8]>;

/// What the rulebook decided about a call.
///
/// With `usize` lengths everything is decided. With [`Length`]s a resolution that carries obligations is the answer
/// "check at run time": the call may still be refused when the real lengths are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution<L> {
    /// The shape that is iterated: the place's if there is a place, else the result's.
    pub shape: Shape<L>,
    /// The shape of the result before it stretches to a place.
    pub result: Shape<L>,
    /// For each operand, where its axes sit in [`shape`](Self::shape).
    pub maps: SmallVec<[AxisMap; 6]>,
    /// What is left to run time; always empty with `usize` lengths.
    pub obligations: Vec<Obligation>,
}

impl<L> Resolution<L> {
    /// Whether nothing is left to run time.
    pub fn is_certain(&self) -> bool {
        self.obligations.is_empty()
    }
}

impl<L: Extent> fmt::Display for Resolution<L> {
    /// The shape and the maps, `(2, 3, 4) from [0, 1, 2] [1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<Length> = self.shape.iter().map(|length| length.length()).collect();
        write!(f, "{} from", crate::picture::Tuple(&shape, &Default::default()))?;
        self.maps.iter().try_for_each(|map| write!(f, " {map}"))
    }
}

/// Something about a call that only the real lengths can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What must hold.
    pub kind: ObligationKind,
    /// The array it is about.
    pub party: Party,
    /// The axis of that array, if it is about one.
    pub operand_axis: Option<usize>,
    /// The result's axis (the place's, for [`Party::Place`]), if it is about one.
    pub output_axis: Option<usize>,
    /// The array's length there.
    pub length: Length,
    /// The length that it meets.
    pub against: Length,
}

/// What an obligation demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObligationKind {
    /// The two lengths are equal.
    Equal,
    /// The two lengths are equal, or this one is 1.
    EqualOrOne,
    /// An axis that is dropped has length 1.
    DroppedIsOne,
    /// The two lengths are equal, since only identical shapes make the axis right (paddle).
    Identical,
    /// The alignment itself is open, and with it the operand's map (ncnn's operands of rank 1).
    Alignment,
}

/// Resolves a call, or says what the first mistake is.
///
/// # Errors
/// If the mode refuses the call.
#[inline]
pub fn resolve<L: Extent>(call: &Call<'_, L>) -> Result<Resolution<L>, BroadcastError> {
    decide(call, &mut Sink::default()).map_err(|_| refuse(call).swap_remove(0))
}

/// Resolves a call, or says what all its mistakes are: at least one, in the order of the options and operands.
///
/// # Errors
/// If the mode refuses the call.
pub fn resolve_all<L: Extent>(call: &Call<'_, L>) -> Result<Resolution<L>, Vec<BroadcastError>> {
    decide(call, &mut Sink::default()).map_err(|_| refuse(call))
}

/// The resolution of a call that is not refused, without saying why one is.
pub(crate) fn try_resolve<L: Extent>(call: &Call<'_, L>) -> Option<Resolution<L>> {
    decide(call, &mut Sink::default()).ok()
}

#[cold]
fn refuse<L: Extent>(call: &Call<'_, L>) -> Vec<BroadcastError> {
    let mut sink = Sink { all: Some(Findings::default()) };
    let _ = decide(call, &mut sink);
    blame::report(call, sink.all.unwrap_or_default())
}

/// Where mistakes go: the first one ends the work, unless all are wanted.
#[derive(Default)]
struct Sink {
    all: Option<Findings>,
}

/// All mistakes of a call, and what was found out about it on the way.
#[derive(Default)]
pub(crate) struct Findings {
    /// The mistakes, in the order found.
    pub mistakes: Vec<Mistake>,
    /// Each operand's map onto the result, where it could be aligned.
    pub maps: Vec<Option<AxisMap>>,
    /// The result's shape, as far as it was found.
    pub result: Vec<Length>,
    /// Whose shape the result has.
    pub lead: Option<Lead>,
}

/// A mistake that ends the work.
struct Stop;

impl Sink {
    /// Whether a mistake has been found.
    #[inline]
    fn any(&self) -> bool {
        self.all.as_ref().is_some_and(|all| !all.mistakes.is_empty())
    }

    /// Remembers an operand's map for the messages.
    #[inline]
    fn map(&mut self, operand: usize, map: &AxisMap) {
        if let Some(all) = &mut self.all {
            all.maps.resize(operand, None);
            all.maps.push(Some(map.clone()));
        }
    }

    #[cold]
    fn push(&mut self, mistake: Mistake) -> Result<(), Stop> {
        self.all.as_mut().ok_or(Stop)?.mistakes.push(mistake);
        Ok(())
    }
}

/// The stages of a call, in order.
fn decide<L: Extent>(call: &Call<'_, L>, sink: &mut Sink) -> Result<Resolution<L>, Stop> {
    options(call, sink)?;
    if call.operands.is_empty() {
        return fill(call, sink);
    }
    let mut work = Work::begin(call, sink)?;
    work.align(sink)?;
    work.remember(sink);
    work.fit(sink)?;
    work.place(sink)?;
    work.finish(sink)
}

/// Every option must be one that the mode takes. What an option not taken was to mean is unknown, so the rest is not judged.
#[inline]
fn options<L: Extent>(call: &Call<'_, L>, sink: &mut Sink) -> Result<(), Stop> {
    let given = [
        (OptionName::Axis, call.axis.is_some()),
        (OptionName::Axes, call.axes.is_some()),
        (OptionName::Base, call.base.is_some()),
    ];
    for (option, given) in given {
        if given && !call.mode.takes(option) {
            sink.push(Mistake { option: Some(option), ..Mistake::new(ErrorKind::OptionNotTaken) })?;
        }
    }
    for (i, operand) in call.operands.iter().enumerate() {
        let option = match operand.alignment {
            Alignment::ByMode => continue,
            Alignment::Axis(_) => OptionName::OwnAxis,
            Alignment::Axes(_) => OptionName::OwnAxes,
        };
        if !call.mode.takes(option) {
            sink.push(Mistake {
                option: Some(option),
                culprit: Some(Party::Operand(i)),
                ..Mistake::new(ErrorKind::OptionNotTaken)
            })?;
        }
    }
    let place_operand = call.place.and_then(|place| place.operand);
    if let Some(base) = call.base {
        if call.to.is_some() {
            sink.push(Mistake { culprit: Some(Party::Operand(base)), ..Mistake::new(ErrorKind::BaseWithTo) })?;
        } else if place_operand.is_some() {
            sink.push(Mistake { culprit: Some(Party::Operand(base)), ..Mistake::new(ErrorKind::BaseWithPlace) })?;
        }
    }
    if [call.base, place_operand].into_iter().flatten().any(|operand| operand >= call.operands.len()) {
        sink.push(Mistake::new(ErrorKind::NoSuchOperand))?;
    }
    if sink.any() { Err(Stop) } else { Ok(()) }
}

/// With no array a place is filled, in every mode; without a place the expression is a scalar, which has no shape to choose.
#[cold]
fn fill<L: Extent>(call: &Call<'_, L>, sink: &mut Sink) -> Result<Resolution<L>, Stop> {
    let shape: Shape<L> = match (call.place, call.to) {
        (Some(place), _) => place.shape.into(),
        (None, None) => Shape::new(),
        (None, Some(_)) => {
            sink.push(Mistake::new(ErrorKind::ToWithoutArray))?;
            return Err(Stop);
        }
    };
    let mut work = Work {
        call,
        lead: Lead::A(if call.to.is_some() { Party::To } else { Party::Place }),
        frame: call.to.map_or(shape, Shape::from),
        maps: SmallVec::new(),
        obligations: Vec::new(),
        by_mode: true,
        identical: Answer::Yes,
    };
    work.remember(sink);
    if let Err(mistake) = call.mode.option_values(call, work.frame.len()) {
        sink.push(mistake)?;
    }
    work.place(sink)?;
    work.finish(sink)
}

/// A call on its way through the stages.
struct Work<'c, 'a, L> {
    call: &'c Call<'a, L>,
    lead: Lead,
    /// The result's shape, as far as it is known.
    frame: Shape<L>,
    maps: SmallVec<[AxisMap; 6]>,
    obligations: Vec<Obligation>,
    /// Whether operands without an alignment of their own can be judged: not under an option of an impossible value.
    by_mode: bool,
    /// paddle: whether all shapes are identical, where only that makes the axis right.
    identical: Answer,
}

impl<'c, 'a, L: Extent> Work<'c, 'a, L> {
    /// Finds whose shape the result has, and checks the values of the options against it.
    #[inline]
    fn begin(call: &'c Call<'a, L>, sink: &mut Sink) -> Result<Self, Stop> {
        let lead = match call.mode.lead(call) {
            Ok(lead) => lead,
            Err(mistake) => {
                sink.push(mistake)?;
                return Err(Stop);
            }
        };
        let frame: Shape<L> = match lead {
            Lead::A(party) => party.shape(call).into(),
            Lead::Join => {
                let voters = call.operands.iter().filter(|operand| votes(operand)).map(|operand| operand.shape);
                let rank = voters.chain(call.to).map(<[L]>::len).max().unwrap_or(0);
                let mut frame: Shape<L> = smallvec![L::ONE; rank];
                // The operands of the longest rank lie axis on axis in every mode that joins.
                for operand in call.operands.iter().filter(|operand| votes(operand) && operand.shape.len() == rank) {
                    for (output, &length) in frame.iter_mut().zip(operand.shape) {
                        *output = output.join(length);
                    }
                }
                frame
            }
        };
        let mut work = Self {
            call,
            lead,
            frame,
            maps: SmallVec::new(),
            obligations: Vec::new(),
            by_mode: true,
            identical: Answer::Yes,
        };
        work.remember(sink);
        match call.mode.option_values(call, work.frame.len()) {
            Ok(answer) => work.identical = answer,
            Err(mistake) => {
                sink.push(mistake)?;
                work.by_mode = false;
            }
        }
        Ok(work)
    }

    fn remember(&self, sink: &mut Sink) {
        if let Some(all) = &mut sink.all {
            all.result = self.frame.iter().map(|length| length.length()).collect();
            all.lead = Some(self.lead);
        }
    }

    /// First decision: every operand's map, and with it what the operand says about the result's lengths.
    #[inline]
    fn align(&mut self, sink: &mut Sink) -> Result<(), Stop> {
        let call = self.call;
        let outermost = self.frame.first().copied().unwrap_or(L::ONE);
        let ground = Ground { call, rank: self.frame.len(), outermost };
        for (i, operand) in call.operands.iter().enumerate() {
            let own = operand.alignment != Alignment::ByMode;
            let aligned = if self.is_a(i) && !own {
                Ok(Aligned::at(0, ground.rank))
            } else if own || self.by_mode {
                call.mode.align(&ground, operand.shape, operand.alignment)
            } else {
                self.maps.push(AxisMap::at(0, 0));
                continue;
            };
            let map = match aligned {
                Ok(aligned) => {
                    self.promise(i, &aligned);
                    aligned.map
                }
                Err(mistake) => {
                    sink.push(Mistake { culprit: Some(Party::Operand(i)), ..mistake })?;
                    self.maps.push(AxisMap::at(0, 0));
                    continue;
                }
            };
            // In a join, voters of lower rank have their say too. Elsewhere a length other than 1 can only be what the result's
            // already is, but may be known better.
            let votes = self.lead == Lead::Join && !own;
            for (axis, &length) in operand.shape.iter().enumerate().take(map.kept()) {
                let Some(output) = map.output_axis(axis) else {
                    break;
                };
                let frame = &mut self.frame[output];
                if votes || frame.is_open() {
                    *frame = frame.join(length);
                }
            }
            sink.map(i, &map);
            self.maps.push(map);
        }
        if let Some(offset) = call.to.and_then(|to| self.frame.len().checked_sub(to.len())) {
            for (output, &length) in self.frame[offset..].iter_mut().zip(call.to.unwrap_or_default()) {
                // Only stated shapes are rigid: a symbol of a `to` that stretches may turn out to be 1.
                let known = !length.is_symbol() || *output == L::ONE;
                if known && (self.lead == Lead::Join || output.is_open()) {
                    *output = output.join(length);
                }
            }
        }
        Ok(())
    }

    /// What an alignment leaves to run time.
    #[inline(always)]
    fn promise(&mut self, operand: usize, aligned: &Aligned) {
        if aligned.dropped == Answer::AtRunTime || aligned.map.is_open() {
            self.promise_late(operand, aligned);
        }
    }

    #[cold]
    fn promise_late(&mut self, operand: usize, aligned: &Aligned) {
        let shape = self.call.operands[operand].shape;
        let (kind, axis) = if aligned.map.is_open() {
            // It may yet lie innermost and stretch that axis.
            if let Some(innermost) = self.frame.last_mut() {
                *innermost = innermost.opened();
            }
            (ObligationKind::Alignment, 0)
        } else {
            (ObligationKind::DroppedIsOne, aligned.map.kept())
        };
        self.obligations.push(Obligation {
            kind,
            party: Party::Operand(operand),
            operand_axis: Some(axis),
            output_axis: None,
            length: shape[axis].length(),
            against: L::ONE.length(),
        });
    }

    /// Second decision, and the law: on every output axis an operand's length is the output's, or a 1 that may stretch.
    #[inline]
    fn fit(&mut self, sink: &mut Sink) -> Result<(), Stop> {
        let call = self.call;
        if self.identical == Answer::AtRunTime {
            self.owe_identity();
            return Ok(());
        }
        for (i, operand) in call.operands.iter().enumerate() {
            let may_stretch = call.mode.may_stretch(self.role(i));
            for (axis, &length) in operand.shape.iter().enumerate().take(self.maps[i].kept()) {
                let Some(output) = self.maps[i].output_axis(axis) else {
                    break;
                };
                self.meet(sink, Party::Operand(i), axis, output, length, may_stretch)?;
            }
        }
        // An A that is no operand has been joined with what the operands know; and a `to` that is not A stretches like them.
        let also = match self.lead {
            Lead::A(party @ (Party::To | Party::Place)) => Some((party, party.shape(call))),
            _ => call.to.map(|to| (Party::To, to)),
        };
        if let Some((party, shape)) = also {
            let may_stretch = party == Party::To && self.lead != Lead::A(party) && call.mode.may_stretch(Role::To);
            match self.frame.len().checked_sub(shape.len()) {
                Some(offset) => {
                    for (axis, &length) in shape.iter().enumerate() {
                        self.meet(sink, party, axis, offset + axis, length, may_stretch)?;
                    }
                }
                None => sink.push(Mistake { culprit: Some(party), ..Mistake::new(ErrorKind::RankTooHigh) })?,
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn meet(
        &mut self,
        sink: &mut Sink,
        party: Party,
        axis: usize,
        output: usize,
        length: L,
        may_stretch: bool,
    ) -> Result<(), Stop> {
        let against = self.frame[output];
        match fits(length, against, may_stretch) {
            Answer::Yes => Ok(()),
            Answer::AtRunTime => {
                self.owe(party, axis, output, length, against, may_stretch);
                Ok(())
            }
            Answer::No => sink.push(Mistake {
                culprit: Some(party),
                operand_axis: Some(axis),
                output_axis: Some(output),
                length: Some(length.length()),
                against: Some(against.length()),
                ..Mistake::new(ErrorKind::LengthMismatch)
            }),
        }
    }

    /// Writes down that all shapes must turn out to be the first one.
    #[cold]
    fn owe_identity(&mut self) {
        let parties = (1..self.call.operands.len()).map(Party::Operand).chain(self.call.to.map(|_| Party::To));
        for party in parties {
            let pairs = party.shape(self.call).iter().zip(self.call.operands[0].shape);
            for (axis, (&length, &against)) in
                pairs.enumerate().filter(|(_, (length, against))| length.same(**against) != Answer::Yes)
            {
                self.obligations.push(Obligation {
                    kind: ObligationKind::Identical,
                    party,
                    operand_axis: Some(axis),
                    output_axis: Some(axis),
                    length: length.length(),
                    against: against.length(),
                });
            }
        }
    }

    /// Writes down that a length must turn out to fit, unless nobody else has a say on that axis.
    #[cold]
    fn owe(&mut self, party: Party, axis: usize, output: usize, length: L, against: L, may_stretch: bool) {
        // Where A itself is as unknown as the output, the others carry the obligation.
        let is_a = matches!(self.lead, Lead::A(a) if self.is_same_array(a, party));
        let open = self.maps.iter().any(AxisMap::is_open);
        if length == against && (is_a || !open && !self.others_on(party, output)) {
            return;
        }
        let may_be_one = length.is_one() != Answer::No || party == Party::To;
        self.obligations.push(Obligation {
            kind: if may_stretch && may_be_one { ObligationKind::EqualOrOne } else { ObligationKind::Equal },
            party,
            operand_axis: Some(axis),
            output_axis: Some(output),
            length: length.length(),
            against: against.length(),
        });
    }

    /// Whether anyone else says something about the length of an output axis.
    fn others_on(&self, party: Party, output: usize) -> bool {
        let says = |shape: &[L], axis: Option<usize>| axis.is_some_and(|axis| shape[axis].weight() > 0);
        // An A has its say even with a 1, for it never stretches.
        matches!(self.lead, Lead::A(_))
            || self.call.operands.iter().enumerate().any(|(i, operand)| {
                party != Party::Operand(i) && says(operand.shape, self.maps[i].operand_axis(output))
            })
            || (self.lead == Lead::Join && party != Party::To)
                && self.call.to.is_some_and(|to| says(to, (output + to.len()).checked_sub(self.frame.len())))
    }

    /// Whether the two are one array: the place and the operand that it is.
    fn is_same_array(&self, one: Party, other: Party) -> bool {
        let place = self.call.place.and_then(|place| place.operand);
        match (one, other) {
            (Party::Place, Party::Operand(i)) | (Party::Operand(i), Party::Place) => place == Some(i),
            _ => one == other,
        }
    }

    /// Whether an operand is the array that gives the result its shape.
    #[inline(always)]
    fn is_a(&self, operand: usize) -> bool {
        match self.lead {
            Lead::A(Party::Operand(a)) => a == operand,
            Lead::A(Party::Place) => self.call.place.and_then(|place| place.operand) == Some(operand),
            _ => false,
        }
    }

    #[inline(always)]
    fn role(&self, operand: usize) -> Role {
        if self.is_a(operand) {
            Role::A
        } else if self.call.place.and_then(|place| place.operand) == Some(operand) {
            Role::Place
        } else {
            Role::Other
        }
    }

    /// The place never stretches: the result stretches to it, or has its very shape.
    #[inline]
    fn place(&mut self, sink: &mut Sink) -> Result<(), Stop> {
        let Some(place) = self.call.place else {
            return Ok(());
        };
        let is_a = self.lead == Lead::A(Party::Place) || place.operand.is_some_and(|operand| self.is_a(operand));
        // After a mistake a join is not the result, so the place has nothing to be compared with.
        if is_a || self.lead == Lead::Join && (sink.any() || !self.by_mode) {
            return Ok(());
        }
        let stretches = place.operand.is_none() && self.call.mode.result_stretches(self.call.to.is_some());
        let offset = match place.shape.len().checked_sub(self.frame.len()) {
            Some(offset) if offset == 0 || stretches => offset,
            _ => {
                let kind = if stretches { ErrorKind::RankTooHigh } else { ErrorKind::RankDiffers };
                return sink.push(Mistake { culprit: Some(Party::Place), ..Mistake::new(kind) });
            }
        };
        for axis in 0..self.frame.len() {
            let (length, against) = (self.frame[axis], place.shape[offset + axis]);
            match fits(length, against, stretches) {
                Answer::Yes => {}
                Answer::AtRunTime => self.owe_place(offset + axis, length, against, stretches),
                Answer::No => sink.push(Mistake {
                    culprit: Some(Party::Place),
                    operand_axis: Some(offset + axis),
                    output_axis: Some(axis),
                    length: Some(length.length()),
                    against: Some(against.length()),
                    ..Mistake::new(ErrorKind::LengthMismatch)
                })?,
            }
        }
        Ok(())
    }

    #[cold]
    fn owe_place(&mut self, axis: usize, length: L, against: L, stretches: bool) {
        self.obligations.push(Obligation {
            kind: if stretches && length.is_one() != Answer::No {
                ObligationKind::EqualOrOne
            } else {
                ObligationKind::Equal
            },
            party: Party::Place,
            operand_axis: Some(axis),
            output_axis: Some(axis),
            length: length.length(),
            against: against.length(),
        });
    }

    /// Counts the elements, and moves the maps onto the place's axes.
    #[inline]
    fn finish(self, sink: &mut Sink) -> Result<Resolution<L>, Stop> {
        let Self { call, frame: result, mut maps, obligations, .. } = self;
        let shape = match &call.place {
            None => result.clone(),
            Some(place) => {
                let offset = place.shape.len().saturating_sub(result.len());
                if offset > 0 {
                    maps = maps.into_iter().map(|map| map.shifted(offset)).collect();
                }
                Shape::from(place.shape)
            }
        };
        if element_count(&shape).is_none() {
            sink.push(Mistake::new(ErrorKind::TooManyElements))?;
        }
        if let Some(mistake) = (!obligations.is_empty()).then(|| symbols::contradiction(&obligations)).flatten() {
            sink.push(mistake)?;
        }
        if sink.any() {
            return Err(Stop);
        }
        Ok(Resolution { shape, result, maps, obligations })
    }
}

/// Whether an operand has a say in a joint result.
#[inline(always)]
fn votes<L>(operand: &Operand<'_, L>) -> bool {
    operand.alignment == Alignment::ByMode
}

/// The product of the known lengths other than 0, which must fit an `isize`: offsets are computed even where nothing is read
/// (ndarray's rule for constructing shapes).
#[inline(always)]
fn element_count<L: Extent>(shape: &[L]) -> Option<usize> {
    let known = shape.iter().filter_map(|length| length.known()).filter(|&length| length != 0);
    known
        .into_iter()
        .try_fold(1_usize, |count, length| count.checked_mul(length))
        .filter(|&count| count <= isize::MAX as usize)
}
