//! Arrays of random layout: permuted, reversed, stepped, cut out of a larger one, or repeated by stride 0.

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, Slice};
use proptest::prelude::*;

/// The layout of one axis in memory.
#[derive(Clone, Copy, Debug)]
pub struct Lay {
    step: isize,
    before: usize,
    /// Stride 0, for operands.
    repeated: bool,
}

/// An array's layout in memory.
#[derive(Clone)]
pub struct Layout {
    axes: Vec<Lay>,
    /// Sort keys for the order of the axes in memory.
    order: Vec<u8>,
}

/// The highest rank of an array: a result of 5 axes, with one before and two wrong ones.
const MOST: usize = 8;

/// Layouts for an array of up to [`MOST`] axes.
pub fn layout() -> impl Strategy<Value = Layout> {
    let lay =
        (prop_oneof![4 => Just(1), 1 => Just(-1), 1 => Just(2), 1 => Just(-2)], 0..2_usize, prop::bool::weighted(0.1));
    let lay = lay.prop_map(|(step, before, repeated)| Lay { step, before, repeated });
    let plain = Lay { step: 1, before: 0, repeated: false };
    prop_oneof![
        2 => Just(Layout { axes: vec![plain; MOST], order: vec![0; MOST] }),
        1 => Just(Layout { axes: vec![plain; MOST], order: (0..MOST as u8).rev().collect() }),
        4 => (prop::collection::vec(lay, MOST), prop::collection::vec(0..6_u8, MOST)).prop_map(|(axes, order)| Layout { axes, order }),
    ]
}

/// Prints the order of the axes in memory and the step along each, 0 for a repeated element.
impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps: Vec<isize> = self.axes.iter().map(|lay| if lay.repeated { 0 } else { lay.step }).collect();
        write!(f, "order {:?} steps {steps:?}", self.order)
    }
}

impl Layout {
    /// The axes in their order in memory.
    fn order(&self, rank: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rank).collect();
        order.sort_by_key(|&axis| self.order[axis]);
        order
    }

    /// Memory for an array of this shape and layout, filled by `fill`.
    pub fn memory<T>(&self, shape: &[usize], may_repeat: bool, mut fill: impl FnMut() -> T) -> ArrayD<T> {
        let order = self.order(shape.len());
        let length = |axis: usize| {
            let lay = self.axes[axis];
            if lay.repeated && may_repeat { 1 } else { lay.before + shape[axis] * lay.step.unsigned_abs() }
        };
        let lengths: Vec<usize> = order.iter().map(|&axis| length(axis)).collect();
        ArrayD::from_shape_fn(IxDyn(&lengths), |_| fill())
    }

    fn slice(&self, axis: usize, length: usize) -> Slice {
        let lay = self.axes[axis];
        let end = lay.before + length * lay.step.unsigned_abs();
        Slice::new(lay.before as isize, Some(end as isize), lay.step)
    }

    /// The inverse of the order in memory.
    fn back(&self, rank: usize) -> Vec<usize> {
        let order = self.order(rank);
        (0..rank).map(|axis| order.iter().position(|&other| other == axis).expect("a permutation")).collect()
    }

    /// The array of this shape in `memory`.
    pub fn view<'a, T>(&self, memory: &'a ArrayD<T>, shape: &[usize]) -> ArrayViewD<'a, T> {
        let rank = shape.len();
        let mut lengths = memory.shape().to_vec();
        for (length, axis) in lengths.iter_mut().zip(self.order(rank)).filter(|(_, axis)| self.axes[*axis].repeated) {
            *length = shape[axis];
        }
        let repeated = memory.broadcast(IxDyn(&lengths)).expect("repeated axes have length 1 in memory");
        let mut view = repeated.permuted_axes(self.back(rank));
        for (axis, &length) in shape.iter().enumerate().filter(|(axis, _)| !self.axes[*axis].repeated) {
            view.slice_axis_inplace(Axis(axis), self.slice(axis, length));
        }
        view
    }

    /// The array of this shape in `memory`, mutably.
    pub fn view_mut<'a, T>(&self, memory: &'a mut ArrayD<T>, shape: &[usize]) -> ArrayViewMutD<'a, T> {
        let mut view = memory.view_mut().permuted_axes(self.back(shape.len()));
        for (axis, &length) in shape.iter().enumerate() {
            view.slice_axis_inplace(Axis(axis), self.slice(axis, length));
        }
        view
    }
}
