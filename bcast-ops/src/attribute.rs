//! A node's attributes, as model files store them.

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Attribute {
    /// An integer, or a flag.
    Int(i64),
    /// A floating-point number.
    Float(f32),
    /// A text.
    String(String),
    /// Integers.
    Ints(Vec<i64>),
    /// Floating-point numbers.
    Floats(Vec<f32>),
}

impl Attribute {
    /// The kind, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Attribute::Int(_) => "an integer",
            Attribute::Float(_) => "a floating-point number",
            Attribute::String(_) => "a text",
            Attribute::Ints(_) => "integers",
            Attribute::Floats(_) => "floating-point numbers",
        }
    }

    /// The value, for messages.
    pub(crate) fn text(&self) -> String {
        match self {
            Attribute::Int(value) => value.to_string(),
            Attribute::Float(value) => value.to_string(),
            Attribute::String(value) => format!("`{value}`"),
            Attribute::Ints(values) => format!("{values:?}"),
            Attribute::Floats(values) => format!("{values:?}"),
        }
    }
}

macro_rules! from {
    ($($T:ty => $Variant:ident $convert:expr;)*) => {$(
        impl From<$T> for Attribute {
            fn from(value: $T) -> Self {
                Attribute::$Variant($convert(value))
            }
        }
    )*};
}
from! {
    i64 => Int core::convert::identity;
    i32 => Int i64::from;
    bool => Int i64::from;
    f32 => Float core::convert::identity;
    &str => String str::to_owned;
    String => String core::convert::identity;
    Vec<i64> => Ints core::convert::identity;
    Vec<f32> => Floats core::convert::identity;
}

/// The attributes of a node by name.
///
/// ```
/// use bcast_ops::{Attribute, Attributes};
///
/// let attributes = Attributes::from([("alpha", 0.5_f32.into()), ("transA", 1.into())]);
/// assert_eq!(attributes.get("transA"), Some(&Attribute::Int(1)));
/// assert_eq!(attributes.get("transB"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes(Vec<(String, Attribute)>);

impl Attributes {
    /// No attributes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an attribute, or replaces its value.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Attribute>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of the attribute with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// All attributes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attribute)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<N: Into<String>, const COUNT: usize> From<[(N, Attribute); COUNT]> for Attributes {
    fn from(pairs: [(N, Attribute); COUNT]) -> Self {
        pairs.into_iter().collect()
    }
}

impl<N: Into<String>> FromIterator<(N, Attribute)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (N, Attribute)>>(pairs: I) -> Self {
        let mut attributes = Attributes::new();
        pairs.into_iter().for_each(|(name, value)| attributes.insert(name, value));
        attributes
    }
}
