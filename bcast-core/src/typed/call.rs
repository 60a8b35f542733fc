//! What the text of one call says to types: its mode, its target, its axis, and whether types may decide.

use core::marker::PhantomData;

use crate::call::container::{MixFamily, ResultIn};
use crate::call::strategy::{PlacedIn, Typed, Typing, Untyped};
use crate::operand::descriptor::Says;
use crate::operand::entry::Entry;
use crate::operand::list::{FirstVote, List, ListFamily};
use crate::operand::place::OfFamily;
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::Unit;
use crate::typed::align::{Beside, ByMode, Leads};
use crate::typed::fits::{CallShape, NoTypes};
use crate::typed::names::ModeName;
use crate::typed::outcome::FrameOf;
use crate::typed::ranks::{Compare, Equal, Longer, Shorter, Unsure};

/// A whole call: its mode, `axis`, target, the list of its operands, and the shape of a place that is no operand.
pub struct Whole<M, X, T, L, Place>(PhantomData<(M, X, T, L, Place)>);

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

/// What generated code asks about the operands `L` and a place of the shape `Place`, by the shape of the result, `Self`.
pub trait AskedBy<M, T, X, Frame, L, Place> {
    /// [`CallShape`] or [`NoTypes`].
    type Asked: Unit;
}
impl<M, T, X, Frame, L, Place> AskedBy<M, T, X, Frame, L, Place> for NoShape {
    type Asked = NoTypes;
}
impl<M, T, X, Frame, L, Place> AskedBy<M, T, X, Frame, L, Place> for Unranked {
    type Asked = NoTypes;
}
impl<M, T, X, Frame, L, Place> AskedBy<M, T, X, Frame, L, Place> for () {
    type Asked = CallShape<M, X, T, Frame, (), Whole<M, X, T, L, Place>>;
}
impl<M, T, X, Frame, L, Place, A, B> AskedBy<M, T, X, Frame, L, Place> for (A, B) {
    type Asked = CallShape<M, X, T, Frame, (A, B), Whole<M, X, T, L, Place>>;
}

/// The typing of operands `L`.
pub(crate) type TypingOf<L> = <<L as ListFamily>::Output as Typing>::Typing;
/// The typing of operands `L` and a place of the family `P`.
pub(crate) type TypingInto<L, P> = <<P as MixFamily<<L as ListFamily>::Output>>::Output as Typing>::Typing;
#[allow(clippy::type_complexity, reason = "the answers are types, put together from those of the call")]
impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// What to ask about each operand of a call that makes a new container, and how it is made.
    #[inline(always)]
    pub fn shape<L>(self, _: &L) -> <<L::Said as ListFamily>::Output as ResultIn<M, L::Said, T, X>>::Told
    where
        L: List<Said: ListFamily<Output: ResultIn<M, L::Said, T, X>>>,
    {
        Unit::UNIT
    }

    /// What to ask about each operand of a call that writes to a place, and how it is written.
    #[inline(always)]
    pub fn shape_into<L, Q>(
        self,
        _: &L,
        _: &Q,
    ) -> <TypingInto<L::Said, Q::Family> as PlacedIn<M, L::Said, T, X, Q::Family, Q::Rank>>::Told
    where
        L: List<Said: ListFamily>,
        Q: OfFamily<
            Family: MixFamily<
                <L::Said as ListFamily>::Output,
                Output: Typing<Typing: PlacedIn<M, L::Said, T, X, Q::Family, Q::Rank>>,
            >,
        >,
    {
        Unit::UNIT
    }
}

/// Nothing is asked where the place's rank is unknown.
pub trait AskedInto<A> {
    /// `A` or [`NoTypes`].
    type Asked: Unit;
}
impl<A> AskedInto<A> for Unranked {
    type Asked = NoTypes;
}
impl<A: Unit> AskedInto<A> for () {
    type Asked = A;
}
impl<A: Unit, L, R> AskedInto<A> for (L, R) {
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
    L: List<Said: FirstVote<Output: LeadMark<<E::Said as Says>::Vote>>>,
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
// Whether it is shorter is known at run time, where all is asked once more.
impl<Others> Reaches<Others> for Unsure {
    type Output = Beside;
}

impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// The alignment of every operand of the list.
    #[inline(always)]
    pub fn beside<L>(self, _: &L) -> <TypingOf<L::Said> as BesideIn<M, T, L::Said>>::Output
    where
        L: List<Said: ListFamily<Output: Typing<Typing: BesideIn<M, T, L::Said>>>>,
    {
        Default::default()
    }
}
