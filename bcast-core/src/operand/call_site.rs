//! The text of one call: the names in its messages and the values of its options.

use crate::operand::descriptor::TypedShapes;
use crate::rules::call::Alignment;
use crate::rules::list::each;
use crate::rules::stated::{Stated, Symbols};

/// A call's names and options, built by generated code, which sets only the options that are written.
///
/// It borrows everything and has no destructor, which keeps the code of a call site small.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'a> {
    /// The names of the operand list's entries, constants included.
    pub(crate) names: &'a [&'a str],
    pub(crate) place: &'a str,
    pub(crate) axis: Option<i64>,
    pub(crate) axes: Option<&'a [i64]>,
    pub(crate) to: Option<&'a [i64]>,
    /// An index into the operand list.
    pub(crate) base: Option<usize>,
    pub(crate) own: &'a [Own<'a>],
    pub(crate) stated: Option<Where<'a>>,
    /// The shapes as types state them.
    pub(crate) typed: Option<TypedShapes>,
    /// True if none of these is set: one test at run time instead of many. Private, so that every option is set through a
    /// method.
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
    pub const fn axis(operand: usize, axis: i64) -> Self {
        Own { operand, alignment: Alignment::Axis(axis) }
    }

    /// `axes(path) = e`
    #[inline(always)]
    #[must_use]
    pub const fn axes(operand: usize, axes: &'a [i64]) -> Self {
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

impl<'a> CallSite<'a> {
    /// Starts a call whose operands have these names.
    #[inline]
    #[must_use]
    pub const fn new(names: &'a [&'a str]) -> Self {
        CallSite {
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

    /// Sets the place's name.
    #[inline]
    #[must_use]
    pub const fn place(self, name: &'a str) -> Self {
        CallSite { place: name, ..self }
    }

    /// Sets the option `axis`.
    #[inline]
    #[must_use]
    pub const fn axis(self, axis: i64) -> Self {
        CallSite { axis: Some(axis), has_no_option: false, ..self }
    }

    /// Sets the option `axes`.
    #[inline]
    #[must_use]
    pub const fn axes(self, axes: &'a [i64]) -> Self {
        CallSite { axes: Some(axes), has_no_option: false, ..self }
    }

    /// Sets the option `to`.
    #[inline]
    #[must_use]
    pub const fn to(self, to: &'a [i64]) -> Self {
        CallSite { to: Some(to), has_no_option: false, ..self }
    }

    /// Sets the option `base`: an index into the operand list.
    #[inline]
    #[must_use]
    pub const fn base(self, operand: usize) -> Self {
        CallSite { base: Some(operand), has_no_option: false, ..self }
    }

    /// Sets `axis(path) = e` and `axes(path) = e`.
    #[inline]
    #[must_use]
    pub const fn own(self, own: &'a [Own<'a>]) -> Self {
        CallSite { own, has_no_option: false, ..self }
    }

    /// Sets the `where` clause: stated shapes, the text of each NAME, the text and the value of each `{expr}`.
    #[inline]
    #[must_use]
    pub fn stated(
        self,
        shapes: &'a [Stated<'a>],
        names: &'a [&'a str],
        texts: &'a [&'a str],
        values: &'a [usize],
    ) -> Self {
        CallSite {
            stated: Some(Where { shapes, symbols: Symbols { names, texts, values } }),
            has_no_option: false,
            ..self
        }
    }

    /// Calls `run` with this site, which holds the call to `types` if there are any.
    #[inline(always)]
    pub(crate) fn with_types<R>(&self, types: Option<TypedShapes>, run: impl FnOnce(&Self) -> R) -> R {
        match types {
            None => run(self),
            Some(_) => run(&CallSite { typed: types, has_no_option: false, ..*self }),
        }
    }

    /// Tells whether the call gives no option and states no shape, and types state none.
    #[inline(always)]
    pub(crate) fn has_no_option(&self) -> bool {
        self.has_no_option
    }

    /// Tells whether a `where` clause or a type states shapes.
    #[inline(always)]
    pub(crate) fn states_shapes(&self) -> bool {
        self.stated.is_some() || self.typed.is_some()
    }

    /// The name of an entry of the operand list.
    #[inline]
    pub(crate) const fn name(&self, operand: usize) -> &'a str {
        if operand < self.names.len() { self.names[operand] } else { "an operand" }
    }

    /// The alignment of an entry of the operand list.
    #[inline(always)]
    pub(crate) const fn alignment(&self, operand: usize) -> Alignment<'a> {
        each!(i < self.own.len(), {
            if self.own[i].operand == operand {
                return self.own[i].alignment;
            }
        });
        Alignment::ByMode
    }
}
