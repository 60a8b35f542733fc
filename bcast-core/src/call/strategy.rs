//! Chooses how a call is computed: statically, by types alone, or at run time.

use core::marker::PhantomData;

use crate::call::container::{Container, StaticContainer, need_alloc};
use crate::call::or_panic::Outcome;
use crate::exec::{self, Threads, static_nest};
use crate::math::fused::Fused;
use crate::operand::alignment::AlignmentOf;
use crate::operand::call_site::CallSite;
use crate::operand::descriptor::OperandType;
use crate::operand::family::{FamilyShape, Typed, Untyped};
use crate::operand::list::{List, ListReadsPlaceOf};
use crate::operand::place::PlaceView;
use crate::report::error::BroadcastError;
use crate::shape::axes::{IsStatic, NoShape, Resolved, StaticList};
use crate::shape::axis::{And, No, Yes};
use crate::shape::function::type_functions;
use crate::shape::unit::{Unit, units};
use crate::typed::names::ModeName;
use crate::typed::output::{OutcomeIn, TargetShape};
use crate::typed::plan::OfTypes;
use crate::typed::stated::{Describes, ListDescribes};

/// Resolved at run time. With [`Typed`], the real shapes are checked against the stated ones: equal names are equal lengths, and only a
/// literal 1 stretches. With [`Untyped`] none are stated.
#[derive(Clone, Copy, Debug)]
pub struct Dynamic<K>(PhantomData<K>);
/// Resolved by the compiler: the call can't fail, and nothing is checked at run time.
#[derive(Clone, Copy, Debug)]
pub struct Static<T, Out>(PhantomData<(T, Out)>);

/// The strategy of a call. Separate from [`OutcomeIn`], since some bounds need the shape only.
pub trait StrategyIn<M, T, X, Place>: OutcomeIn<M, T, X, Place> {
    /// [`Static`] if types decide everything, else [`Dynamic`].
    type Strategy;
}
/// Everything that must be static: operands, the axis, the target, and the result.
type Statics<L, T, X, Shape> = (
    <L as AllStatic>::Output,
    (
        <X as AlignmentOf>::IsLiteral,
        (<<T as TargetShape>::Shape as IsStatic>::Output, (<Shape as IsStatic>::Output, ())),
    ),
);
impl<L, M, T, X, Place> StrategyIn<M, T, X, Place> for L
where
    L: OutcomeIn<M, T, X, Place, Shape: IsStatic> + AllStatic,
    T: TargetShape<Shape: IsStatic>,
    X: AlignmentOf,
    Statics<L, T, X, L::Shape>: AllYes<Output: PlacedBy<Static<T, L::Shape>>>,
{
    type Strategy = <<Statics<L, T, X, L::Shape> as AllYes>::Output as PlacedBy<Static<T, L::Shape>>>::Strategy;
}

type_functions! {
    /// [`Yes`] if every entry of a list is.
    AllYes -> Output {
        [] () => Yes;
        [Rest: AllYes] (Yes, Rest) => Rest::Output;
        [Rest] (No, Rest) => No;
    }
    /// [`Yes`] if types give the lengths and the alignments of all operands.
    AllStatic -> Output {
        [] () => Yes;
        [E: OperandType<Lengths: IsStatic, Own: AlignmentOf>, Rest: AllStatic] (E, Rest)
            => <<<E::Lengths as IsStatic>::Output as And<<E::Own as AlignmentOf>::IsLiteral>>::Output as And<Rest::Output>>::Output
            where [
                <E::Lengths as IsStatic>::Output: And<<E::Own as AlignmentOf>::IsLiteral>,
                <<E::Lengths as IsStatic>::Output as And<<E::Own as AlignmentOf>::IsLiteral>>::Output: And<Rest::Output>,
            ];
    }
}

/// The call is computed by types where they decide everything.
#[derive(Clone, Copy, Debug)]
pub struct TypesDecide;
/// The call is computed at run time: it uses threads or states shapes to compare.
#[derive(Clone, Copy, Debug)]
pub struct RunTimeDecides;

type_functions! {
    /// The strategy that the call's text allows.
    Choose<Strategy> -> Strategy {
        [Strategy] TypesDecide, Strategy => Strategy;
        [K] RunTimeDecides, Dynamic<K> => Dynamic<K>;
        [T, Out] RunTimeDecides, Static<T, Out> => Dynamic<Typed>;
    }
    /// A call with operands `L` that writes to a place of the family `P` and rank `D`; `Self` is the typing of both.
    /// `Written`: A [`Written`].
    PlacedIn<M, L, T, X, P, D> -> (Written: Unit) {
        [M, L, T, X, P, D] Untyped, M, L, T, X, P, D => Written<Dynamic<Untyped>>;
        [M, L, T, X, P, D] Typed, M, L, T, X, P, D
            => Written<<<PlaceList<P, D> as IsStatic>::Output as PlacedBy<L::Strategy>>::Strategy>
            where [
                P: FamilyShape<Lengths<D>: Resolved>,
                PlaceList<P, D>: IsStatic<Output: PlacedBy<L::Strategy>>,
                L: StrategyIn<M, T, X, PlaceList<P, D>>,
            ];
    }
}
type PlaceList<P, D> = <<P as FamilyShape>::Lengths<D> as Resolved>::List;

/// A place written by `Strategy`, unless the call leaves the decision to the run time.
#[derive(Debug)]
pub struct Written<Strategy>(PhantomData<Strategy>);
units! { [Strategy] Written<Strategy> = Self(PhantomData); }

type_functions! {
    /// The strategy, given that all lengths and alignments, or those of the place, are in types ([`Yes`]) or not.
    PlacedBy<Strategy> -> Strategy {
        [Strategy] Yes, Strategy => Strategy;
        [Strategy] No, Strategy => Dynamic<Typed>;
    }
}

need_alloc! {
    /// Makes a new container `C` by the strategy `Self`.
    pub trait Make<C: Container, M, X, L: List> {
        /// See [`try_evaluate`](crate::call::evaluate::try_evaluate) and [`evaluate`](crate::call::evaluate::evaluate).
        #[track_caller]
        fn make<O, F, R, W, P>(site: &CallSite<'_>, cost: W, threads: P, list: L, expression: F) -> O
        where
            O: Outcome<C::Of<R>>,
            F: Fn(L::Elems, Fused) -> R,
            R: Copy,
            W: exec::Cost,
            P: Threads<L, F, R>;
    }
}

impl<C, M, X, L, To, Out> Make<C, M, X, L> for Static<To, Out>
where
    M: ModeName,
    X: AlignmentOf,
    C: StaticContainer<Out>,
    L: List<Types: ListDescribes>,
    To: Describes,
    Out: StaticList,
{
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make<O, F, R, W, P>(_: &CallSite<'_>, _: W, _: P, list: L, expression: F) -> O
    where
        O: Outcome<C::Of<R>>,
        F: Fn(L::Elems, Fused) -> R,
        R: Copy,
        W: exec::Cost,
        P: Threads<L, F, R>,
    {
        // SAFETY: `OfTypes` makes the plan from the lengths of the list's arrays, which are dense since they are nested arrays or tensors,
        // and from `Out`, which is the container's shape.
        O::value(|| unsafe { C::computed::<OfTypes<M, X, To, Out, NoShape>, L, F, R, W>(&list, &expression) })
    }
}

need_alloc! {
    /// Writes to existing memory of elements `T` by the strategy `Self`.
    pub trait WriteTo<M, X, L: List, T, Family, D> {
        /// See [`evaluate_into`](crate::call::evaluate::evaluate_into).
        #[allow(missing_docs, clippy::missing_errors_doc, reason = "generated code calls `evaluate_into`")]
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
            P: Threads<L, F, T>;
    }
}

impl<M, X, L, T, Family, D, To, Out> WriteTo<M, X, L, T, Family, D> for Static<To, Out>
where
    M: ModeName,
    X: AlignmentOf,
    L: List<Types: ListReadsPlaceOf<T> + ListDescribes>,
    Family: FamilyShape<Lengths<D>: Resolved<List: StaticList + Describes>>,
    To: Describes,
{
    #[inline(always)]
    fn write<F, W, P>(
        _: &CallSite<'_>,
        _: W,
        _: P,
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
        // SAFETY: as in `make`, with the place's own lengths. An element of the place in the list has its type
        // (`ListReadsPlaceOf`) and is initialised (`PlaceView`), and the borrow checker keeps the place apart from every operand.
        unsafe {
            static_nest::run::<OfTypes<M, X, To, PlaceList<Family, D>, PlaceList<Family, D>>, L, F, T, W>(
                &list,
                &expression,
                place.ptr.cast(),
            );
        }
        Ok(())
    }
}
