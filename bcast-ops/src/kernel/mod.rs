//! Functions of elements, compiled for each of their types: all modes, and new and existing memory, share one kernel.

pub(crate) mod binary;
pub(crate) mod expand;
pub(crate) mod gemm;
pub(crate) mod normalize;
pub(crate) mod power;
pub(crate) mod reduce;
pub(crate) mod scan;
pub(crate) mod select;
pub(crate) mod variadic;
pub(crate) mod wide;

/// Computes a function of the operands' elements into type `$R`; existing memory has the output's element type and
/// shape.
macro_rules! apply {
    ($broadcast:expr, $operands:expr, $target:expr, $R:ty, $function:expr) => {{
        // One closure for both cases, so that they share the kernel. An attribute on a closure requires an expression around it.
        let function = ::core::convert::identity($function);
        match $target {
            $crate::form::Target::New(output) => $broadcast.try_apply($operands, function).map(|array| {
                *output = Some(<$R as $crate::element::Element>::own(array));
            }),
            $crate::form::Target::Existing(place) => {
                let place = <$R as $crate::element::Element>::viewed_mut(place);
                let place = place.expect("the type of the memory is compared before");
                $broadcast.try_apply_into(place, $operands, function)
            }
        }
    }};
}
pub(crate) use apply;
