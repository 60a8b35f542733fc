//! Random outputs and operands, as a resolved call passes them to a plan.

use std::vec;
use std::vec::Vec;

use crate::plan::nest::{Plan, Source};
use crate::plan::small::{COLUMNS, Column};
use crate::rules::axis_map::AxisMap;

/// Reproducible random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

/// A layout in memory; `chosen` is a bit set of the axes that the kind affects, the innermost's bit the lowest.
#[derive(Clone, Copy)]
struct Layout {
    kind: Kind,
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
    /// Axes of length 1 have meaningless strides.
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

/// Strides of a random layout in which no two indices read the same element.
pub fn strides(random: &mut Random, shape: &[usize]) -> Vec<isize> {
    let layout = Layout::draw(random);
    let kind = if matches!(layout.kind, Kind::Stretched) { Kind::C } else { layout.kind };
    Layout { kind, ..layout }.strides(shape)
}

/// An array, and the output axis of each of its axes.
#[derive(Clone, Debug)]
pub struct Operand {
    pub shape: Vec<usize>,
    pub strides: Vec<isize>,
    pub axes: Vec<i64>,
}

/// An output and the operands computed into it.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub shape: Vec<usize>,
    pub strides: Vec<isize>,
    pub operands: Vec<Operand>,
}

pub fn draw(random: &mut Random) -> Drawn {
    let rank = random.of(&[0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8, 9]);
    let lengths: &[usize] = if rank < 4 { &[1, 2, 2, 3, 4] } else { &[1, 1, 2, 2, 3] };
    let mut shape: Vec<usize> = (0..rank).map(|_| random.of(lengths)).collect();
    if rank > 0 && random.once_in(25) {
        shape[random.below(rank)] = 0;
    }
    let all_alike = random.once_in(3);
    let output = strides(random, &shape);
    let count = if random.once_in(4) { random.below(9) } else { random.below(4) };
    let operands = (0..count).map(|_| {
        if all_alike && !random.once_in(6) {
            return Operand { shape: shape.clone(), strides: output.clone(), axes: (0..rank as i64).collect() };
        }
        let mut axes: Vec<i64> = (0..rank as i64).filter(|_| !random.once_in(3)).collect();
        if random.once_in(10) {
            axes.reverse();
        }
        let mut own: Vec<usize> = axes.iter().map(|&axis| shape[axis as usize]).collect();
        for length in own.iter_mut().filter(|_| random.once_in(4)) {
            *length = 1;
        }
        // Adds axes of length 1 that the map drops.
        if random.once_in(10) {
            own.push(1);
        }
        Operand { strides: Layout::draw(random).strides(&own), shape: own, axes }
    });
    Drawn { operands: operands.collect(), shape, strides: output }
}

/// An element's offsets in the output and the operands; unused entries are 0.
pub type Offsets = [isize; COLUMNS + 2];

impl Drawn {
    /// The output as a column, in elements of one byte at address 1000.
    pub fn output(&self) -> Column<'_> {
        Column { pointer: core::ptr::without_provenance(1000), size: 1, shape: &self.shape, strides: &self.strides }
    }

    /// The operands' axis maps.
    pub fn maps(&self) -> Vec<AxisMap<'_>> {
        self.operands.iter().map(|operand| AxisMap::list(&operand.axes)).collect()
    }

    /// The operands as columns.
    pub fn columns(&self) -> impl Iterator<Item = Column<'_>> + Clone {
        self.operands.iter().enumerate().map(|(number, Operand { shape, strides, .. })| {
            let pointer = core::ptr::without_provenance(1000 * (number + 2));
            Column { pointer, size: number + 2, shape, strides }
        })
    }

    pub fn plan(&self) -> Plan {
        let sources: Vec<Source<'_>> =
            self.operands.iter().map(|Operand { shape, strides, .. }| Source { shape, strides }).collect();
        Plan::new(&self.shape, &self.strides, &sources, |operand, axis| {
            self.operands[operand].axes.get(axis).map(|&axis| axis as usize)
        })
    }

    /// The offsets of every element by naive index arithmetic, in C order.
    pub fn by_arithmetic(&self) -> Vec<Offsets> {
        let mut all = Vec::new();
        for element in 0..self.shape.iter().product() {
            let (mut offsets, mut rest, mut position) = (Offsets::default(), element, [0; 16]);
            for axis in (0..self.shape.len()).rev() {
                position[axis] = rest % self.shape[axis];
                rest /= self.shape[axis];
                offsets[0] += self.strides[axis] * position[axis] as isize;
            }
            for (operand, offset) in self.operands.iter().zip(&mut offsets[1..]) {
                for axis in (0..operand.shape.len()).filter(|&axis| operand.shape[axis] != 1) {
                    *offset += operand.strides[axis] * position[operand.axes[axis] as usize] as isize;
                }
            }
            all.push(offsets);
        }
        all
    }
}
