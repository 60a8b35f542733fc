//! Random layouts through the kernels of every instruction set: views that are permuted, stepped, reversed, stretched
//! by stride 0 and self-overlapping, each over an allocation that ends with its last element, so that AddressSanitizer
//! detects any access outside; elements of 0 to 16 bytes; every mode, into new memory and into places. Each result
//! equals naive index arithmetic, and nothing else in a place's memory is written.
#![no_main]

use std::fmt::Debug;
use std::ops::{Add, Mul};

use arbitrary::{Arbitrary, Result, Unstructured};
use bcast::__private::limit_instructions;
use bcast::mode::Mode;
use bcast::{Broadcast, BroadcastError, try_bcast};
use libfuzzer_sys::fuzz_target;
use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, ShapeBuilder};

#[path = "../../tests/random/model.rs"]
#[allow(dead_code, reason = "some options are drawn by another target")]
mod model;

/// The cost of a call's expression.
const MOST_ELEMENTS: usize = 4096;
const LENGTHS: [usize; 32] = [
    1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 129, 257, 1025, 0,
];

/// An element with wrapping arithmetic.
trait Element: Copy + PartialEq + Debug + Default + Add<Output = Self> + Mul<Output = Self> {
    /// Element number `index`, as distinct as its size allows.
    fn of(index: usize) -> Self;
}

macro_rules! wrapping {
    ($($name:ident($of:ty) by $convert:expr;)*) => {$(
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        struct $name($of);

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                $name(self.0.wrapping_add(other.0))
            }
        }

        impl Mul for $name {
            type Output = Self;
            fn mul(self, other: Self) -> Self {
                $name(self.0.wrapping_mul(other.0))
            }
        }

        impl Element for $name {
            fn of(index: usize) -> Self {
                let convert: fn(usize) -> $of = $convert;
                $name(convert(index))
            }
        }
    )*};
}
wrapping! {
    One(u8) by |index| (index % 251) as u8;
    Two(u16) by |index| index as u16;
    Four(u32) by |index| index as u32;
    Eight(u64) by |index| index as u64;
    Sixteen(u128) by |index| (index as u128) << 100 | index as u128;
}

/// Elements of size 0, or of a size that is no power of two.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> Default for Bytes<N> {
    fn default() -> Self {
        Bytes([0; N])
    }
}

impl<const N: usize> Add for Bytes<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Bytes(std::array::from_fn(|part| self.0[part].wrapping_add(other.0[part])))
    }
}

impl<const N: usize> Mul for Bytes<N> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Bytes(std::array::from_fn(|part| self.0[part].wrapping_mul(other.0[part])))
    }
}

impl<const N: usize> Element for Bytes<N> {
    fn of(index: usize) -> Self {
        Bytes(std::array::from_fn(|part| (index >> (8 * part % 16)) as u8 ^ part as u8))
    }
}

impl Element for i64 {
    fn of(index: usize) -> Self {
        (index % 97) as i64 - 40
    }
}

impl Element for f32 {
    fn of(index: usize) -> Self {
        (index % 61) as f32
    }
}

/// An expression of unknown cost, which also gets kernels for the widest vectors.
fn costly<T: Element>(a: T, b: T) -> T {
    a * b + a
}

/// An array's layout in memory.
#[derive(Clone, Debug)]
struct Layout {
    strides: Vec<usize>,
    reversed: Vec<bool>,
    /// The number of elements from the first to the last.
    extent: usize,
}

impl Layout {
    /// A place has no repeated elements.
    fn draw(shape: &[usize], is_place: bool, u: &mut Unstructured<'_>) -> Result<Self> {
        let kind = u8::arbitrary(u)?;
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).rev().collect();
        if kind & 1 != 0 {
            for axis in 1..rank {
                order.swap(axis, u.int_in_range(0..=axis)?);
            }
        }
        let mut layout = Layout { strides: vec![0; rank], reversed: vec![false; rank], extent: 1 };
        let empty = shape.contains(&0);
        for axis in order {
            let gap = if kind & 2 != 0 { usize::from(u8::arbitrary(u)? % 4) } else { 0 };
            let own = match (is_place, if kind & 4 != 0 { u8::arbitrary(u)? % 8 } else { 7 }) {
                (false, 0) => 0,
                // Repeated elements: a window that slides over the same memory.
                (false, 1) => 1,
                (false, 2) => (layout.extent / 2).max(1),
                _ => layout.extent + gap,
            };
            layout.strides[axis] = own;
            layout.reversed[axis] = kind & 8 != 0 && bool::arbitrary(u)?;
            layout.extent += shape[axis].saturating_sub(1) * own;
        }
        // ndarray requires strides within the memory even for empty arrays.
        layout.extent -= usize::from(empty);
        Ok(layout)
    }

    fn memory<T: Element>(&self, first: usize) -> Box<[T]> {
        (0..self.extent).map(|index| T::of(first + index)).collect()
    }

    fn view<'a, T>(&self, shape: &[usize], memory: &'a [T]) -> ArrayViewD<'a, T> {
        let strides = IxDyn(&self.strides);
        let mut view = ArrayViewD::from_shape(IxDyn(shape).strides(strides), memory).expect("the memory is as large");
        self.each_reversed(|axis| view.invert_axis(axis));
        view
    }

    fn view_mut<'a, T>(&self, shape: &[usize], memory: &'a mut [T]) -> ArrayViewMutD<'a, T> {
        let strides = IxDyn(&self.strides);
        let mut view =
            ArrayViewMutD::from_shape(IxDyn(shape).strides(strides), memory).expect("the memory is as large");
        self.each_reversed(|axis| view.invert_axis(axis));
        view
    }

    fn each_reversed(&self, act: impl FnMut(Axis)) {
        (0..self.reversed.len()).filter(|&axis| self.reversed[axis]).map(Axis).for_each(act);
    }
}

/// A call, without the type of its elements.
#[derive(Debug)]
struct Drawn {
    level: usize,
    element: u8,
    form: u8,
    mode: Mode,
    axis: i64,
    axes: Option<Vec<i64>>,
    to: Option<Vec<usize>>,
    operands: Vec<(Vec<usize>, Layout)>,
    place: (Vec<usize>, Layout),
}

/// Usually the result's shape, or one that stretches to it.
fn piece(of: &[usize], u: &mut Unstructured<'_>) -> Result<Vec<usize>> {
    let kind = u8::arbitrary(u)?;
    if kind & 3 == 0 {
        return Ok(of.to_vec());
    }
    let start = if kind & 4 == 0 { 0 } else { u.int_in_range(0..=of.len())? };
    let end = if kind & 24 == 0 { u.int_in_range(start..=of.len())? } else { of.len() };
    let ones = if kind & 32 == 0 { 0 } else { u8::arbitrary(u)? };
    let mut piece = of[start..end].to_vec();
    piece.iter_mut().enumerate().filter(|(axis, _)| ones >> (axis % 8) & 1 == 1).for_each(|(_, length)| *length = 1);
    if kind > 240 && !piece.is_empty() {
        let wrong = u.int_in_range(0..=piece.len() - 1)?;
        piece[wrong] = LENGTHS[usize::from(u8::arbitrary(u)? % 8)];
    }
    Ok(piece)
}

impl Arbitrary<'_> for Drawn {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let [level, element, form, mode] = <[u8; 4]>::arbitrary(u)?;
        let mode = Mode::ALL[usize::from(mode & 7)];
        let mut result = Vec::new();
        for _ in 0..u.int_in_range(0..=6)? {
            let length = LENGTHS[usize::from(u8::arbitrary(u)? & 31)];
            let fits = result.iter().map(|&length: &usize| length.max(1)).product::<usize>() * length <= MOST_ELEMENTS;
            result.push(if fits { length } else { 1 });
        }
        let of = |shape: Vec<usize>, is_place, u: &mut Unstructured<'_>| {
            let layout = Layout::draw(&shape, is_place, u)?;
            Ok((shape, layout))
        };
        let operands = (0..3).map(|_| of(piece(&result, u)?, false, u)).collect::<Result<_>>()?;
        let place = of(if u8::arbitrary(u)? > 230 { piece(&result, u)? } else { result.clone() }, true, u)?;
        let axis = i64::from(u8::arbitrary(u)? % 8) - 1;
        let axes = u8::arbitrary(u)?;
        let axes: Vec<i64> = (0..8).filter(|axis| axes >> axis & 1 == 1).collect();
        let axes = if mode == Mode::Explicit { Some(axes).filter(|axes| !axes.is_empty()) } else { None };
        let to = if matches!(mode, Mode::Explicit | Mode::Bidirectional) { Some(result) } else { None };
        Ok(Drawn { level: usize::from(level % 3), element, form, mode, axis, axes, to, operands, place })
    }
}

impl Drawn {
    /// The largest number of elements of the operands' result, whichever axes meet.
    fn most_elements(&self) -> usize {
        let rank = self.operands.iter().map(|(shape, _)| shape.len()).max().unwrap_or(0);
        let joined = |first: fn(usize, usize) -> usize| {
            let mut joined = vec![1; rank];
            for (shape, _) in &self.operands {
                let first = first(rank - shape.len(), usize::try_from(self.axis).unwrap_or(0));
                joined[first..].iter_mut().zip(shape).for_each(|(most, &length)| *most = length.max(*most));
            }
            joined.iter().fold(1, |count: usize, &length| count.saturating_mul(length))
        };
        joined(|room, _| room).max(joined(|_, _| 0)).max(joined(|room, axis| axis.min(room)))
    }
}

/// The result of one form of call: `Err` if it is refused.
enum Given<T> {
    New(Answered<ArrayD<T>>),
    Place(Answered<()>),
}
/// The return value of a call.
type Answered<T> = std::result::Result<T, BroadcastError>;

/// Runs the drawn call on elements `T`.
fn run<T: Element>(drawn: &Drawn) {
    let memories: Vec<Box<[T]>> =
        drawn.operands.iter().enumerate().map(|(i, (_, layout))| layout.memory(1000 * i + 1)).collect();
    let views: Vec<ArrayViewD<'_, T>> =
        drawn.operands.iter().zip(&memories).map(|((shape, layout), memory)| layout.view(shape, memory)).collect();
    let [a, b, c] = &views[..] else { unreachable!("three operands are drawn") };
    let (shape, layout) = &drawn.place;
    let before: Box<[T]> = layout.memory(7);
    let mut memory = before.clone();
    let mut y = layout.view_mut(shape, &mut memory);
    let axis = drawn.axis;
    let s = T::of(5);

    // The mode, the number of operands and whether the place is one; the element as a function of theirs.
    let form = drawn.form % 18;
    let (mode, count, reads_place): (Mode, usize, bool);
    let expression: fn(&[T]) -> T;
    macro_rules! form {
        ($mode:expr, $count:expr, $reads:expr, $expression:expr, $call:expr) => {{
            (mode, count, reads_place) = ($mode, $count, $reads);
            expression = $expression;
            $call
        }};
    }
    let any = || {
        let call = Broadcast::new(drawn.mode);
        let call = if matches!(drawn.mode, Mode::Pdpd | Mode::Paddle) { call.axis(axis) } else { call };
        let call = if let Some(axes) = &drawn.axes { call.axes(&axes[..]) } else { call };
        match &drawn.to {
            Some(to) => call.to(to.iter().map(|&length| length as i64).collect::<Vec<_>>()),
            None => call,
        }
    };
    use Given::{New, Place};
    let given: Given<T> = match form {
        0 => form!(Mode::Numpy, 1, false, |e| e[0], New(try_bcast!(a))),
        1 => form!(Mode::Numpy, 1, false, |e| e[0] * T::of(5) + e[0], New(try_bcast!(a * s + a))),
        2 => form!(Mode::Numpy, 2, false, |e| e[0] + e[1], New(try_bcast!(a + b))),
        3 => form!(Mode::Numpy, 2, false, |e| costly(e[0], e[1]), New(try_bcast!(costly(a, b)))),
        4 => form!(Mode::Numpy, 3, false, |e| e[0] * e[1] + e[2], New(try_bcast!(a * b + c))),
        5 => form!(Mode::Pdpd, 2, false, |e| e[0] * e[1], New(try_bcast!(a * b, mode = pdpd, axis = axis))),
        6 => form!(Mode::Paddle, 3, false, |e| e[0] * e[1] + e[2], {
            New(try_bcast!(a * b + c, mode = paddle, axis = axis))
        }),
        7 => form!(Mode::Ncnn, 2, false, |e| e[0] + e[1], New(try_bcast!(a + b, mode = ncnn))),
        8 => form!(Mode::Unidirectional, 2, false, |e| e[0] * e[1], New(try_bcast!(a * b, mode = unidirectional))),
        9 => form!(Mode::None, 2, false, |e| e[0] + e[1], New(try_bcast!(a + b, mode = none))),
        10 => form!(Mode::Numpy, 2, false, |e| e[0] + e[1], Place(try_bcast!(y = a + b))),
        11 => form!(Mode::Numpy, 3, false, |e| costly(e[0] + e[1], e[2]), Place(try_bcast!(y = costly(a + b, c)))),
        12 => form!(Mode::Numpy, 2, true, |e| e[0] * e[1] + e[0], Place(try_bcast!(y = y * a + y))),
        13 => form!(Mode::Pdpd, 2, true, |e| e[0] + e[1], Place(try_bcast!(y = y + a, mode = pdpd, axis = axis))),
        14 => form!(Mode::Numpy, 0, false, |_| T::of(5), Place(try_bcast!(y = s))),
        15 => form!(drawn.mode, 1, false, |e| e[0], Place(any().try_apply_into(&mut y, (a,), |(a,)| a))),
        16 => form!(drawn.mode, 2, false, |e| e[0] * e[1] + e[0], {
            Place(any().try_apply_into(&mut y, (a, b), |(a, b)| costly(a, b)))
        }),
        _ => form!(drawn.mode, 3, false, |e| e[0] + e[1] * e[2], {
            Place(any().cheap().try_apply_into(&mut y, (a, b, c), |(a, b, c)| a + b * c))
        }),
    };

    let from_api = form >= 15;
    let others = &drawn.operands[..count - usize::from(reads_place)];
    let own_place = reads_place.then(|| shape.clone());
    let shapes: Vec<Vec<usize>> = own_place.into_iter().chain(others.iter().map(|(shape, _)| shape.clone())).collect();
    let is_new = matches!(given, New(_));
    let case = model::Case {
        mode: match mode {
            Mode::None => model::Mode::None,
            Mode::Numpy => model::Mode::Numpy,
            Mode::Unidirectional => model::Mode::Unidirectional,
            Mode::Bidirectional => model::Mode::Bidirectional,
            Mode::Pdpd => model::Mode::Pdpd,
            Mode::Paddle => model::Mode::Paddle,
            Mode::Explicit => model::Mode::Explicit,
            Mode::Ncnn => model::Mode::Ncnn,
            Mode::Named => unreachable!("only calls that the model knows are drawn"),
        },
        own: vec![None; shapes.len()],
        shapes,
        axis: if matches!(mode, Mode::Pdpd | Mode::Paddle) { axis } else { -1 },
        axes: drawn.axes.clone().filter(|_| from_api),
        to: drawn.to.clone().filter(|_| from_api),
        base: None,
        place: (!is_new).then(|| (shape.clone(), reads_place.then_some(0))),
    };
    // A call without arrays fills the place.
    let answer = match count {
        0 => Some(model::Answer { shape: shape.clone(), maps: Vec::new() }),
        _ => case.answer(),
    };
    let old = layout.view(shape, &before);
    let read: Vec<&ArrayViewD<'_, T>> = reads_place.then_some(&old).into_iter().chain(&views).collect();
    let naive = |answer: &model::Answer, position: &IxDyn| {
        let position: Vec<usize> = (0..answer.shape.len()).map(|axis| position[axis]).collect();
        let element = |operand: usize| {
            let index = answer.index(operand, &case.shapes[operand], &position);
            read[operand][&index[..]]
        };
        expression(&(0..count).map(element).collect::<Vec<_>>())
    };
    match (given, answer) {
        (New(Err(_)) | Place(Err(_)), None) => assert_eq!(memory, before, "{drawn:?}"),
        (New(Ok(found)), Some(answer)) => {
            assert_eq!(found.shape(), &answer.shape[..], "{drawn:?}");
            let expected = ArrayD::from_shape_fn(IxDyn(&answer.shape), |position| naive(&answer, &position));
            assert_eq!(found, expected, "{drawn:?}");
        }
        (Place(Ok(())), Some(answer)) => {
            let mut expected = before.clone();
            let mut place = layout.view_mut(shape, &mut expected);
            place.indexed_iter_mut().for_each(|(position, element)| *element = naive(&answer, &position));
            assert_eq!(memory, expected, "{drawn:?}");
        }
        (New(Err(error)) | Place(Err(error)), Some(answer)) => panic!("{answer:?}, but {error}: {drawn:?}"),
        (New(Ok(_)) | Place(Ok(())), None) => panic!("accepted, to be refused: {drawn:?}"),
    }
}

/// Runs calls with reductions of two operands over the axes that `element` selects, against index arithmetic.
fn reduce(drawn: &Drawn) {
    let memories: Vec<Box<[i64]>> =
        drawn.operands.iter().zip([1, 1001]).map(|((_, layout), first)| layout.memory(first)).collect();
    let views: Vec<ArrayViewD<'_, i64>> =
        drawn.operands.iter().zip(&memories).map(|((shape, layout), memory)| layout.view(shape, memory)).collect();
    let [a, b] = &views[..] else { unreachable!("two operands are read") };
    let case = model::Case {
        mode: model::Mode::Numpy,
        shapes: drawn.operands[..2].iter().map(|(shape, _)| shape.clone()).collect(),
        axis: -1,
        axes: None,
        to: None,
        base: None,
        own: vec![None; 2],
        place: None,
    };
    let Some(answer) = case.answer() else { return };
    let shape = &answer.shape;
    let taken: Vec<usize> = (0..shape.len()).filter(|axis| drawn.element >> axis & 1 == 1).collect();
    let axes: Vec<i64> = taken.iter().map(|&axis| axis as i64 - shape.len() as i64).collect();
    if taken.is_empty() {
        return;
    }
    let element = |position: &IxDyn| {
        let position: Vec<usize> = (0..shape.len()).map(|axis| position[axis]).collect();
        let read = |operand: usize| views[operand][&answer.index(operand, &case.shapes[operand], &position)[..]];
        costly(read(0), read(1))
    };
    let elements = ArrayD::from_shape_fn(IxDyn(shape), |position| element(&position));
    let rest = |position: &IxDyn| {
        let mut position = position.clone();
        taken.iter().for_each(|&axis| position[axis] = 0);
        position
    };
    let mut lengths = shape.clone();
    taken.iter().for_each(|&axis| lengths[axis] = 1);
    let mut sums = ArrayD::<i64>::zeros(lengths.clone());
    let mut largest = ArrayD::from_elem(lengths, i64::MIN);
    for (position, &element) in elements.indexed_iter() {
        sums[rest(&position)] += element;
        let largest = &mut largest[rest(&position)];
        *largest = element.max(*largest);
    }
    let found = try_bcast!(sum(a * b + a, axis = axes), keep, allow = mutual_stretch);
    assert_eq!(found.expect("it is legal"), sums, "{drawn:?}");
    let expected = ArrayD::from_shape_fn(IxDyn(shape), |position| elements[&position] - sums[rest(&position)]);
    let found = try_bcast!(
        {
            let e = costly(a, b);
            e - sum(e, axis = axes)
        },
        allow = mutual_stretch
    );
    assert_eq!(found.expect("it is legal"), expected, "{drawn:?}");
    match try_bcast!(max(costly(a, b), axis = axes), keep, allow = mutual_stretch) {
        Ok(found) => assert_eq!(found, largest, "{drawn:?}"),
        Err(error) => assert!(taken.iter().any(|&axis| shape[axis] == 0), "{error}: {drawn:?}"),
    }
}

fuzz_target!(|drawn: Drawn| {
    // Operands without a common shape may give a result of millions of elements, which naive arithmetic computes too slowly.
    if drawn.most_elements() > 16 * MOST_ELEMENTS {
        return;
    }
    limit_instructions(drawn.level);
    if drawn.form >= 192 {
        return reduce(&drawn);
    }
    match drawn.element % 10 {
        0 => run::<One>(&drawn),
        1 => run::<Two>(&drawn),
        2 => run::<Bytes<3>>(&drawn),
        3 => run::<Four>(&drawn),
        4 => run::<f32>(&drawn),
        5 => run::<Eight>(&drawn),
        6 => run::<Bytes<12>>(&drawn),
        7 => run::<Sixteen>(&drawn),
        8 => run::<Bytes<0>>(&drawn),
        _ => run::<Bytes<7>>(&drawn),
    }
});
