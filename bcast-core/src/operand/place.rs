//! Places: what a call can write to.

use core::marker::PhantomData;

use crate::call::container::{FamilyShape, Flat, OfAnyRank};
use crate::operand::entry::{Element, Layout, PlaceElement};
use crate::operand::kind::{IsUncopied, Tag};
use crate::operand::nested::{NestedPlace, SaysShape, Walk};
use crate::operand::receiver::by_receiver;
use crate::shape::axes::KnownRank;
use crate::shape::rank::Ix1;
use crate::shape::unit::Unit;
use crate::typed::fits::HasLengths;

/// An array that a call can write to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place that `bcast!` can write to",
    label = "expected an array that can be written to",
    note = "a place is an ndarray array or mutable view, a mutable slice, a `Vec` or a nested array, or `&mut` of one"
)]
#[cfg_attr(
    not(feature = "ndarray"),
    diagnostic::on_unimplemented(note = "ndarray's arrays are places with the feature `ndarray` of bcast-dsl")
)]
#[cfg_attr(
    feature = "ndarray",
    diagnostic::on_unimplemented(
        note = "an `ArrayBase` is written to if it is of ndarray 0.17: `cargo tree -i ndarray` lists the versions in use"
    )
)]
#[cfg_attr(
    not(feature = "alloc"),
    diagnostic::on_unimplemented(note = "a `Vec` is one with the feature `alloc` of bcast-dsl")
)]
pub trait AsPlace {
    /// The type of one element.
    type Elem;
    /// The kind of container.
    type Family: FamilyShape;
    /// The rank, as a type of [`rank`](crate::shape::rank).
    type Rank;
    /// A mutable view of the whole array.
    fn place(&mut self) -> PlaceView<'_, Self::Elem, Self::Family, Self::Rank>;
}

#[diagnostic::do_not_recommend]
impl<T: AsPlace + ?Sized> AsPlace for &mut T {
    type Elem = T::Elem;
    type Family = T::Family;
    type Rank = T::Rank;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, Self::Elem, Self::Family, Self::Rank> {
        (**self).place()
    }
}

#[diagnostic::do_not_recommend]
impl<T> AsPlace for [T] {
    type Elem = T;
    type Family = Flat;
    type Rank = Ix1;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, T, Flat, Ix1> {
        // SAFETY: a slice's elements lie one after the other, `len` of them, borrowed mutably.
        unsafe { PlaceView::new(self.as_mut_ptr(), Layout::Flat([self.len()])) }
    }
}

/// A mutable view of an array: a pointer to its first element, shape and strides.
///
/// Invariant, established by the only constructor: for every index within the shape, the element that the strides lead
/// to is writable and initialised for `'a`, and no two indices lead to the same element.
#[derive(Debug)]
pub struct PlaceView<'a, T, Family, D> {
    pub(crate) ptr: *mut T,
    pub(crate) layout: Layout<'a>,
    kind: PhantomData<(&'a mut T, Family, D)>,
}

impl<T, Family: FamilyShape, D> HasLengths for PlaceView<'_, T, Family, D> {
    type Lengths = Family::Lengths<D>;
}

impl<'a, T, Family, D> PlaceView<'a, T, Family, D> {
    /// # Safety
    /// For every index within `layout`'s shape, the element that its strides lead to from `ptr` must be writable and
    /// initialised for `'a` through `ptr` alone, and no two indices may lead to the same element.
    #[inline]
    pub(crate) unsafe fn new(ptr: *mut T, layout: Layout<'a>) -> Self {
        PlaceView { ptr, layout, kind: PhantomData }
    }

    /// This place, read as an operand. By reference, so the name must be one that no trait of a user's gives every type by value.
    #[must_use]
    #[doc(hidden)]
    pub fn __bcast_element(&self) -> PlaceElement<T, Family, D> {
        PlaceElement(PhantomData)
    }
}

/// What a call writes to: a [`PlaceView`]. While it is not known which, because a place is wrong, the call says nothing of the elements.
pub trait Writable<'a>: OfFamily {
    /// The type of one element.
    type Elem: Element;
    /// The view.
    fn view(self) -> PlaceView<'a, Self::Elem, Self::Family, Self::Rank>;
}
impl<'a, T: Element, Family, D> Writable<'a> for PlaceView<'a, T, Family, D> {
    type Elem = T;
    #[inline(always)]
    fn view(self) -> Self {
        self
    }
}

/// What types say of such a place, whatever its elements are.
pub trait OfFamily {
    /// The kind of container.
    type Family;
    /// The rank, as a type of [`rank`](crate::shape::rank).
    type Rank;
}
impl<T, Family, D> OfFamily for PlaceView<'_, T, Family, D> {
    type Family = Family;
    type Rank = D;
}

/// `&mut` of any place, by method call, so that a parameter `y: &mut Array2<f32>` needs no `mut`.
pub trait Reborrow {
    /// `self`, borrowed again.
    #[doc(hidden)]
    #[inline]
    fn __bcast_place(&mut self) -> &mut Self {
        self
    }
}
impl<T: ?Sized> Reborrow for T {}

// Generated code asks five references to a tag, one around the other.
by_receiver! {
    /// What is looked for by reference.
    PlaceByReference: fn __bcast_place_kind(&self) {
        // Nested arrays of primitive scalars; the walk over their axes comes next, as for operands.
        [T: PlaceSaysShape + ?Sized] &&&&Tag<T> => T::Kind;
        // Other nested arrays.
        [T: NestedPlace + ?Sized] &&&Tag<T> => Walk<T, T::Array, ()>;
        // What is behind a shared reference.
        [T: ?Sized] &&Tag<&T> => IsShared;
        // Arrays whose elements can't be written by value.
        [T: AsPlace + ?Sized] &Tag<T> => IsUncopied<T::Elem>;
        // Anything else.
        [T: ?Sized] Tag<T> => IsPlace;
    }

    /// What is looked for by reference as well: none of these is one of those.
    ArrayPlaceByReference: fn __bcast_place_kind(&self) {
        // Arrays whose rank the compiler knows.
        [T: RankedPlace + ?Sized] &&&&Tag<T> => IsPlace;
        // Arrays of a rank that is a parameter.
        [T: CopyPlace + ?Sized] &&Tag<T> => IsPlaceOfAnyRank;
    }
}

/// Nested arrays of numbers or the like that can be written to.
pub trait PlaceSaysShape: NestedPlace + SaysShape {}
impl<T: NestedPlace + SaysShape + ?Sized> PlaceSaysShape for T {}

/// Places whose elements are `Copy`.
pub trait CopyPlace: AsPlace<Elem: Copy> {}
impl<T: AsPlace<Elem: Copy> + ?Sized> CopyPlace for T {}

/// Such places of a rank that is no parameter.
pub trait RankedPlace: CopyPlace + AsPlace<Rank: KnownRank> {}
impl<T: CopyPlace + AsPlace<Rank: KnownRank> + ?Sized> RankedPlace for T {}

/// A place of a rank that is a parameter.
#[derive(Clone, Copy, Debug)]
pub struct IsPlaceOfAnyRank;
impl IsPlaceOfAnyRank {
    /// It has no axes to walk.
    #[inline(always)]
    pub fn __bcast_step(self) -> Self {
        self
    }
}
impl Unit for IsPlaceOfAnyRank {
    const UNIT: Self = Self;
}

impl IsPlaceOfAnyRank {
    /// A mutable view of it.
    #[inline]
    pub fn bind_place<T: AsPlace + ?Sized>(
        self,
        place: &mut T,
    ) -> PlaceView<'_, T::Elem, OfAnyRank<T::Family>, T::Rank> {
        let PlaceView { ptr, layout, .. } = place.place();
        PlaceView { ptr, layout, kind: PhantomData }
    }
}

/// A place that implements [`AsPlace`], or nothing that can be written to.
#[derive(Clone, Copy, Debug)]
pub struct IsPlace;
impl IsPlace {
    /// It has no axes to walk.
    #[inline(always)]
    pub fn __bcast_step(self) -> Self {
        self
    }
}
impl Unit for IsPlace {
    const UNIT: Self = Self;
}

impl IsPlace {
    /// A mutable view of it.
    #[inline]
    pub fn bind_place<T: AsPlace + ?Sized>(self, place: &mut T) -> PlaceView<'_, T::Elem, T::Family, T::Rank> {
        place.place()
    }
}

/// A place that can only be read.
#[derive(Clone, Copy, Debug)]
pub struct IsShared;
impl IsShared {
    /// It has no axes to walk.
    #[inline(always)]
    pub fn __bcast_step(self) -> Self {
        self
    }
}
impl Unit for IsShared {
    const UNIT: Self = Self;
}

impl IsShared {
    /// Never compiles: the one error about this place. The element's type is open, so that nothing else is wrong.
    pub fn bind_place<'a, T: MutableReference + ?Sized, X, D>(self, _place: &'a mut T) -> PlaceView<'a, X, Flat, D> {
        unreachable!("no type implements `MutableReference`")
    }
}

/// Implemented by nothing: it carries the message about a place that can only be read.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a shared reference, which can't be written to",
    label = "not a place that `bcast!` can write to",
    note = "take `&mut` instead of `&`"
)]
pub trait MutableReference {}
