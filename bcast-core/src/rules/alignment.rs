//! An operand's own alignment.

/// Where one operand's axes sit in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment<'a> {
    /// As the mode and its options say.
    ByMode,
    /// `axis(path) = k`: fits as in pdpd, with no vote in the result's shape.
    Axis(i64),
    /// `axes(path) = [..]`: fits as in explicit, with no vote in the result's shape.
    Axes(&'a [i64]),
}
