//! What generated code calls: a list of operands and a closure over their elements, computed as types say.

use crate::error::BroadcastError;
use crate::exec::{self, Job, Threads};
use crate::family::{Container, GivesShape, MixFamily, ResultIn, TakesNoTo};
use crate::list::{List, ListFamily, ListReadsPlaceOf};
use crate::names::ModeName;
use crate::operand::{Element, Fresh};
use crate::place::PlaceView;
use crate::says::ListSays;
use crate::site::Site;
use crate::typed::call::{TypedCall, TypingInto};
use crate::typed::way::{Choose, Make, PlacedIn, Typing, WriteTo};

/// The container of the result of operands `L` in mode `M` with target `T` and axis `X`.
type ContainerOf<M, L, T, X> =
    <<<L as ListSays>::Said as ListFamily>::Output as ResultIn<M, <L as ListSays>::Said, T, X>>::Container;
/// The way in which it is computed, as far as `Y` lets types decide.
type WayOf<M, L, T, X, Y> = <Y as Choose<
    <<<L as ListSays>::Said as ListFamily>::Output as ResultIn<M, <L as ListSays>::Said, T, X>>::Way,
>>::Way;
/// The result, with elements `R`.
pub type ResultOf<M, L, T, X, R> = <ContainerOf<M, L, T, X> as Container>::Of<R>;

/// Computes `expression` over `list` into a new container.
///
/// # Errors
/// If the operands do not broadcast, or the shapes stated in a `where` clause are not the real ones; nothing has been
/// computed then.
#[inline]
pub fn try_evaluate<M, L, T, X, Y, F, R, W, P>(
    _call: TypedCall<M, T, X, Y>,
    site: &Site<'_>,
    cost: W,
    threads: P,
    list: L,
    expression: F,
) -> Result<ResultOf<M, L, T, X, R>, BroadcastError>
where
    M: ModeName,
    L: List + ListReadsPlaceOf<Fresh> + ListSays<Said: ListFamily>,
    <L::Said as ListFamily>::Output: ResultIn<M, L::Said, T, X, Shape: GivesShape, Scalar: TakesNoTo>,
    Y: Choose<
            <<L::Said as ListFamily>::Output as ResultIn<M, L::Said, T, X>>::Way,
            Way: Make<ContainerOf<M, L, T, X>, M, X, L>,
        >,
    F: Fn(L::Elems) -> R,
    R: Element,
    W: exec::Cost,
    P: for<'a> Threads<Job<'a, L, F, W>, R>,
{
    WayOf::<M, L, T, X, Y>::make(site, cost, threads, list, expression)
}

/// [`try_evaluate`], with an error as a panic: a function of its own, so that a call that can't fail has no `Result`, in which
/// an array would be moved about.
///
/// # Panics
/// If the operands do not broadcast, or the shapes stated in a `where` clause are not the real ones; nothing has been
/// computed then.
#[track_caller]
#[inline]
pub fn evaluate<M, L, T, X, Y, F, R, W, P>(
    _call: TypedCall<M, T, X, Y>,
    site: &Site<'_>,
    cost: W,
    threads: P,
    list: L,
    expression: F,
) -> ResultOf<M, L, T, X, R>
where
    M: ModeName,
    L: List + ListReadsPlaceOf<Fresh> + ListSays<Said: ListFamily>,
    <L::Said as ListFamily>::Output: ResultIn<M, L::Said, T, X, Shape: GivesShape, Scalar: TakesNoTo>,
    Y: Choose<
            <<L::Said as ListFamily>::Output as ResultIn<M, L::Said, T, X>>::Way,
            Way: Make<ContainerOf<M, L, T, X>, M, X, L>,
        >,
    F: Fn(L::Elems) -> R,
    R: Element,
    W: exec::Cost,
    P: for<'a> Threads<Job<'a, L, F, W>, R>,
{
    WayOf::<M, L, T, X, Y>::make_or_panic(site, cost, threads, list, expression)
}

/// Computes `expression` over `list` into existing memory.
///
/// # Errors
/// As [`try_evaluate`], and if the result does not fit the place, which never stretches.
#[inline]
pub fn evaluate_into<M, L, T, X, Y, E, Family, D, F, W, P>(
    _call: TypedCall<M, T, X, Y>,
    site: &Site<'_>,
    cost: W,
    threads: P,
    list: L,
    place: PlaceView<'_, E, Family, D>,
    expression: F,
) -> Result<(), BroadcastError>
where
    M: ModeName,
    L: List + ListReadsPlaceOf<E> + ListSays<Said: ListFamily>,
    Family: MixFamily<<L::Said as ListFamily>::Output, Output: Typing<Typing: PlacedIn<M, L::Said, T, X, Family, D>>>,
    Y: Choose<
            <TypingInto<L::Said, Family> as PlacedIn<M, L::Said, T, X, Family, D>>::Way,
            Way: WriteTo<M, X, L, E, Family, D>,
        >,
    F: Fn(L::Elems) -> E,
    E: Element,
    W: exec::Cost,
    P: for<'a> Threads<Job<'a, L, F, W>, E>,
{
    <Y as Choose<_>>::Way::write(site, cost, threads, list, place, expression)
}
