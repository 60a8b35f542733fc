//! Operand types without lifetimes and element types, on which the folds over a list of operands work. The compiler caches trait queries
//! without lifetimes for all calls and all of its passes.

use core::marker::PhantomData;

use crate::operand::alignment::ByMode;
use crate::operand::family::{FamilyShape, NoArray};
use crate::rules::call::Alignment;
use crate::shape::axes::{NoShape, Resolved};
use crate::shape::axis::AxisLength;
use crate::shape::rank::{NoRank, Rank};

/// The type-level facts of one operand.
pub trait OperandType {
    /// The rank that this operand votes for.
    type Vote;
    /// Its rank, with a vote or without.
    type Array;
    type Family;
    /// The rank of the operand that `base` names.
    type BaseVote;
    /// Its shape: a list of axes, or a type that resolves to one (see [`Resolved`](crate::shape::axes::Resolved)).
    type Lengths;
    /// Its shape, if it votes.
    type Shape;
    /// Its shape, if `base` names it or it is the place.
    type BaseShape;
    /// 1 for an array with a pointer of its own.
    const ARRAYS: usize;
    /// True if `base` names it.
    const IS_BASE: bool;
    /// True for the place read as an operand.
    const IS_PLACE: bool;
    /// Its own alignment; see [`OwnPosition`](crate::typed::position::OwnPosition).
    type Own;
    /// The same type without what may be a generic parameter although its shape is known: the element type, and a rank that none knows.
    type Erased: OperandType;
}

/// The shape of an operand type, resolved: a list of axes, [`NoShape`] or [`Unranked`](crate::shape::axes::Unranked).
pub(crate) type ListOf<E> = <<E as OperandType>::Lengths as Resolved>::List;

macro_rules! operand_types {
    ($($(#[$doc:meta])* $operand:ident<$($name:ident $(: $bound:ident)?),*>:
        $vote:ty, array $array:ty, $family:ty, base $base_vote:ty; $lengths:ty, $shape:ty, base $base_shape:ty; own $own:ty, $arrays:expr, is base $is_base:expr, is place $is_place:expr, erased $erased:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $operand<$($name),*>(PhantomData<($($name,)*)>);
        impl<$($name $(: $bound)?),*> OperandType for $operand<$($name),*> {
            const ARRAYS: usize = $arrays;
            const IS_BASE: bool = $is_base;
            const IS_PLACE: bool = $is_place;
            type Vote = $vote;
            type Array = $array;
            type Family = $family;
            type BaseVote = $base_vote;
            type Lengths = $lengths;
            type Shape = $shape;
            type BaseShape = $base_shape;
            type Own = $own;
            type Erased = $erased;
        }
    )*};
}
operand_types! {
    /// An array of the family `F` and the rank `D`.
    ArrayType<F: FamilyShape, D>: Rank<D>, array Rank<D>, F, base NoRank; F::Lengths<D>, F::Lengths<D>, base NoShape; own ByMode, 1, is base false, is place false, erased ArrayType<F, F::Rank<D>>;
    ConstantType<>: NoRank, array NoRank, NoArray, base NoRank; NoShape, NoShape, base NoShape; own ByMode, 0, is base false, is place false, erased Self;
    /// The place read as an operand; its elements are `T`.
    PlaceType<F: FamilyShape, D, T>: Rank<D>, array Rank<D>, NoArray, base NoRank; F::Lengths<D>, F::Lengths<D>, base F::Lengths<D>; own ByMode, 0, is base false, is place true, erased PlaceType<F, F::Rank<D>, ()>;
    /// An operand with an alignment `P` of its own.
    OwnAlignedType<E: OperandType, P>: NoRank, array E::Array, E::Family, base NoRank; E::Lengths, NoShape, base NoShape; own P, E::ARRAYS, is base E::IS_BASE, is place E::IS_PLACE, erased OwnAlignedType<E::Erased, P>;
    /// An operand whose alignment `P` types have decided.
    LyingAsType<E: OperandType, P>: E::Vote, array E::Array, E::Family, base E::BaseVote; E::Lengths, E::Shape, base E::BaseShape; own P, E::ARRAYS, is base E::IS_BASE, is place E::IS_PLACE, erased LyingAsType<E::Erased, P>;
    /// The operand that `base` names.
    BaseType<E: OperandType>: E::Vote, array E::Array, E::Family, base E::Vote; E::Lengths, E::Shape, base E::Shape; own E::Own, E::ARRAYS, is base true, is place E::IS_PLACE, erased BaseType<E::Erased>;
}

/// The operands of a list, in order, as values.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    pub(crate) axes: Option<&'static [AxisLength]>,
    pub(crate) is_base: bool,
    pub(crate) is_place: bool,
    /// True for an array with a pointer of its own.
    pub(crate) is_read: bool,
    pub(crate) own: Alignment<'static>,
    /// True if only the run time knows the alignment.
    pub(crate) is_open: bool,
    pub(crate) rest: Option<&'static Types>,
}
