//! Partial results: how two are joined, and memory for those of columns.

use alloc::vec::Vec;
use core::ptr::NonNull;

use crate::exec::line::Scratch;
use crate::shape::unit::copied;

/// The number of partial results.
pub(crate) const LANES: usize = 16;
/// The rows of a block: one group of each partial result.
pub(crate) const BLOCK: usize = LANES * LANES;

/// A reduction of elements `T` by joining them.
pub trait Reduce<T: Copy>: Copy {
    /// A partial result.
    type Part: Copy;
    /// The result.
    type Out: Copy;
    /// The same reduction of parts: itself, if its parts are elements that are taken as they are.
    type OfParts: Reduce<Self::Part, Part = Self::Part, OfParts = Self::OfParts>;
    /// False if every order of joining has the same result, so that parts are joined in the order that is fastest.
    const IS_ORDERED: bool = true;
    /// True if parts can be joined to drop the result: nothing overflows, and no code of users counts the calls.
    const IS_TOTAL: bool = !Self::IS_ORDERED;
    /// False if the parts of neighbouring columns make no vectors: strips of them would only take longer to compile.
    const VECTORS: bool = true;
    /// The partial result of one element.
    fn lift(element: T) -> Self::Part;
    /// Joins partial results; `left` has the earlier elements of a partial result.
    fn join(left: Self::Part, right: Self::Part) -> Self::Part;
    /// The result of `count` elements, `None` of none. The rulebook refuses an empty axis of reductions that have no such result.
    fn finish(part: Option<Self::Part>, count: usize) -> Self::Out;
}

/// The reduction of parts of `O`.
pub struct Parts<T, O>(core::marker::PhantomData<(T, O)>);
copied! {
    [T, O] Parts<T, O>;
}
impl<T: Copy, O: Reduce<T>> Reduce<O::Part> for Parts<T, O> {
    type Part = O::Part;
    type Out = O::Part;
    type OfParts = Self;
    const IS_ORDERED: bool = O::IS_ORDERED;
    const IS_TOTAL: bool = O::IS_TOTAL;
    #[inline(always)]
    fn lift(part: O::Part) -> O::Part {
        part
    }
    #[inline(always)]
    fn join(left: O::Part, right: O::Part) -> O::Part {
        O::join(left, right)
    }
    #[inline(always)]
    fn finish(part: Option<O::Part>, _: usize) -> O::Part {
        part.expect("only functions of the reduction itself finish")
    }
}

/// A line of memory for elements of any type.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "memory is read through pointers")] [u8; 64]);

/// Memory for elements of any type up to an alignment of a cache line, uninitialised.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Vec<Line>);

impl Buffer {
    /// The alignment of its memory.
    pub(crate) const ALIGN: usize = align_of::<Line>();

    /// Room for so many elements of `size` bytes. What was there before is lost.
    ///
    /// # Panics
    /// If they have more bytes than an address space.
    #[inline]
    pub(crate) fn room(&mut self, count: usize, size: usize) -> *mut u8 {
        let bytes = count.checked_mul(size).expect("memory for the values of a call");
        self.0.reserve(bytes.div_ceil(size_of::<Line>()).max(1));
        self.0.as_mut_ptr().cast()
    }
}

/// A little memory on the stack.
pub(crate) type Nook = Scratch<4096>;

impl Nook {
    /// Room for so many elements of `size` bytes: here, or in the buffer.
    #[inline]
    pub(crate) fn room(&mut self, buffer: &mut Buffer, count: usize, size: usize) -> *mut u8 {
        match count.saturating_mul(size) <= size_of::<Self>() {
            true => self.first(),
            false => buffer.room(count, size),
        }
    }
}

/// The parts of the columns of a matrix whose rows are taken one after the other.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// The groups of the current block, one row of `columns` for each partial result; then the levels: joined groups of 2^k blocks, the
    /// largest first, a binary counter of the complete blocks.
    memory: Buffer,
    first: Option<NonNull<u8>>,
    pub(super) columns: usize,
    /// The number of rows taken.
    pub(super) rows: usize,
}

impl Columns {
    /// Begins a matrix of so many rows and columns, with parts of `size` bytes.
    pub(crate) fn begin(&mut self, rows: usize, columns: usize, size: usize) {
        self.first = NonNull::new(self.memory.room(Self::parts_of(rows, columns), size));
        (self.rows, self.columns) = (0, columns);
    }

    /// Begins a matrix of so many columns in other memory, which has room for [so many parts](Self::parts_of).
    pub(crate) fn within(memory: NonNull<u8>, columns: usize) -> Self {
        Self { first: Some(memory), columns, ..Self::default() }
    }

    /// The number of parts that are kept while the rows of a matrix are taken.
    pub(crate) fn parts_of(rows: usize, columns: usize) -> usize {
        let levels = (rows / BLOCK).checked_ilog2().map_or(0, |levels| levels as usize + 1);
        (rows.min(LANES) + levels * LANES) * columns
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The groups and the levels.
    ///
    /// # Safety
    /// The matrix must have been begun with the size of `P`.
    #[inline(always)]
    pub(super) unsafe fn parts<P>(&self) -> (*mut P, *mut P) {
        let groups: *mut P = self.first.map_or(core::ptr::null_mut(), |first| first.as_ptr().cast());
        (groups, groups.wrapping_add(LANES * self.columns))
    }
}

/// True if a cache holds only a few rows of elements at this distance.
#[inline(always)]
pub(super) fn collides<T>(stride: isize) -> bool {
    (stride.unsigned_abs() * size_of::<T>()).is_multiple_of(4096)
}

/// Memory whose use the compiler does not see, so that it makes vectors of the loops before and after each for itself.
#[inline(always)]
pub(super) fn hidden<T>(memory: *mut T) -> *mut T {
    core::hint::black_box(memory)
}

/// Compiles a function for the instruction sets of x86-64, of which the processor's is chosen at run time; `up to Avx2` for functions that are
/// bound by memory, since each set takes every build of this crate as much time.
macro_rules! for_instructions {
    ($(#[$meta:meta])* $visible:vis $name:ident of $of:ident $(up to $widest:ident)? = $here:ident($($argument:ident: $type:ty),*)) => {
        $(#[$meta])*
        $visible unsafe fn $name<T: Copy, O: $of<T>>($($argument: $type),*) {
            #[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
            {
                #[target_feature(enable = "avx2,fma")]
                unsafe fn avx2<T: Copy, O: $of<T>>($($argument: $type),*) {
                    // SAFETY: the caller's promise.
                    unsafe { $here::<T, O>($($argument),*) }
                }
                for_instructions! { @ $($widest)? $of $here($($argument: $type),*) }
                // SAFETY: the caller's promise; `Instructions::here` has detected the processor's features.
                unsafe {
                    match Instructions::here() {
                        Instructions::Baseline => {}
                        Instructions::Avx2 => return avx2::<T, O>($($argument),*),
                        Instructions::Avx512 => return widest::<T, O>($($argument),*),
                    }
                }
            }
            // SAFETY: the caller's promise.
            unsafe { $here::<T, O>($($argument),*) }
        }
    };
    (@ Avx2 $of:ident $here:ident($($argument:ident: $type:ty),*)) => { use avx2 as widest; };
    (@ $of:ident $here:ident($($argument:ident: $type:ty),*)) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
        unsafe fn widest<T: Copy, O: $of<T>>($($argument: $type),*) {
            // SAFETY: the caller's promise.
            unsafe { $here::<T, O>($($argument),*) }
        }
    };
}
pub(super) use for_instructions;
/// Calls a macro with the columns of a matrix of this width, in strips of constant widths; one by one if strips are no [vectors](Reduce::VECTORS).
macro_rules! in_strips {
    ($width:expr, $strip:ident $(if $vectors:expr)?) => {{
        let (mut column, width) = (0, $width);
        while $(const { $vectors } &&)? column + LANES <= width {
            $strip!(column, LANES);
            column += LANES;
        }
        while column < width {
            $strip!(column, 1);
            column += 1;
        }
    }};
}
pub(super) use in_strips;
