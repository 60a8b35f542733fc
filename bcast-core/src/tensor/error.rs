//! The error of tensors: the lengths, the shape they do not fit, the axis, and a shape that would fit.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::shape::axes::MAX_RANK;
use crate::shape::axis::AxisLength;
#[cfg(not(feature = "alloc"))]
use crate::shape::fixed::{Box, Vec};

/// The kind of mismatch between a tensor's type and its lengths, elements or source array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeErrorKind {
    /// The number of axes differs from the type's.
    RankDiffers,
    /// An axis's length differs from the type's.
    LengthDiffers,
    /// There are more or fewer elements than the shape has.
    CountDiffers,
    /// The product of the lengths other than 0 exceeds `isize::MAX`.
    TooManyElements,
    /// The elements are not contiguous in C order.
    NotInCOrder,
    /// The given axes do not name each axis once.
    NotAPermutation,
}

/// The reason why lengths, elements or an array do not fit a tensor's shape.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::typed::{Len, ShapeErrorKind, Tensor, Unknown};
///
/// let error = Tensor::<i32, (Len<2>, Unknown)>::from_vec_with([3, 2], vec![0; 6]).unwrap_err();
/// assert_eq!(error.kind(), ShapeErrorKind::LengthDiffers);
/// assert_eq!(
///     error.to_string(),
///     "\
/// shape (3, 2) does not fit `shape![2, _]`: axis 0 has length 3, the type says 2
/// help: `shape![_, _]` takes it"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeError(Box<Details>);

/// Boxed, so that a `Result` stays small.
#[derive(Clone, PartialEq, Eq)]
struct Details {
    /// The shape in the type.
    axes: AsWritten<'static>,
    /// The actual shape, if there is one.
    shape: Vec<usize>,
    mistake: Cause,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The shape does not fit the type.
    Shape,
    /// The shape fits the type and has another number of elements.
    Count { elements: usize },
    /// The shape has more elements than can be counted.
    TooMany,
    /// A view's strides are not those of C order.
    #[cfg_attr(not(feature = "ndarray"), allow(dead_code, reason = "only arrays of other crates have strides"))]
    Order { strides: Vec<isize> },
    /// The axes given do not name each axis of the shape once.
    Permutation { axes: Vec<usize> },
}

impl ShapeError {
    /// The error of `shape` beside the shape `axes` of a type.
    #[cold]
    pub(crate) fn new(axes: &'static [AxisLength], shape: &[usize], mistake: Cause) -> Self {
        Self(Box::new(Details { axes: AsWritten(axes), shape: shape.into(), mistake }))
    }

    /// The kind of mismatch.
    #[must_use]
    pub fn kind(&self) -> ShapeErrorKind {
        let details = &*self.0;
        match &details.mistake {
            Cause::Shape if details.axes.0.len() != details.shape.len() => ShapeErrorKind::RankDiffers,
            Cause::Shape => ShapeErrorKind::LengthDiffers,
            Cause::Count { .. } => ShapeErrorKind::CountDiffers,
            Cause::TooMany => ShapeErrorKind::TooManyElements,
            Cause::Order { .. } => ShapeErrorKind::NotInCOrder,
            Cause::Permutation { .. } => ShapeErrorKind::NotAPermutation,
        }
    }

    /// The shape that does not fit, outermost axis first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.0.shape
    }

    /// The first axis whose length differs from the type's.
    #[must_use]
    pub fn axis(&self) -> Option<usize> {
        match self.kind() {
            ShapeErrorKind::LengthDiffers => self.0.differing().map(|(axis, ..)| axis).next(),
            _ => None,
        }
    }
}

impl Details {
    /// The axes where the actual length differs from the stated one, with both lengths.
    fn differing(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let both = self.shape.iter().zip(self.axes.0).enumerate();
        both.filter_map(|(axis, (&length, said))| Some((axis, length, said.known()?)))
            .filter(|(_, length, said)| length != said)
    }

    /// The type's shape with `_` at some axes.
    fn with_unknown(&self, at: impl Fn(usize) -> bool) -> Vec<AxisLength> {
        let axes = self.axes.0.iter().enumerate();
        axes.map(|(axis, &said)| if at(axis) { AxisLength::Open } else { said }).collect()
    }

    fn shape_differs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shape, axes) = (InBrackets(&self.shape), self.axes);
        write!(f, "shape {shape} does not fit `{axes}`: ")?;
        let rank = self.shape.len();
        if rank != axes.0.len() {
            write!(f, "it has rank {rank}, the type says {}", axes.0.len())?;
            return match rank <= MAX_RANK {
                true => {
                    let unknown: Vec<_> = (0..rank).map(|_| AxisLength::Open).collect();
                    write!(f, "\nhelp: `{}` takes every shape of rank {rank}", AsWritten(&unknown))
                }
                false => write!(f, "\nhelp: shapes in types have at most {MAX_RANK} axes; reshape the array first"),
            };
        }
        for (count, (axis, length, said)) in self.differing().enumerate() {
            let and = if count == 0 { "" } else { "; " };
            write!(f, "{and}axis {axis} has length {length}, the type says {said}")?;
        }
        let unknown = self.with_unknown(|axis| self.differing().any(|(differs, ..)| differs == axis));
        write!(f, "\nhelp: `{}` takes it", AsWritten(&unknown))
    }

    fn count_differs(&self, f: &mut fmt::Formatter<'_>, elements: usize) -> fmt::Result {
        let (shape, axes) = (InBrackets(&self.shape), self.axes);
        let count: usize = self.shape.iter().product();
        let do_not = if elements == 1 { "element does not" } else { "elements do not" };
        match axes.0.iter().all(|axis| axis.known().is_some()) {
            true => write!(f, "{elements} {do_not} fill `{axes}`, which has {count}")?,
            false => write!(f, "{elements} {do_not} fill shape {shape} of `{axes}`, which has {count}")?,
        }
        // The outermost axis that, with another length, would make the numbers of elements equal.
        let other = (0..self.shape.len()).find_map(|axis| {
            let rest: usize =
                self.shape.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, length)| length).product();
            (rest != 0 && elements.is_multiple_of(rest)).then(|| (axis, elements / rest))
        });
        let Some((axis, length)) = other else {
            return match elements < count {
                true => write!(f, "\nhelp: {} missing", Are(count - elements)),
                false => write!(f, "\nhelp: {} too many", Are(elements - count)),
            };
        };
        let mut shape = self.shape.clone();
        shape[axis] = length;
        write!(f, "\nhelp: so many fill shape {}", InBrackets(&shape))?;
        match axes.0[axis].known() {
            Some(_) => write!(f, ", which `{}` takes", AsWritten(&self.with_unknown(|k| k == axis))),
            None => Ok(()),
        }
    }

    fn not_in_c_order(&self, f: &mut fmt::Formatter<'_>, strides: &[isize]) -> fmt::Result {
        let shape = InBrackets(&self.shape);
        write!(f, "the view of shape {shape} has strides {}, and a view of `{}`", InBrackets(strides), self.axes)?;
        write!(f, " reads its elements in C order, one after the other")?;
        write!(f, "\nhelp: `Tensor::try_from(array.to_owned())` copies them into C order")
    }

    fn not_a_permutation(&self, f: &mut fmt::Formatter<'_>, axes: &[usize]) -> fmt::Result {
        let rank = self.shape.len();
        write!(f, "axes {} do not order the {rank} axes of shape {}: ", InBrackets(axes), InBrackets(&self.shape))?;
        match axes.iter().find(|&&axis| axis >= rank) {
            Some(axis) => write!(f, "there is no axis {axis}")?,
            None => {
                let twice =
                    axes.iter().enumerate().find(|(k, axis)| axes[..*k].contains(axis)).map_or(0, |(_, &axis)| axis);
                write!(f, "axis {twice} occurs more than once")?;
            }
        }
        write!(f, "\nhelp: name each of 0..{rank} once")
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = &*self.0;
        match &details.mistake {
            Cause::Shape => details.shape_differs(f),
            Cause::Count { elements } => details.count_differs(f, *elements),
            Cause::TooMany => write!(
                f,
                "shape {} of `{}` has too many elements\nhelp: lengths other than 0 multiply to at most {}, even beside a 0",
                InBrackets(&details.shape),
                details.axes,
                isize::MAX
            ),
            Cause::Order { strides } => details.not_in_c_order(f, strides),
            Cause::Permutation { axes } => details.not_a_permutation(f, axes),
        }
    }
}

impl fmt::Debug for ShapeError {
    /// Prints the message too, since `unwrap` shows this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShapeError({:?}): {self}", self.kind())
    }
}

impl core::error::Error for ShapeError {}

/// A shape of types as `shape!` spells it: `shape![2, _, Batch]`. A [`Len<1>`](crate::typed::Len) is `{1}`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct AsWritten<'a>(pub(crate) &'a [AxisLength]);

impl fmt::Display for AsWritten<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("shape![")?;
        for (axis, length) in self.0.iter().enumerate() {
            f.write_str(if axis == 0 { "" } else { ", " })?;
            match length {
                AxisLength::Known { length: 1, stretches: false } => f.write_str("{1}")?,
                AxisLength::Known { length, .. } => write!(f, "{length}")?,
                AxisLength::Name { name, .. } => f.write_str(name)?,
                AxisLength::Open => f.write_str("_")?,
            }
        }
        f.write_str("]")
    }
}

/// Numbers as messages spell a shape: `(2, 3)`.
pub(crate) struct InBrackets<'a, N>(pub(crate) &'a [N]);

impl<N: fmt::Display> fmt::Display for InBrackets<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (k, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if k == 0 { "" } else { ", " })?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}

/// `1 is`, `2 are`.
struct Are(usize);
impl fmt::Display for Are {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "is" } else { "are" })
    }
}
