//! Operands once their kind is known: a view of an array, a constant, or the place read as an operand.
#![allow(clippy::transmute_ptr_to_ref, reason = "see the macro `load`")]

use core::marker::PhantomData;

use crate::operand::descriptor::{
    ArrayType, BaseType, ConstantType, LyingAsType, OperandType, OwnAlignedType, PlaceType,
};
use crate::operand::family::{FamilyShape, Flat, OfAnyRank};
use crate::shape::function::type_functions;
use crate::shape::rank::{Ix1, NoRank, Rank};
use crate::shape::unit::copied;

/// Reads through a pointer as through a reference; unsafe. The value must be initialised, and nothing may write to it meanwhile.
///
/// With debug assertions, every read through a raw pointer is checked for null and alignment, which doubles the time per element; reads
/// through references are not. A macro, since unoptimised builds store each function argument.
macro_rules! load {
    ($pointer:expr, $type:ty) => {
        *core::mem::transmute::<*const $type, &$type>($pointer)
    };
}
pub(crate) use load;

/// An array that a call can read: anything with a shape, strides and `Copy` elements in memory.
///
/// [`interop`](crate::interop) implements it for ndarray's arrays. Nested arrays are found by [`kind`](crate::operand::kind), since only
/// method resolution can tell an axis of length 1 from others.
pub trait AsOperand {
    type Elem;
    /// The kind of container, on which the result's kind depends.
    type Family: FamilyShape;
    /// The rank, as a type of [`rank`](crate::shape::rank).
    type Rank;
    /// A read-only view of the whole array; copies nothing.
    fn view(&self) -> View<'_, Self::Elem, Self::Family, Self::Rank>;
}

macro_rules! references {
    ($($reference:ty)*) => {$(
        impl<T: AsOperand + ?Sized> AsOperand for $reference {
            type Elem = T::Elem;
            type Family = T::Family;
            type Rank = T::Rank;
            #[inline(always)]
            fn view(&self) -> View<'_, Self::Elem, Self::Family, Self::Rank> {
                (**self).view()
            }
        }
    )*};
}
references!(&T &mut T);

/// Shape and strides (in elements), outermost axis first. It has no destructor, since a call site holds one per operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout<'a> {
    /// Borrowed from the array, or the constants of a nested array.
    Borrowed(&'a [usize], &'a [isize]),
    /// Rank 1, contiguous: a slice has no stored length to borrow.
    Flat([usize; 1]),
}

impl Layout<'_> {
    #[inline]
    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            Layout::Borrowed(shape, _) => shape,
            Layout::Flat(shape) => shape,
        }
    }

    #[inline]
    pub(crate) fn strides(&self) -> &[isize] {
        match self {
            Layout::Borrowed(_, strides) => strides,
            Layout::Flat(_) => &[1],
        }
    }

    /// An array of this layout without its types.
    #[inline(always)]
    pub(crate) fn info<T>(&self, ptr: *const T, kind: OperandKind) -> OperandInfo<'_> {
        let (shape, strides) = (self.shape(), self.strides());
        OperandInfo { ptr: ptr.cast(), elem_size: size_of::<T>(), shape, strides, kind }
    }
}

/// A read-only view of an array: a pointer to its first element, shape and strides.
///
/// Invariant, established by the only constructor and relied on by [`exec`](crate::exec): for every index within the shape, the element at
/// its strides is readable and initialised for `'a`.
#[derive(Debug)]
pub struct View<'a, T, Family, D> {
    pub(crate) ptr: *const T,
    pub(crate) layout: Layout<'a>,
    kind: PhantomData<(&'a T, Family, D)>,
}

// SAFETY: a view is a shared borrow of its elements, as `&[T]` is.
unsafe impl<T: Sync, Family, D> Sync for View<'_, T, Family, D> {}

copied! {
    [T, Family, D] View<'_, T, Family, D>;
    [T, Family, D] PlaceElement<T, Family, D>;
    [E: Copy, K] As<E, K>;
}

impl<'a, T, Family, D> View<'a, T, Family, D> {
    /// # Safety
    /// For every index within `layout`'s shape, the element at its strides from `ptr` must be readable and initialised for `'a`.
    #[inline(always)]
    pub(crate) const unsafe fn new(ptr: *const T, layout: Layout<'a>) -> Self {
        View { ptr, layout, kind: PhantomData }
    }

    /// The same view as a type of unknown rank.
    #[inline(always)]
    pub(crate) fn of_any_rank(self) -> View<'a, T, OfAnyRank<Family>, D> {
        View { ptr: self.ptr, layout: self.layout, kind: PhantomData }
    }

    /// The lengths of the axes, outermost first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }
}

impl<T> AsOperand for [T] {
    type Elem = T;
    type Family = Flat;
    type Rank = Ix1;
    #[inline]
    fn view(&self) -> View<'_, T, Flat, Ix1> {
        // SAFETY: a slice's `len` elements are contiguous.
        unsafe { View::new(self.as_ptr(), Layout::Flat([self.len()])) }
    }
}

/// A value that is the same at every position and takes no part in broadcasting.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub T);

/// The place of `place op= e` read as an operand: its element is the one about to be overwritten.
#[derive(Debug)]
pub struct PlaceElement<T, Family, D>(pub(crate) PhantomData<(T, Family, D)>);

/// An entry whose facts are those of `K`, an [`OperandType`] that wraps its own. Only the functions below make one.
#[derive(Debug)]
pub struct As<E, K>(E, PhantomData<K>);

/// An operand with an alignment `P` of its own (`axis(path) = e`), which must be an array ([`HasAxes`]).
#[inline(always)]
pub fn own_aligned<E: Entry, P>(entry: E, _alignment: P) -> As<E, OwnAlignedType<E::Type, P>> {
    As(entry, PhantomData)
}

/// An operand whose alignment `P` types have decided; it keeps its vote.
#[inline(always)]
pub fn lying_as<E: Entry, P>(entry: E, _alignment: P) -> As<E, LyingAsType<E::Type, P>> {
    As(entry, PhantomData)
}

/// The operand that `base = path` names, which must be an array ([`HasShape`]).
#[inline(always)]
pub const fn base<E: Entry>(entry: E) -> As<E, BaseType<E::Type>> {
    As(entry, PhantomData)
}

/// The rank of an operand that votes on the result's shape, as a type.
#[inline(always)]
pub fn vote_of<E: Entry>(_: &E) -> PhantomData<<E::Type as OperandType>::Vote> {
    PhantomData
}

/// The rank of an operand, as a type.
#[inline(always)]
pub fn array_of<E: Entry>(_: &E) -> PhantomData<<E::Type as OperandType>::Array> {
    PhantomData
}

type_functions! {
    /// An operand before another one of kind `K`.
    Before<K> -> Kind {
        [T, Family, D, K] View<'_, T, Family, D>, K => K;
        [T, K] Constant<T>, K => K;
    }
}

/// An operand's kind. It is open if the operand before it is refused, so that one refused operand is one error. Never called.
pub fn after<P: Before<K>, K>(_before: &P, _kind: K) -> P::Kind {
    unreachable!("only its type is needed")
}

/// Implemented for ranks; a constant has none.
#[diagnostic::on_unimplemented(
    message = "`base` names whose shape the result has, as `base = x` does for an array `x`, and a constant has none",
    label = "this operand is not an array"
)]
pub trait HasShape {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_has_shape(_: &PhantomData<Self>) {}
}
#[diagnostic::do_not_recommend]
impl<D> HasShape for Rank<D> {}

/// Implemented for ranks; a constant has none.
#[diagnostic::on_unimplemented(
    message = "a number has no axes, so it takes no `axis(..)` or `axes(..)`",
    label = "this alignment is given to a number",
    note = "a number takes part in no mode: leave out its alignment"
)]
pub trait HasAxes {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_has_axes(_: &PhantomData<Self>) {}
}
#[diagnostic::do_not_recommend]
impl<D> HasAxes for Rank<D> {}

/// An entry of an operand list, which kernels read: [`View`], [`Constant`], [`PlaceElement`], or one of these with other facts,
/// [`As`].
///
/// # Safety
/// `read` may touch only element `index` of the run of elements that `cursor` was made from, or of `output` if `IS_PLACE`, and `ARRAYS`
/// must be 1 exactly if the cursor is a pointer. Such a run is of elements `Elem`; `pointer` returns its first, and `at` moves the cursor
/// to another run. `Type` must have the entry's own shape and `ARRAYS`, and be the place, with its elements, if `IS_PLACE`. `Bare` must
/// read the same, from the same cursor.
pub unsafe trait Entry {
    /// The element that the expression sees.
    type Elem: Copy;
    /// The state that a kernel reads it from: a pointer, or the constant itself.
    type Cursor: Copy;
    /// The same entry without a shape in its type, so that the code that reads elements is compiled once for all shapes.
    type Bare: Entry<Elem = Self::Elem, Cursor = Self::Cursor>;
    /// The type-level facts, without lifetimes, so that the compiler resolves queries about them once and not once per call.
    type Type: OperandType;
    /// 1 for an array with a pointer of its own.
    const ARRAYS: usize = <Self::Type as OperandType>::ARRAYS;
    /// True for the place: only then may `read` read from `output`.
    const IS_PLACE: bool = <Self::Type as OperandType>::IS_PLACE;
    /// True for the value of a reduction.
    const IS_VALUE: bool = false;
    /// The entry without its types.
    fn info(&self) -> OperandInfo<'_>;
    /// The cursor at the operand's own first element.
    fn start(&self) -> Self::Cursor;
    /// The element at the cursor; null without a pointer.
    fn pointer(cursor: Self::Cursor) -> *const u8;
    /// Moves the cursor to another run of elements; without a pointer it is unchanged.
    ///
    /// # Safety
    /// `ptr` must point to the first of a run of initialised elements of this operand's type.
    unsafe fn at(cursor: Self::Cursor, ptr: *const u8) -> Self::Cursor;
    /// Moves the cursor by this many bytes.
    fn advance(cursor: Self::Cursor, bytes: isize) -> Self::Cursor;
    /// # Safety
    /// Element `index` must exist in the cursor's run, and for [`PlaceElement`] at `output`.
    unsafe fn read(cursor: Self::Cursor, index: usize, output: *const u8) -> Self::Elem;
}

/// Bound on the elements of a result or a place: they must be `Copy`.
#[diagnostic::on_unimplemented(
    message = "the elements of this result, of type `{Self}`, are not `Copy`",
    label = "`bcast!` writes elements by value",
    note = "compute a `Copy` value for each element, and convert the array after the call; an array that a function gives is borrowed: \
            `&f(x)`; of a type parameter, its bound says what an operator gives, as in `T: core::ops::Add<Output = T>`"
)]
pub trait Element: Copy {}
#[diagnostic::do_not_recommend]
impl<T: Copy> Element for T {}

/// Bound on operands of a call whose output has elements `R`: a [`PlaceElement`] must have the same element type.
///
/// A new output has no old elements to read; such calls use `R =` [`Fresh`], which is no place's element type.
pub trait ReadsPlaceOf<R> {}
impl<Family: FamilyShape, D, R> ReadsPlaceOf<R> for ArrayType<Family, D> {}
impl<R> ReadsPlaceOf<R> for ConstantType {}
impl<T, Family: FamilyShape, D> ReadsPlaceOf<T> for PlaceType<Family, D, T> {}
impl<E: ReadsPlaceOf<R> + OperandType, P, R> ReadsPlaceOf<R> for OwnAlignedType<E, P> {}
impl<E: ReadsPlaceOf<R> + OperandType, P, R> ReadsPlaceOf<R> for LyingAsType<E, P> {}
impl<E: ReadsPlaceOf<R> + OperandType, R> ReadsPlaceOf<R> for BaseType<E> {}

/// The element type of a new output, without values.
#[derive(Debug)]
pub enum Fresh {}

/// An entry of an operand list without its types, for the rulebook and the plan.
#[derive(Clone, Copy, Debug)]
pub struct OperandInfo<'a> {
    pub(crate) ptr: *const u8,
    pub(crate) elem_size: usize,
    pub(crate) shape: &'a [usize],
    pub(crate) strides: &'a [isize],
    pub(crate) kind: OperandKind,
}

#[cfg(feature = "alloc")]
impl OperandInfo<'_> {
    /// Stands for the place of a call that has none.
    pub(crate) const NO_PLACE: Self = Self::of_no_array(OperandKind::Place);

    /// True for the view without elements that stands for an array or a value, at this address and with elements of this size.
    #[inline(always)]
    pub(crate) fn stands_for(&self, address: *const u8, size: usize) -> bool {
        self.shape == [0] && self.ptr == address && self.elem_size == size
    }
}

impl OperandInfo<'_> {
    /// An entry without memory of its own.
    #[inline(always)]
    const fn of_no_array(kind: OperandKind) -> Self {
        Self { ptr: core::ptr::null(), elem_size: 0, shape: &[], strides: &[], kind }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperandKind {
    /// An array with a pointer of its own.
    Array,
    /// A constant, which takes no part in broadcasting.
    Constant,
    /// The place itself, read through the output's pointer.
    Place,
}

// SAFETY: `read` touches the element at `index` only.
unsafe impl<'a, T: Copy, Family: FamilyShape, D> Entry for View<'a, T, Family, D> {
    type Elem = T;
    type Cursor = *const T;
    type Bare = View<'a, T, Family::Bare, NoRank>;
    type Type = ArrayType<Family, D>;
    const IS_VALUE: bool = Family::IS_VALUE;

    #[inline(always)]
    fn info(&self) -> OperandInfo<'_> {
        self.layout.info(self.ptr, OperandKind::Array)
    }

    #[inline(always)]
    fn start(&self) -> *const T {
        self.ptr
    }

    #[inline(always)]
    fn pointer(cursor: *const T) -> *const u8 {
        cursor.cast()
    }

    #[inline(always)]
    unsafe fn at(_: *const T, ptr: *const u8) -> *const T {
        ptr.cast()
    }

    #[inline(always)]
    fn advance(cursor: *const T, bytes: isize) -> *const T {
        (cursor as *const u8).wrapping_offset(bytes) as *const T
    }

    #[inline(always)]
    unsafe fn read(cursor: *const T, index: usize, _: *const u8) -> T {
        // SAFETY: the caller keeps `index` within the run.
        unsafe { load!(cursor.add(index), T) }
    }
}

// SAFETY: nothing is read through a pointer.
unsafe impl<T: Copy> Entry for Constant<T> {
    type Elem = T;
    type Cursor = T;
    type Bare = Self;
    type Type = ConstantType;

    #[inline(always)]
    fn info(&self) -> OperandInfo<'_> {
        OperandInfo::of_no_array(OperandKind::Constant)
    }

    #[inline(always)]
    fn start(&self) -> T {
        self.0
    }

    #[inline(always)]
    fn pointer(_: T) -> *const u8 {
        core::ptr::null()
    }

    #[inline(always)]
    unsafe fn at(cursor: T, _: *const u8) -> T {
        cursor
    }

    #[inline(always)]
    fn advance(cursor: T, _: isize) -> T {
        cursor
    }

    #[inline(always)]
    unsafe fn read(cursor: T, _: usize, _: *const u8) -> T {
        cursor
    }
}

// SAFETY: `read` touches the element at `index` of the output only.
unsafe impl<T: Copy, Family: FamilyShape, D> Entry for PlaceElement<T, Family, D> {
    type Elem = T;
    type Cursor = ();
    type Bare = PlaceElement<T, Flat, NoRank>;
    type Type = PlaceType<Family, D, T>;

    #[inline(always)]
    fn info(&self) -> OperandInfo<'_> {
        OperandInfo::of_no_array(OperandKind::Place)
    }

    #[inline(always)]
    fn start(&self) {}

    #[inline(always)]
    fn pointer((): ()) -> *const u8 {
        core::ptr::null()
    }

    #[inline(always)]
    unsafe fn at((): (), _: *const u8) {}

    #[inline(always)]
    fn advance((): (), _: isize) {}

    #[inline(always)]
    unsafe fn read((): (), index: usize, output: *const u8) -> T {
        // SAFETY: by the caller's promise the place has this element, and `output` points to its type.
        unsafe { load!(output.cast::<T>().add(index), T) }
    }
}

// SAFETY: every method is the inner entry's, and `K`, by the functions that make an `As`, wraps its type: it has the same shape and kind.
unsafe impl<E: Entry, K: OperandType> Entry for As<E, K> {
    type Elem = E::Elem;
    type Cursor = E::Cursor;
    type Bare = E::Bare;
    type Type = K;

    #[inline(always)]
    fn info(&self) -> OperandInfo<'_> {
        self.0.info()
    }

    #[inline(always)]
    fn start(&self) -> E::Cursor {
        self.0.start()
    }

    #[inline(always)]
    fn pointer(cursor: E::Cursor) -> *const u8 {
        E::pointer(cursor)
    }

    #[inline(always)]
    unsafe fn at(cursor: E::Cursor, ptr: *const u8) -> E::Cursor {
        // SAFETY: the caller's promise.
        unsafe { E::at(cursor, ptr) }
    }

    #[inline(always)]
    fn advance(cursor: E::Cursor, bytes: isize) -> E::Cursor {
        E::advance(cursor, bytes)
    }

    #[inline(always)]
    unsafe fn read(cursor: E::Cursor, index: usize, output: *const u8) -> E::Elem {
        // SAFETY: the caller's promise.
        unsafe { E::read(cursor, index, output) }
    }
}
