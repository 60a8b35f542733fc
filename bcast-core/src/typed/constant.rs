//! Calls as constants. They have no generic parameters, so that the compiler evaluates them as soon as it checks the function around them.

use crate::operand::alignment::{AlignmentOf, AtAxis, ByAxes, Entries, NoAxis};
use crate::operand::descriptor::Types;
use crate::operand::descriptor::{
    ArrayType, BaseType, ConstantType, LyingAsType, OperandType, OwnAlignedType, PlaceType,
};
use crate::operand::family::FamilyShape;
use crate::operand::options::{Known, NoTo, StaticTo};
use crate::plan::schedule::MAX_ARRAYS;
use crate::rules::call::{Alignment, Call, Operand, Place};
use crate::rules::length::Length;
use crate::rules::list::each;
use crate::rules::mode::{Mode, OptionName};
use crate::shape::axes::{MAX_RANK, NoShape, Resolved};
use crate::shape::axis::{AxisLength, DeclaredName, Len, NamedLen, One, Unknown};
use crate::shape::function::type_functions;
use crate::shape::literals::Literal;
use crate::typed::fits::Whole;
use crate::typed::names::ModeName;
use crate::typed::stated::{Describes, ListDescribes};

/// Types without a parameter that is a length or a name: lengths, shapes, targets, operands with such shapes, and calls of these.
///
/// Stable Rust can't tell `Len<3>` from `Len<N>`, hence the table of literals.
pub trait Concrete {}
impl Concrete for One {}
impl<const N: usize> Concrete for Len<N> where Self: Literal {}
impl<N: DeclaredName> Concrete for NamedLen<N> {}
impl Concrete for Unknown {}
impl Concrete for () {}
impl<A: Concrete, Rest: Concrete> Concrete for (A, Rest) {}
impl Concrete for NoShape {}
impl Concrete for NoTo {}
impl<S: Concrete> Concrete for StaticTo<S> {}
impl<K, T: Concrete> Concrete for Known<K, T> {}
impl Concrete for ConstantType {}
impl<F: FamilyShape<Lengths<D>: Resolved<List: Concrete>>, D> Concrete for ArrayType<F, D> {}
impl<F: FamilyShape<Lengths<D>: Resolved<List: Concrete>>, D, T> Concrete for PlaceType<F, D, T> {}
impl<E: Concrete + OperandType, P: Concrete> Concrete for OwnAlignedType<E, P> {}
impl<E: Concrete + OperandType, P> Concrete for LyingAsType<E, P> {}
impl<E: Concrete + OperandType> Concrete for BaseType<E> {}
impl<M, X: Concrete, T: Concrete, L: Concrete, Place: Concrete> Concrete for Whole<M, X, T, L, Place> {}
// A literal `axis` or `axes`, whose value is in the call's text.
impl Concrete for NoAxis {}
impl<K: Entries> Concrete for AtAxis<K> {}
impl<Mask: Entries> Concrete for ByAxes<Mask> {}

/// A call's types, without the parts that only its text has.
#[derive(Clone, Copy)]
pub struct CallTypes {
    pub(super) mode: Mode,
    pub(super) operands: Option<&'static Types>,
    /// The option `axis` or `axes`.
    pub(super) option: Alignment<'static>,
    pub(super) to: Option<&'static [AxisLength]>,
    pub(super) place: Option<&'static [AxisLength]>,
    /// The result's shape in its type.
    pub(super) out: Option<&'static [AxisLength]>,
}

impl CallTypes {
    /// The highest rank of an operand.
    #[inline]
    const fn highest_rank(self) -> usize {
        let (mut next, mut highest) = (self.operands, 0);
        while let Some(operand) = next {
            if let Some(axes) = operand.axes
                && axes.len() > highest
            {
                highest = axes.len();
            }
            next = operand.rest;
        }
        highest
    }
}

/// A call as a constant.
pub trait CallOf {
    /// `None` if only the run time knows where an array lies.
    const CALL: Option<CallTypes>;
}
impl<M: ModeName, X: AlignmentOf, T: Describes, L: ListDescribes, Place: Describes> CallOf
    for Whole<M, X, T, L, Place>
{
    const CALL: Option<CallTypes> = match X::IS_OPEN || is_open(L::TYPES) {
        true => None,
        false => Some(CallTypes {
            mode: M::MODE,
            operands: L::TYPES,
            option: X::ALIGNMENT,
            to: T::AXES,
            place: Place::AXES,
            out: None,
        }),
    };
}
/// True if an operand has an alignment that only the run time knows.
const fn is_open(operands: Option<&Types>) -> bool {
    matches!(operands, Some(types) if types.is_open || is_open(types.rest))
}

type_functions! {
    /// Removes the element types from the operands of a call.
    Erase -> Erased {
        [M, X, T, L: Erase, Place] Whole<M, X, T, L, Place> => Whole<M, X, T, L::Erased, Place>;
        [] () => ();
        [E: OperandType, Rest: Erase] (E, Rest) => (E::Erased, Rest::Erased);
    }
}

/// The most arrays of a call, including a place.
pub(super) const MOST: usize = MAX_ARRAYS + 1;
/// All axes of such a call, with `to` and a place.
pub(super) const MAX_AXES: usize = (MOST + 2) * MAX_RANK;

/// The shapes of a call's types as lengths of the rulebook, one behind the other.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    all: [Length; MAX_AXES],
    axes: [AxisLength; MAX_AXES],
    count: usize,
}

/// The start and the end of a shape.
type Range = (usize, usize);

impl Lengths {
    /// Adds a shape. A name has the number of the first axis with it.
    #[inline]
    const fn add(&mut self, axes: &[AxisLength]) -> Range {
        let start = self.count;
        each!(axis < axes.len(), {
            self.axes[self.count] = axes[axis];
            self.all[self.count] = match axes[axis] {
                AxisLength::Known { length: 1, stretches: false } => Length::RIGID_ONE,
                AxisLength::Known { length, .. } => Length::new(length),
                AxisLength::Name { .. } => {
                    let mut first = 0;
                    while !self.axes[first].has_name_of(axes[axis]) {
                        first += 1;
                    }
                    Length::name(first as u32)
                }
                AxisLength::Open => Length::UNKNOWN,
            };
            self.count += 1;
        });
        (start, self.count)
    }

    #[inline]
    const fn shape(&self, (start, end): Range) -> &[Length] {
        self.all.split_at(end).0.split_at(start).1
    }

    /// The texts of names, indexed by their numbers.
    #[inline]
    pub(super) const fn names<'m>(&self, texts: &'m mut [&'static str; MAX_AXES]) -> &'m [&'static str] {
        each!(axis < self.count, {
            if let AxisLength::Name { name, .. } = self.axes[axis] {
                texts[axis] = name;
            }
        });
        texts
    }
}

/// A call's parts for the rulebook, without the constants among its operands.
pub(super) struct Parts {
    pub(super) lengths: Lengths,
    /// The entry of each array in the operand list.
    pub(super) entries: [usize; MOST],
    shapes: [Range; MOST],
    own: [Alignment<'static>; MOST],
    /// True for an array with a pointer of its own.
    pub(super) is_read: [bool; MOST],
    pub(super) count: usize,
    base: Option<usize>,
    is_place: Option<usize>,
    to: Option<Range>,
    place: Option<Range>,
}

impl Parts {
    #[inline]
    pub(super) const fn of(types: CallTypes) -> Self {
        let mut parts = Self {
            lengths: Lengths { all: [Length::ONE; MAX_AXES], axes: [AxisLength::Open; MAX_AXES], count: 0 },
            entries: [0; MOST],
            shapes: [(0, 0); MOST],
            own: [Alignment::ByMode; MOST],
            is_read: [false; MOST],
            count: 0,
            base: None,
            is_place: None,
            to: None,
            place: None,
        };
        let (mut next, mut entry) = (types.operands, 0);
        // A place that is read in a call without one stands beside reductions: of a lower rank than the arrays it has no part in the frame,
        // and where arrays join it is one of them, as in `call/reduced/resolve.rs`.
        let (beside, joins) = (types.place.is_none(), types.mode.joins() && types.to.is_none());
        while let Some(operand) = next {
            if let Some(axes) = operand.axes
                && !(beside && operand.is_place && axes.len() < types.highest_rank())
            {
                let array = parts.count;
                parts.entries[array] = entry;
                parts.shapes[array] = parts.lengths.add(axes);
                parts.own[array] = operand.own;
                parts.is_read[array] = operand.is_read;
                parts.base = if operand.is_base { Some(array) } else { parts.base };
                parts.is_place = if operand.is_place && !(beside && joins) { Some(array) } else { parts.is_place };
                parts.count += 1;
            }
            (next, entry) = (operand.rest, entry + 1);
        }
        if let Some(to) = types.to {
            parts.to = Some(parts.lengths.add(to));
        }
        parts.place = match (types.place, parts.is_place) {
            (Some(place), _) => Some(parts.lengths.add(place)),
            (None, Some(operand)) => Some(parts.shapes[operand]),
            (None, None) => None,
        };
        parts
    }

    /// The arrays, in the lent memory.
    #[inline]
    pub(super) const fn operands<'p, 'm>(&'p self, memory: &'m mut [Operand<'p>; MOST]) -> &'m mut [Operand<'p>] {
        let operands = memory.split_at_mut(self.count).0;
        each!(i < operands.len(), {
            operands[i] = Operand { name: "", shape: self.lengths.shape(self.shapes[i]), alignment: self.own[i] };
        });
        operands
    }

    /// The call of these arrays.
    #[inline]
    pub(super) const fn call<'p>(&'p self, types: CallTypes, operands: &'p [Operand<'p>]) -> Call<'p> {
        Call {
            axis: match types.option {
                Alignment::Axis(axis) if types.mode.takes(OptionName::Axis) => Some(axis),
                _ => None,
            },
            axes: match types.option {
                Alignment::Axes(axes) => Some(axes),
                _ => None,
            },
            to: match self.to {
                Some(to) => Some(self.lengths.shape(to)),
                None => None,
            },
            base: self.base,
            place: match self.place {
                Some(place) => Some(Place { name: "", shape: self.lengths.shape(place), operand: self.is_place }),
                None => None,
            },
            ..Call::new(types.mode, operands)
        }
    }
}
