//! What the other tests rest on: to the rulebook a literal is a number, and 2 and 3 may change places.

use bcast_core::call::{Alignment, Call, Operand};
use bcast_core::length::{Extent, Length};
use bcast_core::mode::Mode;
use bcast_core::resolve::resolve;
use one_law::cases::{Case, exchanged, pairs};

/// What the rulebook says of lengths of this kind: the result's shape, or that there is none.
fn core_says<L: Extent>(case: &Case, length: impl Fn(usize) -> L) -> Option<Vec<usize>> {
    let shape = |shape: &[usize]| -> Vec<L> { shape.iter().map(|&entry| length(entry)).collect() };
    let shapes: Vec<Vec<L>> = case.operands.iter().map(|operand| shape(operand)).collect();
    let operands: Vec<Operand<'_, L>> =
        shapes.iter().map(|shape| Operand { name: "", shape, alignment: Alignment::ByMode }).collect();
    let to = case.to.as_deref().map(shape);
    let resolution = resolve(&Call {
        mode: Mode::from_name(case.mode).unwrap(),
        operands: &operands,
        axis: case.axis,
        axes: case.axes.as_deref(),
        to: to.as_deref(),
        base: case.base,
        place: None,
    });
    let resolution = resolution.ok()?;
    assert!(resolution.is_certain(), "{case:?}");
    resolution.shape.iter().map(|length| length.known()).collect()
}

#[test]
fn literals_are_numbers_and_two_may_be_three() {
    let pairs = pairs();
    let mut accepted = 0;
    for case in &pairs {
        let core = core_says(case, |length| length);
        assert_eq!(core_says(case, Length::Known), core, "{case:?}");
        let other = core_says(&exchanged(case), |length| length);
        let back = |length| if length == 1 { 1 } else { 5 - length };
        assert_eq!(other.map(|shape| shape.into_iter().map(back).collect()), core, "{case:?}");
        accepted += usize::from(core.is_some());
    }
    println!("{accepted} of {} calls are right", pairs.len());
}
