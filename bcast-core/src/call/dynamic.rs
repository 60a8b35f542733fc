//! The ways of calls that the run time decides.

use crate::call::call_site::CallSite;
use crate::call::container::{Container, FamilyShape};
use crate::call::runtime;
use crate::call::strategy::{Dynamic, DynamicTyped, Make, WriteTo};
use crate::exec::{self, Threads};
use crate::math::fused::Fused;
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::place::PlaceView;
use crate::report::error::BroadcastError;
use crate::shape::axes::Resolved;
use crate::typed::names::ModeName;
use crate::typed::stated::{Describes, ListDescribes};

impl<C: Container, M: ModeName, X, L: List> Make<C, M, X, L> for Dynamic {
    #[inline(always)]
    fn make<F, R, W, P>(
        site: &CallSite<'_>,
        cost: W,
        threads: P,
        list: L,
        expression: F,
    ) -> Result<C::Of<R>, BroadcastError>
    where
        F: Fn(L::Elems, Fused) -> R,
        R: Copy,
        W: exec::Cost,
        P: Threads<L, F, W, R>,
    {
        runtime::into_new::<C, L, F, R, W, P>(M::MODE, site, cost, threads, list, expression)
    }
}

impl<C: Container, M: ModeName, X, L: List<Said: ListDescribes>> Make<C, M, X, L> for DynamicTyped {
    #[inline(always)]
    fn make<F, R, W, P>(
        site: &CallSite<'_>,
        cost: W,
        threads: P,
        list: L,
        expression: F,
    ) -> Result<C::Of<R>, BroadcastError>
    where
        F: Fn(L::Elems, Fused) -> R,
        R: Copy,
        W: exec::Cost,
        P: Threads<L, F, W, R>,
    {
        runtime::into_new::<C, L, F, R, W, P>(
            M::MODE,
            &site.typed(L::Said::TYPES, None),
            cost,
            threads,
            list,
            expression,
        )
    }
}

impl<M: ModeName, X, L: List<Said: ListReadsPlaceOf<T>>, T, Family, D> WriteTo<M, X, L, T, Family, D> for Dynamic {
    #[inline(always)]
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
        P: Threads<L, F, W, T>,
    {
        runtime::into_place(M::MODE, site, cost, threads, list, place, expression)
    }
}

impl<M, X, L, T, Family, D> WriteTo<M, X, L, T, Family, D> for DynamicTyped
where
    M: ModeName,
    L: List<Said: ListReadsPlaceOf<T> + ListDescribes>,
    Family: FamilyShape<Lengths<D>: Resolved<List: Describes>>,
{
    #[inline(always)]
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
        P: Threads<L, F, W, T>,
    {
        let site = site.typed(L::Said::TYPES, <<Family::Lengths<D> as Resolved>::List as Describes>::AXES);
        runtime::into_place(M::MODE, &site, cost, threads, list, place, expression)
    }
}
