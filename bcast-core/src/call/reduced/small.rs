//! A reduction that is a whole call, of so few elements that resolving a frame would take most of the time.

use core::ptr::NonNull;

use smallvec::SmallVec;

use super::resolve::Site;
use super::run::{Main, Output, Target};
use crate::call::runtime::product;
use crate::exec::reduce::{Buffer, Columns, Nook};
use crate::exec::{Kernel, SmallNest};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::dense_strides;
use crate::plan::small::{Column, Loops};
use crate::rules::axis_map::AxisMap;
use crate::rules::reduction::{ReducedAxes, ValueKind};

/// The most bytes of elements: those of one block of the other path.
const MOST: usize = 32 * 1024;

/// Computes a call without options whose arrays have one shape in C order and which reduces neighbouring axes, and returns true; or changes
/// nothing. No such call is refused: arrays of one shape fit each other in every mode that works without a target.
///
/// # Safety
/// As of [`evaluate`](super::run::evaluate).
pub(super) unsafe fn evaluate(call: &Site<'_>, target: &mut Target<'_>) -> bool {
    let ([site], [pass]) = (call.reductions.values, call.passes) else { return false };
    let (Some(kernel), Some(functions), ValueKind::Reduction { .. }) = (pass.kernel, pass.functions, site.kind) else {
        return false;
    };
    let (true, Main::Value { infos: &[value] }) = (functions.is_alike, target.main) else { return false };
    // The result is this value, whose type `target` has then.
    if value.ptr != pass.address || value.elem_size != functions.out {
        return false;
    }
    let is_plain = call.site.has_no_option() && call.types.is_none() && call.reductions.names.is_none();
    if !is_plain || call.mode.needs_target() || !call.infos.iter().all(|info| info.kind != OperandKind::Place) {
        return false;
    }
    let mut is_done = false;
    kernel.list(&mut |infos| {
        let mut arrays = infos.iter().filter(|info| info.kind != OperandKind::Constant);
        let Some(first) = arrays.next().filter(|first| call.has_only(first.shape)) else { return };
        let shape = first.shape;
        let is_alike = |info: &OperandInfo<'_>| info.shape == shape && is_dense(info);
        let Some((start, end)) = neighbours(site.axes, shape.len()) else { return };
        let count = product(shape);
        if !is_alike(first)
            || !arrays.all(is_alike)
            || count == 0
            || count.saturating_mul(functions.element.max(1)) > MOST
        {
            return;
        }
        let (outer, rows, columns) = (product(&shape[..start]), product(&shape[start..end]), product(&shape[end..]));
        let mut lengths = SmallVec::<[usize; 6]>::from_slice(&shape[..start]);
        if call.reductions.keeps {
            lengths.resize(end, 1);
        }
        lengths.extend_from_slice(&shape[end..]);
        let (mut near, mut scratch, mut elements) = (Nook::new(), Buffer::default(), first.ptr);
        if !pass.is_bare {
            elements = near.room(&mut scratch, count, functions.element);
            let output = Column { pointer: elements, size: functions.element, shape: &[count], strides: &[1] };
            // SAFETY: there is room for all elements; those of each array lie one after the other.
            if !unsafe { computed(kernel, infos, &output) } {
                return;
            }
        }
        let to = match &mut target.output {
            Output::New(new, _) if new.takes_rank(lengths.len()) => new.allocate(&lengths, &dense_strides(&lengths)),
            Output::Place(place) if *place.shape == lengths[..] && is_dense(place) => place.ptr.cast_mut(),
            _ => return,
        };
        // SAFETY: these are all elements, and `to` has room for a part, or a result, of each row or column.
        unsafe {
            if columns == 1 {
                (functions.runs)(elements, outer, rows, to);
            } else {
                let (mut near, mut memory) = (Nook::new(), Buffer::default());
                let memory = near.room(&mut memory, Columns::parts_of(rows, columns), functions.part);
                for matrix in 0..outer {
                    let mut partial = Columns::within(NonNull::new_unchecked(memory), columns);
                    let first = elements.add(matrix * rows * columns * functions.element);
                    let part = to.add(matrix * columns * functions.part);
                    (functions.rows)(&mut partial, first, rows, columns as isize, Some(part));
                }
            }
            (functions.finish)(to, outer * columns, rows);
            if let Output::New(new, _) = &mut target.output {
                new.written();
            }
        }
        is_done = true;
    });
    is_done
}

impl Site<'_> {
    /// True if all arrays of the call have this shape.
    fn has_only(&self, shape: &[usize]) -> bool {
        self.infos.iter().all(|info| info.kind == OperandKind::Constant || info.shape == shape)
    }
}

/// True for an array of elements one after the other, in C order.
fn is_dense(info: &OperandInfo<'_>) -> bool {
    let mut next = 1;
    (info.shape.iter().zip(info.strides)).rev().all(|(&length, &stride)| {
        let is_next = stride == next || length == 1;
        next *= length as isize;
        is_next
    })
}

/// The first of neighbouring axes that are reduced, and the axis after the last one; `None` for others.
fn neighbours(axes: ReducedAxes<'_>, rank: usize) -> Option<(usize, usize)> {
    let ReducedAxes::Of(axes) = axes else { return Some((0, rank)) };
    let axis = |axis: i64| {
        let axis = if axis < 0 { axis + rank as i64 } else { axis };
        usize::try_from(axis).ok().filter(|&axis| axis < rank)
    };
    let (first, others) = axes.split_first()?;
    let start = axis(*first)?;
    others.iter().try_fold((start, start + 1), |(start, end), &next| (axis(next)? == end).then_some((start, end + 1)))
}

/// Computes the elements of an expression over arrays that lie as its output does; false if that takes a plan.
///
/// # Safety
/// The arrays of `infos` must have as many elements as the output, one after the other.
unsafe fn computed(kernel: &dyn Kernel, infos: &[OperandInfo<'_>], output: &Column<'_>) -> bool {
    let arrays = infos.iter().filter(|info| info.kind != OperandKind::Constant);
    let columns = arrays.map(|info| {
        let column = Column { pointer: info.ptr, size: info.elem_size, shape: output.shape, strides: output.strides };
        (column, AxisMap::at(0, 1))
    });
    let mut loops = Loops::new();
    let Some(nest) = loops.lay(output, columns, 0).then(|| SmallNest::new(&loops, kernel)).flatten() else {
        return false;
    };
    // SAFETY: `lay` has compared every length with the output's; the rest is the caller's promise.
    unsafe { nest.run(&loops, kernel) };
    true
}
