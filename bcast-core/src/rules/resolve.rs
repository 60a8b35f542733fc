//! From a call to its resolution: the mode's two decisions, then one mode-blind law on every output axis.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use crate::report::blame;
use crate::report::error::{BroadcastError, ErrorKind, Mistake, Party};
use crate::report::picture::Tuple;
use crate::rules::align::Aligned;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Operand};
use crate::rules::findings::{Findings, Sink, Stop};
use crate::rules::length::{Answer, Extent, Length};
use crate::rules::mode::{Ground, Lead, OptionName, Role, fits};
use crate::rules::obligation;

pub use crate::rules::obligation::{Obligation, ObligationKind};

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

    fn new() -> Self {
        Self { shape: SmallVec::new(), maps: SmallVec::new(), obligations: Vec::new() }
    }
}

impl<L: Extent> fmt::Display for Resolution<L> {
    /// The shape and the maps, `(2, 3, 4) from [0, 1, 2] [1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<Length> = self.shape.iter().map(|length| length.length()).collect();
        write!(f, "{} from", Tuple(&shape, &Default::default()))?;
        self.maps.iter().try_for_each(|map| write!(f, " {map}"))
    }
}

/// Resolves a call, or says what the first mistake is.
///
/// # Errors
/// If the mode refuses the call.
pub fn resolve<L: Extent>(call: &Call<'_, L>) -> Result<Resolution<L>, BroadcastError> {
    let mut resolution = Resolution::new();
    match decide(call, &mut resolution, &mut Sink { all: None }) {
        Ok(()) => Ok(resolution),
        Err(Stop) => Err(refuse(call).swap_remove(0)),
    }
}

/// Resolves a call, or says what all its mistakes are: at least one, in the order of the options and operands.
///
/// # Errors
/// If the mode refuses the call.
pub fn resolve_all<L: Extent>(call: &Call<'_, L>) -> Result<Resolution<L>, Vec<BroadcastError>> {
    try_resolve(call).ok_or_else(|| refuse(call))
}

/// The resolution of a call that is not refused, without saying why one is.
pub(crate) fn try_resolve<L: Extent>(call: &Call<'_, L>) -> Option<Resolution<L>> {
    let mut resolution = Resolution::new();
    decide(call, &mut resolution, &mut Sink { all: None }).ok().map(|()| resolution)
}

#[cold]
fn refuse<L: Extent>(call: &Call<'_, L>) -> Vec<BroadcastError> {
    let mut found = Findings::default();
    // That it fails is known; here all the reasons are found.
    let _ = decide(call, &mut Resolution::new(), &mut Sink { all: Some(&mut found) });
    blame::report(call, found)
}

/// The stages of a call, in order.
#[inline(never)]
fn decide<L: Extent>(call: &Call<'_, L>, out: &mut Resolution<L>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    options(call, sink)?;
    if call.operands.is_empty() {
        return fill(call, out, sink);
    }
    let mut work = Work::begin(call, out, sink)?;
    work.align(sink)?;
    work.fit(sink)?;
    work.place(sink)?;
    work.finish(sink)
}

/// Every option must be one that the mode takes. What an option not taken was to mean is unknown, so the rest is not judged.
#[inline(always)]
fn options<L: Extent>(call: &Call<'_, L>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let plain = call.axis.is_none() && call.axes.is_none() && call.base.is_none() && call.place.is_none();
    if plain && call.operands.iter().all(votes) { Ok(()) } else { judge_options(call, sink) }
}

#[inline(never)]
fn judge_options<L: Extent>(call: &Call<'_, L>, sink: &mut Sink<'_>) -> Result<(), Stop> {
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
            let culprit = Some(Party::Operand(i));
            sink.push(Mistake { option: Some(option), culprit, ..Mistake::new(ErrorKind::OptionNotTaken) })?;
        }
    }
    let place_operand = call.place.and_then(|place| place.operand);
    if [call.base, place_operand].into_iter().flatten().any(|operand| operand >= call.operands.len()) {
        sink.push(Mistake::new(ErrorKind::NoSuchOperand))?;
        return Err(Stop);
    }
    if let Some(base) = call.base {
        let culprit = Some(Party::Operand(base));
        if call.to.is_some() {
            sink.push(Mistake { culprit, ..Mistake::new(ErrorKind::BaseWithTo) })?;
        } else if place_operand.is_some() {
            sink.push(Mistake { culprit, ..Mistake::new(ErrorKind::BaseWithPlace) })?;
        }
    }
    if sink.any() { Err(Stop) } else { Ok(()) }
}

/// With no array a place is filled, in every mode; without a place the expression is a scalar, which has no shape to choose.
#[cold]
fn fill<L: Extent>(call: &Call<'_, L>, out: &mut Resolution<L>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let lead = match (call.to, call.place) {
        (Some(_), None) => {
            sink.push(Mistake::new(ErrorKind::ToWithoutArray))?;
            return Err(Stop);
        }
        (Some(_), Some(_)) => Party::To,
        (None, _) => Party::Place,
    };
    out.shape.extend_from_slice(lead.shape(call));
    let mut work = Work { call, lead: Lead::A(lead), out, by_mode: true, identical: Answer::Yes };
    work.remember(sink);
    if let Err(mistake) = call.mode.option_values(call, work.out.shape.len()) {
        sink.push(*mistake)?;
    }
    work.place(sink)?;
    work.finish(sink)
}

/// Whether an operand has a say in a joint result.
#[inline(always)]
fn votes<L>(operand: &Operand<'_, L>) -> bool {
    operand.alignment == Alignment::ByMode
}

/// A call on its way through the stages; `out.shape` is the result's shape, as far as it is known.
struct Work<'w, 'a, L> {
    call: &'w Call<'a, L>,
    lead: Lead,
    out: &'w mut Resolution<L>,
    /// Whether operands without an alignment of their own can be judged: not under an option of an impossible value.
    by_mode: bool,
    /// paddle: whether all shapes are identical, where only that makes the axis right.
    identical: Answer,
}

impl<'w, 'a, L: Extent> Work<'w, 'a, L> {
    /// Finds whose shape the result has, and checks the values of the options against it.
    #[inline(always)]
    fn begin(call: &'w Call<'a, L>, out: &'w mut Resolution<L>, sink: &mut Sink<'_>) -> Result<Self, Stop> {
        let lead = match call.mode.lead(call) {
            Ok(lead) => lead,
            Err(mistake) => {
                sink.push(*mistake)?;
                return Err(Stop);
            }
        };
        match lead {
            Lead::A(party) => out.shape.extend_from_slice(party.shape(call)),
            Lead::Join => join_longest(call, &mut out.shape),
        }
        let mut work = Self { call, lead, out, by_mode: true, identical: Answer::Yes };
        work.remember(sink);
        match call.mode.option_values(call, work.out.shape.len()) {
            Ok(answer) => work.identical = answer,
            Err(mistake) => {
                sink.push(*mistake)?;
                work.by_mode = false;
            }
        }
        Ok(work)
    }

    /// Keeps for the messages what is known by now.
    #[inline(always)]
    fn remember(&self, sink: &mut Sink<'_>) {
        if let Some(all) = &mut sink.all {
            all.result = self.out.shape.iter().map(|length| length.length()).collect();
            all.lead = Some(self.lead);
        }
    }

    /// First decision: every operand's map, and with it what the operand says about the result's lengths.
    #[inline(always)]
    fn align(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let call = self.call;
        let outermost = self.out.shape.first().copied().unwrap_or(L::ONE);
        let ground = Ground { call, rank: self.out.shape.len(), outermost };
        for (i, operand) in call.operands.iter().enumerate() {
            let own = !votes(operand);
            let aligned = if !own && self.is_a(i) {
                Ok(Aligned::at(0, ground.rank))
            } else if own || self.by_mode {
                call.mode.align(&ground, operand.shape, operand.alignment)
            } else {
                self.out.maps.push(AxisMap::at(0, 0));
                continue;
            };
            let map = match aligned {
                Ok(aligned) => {
                    if !L::DECIDED {
                        self.promise(i, &aligned);
                    }
                    aligned.map
                }
                Err(mistake) => {
                    sink.push(Mistake { culprit: Some(Party::Operand(i)), ..*mistake })?;
                    self.out.maps.push(AxisMap::at(0, 0));
                    continue;
                }
            };
            // In a join, voters of lower rank have their say too. Elsewhere a length other than 1 can only be what the result's
            // already is, but may be known better.
            let has_say = self.lead == Lead::Join && !own;
            if has_say || !L::DECIDED {
                let frame = &mut self.out.shape[..];
                map.each(operand.shape.len(), |axis, output| {
                    if has_say || frame[output].is_open() {
                        frame[output] = frame[output].join(operand.shape[axis]);
                    }
                });
            }
            if let Some(all) = &mut sink.all {
                all.maps.resize(i, None);
                all.maps.push(Some(map.clone()));
            }
            self.out.maps.push(map);
        }
        if call.to.is_some() {
            self.join_to();
        }
        self.remember(sink);
        Ok(())
    }

    /// A `to` has its say, too.
    #[inline(never)]
    fn join_to(&mut self) {
        let to = self.call.to.unwrap_or_default();
        let Some(offset) = self.out.shape.len().checked_sub(to.len()) else { return };
        for (output, &length) in self.out.shape[offset..].iter_mut().zip(to) {
            // Only stated shapes are rigid: a symbol of a `to` that stretches may turn out to be 1.
            let known = !length.is_symbol() || *output == L::ONE;
            if known && (self.lead == Lead::Join || output.is_open()) {
                *output = output.join(length);
            }
        }
    }

    /// What an alignment leaves to run time.
    fn promise(&mut self, operand: usize, aligned: &Aligned) {
        let (kind, axis) = if aligned.map.is_open() {
            // It may yet lie innermost and stretch that axis.
            if let Some(innermost) = self.out.shape.last_mut() {
                *innermost = innermost.opened();
            }
            (ObligationKind::Alignment, 0)
        } else if aligned.dropped == Answer::AtRunTime {
            (ObligationKind::DroppedIsOne, aligned.map.kept())
        } else {
            return;
        };
        self.out.obligations.push(Obligation {
            kind,
            party: Party::Operand(operand),
            operand_axis: Some(axis),
            output_axis: None,
            length: self.call.operands[operand].shape[axis].length(),
            against: L::ONE.length(),
        });
    }

    /// Second decision, and the law: on every output axis an operand's length is the output's, or a 1 that may stretch.
    #[inline(always)]
    fn fit(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let call = self.call;
        if !L::DECIDED && self.identical == Answer::AtRunTime {
            self.owe_identity();
            return Ok(());
        }
        for (i, operand) in call.operands.iter().enumerate() {
            let may_stretch = call.mode.may_stretch(self.role(i));
            let mut all_fit = true;
            let frame = &self.out.shape[..];
            self.out.maps[i].each(operand.shape.len(), |axis, output| {
                all_fit &= fits(operand.shape[axis], frame[output], may_stretch) == Answer::Yes;
            });
            if !all_fit {
                self.misfit(sink, i, may_stretch)?;
            }
        }
        // An A that is no operand has been joined with what the operands know; and a `to` that is not A stretches like them.
        match self.lead {
            Lead::A(party @ (Party::To | Party::Place)) if !L::DECIDED => {
                self.fit_shape(sink, party, party.shape(call))
            }
            Lead::A(Party::To) => Ok(()),
            _ => match call.to {
                Some(to) => self.fit_shape(sink, Party::To, to),
                None => Ok(()),
            },
        }
    }

    /// What does not fit at once: a mistake, or an obligation.
    #[cold]
    fn misfit(&mut self, sink: &mut Sink<'_>, operand: usize, may_stretch: bool) -> Result<(), Stop> {
        let shape = self.call.operands[operand].shape;
        for (axis, &length) in shape.iter().enumerate() {
            if let Some(output) = self.out.maps[operand].output_axis(axis) {
                self.meet(sink, Party::Operand(operand), axis, output, length, may_stretch)?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn fit_shape(&mut self, sink: &mut Sink<'_>, party: Party, shape: &[L]) -> Result<(), Stop> {
        let may_stretch = self.lead != Lead::A(party) && self.call.mode.may_stretch(Role::To);
        let Some(offset) = self.out.shape.len().checked_sub(shape.len()) else {
            return sink.push(Mistake::of(party, ErrorKind::RankTooHigh));
        };
        for (axis, &length) in shape.iter().enumerate() {
            self.meet(sink, party, axis, offset + axis, length, may_stretch)?;
        }
        Ok(())
    }

    fn meet(
        &mut self,
        sink: &mut Sink<'_>,
        party: Party,
        axis: usize,
        output: usize,
        length: L,
        may_stretch: bool,
    ) -> Result<(), Stop> {
        let against = self.out.shape[output];
        match fits(length, against, may_stretch) {
            Answer::Yes => Ok(()),
            Answer::AtRunTime => {
                self.owe(party, axis, output, length, may_stretch);
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
                self.out.obligations.push(Obligation {
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
    fn owe(&mut self, party: Party, axis: usize, output: usize, length: L, may_stretch: bool) {
        let against = self.out.shape[output];
        // Where A itself is as unknown as the output, the others carry the obligation.
        let is_a = matches!(self.lead, Lead::A(a) if self.is_same_array(a, party));
        let open = self.out.maps.iter().any(AxisMap::is_open);
        if length == against && (is_a || !open && !self.others_on(party, output)) {
            return;
        }
        let may_be_one = length.is_one() != Answer::No || party == Party::To;
        self.out.obligations.push(Obligation {
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
                party != Party::Operand(i) && says(operand.shape, self.out.maps[i].operand_axis(output))
            })
            || party != Party::To
                && self.call.to.is_some_and(|to| says(to, (output + to.len()).checked_sub(self.out.shape.len())))
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
            Lead::A(Party::Place) => self.is_place(operand),
            _ => false,
        }
    }

    #[inline(always)]
    fn is_place(&self, operand: usize) -> bool {
        matches!(&self.call.place, Some(place) if place.operand == Some(operand))
    }

    #[inline(always)]
    fn role(&self, operand: usize) -> Role {
        if self.is_a(operand) {
            Role::A
        } else if self.is_place(operand) {
            Role::Place
        } else {
            Role::Other
        }
    }

    /// The place never stretches: the result stretches to it, or has its very shape.
    #[inline(always)]
    fn place(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        if self.call.place.is_some() { self.fit_place(sink) } else { Ok(()) }
    }

    #[inline(never)]
    fn fit_place(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let Some(place) = self.call.place else { return Ok(()) };
        let is_a = self.lead == Lead::A(Party::Place) || place.operand.is_some_and(|operand| self.is_a(operand));
        // After a mistake a join is not the result, so the place has nothing to be compared with.
        if is_a || self.lead == Lead::Join && (sink.any() || !self.by_mode) {
            return Ok(());
        }
        let stretches = place.operand.is_none() && self.call.mode.result_stretches(self.call.to.is_some());
        let offset = match place.shape.len().checked_sub(self.out.shape.len()) {
            Some(offset) if offset == 0 || stretches => offset,
            _ => {
                let kind = if stretches { ErrorKind::RankTooHigh } else { ErrorKind::RankDiffers };
                return sink.push(Mistake::of(Party::Place, kind));
            }
        };
        for (axis, (&length, &against)) in self.out.shape.iter().zip(&place.shape[offset..]).enumerate() {
            let answer = fits(length, against, stretches);
            if answer == Answer::AtRunTime {
                let may_be_one = stretches && length.is_one() != Answer::No;
                self.out.obligations.push(Obligation {
                    kind: if may_be_one { ObligationKind::EqualOrOne } else { ObligationKind::Equal },
                    party: Party::Place,
                    operand_axis: Some(offset + axis),
                    output_axis: Some(axis),
                    length: length.length(),
                    against: against.length(),
                });
            } else if answer == Answer::No {
                sink.push(Mistake {
                    culprit: Some(Party::Place),
                    operand_axis: Some(offset + axis),
                    output_axis: Some(axis),
                    length: Some(length.length()),
                    against: Some(against.length()),
                    ..Mistake::new(ErrorKind::LengthMismatch)
                })?;
            }
        }
        Ok(())
    }

    /// Counts the elements, and moves the maps onto the place's axes.
    #[inline(always)]
    fn finish(self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let Self { call, out, .. } = self;
        if let Some(place) = &call.place {
            onto_place(out, place.shape);
        }
        if element_count(&out.shape).is_none() {
            sink.push(Mistake::new(ErrorKind::TooManyElements))?;
        }
        let contradiction = if L::DECIDED { None } else { obligation::contradiction(&out.obligations) };
        if let Some(mistake) = contradiction {
            sink.push(mistake)?;
        }
        if sink.any() { Err(Stop) } else { Ok(()) }
    }
}

/// The join of the operands of the longest rank, which lie axis on axis in every mode that joins.
#[inline(always)]
fn join_longest<L: Extent>(call: &Call<'_, L>, frame: &mut Shape<L>) {
    let voters = || call.operands.iter().filter(|operand| votes(operand)).map(|operand| operand.shape);
    let rank = voters().chain(call.to).map(<[L]>::len).max().unwrap_or(0);
    for shape in voters().filter(|shape| shape.len() == rank) {
        if frame.is_empty() {
            frame.extend_from_slice(shape);
        } else {
            frame.iter_mut().zip(shape).for_each(|(output, &length)| *output = output.join(length));
        }
    }
    if frame.len() < rank {
        frame.resize(rank, L::ONE);
    }
}

#[inline(never)]
fn onto_place<L: Extent>(out: &mut Resolution<L>, place: &[L]) {
    let offset = place.len().saturating_sub(out.shape.len());
    if offset > 0 {
        out.maps.iter_mut().for_each(|map| map.shift(offset));
    }
    out.shape.clear();
    out.shape.extend_from_slice(place);
}

/// The product of the known lengths other than 0, which must fit an `isize`: offsets are computed even where nothing is read
/// (ndarray's rule for constructing shapes).
#[inline(always)]
fn element_count<L: Extent>(shape: &[L]) -> Option<usize> {
    let mut count = 1_usize;
    for length in shape.iter().filter_map(|length| length.known()) {
        count = count.checked_mul(length.max(1))?;
    }
    (count <= isize::MAX as usize).then_some(count)
}
