//! A choice between two elements.

use bcast::{Broadcast, BroadcastError};
use ndarray::{ArrayD, ArrayView as NdView, ArrayViewD, IxDyn};

use super::apply;
use crate::element::{ArrayView, Element};
use crate::error::OperatorError;
use crate::form::Target;
use crate::infer::fits_memory;
use crate::operator::Operator;
use crate::rule::Rule;

pub(crate) fn run(
    operator: &Operator,
    rule: &Rule,
    inputs: &[ArrayView<'_>],
    target: Target<'_, '_>,
) -> Result<(), OperatorError> {
    let shapes = [inputs[0].shape(), inputs[1].shape(), inputs[2].shape()];
    let options = rule.options(&shapes).map_err(|reason| operator.bad_input(1, reason))?;
    let broadcast = options.broadcast(operator.inputs);
    operator.check_place(&options, operator.inputs, &shapes, &target)?;
    if let ArrayView::String(_) = inputs[1] {
        let shape = broadcast.try_resolve(&shapes).map_err(|error| operator.broadcast_error(error))?.shape;
        if !fits_memory(&shape, size_of::<String>()) {
            return Err(operator.bad_input(1, "makes more texts than memory holds".into()));
        }
    }
    choose(broadcast, inputs, target).map_err(|error| operator.broadcast_error(error))
}

fn choose(broadcast: Broadcast<'_>, inputs: &[ArrayView<'_>], target: Target<'_, '_>) -> Result<(), BroadcastError> {
    let condition = inputs[0].as_view::<bool>().expect("the types of the inputs are compared before");
    macro_rules! of_types {
        ($($Variant:ident)*) => {
            match &inputs[1] {
                $(ArrayView::$Variant(x) => either(broadcast, condition, x, &inputs[2], target),)*
                ArrayView::String(x) => strings(broadcast, condition, x, &inputs[2], target),
            }
        };
    }
    of_types!(Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float16 Bfloat16 Float32 Float64 Complex64 Complex128)
}

fn either<T: Element + Copy>(
    broadcast: Broadcast<'_>,
    condition: &ArrayViewD<'_, bool>,
    x: &ArrayViewD<'_, T>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    let y = y.as_view::<T>().expect("the types of the inputs are compared before");
    let broadcast = broadcast.cheap();
    apply!(
        broadcast,
        (condition, x, y),
        target,
        T,
        #[inline(always)]
        |(condition, x, y)| if condition { x } else { y }
    )
}

/// Strings are not `Copy`, so views in the output's shape select them.
fn strings(
    broadcast: Broadcast<'_>,
    condition: &ArrayViewD<'_, bool>,
    x: &ArrayViewD<'_, String>,
    y: &ArrayView<'_>,
    target: Target<'_, '_>,
) -> Result<(), BroadcastError> {
    let y = y.as_view::<String>().expect("the types of the inputs are compared before");
    let shape = broadcast.try_resolve(&[condition.shape(), x.shape(), y.shape()])?.shape;
    let condition = stretched(condition, &shape);
    let (x, y) = (stretched(x, &shape), stretched(y, &shape));
    let chosen = condition.iter().zip(x.iter().zip(&y)).map(|(&condition, (x, y))| if condition { x } else { y });
    write(target, &shape, chosen.cloned());
    Ok(())
}

/// A view in the output's shape, for operators with numpy's rule.
pub(super) fn stretched<'v, T>(view: &'v ArrayViewD<'_, T>, shape: &[usize]) -> NdView<'v, T, IxDyn> {
    view.broadcast(IxDyn(shape)).expect("the rulebook has resolved this shape")
}

/// Writes elements given in C order.
pub(super) fn write<R: Element>(target: Target<'_, '_>, shape: &[usize], elements: impl Iterator<Item = R>) {
    match target {
        Target::New(output) => {
            let elements = elements.collect();
            let array = ArrayD::from_shape_vec(IxDyn(shape), elements).expect("as many elements as the shape has");
            *output = Some(R::own(array));
        }
        Target::Existing(place) => {
            let place = R::viewed_mut(place).expect("the type of the memory is compared before");
            place.iter_mut().zip(elements).for_each(|(place, element)| *place = element);
        }
    }
}
