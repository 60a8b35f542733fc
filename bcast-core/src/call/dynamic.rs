//! Calls whose shapes are resolved at run time.

use crate::call::container::Container;
use crate::call::or_panic::Outcome;
use crate::call::runtime;
use crate::call::strategy::{Dynamic, Make, WriteTo};
use crate::exec::{self, Threads};
use crate::math::fused::Fused;
use crate::operand::call_site::{CallSite, Where};
use crate::operand::family::{FamilyShape, Typed, Untyped};
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::place::PlaceView;
use crate::report::error::BroadcastError;
use crate::shape::axes::{NoShape, Resolved};
use crate::typed::clause::clause;
use crate::typed::names::ModeName;
use crate::typed::stated::{Describes, ListDescribes};

/// The shapes that types state for operands `L` and a place of the lengths `Place`.
pub trait HoldsTo<L, Place> {
    /// `None` if there is nothing to compare.
    const TYPES: Option<&'static Where<'static>>;
}
impl<L, Place> HoldsTo<L, Place> for Untyped {
    const TYPES: Option<&'static Where<'static>> = None;
}
impl<L: List<Types: ListDescribes>, Place: Resolved<List: Describes>> HoldsTo<L, Place> for Typed {
    const TYPES: Option<&'static Where<'static>> = clause::<L::Types, Place::List>();
}

impl<K: HoldsTo<L, NoShape>, C: Container, M: ModeName, X, L: List> Make<C, M, X, L> for Dynamic<K> {
    // Not into a caller without optimisation, whose frame would hold the site of each of its calls.
    #[track_caller]
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make<O, F, R, W, P>(site: &CallSite<'_>, cost: W, threads: P, list: L, expression: F) -> O
    where
        O: Outcome<C::Of<R>>,
        F: Fn(L::Elems, Fused) -> R,
        R: Copy,
        W: exec::Cost,
        P: Threads<L, F, R>,
    {
        let mut typed = None;
        let site = site.with_types(K::TYPES, &mut typed);
        runtime::into_new::<C, L, F, R, W, P, O>(M::MODE, site, cost, threads, list, expression)
    }
}

impl<K, M, X, L, T, Family, D> WriteTo<M, X, L, T, Family, D> for Dynamic<K>
where
    K: HoldsTo<L, Family::Lengths<D>>,
    M: ModeName,
    L: List<Types: ListReadsPlaceOf<T>>,
    Family: FamilyShape,
{
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F, W, P>(
        site: &CallSite<'_>,
        cost: W,
        threads: P,
        list: L,
        place: PlaceView<'_, T, Family, D>,
        expression: F,
    ) -> Result<(), BroadcastError>
    where
        F: Fn(L::Elems, Fused) -> T,
        T: Copy,
        W: exec::Cost,
        P: Threads<L, F, T>,
    {
        let mut typed = None;
        runtime::into_place(M::MODE, site.with_types(K::TYPES, &mut typed), cost, threads, list, place, expression)
    }
}
