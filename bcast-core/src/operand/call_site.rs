//! A call's text: the names in its messages and the values of its options.
#![allow(missing_docs, reason = "setters are named after the options")]

use crate::rules::call::Alignment;
use crate::rules::list::each;
use crate::rules::stated::{Stated, Symbols};

/// A call's names and options. Generated code sets only the options that are written.
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
    pub(crate) own: &'a [OwnAlignment<'a>],
    pub(crate) stated: Option<Where<'a>>,
    /// The shapes stated in types.
    pub(crate) typed: Option<&'static Where<'static>>,
    /// True if no option is set: one test at run time instead of many. Private, so that all options go through the
    /// setters.
    has_no_option: bool,
}

/// An operand's own alignment, by its index in the operand list.
#[derive(Clone, Copy, Debug)]
pub struct OwnAlignment<'a> {
    pub(crate) operand: usize,
    pub(crate) alignment: Alignment<'a>,
}

impl<'a> OwnAlignment<'a> {
    /// `axis(path) = e`
    #[inline(always)]
    #[must_use]
    pub const fn axis(operand: usize, axis: i64) -> Self {
        OwnAlignment { operand, alignment: Alignment::Axis(axis) }
    }

    /// `axes(path) = e`
    #[inline(always)]
    #[must_use]
    pub const fn axes(operand: usize, axes: &'a [i64]) -> Self {
        OwnAlignment { operand, alignment: Alignment::Axes(axes) }
    }
}

/// The `where` clause of a call, or what types state instead of one.
#[derive(Clone, Copy, Debug)]
pub struct Where<'a> {
    /// Operands are numbered by their index in the operand list.
    pub(crate) shapes: &'a [Stated<'a>],
    pub(crate) symbols: Symbols<'a>,
}

/// The setters of options, each of the field of its name.
macro_rules! options {
    ($($(#[$doc:meta])* $option:ident($value:ident: $type:ty) = $set:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub const fn $option(self, $value: $type) -> Self {
            CallSite { $option: $set, has_no_option: false, ..self }
        }
    )*};
}

impl<'a> CallSite<'a> {
    /// A call whose operands have these names.
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

    #[inline]
    #[must_use]
    pub const fn place(self, name: &'a str) -> Self {
        CallSite { place: name, ..self }
    }

    options! {
        axis(axis: i64) = Some(axis);
        axes(axes: &'a [i64]) = Some(axes);
        to(to: &'a [i64]) = Some(to);
        /// Sets the option `base`: an index into the operand list.
        base(operand: usize) = Some(operand);
        /// Sets `axis(path) = e` and `axes(path) = e`.
        own(own: &'a [OwnAlignment<'a>]) = own;
    }

    /// Sets the `where` clause: the stated shapes, the text of each NAME, and the text and value of each `{expr}`.
    #[inline]
    #[must_use]
    pub const fn stated(
        self,
        shapes: &'a [Stated<'a>],
        names: &'a [&'a str],
        texts: &'a [&'a str],
        values: &'a [usize],
    ) -> Self {
        CallSite { stated: Some(Where { shapes, symbols: Symbols { names, texts, values } }), ..self }
    }

    /// This site, or a copy in `memory` to which the shapes in `types` are added, if there are any.
    #[inline(always)]
    pub(crate) fn with_types<'s>(
        &'s self,
        types: Option<&'static Where<'static>>,
        memory: &'s mut Option<Self>,
    ) -> &'s Self {
        if types.is_none() { self } else { memory.insert(CallSite { typed: types, ..*self }) }
    }

    /// True if the call has no option.
    #[inline(always)]
    pub(crate) fn has_no_option(&self) -> bool {
        self.has_no_option
    }

    /// True if the only options are alignments of operands.
    #[cfg(feature = "alloc")]
    pub(crate) fn has_own_alignments_alone(&self) -> bool {
        let has_option = self.axis.is_some() || self.axes.is_some() || self.to.is_some() || self.base.is_some();
        !has_option && !self.states_shapes()
    }

    /// True if a `where` clause or a type states shapes.
    #[inline(always)]
    pub(crate) fn states_shapes(&self) -> bool {
        self.stated.is_some() || self.typed.is_some()
    }

    /// The symbols of the `where` clause; none without one.
    #[cfg(feature = "alloc")]
    pub(crate) fn symbols(&self) -> Symbols<'a> {
        self.stated.map(|clause| clause.symbols).unwrap_or_default()
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
