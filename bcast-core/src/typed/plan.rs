//! The plan of a call that types decide, made by the compiler.

use core::marker::PhantomData;

use crate::exec::static_nest::{StaticCall, StaticPlan};
use crate::operand::descriptor::Says;
use crate::operand::list::List;
use crate::plan::schedule::MAX_ARRAYS;
use crate::shape::axes::{MAX_RANK, NoShape, Resolved, StaticList};
use crate::typed::align::{FrameLengths, ListLengths};
use crate::typed::outcome::InFrame;

/// The lengths of a list's arrays, on [`List::Said`], on the axes of `Frame`.
///
/// What does not lie there is refused by questions of their own, which generated code asks; without them it does not
/// compile either. This does:
///
/// ```
/// use bcast_core::__private::{Costly, OneThread, Site, TypesDecide, call, evaluate, no_axis, no_to, scope::*, tag};
/// use bcast_core::{typed::names::modes::pdpd, typed::{Len, One, Tensor}};
///
/// let (a, b) = (Tensor::<i32, (Len<3>,)>::filled(1), Tensor::<i32, (One,)>::filled(2));
/// let (a, b) = (tag(&a).__bcast_kind().bind(&a), tag(&b).__bcast_kind().bind(&b));
/// let (call, site) = (call(pdpd, no_to(), no_axis(), TypesDecide), Site::new(&["a", "b"]));
/// let list = (a, (b, ()));
/// let c = evaluate((call, call.shape(&list).1), &site, Costly, OneThread, list, |(a, (b, ())), _| a + b);
/// assert_eq!(c.into_nested(), [3, 3, 3]);
/// ```
///
/// and this, where `b` has no element to read, does not:
///
/// ```compile_fail
/// use bcast_core::__private::{Costly, OneThread, Site, TypesDecide, call, evaluate, no_axis, no_to, scope::*, tag};
/// use bcast_core::{typed::names::modes::pdpd, typed::{Len, One, Tensor}};
///
/// let (a, b) = (Tensor::<i32, (Len<3>,)>::filled(1), Tensor::<i32, (Len<3>, Len<0>)>::filled(2));
/// let (a, b) = (tag(&a).__bcast_kind().bind(&a), tag(&b).__bcast_kind().bind(&b));
/// let (call, site) = (call(pdpd, no_to(), no_axis(), TypesDecide), Site::new(&["a", "b"]));
/// let list = (a, (b, ()));
/// let c = evaluate((call, call.shape(&list).1), &site, Costly, OneThread, list, |(a, (b, ())), _| a + b);
/// ```
pub trait StaticOperands<M, X, Frame> {
    /// One row an array, outermost axis first, 1 where it has no axis.
    const LENGTHS: [[usize; MAX_RANK]; MAX_ARRAYS];
}
impl<M, X, Frame> StaticOperands<M, X, Frame> for () {
    const LENGTHS: [[usize; MAX_RANK]; MAX_ARRAYS] = [[1; MAX_RANK]; MAX_ARRAYS];
}
impl<M, X, Frame, E, Rest> StaticOperands<M, X, Frame> for (E, Rest)
where
    E: Says<Lengths: Resolved<List: OwnLengths>> + InFrame<M, X, Frame, FrameLengths: FrameLengths>,
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
            rows[0] = <E as InFrame<M, X, Frame>>::FrameLengths::LENGTHS;
            // Generated code asks of every operand whether it fits. Whoever calls `evaluate` without that ends here.
            assert!(
                equal_but_for_ones(&rows[0], &<E::Lengths as Resolved>::List::LENGTHS),
                "an operand does not lie in the result with all of its axes"
            );
        }
        rows
    };
}

/// An operand's own lengths.
pub trait OwnLengths {
    /// Outermost axis first, 1 behind the last.
    const LENGTHS: [usize; MAX_RANK];
}
impl OwnLengths for NoShape {
    const LENGTHS: [usize; MAX_RANK] = [1; MAX_RANK];
}
impl OwnLengths for () {
    const LENGTHS: [usize; MAX_RANK] = [1; MAX_RANK];
}
impl<L, S> OwnLengths for (L, S)
where
    (L, S): StaticList,
{
    const LENGTHS: [usize; MAX_RANK] = <ListLengths<(L, S)> as FrameLengths>::LENGTHS;
}

/// Whether two shapes have the same lengths in the same order, lengths of 1 left out: so have the same array as it is, and as
/// it lies in a result.
const fn equal_but_for_ones(one: &[usize; MAX_RANK], other: &[usize; MAX_RANK]) -> bool {
    let (mut i, mut j) = (0, 0);
    loop {
        while i < MAX_RANK && one[i] == 1 {
            i += 1;
        }
        while j < MAX_RANK && other[j] == 1 {
            j += 1;
        }
        if i == MAX_RANK || j == MAX_RANK {
            return i == j;
        }
        if one[i] != other[j] {
            return false;
        }
        (i, j) = (i + 1, j + 1);
    }
}

/// A call in mode `M` whose operands lie in `Frame` and give the shape `Out`, written to memory of the shape `Place`.
pub struct OfTypes<M, X, Frame, Out, Place>(PhantomData<(M, X, Frame, Out, Place)>);

impl<L, M, X, Frame, Out, Place> StaticCall<L> for OfTypes<M, X, Frame, Out, Place>
where
    L: List<Said: StaticOperands<M, X, Frame>>,
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
                operands[array][shift + axis] = L::Said::LENGTHS[array][axis];
                axis += 1;
            }
            while axis < MAX_RANK {
                assert!(L::Said::LENGTHS[array][axis] == 1, "an operand has an axis behind those of the result");
                axis += 1;
            }
            array += 1;
        }
        StaticPlan::new(Place::RANK, Place::LENGTHS, L::ARRAYS, operands)
    };
}
