//! The plan of a call that types decide, made by the compiler.

use core::marker::PhantomData;

use crate::list::List;
use crate::operand::Entry;
use crate::typed::align::FrameLengths;
use crate::typed::nest::{StaticCall, StaticPlan};
use crate::typed::outcome::InFrame;
use crate::typed::schedule::MAX_ARRAYS;
use crate::typed::shape::{MAX_RANK, StaticList};

/// The lengths of a list's arrays on the axes of `Frame`.
pub trait StaticOperands<M, X, Frame> {
    /// One row an array, outermost axis first, 1 where it has no axis.
    const LENGTHS: [[usize; MAX_RANK]; MAX_ARRAYS];
}
impl<M, X, Frame> StaticOperands<M, X, Frame> for () {
    const LENGTHS: [[usize; MAX_RANK]; MAX_ARRAYS] = [[1; MAX_RANK]; MAX_ARRAYS];
}
impl<M, X, Frame, E, Rest> StaticOperands<M, X, Frame> for (E, Rest)
where
    E: Entry<Said: InFrame<M, X, Frame, FrameLengths: FrameLengths>>,
    Rest: StaticOperands<M, X, Frame>,
{
    const LENGTHS: [[usize; MAX_RANK]; MAX_ARRAYS] = {
        let mut rows = Rest::LENGTHS;
        if E::ARRAYS == 1 {
            let mut row = MAX_ARRAYS - 1;
            while row > 0 {
                rows[row] = rows[row - 1];
                row -= 1;
            }
            rows[0] = <E::Said as InFrame<M, X, Frame>>::FrameLengths::LENGTHS;
        }
        rows
    };
}

/// A call in mode `M` whose operands lie in `Frame` and give the shape `Out`, written to memory of the shape `Place`.
pub struct OfTypes<M, X, Frame, Out, Place>(PhantomData<(M, X, Frame, Out, Place)>);

impl<L, M, X, Frame, Out, Place> StaticCall<L> for OfTypes<M, X, Frame, Out, Place>
where
    L: List + StaticOperands<M, X, Frame>,
    Out: StaticList,
    Place: StaticList,
{
    const PLAN: StaticPlan = {
        assert!(L::ARRAYS <= MAX_ARRAYS, "a call takes at most 16 arrays");
        assert!(Out::RANK <= Place::RANK, "the result has more axes than the place");
        // The result lies on the place's last axes.
        let shift = Place::RANK - Out::RANK;
        let mut operands = [[1; MAX_RANK]; MAX_ARRAYS];
        let mut array = 0;
        while array < L::ARRAYS {
            let mut axis = 0;
            while axis < Out::RANK {
                operands[array][shift + axis] = L::LENGTHS[array][axis];
                axis += 1;
            }
            array += 1;
        }
        StaticPlan::new(Place::RANK, Place::LENGTHS, L::ARRAYS, operands)
    };
}
