//! What the types of operands say, apart from their elements and lifetimes: what folds over a list of operands ask for. The
//! compiler remembers the answer to a question in which no lifetime occurs, for all calls and all of its own passes.

use core::marker::PhantomData;

use crate::operand::alignment::ByMode;
use crate::operand::family::{FamilyShape, NoArray};
use crate::rules::call::Alignment;
use crate::shape::axes::NoShape;
use crate::shape::axis::AxisLength;
use crate::shape::rank::{NoRank, Rank};

/// What types say of one operand.
pub trait OperandType {
    /// The rank this operand votes for.
    type Vote;
    /// The same, or the rank of an array that has no vote.
    type Array;
    /// Its kind of container.
    type Family;
    /// The rank of the operand named by `base`.
    type BaseVote;
    /// Its shape: a list of axes, or what becomes one (see [`Resolved`](crate::shape::axes::Resolved)).
    type Lengths;
    /// The same, if it votes.
    type Shape;
    /// The same, if `base` names it, or if it is the place.
    type BaseShape;
    /// 1 if it is an array that is read through a pointer of its own.
    const ARRAYS: usize;
    /// Whether `base` names it.
    const IS_BASE: bool;
    /// Whether it is the place.
    const IS_PLACE: bool;
    /// Its own alignment; see [`OwnPosition`](crate::typed::position::OwnPosition).
    type Own;
    /// The same operand without its element type, which may be a parameter where all else is concrete.
    type Erased: OperandType;
}

macro_rules! operand_types {
    ($($(#[$doc:meta])* $said:ident<$($name:ident $(: $bound:ident)?),*>:
        $vote:ty, array $array:ty, $family:ty, base $base_vote:ty; $lengths:ty, $shape:ty, base $base_shape:ty; own $own:ty, $arrays:expr, is base $is_base:expr, is place $is_place:expr, erased $erased:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $said<$($name),*>(PhantomData<($($name,)*)>);
        impl<$($name $(: $bound)?),*> OperandType for $said<$($name),*> {
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
    /// An array of a family, and of the rank `D`.
    ArrayType<F: FamilyShape, D>: Rank<D>, array Rank<D>, F, base NoRank; F::Lengths<D>, F::Lengths<D>, base NoShape; own ByMode, 1, is base false, is place false, erased Self;
    /// A constant.
    ConstantType<>: NoRank, array NoRank, NoArray, base NoRank; NoShape, NoShape, base NoShape; own ByMode, 0, is base false, is place false, erased Self;
    /// The place, read as an operand; its elements are `T`.
    PlaceType<F: FamilyShape, D, T>: Rank<D>, array Rank<D>, NoArray, base NoRank; F::Lengths<D>, F::Lengths<D>, base F::Lengths<D>; own ByMode, 0, is base false, is place true, erased PlaceType<F, D, ()>;
    /// An operand with an alignment of its own, `P`.
    OwnAlignedType<E: OperandType, P>: NoRank, array E::Array, E::Family, base NoRank; E::Lengths, NoShape, base NoShape; own P, E::ARRAYS, is base E::IS_BASE, is place E::IS_PLACE, erased OwnAlignedType<E::Erased, P>;
    /// An operand that lies as `P`.
    LyingAsType<E: OperandType, P>: E::Vote, array E::Array, E::Family, base E::BaseVote; E::Lengths, E::Shape, base E::BaseShape; own P, E::ARRAYS, is base E::IS_BASE, is place E::IS_PLACE, erased LyingAsType<E::Erased, P>;
    /// The operand that `base` names.
    BaseType<E: OperandType>: E::Vote, array E::Array, E::Family, base E::Vote; E::Lengths, E::Shape, base E::Shape; own E::Own, E::ARRAYS, is base true, is place E::IS_PLACE, erased BaseType<E::Erased>;
}

/// What types say of the operands of a list, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    pub(crate) axes: Option<&'static [AxisLength]>,
    pub(crate) is_base: bool,
    pub(crate) is_place: bool,
    /// Whether it is an array that is read through a pointer of its own.
    pub(crate) is_read: bool,
    pub(crate) own: Alignment<'static>,
    pub(crate) rest: Option<&'static Types>,
}

/// What types say of a call: its operands, and the place.
#[derive(Clone, Copy, Debug)]
pub struct TypedShapes {
    pub(crate) operands: Option<&'static Types>,
    pub(crate) place: Option<&'static [AxisLength]>,
}
