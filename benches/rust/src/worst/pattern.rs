//! Random patterns: shapes, orders of axes in memory, reversed and stepped views, stretched axes.

use std::fmt;

use ndarray::{ArrayViewD, ArrayViewMutD, Axis, IxDyn, Slice};

use crate::random::Random;

/// The number of elements of a result.
const ELEMENTS: std::ops::RangeInclusive<usize> = 50_000..=200_000;
/// Arrays begin at a random multiple of 4 elements below this.
const SPREAD: usize = 1024;

/// An array's layout in memory.
#[derive(Clone, Debug)]
struct Layout {
    /// Its lengths, 1 where it stretches.
    shape: Vec<usize>,
    /// The axes from the outermost in memory to the innermost.
    order: Vec<usize>,
    /// The view's step along each axis.
    steps: Vec<usize>,
    reversed: Vec<bool>,
}

/// The arrays of one call.
#[derive(Clone, Debug)]
pub struct Pattern {
    operands: Vec<Layout>,
    output: Layout,
}

/// Memory for a pattern.
pub struct Arrays {
    pattern: Pattern,
    operands: Vec<Vec<f32>>,
    output: Vec<f32>,
    /// The first element of each array, the output last.
    begins: Vec<usize>,
}

impl Pattern {
    /// A pattern of rank 1 to 5 with 2 to 6 operands.
    pub fn random(random: &mut Random) -> Pattern {
        let shape = shape(random);
        let operands = 2 + random.below(5);
        let mut operands: Vec<Layout> = (0..operands).map(|_| Layout::random(&shape, true, random)).collect();
        // One operand has the whole shape, so that most elements are read as well.
        operands[0] = Layout::random(&shape, false, random);
        let mut output = Layout::in_order(&shape);
        if random.below(4) == 0 {
            output = Layout::random(&shape, false, random);
        }
        Pattern { operands, output }
    }

    /// Allocates memory with random numbers and random beginnings.
    pub fn arrays(&self, random: &mut Random) -> Arrays {
        let mut memory = |layout: &Layout| (0..layout.memory() + SPREAD).map(|_| random.number()).collect();
        let operands: Vec<Vec<f32>> = self.operands.iter().map(&mut memory).collect();
        let output = memory(&self.output);
        let begins = (0..=operands.len()).map(|_| random.below(SPREAD / 4) * 4).collect();
        Arrays { pattern: self.clone(), operands, output, begins }
    }
}

impl Arrays {
    /// The operands, and the output.
    pub fn split(&mut self) -> (Vec<ArrayViewD<'_, f32>>, ArrayViewMutD<'_, f32>) {
        let Arrays { pattern, operands, output, begins } = self;
        let layouts = pattern.operands.iter().zip(operands).zip(begins.iter());
        let operands = layouts.map(|((layout, memory), &begin)| layout.view(&memory[begin..])).collect();
        let begin = begins.last().copied().unwrap_or_default();
        (operands, pattern.output.view_mut(&mut output[begin..]))
    }
}

/// Lengths for about the number of elements of all patterns, some axes short and some long.
pub fn shape(random: &mut Random) -> Vec<usize> {
    loop {
        let rank = 1 + random.below(5);
        let length = |random: &mut Random| match random.below(4) {
            0 => 1 + random.below(8),
            1 => 1 + random.below(40),
            2 => 1 + random.below(300),
            _ => {
                let bits = 4 + random.below(14);
                1 + random.below(1 << bits)
            }
        };
        let shape: Vec<usize> = (0..rank).map(|_| length(random)).collect();
        if ELEMENTS.contains(&shape.iter().product()) {
            return shape;
        }
    }
}

impl Layout {
    fn in_order(shape: &[usize]) -> Layout {
        let rank = shape.len();
        let order = (0..rank).collect();
        Layout { shape: shape.to_vec(), order, steps: vec![1; rank], reversed: vec![false; rank] }
    }

    fn random(shape: &[usize], may_stretch: bool, random: &mut Random) -> Layout {
        let mut layout = Layout::in_order(shape);
        let rank = shape.len();
        if random.below(5) < 2 {
            for last in (1..rank).rev() {
                layout.order.swap(last, random.below(last + 1));
            }
        }
        let (stepped, reversed) = (random.below(4) == 0, random.below(4) == 0);
        for axis in 0..rank {
            if may_stretch && random.below(3) == 0 {
                layout.shape[axis] = 1;
            }
            if stepped && random.below(3) == 0 {
                layout.steps[axis] = 2 + random.below(2);
            }
            layout.reversed[axis] = reversed && random.below(2) == 0;
        }
        layout
    }

    /// Lengths in memory order.
    fn lengths(&self) -> Vec<usize> {
        self.order.iter().map(|&axis| self.shape[axis] * self.steps[axis]).collect()
    }

    fn memory(&self) -> usize {
        self.lengths().iter().product()
    }

    /// The position of each axis in `order`.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.order.len()];
        for (place, &axis) in self.order.iter().enumerate() {
            places[axis] = place;
        }
        places
    }

    fn slice(&self, axis: usize) -> Slice {
        Slice::new(0, None, self.steps[axis] as isize)
    }

    fn view<'a>(&self, memory: &'a [f32]) -> ArrayViewD<'a, f32> {
        let view = ArrayViewD::from_shape(IxDyn(&self.lengths()), &memory[..self.memory()]);
        let mut view = view.unwrap_or_else(|error| panic!("{error}")).permuted_axes(self.places());
        for axis in 0..self.shape.len() {
            view.slice_axis_inplace(Axis(axis), self.slice(axis));
            if self.reversed[axis] {
                view.invert_axis(Axis(axis));
            }
        }
        view
    }

    fn view_mut<'a>(&self, memory: &'a mut [f32]) -> ArrayViewMutD<'a, f32> {
        let view = ArrayViewMutD::from_shape(IxDyn(&self.lengths()), &mut memory[..self.memory()]);
        let mut view = view.unwrap_or_else(|error| panic!("{error}")).permuted_axes(self.places());
        for axis in 0..self.shape.len() {
            view.slice_axis_inplace(Axis(axis), self.slice(axis));
            if self.reversed[axis] {
                view.invert_axis(Axis(axis));
            }
        }
        view
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "         y {:?}, strides {:?}", self.output.shape, self.output.strides())?;
        for (name, operand) in ('a'..).zip(&self.operands) {
            writeln!(f, "         {name} {:?}, strides {:?}", operand.shape, operand.strides())?;
        }
        Ok(())
    }
}

impl Layout {
    fn strides(&self) -> Vec<isize> {
        self.view(&vec![0.0; self.memory()]).strides().to_vec()
    }
}
