//! The values of the options `axis`, `axes` and `to`: integers, and types that hold them.
#![allow(missing_docs, reason = "documented by their traits, or named after the types that they return")]

use core::marker::PhantomData;

use crate::operand::receiver::by_receiver;
use crate::shape::axes::{KnownRank, List};
use crate::shape::function::type_functions;
use crate::shape::rank::{FirstRank, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, NoRank, Rank};

/// An integer of any type as an `i64`; values out of range saturate, beyond any axis or length.
#[diagnostic::on_unimplemented(message = "an axis is an integer, not `{Self}`", label = "expected an integer")]
pub trait IntoInt: Copy {
    #[doc(hidden)]
    fn __bcast_int(self) -> i64;
}

macro_rules! ints {
    ($($int:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl IntoInt for $int {
            #[inline]
            fn __bcast_int(self) -> i64 {
                i64::try_from(self).unwrap_or(if (self as i128) < 0 { i64::MIN } else { i64::MAX })
            }
        }
        #[diagnostic::do_not_recommend]
        impl IntoInts for $int {
            type Rank = Rank<Ix1>;
            #[inline]
            fn __bcast_to_ints(&self) -> Ints {
                Ints::from_slice(&[self.__bcast_int()])
            }
        }
    )*};
}
ints!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

#[diagnostic::do_not_recommend]
impl<T: IntoInt> IntoInt for &T {
    #[inline]
    fn __bcast_int(self) -> i64 {
        (*self).__bcast_int()
    }
}

/// The integers of an option, on the stack up to rank 8.
#[cfg(feature = "alloc")]
pub type Ints = smallvec::SmallVec<[i64; 8]>;
#[cfg(not(feature = "alloc"))]
pub use crate::shape::fixed::Ints;

/// The value of an option `axes` or `to`, which also knows the rank of a target of its type.
#[derive(Debug)]
pub struct IntsOf<Rank> {
    values: Ints,
    rank: PhantomData<Rank>,
}

impl<Rank> IntsOf<Rank> {
    #[inline(always)]
    pub fn values(&self) -> &[i64] {
        &self.values
    }
}

/// A list of integers for `axes` or `to`: arrays, slices, `Vec`, tuples, ndarray's dimensions, or one integer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of integers",
    label = "expected an array, slice, `Vec`, tuple or ndarray dimension of integers, or one integer",
    note = "an array's own shape is `x.dim()`"
)]
pub trait IntoInts {
    /// The rank of a target of this type.
    type Rank;
    #[doc(hidden)]
    fn __bcast_to_ints(&self) -> Ints;
    /// The value of an option.
    #[doc(hidden)]
    #[inline]
    fn __bcast_ints(values: &Self) -> IntsOf<Self::Rank> {
        IntsOf { values: values.__bcast_to_ints(), rank: PhantomData }
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoInts + ?Sized> IntoInts for &T {
    type Rank = T::Rank;
    #[inline]
    fn __bcast_to_ints(&self) -> Ints {
        (**self).__bcast_to_ints()
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoInt> IntoInts for [T] {
    type Rank = Rank<IxDyn>;
    #[inline]
    fn __bcast_to_ints(&self) -> Ints {
        let ints = self.iter().map(|&value| value.__bcast_int());
        let mut few = [0; 8];
        // A few integers are copied, without the loop of a list that grows.
        match few.get_mut(..self.len()) {
            Some(few) => {
                few.iter_mut().zip(ints).for_each(|(to, int)| *to = int);
                Ints::from_slice(few)
            }
            None => ints.collect(),
        }
    }
}

macro_rules! arrays {
    ($($n:literal $rank:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: IntoInt> IntoInts for [T; $n] {
            type Rank = Rank<$rank>;
            #[inline]
            fn __bcast_to_ints(&self) -> Ints {
                self.as_slice().__bcast_to_ints()
            }
        }
    )*};
}
arrays!(0 Ix0 1 Ix1 2 Ix2 3 Ix3 4 Ix4 5 Ix5 6 Ix6 7 IxDyn 8 IxDyn 9 IxDyn 10 IxDyn 11 IxDyn 12 IxDyn 13 IxDyn 14 IxDyn 15 IxDyn 16 IxDyn);

macro_rules! tuples {
    ($($rank:ident: $($name:ident)*;)*) => {$(
        #[allow(non_snake_case, reason = "one name for a type and its value")]
        #[diagnostic::do_not_recommend]
        impl<$($name: IntoInt),*> IntoInts for ($($name,)*) {
            type Rank = Rank<$rank>;
            #[inline]
            fn __bcast_to_ints(&self) -> Ints {
                let ($($name,)*) = self;
                Ints::from_slice(&[$($name.__bcast_int()),*])
            }
        }
    )*};
}
tuples! {
    Ix0: ;
    Ix1: A;
    Ix2: A B;
    Ix3: A B C;
    Ix4: A B C D;
    Ix5: A B C D E;
    Ix6: A B C D E F;
    IxDyn: A B C D E F G;
    IxDyn: A B C D E F G H;
}

#[derive(Clone, Copy, Debug)]
pub struct NoTo;

/// The option `to` with a target of this rank.
#[derive(Clone, Copy, Debug)]
pub struct To<Rank>(PhantomData<Rank>);

/// The option `to` as a list of axes, some of them literals.
#[derive(Clone, Copy, Debug)]
pub struct StaticTo<S>(PhantomData<S>);

/// Mode none: the first known rank of an operand, and the static part of `to`.
#[derive(Clone, Copy, Debug)]
pub struct Known<Rank, To>(PhantomData<(Rank, To)>);

#[must_use]
#[inline(always)]
pub fn to_of<R>(_: &IntsOf<R>) -> To<R> {
    To(PhantomData)
}

#[must_use]
#[inline(always)]
pub fn static_to<S>() -> StaticTo<S> {
    StaticTo(PhantomData)
}

// The rank that counts in mode none, by the vote of an operand in other modes.
by_receiver! {
    /// Level 1: an operand of known rank votes for it, and so does a slice by `s![0, ..]`, whose rank is unknown until its integer has a type.
    Rank1: fn __bcast_rank(&self) {
        [D: KnownRank<List: List>] &&PhantomData<Rank<D>> => PhantomData<Rank<D>>;
    }

    /// Level 2: an operand of unknown rank has no vote in mode none.
    Rank2: fn __bcast_rank(&self) {
        [] &PhantomData<Rank<IxDyn>> => PhantomData<NoRank>;
    }

    /// Level 3: a generic rank is a vote too.
    Rank3: fn __bcast_rank(&self) {
        [R] PhantomData<R> => PhantomData<R>;
    }
}

type_functions! {
    /// A list of votes `(vote, (vote, ()))`, of which the first known rank counts.
    RankList -> First {
        [] () => NoRank;
        [R: FirstRank<Rest::First>, Rest: RankList] (PhantomData<R>, Rest) => R::Output;
    }
}

/// Marks a call in mode none.
#[must_use]
#[inline(always)]
pub fn known_rank<T: RankList>(_: T) -> Known<T::First, NoTo> {
    Known(PhantomData)
}

/// Marks a call in mode none with this `to`, whose rank counts if no operand has a known rank.
#[must_use]
#[inline(always)]
pub fn known_rank_to<T: RankList, R, To>(_: T, _: &IntsOf<R>, _: To) -> Known<<T::First as FirstRank<R>>::Output, To>
where
    T::First: FirstRank<R>,
{
    Known(PhantomData)
}
