//! The operands and the output of a workload, shared by all its candidates.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ndarray::{ArrayView, ArrayView1, ArrayView2, ArrayView3, ArrayView4, ArrayViewMut, Dimension, IxDyn};

use crate::random::Random;

/// Arrays begin at a multiple of this many bytes, like allocations of `malloc`.
const STEP: usize = 16;
/// Beginnings are uniform within this many bytes: addresses equal modulo it conflict in the cache.
const SPREAD: usize = 4096;

/// The values of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `f32` from 0.5 to 1.5.
    Positive,
    /// `f32` from -0.5 to 0.5.
    Signed,
    /// `u8`.
    Byte,
}

/// The shapes of a workload.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// The shape of each operand, and its values.
    pub operands: Vec<(Vec<usize>, Kind)>,
    /// The shape of the result.
    pub output: Vec<usize>,
}

/// An array's elements, in memory that lives as long as the owner.
#[derive(Debug)]
struct Elements<T> {
    /// Kept for its memory.
    _owner: Vec<T>,
    start: *mut T,
    length: usize,
}

impl<T: Copy> Elements<T> {
    fn new(length: usize, random: &mut Random, mut value: impl FnMut(&mut Random) -> T) -> Self {
        let surplus = (SPREAD + STEP) / size_of::<T>();
        let mut owner = Vec::with_capacity(length + surplus);
        let first = value(random);
        owner.resize(length + surplus, first);
        let offset = random.below(SPREAD / STEP) * STEP;
        let start = owner.as_mut_ptr();
        let misaligned = start.addr() % STEP;
        // At most SPREAD - STEP for the offset and STEP - 1 for alignment: within the surplus.
        let skipped = offset.next_multiple_of(STEP) + if misaligned == 0 { 0 } else { STEP - misaligned };
        let start = start.wrapping_byte_add(skipped);
        for index in 0..length {
            // SAFETY: `skipped` bytes and `length` elements are within the allocation, as said above.
            unsafe { start.add(index).write(value(random)) };
        }
        Elements { _owner: owner, start, length }
    }
}

#[derive(Debug)]
enum Data {
    Single(Elements<f32>),
    Byte(Elements<u8>),
}

/// The arrays of a workload.
#[derive(Debug)]
pub struct Memory {
    shapes: Shapes,
    operands: Vec<Data>,
    output: Elements<f32>,
    output_taken: Cell<bool>,
}

/// The output, which candidates write one after another.
pub type Place<'m, D> = Rc<RefCell<ArrayViewMut<'m, f32, D>>>;

impl Memory {
    /// Allocates at random addresses.
    pub fn new(shapes: Shapes, random: &mut Random) -> Self {
        let operand = |(shape, kind): &(Vec<usize>, Kind), random: &mut Random| {
            let length = shape.iter().product();
            match kind {
                Kind::Positive => Data::Single(Elements::new(length, random, Random::number)),
                Kind::Signed => Data::Single(Elements::new(length, random, |random| random.number() - 1.0)),
                Kind::Byte => Data::Byte(Elements::new(length, random, |random| random.bits() as u8)),
            }
        };
        let operands = shapes.operands.iter().map(|shape| operand(shape, random)).collect();
        let output = Elements::new(shapes.output.iter().product(), random, |_| 0.0);
        Memory { shapes, operands, output, output_taken: Cell::new(false) }
    }

    /// The address of an operand, for a reader in another language.
    pub fn operand_address(&self, index: usize) -> *const u8 {
        match &self.operands[index] {
            Data::Single(elements) => elements.start.cast(),
            Data::Byte(elements) => elements.start,
        }
    }

    /// The address of the output, for a writer in another language.
    pub fn output_address(&self) -> *mut f32 {
        self.output.start
    }

    /// The shapes of the arrays.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// An operand of `f32` as a slice.
    ///
    /// # Panics
    /// If it has other elements.
    pub fn flat(&self, index: usize) -> &[f32] {
        let Data::Single(elements) = &self.operands[index] else { panic!("operand {index} is of bytes") };
        // SAFETY: this many elements were written when the memory was made, and nothing writes to operands.
        unsafe { std::slice::from_raw_parts(elements.start, elements.length) }
    }

    /// An operand of `u8` as a slice.
    ///
    /// # Panics
    /// If it has other elements.
    pub fn bytes(&self, index: usize) -> &[u8] {
        let Data::Byte(elements) = &self.operands[index] else { panic!("operand {index} is of numbers") };
        // SAFETY: as in `flat`.
        unsafe { std::slice::from_raw_parts(elements.start, elements.length) }
    }

    fn array<D: Dimension>(&self, index: usize) -> ArrayView<'_, f32, D> {
        view(&self.shapes.operands[index].0, self.flat(index))
    }

    /// An operand of rank 1.
    pub fn array1(&self, index: usize) -> ArrayView1<'_, f32> {
        self.array(index)
    }

    /// An operand of rank 2.
    pub fn array2(&self, index: usize) -> ArrayView2<'_, f32> {
        self.array(index)
    }

    /// An operand of rank 3.
    pub fn array3(&self, index: usize) -> ArrayView3<'_, f32> {
        self.array(index)
    }

    /// An operand of rank 4.
    pub fn array4(&self, index: usize) -> ArrayView4<'_, f32> {
        self.array(index)
    }

    /// An operand of rank 3 with elements `u8`.
    pub fn bytes3(&self, index: usize) -> ArrayView3<'_, u8> {
        view(&self.shapes.operands[index].0, self.bytes(index))
    }

    /// The output.
    ///
    /// # Panics
    /// If it was taken before.
    pub fn place<D: Dimension>(&self) -> Place<'_, D> {
        assert!(!self.output_taken.replace(true), "there is one output");
        // SAFETY: this many elements were written when the memory was made; nobody else has them, since the flag was
        // not set.
        let elements = unsafe { std::slice::from_raw_parts_mut(self.output.start, self.output.length) };
        let place = ArrayViewMut::from_shape(IxDyn(&self.shapes.output), elements);
        let place = place.ok().and_then(|place| place.into_dimensionality().ok());
        Rc::new(RefCell::new(place.unwrap_or_else(|| panic!("the output has another shape"))))
    }
}

fn view<'m, T, D: Dimension>(shape: &[usize], elements: &'m [T]) -> ArrayView<'m, T, D> {
    let view = ArrayView::from_shape(IxDyn(shape), elements).ok().and_then(|view| view.into_dimensionality().ok());
    view.unwrap_or_else(|| panic!("an operand has another rank"))
}
