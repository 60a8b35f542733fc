//! The operands of a call as a nested list `(x0, (x1, ()))`: any number of them, each with its own type.
#![allow(clippy::transmute_ptr_to_ref, reason = "see the macro `load`")]

use crate::operand::descriptor::OperandType;
use crate::operand::entry::{Entry, OperandInfo, ReadsPlaceOf, load};
use crate::operand::family::{MixFamily, NoArray};
use crate::plan::schedule::MAX_ARRAYS;
use crate::shape::function::type_functions;
use crate::shape::rank::{FirstRank, MaxRank, NoRank, Rank};

/// Visits the operands of a list in order and changes their cursors.
pub trait Visit {
    /// # Safety
    /// The visitor must be made for the list, and visit each of its operands once, in order.
    unsafe fn cursor<E: Entry>(&mut self, cursor: E::Cursor) -> E::Cursor;
}

/// Looks at the arrays of a list. A trait, since closures are not inlined where two arrays are looked at.
pub trait Look<'a> {
    /// Looks at an array, the entry of this number; false to look at no more.
    fn array(&mut self, entry: usize, array: OperandInfo<'a>) -> bool;
}
impl<'a, F: FnMut(usize, OperandInfo<'a>) -> bool> Look<'a> for F {
    #[inline(always)]
    fn array(&mut self, entry: usize, array: OperandInfo<'a>) -> bool {
        self(entry, array)
    }
}

/// A nested list of [`Entry`]s.
///
/// # Safety
/// `at` must take exactly `ARRAYS` pointers, in order, and `read_at` may touch only element `index` of each. `PerEntry<T>` must be
/// `LEN` values `T` one after the other, `infos` be in order, with `ARRAYS` arrays among them, and `all_arrays` show those in order. `Types`
/// and `Bare` must be the lists of the entries' own. `READS_PLACE` must be true if `read_at` reads from `output`.
pub unsafe trait List {
    /// The list of the entries' [`OperandType`]s.
    type Types;
    /// The elements at one position, as a list.
    type Elems: Copy;
    type Cursor: Copy;
    /// The same list without shapes in its types (see [`Entry::Bare`]).
    type Bare: List<Elems = Self::Elems, Cursor = Self::Cursor>;
    /// The number of arrays with a pointer of their own.
    const ARRAYS: usize;
    /// True if one operand is the place.
    const READS_PLACE: bool;
    /// A bit for each array that is the value of a reduction; the first array's is the lowest.
    const VALUES: u32;
    /// A bit for each of the first 32 entries, set for an array with a pointer of its own.
    const ENTRIES: u32;
    /// The number of operands, constants included.
    const LEN: usize;
    /// The element sizes of the first 16 arrays, in order.
    const SIZES: [usize; MAX_ARRAYS];
    /// The largest alignment of the arrays' elements.
    const ALIGN: usize;
    /// A `T` for each entry, in the memory layout of an array of [`LEN`](List::LEN).
    type PerEntry<T>;
    /// The entries without their types.
    fn infos(&self) -> Self::PerEntry<OperandInfo<'_>>;
    /// Shows the arrays with a pointer of their own, in order, until one is refused; true if none is. The first entry has this number.
    fn all_arrays<'a>(&'a self, first: usize, look: &mut impl Look<'a>) -> bool;
    /// The cursors at the operands' own first elements.
    fn start(&self) -> Self::Cursor;
    /// The cursors at other runs of elements.
    ///
    /// # Safety
    /// `ptrs` must hold `ARRAYS` pointers, each to a run of initialised elements of its operand.
    unsafe fn at(start: Self::Cursor, ptrs: *const *const u8) -> Self::Cursor;
    /// The cursors after a visit.
    ///
    /// # Safety
    /// The visitor must be made for this list.
    unsafe fn visited(cursor: Self::Cursor, visitor: &mut impl Visit) -> Self::Cursor;
    /// # Safety
    /// `strides` must hold `ARRAYS` strides in elements, and every run an element at `index` times its stride; `output` is the place's
    /// element itself.
    unsafe fn read_at(cursor: Self::Cursor, index: usize, strides: *const usize, output: *const u8) -> Self::Elems;
}

// SAFETY: there are no operands and no pointers.
unsafe impl List for () {
    type Types = ();
    type Elems = ();
    type Cursor = ();
    type Bare = ();
    const ARRAYS: usize = 0;
    const READS_PLACE: bool = false;
    const VALUES: u32 = 0;
    const ENTRIES: u32 = 0;
    const LEN: usize = 0;
    const SIZES: [usize; MAX_ARRAYS] = [0; MAX_ARRAYS];
    const ALIGN: usize = 1;
    type PerEntry<T> = ();
    #[inline(always)]
    fn all_arrays<'a>(&'a self, _: usize, _: &mut impl Look<'a>) -> bool {
        true
    }

    #[inline(always)]
    fn infos(&self) {}

    #[inline(always)]
    fn start(&self) {}

    #[inline(always)]
    unsafe fn at((): (), _: *const *const u8) {}

    #[inline(always)]
    unsafe fn visited((): (), _: &mut impl Visit) {}

    #[inline(always)]
    unsafe fn read_at((): (), _: usize, _: *const usize, _: *const u8) {}
}

// SAFETY: the head takes the first pointer if it is an array (`Entry::ARRAYS`), the rest of the list the others.
unsafe impl<E: Entry, Rest: List> List for (E, Rest) {
    type Types = (E::Type, Rest::Types);
    type Elems = (E::Elem, Rest::Elems);
    type Cursor = (E::Cursor, Rest::Cursor);
    type Bare = (E::Bare, Rest::Bare);
    const ARRAYS: usize = E::ARRAYS + Rest::ARRAYS;
    const READS_PLACE: bool = E::IS_PLACE || Rest::READS_PLACE;
    const VALUES: u32 = if E::ARRAYS == 1 { Rest::VALUES << 1 | E::IS_VALUE as u32 } else { Rest::VALUES };
    const ENTRIES: u32 = Rest::ENTRIES << 1 | E::ARRAYS as u32;
    const LEN: usize = 1 + Rest::LEN;
    const SIZES: [usize; MAX_ARRAYS] = {
        let mut sizes = Rest::SIZES;
        if E::ARRAYS == 1 {
            let mut array = MAX_ARRAYS - 1;
            while array > 0 {
                sizes[array] = sizes[array - 1];
                array -= 1;
            }
            sizes[0] = size_of::<E::Elem>();
        }
        sizes
    };
    const ALIGN: usize =
        if E::ARRAYS == 1 && align_of::<E::Elem>() > Rest::ALIGN { align_of::<E::Elem>() } else { Rest::ALIGN };
    type PerEntry<T> = Cons<T, Rest::PerEntry<T>>;
    #[inline]
    fn infos(&self) -> Self::PerEntry<OperandInfo<'_>> {
        Cons(self.0.info(), self.1.infos())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all_arrays<'a>(&'a self, first: usize, look: &mut impl Look<'a>) -> bool {
        (E::ARRAYS == 0 || look.array(first, self.0.info())) && self.1.all_arrays(first + 1, look)
    }

    #[inline(always)]
    fn start(&self) -> Self::Cursor {
        (self.0.start(), self.1.start())
    }

    #[inline]
    unsafe fn at(start: Self::Cursor, ptrs: *const *const u8) -> Self::Cursor {
        // SAFETY: the caller gives `ARRAYS` pointers; a head that is no array ignores its argument.
        unsafe {
            let ptr = if E::ARRAYS == 1 { ptrs.read() } else { core::ptr::null() };
            (E::at(start.0, ptr), Rest::at(start.1, ptrs.add(E::ARRAYS)))
        }
    }

    #[inline(always)]
    unsafe fn visited(cursor: Self::Cursor, visitor: &mut impl Visit) -> Self::Cursor {
        // SAFETY: the caller's promise covers head and rest.
        unsafe {
            let head = visitor.cursor::<E>(cursor.0);
            (head, Rest::visited(cursor.1, visitor))
        }
    }

    #[inline(always)]
    unsafe fn read_at(cursor: Self::Cursor, index: usize, strides: *const usize, output: *const u8) -> Self::Elems {
        // SAFETY: the caller gives `ARRAYS` strides; a head that is no array uses none, and a place reads `output` itself.
        unsafe {
            (
                E::read(cursor.0, if E::ARRAYS == 1 && load!(strides, usize) != 0 { index } else { 0 }, output),
                Rest::read_at(cursor.1, index, strides.add(E::ARRAYS), output),
            )
        }
    }
}

/// A value in front of others; nested, they have the memory layout of an array.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Cons<Head, Tail>(Head, Tail);

/// Lists of [`OperandType`]s that may stand in a call with an output of elements `R` (see [`ReadsPlaceOf`]).
pub trait ListReadsPlaceOf<R> {}
impl<R> ListReadsPlaceOf<R> for () {}
impl<E: ReadsPlaceOf<R>, Rest: ListReadsPlaceOf<R>, R> ListReadsPlaceOf<R> for (E, Rest) {}

// Folds over the operands of a list ([`List::Types`]), from the last entry to the first.
type_functions! {
    /// The largest rank among the operands that vote: modes numpy, paddle, ncnn and bidirectional.
    MaxVote -> Output {
        [] () => NoRank;
        [E: OperandType<Vote: MaxRank<Rest::Output>>, Rest: MaxVote] (E, Rest)
            => <E::Vote as MaxRank<Rest::Output>>::Output;
    }
    /// The rank of the first operand that votes: modes unidirectional and pdpd.
    FirstVote -> Output {
        [] () => NoRank;
        [E: OperandType<Vote: FirstRank<Rest::Output>>, Rest: FirstVote] (E, Rest)
            => <E::Vote as FirstRank<Rest::Output>>::Output;
    }
    /// The rank of the operand that `base` names.
    BaseVote -> Output {
        [] () => NoRank;
        [E: OperandType<BaseVote: FirstRank<Rest::Output>>, Rest: BaseVote] (E, Rest)
            => <E::BaseVote as FirstRank<Rest::Output>>::Output;
    }
    /// The combined kind of all operands.
    ListFamily -> Output {
        [] () => NoArray;
        [E: OperandType<Family: MixFamily<Rest::Output>>, Rest: ListFamily] (E, Rest)
            => <E::Family as MixFamily<Rest::Output>>::Output;
    }
    /// The number of arrays, with a vote or without, as a type of [`count`].
    Count -> Output {
        [] () => count::N0;
        [E: OperandType<Array: CountOne<Rest::Output>>, Rest: Count] (E, Rest)
            => <E::Array as CountOne<Rest::Output>>::Output;
    }
    /// Counts one more operand: 1 for an array, 0 for a constant.
    CountOne<N> -> Output {
        [N] NoRank, N => N;
        [D, N: count::Next] Rank<D>, N => N::Next;
    }
}

/// Counts as types.
pub mod count {
    pub trait Next {
        type Next;
    }

    /// Bound on the number of arrays.
    #[diagnostic::on_unimplemented(
        message = "a call takes at most 16 arrays",
        label = "this call has more",
        note = "compute a part of the expression first, into an array of its own"
    )]
    pub trait AtMost16 {
        #[doc(hidden)]
        #[inline(always)]
        fn __bcast_at_most_16(_: &core::marker::PhantomData<Self>) {}
    }

    macro_rules! counts {
        ($($n:ident < $next:ident)*) => {$(
            /// This many arrays.
            #[derive(Clone, Copy, Debug)]
            pub struct $n;
            impl Next for $n {
                type Next = $next;
            }
            #[diagnostic::do_not_recommend]
            impl AtMost16 for $n {}
        )*};
    }
    counts!(N0 < N1 N1 < N2 N2 < N3 N3 < N4 N4 < N5 N5 < N6 N6 < N7 N7 < N8 N8 < N9 N9 < N10 N10 < N11 N11 < N12
        N12 < N13 N13 < N14 N14 < N15 N15 < N16 N16 < More);

    /// More than 16 arrays.
    #[derive(Clone, Copy, Debug)]
    pub struct More;
    impl Next for More {
        type Next = More;
    }
}

/// Bounds the number of arrays to 16, the most that kernels and messages are made for.
///
/// Generated code calls this wherever there may be more; direct calls of `evaluate` are checked again. 16 arrays compile:
///
/// ```
/// use bcast_core::__private::{Costly, OneThread, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// use bcast_core::typed::names::modes::numpy;
///
/// let x = vec![1, 2];
/// let x = (&&&&&&&&tag(&x)).__bcast_kind().bind(&x);
/// let (call, site) = (call(numpy, NoTo, NoAxis, TypesDecide), CallSite::new(&[]));
/// let list = (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, ()))))))))))))))));
/// assert_eq!(evaluate((call, call.made(&list)), &site, Costly, OneThread, list, |(x, _), _| x), [1, 2]);
/// ```
///
/// 17 do not:
///
/// ```compile_fail
/// use bcast_core::__private::{Costly, OneThread, CallSite, NoAxis, NoTo, TypesDecide, call, evaluate, scope::*, tag};
/// use bcast_core::typed::names::modes::numpy;
///
/// let x = vec![1, 2];
/// let x = (&&&&&&&&tag(&x)).__bcast_kind().bind(&x);
/// let (call, site) = (call(numpy, NoTo, NoAxis, TypesDecide), CallSite::new(&[]));
/// let list = (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, (x, ())))))))))))))))));
/// assert_eq!(evaluate((call, call.made(&list)), &site, Costly, OneThread, list, |(x, _), _| x), [1, 2]);
/// ```
#[inline(always)]
pub fn count_of<L: List<Types: Count>>(_: &L) -> core::marker::PhantomData<<L::Types as Count>::Output> {
    core::marker::PhantomData
}

/// The infos of a list as a slice.
#[inline]
pub(crate) fn as_slice<'a, 's, L: List>(infos: &'a L::PerEntry<OperandInfo<'s>>) -> &'a [OperandInfo<'s>] {
    if L::LEN == 0 {
        return &[];
    }
    // SAFETY: `PerEntry` is `LEN` values nested in `repr(C)` pairs around `()`, which has no size: one after the other, with no padding
    // because all are of one type.
    unsafe { core::slice::from_raw_parts(core::ptr::from_ref(infos).cast(), L::LEN) }
}
