//! Legal but suspicious, on types: the lints of [`lint`](crate::rules::lint), where types say the lengths.
//!
//! Whether two lengths are the same is a question whose "no" no impl can give, so it is asked by method resolution: a method of the
//! lint's name is looked for in one way of being suspicious after the other, each of which dereferences to the next, and is deprecated in
//! all of them but the last. The compiler's warning about a deprecated method is what the user sees, at the operand whose span the
//! method's name has. Calls in which no array has a shape in its type ask nothing: there every method is found at once.

mod axes;

use core::marker::PhantomData;
use core::ops::Deref;

pub(crate) use self::axes::Spans;
use self::axes::{AxisAt, Behind, Beside, IfExtends, IsLength, LiesInnermost, LiesOn, LongerThan, SaysLength};

use crate::operand::descriptor::Says;
use crate::operand::list::List as Operands;
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::{No, One, Yes};
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::Unit;
use crate::typed::fit::{CallShape, NoTypes};
use crate::typed::outcome::{InFrame, JoinLaid, TargetShape};
use crate::typed::ranks::Less;

/// The operands of a call, one after the other: `S` is the list of them from this one on, `D` the call, and the methods have the
/// names of the lints.
///
/// `K` counts what is left to try: in one way after the other a guest may be suspicious, and if not dereferences to the next. The
/// last one's methods are its own, and not deprecated.
pub struct Guest<K, D, S>(PhantomData<(K, D, S)>);
/// The operands of a call in which no array has a shape in its type.
#[derive(Clone, Copy, Debug)]
pub struct Guests;
/// A call: its mode, `axis`, target, frame, result, and the list of its operands.
pub struct Data<M, X, T, Frame, Out, L>(PhantomData<(M, X, T, Frame, Out, L)>);

/// Ways of a call whose result has the shape of one array: a guest may lie on the wrong axis of it.
pub struct Given<Way>(PhantomData<Way>);
/// Ways of a call in which only several arrays together have the result's axes: they may stretch along each other.
pub struct Joint<Way>(PhantomData<Way>);

macro_rules! ways {
    ($($(#[$doc:meta])* $way:ident $($next:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $way;
        $(
            ways!(@ $way $next Given);
            ways!(@ $way $next Joint);
        )?
    )*};
    (@ $way:ident $next:ident $kind:ident) => {
        impl<D, S> Deref for Guest<$kind<$way>, D, S> {
            type Target = Guest<$kind<$next>, D, S>;
            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                &Guest(PhantomData)
            }
        }
    };
}
ways! {
    /// Nothing is left.
    Last;
    /// One way is left.
    Way1 Last;
    /// Two.
    Way2 Way1;
    /// Three.
    Way3 Way2;
    /// Four.
    Way4 Way3;
    /// Five.
    Way5 Way4;
    /// Six.
    Way6 Way5;
}

/// The guest that begins a list of operands in the call `D`; `Self` says how many arrays have the result's shape.
pub trait Begin<D, S> {
    /// The guest.
    type Guest;
}
impl<D, S> Begin<D, S> for NoVoter {
    type Guest = Guests;
}
impl<D, S> Begin<D, S> for Every {
    type Guest = Guests;
}
impl<D, S: BeginGiven<D>> Begin<D, S> for Some {
    type Guest = S::Guest;
}
impl<M, X, T, Frame, Out: Ways, L, S> Begin<Data<M, X, T, Frame, Out, L>, S> for None {
    type Guest = Guest<Joint<Out::OfRank>, Data<M, X, T, Frame, Out, L>, S>;
}
/// [`Begin`], where one array has the result's shape: each operand has as many ways as there are axes before it.
pub trait BeginGiven<D> {
    /// The guest.
    type Guest;
}
impl<D> BeginGiven<D> for () {
    type Guest = Guests;
}
impl<M, X, T, Frame, Out, L, E, Rest> BeginGiven<Data<M, X, T, Frame, Out, L>> for (E, Rest)
where
    E: Says<Shape: Resolved<List: LowerThan<Out>>>,
{
    type Guest =
        Guest<Given<<<E::Shape as Resolved>::List as LowerThan<Out>>::Ways>, Data<M, X, T, Frame, Out, L>, (E, Rest)>;
}
/// The guest after one of the kind `Self`.
pub trait After<D, Rest> {
    /// The guest.
    type Guest;
}
impl<Way, D, Rest: BeginGiven<D>> After<D, Rest> for Given<Way> {
    type Guest = Rest::Guest;
}
impl<Way, M, X, T, Frame, Out: Ways, L, Rest> After<Data<M, X, T, Frame, Out, L>, Rest> for Joint<Way> {
    type Guest = Guest<Joint<Out::OfRank>, Data<M, X, T, Frame, Out, L>, Rest>;
}
/// How many ways there are in a list of axes.
pub trait Ways {
    /// To lie farther out, by that many axes.
    type Outward;
    /// To stretch along another array, in a result of that many axes.
    type OfRank;
}
impl Ways for () {
    type Outward = Last;
    type OfRank = Last;
}
impl<A> Ways for (A, ()) {
    type Outward = Way1;
    type OfRank = Last;
}
impl<A, B> Ways for (A, (B, ())) {
    type Outward = Way2;
    type OfRank = Way2;
}
impl<A, B, C, R> Ways for (A, (B, (C, R))) {
    type Outward = Way3;
    type OfRank = Way6;
}
/// A shape beside the result's.
pub trait LowerThan<Out> {
    /// The ways in which it can lie farther out.
    type Ways;
}
impl<Out> LowerThan<Out> for NoShape {
    type Ways = Last;
}
impl<Out> LowerThan<Out> for Unranked {
    type Ways = Last;
}
impl<Out> LowerThan<Out> for () {
    type Ways = Last;
}
impl<L, S, Out: Less<(L, S), Output: Ways>> LowerThan<Out> for (L, S) {
    type Ways = <Out::Output as Ways>::Outward;
}

impl<K: After<D, Rest>, D, E, Rest> Guest<K, D, (E, Rest)> {
    /// The next operand.
    #[inline(always)]
    pub fn next(self) -> K::Guest
    where
        K::Guest: Unit,
    {
        Unit::UNIT
    }
}
impl<K, D, S> Unit for Guest<K, D, S> {
    const UNIT: Self = Self(PhantomData);
}
impl Unit for Guests {
    const UNIT: Self = Self;
}
impl Guests {
    /// The next operand.
    #[inline(always)]
    pub fn next(self) -> Self {
        self
    }
}

/// The same operand, of which everything is tried anew.
type Again<K, D, E, Rest> = Guest<K, D, (E, Rest)>;

macro_rules! lints {
    ($($(#[$doc:meta])* $lint:ident $lint_trait:ident: $note:literal;)*) => {
        $(
            $(#[$doc])*
            pub trait $lint_trait {
                /// What is asked next.
                type Then: Unit;
                $(#[$doc])*
                #[deprecated(note = $note)]
                #[inline(always)]
                fn $lint(&self) -> Self::Then {
                    Unit::UNIT
                }
            }
        )*
        impl Guests {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub fn $lint(self) -> Self {
                    self
                }
            )*
        }
    };
}
lints! {
    /// The operand and a later one stretch along each other. Then the same operand is asked about other lints.
    mutual_stretch MutualStretch: "this operand and a later one stretch along each other over one length, as (N,) and (N, 1) do to (N, N)
help: `axis(path) = k` for the shorter one lays it along the other
help: `allow = mutual_stretch` says that this is meant";
    /// The vector lies on the last axis, and another one has the same length. Then the next operand is asked about, as after every
    /// lint from here on.
    rank_promotion RankPromotion: "this vector lies on the last axis, and another axis of the result has the same length
help: as a matrix, (N, 1) or (1, N), it lies on one of them; in most modes `axis(path) = k` says the same
help: `allow = rank_promotion` says that the last one is meant";
    /// The vector lies on the outermost axis, and the innermost has the same length.
    ncnn_rank_1 NcnnRank1: "this vector lies on the outermost axis, and the innermost has the same length (mode = ncnn)
help: as a matrix, (1, N) or (N, 1), it lies on one of them whatever their lengths are
help: `allow = ncnn_rank_1` says that the outermost one is meant";
    /// The operand lies at the default axis, and would fit at another.
    default_axis DefaultAxis: "this operand would fit at another axis as well (axis = -1 by default)
help: `axis = k` says which one is meant
help: `axis = -1` or `allow = default_axis` says that it is the default";
}
/// Methods that say nothing.
macro_rules! trusted {
    (<$($name:ident),*> $guest:ty: $($lint:ident -> $then:ty;)*) => {
        impl<$($name),*> $guest {
            $(
                /// Nothing is suspicious.
                #[inline(always)]
                pub fn $lint(&self) -> $then
                where
                    $then: Unit,
                {
                    Unit::UNIT
                }
            )*
        }
    };
}
/// The next operand.
type Next<K, D, Rest> = <K as After<D, Rest>>::Guest;
trusted! { <Way, D, E, Rest> Guest<Given<Way>, D, (E, Rest)>:
    mutual_stretch -> Again<Given<Way>, D, E, Rest>;
}
trusted! { <D, E, Rest> Guest<Joint<Last>, D, (E, Rest)>:
    mutual_stretch -> Again<Joint<Last>, D, E, Rest>;
}

/// The axes of an operand that votes; `Self` is its vote.
pub trait VoterOn<Axes> {
    /// `Axes`, or `()` for one that does not.
    type Axes;
}
impl<Axes> VoterOn<Axes> for NoRank {
    type Axes = ();
}
impl<D, Axes> VoterOn<Axes> for Rank<D> {
    type Axes = Axes;
}
/// Those of the operand `E`.
pub trait Votes<M, X, Frame>: InFrame<M, X, Frame> {
    /// A list.
    type OnFrame;
}
impl<M, X, Frame, E: InFrame<M, X, Frame, Vote: VoterOn<E::Axes>>> Votes<M, X, Frame> for E {
    type OnFrame = <E::Vote as VoterOn<E::Axes>>::Axes;
}

/// The join of the voters of a list, on the axes of the frame.
pub trait JoinOf<M, X, Frame> {
    /// The join, or [`NoShape`].
    type Join;
    /// The same of those with a length other than 1 at axis 0.
    type With0;
    /// At axis 1.
    type With1;
    /// At axis 2.
    type With2;
}
impl<M, X, Frame> JoinOf<M, X, Frame> for () {
    type Join = NoShape;
    type With0 = NoShape;
    type With1 = NoShape;
    type With2 = NoShape;
}
/// Axis 1 and axis 2, as counts.
type K1 = (One, ());
type K2 = (One, K1);
/// The axes of `A` if it extends at `K`.
type With<A, K> = <<A as AxisAt<K>>::Axis as IfExtends<A>>::Axes;
impl<M, X, Frame, E: Votes<M, X, Frame>, Rest: JoinOf<M, X, Frame>> JoinOf<M, X, Frame> for (E, Rest)
where
    E::OnFrame: JoinLaid<Rest::Join>
        + AxisAt<(), Axis: IfExtends<E::OnFrame, Axes: JoinLaid<Rest::With0>>>
        + AxisAt<K1, Axis: IfExtends<E::OnFrame, Axes: JoinLaid<Rest::With1>>>
        + AxisAt<K2, Axis: IfExtends<E::OnFrame, Axes: JoinLaid<Rest::With2>>>,
{
    type Join = <E::OnFrame as JoinLaid<Rest::Join>>::Output;
    type With0 = <With<E::OnFrame, ()> as JoinLaid<Rest::With0>>::Output;
    type With1 = <With<E::OnFrame, K1> as JoinLaid<Rest::With1>>::Output;
    type With2 = <With<E::OnFrame, K2> as JoinLaid<Rest::With2>>::Output;
}

/// How many of the voters of a list have all axes of `Out`.
pub trait Spanning<M, X, Frame, Out> {
    /// [`NoVoter`], [`Every`], [`Some`] or [`None`].
    type Output;
}
/// There is none.
pub struct NoVoter;
/// Every one has: nobody stretches.
pub struct Every;
/// At least one has: the others stretch to it.
pub struct Some;
/// None has: they stretch to each other.
pub struct None;
impl<M, X, Frame, Out> Spanning<M, X, Frame, Out> for () {
    type Output = NoVoter;
}
impl<M, X, Frame, Out, E: InFrame<M, X, Frame>, Rest: Spanning<M, X, Frame, Out>> Spanning<M, X, Frame, Out>
    for (E, Rest)
where
    E::Vote: OneMore<E::Axes, Out, Rest::Output>,
{
    type Output = <E::Vote as OneMore<E::Axes, Out, Rest::Output>>::Output;
}
/// [`Spanning`] with one operand more, `Self` being its vote.
pub trait OneMore<Axes, Out, Rest> {
    /// See [`Spanning::Output`].
    type Output;
}
impl<Axes, Out, Rest> OneMore<Axes, Out, Rest> for NoRank {
    type Output = Rest;
}
impl<D, Axes: Spans<Out, Output: Joined<Rest>>, Out, Rest> OneMore<Axes, Out, Rest> for Rank<D> {
    type Output = <Axes::Output as Joined<Rest>>::Output;
}
/// An answer beside those of the other operands.
pub trait Joined<Rest> {
    /// See [`Spanning::Output`].
    type Output;
}
macro_rules! answers {
    ($($one:ident, $rest:ident => $all:ident;)*) => {$(
        impl Joined<$rest> for $one {
            type Output = $all;
        }
    )*};
}
answers! {
    Yes, NoVoter => Every;
    Yes, Every => Every;
    Yes, Some => Some;
    Yes, None => Some;
    No, NoVoter => None;
    No, Every => Some;
    No, Some => Some;
    No, None => None;
}
/// How many have the axes of a target, `Self` being its shape: it is one more array, and has them all.
pub trait BesideTarget<Spanning> {
    /// See [`Spanning::Output`].
    type Output;
}
impl<Spanning> BesideTarget<Spanning> for NoShape {
    type Output = Spanning;
}
macro_rules! targets {
    ($(<$($name:ident),*> $target:ty;)*) => {$(
        impl<Spanning, $($name),*> BesideTarget<Spanning> for $target
        where
            Yes: Joined<Spanning>,
        {
            type Output = <Yes as Joined<Spanning>>::Output;
        }
    )*};
}
targets! {
    <> Unranked;
    <> ();
    <A, B> (A, B);
}

impl<D, E, Rest: BeginGiven<D, Guest: Unit>> Guest<Given<Last>, D, (E, Rest)> {
    /// Nothing is suspicious.
    #[inline(always)]
    pub fn rank_promotion(&self) -> Rest::Guest {
        Unit::UNIT
    }
    /// Nothing is suspicious.
    #[inline(always)]
    pub fn ncnn_rank_1(&self) -> Rest::Guest {
        Unit::UNIT
    }
    /// Nothing is suspicious.
    #[inline(always)]
    pub fn default_axis(&self) -> Rest::Guest {
        Unit::UNIT
    }
}
impl<Way, D, E, Rest> Guest<Joint<Way>, D, (E, Rest)>
where
    Joint<Way>: After<D, Rest, Guest: Unit>,
{
    /// Nothing is suspicious.
    #[inline(always)]
    pub fn rank_promotion(&self) -> Next<Joint<Way>, D, Rest> {
        Unit::UNIT
    }
    /// Nothing is suspicious.
    #[inline(always)]
    pub fn ncnn_rank_1(&self) -> Next<Joint<Way>, D, Rest> {
        Unit::UNIT
    }
    /// Nothing is suspicious.
    #[inline(always)]
    pub fn default_axis(&self) -> Next<Joint<Way>, D, Rest> {
        Unit::UNIT
    }
}

macro_rules! mutual {
    ($($way:ident: $at:ty, $with:ident, ($($before:ident)?) $lengths:ty;)*) => {$(
        impl<M, X, T, Frame, Out, L, E, Rest, V, R, W $(, $before)?> MutualStretch
            for Guest<Joint<$way>, Data<M, X, T, Frame, Out, L>, (E, Rest)>
        where
            E: Votes<M, X, Frame>,
            E::OnFrame: AxisAt<$at, Axis = V>,
            V: IsLength,
            L: JoinOf<M, X, Frame, $with = W>,
            Rest: JoinOf<M, X, Frame>,
            Rest::Join: Beside<W, Lengths = $lengths>,
        {
            // The lint has spoken; another is asked about the same operand.
            type Then = Again<Joint<Last>, Data<M, X, T, Frame, Out, L>, E, Rest>;
        }
    )*};
}
mutual! {
    Way1: (), With0, () (V, R);
    Way2: K1, With1, () (V, R);
    Way3: K2, With2, () (V, R);
    Way4: (), With0, (B) (B, (V, R));
    Way5: K1, With1, (B) (B, (V, R));
    Way6: K2, With2, (B) (B, (V, R));
}

macro_rules! elsewhere {
    ($($lint_trait:ident, $shape:ty, <$($tail:ident)?> $way:ident: $at:ty;)*) => {$(
        impl<M, X, T, Frame, Out, L, E, Rest, V $(, $tail)?, From> $lint_trait
            for Guest<Given<$way>, Data<M, X, T, Frame, Out, L>, (E, Rest)>
        where
            E: Says,
            E::Shape: Resolved<List = $shape>,
            Out: Behind<$at, Rest = From>,
            From: LongerThan<$shape>,
            $shape: SaysLength + LiesOn<From> + LiesInnermost<Out>,
            Rest: BeginGiven<Data<M, X, T, Frame, Out, L>, Guest: Unit>,
        {
            type Then = Rest::Guest;
        }
    )*};
}
elsewhere! {
    RankPromotion, (V, ()), <> Way1: ();
    RankPromotion, (V, ()), <> Way2: K1;
    RankPromotion, (V, ()), <> Way3: K2;
    DefaultAxis, (V, S), <S> Way1: ();
    DefaultAxis, (V, S), <S> Way2: K1;
    DefaultAxis, (V, S), <S> Way3: K2;
    NcnnRank1, (V, ()), <> Way1: ();
}

/// The operands `Self` of a call, of which it can be asked who is suspicious.
pub trait Guesting<M, X, T, Frame, Out> {
    /// The first of them.
    type First: Unit;
}
impl<M, X, T, Frame, Out, L> Guesting<M, X, T, Frame, Out> for L
where
    T: TargetShape<Shape: BesideTarget<<L as Spanning<M, X, Frame, Out>>::Output>>,
    L: Spanning<M, X, Frame, Out>,
    SpanningOf<M, X, T, Frame, Out, L>: Begin<Data<M, X, T, Frame, Out, L>, L, Guest: Unit>,
{
    type First = <SpanningOf<M, X, T, Frame, Out, L> as Begin<Data<M, X, T, Frame, Out, L>, L>>::Guest;
}
impl<M, X, T, Frame, Out, C> CallShape<M, X, T, Frame, Out, C> {
    /// The operands of the list, to be asked about each.
    #[inline(always)]
    pub fn guests<L: Operands>(self, _: &L) -> FirstGuest<M, X, T, Frame, Out, L::Said>
    where
        L::Said: Guesting<M, X, T, Frame, Out>,
    {
        Unit::UNIT
    }
}
/// How many arrays have all axes of the result.
type SpanningOf<M, X, T, Frame, Out, L> =
    <<T as TargetShape>::Shape as BesideTarget<<L as Spanning<M, X, Frame, Out>>::Output>>::Output;
/// The first operand.
pub type FirstGuest<M, X, T, Frame, Out, L> = <L as Guesting<M, X, T, Frame, Out>>::First;

impl NoTypes {
    /// Nothing to ask about any of them.
    #[inline(always)]
    pub fn guests<L>(self, _: &L) -> Guests {
        Guests
    }
}
