//! What the text of one call says: the names in its messages and its options' values.

use smallvec::SmallVec;

use crate::call::Alignment;
use crate::stated::{Stated, Symbols};
use crate::target::{IntoInt, IntoInts, Ints};

/// One call's names and options, built by generated code: only the options that are written are set.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    /// One name an entry of the operand list, constants included.
    pub(crate) names: &'a [&'a str],
    pub(crate) place: &'a str,
    pub(crate) axis: Option<i64>,
    pub(crate) axes: Option<Ints>,
    pub(crate) to: Option<Ints>,
    /// An index into the operand list.
    pub(crate) base: Option<usize>,
    own: SmallVec<[(usize, Own); 2]>,
    pub(crate) stated: Option<Where<'a>>,
}

/// An operand's own alignment.
#[derive(Clone, Debug)]
enum Own {
    Axis(i64),
    Axes(Ints),
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
    pub fn new(names: &'a [&'a str]) -> Self {
        Site { names, place: "", axis: None, axes: None, to: None, base: None, own: SmallVec::new(), stated: None }
    }

    /// The name of the place.
    #[inline]
    #[must_use]
    pub fn place(mut self, name: &'a str) -> Self {
        self.place = name;
        self
    }

    /// The option `axis`.
    #[inline]
    #[must_use]
    pub fn axis(mut self, axis: impl IntoInt) -> Self {
        self.axis = Some(axis.into_int());
        self
    }

    /// The option `axes`.
    #[inline]
    #[must_use]
    pub fn axes(mut self, axes: &(impl IntoInts + ?Sized)) -> Self {
        self.axes = Some(axes.into_ints());
        self
    }

    /// The option `to`.
    #[inline]
    #[must_use]
    pub fn to(mut self, to: &(impl IntoInts + ?Sized)) -> Self {
        self.to = Some(to.into_ints());
        self
    }

    /// The option `base`: an index into the operand list.
    #[inline]
    #[must_use]
    pub fn base(mut self, operand: usize) -> Self {
        self.base = Some(operand);
        self
    }

    /// `axis(path) = e` for an operand of the list.
    #[inline]
    #[must_use]
    pub fn own_axis(mut self, operand: usize, axis: impl IntoInt) -> Self {
        self.own.push((operand, Own::Axis(axis.into_int())));
        self
    }

    /// `axes(path) = e` for an operand of the list.
    #[inline]
    #[must_use]
    pub fn own_axes(mut self, operand: usize, axes: &(impl IntoInts + ?Sized)) -> Self {
        self.own.push((operand, Own::Axes(axes.into_ints())));
        self
    }

    /// The `where` clause: stated shapes, the text of each NAME, the text and the value of each `{expr}`.
    #[inline]
    #[must_use]
    pub fn stated(
        mut self,
        shapes: &'a [Stated<'a>],
        names: &'a [&'a str],
        texts: &'a [&'a str],
        values: &'a [usize],
    ) -> Self {
        self.stated = Some(Where { shapes, symbols: Symbols { names, texts, values } });
        self
    }

    /// The name of an entry of the operand list.
    pub(crate) fn name(&self, operand: usize) -> &'a str {
        self.names.get(operand).copied().unwrap_or("an operand")
    }

    /// The alignment of an entry of the operand list.
    pub(crate) fn alignment(&self, operand: usize) -> Alignment<'_> {
        match self.own.iter().find(|(index, _)| *index == operand) {
            Some((_, Own::Axis(axis))) => Alignment::Axis(*axis),
            Some((_, Own::Axes(axes))) => Alignment::Axes(axes),
            None => Alignment::ByMode,
        }
    }
}
