//! Functions that the generated programs call.

pub use crate::interpret::{Outcome, constant, elements};
pub use crate::program::Lie;
pub use crate::reduced::Setting;

use bcast::{BroadcastError, Tensor, TensorViewMut, typed::Shape};
use ndarray::{Array, ArrayBase, ArrayD, ArrayView, ArrayViewMut, Axis, Data, Dimension, IxDyn, Slice};

use crate::number::Number;

/// A function that programs call in expressions.
pub fn twice<T: Number>(number: T) -> T {
    number.add(number)
}

/// A function that gives a tuple.
pub fn same<T>(tuple: T) -> T {
    tuple
}

/// An array with these elements in C order.
pub fn array<T, D: Dimension>(shape: &[usize], elements: Vec<T>) -> Array<T, D> {
    let array = ArrayD::from_shape_vec(IxDyn(shape), elements).expect("as many elements as the shape has");
    array.into_dimensionality().expect("the rank is known")
}

/// Memory for an array of this shape and layout.
pub fn memory<T: Number>(lie: Lie, shape: &[usize], elements: Vec<T>) -> ArrayD<T> {
    let plain: ArrayD<T> = array(shape, elements);
    match lie {
        Lie::Transposed => plain.reversed_axes().as_standard_layout().into_owned(),
        Lie::Reversed => {
            let mut memory = plain;
            for axis in 0..memory.ndim() {
                memory.invert_axis(Axis(axis));
            }
            memory.as_standard_layout().into_owned()
        }
        Lie::EverySecond => widened(&plain, |length| 2 * length, 0, 2),
        Lie::CutOut => widened(&plain, |length| length + 3, 1, 1),
    }
}

/// Larger memory, in which this array is every `step`th element from `before` on.
fn widened<T: Number>(plain: &ArrayD<T>, length: impl Fn(usize) -> usize, before: usize, step: isize) -> ArrayD<T> {
    let lengths: Vec<usize> = plain.shape().iter().map(|&each| length(each)).collect();
    let mut memory = ArrayD::from_elem(IxDyn(&lengths), T::of(99));
    let mut inside = memory.view_mut();
    for (axis, &length) in plain.shape().iter().enumerate() {
        let end = before + length * step.unsigned_abs();
        inside.slice_axis_inplace(Axis(axis), Slice::new(before as isize, Some(end as isize), step));
    }
    inside.assign(plain);
    memory
}

macro_rules! seen {
    ($memory:ident, $lie:ident) => {{
        let mut view = $memory;
        match $lie {
            Lie::Transposed => view = view.reversed_axes(),
            Lie::Reversed => (0..view.ndim()).for_each(|axis| view.invert_axis(Axis(axis))),
            Lie::EverySecond => (0..view.ndim()).for_each(|axis| {
                view.slice_axis_inplace(Axis(axis), Slice::new(0, None, 2));
            }),
            Lie::CutOut => (0..view.ndim()).for_each(|axis| {
                view.slice_axis_inplace(Axis(axis), Slice::new(1, Some(-2), 1));
            }),
        }
        view.into_dimensionality().expect("the rank is known")
    }};
}

/// The array with this layout in the memory.
pub fn view<T, D: Dimension>(lie: Lie, memory: &ArrayD<T>) -> ArrayView<'_, T, D> {
    let memory = memory.view();
    seen!(memory, lie)
}

/// The array, mutably.
pub fn view_mut<T, D: Dimension>(lie: Lie, memory: &mut ArrayD<T>) -> ArrayViewMut<'_, T, D> {
    let memory = memory.view_mut();
    seen!(memory, lie)
}

impl Setting {
    /// Memory for an array, or for the place after all arrays.
    pub fn memory<T: Number>(&self, array: usize) -> ArrayD<T> {
        let shape = self.shapes.get(array).unwrap_or(&self.place);
        let elements = elements(self.data, array, shape.iter().product());
        match self.lies[array] {
            Some(lie) => memory(lie, shape, elements),
            None => crate::support::array(shape, elements),
        }
    }

    /// The array in its memory.
    pub fn view<'a, T>(&self, array: usize, memory: &'a ArrayD<T>) -> ArrayView<'a, T, IxDyn> {
        self.lies[array].map_or(memory.view(), |lie| view(lie, memory))
    }

    /// The same, mutably.
    pub fn view_mut<'a, T>(&self, array: usize, memory: &'a mut ArrayD<T>) -> ArrayViewMut<'a, T, IxDyn> {
        match self.lies[array] {
            Some(lie) => view_mut(lie, memory),
            None => memory.view_mut(),
        }
    }
}

/// A nested array with these elements.
pub fn nested<A: Nested>(elements: Vec<A::Number>) -> A {
    A::taken(&mut elements.into_iter())
}

/// A nested array, or a number.
pub trait Nested {
    type Number: Number;
    fn taken(elements: &mut impl Iterator<Item = Self::Number>) -> Self;
}

macro_rules! numbers {
    ($($T:ident)*) => {$(
        impl Nested for $T {
            type Number = $T;
            fn taken(elements: &mut impl Iterator<Item = $T>) -> $T {
                elements.next().expect("an element")
            }
        }

        impl Part for $T {
            fn part(&self, _: &mut Vec<usize>, bits: &mut Vec<u64>) {
                bits.push(Number::bits(*self));
            }
            fn lengths() -> Vec<usize> {
                Vec::new()
            }
        }

        impl ToOutcome for $T {
            fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
                (Vec::new(), vec![Number::bits(*self)])
            }
        }
    )*};
}
numbers!(f32 f64 i32 i64 u8);

impl Part for bool {
    fn part(&self, _: &mut Vec<usize>, bits: &mut Vec<u64>) {
        bits.push(u64::from(*self));
    }
    fn lengths() -> Vec<usize> {
        Vec::new()
    }
}

impl<A: Nested, const N: usize> Nested for [A; N] {
    type Number = A::Number;
    fn taken(elements: &mut impl Iterator<Item = A::Number>) -> Self {
        std::array::from_fn(|_| A::taken(elements))
    }
}

/// A part of a nested array.
pub trait Part {
    fn part(&self, shape: &mut Vec<usize>, bits: &mut Vec<u64>);
    fn lengths() -> Vec<usize>;
}

impl<A: Part, const N: usize> Part for [A; N] {
    fn part(&self, shape: &mut Vec<usize>, bits: &mut Vec<u64>) {
        self.iter().for_each(|each| each.part(shape, bits));
    }
    fn lengths() -> Vec<usize> {
        [vec![N], A::lengths()].concat()
    }
}

/// Shape and elements of any result.
pub trait ToOutcome {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>);
}

fn all<'a, T: Part + 'a>(shape: &[usize], elements: impl Iterator<Item = &'a T>) -> (Vec<usize>, Vec<u64>) {
    let mut bits = Vec::new();
    elements.for_each(|each| each.part(&mut Vec::new(), &mut bits));
    (shape.to_vec(), bits)
}

impl<S: Data<Elem: Part>, D: Dimension> ToOutcome for ArrayBase<S, D> {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
        all(self.shape(), self.iter())
    }
}

impl<T: Part> ToOutcome for Vec<T> {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
        all(&[self.len()], self.iter())
    }
}

impl<T: Part> ToOutcome for [T] {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
        all(&[self.len()], self.iter())
    }
}

impl<A: Part, const N: usize> ToOutcome for [A; N] {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
        let mut bits = Vec::new();
        self.part(&mut Vec::new(), &mut bits);
        (Self::lengths(), bits)
    }
}

impl<T: Part, S: Shape> ToOutcome for Tensor<T, S> {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
        all(self.shape(), self.iter())
    }
}

impl<T: Part, S: Shape> ToOutcome for TensorViewMut<'_, T, S> {
    fn to_parts(&self) -> (Vec<usize>, Vec<u64>) {
        all(self.shape(), self.iter())
    }
}

/// The result of a call.
pub fn outcome<R: ToOutcome>(result: Result<R, BroadcastError>) -> Outcome {
    result.map(|result| result.to_parts()).map_err(|error| error.to_string())
}

/// The results of a call, or why it is refused.
pub type Outcomes = Result<Vec<(Vec<usize>, Vec<u64>)>, String>;

/// The results of a call with reductions.
pub fn outcomes<R: ToOutcomes>(results: Result<R, BroadcastError>) -> Outcomes {
    results.map(|results| results.to_all_parts()).map_err(|error| error.to_string())
}

/// Shapes and elements of a result, or of those in a tuple.
pub trait ToOutcomes {
    fn to_all_parts(&self) -> Vec<(Vec<usize>, Vec<u64>)>;
}

impl<R: ToOutcome> ToOutcomes for R {
    fn to_all_parts(&self) -> Vec<(Vec<usize>, Vec<u64>)> {
        vec![self.to_parts()]
    }
}

impl<A: ToOutcome, B: ToOutcome> ToOutcomes for (A, B) {
    fn to_all_parts(&self) -> Vec<(Vec<usize>, Vec<u64>)> {
        vec![self.0.to_parts(), self.1.to_parts()]
    }
}

impl<A: ToOutcome, B: ToOutcome, C: ToOutcome> ToOutcomes for (A, B, C) {
    fn to_all_parts(&self) -> Vec<(Vec<usize>, Vec<u64>)> {
        vec![self.0.to_parts(), self.1.to_parts(), self.2.to_parts()]
    }
}

/// The outcome of a call into a place.
pub fn written(result: Result<(), BroadcastError>) -> Result<(), String> {
    result.map_err(|error| error.to_string())
}
