//! What the text of one call says to types: its mode, its target, its axis, and whether types may decide.

use core::marker::PhantomData;

use crate::family::FamilyShape;
use crate::family::MixFamily;
use crate::list::{FirstVote, ListFamily};
use crate::names::ModeName;
use crate::operand::Entry;
use crate::place::PlaceView;
use crate::rank::{NoRank, Rank};
use crate::says::{ListSays, Says};
use crate::typed::align::{Beside, ByMode, Compare, Equal, Leads, Longer, Shorter};
use crate::typed::fit::{Asked, CallShape, NoTypes};
use crate::typed::outcome::{FrameOf, OutcomeIn};
use crate::typed::shape::{NoShape, Resolved, Unranked};
use crate::typed::way::{Typed, Typing, Untyped};

/// One call: mode `M`, target `T`, `axis` or `axes` as types know them (`X`), and `Y` decides how it is computed.
#[derive(Debug)]
pub struct TypedCall<M, T, X, Y> {
    kind: PhantomData<(M, T, X, Y)>,
}
impl<M, T, X, Y> Clone for TypedCall<M, T, X, Y> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, T, X, Y> Copy for TypedCall<M, T, X, Y> {}

/// One call.
#[must_use]
#[inline(always)]
pub fn call<M: ModeName, T, X, Y>(_mode: M, _to: T, _axis: X, _way: Y) -> TypedCall<M, T, X, Y> {
    TypedCall { kind: PhantomData }
}

/// What generated code asks about operands `L`, `Self` being their typing; `Place` is the shape of a place that is no operand.
pub trait AskedOf<M, T, X, L, Place> {
    /// [`CallShape`] or [`NoTypes`].
    type Asked: Asked;
}
impl<M, T, X, L, Place> AskedOf<M, T, X, L, Place> for Untyped {
    type Asked = NoTypes;
}
impl<M, T, X, L: OutcomeIn<M, T, X, Place>, Place> AskedOf<M, T, X, L, Place> for Typed
where
    L::Shape: AskedBy<M, T, X, L::Frame>,
{
    type Asked = <L::Shape as AskedBy<M, T, X, L::Frame>>::Asked;
}
/// [`AskedOf`], by the shape of the result.
pub trait AskedBy<M, T, X, Frame> {
    /// [`CallShape`] or [`NoTypes`].
    type Asked: Asked;
}
impl<M, T, X, Frame> AskedBy<M, T, X, Frame> for NoShape {
    type Asked = NoTypes;
}
impl<M, T, X, Frame> AskedBy<M, T, X, Frame> for Unranked {
    type Asked = NoTypes;
}
impl<M, T, X, Frame> AskedBy<M, T, X, Frame> for () {
    type Asked = CallShape<M, X, T, Frame, ()>;
}
impl<M, T, X, Frame, A, B> AskedBy<M, T, X, Frame> for (A, B) {
    type Asked = CallShape<M, X, T, Frame, (A, B)>;
}

/// The typing of operands `L`.
pub(crate) type TypingOf<L> = <<L as ListFamily>::Output as Typing>::Typing;
/// The typing of operands `L` and a place of the family `P`.
pub(crate) type TypingInto<L, P> = <<P as MixFamily<<L as ListFamily>::Output>>::Output as Typing>::Typing;
/// A place's shape.
type LengthsOf<P, D> = <<P as FamilyShape>::Lengths<D> as Resolved>::List;

#[allow(clippy::type_complexity, reason = "the answers are types, put together from those of the call")]
impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// What to ask about each operand of a call that makes a new container.
    #[inline(always)]
    pub fn shape<L>(self, _: &L) -> <TypingOf<L::Said> as AskedOf<M, T, X, L::Said, NoShape>>::Asked
    where
        L: ListSays<Said: ListFamily<Output: Typing<Typing: AskedOf<M, T, X, L::Said, NoShape>>>>,
    {
        Asked::new()
    }

    /// What to ask about each operand of a call that writes to a place.
    #[inline(always)]
    pub fn shape_into<L, E, P, D>(
        self,
        _: &L,
        _: &PlaceView<'_, E, P, D>,
    ) -> <TypingInto<L::Said, P> as IntoAsked<M, T, X, L::Said, P, D>>::Asked
    where
        L: ListSays<Said: ListFamily>,
        P: FamilyShape
            + MixFamily<<L::Said as ListFamily>::Output, Output: Typing<Typing: IntoAsked<M, T, X, L::Said, P, D>>>,
    {
        Asked::new()
    }
}

/// [`AskedOf`] for calls with a place of the family `P` and rank `D`, whose shape is needed in typed calls only.
pub trait IntoAsked<M, T, X, L, P, D> {
    /// [`CallShape`] or [`NoTypes`].
    type Asked: Asked;
}
impl<M, T, X, L, P, D> IntoAsked<M, T, X, L, P, D> for Untyped {
    type Asked = NoTypes;
}
impl<M, T, X, L, P: FamilyShape<Lengths<D>: Resolved>, D> IntoAsked<M, T, X, L, P, D> for Typed
where
    Typed: AskedOf<M, T, X, L, LengthsOf<P, D>>,
    LengthsOf<P, D>: AskedInto<<Typed as AskedOf<M, T, X, L, LengthsOf<P, D>>>::Asked>,
{
    type Asked = <LengthsOf<P, D> as AskedInto<<Typed as AskedOf<M, T, X, L, LengthsOf<P, D>>>::Asked>>::Asked;
}
/// Nothing is asked where the place's rank is unknown.
pub trait AskedInto<A> {
    /// `A` or [`NoTypes`].
    type Asked: Asked;
}
impl<A> AskedInto<A> for Unranked {
    type Asked = NoTypes;
}
impl<A: Asked> AskedInto<A> for () {
    type Asked = A;
}
impl<A: Asked, L, R> AskedInto<A> for (L, R) {
    type Asked = A;
}

/// The alignment of an operand behind others in mode pdpd: the first that votes gives the result its shape.
pub trait LeadMark<Vote> {
    /// [`Leads`] or [`ByMode`].
    type Output: Default;
}
impl<D> LeadMark<Rank<D>> for NoRank {
    type Output = Leads;
}
impl LeadMark<NoRank> for NoRank {
    type Output = ByMode;
}
impl<D, Vote> LeadMark<Vote> for Rank<D> {
    type Output = ByMode;
}

/// The mark of `entry`, which stands behind the operands `before`.
#[inline(always)]
pub fn lead_mark<L, E>(
    _before: &L,
    _entry: &E,
) -> <<L::Said as FirstVote>::Output as LeadMark<<E::Said as Says>::Vote>>::Output
where
    L: ListSays<Said: FirstVote<Output: LeadMark<<E::Said as Says>::Vote>>>,
    E: Entry,
{
    Default::default()
}

/// paddle: the alignment of operands beside others of the list `L`, `Self` being the list's typing. An `axis` other than 0 asks
/// operands of one rank to be identical, unless a shorter one is there for it to place.
pub trait BesideIn<M, T, L> {
    /// [`ByMode`] or [`Beside`].
    type Output: Default;
}
impl<M, T, L> BesideIn<M, T, L> for Untyped {
    type Output = ByMode;
}
impl<M: ModeName<Rule: FrameOf<L, T, NoShape>>, T, L> BesideIn<M, T, L> for Typed
where
    L: AllReach<<M::Rule as FrameOf<L, T, NoShape>>::Frame>,
{
    type Output = L::Output;
}
/// Whether every operand of a list is as long as `Frame`.
pub trait AllReach<Frame> {
    /// [`ByMode`] if so, else [`Beside`].
    type Output: Default;
}
impl<Frame> AllReach<Frame> for () {
    type Output = ByMode;
}
impl<Frame, E: Says<Lengths: Resolved>, Rest: AllReach<Frame>> AllReach<Frame> for (E, Rest)
where
    <E::Lengths as Resolved>::List: Compare<Frame>,
    <<E::Lengths as Resolved>::List as Compare<Frame>>::Output: Reaches<Rest::Output>,
{
    type Output = <<<E::Lengths as Resolved>::List as Compare<Frame>>::Output as Reaches<Rest::Output>>::Output;
}
/// One operand more.
pub trait Reaches<Others> {
    /// [`ByMode`] or [`Beside`].
    type Output: Default;
}
impl<Others: Default> Reaches<Others> for Equal {
    type Output = Others;
}
impl<Others: Default> Reaches<Others> for Longer {
    type Output = Others;
}
impl<Others> Reaches<Others> for Shorter {
    type Output = Beside;
}

impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// The alignment of every operand of the list.
    #[inline(always)]
    pub fn beside<L>(self, _: &L) -> <TypingOf<L::Said> as BesideIn<M, T, L::Said>>::Output
    where
        L: ListSays<Said: ListFamily<Output: Typing<Typing: BesideIn<M, T, L::Said>>>>,
    {
        Default::default()
    }
}
