//! What the text of one call says: the names in its messages and its options' values.

use crate::rules::call::Alignment;
use crate::rules::stated::{Stated, Symbols};
use crate::shape::axis::AxisLength;
use crate::typed::stated::{TypedShapes, Types};

/// One call's names and options, built by generated code: only the options that are written are set.
///
/// It borrows everything and has no destructor, so that a call site that makes one is little code.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// One name an entry of the operand list, constants included.
    pub(crate) names: &'a [&'a str],
    pub(crate) place: &'a str,
    pub(crate) axis: Option<i64>,
    pub(crate) axes: Option<&'a [i64]>,
    pub(crate) to: Option<&'a [i64]>,
    /// An index into the operand list.
    pub(crate) base: Option<usize>,
    pub(crate) own: &'a [Own<'a>],
    pub(crate) stated: Option<Where<'a>>,
    /// What types say of the shapes.
    pub(crate) typed: Option<TypedShapes>,
    /// Whether none of these is set: one question at run time for many. Private, so that nobody sets an option past it.
    has_no_option: bool,
}

/// An operand's own alignment, by its index in the operand list.
#[derive(Clone, Copy, Debug)]
pub struct Own<'a> {
    pub(crate) operand: usize,
    pub(crate) alignment: Alignment<'a>,
}

impl<'a> Own<'a> {
    /// `axis(path) = e`
    #[inline(always)]
    #[must_use]
    pub fn axis(operand: usize, axis: i64) -> Self {
        Own { operand, alignment: Alignment::Axis(axis) }
    }

    /// `axes(path) = e`
    #[inline(always)]
    #[must_use]
    pub fn axes(operand: usize, axes: &'a [i64]) -> Self {
        Own { operand, alignment: Alignment::Axes(axes) }
    }
}

/// The `where` clause of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Where<'a> {
    /// The stated shapes; operands by their index in the operand list.
    pub(crate) shapes: &'a [Stated<'a>],
    pub(crate) symbols: Symbols<'a>,
}

impl<'a> Site<'a> {
    /// A call whose operands have these names.
    #[inline]
    #[must_use]
    pub const fn new(names: &'a [&'a str]) -> Self {
        Site {
            names,
            place: "",
            axis: None,
            axes: None,
            to: None,
            base: None,
            own: &[],
            stated: None,
            typed: None,
            has_no_option: true,
        }
    }

    /// The name of the place.
    #[inline]
    #[must_use]
    pub fn place(self, name: &'a str) -> Self {
        Site { place: name, ..self }
    }

    /// The option `axis`.
    #[inline]
    #[must_use]
    pub fn axis(self, axis: i64) -> Self {
        Site { axis: Some(axis), has_no_option: false, ..self }
    }

    /// The option `axes`.
    #[inline]
    #[must_use]
    pub fn axes(self, axes: &'a [i64]) -> Self {
        Site { axes: Some(axes), has_no_option: false, ..self }
    }

    /// The option `to`.
    #[inline]
    #[must_use]
    pub fn to(self, to: &'a [i64]) -> Self {
        Site { to: Some(to), has_no_option: false, ..self }
    }

    /// The option `base`: an index into the operand list.
    #[inline]
    #[must_use]
    pub fn base(self, operand: usize) -> Self {
        Site { base: Some(operand), has_no_option: false, ..self }
    }

    /// `axis(path) = e` and `axes(path) = e`.
    #[inline]
    #[must_use]
    pub fn own(self, own: &'a [Own<'a>]) -> Self {
        Site { own, has_no_option: false, ..self }
    }

    /// The `where` clause: stated shapes, the text of each NAME, the text and the value of each `{expr}`.
    #[inline]
    #[must_use]
    pub fn stated(
        self,
        shapes: &'a [Stated<'a>],
        names: &'a [&'a str],
        texts: &'a [&'a str],
        values: &'a [usize],
    ) -> Self {
        Site { stated: Some(Where { shapes, symbols: Symbols { names, texts, values } }), has_no_option: false, ..self }
    }

    /// What types say of the operands and of the place.
    #[inline]
    pub(crate) fn typed(self, operands: Option<&'static Types>, place: Option<&'static [AxisLength]>) -> Self {
        Site { typed: Some(TypedShapes { operands, place }), has_no_option: false, ..self }
    }

    /// Whether the call gives no option and states no shape, and types state none.
    #[inline(always)]
    pub(crate) fn has_no_option(&self) -> bool {
        self.has_no_option
    }

    /// Whether a `where` clause or types state shapes.
    #[inline(always)]
    pub(crate) fn states_shapes(&self) -> bool {
        self.stated.is_some() || self.typed.is_some()
    }

    /// The name of an entry of the operand list.
    pub(crate) fn name(&self, operand: usize) -> &'a str {
        self.names.get(operand).copied().unwrap_or("an operand")
    }

    /// The alignment of an entry of the operand list.
    #[inline(always)]
    pub(crate) fn alignment(&self, operand: usize) -> Alignment<'a> {
        if self.own.is_empty() {
            return Alignment::ByMode;
        }
        let own = self.own.iter().find(|own| own.operand == operand);
        own.map_or(Alignment::ByMode, |own| own.alignment)
    }
}
