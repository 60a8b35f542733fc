//! Arrays repeated to a shape.

use bcast::{Broadcast, BroadcastError};
use ndarray::ArrayViewD;

use super::apply;
use crate::element::{ArrayView, Element};
use crate::error::OperatorError;
use crate::form::{Expand, ExpandHow, Target};
use crate::infer::{fits_memory, mode};
use crate::operator::Operator;
use crate::rule::Options;
use crate::shape_input;

pub(crate) fn run(
    operator: &Operator,
    expand: Expand,
    inputs: &[ArrayView<'_>],
    target: Target<'_, '_>,
) -> Result<(), OperatorError> {
    let integers = |index: usize| {
        let rank = inputs[index].shape().len();
        if rank != 1 {
            return Err(operator.bad_input(index, format!("has rank {rank}; it must be 1")));
        }
        let values = shape_input::values(&inputs[index]);
        values.ok_or_else(|| operator.bad_input(index, "has an element that is too large".into()))
    };
    let to = integers(1)?;
    let Some(lengths) = shape_input::lengths(&to) else {
        return Err(operator.bad_input(1, format!("is {to:?}; no length is below 0")));
    };
    let mut broadcast = Broadcast::new(mode(expand.how)).names(operator.inputs).to(&lengths[..]);
    if expand.how == ExpandHow::Explicit {
        broadcast = broadcast.axes(&integers(2)?[..]);
    }
    if let Target::Existing(place) = &target {
        let (options, shapes) = (Options { mode: mode(expand.how), axis: None, base: None }, [inputs[0].shape()]);
        let is_plain = expand.how != ExpandHow::Explicit && options.give(&shapes, Some(&lengths), place.shape());
        if !is_plain {
            operator.compare_place(&broadcast, &shapes, place.shape())?;
        }
    }
    if let ArrayView::String(_) = inputs[0] {
        let resolution = broadcast.try_resolve(&[inputs[0].shape()]);
        let shape = resolution.map_err(|error| operator.broadcast_error(error))?.shape;
        if !fits_memory(&shape, size_of::<String>()) {
            return Err(operator.bad_input(1, "makes more texts than memory holds".into()));
        }
    }
    repeat(broadcast, &inputs[0], target).map_err(|error| operator.broadcast_error(error))
}

fn repeat(broadcast: Broadcast<'_>, data: &ArrayView<'_>, target: Target<'_, '_>) -> Result<(), BroadcastError> {
    macro_rules! of_types {
        ($($Variant:ident)*) => {
            match data {
                $(ArrayView::$Variant(data) => copy(broadcast, data, target),)*
                ArrayView::String(data) => {
                    let view = broadcast.try_view(data)?;
                    super::select::write(target, view.shape(), view.iter().cloned());
                    Ok(())
                }
            }
        };
    }
    of_types!(Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64 Complex64 Complex128)
}

fn copy<T: Element + Copy>(
    broadcast: Broadcast<'_>,
    data: &ArrayViewD<'_, T>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    let broadcast = broadcast.cheap();
    apply!(
        broadcast,
        (data,),
        target,
        T,
        #[inline(always)]
        |(data,)| data
    )
}
