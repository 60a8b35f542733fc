//! Random calls, right and wrong.

use std::vec;
use std::vec::Vec;

use crate::operand::entry::SlotKind;
use crate::rules::mode::{Mode, OptionName};
use crate::rules::stated::Entry;

/// Numbers that are the same in each run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

/// An entry of an operand list, or a place.
#[derive(Clone, Debug)]
pub struct Array {
    pub kind: SlotKind,
    pub shape: Vec<usize>,
    pub strides: Vec<isize>,
}

impl Array {
    /// One without shape: a constant, or the place as it stands in a list.
    pub fn of(kind: SlotKind) -> Self {
        Array { kind, shape: Vec::new(), strides: Vec::new() }
    }

    /// In C order, without gaps.
    pub fn dense(shape: &[usize]) -> Self {
        let layout = Layout { kind: Kind::C, chosen: 0 };
        Array { kind: SlotKind::Array, shape: shape.to_vec(), strides: layout.strides(shape) }
    }
}

/// How an array lies in memory.
#[derive(Clone, Copy)]
struct Layout {
    kind: Kind,
    /// For which axes, counted from the innermost, the kind is meant.
    chosen: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    C,
    F,
    Rotated,
    Stepped,
    Reversed,
    Stretched,
    /// Axes of length 1 have strides that mean nothing.
    Odd,
}

impl Layout {
    fn draw(random: &mut Random) -> Self {
        use Kind::{C, F, Odd, Reversed, Rotated, Stepped, Stretched};
        let kind = random.of(&[C, C, C, F, Rotated, Stepped, Stepped, Reversed, Stretched, Odd]);
        Layout { kind, chosen: random.below(128) }
    }

    fn strides(self, shape: &[usize]) -> Vec<isize> {
        let rank = shape.len();
        let mut innermost_first: Vec<usize> = (0..rank).rev().collect();
        match self.kind {
            Kind::F => innermost_first.reverse(),
            Kind::Rotated => innermost_first.rotate_left(self.chosen % rank.max(1)),
            _ => {}
        }
        let (mut strides, mut next) = (vec![0; rank], 1);
        for axis in innermost_first {
            let is_chosen = self.chosen >> (rank - 1 - axis) & 1 == 1;
            if matches!(self.kind, Kind::Stepped) && is_chosen {
                next *= 2;
            }
            strides[axis] = match self.kind {
                Kind::Reversed if is_chosen => -next,
                Kind::Stretched if is_chosen => 0,
                Kind::Odd if shape[axis] == 1 => 77,
                _ => next,
            };
            next *= shape[axis].max(1) as isize;
        }
        strides
    }
}

/// Strides of an array that lies in memory in some way, but is read at one entry by one index only.
pub fn strides(random: &mut Random, shape: &[usize]) -> Vec<isize> {
    let layout = Layout::draw(random);
    let kind = if matches!(layout.kind, Kind::Stretched) { Kind::C } else { layout.kind };
    Layout { kind, ..layout }.strides(shape)
}

/// A call. What the modes and a `where` clause say of it is asked of the rulebook.
#[derive(Debug)]
pub struct Drawn {
    pub mode: Mode,
    pub axis: Option<i64>,
    /// One more option, with which the call is not judged.
    pub other: Option<OptionName>,
    pub slots: Vec<Array>,
    pub place: Option<Array>,
}

/// The lengths of the result, or of the place.
fn frame(random: &mut Random) -> Vec<usize> {
    let rank = random.of(&[0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 7]);
    let lengths: &[usize] = if rank < 4 { &[1, 2, 2, 3, 4] } else { &[1, 1, 2, 2, 3] };
    let mut frame: Vec<usize> = (0..rank).map(|_| random.of(lengths)).collect();
    if rank > 0 && random.once_in(25) {
        frame[random.below(rank)] = 0;
    }
    frame
}

pub fn draw(random: &mut Random, has_place: bool) -> Drawn {
    use Mode::{None as Identical, Numpy, Paddle, Pdpd, Unidirectional};
    let mode = match random.below(8) {
        0 => random.of(&Mode::ALL),
        _ => random.of(&[Identical, Numpy, Numpy, Unidirectional, Unidirectional, Pdpd, Pdpd, Paddle, Paddle]),
    };
    let whole = frame(random);
    // What the operands have in common; a place may be larger.
    let mut frame = whole.clone();
    if has_place && random.once_in(4) {
        frame.drain(..random.below(frame.len() + 1).min(random.below(3)));
        for length in &mut frame {
            *length = if random.once_in(3) { 1 } else { *length };
        }
    }
    let rank = frame.len();
    let likely = if mode.takes(OptionName::Axis) { 2 } else { 30 };
    let axis = random.once_in(likely).then(|| random.below(rank + 3) as i64 - if random.once_in(4) { 2 } else { 1 });
    let other = random.once_in(20).then(|| {
        random.of(&[OptionName::To, OptionName::Axes, OptionName::Base, OptionName::OwnAxis, OptionName::Threads])
    });

    let all_alike = random.once_in(3) || mode == Identical && !random.once_in(4);
    let all_right = !random.once_in(5);
    let common = if random.once_in(2) { Layout { kind: Kind::C, chosen: 0 } } else { Layout::draw(random) };
    let layout = |random: &mut Random| if random.once_in(3) { Layout::draw(random) } else { common };
    let shape = |random: &mut Random, is_first: bool| -> Vec<usize> {
        if all_alike || is_first && !random.once_in(6) {
            return frame.clone();
        }
        let at = axis.and_then(|axis| usize::try_from(axis).ok()).filter(|&at| at <= rank);
        let own = match at {
            _ if random.once_in(3) => rank,
            Some(at) if !random.once_in(6) => random.below(rank - at + 1),
            _ if !all_right && random.once_in(6) => rank + 1,
            _ => random.below(rank + 1),
        };
        let at = at.filter(|_| own < rank).unwrap_or(rank.saturating_sub(own));
        let stretches = random.once_in(2);
        let length = |axis: usize| match random.below(18) {
            0 if !all_right => random.below(5),
            0..6 if stretches => 1,
            _ => frame.get(at + axis).copied().unwrap_or(1),
        };
        (0..own).map(length).collect()
    };
    let array = |random: &mut Random, kind, shape: Vec<usize>| {
        let strides = layout(random).strides(&shape);
        Array { kind, shape, strides }
    };

    let count = 1 + if random.once_in(4) { random.below(9) } else { random.below(4) };
    let mut slots = Vec::new();
    for _ in 0..count {
        slots.push(if random.once_in(8) {
            Array::of(SlotKind::Constant)
        } else {
            let shape = shape(random, slots.is_empty());
            array(random, SlotKind::Array, shape)
        });
    }
    let place = has_place.then(|| {
        let mut shape = whole.clone();
        if !all_right && random.once_in(2) {
            shape.insert(random.below(whole.len() + 1), random.of(&[1, 1, 2]));
        }
        array(random, SlotKind::Place, shape)
    });
    // The macro lists the place once at most.
    if has_place && random.once_in(4) {
        slots[random.below(count)] = Array::of(SlotKind::Place);
    }
    Drawn { mode, axis, other, slots, place }
}

/// What a `where` clause says of an operand, by its index, or of the place.
pub type Statement = (Option<usize>, Vec<Entry>);

/// A `where` clause about a call, and the values of its expressions.
pub fn statements(random: &mut Random, drawn: &Drawn) -> (Vec<Statement>, Vec<usize>) {
    let all_right = !random.once_in(3);
    let values = vec![2, 3, 0, 1, 4];
    let mut statements = Vec::new();
    for _ in 0..random.below(4) {
        let beyond = usize::from(!all_right && random.once_in(5));
        let operand = random.below(drawn.slots.len() + beyond);
        let operand = (!random.once_in(4) || all_right && drawn.place.is_none()).then_some(operand);
        let array = match operand.map(|operand| drawn.slots.get(operand)) {
            Some(Some(slot)) if slot.kind != SlotKind::Place => Some(slot),
            _ => drawn.place.as_ref(),
        };
        let mut entries = Vec::new();
        for &length in array.map_or(&[][..], |array| &array.shape) {
            let is_wrong = !all_right && random.once_in(6);
            let stated = if is_wrong { random.below(5) } else { length };
            // Equal lengths mostly have one name.
            let name = stated + if random.once_in(4) { 5 } else { 0 };
            let value = values.iter().position(|&value| value == stated).unwrap_or(values.len());
            let is_rigid = length > 1 || !all_right && random.once_in(4);
            entries.push(match random.below(5) {
                0 => Entry::Open,
                1 | 2 if is_rigid => Entry::Symbol(if random.once_in(40) { 15 + random.below(3) } else { name } as u32),
                3 if is_rigid || length == 0 => Entry::Value(if is_wrong { random.below(8) } else { value } as u32),
                _ => Entry::Known(stated),
            });
        }
        if !all_right && random.once_in(6) {
            entries.push(random.of(&[Entry::Open, Entry::Known(1)]));
        }
        statements.push((operand, entries));
    }
    (statements, values)
}
