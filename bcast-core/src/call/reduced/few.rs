//! One reduction of one dense array of few elements. This is compiled for each call, where ranks, axes and options are constants and little of it is
//! left; [`evaluate`](super::small::evaluate) computes the same, and all other calls.

use super::limits::limit;
use super::resolve::Site;
use super::rows::reduce;
use super::run::Output;
use super::small::MOST;
use super::small::layout::{is_dense, is_same};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::product;
use crate::rules::reduction::{ReducedAxes, axis_of};

/// Computes a call that is the `value` of its only pass, a reduction of an array alone over its first or last axes whose results are its parts, and
/// returns true; or changes nothing. Loops and not iterators, of which each call would compile a copy.
///
/// # Safety
/// The value must have the type of the output's elements. A place must be writable, reach each element by one index, and overlap no operand.
#[inline(always)]
pub(super) unsafe fn few(call: &Site<'_>, output: &mut Output<'_>, value: &OperandInfo<'_>) -> bool {
    let ([pass], [site], [array]) = (call.passes, call.reductions.values, call.infos) else { return false };
    let (Some(kernel), Some(functions)) = (pass.kernel, pass.functions) else { return false };
    let is_plain = call.site.has_no_option() && !call.site.states_shapes();
    let is_plain = is_plain && !call.reductions.keeps && !call.mode.needs_target();
    if !is_plain || !pass.is_bare || !functions.is_alike || !pass.is_viewed_by(value) {
        return false;
    }
    let (shape, rank) = (array.shape, array.shape.len());
    let (start, end) = match site.axes {
        ReducedAxes::Of(&[axis]) => match axis_of(axis, rank) {
            Some(axis) => (axis, axis + 1),
            None => return false,
        },
        ReducedAxes::Of(_) => return false,
        ReducedAxes::All => (0, rank),
    };
    let kept = if end == rank { &shape[..start] } else { &shape[end..] };
    if rank == 0 || start > 0 && end < rank {
        return false;
    }
    let (rows, others) = (product(&shape[start..end]), product(kept));
    let mut first = core::ptr::null();
    kernel.list(&mut |infos| match infos {
        [info] if info.kind == OperandKind::Array && is_dense_of(info, shape) => first = info.ptr,
        _ => {}
    });
    let count = rows.saturating_mul(others);
    if first.is_null()
        || array.kind != OperandKind::Array
        || count == 0
        || count > limit(MOST) / functions.element.max(1)
    {
        return false;
    }
    if !call.are_types_held(shape, output, None) {
        return false;
    }
    let to = match output {
        Output::New(new, _) if new.takes_rank(kept.len()) => new.allocate(kept, &[]),
        Output::Place(place) if is_dense_of(place, kept) => place.ptr.cast_mut(),
        _ => return false,
    };
    let lengths = if end == rank { [others, rows, 1] } else { [1, rows, others] };
    // SAFETY: the caller's promise; the pass's array has as many elements one after the other, and there is room for the results, which have the
    // value's type.
    unsafe {
        reduce(functions, lengths, first, to);
        (functions.finish)(to, others, rows);
        output.written();
    }
    true
}

/// True for an array of this shape that is dense in C order.
#[inline(always)]
fn is_dense_of(array: &OperandInfo<'_>, shape: &[usize]) -> bool {
    is_same(array.shape, shape) && is_dense(array)
}
