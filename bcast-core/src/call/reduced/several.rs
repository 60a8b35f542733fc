//! Several results: the kernels write tuples, block by block, and each entry goes to a place or a container of its own.
//!
//! A block is computed before any of its entries is written, and a position of a place is read for its own position only, so that the
//! expression sees the place's old elements. A place for which that does not hold is copied first.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::offset_of;

use smallvec::SmallVec;

use super::blocks::{Held, part};
use super::resolve::{Site, does_not_fit};
use super::run::{Context, Destination, Main, Output, Space, Tile, destination, each_tile};
use crate::call::container::{Container, Fresh};
use crate::call::runtime::product;
use crate::exec::reduce::Buffer;
use crate::exec::{Copies, Memory, Work};
use crate::operand::entry::{Element, OperandInfo};
use crate::operand::place::PlaceView;
use crate::plan::nest::{Order, dense_strides};
use crate::report::error::BroadcastError;

/// An entry of a tuple without its type.
#[derive(Clone, Copy, Debug)]
pub struct TuplePart {
    offset: usize,
    size: usize,
    copy: CopyEntries,
}

/// Copies entries of tuples: from the first entry, every so many tuples, to the first element, every so many elements, and their number.
type CopyEntries = unsafe fn(*const u8, isize, *mut u8, isize, usize);

/// # Safety
/// The entries, of type `T` in tuples `R`, must be initialised, and the elements writable.
unsafe fn copy_entries<R, T: Copy>(from: *const u8, step: isize, to: *mut u8, stride: isize, count: usize) {
    let (from, to, size) = (from.cast::<T>(), to.cast::<T>(), size_of::<R>() as isize);
    if (step, stride) == (1, 1) {
        // A loop of constant distances, for vectors; blocks and results do not overlap.
        for index in 0..count as isize {
            // SAFETY: the caller's promise.
            unsafe { to.offset(index).write(from.byte_offset(index * size).read()) };
        }
        return;
    }
    for index in 0..count as isize {
        // SAFETY: the caller's promise.
        unsafe { to.offset(index * stride).write(from.byte_offset(index * step * size).read()) };
    }
}

/// A tuple whose entries are results.
///
/// # Safety
/// `PARTS` must be those of `Self`, all of them, and `made` must be as [`Containers`] says.
#[diagnostic::on_unimplemented(
    message = "`unzip` makes an array for each entry of a tuple, and `{Self}` is no tuple of one to eight `Copy` values",
    label = "the expression gives `{Self}`",
    note = "leave out `unzip`, or let the expression end in a tuple: `bcast!((x.sin(), x.cos()), unzip)`"
)]
pub unsafe trait ResultTuple: Copy {
    /// Its entries, in order.
    const PARTS: &'static [TuplePart];
    /// A container of one kind for each entry.
    type All<C: Container>;
    /// As [`Containers::made`].
    ///
    /// # Errors
    /// Those of `compute`.
    ///
    /// # Safety
    /// As there.
    #[doc(hidden)]
    unsafe fn made<C: Container>(compute: &mut Compute<'_>) -> Result<Self::All<C>, BroadcastError>;
}

/// `C`, once for each entry of a tuple.
type Alike<Entry, C> = <Entry as SameFor>::Same<C>;
/// See [`Alike`].
trait SameFor {
    type Same<C>;
}
impl<T> SameFor for T {
    type Same<C> = C;
}

/// New containers for the entries of tuples `R`: one kind for all, or one for each.
///
/// # Safety
/// `made` must call `compute` with an output for each entry, in order, of its elements.
pub unsafe trait Containers<R> {
    /// The containers, as a tuple.
    type Of;
    /// Makes the containers.
    ///
    /// # Errors
    /// Those of `compute`.
    ///
    /// # Safety
    /// `compute` must allocate the memory of each container and write every element, unless it returns an error.
    #[doc(hidden)]
    unsafe fn made(compute: &mut Compute<'_>) -> Result<Self::Of, BroadcastError>;
}

// SAFETY: `ResultTuple::made` does so.
unsafe impl<C: Container, R: ResultTuple> Containers<R> for PhantomData<C> {
    type Of = R::All<C>;

    unsafe fn made(compute: &mut Compute<'_>) -> Result<Self::Of, BroadcastError> {
        // SAFETY: the caller's promise.
        unsafe { R::made::<C>(compute) }
    }
}

/// Computes several results.
pub type Compute<'a> = dyn FnMut(Targets<'_, '_>) -> Result<(), BroadcastError> + 'a;
/// Where the entries of a tuple go.
pub struct Targets<'t, 'a>(pub(super) &'t mut [Output<'a>]);

/// Several places, as a tuple.
///
/// # Safety
/// `infos` must be those of places that are borrowed mutably, with elements as in `Elems`.
pub unsafe trait Places {
    /// An element of each, as a tuple.
    type Elems: ResultTuple;
    #[doc(hidden)]
    fn infos(&self) -> SmallVec<[OperandInfo<'_>; 4]>;
}

macro_rules! tuples {
    ($($(($entry:ident $container:ident $family:ident $rank:ident $number:tt))*;)*) => {$(
        // SAFETY: the parts are those of this tuple, and `made` is that of a container for each.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($entry: Copy),*> ResultTuple for ($($entry,)*) {
            const PARTS: &'static [TuplePart] = &[$(TuplePart {
                offset: offset_of!(Self, $number),
                size: size_of::<$entry>(),
                copy: copy_entries::<Self, $entry>,
            }),*];
            type All<C: Container> = ($(C::Of<$entry>,)*);

            unsafe fn made<C: Container>(compute: &mut Compute<'_>) -> Result<Self::All<C>, BroadcastError> {
                // SAFETY: the caller's promise.
                unsafe { <($(Alike<$entry, PhantomData<C>>,)*) as Containers<Self>>::made(compute) }
            }
        }

        // SAFETY: each entry has a container of its own.
        unsafe impl<$($entry: Copy, $container: Container),*> Containers<($($entry,)*)> for ($(PhantomData<$container>,)*) {
            type Of = ($($container::Of<$entry>,)*);

            unsafe fn made(compute: &mut Compute<'_>) -> Result<Self::Of, BroadcastError> {
                let mut fresh = ($(Fresh::<$container, $entry>($container::pending()),)*);
                compute(Targets(&mut [$(Output::New(&mut fresh.$number, size_of::<$entry>())),*]))?;
                // SAFETY: the caller's promise.
                Ok(unsafe { ($($container::finish(fresh.$number.0),)*) })
            }
        }

        // SAFETY: a view of a place borrows it mutably.
        unsafe impl<$($entry: Element, $family, $rank),*> Places for ($(PlaceView<'_, $entry, $family, $rank>,)*) {
            type Elems = ($($entry,)*);

            fn infos(&self) -> SmallVec<[OperandInfo<'_>; 4]> {
                SmallVec::from_slice(&[$(self.$number.info()),*])
            }
        }
    )*};
}
tuples! {
    (A CA FA DA 0);
    (A CA FA DA 0) (B CB FB DB 1);
    (A CA FA DA 0) (B CB FB DB 1) (C2 CC FC DC 2);
    (A CA FA DA 0) (B CB FB DB 1) (C2 CC FC DC 2) (D CD FD DD 3);
    (A CA FA DA 0) (B CB FB DB 1) (C2 CC FC DC 2) (D CD FD DD 3) (E CE FE DE 4);
    (A CA FA DA 0) (B CB FB DB 1) (C2 CC FC DC 2) (D CD FD DD 3) (E CE FE DE 4) (G CG FG DG 5);
    (A CA FA DA 0) (B CB FB DB 1) (C2 CC FC DC 2) (D CD FD DD 3) (E CE FE DE 4) (G CG FG DG 5) (H CH FH DH 6);
    (A CA FA DA 0) (B CB FB DB 1) (C2 CC FC DC 2) (D CD FD DD 3) (E CE FE DE 4) (G CG FG DG 5) (H CH FH DH 6) (I CI FI DI 7);
}

/// Where the results of a call go.
#[allow(clippy::large_enum_variant, reason = "a call has one, on the stack")]
pub(super) enum Results<'a> {
    One(Destination),
    /// Entries of tuples of so many bytes.
    Several(Vec<Entry<'a>>, usize),
}

impl Results<'_> {
    /// The bytes of an element that the kernels write.
    pub(super) fn element(&self) -> usize {
        match self {
            Self::One(to) => to.memory.elem_size,
            Self::Several(_, size) => *size,
        }
    }

    /// The single result.
    pub(super) fn one(&self) -> Option<&Destination> {
        match self {
            Self::One(to) => Some(to),
            Self::Several(..) => None,
        }
    }

    /// As [`Destination::part`].
    pub(super) fn part(&self, starts: &[usize], lengths: &[usize], tiled: u64) -> Self {
        match self {
            Self::One(to) => Self::One(to.part(starts, lengths, tiled)),
            Self::Several(entries, size) => {
                Self::Several(entries.iter().filter_map(|entry| entry.part(starts, lengths)).collect(), *size)
            }
        }
    }
}

/// A result that is an entry of the tuples which the kernels write.
pub(super) struct Entry<'a> {
    part: &'a TuplePart,
    to: Destination,
    /// Its length on each axis of the frame; on an axis of length 1 it takes the tuples at the first position.
    lengths: SmallVec<[usize; 6]>,
}

impl Entry<'_> {
    /// What a part of the frame at these starts, of these lengths, gives it; `None` if nothing.
    fn part(&self, starts: &[usize], lengths: &[usize]) -> Option<Self> {
        let long = (0..starts.len()).filter(|&axis| self.lengths[axis] != 1).fold(0, |long, axis| long | 1 << axis);
        let is_first = (0..starts.len()).all(|axis| self.lengths[axis] != 1 || starts[axis] == 0);
        is_first.then(|| Self {
            part: self.part,
            to: self.to.part(starts, lengths, long),
            lengths: part(&self.lengths, lengths),
        })
    }

    /// Takes the entries of a block of tuples with these strides.
    ///
    /// # Safety
    /// The block must hold a tuple for each position of this part of the frame, and its place or container must be writable.
    unsafe fn take(&self, block: *const u8, strides: &[isize], tuple: usize) {
        let Destination { memory, shape, strides: own, axes } = &self.to;
        let mut steps: SmallVec<[isize; 6]> = SmallVec::from_elem(0, shape.len());
        for (axis, &at) in axes.iter().enumerate() {
            if let Some(at) = at.filter(|_| self.lengths[axis] != 1) {
                steps[at] = strides[axis];
            }
        }
        let all = shape.iter().zip(&steps).zip(own).map(|((&length, &step), &stride)| (length, step, stride));
        let mut loops: SmallVec<[(usize, isize, isize); 6]> = all.filter(|&(length, ..)| length != 1).collect();
        let (mut count, step, stride) = loops.pop().unwrap_or((1, 0, 0));
        // Axes that both sides walk as one are copied at once.
        while let Some(&(length, outer, outer_stride)) = loops.last()
            && (outer, outer_stride) == (step * count as isize, stride * count as isize)
        {
            count *= length;
            loops.pop();
        }
        let outer: SmallVec<[usize; 6]> = loops.iter().map(|&(length, ..)| length).collect();
        each_tile(&outer, &ones(outer.len()), &mut |starts, _| {
            let (mut from, mut to) = (block.wrapping_add(self.part.offset), memory.ptr);
            for (&start, &(_, step, stride)) in starts.iter().zip(&loops) {
                from = from.wrapping_offset(start as isize * step * tuple as isize);
                to = to.wrapping_offset(start as isize * stride * memory.elem_size as isize);
            }
            // SAFETY: the caller's promise; the offset is that of an entry of this type.
            unsafe { (self.part.copy)(from, step, to, stride, count) };
        });
    }
}

fn ones(count: usize) -> SmallVec<[usize; 6]> {
    SmallVec::from_elem(1, count)
}

/// The bytes of a block of tuples.
const BLOCK: usize = 32 * 1024;
/// The tuples of a block that several threads compute.
const SHARED_BLOCK: usize = 1 << 18;

/// Computes a call with several results.
///
/// # Safety
/// The kernels of `main` must read its list and write tuples of `size` bytes with these parts, as many as there are outputs, whose elements
/// are those of the parts. Places must be writable, reach each element by one index, and overlap neither each other nor an operand.
pub(super) unsafe fn evaluate_several(
    call: &Site<'_>,
    Targets(outputs): Targets<'_, '_>,
    (parts, size): (&[TuplePart], usize),
    main: Main<'_>,
) -> Result<(), BroadcastError> {
    call.resolve(None, size, &mut |resolved, mut context| {
        context.check_all(main);
        let sites = call.reductions.entries;
        let whole: SmallVec<[usize; 6]> = context.outcome.result.lengths.clone();
        let mut entries = Vec::new();
        for (index, (output, part)) in outputs.iter_mut().zip(parts).enumerate() {
            // A tuple that is no literal has one description.
            let (Some(site), Some(result)) = (
                sites.get(index).or(sites.first()),
                context.outcome.entries.get(index).or(context.outcome.entries.first()),
            ) else {
                continue;
            };
            let to = destination(call, resolved, &context, (result, site.name), output)?;
            assert_eq!(to.memory.elem_size, part.size, "an entry has the elements of its place");
            if product(&whole) == 0 && product(&to.shape) != 0 {
                // No tuple is computed, and this entry would need one.
                return Err(does_not_fit(resolved, site.name, &to.shape, &whole));
            }
            // Otherwise some of its elements would not be written.
            let mut lengths = result.lengths.iter().zip(&whole);
            assert!(lengths.all(|(&own, &whole)| own == 1 || own == whole), "an entry lies in the frame");
            entries.push(Entry { part, to, lengths: result.lengths.clone() });
        }
        assert!(entries.len() == parts.len() && outputs.len() == parts.len(), "each entry has an output");
        let mut copies = SmallVec::<[Buffer; 4]>::new();
        for (site, entry) in sites.iter().zip(&entries) {
            let Some(held) = site.operand.and_then(|operand| context.arrays[operand].as_mut()) else { continue };
            if !is_in_step(held, &entry.to, &whole) {
                let mut copy = Buffer::default();
                // SAFETY: the place's elements are readable.
                unsafe { copy_of(held, &mut copy) };
                copies.push(copy);
            }
        }
        // SAFETY: the caller's promise; `check_all` has compared every list with the call's arrays, and `copies` lives until the end.
        unsafe { context.run(&Results::Several(entries, size), main) };
        Ok(())
    })
}

/// True if each position of a place is read only for the position of the frame at which it is written.
fn is_in_step(held: &Held, to: &Destination, whole: &[usize]) -> bool {
    held.memory.ptr == to.memory.ptr
        && whole.iter().enumerate().filter(|&(_, &length)| length != 1).all(|(axis, &length)| {
            held.lengths[axis] == length
                && to.axes[axis].is_some_and(|own| to.shape[own] == length && to.strides[own] == held.strides[axis])
        })
}

/// Copies an array, and lets it be read there.
///
/// # Safety
/// Its elements must be readable.
unsafe fn copy_of(held: &mut Held, copy: &mut Buffer) {
    let (size, lengths) = (held.memory.elem_size, held.lengths.clone());
    let (memory, strides) = (copy.room(product(&lengths) * size), dense_strides(&lengths, Order::C));
    if product(&lengths) > 0 {
        each_tile(&lengths, &ones(lengths.len()), &mut |starts, _| {
            let to: isize = starts.iter().zip(&strides).map(|(&start, &stride)| start as isize * stride).sum();
            let to = memory.wrapping_offset(to * size as isize);
            // SAFETY: the caller's promise; there is room for as many elements.
            unsafe { to.copy_from_nonoverlapping(held.address(starts), size) };
        });
    }
    held.memory.ptr = memory;
    held.strides =
        strides.iter().zip(&lengths).map(|(&stride, &length)| if length == 1 { 0 } else { stride }).collect();
}

impl Context<'_> {
    /// Computes the results of a tile.
    ///
    /// # Safety
    /// As [`run`](Self::run).
    pub(super) unsafe fn results(&self, tile: &Tile<'_>, to: &Results<'_>, main: Main<'_>, space: &mut Space) {
        let (entries, size) = match to {
            // SAFETY: the caller's promise.
            Results::One(to) => return unsafe { self.result(tile, to, main, space) },
            Results::Several(entries, size) => (entries, *size),
        };
        let all = part(&self.outcome.result.lengths, tile.lengths);
        if product(&all) == 0 {
            return;
        }
        let copies = Copies { size };
        let work = if let Main::Expression { work, .. } = main { work } else { Work::One(&copies) };
        let most = if let Work::Many(..) = work { SHARED_BLOCK } else { (BLOCK / size.max(1)).max(256) };
        let (mut lengths, mut count) = (all.clone(), 1);
        for length in lengths.iter_mut().rev() {
            *length = (most / count).clamp(1, *length);
            count *= *length;
        }
        let read = tile.read(self.list, true);
        let Space { values, scratch, .. } = space;
        let (block, mut plan) = (scratch.room(count * size), None);
        each_tile(&all, &lengths, &mut |starts, own| {
            let (strides, memory) = (dense_strides(own, Order::C), Memory { ptr: block, elem_size: size });
            let to = Destination::on_frame(memory, own, &strides);
            // SAFETY: the caller's promise; there is room for the block, whose tuples the entries take.
            unsafe {
                self.compute(tile, &read, work, (starts, own), &to, values, &mut plan);
                for entry in entries.iter().filter_map(|entry| entry.part(starts, own)) {
                    entry.take(block, &strides, size);
                }
            }
        });
    }
}
