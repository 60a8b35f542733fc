//! A call as a type: its mode, its target, its axis, and whether types may decide.

use core::marker::PhantomData;

use crate::call::result::ResultIn;
use crate::call::strategy::PlacedIn;
use crate::operand::entry::Entry;
use crate::operand::family::{MixFamily, Typing};
use crate::operand::list::{List, ListFamily};
use crate::operand::place::OfFamily;
use crate::shape::axes::NoShape;
use crate::shape::unit::{Unit, copied};
use crate::typed::check::CheckIn;
use crate::typed::names::ModeName;
use crate::typed::vector::{VectorOf, VectorTag};

/// One call in mode `M` with the target `T`, the type `X` of `axis` or `axes`, and `Y` for
/// [`TypesDecide`](crate::call::strategy::TypesDecide) or [`RunTimeDecides`](crate::call::strategy::RunTimeDecides).
#[derive(Debug)]
pub struct TypedCall<M, T, X, Y> {
    kind: PhantomData<(M, T, X, Y)>,
}
copied! {
    [M, T, X, Y] TypedCall<M, T, X, Y>;
}

/// A [`TypedCall`] of these marks.
#[must_use]
#[inline(always)]
pub const fn call<M: ModeName, T, X, Y>(mode: M, to: T, axis: X, way: Y) -> TypedCall<M, T, X, Y> {
    // A constant function drops nothing of a generic type.
    core::mem::forget((mode, to, axis, way));
    TypedCall { kind: PhantomData }
}

/// The typing of operands `L`.
pub(crate) type TypingOf<L> = <<L as ListFamily>::Output as Typing>::Typing;
/// The typing of operands `L` and a place of the family `P`.
pub(crate) type TypingInto<L, P> = <<P as MixFamily<<L as ListFamily>::Output>>::Output as Typing>::Typing;
#[allow(clippy::type_complexity, reason = "the return types are computed from the call's")]
impl<M: ModeName, T, X, Y> TypedCall<M, T, X, Y> {
    /// The result of a call that makes a new container.
    #[inline(always)]
    pub fn made<L>(self, _: &L) -> <<L::Types as ListFamily>::Output as ResultIn<M, L::Types, T, X>>::Made
    where
        L: List<Types: ListFamily<Output: ResultIn<M, L::Types, T, X>>>,
    {
        Unit::UNIT
    }

    /// The strategy of a call that writes to a place.
    #[inline(always)]
    pub fn written<L, Q>(
        self,
        _: &L,
        _: &Q,
    ) -> <TypingInto<L::Types, Q::Family> as PlacedIn<M, L::Types, T, X, Q::Family, Q::Rank>>::Written
    where
        L: List<Types: ListFamily>,
        Q: OfFamily<
            Family: MixFamily<
                <L::Types as ListFamily>::Output,
                Output: Typing<Typing: PlacedIn<M, L::Types, T, X, Q::Family, Q::Rank>>,
            >,
        >,
    {
        Unit::UNIT
    }

    /// The check of the operands against the result, as far as types know ranks and lengths.
    #[inline(always)]
    pub fn check<L>(self, _: &L) -> <TypingOf<L::Types> as CheckIn<M, T, X, L::Types, NoShape>>::Check
    where
        L: List<Types: ListFamily<Output: Typing<Typing: CheckIn<M, T, X, L::Types, NoShape>>>>,
    {
        Unit::UNIT
    }

    /// As [`check`](Self::check), with a place.
    #[inline(always)]
    pub fn check_into<L, Q>(
        self,
        _: &L,
        _: &Q,
    ) -> <TypingInto<L::Types, Q::Family> as CheckIn<M, T, X, L::Types, Q::Lengths>>::Check
    where
        L: List<Types: ListFamily>,
        Q: OfFamily<
            Family: MixFamily<
                <L::Types as ListFamily>::Output,
                Output: Typing<Typing: CheckIn<M, T, X, L::Types, Q::Lengths>>,
            >,
        >,
    {
        Unit::UNIT
    }

    /// An operand of the list, whose alignment in mode ncnn is then determined by [`typed::vector`](crate::typed::vector).
    #[inline(always)]
    pub fn vector<L, E>(
        self,
        _: &L,
        _: &E,
    ) -> VectorTag<<TypingOf<L::Types> as VectorOf<M, T, L::Types, E::Type>>::Output>
    where
        L: List<Types: ListFamily<Output: Typing<Typing: VectorOf<M, T, L::Types, E::Type>>>>,
        E: Entry,
    {
        VectorTag(PhantomData)
    }
}
