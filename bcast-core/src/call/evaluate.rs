//! Entry points of generated code: they compute a closure over a list of operands.

use crate::call::container::Container;
use crate::call::result::{GivesShape, Made, TakesNoTo};
use crate::call::strategy::{Choose, Make, WriteTo, Written};
use crate::call::typed_call::TypedCall;
use crate::exec::{self, Threads};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::entry::{Element, Fresh};
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::place::Writable;
use crate::report::error::BroadcastError;
use crate::typed::names::ModeName;

/// A call, and the way in which it is computed.
type Call<M, T, X, Y, How> = (TypedCall<M, T, X, Y>, How);

/// Computes `expression` over `list` into a new container.
///
/// # Errors
/// If the operands do not broadcast, or the shapes stated in a `where` clause are not the real ones. Nothing has been computed then.
#[inline]
pub fn try_evaluate<M, L, T, X, Y, C, Strategy, Shape, Scalar, F, R, W, P>(
    _call: Call<M, T, X, Y, Made<C, Strategy, Shape, Scalar>>,
    site: &CallSite<'_>,
    cost: W,
    threads: P,
    list: L,
    expression: F,
) -> Result<C::Of<R>, BroadcastError>
where
    M: ModeName,
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    C: Container,
    Y: Choose<Strategy, Strategy: Make<C, M, X, L>>,
    Shape: GivesShape,
    Scalar: TakesNoTo,
    F: Fn(L::Elems, Fused) -> R,
    R: Element,
    W: exec::Cost,
    P: Threads<L, F, R>,
{
    <Y::Strategy as Make<C, M, X, L>>::make(site, cost, threads, list, expression)
}

/// [`try_evaluate`] that panics on an error. A separate function, so that a call that can't fail moves no array through a `Result`.
///
/// # Panics
/// If the operands do not broadcast, or the shapes stated in a `where` clause are not the real ones. Nothing has been computed then.
#[track_caller]
#[inline]
pub fn evaluate<M, L, T, X, Y, C, Strategy, Shape, Scalar, F, R, W, P>(
    _call: Call<M, T, X, Y, Made<C, Strategy, Shape, Scalar>>,
    site: &CallSite<'_>,
    cost: W,
    threads: P,
    list: L,
    expression: F,
) -> C::Of<R>
where
    M: ModeName,
    L: List<Types: ListReadsPlaceOf<Fresh>>,
    C: Container,
    Y: Choose<Strategy, Strategy: Make<C, M, X, L>>,
    Shape: GivesShape,
    Scalar: TakesNoTo,
    F: Fn(L::Elems, Fused) -> R,
    R: Element,
    W: exec::Cost,
    P: Threads<L, F, R>,
{
    <Y::Strategy as Make<C, M, X, L>>::make(site, cost, threads, list, expression)
}

/// Returns the value of a call without a place. It wraps the whole expansion, since `must_use` finds no dropped value inside a `match`.
#[must_use = "the result of `bcast!` is dropped: bind it, or write into existing memory with `y = ..`"]
#[inline(always)]
pub const fn result<T>(value: T) -> T {
    value
}

/// Computes `expression` over `list` into existing memory.
///
/// # Errors
/// As [`try_evaluate`], and if the result does not fit the place, which never stretches.
// Inlined before anything in it is optimised, since much of it is decided by ranks that only the caller knows.
#[inline(always)]
pub fn evaluate_into<'a, M, L, T, X, Y, Strategy, Q, F, W, P>(
    _call: Call<M, T, X, Y, Written<Strategy>>,
    site: &CallSite<'_>,
    cost: W,
    threads: P,
    list: L,
    place: Q,
    expression: F,
) -> Result<(), BroadcastError>
where
    M: ModeName,
    Q: Writable<'a> + 'a,
    L: List<Types: ListReadsPlaceOf<Q::Old>>,
    Y: Choose<Strategy, Strategy: WriteTo<M, X, L, Q::Elem, Q::Family, Q::Rank>>,
    F: Fn(L::Elems, Fused) -> Q::Elem,
    W: exec::Cost,
    P: Threads<L, F, Q::Elem>,
{
    <Y::Strategy as WriteTo<M, X, L, Q::Elem, Q::Family, Q::Rank>>::write(
        site,
        cost,
        threads,
        list,
        place.view(),
        expression,
    )
}
