//! Plain calls: nested arrays and tensors in mode numpy, made a new container or written to one of them, without `to` and without an alignment of
//! an operand's own.
//!
//! Most calls with shapes in types are plain, and the compiler works out each that has lengths of its own anew, so they have a short way here:
//! one fold over the operands joins their shapes, and has no answer where two lengths do not fit. What has one is right, and is asked nothing
//! else. Any other call is asked in general, with the same answers: [`outcome`](crate::typed::outcome), [`fit`](crate::typed::fit).
//!
//! Lengths that are in types are asked first ([`InTypes`]); where some are names or unknown, the run time decides, as types say ([`AtRunTime`]).

use core::marker::PhantomData;
use core::ops::Deref;

use crate::call::call_site::Site;
use crate::call::container::{
    AllNested, FamilyShape, Made, MixFamily, Nested, NoArray, OneTensor, ResultIn, TensorContainer, Tensors, Told,
};
use crate::call::static_container::{NestedOf, StaticContainer};
use crate::call::strategy::{AtRunTimeAsTyped, Make, PlacedIn, TypesDecide, Typing, WriteTo, Written};
use crate::exec::static_nest::{self as nest, StaticCall, StaticPlan};
use crate::exec::{self, Threads};
use crate::math::fused::Fused;
use crate::operand::descriptor::{ArraySays, NothingSaid, PlaceSays};
use crate::operand::list::{List, ListFamily, ListReadsPlaceOf};
use crate::operand::options::NoTo;
use crate::operand::place::{OfFamily, PlaceView};
use crate::plan::schedule::MAX_ARRAYS;
use crate::report::error::BroadcastError;
use crate::shape::axes::{MAX_RANK, StaticList};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::rank::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, Rank};
use crate::shape::unit::Unit;
use crate::typed::align::NoAxis;
use crate::typed::call::{TypedCall, TypingInto};
use crate::typed::fit::NoTypes;
use crate::typed::names::{JoinedRank, ModeName};
use crate::typed::settle::{Settle1, Settle2, Settle3};
use crate::typed::suspect::{BeginGiven, Data, FirstGuest, Guesting};

/// A call `C`, its operands ([`List::Said`]) and where it goes ([`ToNew`] or [`ToPlace`]), to be asked for its shape.
pub struct Of<C, L, Goes>(C, PhantomData<(L, Goes)>);
/// To a new container.
pub struct ToNew;
/// To a place of this family and rank.
pub struct ToPlace<Family, D>(PhantomData<(Family, D)>);

impl<M, T, X, Y> TypedCall<M, T, X, Y> {
    /// The call, of these operands.
    #[inline(always)]
    pub fn of<L: List>(self, _: &L) -> Of<Self, L::Said, ToNew> {
        Of(self, PhantomData)
    }

    /// The call, of these operands and this place.
    #[inline(always)]
    pub fn of_place<L: List, Q: OfFamily>(self, _: &L, _: &Q) -> Of<Self, L::Said, ToPlace<Q::Family, Q::Rank>> {
        Of(self, PhantomData)
    }
}

/// All lengths are in types.
#[derive(Clone, Copy, Debug)]
pub struct InTypes;
/// Some are names or unknown.
#[derive(Clone, Copy, Debug)]
pub struct AtRunTime;

macro_rules! plain {
    ($($(#[$doc:meta])* $plain:ident: $how:ty, fn($($receiver:tt)*);)*) => {$(
        $(#[$doc])*
        pub trait $plain {
            /// [`Told`].
            type Told: Unit;
            /// What to ask of the call, and how it is made.
            fn __bcast_shape($($receiver)*) -> Self::Told;
        }
        impl<M: ModeName<Rule = JoinedRank>, L: Joined<$how, Output: Makes<$how, M, L, Goes>>, Goes> $plain
            for Of<TypedCall<M, NoTo, NoAxis, TypesDecide>, L, Goes>
        {
            type Told = <L::Output as Makes<$how, M, L, Goes>>::Told;
            #[inline(always)]
            fn __bcast_shape($($receiver)*) -> Self::Told {
                Unit::UNIT
            }
        }
    )*};
}
plain! {
    /// A plain call that is right, all of it in types.
    Plain: InTypes, fn(self);
    /// A plain call in which nothing is wrong, as far as types know.
    PlainAtRunTime: AtRunTime, fn(&self);
}
/// Operands as a parameter of a method: what a method gives has no type where one of its own parameters does not fit, and the compiler says
/// why; where it is one of the type's, the compiler says that there is no such method.
pub trait Is<L> {}
impl<L> Is<L> for L {}
impl<M: ModeName, T, X, Y, A> Of<TypedCall<M, T, X, Y>, A, ToNew> {
    /// The same of any call: method resolution looks for [`Plain`] and [`PlainAtRunTime`] first.
    #[inline(always)]
    pub fn __bcast_shape<L>(&mut self) -> <L::Output as ResultIn<M, L, T, X>>::Told
    where
        A: Is<L>,
        L: ListFamily<Output: ResultIn<M, L, T, X>>,
    {
        Unit::UNIT
    }
}
#[allow(clippy::type_complexity, reason = "the answers are types, put together from those of the call")]
impl<M: ModeName, T, X, Y, A, F, D> Of<TypedCall<M, T, X, Y>, A, ToPlace<F, D>> {
    /// The same of any call that writes to a place.
    #[inline(always)]
    pub fn __bcast_shape<L>(&mut self) -> <TypingInto<L, F> as PlacedIn<M, L, T, X, F, D>>::Told
    where
        A: Is<L>,
        L: ListFamily,
        F: MixFamily<L::Output, Output: Typing<Typing: PlacedIn<M, L, T, X, F, D>>>,
    {
        Unit::UNIT
    }
}

/// Operands whose shapes fit each other; `How` is [`InTypes`] or [`AtRunTime`].
pub trait Joined<How> {
    /// [`Together`], or [`NoArray`].
    type Output;
}
/// What operands make together: the family, the join of their shapes, and its rank.
pub struct Together<Family, S, D>(PhantomData<(Family, S, D)>);
impl<How> Joined<How> for () {
    type Output = NoArray;
}
impl<How, Rest: Joined<How>> Joined<How> for (NothingSaid, Rest) {
    type Output = Rest::Output;
}
macro_rules! beside {
    ($($(#[$doc:meta])* $beside:ident: $alone:ty, $family:ident => $together:ty;)*) => {$(
        $(#[$doc])*
        pub trait $beside<How, S, D> {
            /// [`Together`].
            type Output;
        }
        impl<How, S, D> $beside<How, S, D> for NoArray {
            type Output = Together<$alone, S, D>;
        }
        impl<How, $family, S, D: JoinRanked<How, E, S, Z>, Z, E> $beside<How, S, D> for Together<$family, Z, E> {
            type Output = Together<$together, D::Shape, D::Rank>;
        }
    )*};
}
beside! {
    /// Operands behind a nested array.
    BesideNested: AllNested, Family => Family;
    /// Operands behind a tensor.
    BesideTensor: Tensors, Family => Tensors;
}

/// Two lengths that fit.
pub trait JoinFitting<How, Other> {
    /// The one that says more.
    type Output;
}
impl<How, M> JoinFitting<How, M> for One {
    type Output = M;
}
impl<How, const N: usize> JoinFitting<How, One> for Len<N> {
    type Output = Len<N>;
}
impl<How, const N: usize> JoinFitting<How, Len<N>> for Len<N> {
    type Output = Len<N>;
}
macro_rules! at_run_time {
    ($(<$($name:ident)? $(; const $n:ident)?> $left:ty, $right:ty => $joined:ty;)*) => {$(
        impl<$($name)? $(const $n: usize)?> JoinFitting<AtRunTime, $right> for $left {
            type Output = $joined;
        }
    )*};
}
at_run_time! {
    <; const N> Len<N>, Unknown => Len<N>;
    <Name> NamedLen<Name>, One => NamedLen<Name>;
    <Name> NamedLen<Name>, Unknown => NamedLen<Name>;
    <Name> NamedLen<Name>, NamedLen<Name> => NamedLen<Name>;
    <> Unknown, One => Unknown;
    <> Unknown, Unknown => Unknown;
    <; const N> Unknown, Len<N> => Len<N>;
    <Name> Unknown, NamedLen<Name> => NamedLen<Name>;
}

/// Two shapes that fit, right aligned: `S` of the rank `Self`, and `Z` of the rank `E`.
pub trait JoinRanked<How, E, S, Z> {
    /// Their join.
    type Shape;
    /// The larger rank.
    type Rank;
}
macro_rules! list {
    () => { () };
    ($head:ty, $($rest:ty,)*) => { ($head, list!($($rest,)*)) };
}
macro_rules! ranks {
    ($($large:ident: $([$small:ident: $($head:ident)* | $($left:ident $right:ident),*])+;)*) => {
        $($(ranks! { @ $large $small [$($head)*] [$($left $right)*] })+)*
    };
    (@ $large:ident $same:ident [] [$($left:ident $right:ident)*]) => {
        impl<How, $($left: JoinFitting<How, $right>, $right),*>
            JoinRanked<How, $same, list!($($left,)*), list!($($right,)*)> for $large
        {
            type Shape = list!($($left::Output,)*);
            type Rank = $large;
        }
    };
    (@ $large:ident $small:ident [$($head:ident)+] [$($left:ident $right:ident)*]) => {
        impl<How, $($head,)+ $($left: JoinFitting<How, $right>, $right),*>
            JoinRanked<How, $small, list!($($head,)+ $($left,)*), list!($($right,)*)> for $large
        {
            type Shape = list!($($head,)+ $($left::Output,)*);
            type Rank = $large;
        }
        impl<How, $($head,)+ $($left: JoinFitting<How, $right>, $right),*>
            JoinRanked<How, $large, list!($($left,)*), list!($($head,)+ $($right,)*)> for $small
        {
            type Shape = list!($($head,)+ $($left::Output,)*);
            type Rank = $large;
        }
    };
}
ranks! {
    Ix0: [Ix0: |];
    Ix1: [Ix0: A |] [Ix1: | A Z];
    Ix2: [Ix0: A B |] [Ix1: A | B Z] [Ix2: | A Y, B Z];
    Ix3: [Ix0: A B C |] [Ix1: A B | C Z] [Ix2: A | B Y, C Z] [Ix3: | A X, B Y, C Z];
    Ix4: [Ix0: A B C D |] [Ix1: A B C | D Z] [Ix2: A B | C Y, D Z] [Ix3: A | B X, C Y, D Z] [Ix4: | A W, B X, C Y, D Z];
    Ix5: [Ix0: A B C D E |] [Ix1: A B C D | E Z] [Ix2: A B C | D Y, E Z] [Ix3: A B | C X, D Y, E Z]
        [Ix4: A | B W, C X, D Y, E Z] [Ix5: | A V, B W, C X, D Y, E Z];
    Ix6: [Ix0: A B C D E F |] [Ix1: A B C D E | F Z] [Ix2: A B C D | E Y, F Z] [Ix3: A B C | D X, E Y, F Z]
        [Ix4: A B | C W, D X, E Y, F Z] [Ix5: A | B V, C W, D X, E Y, F Z] [Ix6: | A U, B V, C W, D X, E Y, F Z];
}

/// What operands make in the mode `M`; `L` are the operands themselves.
pub trait Makes<How, M, L, Goes> {
    /// [`Told`].
    type Told: Unit;
}
impl<M, L, S: StaticList, D> Makes<InTypes, M, L, ToNew> for Together<AllNested, S, D> {
    type Told = Told<PlainCall<M, L, S, D>, Made<NestedOf<S>, ByJoin<S>, Rank<D>, ()>>;
}
impl<M, L, S: StaticList + TensorContainer, D> Makes<InTypes, M, L, ToNew> for Together<Tensors, S, D> {
    type Told = Told<PlainCall<M, L, S, D>, Made<S::Container, ByJoin<S>, Rank<D>, ()>>;
}
impl<M, L, S: TensorContainer, D> Makes<AtRunTime, M, L, ToNew> for Together<Tensors, S, D> {
    type Told = Told<PlainCall<M, L, S, D>, Made<S::Container, AtRunTimeAsTyped, Rank<D>, ()>>;
}
// What is joined with the place's shape and gives that shape stretches to it.
impl<M, L, Family, S, D, P: StaticList, F: FamilyShape<Lengths<E> = P>, E> Makes<InTypes, M, L, ToPlace<F, E>>
    for Together<Family, S, D>
where
    D: JoinRanked<InTypes, E, S, P, Shape = P, Rank = E>,
{
    type Told = Told<PlainCall<M, L, S, D>, Written<ByJoin<P>>>;
}
impl<M, L, Family, S, D, P, F: FamilyShape<Lengths<E> = P>, E> Makes<AtRunTime, M, L, ToPlace<F, E>>
    for Together<Family, S, D>
where
    D: JoinRanked<AtRunTime, E, S, P, Shape = P, Rank = E>,
{
    type Told = Told<PlainCall<M, L, S, D>, Written<AtRunTimeAsTyped>>;
}

/// A plain call, which fits: generated code asks whether its operands are suspicious, and nothing else. Its methods take it by value: a
/// method of that name which a user gives every type is found later.
pub struct PlainCall<M, L, S, D>(PhantomData<(M, L, S, D)>);
/// The same, where the first operand has all axes of the result.
pub struct LedCall<M, L, S>(PhantomData<(M, L, S)>);
impl<M, L, S, D> Clone for PlainCall<M, L, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, L, S, D> Copy for PlainCall<M, L, S, D> {}
impl<M, L, S> Clone for LedCall<M, L, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, L, S> Copy for LedCall<M, L, S> {}
impl<M, L, S, D> Unit for PlainCall<M, L, S, D> {
    const UNIT: Self = Self(PhantomData);
}
impl<M, L, S, D> PlainCall<M, L, S, D> {
    /// It fits.
    #[inline(always)]
    pub fn operand<const INDEX: usize, E, Rest>(self, _: &(E, Rest)) -> NoTypes {
        NoTypes
    }
    /// The operands of the list, to be asked about each.
    #[inline(always)]
    pub fn guests<O>(self, _: &O) -> FirstGuest<M, NoAxis, NoTo, S, S, L>
    where
        L: Guesting<M, NoAxis, NoTo, S, S>,
    {
        Unit::UNIT
    }
    /// So does the place.
    #[inline(always)]
    pub fn place<Q>(self, _: &Q) -> NoTypes {
        NoTypes
    }
}
impl<M, L, S> LedCall<M, L, S> {
    /// It fits.
    #[inline(always)]
    pub fn operand<const INDEX: usize, E, Rest>(self, _: &(E, Rest)) -> NoTypes {
        NoTypes
    }
    /// The operands of the list, to be asked about each.
    #[inline(always)]
    pub fn guests<O>(self, _: &O) -> L::Guest
    where
        L: BeginGiven<Data<M, NoAxis, NoTo, S, S, L>, Guest: Unit>,
    {
        Unit::UNIT
    }
}
impl<M, L: LedBy<S, Others: AllOfRank<D>>, S, D> Settle1 for PlainCall<M, L, S, D> {
    #[inline(always)]
    fn __bcast_settle(self) -> NoTypes {
        NoTypes
    }
}
// Two axes, which most calls with a vector have: it lies on the last one, and the lint is about another one of its length.
impl<M, L: LedBy<(A, (A, ()))>, A> Settle2 for PlainCall<M, L, (A, (A, ())), Ix2> {
    type Left = LedCall<M, L, (A, (A, ()))>;
    #[inline(always)]
    fn __bcast_settle(&self) -> Self::Left {
        LedCall(PhantomData)
    }
}
impl<M, L: LedBy<(A, (B, ()))>, A, B> Settle3 for PlainCall<M, L, (A, (B, ())), Ix2> {
    type Left = NoTypes;
    #[inline(always)]
    fn __bcast_settle(&mut self) -> NoTypes {
        NoTypes
    }
}
impl<M, L, S, D> Deref for PlainCall<M, L, S, D> {
    type Target = PlainOfAnyRank<M, L, S, D>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &PlainOfAnyRank(PhantomData)
    }
}
/// What a [`PlainCall`] dereferences to: of two axes it has been settled by now, if its first operand has them.
pub struct PlainOfAnyRank<M, L, S, D>(PhantomData<(M, L, S, D)>);
impl<M, L: LedBy<S>, S, D> Settle2 for PlainOfAnyRank<M, L, S, D> {
    type Left = LedCall<M, L, S>;
    #[inline(always)]
    fn __bcast_settle(&self) -> LedCall<M, L, S> {
        LedCall(PhantomData)
    }
}
/// What that dereferences to: no operand is known to have all axes of the result before the others.
pub struct Unled<M, L, S, D>(PhantomData<(M, L, S, D)>);
impl<M, L, S, D> Deref for PlainOfAnyRank<M, L, S, D> {
    type Target = Unled<M, L, S, D>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &Unled(PhantomData)
    }
}
impl<M, L, S, D> Unled<M, L, S, D> {
    /// All is left to ask.
    #[inline(always)]
    pub fn __bcast_settle(&self) -> PlainCall<M, L, S, D> {
        PlainCall(PhantomData)
    }
}

/// Operands the first of which has all axes of the result, `S`: the others stretch to it, and not along each other. Those of its rank lie
/// nowhere else either.
pub trait LedBy<S> {
    /// The others.
    type Others;
}
impl<S, Rest: LedBy<S>> LedBy<S> for (NothingSaid, Rest) {
    type Others = Rest::Others;
}
/// What holds for nested arrays and tensors alike; a place that is read as an operand has its say as others have.
macro_rules! typed {
    ($($said:ident $family:ident $beside:ident $(, $elements:ident)?;)*) => {$(
        impl<How, S, D $(, $elements)?, Rest: Joined<How, Output: $beside<How, S, D>>> Joined<How>
            for ($said<$family<S>, D $(, $elements)?>, Rest)
        {
            type Output = <Rest::Output as $beside<How, S, D>>::Output;
        }
        impl<S, D $(, $elements)?, Rest> LedBy<S> for ($said<$family<S>, D $(, $elements)?>, Rest) {
            type Others = Rest;
        }
    )*};
}
typed! {
    ArraySays Nested BesideNested;
    ArraySays OneTensor BesideTensor;
    PlaceSays Nested BesideNested, T;
    PlaceSays OneTensor BesideTensor, T;
}
/// Operands of the rank `D`.
pub trait AllOfRank<D> {}
impl<D> AllOfRank<D> for () {}
impl<D, Rest: AllOfRank<D>> AllOfRank<D> for (NothingSaid, Rest) {}
impl<F, D, Rest: AllOfRank<D>> AllOfRank<D> for (ArraySays<F, D>, Rest) {}
impl<F, D, T, Rest: AllOfRank<D>> AllOfRank<D> for (PlaceSays<F, D, T>, Rest) {}

/// Computed by types alone, as [`ByTypes`](crate::call::strategy::ByTypes): into the shape `S`, on whose last axes all operands lie.
#[derive(Clone, Copy, Debug)]
pub struct ByJoin<S>(PhantomData<S>);

impl<C: StaticContainer<S>, M, X, L: List<Said: Lengths>, S: StaticList> Make<C, M, X, L> for ByJoin<S> {
    #[inline(always)]
    fn make<F, R, W, P>(
        site: &Site<'_>,
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
        Ok(<Self as Make<C, M, X, L>>::make_or_panic(site, cost, threads, list, expression))
    }

    #[inline(always)]
    fn make_or_panic<F, R, W, P>(_: &Site<'_>, _: W, _: P, list: L, expression: F) -> C::Of<R>
    where
        F: Fn(L::Elems, Fused) -> R,
        R: Copy,
        W: exec::Cost,
        P: Threads<L, F, W, R>,
    {
        // SAFETY: `OfJoin` makes the plan from the lengths of the list's arrays, which are dense since they are nested arrays or tensors, and
        // from `S`, which is the container's shape.
        unsafe { C::computed::<OfJoin<S>, L, F, R, W>(&list, &expression) }
    }
}

impl<M, X, L, T, Family, D, S: StaticList> WriteTo<M, X, L, T, Family, D> for ByJoin<S>
where
    L: List<Said: ListReadsPlaceOf<T> + Lengths>,
    Family: FamilyShape<Lengths<D> = S>,
{
    #[inline(always)]
    fn write<F, W, P>(
        _: &Site<'_>,
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
        P: Threads<L, F, W, T>,
    {
        // SAFETY: as in `make`, and `S` is the place's shape; an element of the place in the list has its type (`ListReadsPlaceOf`) and
        // is initialised, and the borrow checker keeps the place apart from every operand.
        unsafe { nest::run::<OfJoin<S>, L, F, T, W>(&list, &expression, place.ptr.cast()) };
        Ok(())
    }
}

/// The lengths of operands, on [`List::Said`].
///
/// Only what fits has a [`ByJoin`] to be computed by. One that belongs to other operands is held to these: here `b` stretches, though
/// nobody has asked about it.
///
/// ```
/// use bcast_core::__private::{Costly, OneThread, Site, TypesDecide, call, evaluate, no_axis, no_to, scope::*, tag};
/// use bcast_core::{typed::names::modes::numpy, typed::{Len, One, Tensor}};
///
/// let (a, b) = (Tensor::<i32, (Len<3>,)>::filled(1), Tensor::<i32, (One,)>::filled(2));
/// let (a, b) = (tag(&a).__bcast_kind().bind(&a), tag(&b).__bcast_kind().bind(&b));
/// let (call, site) = (call(numpy, no_to(), no_axis(), TypesDecide), Site::new(&["a", "b"]));
/// let of_a = call.of(&(a, ())).__bcast_shape().1;
/// let c = evaluate((call, of_a), &site, Costly, OneThread, (a, (b, ())), |(a, (b, ())), _| a + b);
/// assert_eq!(c.into_nested(), [3, 3, 3]);
/// ```
///
/// And this, where `b` has another length, does not compile:
///
/// ```compile_fail
/// use bcast_core::__private::{Costly, OneThread, Site, TypesDecide, call, evaluate, no_axis, no_to, scope::*, tag};
/// use bcast_core::{typed::names::modes::numpy, typed::{Len, One, Tensor}};
///
/// let (a, b) = (Tensor::<i32, (Len<3>,)>::filled(1), Tensor::<i32, (Len<2>,)>::filled(2));
/// let (a, b) = (tag(&a).__bcast_kind().bind(&a), tag(&b).__bcast_kind().bind(&b));
/// let (call, site) = (call(numpy, no_to(), no_axis(), TypesDecide), Site::new(&["a", "b"]));
/// let of_a = call.of(&(a, ())).__bcast_shape().1;
/// let c = evaluate((call, of_a), &site, Costly, OneThread, (a, (b, ())), |(a, (b, ())), _| a + b);
/// ```
pub trait Lengths {
    /// Those of the arrays, the last one first: the compiler need not move those that are there to put one more behind them.
    const REVERSED: Arrays;
}
/// Arrays in a constant.
#[derive(Clone, Copy, Debug)]
pub struct Arrays {
    /// How many there are.
    count: usize,
    /// The rank of each.
    ranks: [usize; MAX_ARRAYS],
    /// Their lengths, outermost axis first.
    lengths: [[usize; MAX_RANK]; MAX_ARRAYS],
}
impl Lengths for () {
    const REVERSED: Arrays = Arrays { count: 0, ranks: [0; MAX_ARRAYS], lengths: [[0; MAX_RANK]; MAX_ARRAYS] };
}
impl<Rest: Lengths> Lengths for (NothingSaid, Rest) {
    const REVERSED: Arrays = Rest::REVERSED;
}
impl<F, D, T, Rest: Lengths> Lengths for (PlaceSays<F, D, T>, Rest) {
    const REVERSED: Arrays = Rest::REVERSED;
}
macro_rules! lengths {
    ($($family:ident)*) => {$(
        impl<S: StaticList, D, Rest: Lengths> Lengths for (ArraySays<$family<S>, D>, Rest) {
            const REVERSED: Arrays = {
                let mut arrays = Rest::REVERSED;
                arrays.ranks[arrays.count] = S::RANK;
                arrays.lengths[arrays.count] = S::LENGTHS;
                arrays.count += 1;
                arrays
            };
        }
    )*};
}
lengths!(Nested OneTensor);

/// The call whose operands lie on the last axes of `S`, written to memory of that shape.
pub struct OfJoin<S>(PhantomData<S>);
impl<L: List<Said: Lengths>, S: StaticList> StaticCall<L> for OfJoin<S> {
    const PLAN: StaticPlan = {
        let Arrays { count, ranks, lengths } = L::Said::REVERSED;
        let mut operands = [[1; MAX_RANK]; MAX_ARRAYS];
        let mut array = 0;
        while array < count {
            let (rank, lengths) = (ranks[count - 1 - array], &lengths[count - 1 - array]);
            assert!(rank <= S::RANK, "an operand has more axes than the result");
            let mut axis = 0;
            while axis < rank {
                operands[array][S::RANK - rank + axis] = lengths[axis];
                axis += 1;
            }
            array += 1;
        }
        // That the list has as many arrays is asked where the plan meets the sizes of their elements.
        StaticPlan::new(S::RANK, S::LENGTHS, count, operands)
    };
}
