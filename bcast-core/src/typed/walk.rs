//! A shape as a type: a nested list of lengths, innermost axis first, so that right alignment needs no arithmetic.

use core::marker::PhantomData;

use crate::operand::Layout;
use crate::rank::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};

/// An axis of length 1, which may stretch. A type of its own, so that no impl for it overlaps those for [`Len`].
#[derive(Clone, Copy, Debug)]
pub struct One;

/// An axis of length `N`.
#[derive(Clone, Copy, Debug)]
pub struct Len<const N: usize>;

/// One axis of a static shape.
pub trait StaticLength {
    /// Its length.
    const LENGTH: usize;
    /// `Inner`, as often as this axis is long.
    type Array<Inner>;
}

impl StaticLength for One {
    const LENGTH: usize = 1;
    type Array<Inner> = [Inner; 1];
}

impl<const N: usize> StaticLength for Len<N> {
    const LENGTH: usize = N;
    type Array<Inner> = [Inner; N];
}

/// The highest rank of a nested array.
const MAX_RANK: usize = 8;

/// A shape known to the compiler: `(innermost, (.., (outermost, ())))`.
pub trait StaticShape {
    /// The number of axes.
    const RANK: usize;
    /// The lengths, outermost first, in the first `RANK` entries.
    const LENGTHS: [usize; MAX_RANK];
    /// The strides in C order, in the first `RANK` entries.
    const STRIDES: [isize; MAX_RANK] = strides(Self::LENGTHS, Self::RANK);
    /// The lengths, outermost first.
    const SHAPE: &'static [usize] = Self::LENGTHS.split_at(Self::RANK).0;
    /// The nested array of this shape.
    type Array<T>;
}

/// The strides in C order of the first `rank` lengths.
const fn strides(lengths: [usize; MAX_RANK], rank: usize) -> [isize; MAX_RANK] {
    let mut strides = [0; MAX_RANK];
    let mut next: isize = 1;
    let mut axis = rank;
    while axis > 0 {
        axis -= 1;
        strides[axis] = next;
        // Only arrays of elements without size have more elements than can be counted, and those need no strides.
        next = isize::wrapping_mul(next, if lengths[axis] == 0 { 1 } else { lengths[axis] as isize });
    }
    strides
}

impl StaticShape for () {
    const RANK: usize = 0;
    const LENGTHS: [usize; MAX_RANK] = [0; MAX_RANK];
    type Array<T> = T;
}

impl<L: StaticLength, Outer: StaticShape> StaticShape for (L, Outer) {
    const RANK: usize = Outer::RANK + 1;
    const LENGTHS: [usize; MAX_RANK] = {
        let mut lengths = Outer::LENGTHS;
        lengths[Outer::RANK] = L::LENGTH;
        lengths
    };
    type Array<T> = Outer::Array<L::Array<T>>;
}

/// Shape and strides of a nested array.
fn layout<S: StaticShape>() -> Layout<'static> {
    Layout::Borrowed(S::SHAPE, const { S::STRIDES.split_at(S::RANK).0 })
}

/// The rank of a static shape, as a type of [`rank`](crate::rank).
pub trait HasRank {
    /// `Ix0` to `Ix6`, or `IxDyn` above.
    type Dim;
}
macro_rules! has_rank {
    ($($dim:ident: $list:ty, <$($axis:ident),*>;)*) => {$(
        impl<$($axis),*> HasRank for $list {
            type Dim = $dim;
        }
    )*};
}
has_rank! {
    Ix0: (), <>;
    Ix1: (A, ()), <A>;
    Ix2: (A, (B, ())), <A, B>;
    Ix3: (A, (B, (C, ()))), <A, B, C>;
    Ix4: (A, (B, (C, (D, ())))), <A, B, C, D>;
    Ix5: (A, (B, (C, (D, (E, ()))))), <A, B, C, D, E>;
    Ix6: (A, (B, (C, (D, (E, (F, ())))))), <A, B, C, D, E, F>;
    IxDyn: (A, (B, (C, (D, (E, (F, (G, H))))))), <A, B, C, D, E, F, G, H>;
}

/// The join of two shapes, right aligned. Where two lengths do not fit it takes the first: the call is refused elsewhere.
pub trait Join<Other> {
    /// The joined shape.
    type Output;
}
impl Join<()> for () {
    type Output = ();
}
impl<L, Outer> Join<()> for (L, Outer) {
    type Output = (L, Outer);
}
impl<L, Outer> Join<(L, Outer)> for () {
    type Output = (L, Outer);
}
impl<L: JoinLength<M>, Outer: Join<Rest>, M, Rest> Join<(M, Rest)> for (L, Outer) {
    type Output = (L::Output, Outer::Output);
}

/// The join of two lengths.
pub trait JoinLength<Other> {
    /// The one that is not [`One`], if there is one.
    type Output;
}
impl<M> JoinLength<M> for One {
    type Output = M;
}
impl<const N: usize> JoinLength<One> for Len<N> {
    type Output = Len<N>;
}
impl<const N: usize, const M: usize> JoinLength<Len<M>> for Len<N> {
    type Output = Len<N>;
}

/// The static shape of a nested array, found axis by axis; the unit of [`Step`].
///
/// `Whole` is the operand's own type, `Rest` what is left of the array, `S` the axes seen so far.
pub struct Walk<Whole: ?Sized, Rest, S>(PhantomData<fn(&Whole)>, PhantomData<(Rest, S)>);

impl<Whole: ?Sized, Rest, S> Clone for Walk<Whole, Rest, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Whole: ?Sized, Rest, S> Copy for Walk<Whole, Rest, S> {}

impl<Whole: NestedArray + ?Sized> Walk<Whole, Whole::Array, ()> {
    /// A walk that has seen no axis yet.
    pub(crate) fn start() -> Self {
        Walk(PhantomData, PhantomData)
    }
}

/// A nested array, or a reference to one.
///
/// # Safety
/// `array` must return the array itself.
pub unsafe trait NestedArray {
    /// The array.
    type Array;
    /// The array.
    fn array(&self) -> &Self::Array;
}
// SAFETY: it is the array.
unsafe impl<T, const N: usize> NestedArray for [T; N] {
    type Array = [T; N];
    fn array(&self) -> &[T; N] {
        self
    }
}
// SAFETY: references hand on what they refer to.
unsafe impl<A: NestedArray + ?Sized> NestedArray for &A {
    type Array = A::Array;
    fn array(&self) -> &A::Array {
        (**self).array()
    }
}
// SAFETY: as above.
unsafe impl<A: NestedArray + ?Sized> NestedArray for &mut A {
    type Array = A::Array;
    fn array(&self) -> &A::Array {
        (**self).array()
    }
}

impl<Whole: NestedArray + ?Sized, T, S: StaticShape + HasRank> Walk<Whole, T, S> {
    /// A view of the array whose axes have been walked.
    #[inline]
    pub fn bind(self, value: &Whole) -> crate::operand::View<'_, T, crate::family::Nested<S>, S::Dim>
    where
        T: Copy,
    {
        let layout = layout::<S>();
        // SAFETY: each step has moved one axis of `Whole::Array` from the array type to `S`, so the array is that many
        // elements `T` one after the other.
        unsafe { crate::operand::View::new(core::ptr::from_ref(value.array()).cast(), layout) }
    }

    /// A mutable view of the array whose axes have been walked.
    #[inline]
    pub fn bind_place(self, value: &mut Whole) -> crate::place::PlaceView<'_, T, S::Dim>
    where
        Whole: NestedPlace,
    {
        let layout = layout::<S>();
        // SAFETY: as in `bind`; the array is borrowed mutably.
        unsafe { crate::place::PlaceView::new(core::ptr::from_mut(value.array_mut()).cast(), layout) }
    }
}

/// A nested array that can be written to, or a mutable reference to one.
///
/// # Safety
/// `array_mut` must return the array itself.
pub unsafe trait NestedPlace: NestedArray {
    /// The array.
    fn array_mut(&mut self) -> &mut Self::Array;
}
// SAFETY: it is the array.
unsafe impl<T, const N: usize> NestedPlace for [T; N] {
    fn array_mut(&mut self) -> &mut [T; N] {
        self
    }
}
// SAFETY: references hand on what they refer to.
unsafe impl<A: NestedPlace + ?Sized> NestedPlace for &mut A {
    fn array_mut(&mut self) -> &mut A::Array {
        (**self).array_mut()
    }
}

macro_rules! step {
    ($($(#[$doc:meta])* $level:ident <$($generic:tt),*> ($($const:tt)*) for $this:ty => $next:ty, |$walk:ident| $answer:expr;)*) => {$(
        $(#[$doc])*
        pub trait $level {
            /// What is left to walk.
            type Next;
            /// What is left to walk.
            fn __bcast_step(&self) -> Self::Next;
        }
        impl<$($generic),* $($const)*> $level for $this {
            type Next = $next;
            #[inline(always)]
            fn __bcast_step(&self) -> $next {
                let $walk = self;
                $answer
            }
        }
    )*};
}
step! {
    /// An axis of length 1.
    Step1<W, T, S>() for &&Walk<W, [T; 1], S> => Walk<W, T, (One, S)>, |_walk| Walk(PhantomData, PhantomData);
    /// Any other axis.
    Step2<W, T, S>(, const N: usize) for &Walk<W, [T; N], S> => Walk<W, T, (Len<N>, S)>, |_walk| Walk(PhantomData, PhantomData);
}

/// Everything else: nested arrays all of whose axes have been walked, and every other kind of operand.
pub trait Step3: Copy {
    /// The same kind.
    #[inline(always)]
    fn __bcast_step(&self) -> Self {
        *self
    }
}
impl<W, T, S> Step3 for Walk<W, T, S> {}

/// The first of two shapes that there is; `()` is none.
pub trait FirstShape<Other> {
    /// `Self`, or `Other` if `Self` is `()`.
    type Output;
}
impl<Other> FirstShape<Other> for () {
    type Output = Other;
}
impl<L, Outer, Other> FirstShape<Other> for (L, Outer) {
    type Output = (L, Outer);
}
