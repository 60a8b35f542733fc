//! The operands of a call as a nested list `(x0, (x1, ()))`: any number of them, each with its own type.

use crate::family::{MixFamily, NoArray};
use crate::operand::{Entry, ReadsPlaceOf, Slot};
use crate::rank::{FirstRank, MaxRank, NoRank, Rank};
use crate::typed::shape::{FirstShape, Join};

/// A nested list of [`Entry`]s.
///
/// # Safety
/// `cursor` must take exactly `ARRAYS` pointers, in order, and `read` may touch only element `index` of each. `Slots` must be
/// `LEN` slots one after the other, in order, of which `ARRAYS` are arrays.
pub unsafe trait List {
    /// The elements at one position, nested like the list.
    type Elems;
    /// The cursors of all operands.
    type Cursor: Copy;
    /// How many operands are arrays read through a pointer.
    const ARRAYS: usize;
    /// How many operands there are, constants included.
    const LEN: usize;
    /// The entries without their types, in the memory layout of an array of [`LEN`](List::LEN) slots.
    type Slots<'s>
    where
        Self: 's;
    /// The entries without their types.
    fn slots(&self) -> Self::Slots<'_>;
    /// # Safety
    /// `ptrs` must hold `ARRAYS` pointers, each to a run of initialised elements of its operand.
    unsafe fn cursor(&self, ptrs: *const *const u8) -> Self::Cursor;
    /// The cursors moved on by one step each.
    ///
    /// # Safety
    /// `bytes` must hold `ARRAYS` offsets.
    unsafe fn advance(cursor: Self::Cursor, bytes: *const isize) -> Self::Cursor;
    /// # Safety
    /// Every run must have an element `index`.
    unsafe fn read(cursor: Self::Cursor, index: isize, output: *const u8) -> Self::Elems;
    /// # Safety
    /// `strides` must hold `ARRAYS` strides in elements, and every run an element at `index` times its stride; `output` is the place's element itself.
    unsafe fn read_strided(cursor: Self::Cursor, index: isize, strides: *const isize, output: *const u8)
    -> Self::Elems;
}

// SAFETY: no operand, no pointer.
unsafe impl List for () {
    type Elems = ();
    type Cursor = ();
    const ARRAYS: usize = 0;
    const LEN: usize = 0;

    type Slots<'s> = ();
    #[inline(always)]
    fn slots(&self) {}

    #[inline(always)]
    unsafe fn cursor(&self, _: *const *const u8) {}

    #[inline(always)]
    unsafe fn advance((): (), _: *const isize) {}

    #[inline(always)]
    unsafe fn read((): (), _: isize, _: *const u8) {}

    #[inline(always)]
    unsafe fn read_strided((): (), _: isize, _: *const isize, _: *const u8) {}
}

// SAFETY: the head takes the first pointer if it is an array (`Entry::ARRAYS`), the rest of the list those behind it.
unsafe impl<E: Entry, Rest: List> List for (E, Rest) {
    type Elems = (E::Elem, Rest::Elems);
    type Cursor = (E::Cursor, Rest::Cursor);
    const ARRAYS: usize = E::ARRAYS + Rest::ARRAYS;
    const LEN: usize = 1 + Rest::LEN;

    type Slots<'s>
        = Cons<Slot<'s>, Rest::Slots<'s>>
    where
        Self: 's;
    #[inline(always)]
    fn slots(&self) -> Self::Slots<'_> {
        Cons(self.0.slot(), self.1.slots())
    }

    #[inline(always)]
    unsafe fn cursor(&self, ptrs: *const *const u8) -> Self::Cursor {
        // SAFETY: the caller gives `ARRAYS` pointers; a head that is no array leaves its argument unused.
        unsafe {
            let ptr = if E::ARRAYS == 1 { *ptrs } else { core::ptr::null() };
            (self.0.cursor(ptr), self.1.cursor(ptrs.add(E::ARRAYS)))
        }
    }

    #[inline(always)]
    unsafe fn advance(cursor: Self::Cursor, bytes: *const isize) -> Self::Cursor {
        // SAFETY: the caller gives `ARRAYS` offsets; a head that is no array takes none.
        unsafe {
            let by = if E::ARRAYS == 1 { *bytes } else { 0 };
            (E::advance(cursor.0, by), Rest::advance(cursor.1, bytes.add(E::ARRAYS)))
        }
    }

    #[inline(always)]
    unsafe fn read(cursor: Self::Cursor, index: isize, output: *const u8) -> Self::Elems {
        // SAFETY: the caller's promise covers head and rest.
        unsafe { (E::read(cursor.0, index, output), Rest::read(cursor.1, index, output)) }
    }

    #[inline(always)]
    unsafe fn read_strided(
        cursor: Self::Cursor,
        index: isize,
        strides: *const isize,
        output: *const u8,
    ) -> Self::Elems {
        // SAFETY: the caller gives `ARRAYS` strides; a head that is no array uses none, and a place reads `output` itself.
        unsafe {
            let at = if E::ARRAYS == 1 { index * *strides } else { 0 };
            (E::read(cursor.0, at, output), Rest::read_strided(cursor.1, index, strides.add(E::ARRAYS), output))
        }
    }
}

/// A slot in front of others: nested, they have the memory layout of an array.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Cons<Head, Tail>(Head, Tail);

/// The slots of a list as a slice.
#[inline(always)]
pub(crate) fn as_slice<'a, 's, L: List + 's>(slots: &'a L::Slots<'s>) -> &'a [Slot<'s>] {
    if L::LEN == 0 {
        return &[];
    }
    // SAFETY: `Slots` is `LEN` slots nested in `repr(C)` pairs around `()`, which has no size: one after the other, with no
    // padding because all are of one type.
    unsafe { core::slice::from_raw_parts(core::ptr::from_ref(slots).cast(), L::LEN) }
}

/// Lists whose operands may all stand in a call with an output of elements `R` (see [`ReadsPlaceOf`]).
pub trait ListReadsPlaceOf<R> {}
impl<R> ListReadsPlaceOf<R> for () {}
impl<E: ReadsPlaceOf<R>, Rest: ListReadsPlaceOf<R>, R> ListReadsPlaceOf<R> for (E, Rest) {}

/// The largest rank among the operands that vote: modes numpy, paddle, ncnn and bidirectional.
pub trait MaxVote {
    /// [`NoRank`] or a [`Rank`](crate::rank::Rank).
    type Output;
}
impl MaxVote for () {
    type Output = NoRank;
}
impl<E: Entry, Rest: MaxVote> MaxVote for (E, Rest)
where
    E::Vote: MaxRank<Rest::Output>,
{
    type Output = <E::Vote as MaxRank<Rest::Output>>::Output;
}

/// The rank of the first operand that votes: modes unidirectional and pdpd.
pub trait FirstVote {
    /// [`NoRank`] or a [`Rank`](crate::rank::Rank).
    type Output;
}
impl FirstVote for () {
    type Output = NoRank;
}
impl<E: Entry, Rest: FirstVote> FirstVote for (E, Rest)
where
    E::Vote: FirstRank<Rest::Output>,
{
    type Output = <E::Vote as FirstRank<Rest::Output>>::Output;
}

/// The rank of the operand that `base` names.
pub trait BaseVote {
    /// [`NoRank`] or a [`Rank`](crate::rank::Rank).
    type Output;
}
impl BaseVote for () {
    type Output = NoRank;
}
impl<E: Entry, Rest: BaseVote> BaseVote for (E, Rest)
where
    E::BaseVote: FirstRank<Rest::Output>,
{
    type Output = <E::BaseVote as FirstRank<Rest::Output>>::Output;
}

/// The kind of container that all operands together make.
pub trait ListFamily {
    /// One of the types of [`family`](crate::family).
    type Output;
}
impl ListFamily for () {
    type Output = NoArray;
}
impl<E: Entry, Rest: ListFamily> ListFamily for (E, Rest)
where
    E::Family: MixFamily<Rest::Output>,
{
    type Output = <E::Family as MixFamily<Rest::Output>>::Output;
}

/// The join of the static shapes of the operands that vote.
pub trait JoinShape {
    /// A static shape; `()` where no nested array votes.
    type Output;
}
impl JoinShape for () {
    type Output = ();
}
impl<E: Entry, Rest: JoinShape> JoinShape for (E, Rest)
where
    E::Shape: Join<Rest::Output>,
{
    type Output = <E::Shape as Join<Rest::Output>>::Output;
}

/// The static shape of the first operand that votes.
pub trait FirstShapeOf {
    /// A static shape; `()` where no nested array votes.
    type Output;
}
impl FirstShapeOf for () {
    type Output = ();
}
impl<E: Entry, Rest: FirstShapeOf> FirstShapeOf for (E, Rest)
where
    E::Shape: FirstShape<Rest::Output>,
{
    type Output = <E::Shape as FirstShape<Rest::Output>>::Output;
}

/// The static shape of the operand that `base` names.
pub trait BaseShape {
    /// A static shape; `()` where there is none.
    type Output;
}
impl BaseShape for () {
    type Output = ();
}
impl<E: Entry, Rest: BaseShape> BaseShape for (E, Rest)
where
    E::BaseShape: FirstShape<Rest::Output>,
{
    type Output = <E::BaseShape as FirstShape<Rest::Output>>::Output;
}

/// Lists of so many arrays at most, counted in unary: `S<S<..<()>>>`.
pub trait FewerThan<Budget> {}
impl<Budget> FewerThan<Budget> for () {}
impl<E: Entry, Rest, Budget> FewerThan<Budget> for (E, Rest)
where
    E::Vote: Spend<Budget>,
    Rest: FewerThan<<E::Vote as Spend<Budget>>::Left>,
{
}

/// One more than `N`.
#[derive(Clone, Copy, Debug)]
pub struct S<N>(core::marker::PhantomData<N>);

/// Taking one array off a budget.
#[diagnostic::on_unimplemented(
    message = "a call takes at most 16 arrays",
    label = "this call has more",
    note = "compute a part of the expression first, into an array of its own"
)]
pub trait Spend<Budget> {
    /// What is left of it.
    type Left;
}
impl<Budget> Spend<Budget> for NoRank {
    type Left = Budget;
}
impl<D, Left> Spend<S<Left>> for Rank<D> {
    type Left = Left;
}

type Four<N> = S<S<S<S<N>>>>;

/// Compiles for lists of at most 16 arrays: kernels and messages are made for a few.
pub fn at_most_16<L: FewerThan<Four<Four<Four<Four<()>>>>>>(_: &L) {}
