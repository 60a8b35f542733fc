//! Places: the arrays that a call can write to.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::operand::accepted::acceptable;
use crate::operand::entry::{Element, Fresh, Layout, OperandInfo, OperandKind, PlaceElement, View};
use crate::operand::family::{FamilyShape, Flat, OfAnyRank};
use crate::operand::kind::{IsUncopied, Primitive, Tag};
use crate::operand::nested::{NestedPlace, ShapeInType, Walk};
use crate::operand::receiver::{by_receiver, kinds};
use crate::operand::temporary::{APlace, Lost, OutlivesCall};
use crate::shape::axes::KnownRank;
use crate::shape::rank::Ix1;
use crate::shape::unit::{Unit, copied, units};

/// An array that a call can write to.
pub trait AsPlace {
    type Elem;
    type Family: FamilyShape;
    /// The rank, as a type of [`rank`](crate::shape::rank).
    type Rank;
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
        // SAFETY: a slice's `len` elements are contiguous and borrowed mutably.
        unsafe { PlaceView::new(self.as_mut_ptr(), Layout::Flat([self.len()])) }
    }
}

/// A mutable view of an array: a pointer to its first element, shape and strides.
///
/// Invariant, established by the only constructor: for every index within the shape, the element at its strides is writable and initialised
/// for `'a`, and no two indices share an element. Elements that a call does not read need not be initialised ([`Writable::Old`]).
#[derive(Debug)]
pub struct PlaceView<'a, T, Family, D> {
    pub(crate) ptr: *mut T,
    pub(crate) layout: Layout<'a>,
    kind: PhantomData<(&'a mut T, Family, D)>,
}

impl<'a, T, Family, D> PlaceView<'a, T, Family, D> {
    /// # Safety
    /// For every index within `layout`'s shape, the element at its strides from `ptr` must be writable and initialised for `'a` through
    /// `ptr` alone, and no two indices may share an element.
    #[inline]
    pub(crate) unsafe fn new(ptr: *mut T, layout: Layout<'a>) -> Self {
        PlaceView { ptr, layout, kind: PhantomData }
    }

    /// This place read as an operand. The receiver is a reference, so the name must differ from any method by value of a user's blanket
    /// impl.
    #[must_use]
    #[doc(hidden)]
    pub fn __bcast_element(&self) -> PlaceElement<T, Family, D> {
        PlaceElement(PhantomData)
    }
}

/// The place's type as that of an array, for checks in types, which never run.
#[must_use]
pub fn as_array<T, Family, D>(_: &PlaceView<'_, T, Family, D>) -> View<'static, T, Family, D> {
    unreachable!("generated code calls this where only types matter")
}

impl<T, Family, D> PlaceView<'_, T, Family, D> {
    /// The place without its types.
    #[inline(always)]
    pub(crate) fn info(&self) -> OperandInfo<'_> {
        self.layout.info(self.ptr, OperandKind::Place)
    }

    /// The place's elements, as a type.
    #[must_use]
    #[doc(hidden)]
    #[inline(always)]
    pub fn __bcast_content(&self) -> Content<T> {
        Content::UNIT
    }
}

/// A place whose elements may be uninitialised, as an array of `MaybeUninit<T>` has them. A call writes elements `T` and reads none:
///
/// ```
/// use bcast_core::__private::{Costly, CallSite, NoAxis, NoTo, OneThread, RunTimeDecides, call, evaluate_into, scope::*, tag};
/// use bcast_core::typed::names::modes::numpy;
/// use core::mem::MaybeUninit;
///
/// let mut y = vec![MaybeUninit::uninit(); 2];
/// let place = (&&&&&tag(&y)).__bcast_place_kind().bind_place(&mut y);
/// let place = place.__bcast_content().__bcast_written().fill(place);
/// let (call, site, list) = (call(numpy, NoTo, NoAxis, RunTimeDecides), CallSite::new(&[]).place("y"), ());
/// evaluate_into((call, call.written(&list, &place)), &site, Costly, OneThread, list, place, |(), _| 5).unwrap();
/// // SAFETY: the call has written each element of its place.
/// assert_eq!(unsafe { y[1].assume_init() }, 5);
/// ```
///
/// Not even the element of another place, which stands for that of the call's own, can be in its list:
///
/// ```compile_fail,E0271
/// use bcast_core::__private::{Costly, CallSite, NoAxis, NoTo, OneThread, RunTimeDecides, call, evaluate_into, scope::*, tag};
/// use bcast_core::typed::names::modes::numpy;
/// use core::mem::MaybeUninit;
///
/// let (mut x, mut y) = (vec![0; 2], vec![MaybeUninit::uninit(); 2]);
/// let element = (&&&&&tag(&x)).__bcast_place_kind().bind_place(&mut x).__bcast_element();
/// let place = (&&&&&tag(&y)).__bcast_place_kind().bind_place(&mut y);
/// let place = place.__bcast_content().__bcast_written().fill(place);
/// let (call, site, list) = (call(numpy, NoTo, NoAxis, RunTimeDecides), CallSite::new(&["x"]).place("y"), (element, ()));
/// evaluate_into((call, call.written(&list, &place)), &site, Costly, OneThread, list, place, |(x, ()), _| x).unwrap();
/// ```
#[derive(Debug)]
pub struct Unwritten<'a, T, Family, D>(PlaceView<'a, MaybeUninit<T>, Family, D>);

impl<T, Family, D> Unwritten<'_, T, Family, D> {
    /// A view without elements, for checks of the element's type.
    #[must_use]
    #[doc(hidden)]
    #[inline(always)]
    pub fn __bcast_element(&self) -> View<'static, T, Flat, Ix1> {
        // SAFETY: it has no elements.
        unsafe { View::new(core::ptr::dangling(), Layout::Flat([0])) }
    }
}

/// The destination of a call: a [`PlaceView`] or [`Unwritten`]. If the place is wrong, its element type stays open, so that the call adds no
/// error.
pub trait Writable<'a>: OfFamily {
    type Elem: Element;
    /// The elements that the call can read: `Elem`, or [`Fresh`] if they may be uninitialised.
    type Old;
    /// The place as a call writes it. It reads no element if `Old` is [`Fresh`].
    fn view(self) -> PlaceView<'a, Self::Elem, Self::Family, Self::Rank>;
    /// The place without its types.
    fn info(&self) -> OperandInfo<'_>;
}
impl<'a, T: Element, Family: FamilyShape, D> Writable<'a> for PlaceView<'a, T, Family, D> {
    type Elem = T;
    type Old = T;
    #[inline(always)]
    fn view(self) -> Self {
        self
    }
    #[inline(always)]
    fn info(&self) -> OperandInfo<'_> {
        self.info()
    }
}
impl<'a, T: Element, Family: FamilyShape, D> Writable<'a> for Unwritten<'a, T, Family, D> {
    type Elem = T;
    type Old = Fresh;
    #[inline(always)]
    fn view(self) -> PlaceView<'a, T, Family, D> {
        let PlaceView { ptr, layout, .. } = self.0;
        PlaceView { ptr: ptr.cast(), layout, kind: PhantomData }
    }
    #[inline(always)]
    fn info(&self) -> OperandInfo<'_> {
        self.0.info()
    }
}

/// A place's family, rank and shape, independent of its elements.
pub trait OfFamily {
    type Family: FamilyShape;
    type Rank;
    type Lengths;
}
impl<T, Family: FamilyShape, D> OfFamily for PlaceView<'_, T, Family, D> {
    type Family = Family;
    type Rank = D;
    type Lengths = Family::Lengths<D>;
}
impl<T, Family: FamilyShape, D> OfFamily for Unwritten<'_, T, Family, D> {
    type Family = Family;
    type Rank = D;
    type Lengths = Family::Lengths<D>;
}

/// `&mut` of any place, by method call, so that a parameter `y: &mut Array2<f32>` needs no `mut`.
pub trait Reborrow {
    #[doc(hidden)]
    #[inline]
    fn __bcast_place(&mut self) -> &mut Self {
        self
    }
}
impl<T: ?Sized> Reborrow for T {}

// Called on a tag behind five nested references.
by_receiver! {
    /// Kinds found by reference.
    PlaceByReference: fn __bcast_place_kind(&self) {
        // Arrays that a method returns by value.
        [T] &&&&Tag<Lost<T>> => IsLost<T>;
        // Nested arrays of primitive scalars, whose axes are walked next.
        [T: NestedPlace + ShapeInType + ?Sized] &&&&Tag<T> => T::Kind;
        // Other nested arrays.
        [T: NestedPlace + ?Sized] &&&Tag<T> => Walk<T, T::Array, ()>;
        // Values behind a shared reference.
        [T: ?Sized] &&Tag<&T> => IsShared<T>;
        // Arrays with elements that are not `Copy`.
        [T: AsPlace + ?Sized] &Tag<T> => IsUncopied<T::Elem>;
        // Anything else.
        [T: ?Sized] Tag<T> => IsNoPlace<T>;
    }

    /// More kinds found by reference, disjoint from the ones above.
    ArrayPlaceByReference: fn __bcast_place_kind(&self) {
        // Arrays of a known rank.
        [T: AsPlace<Elem: Copy, Rank: KnownRank> + ?Sized] &&&&Tag<T> => IsPlace;
        // Arrays of a generic rank.
        [T: AsPlace<Elem: Copy> + ?Sized] &&Tag<T> => IsPlaceOfAnyRank;
    }
}

/// The type of a place's elements, as a value without size.
pub struct Content<T>(PhantomData<T>);
copied! {
    [T] Content<T>;
}
units! {
    [T] Content<T> = Self(PhantomData);
}

by_receiver! {
    /// Contents found by value.
    ContentByValue: fn __bcast_written(self) {
        // Numbers, and elements whose type is not inferred yet: the result decides it.
        [T: Primitive] Content<T> => IsWritten;
    }

    /// Contents found by reference.
    ContentByReference: fn __bcast_written(&self) {
        [T] Content<MaybeUninit<T>> => IsUnwritten<T>;
    }

    /// Contents found by mutable reference.
    ContentByMutableReference: fn __bcast_written(&mut self) {
        [T] Content<T> => IsWritten;
    }
}

kinds! {
    /// Elements that are initialised.
    IsWritten;
    /// Elements `MaybeUninit<T>`.
    IsUnwritten<T>;
    /// A place of a generic rank.
    IsPlaceOfAnyRank;
    /// A place that implements [`AsPlace`].
    IsPlace;
    /// A read-only place.
    IsShared<T>;
    /// A type that can't be written to.
    IsNoPlace<T>;
    /// An array that is dropped after the call.
    IsLost<T>;
}

acceptable! {
    [] IsPlace;
    [] IsPlaceOfAnyRank;
    [T: ?Sized] IsShared<T> where T: MutableReference;
    [T: ?Sized] IsNoPlace<T> where T: IsWritable;
    [T: ?Sized] IsLost<T> where APlace: OutlivesCall<T>;
    // Checked only where the call reads the place.
    [] IsWritten;
    [T] IsUnwritten<T> where MaybeUninit<T>: IsInitialized;
}

impl IsWritten {
    /// The place, for a call that fills it.
    #[inline(always)]
    pub fn fill<Q>(self, place: Q) -> Q {
        place
    }

    /// The place, for a call that reads it.
    #[inline(always)]
    pub fn read<Q>(self, place: Q) -> Q {
        place
    }
}

impl<T> IsUnwritten<T> {
    /// The place, for a call that fills it with elements `T`.
    #[inline(always)]
    pub fn fill<Family, D>(self, place: PlaceView<'_, MaybeUninit<T>, Family, D>) -> Unwritten<'_, T, Family, D> {
        Unwritten(place)
    }

    /// Leaves the element's type open after an error.
    pub fn read<X, Family, D>(self, _place: PlaceView<'_, MaybeUninit<T>, Family, D>) -> PlaceView<'_, X, Family, D> {
        unreachable!("it is not `Acceptable`")
    }
}

impl IsPlaceOfAnyRank {
    #[inline]
    pub fn bind_place<T: AsPlace + ?Sized>(
        self,
        place: &mut T,
    ) -> PlaceView<'_, T::Elem, OfAnyRank<T::Family>, T::Rank> {
        let PlaceView { ptr, layout, .. } = place.place();
        PlaceView { ptr, layout, kind: PhantomData }
    }
}

impl IsPlace {
    #[inline]
    pub fn bind_place<T: AsPlace + ?Sized>(self, place: &mut T) -> PlaceView<'_, T::Elem, T::Family, T::Rank> {
        place.place()
    }
}

macro_rules! refused {
    ($($kind:ident)*) => {$(
        impl<S: ?Sized> $kind<S> {
            /// Leaves the element's type open after an error.
            pub fn bind_place<T: ?Sized, X, D>(self, _place: &mut T) -> PlaceView<'_, X, Flat, D> {
                unreachable!("it is not `Acceptable`")
            }
        }
    )*};
}
refused!(IsShared IsNoPlace IsLost);

/// Implemented for nothing: carries the message about a type that is no place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place that `bcast!` can write to",
    label = "expected an array that can be written to",
    note = "a place is an ndarray array or mutable view, as `slice_mut`, `row_mut` and `view_mut` give, a mutable slice, a `Vec` or a nested array, or `&mut` of one",
    note = "behind a guard it is written as in `bcast!(*y += x)`, in an `Rc` by `Rc::make_mut(y)`, in an `Option` after `if let Some(y) = y`; \
            a number takes a sum, `y += sum(x, axis = ..)`"
)]
#[cfg_attr(
    not(feature = "ndarray"),
    diagnostic::on_unimplemented(note = "ndarray's arrays are places with the feature `ndarray` of bcast-dsl")
)]
#[cfg_attr(
    feature = "ndarray",
    diagnostic::on_unimplemented(
        note = "an `ArrayBase` is written to if it is of ndarray 0.17: `cargo tree -i ndarray` lists the versions in use, and its storage, if \
                generic, is `DataMut`"
    )
)]
#[cfg_attr(
    not(feature = "alloc"),
    diagnostic::on_unimplemented(note = "a `Vec` is one with the feature `alloc` of bcast-dsl")
)]
pub trait IsWritable {}

/// Implemented for nothing: carries the message about a read-only place.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` is a shared reference, which can't be written to",
    label = "not a place that `bcast!` can write to",
    note = "take `&mut` instead of `&`; what a `RefCell` holds is written by `*y.borrow_mut()`"
)]
pub trait MutableReference {}

/// Implemented for nothing: carries the message about elements that are read before they are written.
#[diagnostic::on_unimplemented(
    message = "this call reads its place, whose elements are `{Self}` and may be uninitialised",
    label = "read before it is written",
    note = "fill the place first, by `y = e` without `y` in e, as `y = 0.0` does; then the array that `y.assume_init()` gives can be read"
)]
pub trait IsInitialized {}
