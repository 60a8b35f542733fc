//! The run-time API: a mode and its options as values, for shapes and modes known only at run time.

use alloc::vec::Vec;

use crate::call::or_panic::or_panic;
use crate::call::runtime;
use crate::exec::{Cheap, Cost, Costly, OneThread};
use crate::math::fused::Fused;
use crate::operand::call_site::{self, CallSite};
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::options::{IntoInt, IntoInts, Ints};
use crate::operand::place::AsPlace;
use crate::plan::nest::{Plan, Source, dense_strides};
use crate::report::error::{BroadcastError, OwnedAlignment};
use crate::report::resolution::Resolution;
use crate::rules::mode::Mode;
use crate::tuple::OperandTuple;

/// The default names of operands in messages.
const LETTERS: [&str; 26] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w",
    "x", "y", "z",
];

/// A mode and its options, chosen at run time.
///
/// Shapes are in C order, outermost axis first. Operands are called `a`, `b`, `c`, .. in messages unless [`names`](Broadcast::names) sets
/// other names. Every method that can fail has a form `try_..` that returns a [`BroadcastError`]; the other form panics with the same text
/// at the caller's line.
///
/// The rules are those of the mode's engine, see [`Mode`].
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::{Broadcast, mode::Mode};
///
/// let per_channel = Broadcast::new(Mode::Pdpd).axis(1);
/// assert_eq!(per_channel.resolve(&[&[8, 3, 32, 32], &[3]]).shape[..], [8, 3, 32, 32]);
///
/// let error = per_channel.try_resolve(&[&[8, 3, 32, 32], &[4]]).unwrap_err();
/// assert!(error.to_string().starts_with("`b` does not broadcast onto `a` (mode = pdpd, axis = 1)"));
/// ```
#[derive(Clone, Debug)]
pub struct Broadcast<'a, W = Costly> {
    pub(crate) mode: Mode,
    pub(crate) cost: W,
    options: Options<'a>,
}

/// The options without the generic cost, so that their code is compiled once.
#[derive(Clone, Debug)]
struct Options<'a> {
    names: &'a [&'a str],
    axis: Option<i64>,
    axes: Option<Ints>,
    to: Option<Ints>,
    base: Option<usize>,
    own: Vec<(usize, OwnedAlignment)>,
}

impl Options<'_> {
    /// The operands' own alignments, borrowed for a call.
    fn own(&self) -> Vec<call_site::OwnAlignment<'_>> {
        let own = self.own.iter();
        own.map(|(operand, own)| call_site::OwnAlignment { operand: *operand, alignment: own.borrowed() }).collect()
    }

    /// The options, borrowed for a call.
    fn site<'s>(&'s self, own: &'s [call_site::OwnAlignment<'s>]) -> CallSite<'s> {
        let mut site = CallSite::new(self.names).place("out");
        if let Some(axis) = self.axis {
            site = site.axis(axis);
        }
        if let Some(axes) = &self.axes {
            site = site.axes(axes);
        }
        if let Some(to) = &self.to {
            site = site.to(to);
        }
        if let Some(base) = self.base {
            site = site.base(base);
        }
        if own.is_empty() { site } else { site.own(own) }
    }
}

/// The expression on a list's elements. Sharing its type lets `apply` and `apply_into` share kernels.
#[inline(always)]
pub(crate) fn on_list<T: OperandTuple, R, F: Fn(T::Elems) -> R>(
    expression: F,
) -> impl Fn(<T::List as List>::Elems, Fused) -> R {
    // An attribute on a closure requires an expression around it.
    core::convert::identity(
        #[inline(always)]
        move |elems, _| expression(T::elems(elems)),
    )
}

impl<'a> Broadcast<'a> {
    /// The mode without options.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        let options = Options { names: &LETTERS, axis: None, axes: None, to: None, base: None, own: Vec::new() };
        Broadcast { mode, cost: Costly, options }
    }
}

impl<'a, W: Cost> Broadcast<'a, W> {
    /// Declares that an expression consists of a few sums, products and comparisons, without divisions or unknown functions. The macro
    /// detects this by itself.
    ///
    /// Such an expression is compiled for fewer instruction sets, and large results are written past the caches. Results are the same, but an element
    /// may be computed twice.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::{Broadcast, mode::Mode};
    ///
    /// let (x, mut y) = ([1, 2, 3], [0; 3]);
    /// Broadcast::new(Mode::Numpy).cheap().apply_into(&mut y[..], (&x[..],), |(x,)| x + 1);
    /// assert_eq!(y, [2, 3, 4]);
    /// ```
    #[must_use]
    pub fn cheap(self) -> Broadcast<'a, Cheap> {
        Broadcast { mode: self.mode, cost: Cheap, options: self.options }
    }

    /// Sets the operands' names in messages.
    #[must_use]
    pub fn names(mut self, names: &'a [&'a str]) -> Self {
        self.options.names = names;
        self
    }

    /// The option `axis` (modes pdpd and paddle): the position of the operands; -1, the default, aligns right.
    #[must_use]
    pub fn axis(mut self, axis: impl IntoInt) -> Self {
        self.options.axis = Some(axis.__bcast_int());
        self
    }

    /// The option `axes` (mode explicit): operand axis i sits at the target's axis `axes[i]`.
    #[must_use]
    pub fn axes(mut self, axes: impl IntoInts) -> Self {
        self.options.axes = Some(axes.__bcast_to_ints());
        self
    }

    /// The option `to`: the target shape.
    #[must_use]
    pub fn to(mut self, to: impl IntoInts) -> Self {
        self.options.to = Some(to.__bcast_to_ints());
        self
    }

    /// The option `base` (modes unidirectional and pdpd): the index of the operand that gives the result its shape.
    #[must_use]
    pub fn base(mut self, operand: usize) -> Self {
        self.options.base = Some(operand);
        self
    }

    /// One operand's own alignment, like `axis(path) = e` in a call.
    #[must_use]
    pub fn axis_of(mut self, operand: usize, axis: impl IntoInt) -> Self {
        self.options.own.push((operand, OwnedAlignment::Axis(axis.__bcast_int())));
        self
    }

    /// One operand's own alignment, like `axes(path) = e` in a call.
    #[must_use]
    pub fn axes_of(mut self, operand: usize, axes: impl IntoInts) -> Self {
        self.options.own.push((operand, OwnedAlignment::Axes(axes.__bcast_to_ints().to_vec())));
        self
    }

    /// Passes the options to `with`, borrowed for a call.
    #[inline]
    pub(crate) fn with_site<T>(&self, with: impl FnOnce(&CallSite<'_>) -> T) -> T {
        with(&self.options.site(&self.options.own()))
    }

    /// Resolves a call with these shapes.
    ///
    /// # Errors
    /// If the shapes do not broadcast, or an option's value is invalid.
    pub fn try_resolve(&self, shapes: &[&[usize]]) -> Result<Resolution<usize>, BroadcastError> {
        self.with_site(|site| runtime::resolve_site(self.mode, site, shapes))
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

    /// The loop nest of a call over operands in C order and a result in C order; it implements `Display`.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::{Broadcast, mode::Mode};
    ///
    /// let per_channel = Broadcast::new(Mode::Pdpd).axis(1);
    /// // Lengths, then the strides of the result, of `a` and of `b`: 0 where it is stretched.
    /// assert_eq!(per_channel.plan(&[&[8, 3, 32, 32], &[3]]).to_string(), "8x[3072; 3072, 0] 3x[1024; 1024, 1] 1024x[1; 1, 0]");
    /// ```
    ///
    /// # Errors
    /// As [`try_resolve`](Broadcast::try_resolve).
    pub fn try_plan(&self, shapes: &[&[usize]]) -> Result<Plan, BroadcastError> {
        let resolution = self.try_resolve(shapes)?;
        let strides: Vec<_> = shapes.iter().map(|shape| dense_strides(shape)).collect();
        let sources: Vec<Source<'_>> =
            shapes.iter().zip(&strides).map(|(shape, strides)| Source { shape, strides }).collect();
        let output = dense_strides(&resolution.shape);
        Ok(Plan::new(&resolution.shape, &output, &sources, |operand, axis| resolution.maps[operand].output_axis(axis)))
    }

    /// [`try_plan`](Broadcast::try_plan).
    ///
    /// # Panics
    /// With the error's text, at the caller's line.
    #[track_caller]
    #[must_use]
    pub fn plan(&self, shapes: &[&[usize]]) -> Plan {
        or_panic(self.try_plan(shapes))
    }

    /// Writes `expression` of every position's elements to `place`, which never stretches.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::{Broadcast, mode::Mode};
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
        T::List: List<Types: ListReadsPlaceOf<P::Elem>>,
        F: Fn(T::Elems) -> P::Elem,
    {
        self.with_site(|site| {
            runtime::into_place(
                self.mode,
                site,
                self.cost,
                OneThread,
                operands.list(),
                place.place(),
                on_list::<T, _, _>(expression),
            )
        })
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
        T::List: List<Types: ListReadsPlaceOf<P::Elem>>,
        F: Fn(T::Elems) -> P::Elem,
    {
        or_panic(self.try_apply_into(place, operands, expression));
    }
}
