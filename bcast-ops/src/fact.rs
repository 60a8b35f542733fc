//! Facts: what is known about an array before it exists.

use std::fmt;
use std::sync::Arc;

use crate::element::{Array, ArrayView, ElementType};

/// The length of an axis, as far as known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// A number.
    Known(usize),
    /// A name: the same length wherever it occurs. It may stand for any number, including 1, and two names may stand for the same one.
    Symbol(Arc<str>),
    /// Nothing is known.
    Unknown,
}

impl From<usize> for Length {
    fn from(length: usize) -> Self {
        Length::Known(length)
    }
}

impl From<&str> for Length {
    fn from(name: &str) -> Self {
        Length::Symbol(name.into())
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Known(length) => write!(f, "{length}"),
            Length::Symbol(name) => f.write_str(name),
            Length::Unknown => f.write_str("_"),
        }
    }
}

/// The element type and shape of an array, and its values if it holds a shape.
///
/// ```
/// use bcast_ops::{ElementType, Fact, Length};
///
/// let fact = Fact::new(ElementType::Float32, ["batch".into(), 3.into(), Length::Unknown]);
/// assert_eq!(fact.to_string(), "float32 (batch, 3, _)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The type of the elements.
    pub element_type: ElementType,
    /// The lengths of the axes, outermost first.
    pub shape: Vec<Length>,
    /// The elements of an array of rank 1 that is a shape or a list of axes, as `Expand` and `Broadcast` take them.
    pub values: Option<Vec<Length>>,
    /// The elements of an array of rank 1 that is a list of axes, of which some may be negative, as `ReduceSum` takes them.
    pub axes: Option<Vec<i64>>,
}

impl Fact {
    /// A fact of this type and shape.
    pub fn new(element_type: ElementType, shape: impl IntoIterator<Item = Length>) -> Self {
        Fact { element_type, shape: shape.into_iter().collect(), values: None, axes: None }
    }

    /// The fact of an array of `int64` that holds a shape with these lengths.
    pub fn of_shape(values: impl IntoIterator<Item = Length>) -> Self {
        let values: Vec<_> = values.into_iter().collect();
        let shape = vec![Length::Known(values.len())];
        Fact { element_type: ElementType::Int64, shape, values: Some(values), axes: None }
    }

    /// The fact of an array of `int64` that lists these axes; negative ones count from the last.
    ///
    /// ```
    /// use bcast_ops::{Attributes, ElementType, Fact, Operator};
    ///
    /// let sum = Operator::onnx("ReduceSum", 13, &Attributes::from([("keepdims", 0.into())]))?;
    /// let data = Fact::new(ElementType::Float32, ["batch".into(), 3.into()]);
    /// assert_eq!(sum.infer(&[data, Fact::of_axes([-1])])?.to_string(), "float32 (batch,)");
    /// # Ok::<(), bcast_ops::OperatorError>(())
    /// ```
    pub fn of_axes(axes: impl IntoIterator<Item = i64>) -> Self {
        let axes: Vec<_> = axes.into_iter().collect();
        let shape = vec![Length::Known(axes.len())];
        Fact { element_type: ElementType::Int64, shape, values: None, axes: Some(axes) }
    }
}

impl From<&ArrayView<'_>> for Fact {
    /// The complete fact of an array, including the values of a short array of integers.
    fn from(array: &ArrayView<'_>) -> Self {
        let shape: Vec<_> = array.shape().iter().map(|&length| Length::Known(length)).collect();
        // Longer arrays are data.
        let is_short = matches!(array.shape(), [length] if *length <= 64);
        let axes = if is_short { crate::shape_input::values(array) } else { None };
        let length = |&value: &i64| usize::try_from(value).ok().map(Length::Known);
        let values = axes.as_ref().and_then(|axes| axes.iter().map(length).collect());
        Fact { element_type: array.element_type(), shape, values, axes }
    }
}

impl From<&Array> for Fact {
    fn from(array: &Array) -> Self {
        Fact::from(&array.view())
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<_> = self.shape.iter().map(Length::to_string).collect();
        write!(f, "{} ({}{})", self.element_type, lengths.join(", "), if lengths.len() == 1 { "," } else { "" })
    }
}
