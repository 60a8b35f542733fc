//! Complete calls: types and `where` accept what the core accepts, and the elements equal index arithmetic.

#![allow(deprecated, reason = "some of the calls are legal and suspicious, and right all the same")]

use bcast::typed::{Shape, generic::StaticShape};
use bcast::{BroadcastError, Tensor, shape, try_bcast};
use types_against_rules::cases::{Case, Form, Own, core_result, written_out};

/// A result's shape, and for each element the operands' elements it was computed from.
type Elements = (Vec<usize>, Vec<Vec<u32>>);

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

/// An array whose elements are their own positions in memory.
fn tensor<S: StaticShape>() -> Tensor<u32, S> {
    Tensor::from_vec((0..S::COUNT as u32).collect()).unwrap()
}

fn elements<const OPERANDS: usize, S: Shape>(
    result: Result<Tensor<[u32; OPERANDS], S>, BroadcastError>,
) -> Result<Elements, BroadcastError> {
    result.map(|result| (result.shape().to_vec(), result.as_slice().iter().map(|element| element.to_vec()).collect()))
}

/// The axis of the result at which each axis of an operand lies.
fn axes(case: &Case, operand: usize, out: &[usize]) -> Vec<usize> {
    let shape = &case.operands[operand];
    let (own, rank) = (shape.len(), out.len());
    let from = |first: usize| (first..first + own).collect();
    let leads = case.to.is_none() && operand == case.base.unwrap_or(0);
    match (&case.own[operand], case.mode) {
        (Own::Axes(axes), _) => axes.iter().map(|&axis| axis as usize).collect(),
        (Own::Axis(axis), _) => from(usize::try_from(*axis).unwrap_or(rank - own)),
        (_, "explicit") => case.axes.as_ref().map_or(from(0), |axes| axes.iter().map(|&axis| axis as usize).collect()),
        (_, "pdpd") if leads => from(0),
        (_, "paddle") if own == rank => from(0),
        (_, "pdpd" | "paddle") => from(case.axis.and_then(|axis| usize::try_from(axis).ok()).unwrap_or(rank - own)),
        (_, "ncnn") if own == 1 && rank > 1 => {
            let longest = case.operands.iter().chain(&case.to).filter(|shape| shape.len() == rank);
            let outermost = longest.map(|shape| shape[0]).find(|&length| length != 1).unwrap_or(1);
            from(if shape[0] == outermost { 0 } else { rank - 1 })
        }
        (_, "ncnn") => from(0),
        _ => from(rank - own),
    }
}

/// The result by index arithmetic.
fn expected(case: &Case) -> Elements {
    let out = core_result(case).unwrap();
    let positions = (0..out.iter().product()).map(|position: usize| {
        let mut index = vec![0; out.len()];
        let mut rest = position;
        for axis in (0..out.len()).rev() {
            (index[axis], rest) = (rest % out[axis], rest / out[axis]);
        }
        (0..case.operands.len())
            .map(|operand| {
                let axes = axes(case, operand, &out);
                case.operands[operand].iter().zip(axes).fold(0, |at, (&length, axis)| {
                    at * length as u32 + if length == 1 { 0 } else { index[axis] as u32 }
                })
            })
            .collect()
    });
    (out.clone(), positions.collect())
}

fn check(index: usize, call: impl FnOnce() -> (Result<Elements, BroadcastError>, Result<Elements, BroadcastError>)) {
    let case = &written_out(Form::of(option_env!("TYPES_AGAINST_RULES")))[index];
    let (typed, stated) = call();
    let expected = expected(case);
    assert_eq!(typed.unwrap(), expected, "types decide: {case:?}");
    assert_eq!(stated.unwrap(), expected, "with `where`: {case:?}");
}

#[test]
fn calls_equal_index_arithmetic() {
    run();
}
