//! The join of shapes as types: lists of axes, [`NoShape`] or [`Unranked`].
#![allow(missing_docs, reason = "documented by their traits")]

use crate::operand::alignment::Here;
use crate::shape::axes::{List, NoShape, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::function::type_functions;

type_functions! {
    /// The join of two lengths: the more specific one, or the first of two equally specific ones. Of marks in sets of axes, [`Here`],
    /// [`One`] and [`Unknown`], it is the union.
    #[doc(hidden)]
    JoinLength<Other> -> Output {
        [M] One, M => M;
        [M] Here, M => Here;
        [const N: usize, M] Len<N>, M => Len<N>;
        [Name] NamedLen<Name>, One => NamedLen<Name>;
        [Name] NamedLen<Name>, Unknown => NamedLen<Name>;
        [Name, Other] NamedLen<Name>, NamedLen<Other> => NamedLen<Name>;
        [Name, const N: usize] NamedLen<Name>, Len<N> => NamedLen<Name>;
        [] Unknown, Here => Here;
        [] Unknown, One => Unknown;
        [] Unknown, Unknown => Unknown;
        [Name] Unknown, NamedLen<Name> => NamedLen<Name>;
        [const N: usize] Unknown, Len<N> => Len<N>;
    }
    /// The join of two shapes from the outermost axis on; an empty one changes nothing. Of two sets of axes, it is the union.
    JoinAxes<Other> -> Output {
        [Other] (), Other => Other;
        [L, S] (L, S), () => (L, S);
        [L: JoinLength<M>, S: JoinAxes<R>, M, R] (L, S), (M, R) => (L::Output, S::Output);
        [Other] NoShape, Other => NoShape;
        [Other] Unranked, Other => Unranked;
    }
    /// The join of two right-aligned shapes.
    JoinRight<Other> -> Output {
        [Other] NoShape, Other => Other;
        [Other] Unranked, Other => Unranked;
        [S: List<Reversed: JoinReversed<Other>>, Other] S, Other => <S::Reversed as JoinReversed<Other>>::Output;
    }
    /// As [`JoinRight`], for a list with the innermost axis first; the result is outermost first.
    JoinReversed<Other> -> Output {
        [S: List] S, NoShape => S::Reversed;
        [S] S, Unranked => Unranked;
        [S: Zip<Other::Reversed, (), ()>, Other: List] S, Other => S::Output;
    }
    /// Joins two lists of lengths, innermost axis first. `Here` and `There` are the join so far, outermost axis first; of equally specific
    /// lengths, `Here` has this list's and `There` the other's. The longer list decides in the end: in a message, a length that the result has
    /// is more useful than one that meets it.
    Zip<Other, Here, There> -> Output {
        [Here, There] (), (), Here, There => Here;
        [M, R: Onto<(M, There)>, Here, There] (), (M, R), Here, There => R::Output;
        [L, S: Onto<(L, Here)>, Here, There] (L, S), (), Here, There => S::Output;
        [L, S, M, R, Here, There] (L, S), (M, R), Here, There => S::Output
            where [L: JoinLength<M>, M: JoinLength<L>, S: Zip<R, (L::Output, Here), (M::Output, There)>];
    }
    /// Puts a list, innermost axis first, before another, outermost axis first.
    Onto<Inner> -> Output {
        [Inner] (), Inner => Inner;
        [L, S: Onto<(L, Inner)>, Inner] (L, S), Inner => S::Output;
    }
}
