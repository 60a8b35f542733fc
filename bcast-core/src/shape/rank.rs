//! Ranks as types, so that the compiler knows the rank of a call's result.
//!
//! With the feature `ndarray` these are ndarray's dimension types (`Ix0` to `Ix6`, `IxDyn`) and its `DimMax`, so that code generic over `D:
//! Dimension` works; without it they are defined below.

use crate::shape::function::type_functions;

#[cfg(feature = "ndarray")]
pub use ndarray::{DimMax, Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};
#[cfg(not(feature = "ndarray"))]
pub use own::*;

/// The rank of a call without arrays that shape the result.
#[derive(Clone, Copy, Debug)]
pub struct NoRank;

/// A rank known at compile time, or [`IxDyn`], which is not.
#[derive(Clone, Copy, Debug)]
pub struct Rank<D>(core::marker::PhantomData<D>);

type_functions! {
    /// The larger of two ranks; an unknown rank wins.
    MaxRank<Other> -> Output {
        [] NoRank, NoRank => NoRank;
        [D] NoRank, Rank<D> => Rank<D>;
        [D] Rank<D>, NoRank => Rank<D>;
        [D: DimMax<E>, E: Dimension] Rank<D>, Rank<E> => Rank<D::Output>;
    }
    /// The first of two ranks that is not [`NoRank`].
    /// `Output`: `Self`, or `Other` if `Self` is [`NoRank`].
    FirstRank<Other> -> Output {
        [Other] NoRank, Other => Other;
        [D, Other] Rank<D>, Other => Rank<D>;
    }
}

#[cfg(not(feature = "ndarray"))]
mod own {
    macro_rules! ranks {
        ($($name:ident < $larger:ident)*) => {$(
            /// A rank known at compile time.
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl Dimension for $name {
                type Larger = $larger;
            }
        )*};
    }
    ranks!(Ix0 < Ix1 Ix1 < Ix2 Ix2 < Ix3 Ix3 < Ix4 Ix4 < Ix5 Ix5 < Ix6 Ix6 < IxDyn);

    /// A rank known only at run time.
    #[derive(Clone, Copy, Debug)]
    pub struct IxDyn;
    impl Dimension for IxDyn {
        type Larger = IxDyn;
    }

    /// One of the ranks of this module.
    pub trait Dimension {
        /// The rank with one axis more.
        type Larger: Dimension;
    }

    /// The larger of two ranks.
    pub trait DimMax<Other: Dimension> {
        /// The larger rank.
        type Output: Dimension;
    }
    impl<D: Dimension> DimMax<D> for D {
        type Output = D;
    }
    macro_rules! larger {
        ($small:ident: $($large:ident)*) => {$(
            impl DimMax<$large> for $small {
                type Output = $large;
            }
            impl DimMax<$small> for $large {
                type Output = $large;
            }
        )*};
    }
    larger!(Ix0: Ix1 Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn);
    larger!(Ix1: Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn);
    larger!(Ix2: Ix3 Ix4 Ix5 Ix6 IxDyn);
    larger!(Ix3: Ix4 Ix5 Ix6 IxDyn);
    larger!(Ix4: Ix5 Ix6 IxDyn);
    larger!(Ix5: Ix6 IxDyn);
    larger!(Ix6: IxDyn);
}
