//! The run-time API: a mode with its options as values, for shapes and modes known only at run time.

use alloc::vec::Vec;

use crate::call::Operand;
use crate::error::BroadcastError;
use crate::list::ListReadsPlaceOf;
use crate::mode::Mode;
use crate::place::AsPlace;
use crate::resolve::Resolution;
use crate::run;
use crate::site::Site;
use crate::target::{IntoInt, IntoInts};
use crate::tuple::OperandTuple;

/// The names of operands that have none, in messages.
const LETTERS: [&str; 26] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w",
    "x", "y", "z",
];

/// A mode and its options, chosen at run time.
///
/// Shapes are in C order, outermost axis first. Operands are called `a`, `b`, `c`, .. in messages unless
/// [`names`](Broadcast::names) says otherwise. Every method that can fail has a form `try_..` which returns a
/// [`BroadcastError`]; the other form panics with the same text at the caller's line.
///
/// The rules are those of the mode's engine, see [`Mode`].
///
/// ```
/// use bcast_core::{Broadcast, mode::Mode};
///
/// let per_channel = Broadcast::new(Mode::Pdpd).axis(1);
/// assert_eq!(per_channel.resolve(&[&[8, 3, 32, 32], &[3]]).shape[..], [8, 3, 32, 32]);
///
/// let error = per_channel.try_resolve(&[&[8, 3, 32, 32], &[4]]).unwrap_err();
/// assert!(error.to_string().starts_with("`b` does not broadcast onto `a` (mode = pdpd, axis = 1)"));
/// ```
#[derive(Clone, Debug)]
pub struct Broadcast<'a> {
    pub(crate) mode: Mode,
    pub(crate) site: Site<'a>,
}

impl<'a> Broadcast<'a> {
    /// The mode with no option given.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Broadcast { mode, site: Site::new(&LETTERS).place("out") }
    }

    /// What messages call the operands.
    #[must_use]
    pub fn names(mut self, names: &'a [&'a str]) -> Self {
        self.site.names = names;
        self
    }

    /// The option `axis` (modes pdpd and paddle): where operands sit; -1, its default, means right aligned.
    #[must_use]
    pub fn axis(mut self, axis: impl IntoInt) -> Self {
        self.site = self.site.axis(axis);
        self
    }

    /// The option `axes` (mode explicit): operand axis i sits at the target's axis `axes[i]`.
    #[must_use]
    pub fn axes(mut self, axes: impl IntoInts) -> Self {
        self.site = self.site.axes(&axes);
        self
    }

    /// The option `to`: the target shape.
    #[must_use]
    pub fn to(mut self, to: impl IntoInts) -> Self {
        self.site = self.site.to(&to);
        self
    }

    /// The option `base` (modes unidirectional and pdpd): the index of the operand that gives the result its shape.
    #[must_use]
    pub fn base(mut self, operand: usize) -> Self {
        self.site = self.site.base(operand);
        self
    }

    /// One operand's own alignment, as by `axis(path) = e` in a call.
    #[must_use]
    pub fn axis_of(mut self, operand: usize, axis: impl IntoInt) -> Self {
        self.site = self.site.own_axis(operand, axis);
        self
    }

    /// One operand's own alignment, as by `axes(path) = e` in a call.
    #[must_use]
    pub fn axes_of(mut self, operand: usize, axes: impl IntoInts) -> Self {
        self.site = self.site.own_axes(operand, &axes);
        self
    }

    /// Asks the rulebook whether these shapes broadcast, and how.
    ///
    /// # Errors
    /// If they do not, or if an option's value is impossible.
    pub fn try_resolve(&self, shapes: &[&[usize]]) -> Result<Resolution<usize>, BroadcastError> {
        let operands: Vec<Operand<'_, usize>> = shapes
            .iter()
            .enumerate()
            .map(|(index, shape)| Operand { name: self.site.name(index), shape, alignment: self.site.alignment(index) })
            .collect();
        run::resolve_site(self.mode, &self.site, &operands)
    }

    /// [`try_resolve`](Broadcast::try_resolve).
    ///
    /// # Panics
    /// With the error's text, at the caller's line.
    #[track_caller]
    #[must_use]
    pub fn resolve(&self, shapes: &[&[usize]]) -> Resolution<usize> {
        or_panic(self.try_resolve(shapes))
    }

    /// Writes `expression` of every position's elements to `place`, which never stretches.
    ///
    /// ```
    /// use bcast_core::{Broadcast, mode::Mode};
    ///
    /// let (x, mut y) = ([1.0, 2.0, 3.0], [0.0; 3]);
    /// Broadcast::new(Mode::Numpy).apply_into(&mut y[..], (&x[..],), |(x,)| x * 2.0);
    /// assert_eq!(y, [2.0, 4.0, 6.0]);
    /// ```
    ///
    /// # Errors
    /// If the shapes do not broadcast or the result does not fit the place; nothing has been written then.
    pub fn try_apply_into<T, P, F>(&self, place: &mut P, operands: T, expression: F) -> Result<(), BroadcastError>
    where
        T: OperandTuple,
        P: AsPlace<Elem: Copy> + ?Sized,
        T::List: ListReadsPlaceOf<P::Elem>,
        F: Fn(T::Elems) -> P::Elem,
    {
        run::into_place(self.mode, &self.site, operands.list(), place.place(), move |elems| expression(T::elems(elems)))
    }

    /// [`try_apply_into`](Broadcast::try_apply_into).
    ///
    /// # Panics
    /// With the error's text, at the caller's line.
    #[track_caller]
    pub fn apply_into<T, P, F>(&self, place: &mut P, operands: T, expression: F)
    where
        T: OperandTuple,
        P: AsPlace<Elem: Copy> + ?Sized,
        T::List: ListReadsPlaceOf<P::Elem>,
        F: Fn(T::Elems) -> P::Elem,
    {
        or_panic(self.try_apply_into(place, operands, expression));
    }
}

/// The value, or a panic with the error's text at the caller's line.
#[track_caller]
#[inline]
pub fn or_panic<T>(result: Result<T, BroadcastError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic_with(&error),
    }
}

#[track_caller]
#[cold]
#[inline(never)]
fn panic_with(error: &BroadcastError) -> ! {
    panic!("{error}")
}
