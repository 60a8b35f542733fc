//! Calls without type parameters, as constants.

use super::call::{Call, MAX_OPERANDS, Operand, Own, Shape};
use super::length::{Length, Name};
use crate::call::container::FamilyShape;
use crate::operand::descriptor::{ArraySays, BaseSays, LyingSays, NothingSaid, OwnSays, PlaceSays, Says};
use crate::operand::options::{Known, NoTo, StaticTo};
use crate::shape::axes::{NoShape, Resolved};
use crate::shape::axis::{DeclaredName, Len, NamedLen, One, Unknown};
use crate::shape::literals::Literal;
use crate::typed::align::{AtAxis, ByAxes, NoAxis};
use crate::typed::ask::Whole;
use crate::typed::names::ModeName;

/// A call whose types have no parameters that are lengths or names: only such constants are computed where a call stands.
pub trait Certain {
    /// The call, without what only its text says.
    const CALL: Call<'static>;
}
impl<M: ModeName, X: CertainAxis, T: CertainTarget, L: CertainList, Place: CertainTarget> Certain
    for Whole<M, X, T, L, Place>
{
    const CALL: Call<'static> = Call::new(M::MODE, L::LIST, T::SHAPE, Place::SHAPE);
}

/// An `axis` or `axes` in literals; their values are in the call's text.
pub trait CertainAxis {}
impl CertainAxis for NoAxis {}
impl<K> CertainAxis for AtAxis<K> {}
impl<Mask> CertainAxis for ByAxes<Mask> {}

/// A length that is no parameter.
pub trait CertainLength {
    /// The length.
    const LENGTH: Length;
}
impl CertainLength for One {
    const LENGTH: Length = Length::ONE;
}
impl<const N: usize> CertainLength for Len<N>
where
    Self: Literal,
{
    const LENGTH: Length = if N == 1 { Length::RigidOne } else { Length::Known(N) };
}
impl<N: DeclaredName> CertainLength for NamedLen<N> {
    const LENGTH: Length = Length::Name(&Name { text: N::NAME, made_at: N::DECLARED_AT });
}
impl CertainLength for Unknown {
    const LENGTH: Length = Length::Unknown;
}

/// A shape of such lengths.
pub trait CertainShape {
    /// The shape.
    const SHAPE: Shape;
}
impl CertainShape for () {
    const SHAPE: Shape = Shape::SCALAR;
}
impl<L: CertainLength, Rest: CertainShape> CertainShape for (L, Rest) {
    const SHAPE: Shape = Rest::SHAPE.behind(L::LENGTH);
}

/// Such a shape, or none.
pub trait CertainTarget {
    /// The shape.
    const SHAPE: Option<Shape>;
}
impl CertainTarget for NoShape {
    const SHAPE: Option<Shape> = None;
}
impl CertainTarget for NoTo {
    const SHAPE: Option<Shape> = None;
}
impl<S: CertainShape> CertainTarget for StaticTo<S> {
    const SHAPE: Option<Shape> = Some(S::SHAPE);
}
impl<K, T: CertainTarget> CertainTarget for Known<K, T> {
    const SHAPE: Option<Shape> = T::SHAPE;
}
impl CertainTarget for () {
    const SHAPE: Option<Shape> = Some(Shape::SCALAR);
}
impl<A, B> CertainTarget for (A, B)
where
    Self: CertainShape,
{
    const SHAPE: Option<Shape> = Some(<Self as CertainShape>::SHAPE);
}

/// The operands from one on.
#[derive(Clone, Copy)]
pub struct Operands {
    pub(super) operand: Operand<'static>,
    pub(super) rest: Option<&'static Operands>,
}

/// Operands of which types say everything.
pub trait CertainList {
    /// They, constants included.
    const LIST: Option<&'static Operands>;
}
impl CertainList for () {
    const LIST: Option<&'static Operands> = None;
}
impl<E: CertainOperand, Rest: CertainList> CertainList for (E, Rest) {
    const LIST: Option<&'static Operands> = Some(&Operands { operand: E::OPERAND, rest: Rest::LIST });
}

/// An operand of which types say everything.
pub trait CertainOperand {
    /// The operand.
    const OPERAND: Operand<'static>;
}
impl CertainOperand for NothingSaid {
    const OPERAND: Operand<'static> = Operand::CONSTANT;
}
impl<F: FamilyShape<Lengths<D>: Resolved<List: CertainShape>>, D> CertainOperand for ArraySays<F, D> {
    const OPERAND: Operand<'static> = Operand {
        is_array: true,
        shape: <<F::Lengths<D> as Resolved>::List as CertainShape>::SHAPE,
        ..Operand::CONSTANT
    };
}
impl<F: FamilyShape<Lengths<D>: Resolved<List: CertainShape>>, D, T> CertainOperand for PlaceSays<F, D, T> {
    const OPERAND: Operand<'static> = Operand { is_place: true, ..<ArraySays<F, D> as CertainOperand>::OPERAND };
}
impl<E: CertainOperand + Says, P: CertainAxis> CertainOperand for OwnSays<E, P> {
    // What it says itself is in the call's text; that it says something is known here.
    const OPERAND: Operand<'static> = Operand { own: Own::Axis(-1), ..E::OPERAND };
}
impl<E: CertainOperand + Says, P> CertainOperand for LyingSays<E, P> {
    const OPERAND: Operand<'static> = E::OPERAND;
}
impl<E: CertainOperand + Says> CertainOperand for BaseSays<E> {
    const OPERAND: Operand<'static> = Operand { is_base: true, ..E::OPERAND };
}

impl Operand<'_> {
    /// A constant.
    pub(super) const CONSTANT: Operand<'static> =
        Operand { is_array: false, shape: Shape::SCALAR, own: Own::ByMode, is_base: false, is_place: false };
}

impl Call<'static> {
    #[inline]
    const fn new(
        mode: crate::rules::mode::Mode,
        list: Option<&'static Operands>,
        to: Option<Shape>,
        place: Option<Shape>,
    ) -> Self {
        let mut operands = [Operand::CONSTANT; MAX_OPERANDS];
        let (mut next, mut count, mut base, mut is_place) = (list, 0, None, None);
        while let Some(entry) = next {
            if count < MAX_OPERANDS {
                operands[count] = entry.operand;
                if entry.operand.is_base {
                    base = Some(count);
                }
                if entry.operand.is_place {
                    is_place = Some(count);
                }
                count += 1;
            }
            next = entry.rest;
        }
        let place = match (place, is_place) {
            (Some(shape), operand) => Some((shape, operand)),
            (None, _) => None,
        };
        Self { mode, operands, count, axis: None, axes: None, to, base, place }
    }
}
