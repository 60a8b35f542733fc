//! Shapes as types: tuples of axes for users, `(Len<2>, Len<3>)`, and nested pairs for the rules, `(Len<2>, (Len<3>, ()))`.
//!
//! Both begin with the outermost axis. The rules recurse over the pairs; messages show the tuples.

use core::fmt::Debug;
use core::hash::Hash;

use crate::shape::axis::{Axis, AxisLength, Len, NamedLen, No, One, StaticAxis, Unknown, Yes};
use crate::shape::function::type_functions;
use crate::shape::rank::{Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};

/// The highest rank of a shape in types.
pub const MAX_RANK: usize = 8;

mod sealed {
    pub trait Sealed {}
}

/// A shape in types, of rank 0 to 8: a tuple of [`Axis`] types, which `shape!` writes.
///
/// ```
/// # use bcast_core::typed::{Len, One, Shape, Unknown};
/// assert_eq!(<(Len<2>, One, Unknown)>::RANK, 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "expected a shape",
    note = "`shape![2, 3, 4]` writes one, of at most 8 axes; the element type comes first, as in `Tensor<f32, shape![2, 3]>`"
)]
pub trait Shape: sealed::Sealed + 'static {
    /// The number of axes.
    const RANK: usize;
    /// The length of each axis as far as the type determines it, outermost first.
    const AXES: &'static [AxisLength];
    /// `[usize; RANK]`: the lengths of an array of this shape, outermost first.
    type Lengths: Copy + AsRef<[usize]> + AsMut<[usize]> + Debug + Eq + Hash + Default + Send + Sync + 'static;
    /// `[isize; RANK]`
    #[doc(hidden)]
    type Strides: Copy + AsRef<[isize]> + AsMut<[isize]> + Debug + Default + Send + Sync + 'static;
    /// The same axes as a list.
    #[doc(hidden)]
    type List;
    /// The rank, as a type of [`rank`](crate::shape::rank).
    #[doc(hidden)]
    type Rank: Dimension;
    /// The axes in the opposite order.
    type Reversed: Shape;
}

/// A shape whose lengths are all in its type.
///
/// ```
/// # use bcast_core::typed::{Len, One, StaticShape};
/// assert_eq!(<(Len<2>, One, Len<3>)>::LENGTHS, [2, 1, 3]);
/// assert_eq!(<(Len<2>, One, Len<3>)>::COUNT, 6);
/// ```
#[diagnostic::on_unimplemented(
    message = "not every length of `{Self}` is in the type",
    label = "expected a shape of literals and constants",
    note = "named axes (`dim!`) and `_` get their lengths at run time: `filled_with`, `from_fn_with` and `from_vec_with` take them"
)]
pub trait StaticShape: Shape {
    /// The lengths, outermost first.
    const LENGTHS: Self::Lengths;
    /// The strides in C order, in elements.
    #[doc(hidden)]
    const STRIDES: Self::Strides;
    /// The number of elements. Shapes of more than `isize::MAX` elements do not compile.
    const COUNT: usize;
    /// The nested array of this shape: `[[T; 3]; 2]` for `shape![2, 3]`.
    type Nested<T>;
}

/// The shape of a constant: it has none.
#[derive(Clone, Copy, Debug)]
pub struct NoShape;
/// The shape of an array of rank `D` with unknown lengths. It becomes a list only in calls with shapes in types, so that code generic over
/// `D` compiles.
#[derive(Clone, Copy, Debug)]
pub struct OfRank<D>(core::marker::PhantomData<D>);
/// A shape of unknown rank.
#[derive(Clone, Copy, Debug)]
pub struct Unranked;
/// Fills the missing axes of shapes of rank below 8.
#[derive(Clone, Copy, Debug)]
pub struct Padding;

/// A list of axes, outermost first.
pub trait List {
    /// The same axes as a tuple.
    type Tuple;
    /// The same axes, innermost first.
    type Reversed;
    /// The rank, as a type of [`rank`](crate::shape::rank).
    type Rank;
}

/// A list of any length, as opposed to [`NoShape`] and [`Unranked`]: rows of functions of shapes tell the three apart.
pub trait IsList {}
impl IsList for () {}
impl<A, Rest> IsList for (A, Rest) {}

type_functions! {
    /// The axes of a tuple by index, [`Padding`] beyond the last.
    TupleAxes -> (Axis0, Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7) {}
}

macro_rules! list {
    () => { () };
    ($head:ident $($rest:ident)*) => { ($head, list!($($rest)*)) };
}
#[cfg(feature = "alloc")]
pub(crate) use list;
macro_rules! reversed {
    ([$($done:ident)*]) => { list!($($done)*) };
    ([$($done:ident)*] $head:ident $($rest:ident)*) => { reversed!([$head $($done)*] $($rest)*) };
}
macro_rules! reversed_tuple {
    ([$($done:ident)*]) => { ($($done,)*) };
    ([$($done:ident)*] $head:ident $($rest:ident)*) => { reversed_tuple!([$head $($done)*] $($rest)*) };
}

/// The nested array of a list of axes.
macro_rules! nested {
    ($element:ident) => { $element };
    ($element:ident $head:ident $($rest:ident)*) => { $head::Array<nested!($element $($rest)*)> };
}
/// The length that pads missing axes.
macro_rules! length_of {
    (Padding) => {
        0
    };
}

macro_rules! shapes {
    ($($n:literal $rank:ident: $($axis:ident)* | $($none:ident)*;)*) => {$(
        impl<$($axis: Axis),*> sealed::Sealed for ($($axis,)*) {}
        impl<$($axis: Axis),*> Shape for ($($axis,)*) {
            const RANK: usize = $n;
            const AXES: &'static [AxisLength] = &[$($axis::LENGTH),*];
            type Lengths = [usize; $n];
            type Strides = [isize; $n];
            type List = list!($($axis)*);
            type Rank = $rank;
            type Reversed = reversed_tuple!([] $($axis)*);
        }
        #[diagnostic::do_not_recommend]
        impl<$($axis: StaticAxis),*> StaticShape for ($($axis,)*) {
            const LENGTHS: [usize; $n] = [$($axis::STATIC),*];
            const STRIDES: [isize; $n] = strides(<Self as StaticShape>::LENGTHS, $n);
            const COUNT: usize = count(<Self as StaticShape>::LENGTHS);
            type Nested<T> = <list!($($axis)*) as StaticList>::Array<T>;
        }
        impl<$($axis),*> List for list!($($axis)*) {
            type Tuple = ($($axis,)*);
            type Reversed = reversed!([] $($axis)*);
            type Rank = $rank;
        }
        impl<$($axis: StaticAxis),*> StaticList for list!($($axis)*) {
            const RANK: usize = $n;
            const LENGTHS: [usize; MAX_RANK] = [$($axis::STATIC,)* $(length_of!($none)),*];
            type Array<Element> = nested!(Element $($axis)*);
        }
        impl<$($axis),*> TupleAxes for ($($axis,)*) {
            type_functions! {
                @define (Axis0, Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7) = $($axis,)* $($none),*
            }
        }
    )*};
}
shapes! {
    0 Ix0: | Padding Padding Padding Padding Padding Padding Padding Padding;
    1 Ix1: A | Padding Padding Padding Padding Padding Padding Padding;
    2 Ix2: A B | Padding Padding Padding Padding Padding Padding;
    3 Ix3: A B C | Padding Padding Padding Padding Padding;
    4 Ix4: A B C D | Padding Padding Padding Padding;
    5 Ix5: A B C D E | Padding Padding Padding;
    6 Ix6: A B C D E F | Padding Padding;
    7 IxDyn: A B C D E F G | Padding;
    8 IxDyn: A B C D E F G H |;
}

/// The number of elements of a shape. The compiler evaluates this once per shape, and function calls cost it more than arithmetic.
const fn count<const N: usize>(lengths: [usize; N]) -> usize {
    let (mut count, mut axis, mut empty) = (1, 0, false);
    while axis < N {
        if lengths[axis] == 0 {
            // The other lengths count, as in ndarray: offsets are computed even for empty arrays.
            empty = true;
        } else {
            count *= lengths[axis] as u128;
            assert!(count <= isize::MAX as u128, "a shape of more than isize::MAX elements");
        }
        axis += 1;
    }
    if empty { 0 } else { count as usize }
}

/// A list of axes with all lengths in its type.
pub trait StaticList {
    /// The number of axes.
    const RANK: usize;
    /// The lengths, outermost first, in the first `RANK` entries.
    const LENGTHS: [usize; MAX_RANK];
    /// The nested array of this shape.
    type Array<T>;
}

/// The strides in C order of the first `rank` lengths. The compiler evaluates this once per shape, like [`count`].
pub(crate) const fn strides<const N: usize>(lengths: [usize; N], rank: usize) -> [isize; N] {
    let mut strides = [0; N];
    c_order(lengths.split_at(rank).0, &mut strides);
    strides
}

/// The strides in C order of all lengths, written to the first entries.
#[inline]
pub(crate) const fn c_order(lengths: &[usize], strides: &mut [isize]) {
    let (mut next, mut axis) = (1, lengths.len());
    while axis > 0 {
        axis -= 1;
        strides[axis] = next;
        if lengths[axis] != 0 {
            // It can overflow only for zero-sized elements, which need no strides.
            next = (next as i128 * lengths[axis] as i128) as isize;
        }
    }
}

/// A static list's lengths and strides, as slices.
pub(crate) struct Dense<S>(core::marker::PhantomData<S>);
impl<S: StaticList> Dense<S> {
    const ALL_STRIDES: [isize; MAX_RANK] = strides(S::LENGTHS, S::RANK);
    /// The lengths, outermost first.
    pub(crate) const SHAPE: &'static [usize] = S::LENGTHS.split_at(S::RANK).0;
    /// The strides in C order.
    pub(crate) const STRIDES: &'static [isize] = Self::ALL_STRIDES.split_at(S::RANK).0;
}

type_functions! {
    /// [`Yes`] if every axis of a shape is static, else [`No`].
    /// `Output`: [`Yes`] or [`No`].
    IsStatic -> Output {
        [] NoShape => Yes;
        [D] OfRank<D> => No;
        [] Unranked => No;
        [] () => Yes;
        [Rest: IsStatic] (One, Rest) => Rest::Output;
        [const N: usize, Rest: IsStatic] (Len<N>, Rest) => Rest::Output;
        [Name, Rest] (NamedLen<Name>, Rest) => No;
        [Rest] (Unknown, Rest) => No;
    }
    /// A shape as a list, computed lazily: [`OfRank`] becomes a list of [`Unknown`]s.
    /// `List`: A list, [`NoShape`] or [`Unranked`].
    Resolved -> List {
        [] NoShape => NoShape;
        [] Unranked => Unranked;
        [S: IsList] S => S;
        [D: KnownRank] OfRank<D> => D::List;
    }
    /// Ranks that are concrete types.
    /// `List`: A shape of this rank with unknown lengths.
    KnownRank -> List {
        [] Ix0 => ();
        [] Ix1 => (Unknown, ());
        [] Ix2 => list!(Unknown Unknown);
        [] Ix3 => list!(Unknown Unknown Unknown);
        [] Ix4 => list!(Unknown Unknown Unknown Unknown);
        [] Ix5 => list!(Unknown Unknown Unknown Unknown Unknown);
        [] Ix6 => list!(Unknown Unknown Unknown Unknown Unknown Unknown);
        [] IxDyn => Unranked;
    }
}
