//! The plan of a call whose lengths are all in types, made from the rulebook at compile time.

use core::marker::PhantomData;

use crate::exec::static_nest::{StaticCall, StaticPlan};
use crate::operand::alignment::AlignmentOf;
use crate::operand::list::List;
use crate::plan::schedule::MAX_ARRAYS;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Operand;
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::resolve::{Found, iterated, resolve};
use crate::shape::axes::{MAX_RANK, StaticList};
use crate::typed::constant::{CallOf, CallTypes, MAX_AXES, MOST, Parts};
use crate::typed::fits::Whole;
use crate::typed::names::ModeName;
use crate::typed::stated::{Describes, ListDescribes};

/// A call in mode `M` with the option `X` and the target `T`, written to memory of the shape `To`; `Place` is the same shape if the memory
/// is a place's.
///
/// A call that the rulebook refuses does not compile, even if no check was called. This one compiles:
///
/// ```
/// use bcast_core::__private::{Costly, OneThread, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// use bcast_core::{typed::names::modes::pdpd, typed::{Len, One, Tensor}};
///
/// let (a, b) = (Tensor::<i32, (Len<3>,)>::filled(1), Tensor::<i32, (One,)>::filled(2));
/// let (a, b) = (tag(&a).__bcast_kind().bind(&a), tag(&b).__bcast_kind().bind(&b));
/// let (call, site) = (call(pdpd, NoTo, NoAxis, TypesDecide), CallSite::new(&["a", "b"]));
/// let list = (a, (b, ()));
/// let c = evaluate((call, call.made(&list)), &site, Costly, OneThread, list, |(a, (b, ())), _| a + b);
/// assert_eq!(c.into_nested(), [3, 3, 3]);
/// ```
///
/// This one does not, since `b` has no element to read:
///
/// ```compile_fail
/// use bcast_core::__private::{Costly, OneThread, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// use bcast_core::{typed::names::modes::pdpd, typed::{Len, One, Tensor}};
///
/// let (a, b) = (Tensor::<i32, (Len<3>,)>::filled(1), Tensor::<i32, (Len<3>, Len<0>)>::filled(2));
/// let (a, b) = (tag(&a).__bcast_kind().bind(&a), tag(&b).__bcast_kind().bind(&b));
/// let (call, site) = (call(pdpd, NoTo, NoAxis, TypesDecide), CallSite::new(&["a", "b"]));
/// let list = (a, (b, ()));
/// let c = evaluate((call, call.made(&list)), &site, Costly, OneThread, list, |(a, (b, ())), _| a + b);
/// ```
pub struct OfTypes<M, X, T, To, Place>(PhantomData<(M, X, T, To, Place)>);

impl<L, M, X, T, To, Place> StaticCall<L> for OfTypes<M, X, T, To, Place>
where
    L: List<Types: ListDescribes>,
    M: ModeName,
    X: AlignmentOf,
    T: Describes,
    To: StaticList,
    Place: Describes,
{
    const PLAN: StaticPlan = {
        assert!(L::ARRAYS <= MAX_ARRAYS, "a call takes at most 16 arrays");
        let Some(types) = Whole::<M, X, T, L::Types, Place>::CALL else {
            panic!("only the run time knows where an array lies")
        };
        let operands = lengths(types, To::LENGTHS.split_at(To::RANK).0);
        StaticPlan::new(To::RANK, To::LENGTHS, L::ARRAYS, operands)
    };
}

/// The lengths of each array that is read, on the axes of the output with this shape; 1 where an array has no axis.
const fn lengths(types: CallTypes, shape: &[usize]) -> [[usize; MAX_RANK]; MAX_ARRAYS] {
    let parts = Parts::of(types);
    // Without arrays the result is a scalar, to which no rule applies.
    if parts.count == 0 && types.place.is_none() {
        return [[1; MAX_RANK]; MAX_ARRAYS];
    }
    let mut memory = [Operand::SCALAR; MOST];
    let operands = parts.operands(&mut memory);
    let call = parts.call(types, operands);
    let (mut frame, mut maps) = ([Length::ONE; MAX_AXES], [None::<AxisMap<'_>>; MOST]);
    let mut found = Found::new(&mut frame, maps.split_at_mut(parts.count).0, &mut [], &mut []);
    resolve(&call, &mut found);
    assert!(found.mistakes.count() == 0, "the rulebook refuses this call");
    let result = iterated(&call, found.frame());
    assert!(result.len() == shape.len(), "the result has another rank in types than by the rulebook");
    each!(axis < shape.len(), {
        let length = result[axis].number();
        assert!(
            matches!(length, Some(length) if length == shape[axis]),
            "the result's shape is another one by the rulebook"
        );
    });
    let (shift, mut read) = (shape.len() - found.frame().len(), [[1; MAX_RANK]; MAX_ARRAYS]);
    let mut array = 0;
    each!(i < parts.count, {
        if parts.is_read[i]
            && let Some(map) = found.maps()[i]
        {
            each!(axis < map.kept, {
                if let Some(length) = call.operands[i].shape[axis].number() {
                    read[array][shift + map.output(axis)] = length;
                }
            });
            array += 1;
        }
    });
    read
}
