//! Arrays of every memory layout, with random shapes that broadcast under numpy's rule.

use super::numbers::Numbers;
use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, SliceInfoElem};

/// An array's memory layout: the order of its axes, and for each axis its first entry and its step.
#[derive(Clone, Debug)]
pub struct Layout {
    order: Vec<usize>,
    steps: Vec<isize>,
}

impl Layout {
    pub fn new(rank: usize, numbers: &mut Numbers) -> Self {
        let mut order: Vec<usize> = (0..rank).collect();
        if numbers.below(3) == 0 {
            (1..rank).for_each(|axis| order.swap(axis, numbers.below(axis + 1)));
        }
        let odd = numbers.below(4) == 0;
        let steps = (0..rank).map(|_| if odd { [1, 1, 2, -1, -2][numbers.below(5)] } else { 1 }).collect();
        Layout { order, steps }
    }

    pub fn memory<T: Clone>(&self, shape: &[usize], element: impl FnMut() -> T) -> ArrayD<T> {
        let length = |&axis: &usize| shape[axis] * self.steps[axis].unsigned_abs();
        let lengths: Vec<usize> = self.order.iter().map(length).collect();
        ArrayD::from_shape_simple_fn(IxDyn(&lengths), element)
    }

    /// The position of each axis in memory.
    fn places(&self) -> IxDyn {
        let mut places = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(at, &axis)| places[axis] = at);
        IxDyn(&places)
    }

    fn steps(&self) -> Vec<SliceInfoElem> {
        self.steps.iter().map(|&step| SliceInfoElem::Slice { start: 0, end: None, step }).collect()
    }

    pub fn view<'a, T>(&self, memory: &'a ArrayD<T>) -> ArrayViewD<'a, T> {
        memory.view().permuted_axes(self.places()).slice_move(&self.steps()[..])
    }

    pub fn view_mut<'a, T>(&self, memory: &'a mut ArrayD<T>) -> ArrayViewMutD<'a, T> {
        memory.view_mut().permuted_axes(self.places()).slice_move(&self.steps()[..])
    }
}

const LENGTHS: [usize; 22] = [1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 10, 15, 16, 17, 28, 33, 63, 64, 65, 100, 333, 1100];
const MOST_ELEMENTS: usize = 6000;

/// The shape of a result, and shapes of `count` operands that broadcast to it under numpy's rule.
pub fn shapes(count: usize, numbers: &mut Numbers) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut result = Vec::new();
    for _ in 0..numbers.below(5) {
        let length = LENGTHS[numbers.below(LENGTHS.len())];
        if result.iter().product::<usize>() * length <= MOST_ELEMENTS {
            result.push(length);
        }
    }
    (1..result.len()).for_each(|axis| result.swap(axis, numbers.below(axis + 1)));
    let operand = |_| {
        let full = numbers.below(3) == 0;
        let missing = if full { 0 } else { numbers.below(3).min(result.len()) };
        let stretched = |&length: &usize| if !full && numbers.below(3) == 0 { 1 } else { length };
        result[missing..].iter().map(stretched).collect()
    };
    let operands = (0..count).map(operand).collect();
    (result, operands)
}

/// The element of a view at a position of the result, under numpy's rule.
pub fn at<T: Copy>(view: &ArrayViewD<'_, T>, position: &[usize]) -> T {
    let position = &position[position.len() - view.ndim()..];
    let index: Vec<usize> =
        (0..view.ndim()).map(|axis| if view.len_of(Axis(axis)) == 1 { 0 } else { position[axis] }).collect();
    view[&index[..]]
}
