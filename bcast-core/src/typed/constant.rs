//! Calls without type parameters, of which constants are computed as soon as the compiler checks the function around them.

use crate::call::container::FamilyShape;
use crate::operand::descriptor::{ArraySays, BaseSays, LyingSays, NothingSaid, OwnSays, PlaceSays, Says};
use crate::operand::options::{Known, NoTo, StaticTo};
use crate::rules::mode::Mode;
use crate::shape::axes::{NoShape, Resolved};
use crate::shape::axis::{AxisLength, DeclaredName, Len, NamedLen, One, Unknown};
use crate::shape::literals::Literal;
use crate::typed::call::Whole;
use crate::typed::names::ModeName;
use crate::typed::position::{AtAxis, ByAxes, NoAxis};
use crate::typed::stated::{Describes, ListDescribes, Types};

/// What has no parameter that is a length or a name: lengths, shapes, targets, and operands with such shapes.
///
/// Stable Rust cannot tell `Len<3>` from `Len<N>`, hence a table of literals.
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
impl Concrete for NothingSaid {}
impl<F: FamilyShape<Lengths<D>: Resolved<List: Concrete>>, D> Concrete for ArraySays<F, D> {}
impl<F: FamilyShape<Lengths<D>: Resolved<List: Concrete>>, D, T> Concrete for PlaceSays<F, D, T> {}
impl<E: Concrete + Says, P: Concrete> Concrete for OwnSays<E, P> {}
impl<E: Concrete + Says, P> Concrete for LyingSays<E, P> {}
impl<E: Concrete + Says> Concrete for BaseSays<E> {}
// An `axis` or `axes` in literals; their values are in the call's text.
impl Concrete for NoAxis {}
impl<K> Concrete for AtAxis<K> {}
impl<Mask> Concrete for ByAxes<Mask> {}

/// What types say of a call, without what only its text says.
#[derive(Clone, Copy)]
pub struct CallTypes {
    pub(super) mode: Mode,
    pub(super) operands: Option<&'static Types>,
    pub(super) to: Option<&'static [AxisLength]>,
    pub(super) place: Option<&'static [AxisLength]>,
    /// The result's shape, as its type has it.
    pub(super) out: Option<&'static [AxisLength]>,
}

/// A concrete call.
pub trait ConcreteCall {
    /// What types say of it.
    const CALL: CallTypes;
}
impl<M, X, T, L, Place> ConcreteCall for Whole<M, X, T, L, Place>
where
    M: ModeName,
    X: Concrete,
    T: Concrete + Describes,
    L: Concrete + ListDescribes,
    Place: Concrete + Describes,
{
    const CALL: CallTypes = CallTypes { mode: M::MODE, operands: L::TYPES, to: T::AXES, place: Place::AXES, out: None };
}
